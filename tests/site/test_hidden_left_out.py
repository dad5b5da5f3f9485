"""Examples with hidden hands need the server, so no site has them."""

import pytest

from saizen import SaizenError
from saizen.site.build import chosen_games


def test_a_site_leaves_out_examples_with_hidden_hands():
    games = list(chosen_games([], []))
    assert "nim" in games
    assert "kuhn" not in games
    with pytest.raises(SaizenError, match="needs the server"):
        chosen_games(["kuhn"], [])

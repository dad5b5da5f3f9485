"""Claims about truth values: they count as 0 or 1."""

import json

import pytest


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("(V0>1) + (V1>1) <= 1", False),
        ("paper + below <= 1", False),
        ("(V0>1) - (V1>1) <= 1", True),
        ("paper - below <= 0", True),
    ],
)
def test_truth_values_add_up(cli, claim, holds):
    assert json.loads(cli("explore", "tricks", claim, "--upto", "3", "--json").out)["holds"] is holds

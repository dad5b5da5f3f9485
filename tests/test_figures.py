"""Every figure in the README comes from a file that a benchmark or a long run wrote; none is typed."""

import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

import figures  # noqa: E402
import growth  # noqa: E402
import peers  # noqa: E402
import results  # noqa: E402

CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
NAMES = (
    r"Python 3\.11",
    r"(Journal|GPW) 20[0-9][0-9]",
    r"\b[34]×(N|10|11|12)",
    r"theorem 4\.1",
    r"0-3",
)
"""Numbers that are no figures: versions, years, names of games and theorems, a score in an example."""


@pytest.mark.parametrize("page", figures.PAGES, ids=lambda page: page.name)
def test_every_figure_is_that_of_its_file(page):
    assert figures.corrected(page.read_text(encoding="utf-8"))[1] == []


def typed(text):
    """Return the numbers of a page that come from no file."""
    text = figures.FIGURE.sub("", CODE.sub("", text))
    for name in NAMES:
        text = re.sub(name, "", text)
    return re.findall(r"\S*[0-9]\S*", text)


def test_no_figure_of_the_readme_is_typed():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert typed(text) == []
    assert typed(text + "\nit is 7 times as fast\n") == ["7"]


def test_a_changed_figure_is_noticed():
    """Each digit of each figure, changed, makes the check fail, and writing puts it right."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = list(figures.FIGURE.finditer(text))
    assert len(found) >= 10
    for match in found:
        for at in range(*match.span("shown")):
            if text[at].isdigit():
                changed = text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]
                right, wrong = figures.corrected(changed)
                assert right == text
                assert len(wrong) == 1


def test_the_page_on_peers_has_every_table_and_types_no_result():
    text = (ROOT / "docs" / "peers.md").read_text(encoding="utf-8")
    found = {match["name"] for match in figures.TABLE.finditer(text)}
    assert found == {name for name in figures.TABLES if name.startswith("peers-")} | {"growth"}
    assert typed(figures.TABLE.sub("", text)) == []


def test_a_changed_cell_of_a_table_is_noticed():
    text = (ROOT / "docs" / "peers.md").read_text(encoding="utf-8")
    for match in list(figures.TABLE.finditer(text)):
        at = next(i for i in reversed(range(*match.span("shown"))) if text[i].isdigit())
        changed = text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]
        right, wrong = figures.corrected(changed)
        assert right == text
        assert len(wrong) == 1


@pytest.mark.parametrize("path", sorted(results.DIRECTORY.glob("*.json")), ids=lambda path: path.stem)
def test_a_file_of_results_says_where_it_comes_from(path):
    result = json.loads(path.read_text(encoding="utf-8"))
    assert list(result) == ["benchmark", "date", "versions", "seeds", "figures"]
    assert result["benchmark"] == path.stem
    scripts = {one.name for one in (ROOT / "benchmarks").glob("*.py")}
    assert scripts & {f"bench_{path.stem}.py", f"{path.stem}.py"}
    assert re.fullmatch(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}", result["date"])
    assert {"python", "saizen", "numpy", "numba"} <= result["versions"].keys()
    assert result["figures"]


def test_results_are_written_and_read(tmp_path, capsys):
    results.write("some", {"ratio": 2.34567891, "count": 123456}, seeds=[1], directory=tmp_path)
    assert results.read("some", tmp_path) == {"ratio": 2.346, "count": 123456}


def test_growth_goes_on_and_bends_half_as_much():
    doubling = [(size, 0.01 * 2**size) for size in range(3, 8)]
    assert growth.predicted(doubling) == {"size": 8, "CPU seconds": pytest.approx(2.56)}
    bending = [(10, 1e-6), (20, 1.0), (30, 2.0), (40, 8.0)]
    assert growth.predicted(bending) == {"size": 50, "CPU seconds": pytest.approx(8 * 4 * 2**0.5)}
    assert growth.predicted(bending[:3])["CPU seconds"] == pytest.approx(4)  # two sizes do not bend
    assert growth.predicted([(3, 1e-6), (4, 0.5)]) is None  # one size is no growth


def test_a_game_that_ends_has_no_next_size():
    measured = [(1, 1.0), (2, 3.0), (3, 9.0)]
    told = {most: growth.told(growth.Curve("cards", None, (), (), most=most), measured) for most in (3, 4)}
    assert told[3]["next"] is None
    assert told[4]["next"]["size"] == 4
    assert told[3]["growth"] == told[4]["growth"] == 3
    drawn = growth.picture({str(most): one for most, one in told.items()})._repr_svg_()
    assert "27 s" in drawn


def test_curves_have_equal_steps():
    for curve in growth.CURVES.values():
        assert len(set(np.diff((*curve.sizes, *curve.large)))) == 1


def test_the_picture_of_growth_shows_every_curve():
    told = results.read("growth")
    assert set(told) == set(growth.CURVES)
    drawn = growth.picture(told)._repr_svg_()
    assert all(name in drawn for name in told)


def test_figures_of_a_peer_that_is_gone_are_kept_with_its_version(tmp_path, capsys):
    before = {"matrix": {"ours": {"ratio": 1.0}, "gone": {"ratio": 3.0}}, "limit": {"glucose": 2.0}}
    now = {"matrix": {"new": {"ratio": 0.5}, "ours": {"ratio": 1.1}}}
    found = peers.joined(before, now)
    assert found == {
        "matrix": {"new": {"ratio": 0.5}, "ours": {"ratio": 1.1}, "gone": {"ratio": 3.0}},
        "limit": {"glucose": 2.0},
    }
    assert list(found["matrix"]) == ["new", "ours", "gone"]
    written = {"versions": {"no-such-library": "1.2"}}
    (tmp_path / "some.json").write_text(json.dumps(written), encoding="utf-8")
    path = results.write("some", {}, seeds=[], libraries=("no-such-library", "nor-this"), directory=tmp_path)
    versions = json.loads(path.read_text(encoding="utf-8"))["versions"]
    assert (versions["no-such-library"], versions["nor-this"]) == ("1.2", "not installed")

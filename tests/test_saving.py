"""Tables as files: read back by other programs, with where they come from, whole or absent."""

import csv
import json
import re
import sys
from fractions import Fraction

import pytest

import saizen
from saizen.answer import FILES, Answer
from saizen.answer.files import ENDINGS, columns_of, csv_text, latex, provenance
from saizen.answer.table import Table
from saizen.errors import MissingExtra, SaizenError
from saizen.games import GAMES

ROWS = [("a#1", Fraction(1, 3), True, 2, None), ('b,"c"', Fraction(2), False, 2**70, [1, Fraction(1, 2)])]
TABLE = Table("50 % of {it}", ("move", "value", "best", "", ""), ROWS)


def read_csv(path):
    """Return what a file says about itself, and its rows; comments stand before everything else."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    head = [line for line in lines if line.startswith("#")]
    assert head == lines[: len(head)]
    made = dict(line[2:].rstrip("\n").split(": ", 1) for line in head)
    return made, list(csv.DictReader(lines[len(head) :]))


def test_columns_are_of_one_kind_and_have_names_of_their_own():
    found = columns_of(TABLE)
    assert found == {
        "move": ["a#1", 'b,"c"'],
        "value": ["1/3", "2"],
        "value as float": [1 / 3, 2.0],
        "best": [True, False],
        "row": ["2", str(2**70)],
        "row 2": [None, '[1, "1/2"]'],
    }


def test_csv_is_read_back(tmp_path):
    answer = Answer({"game": "nim", "rules": "two\nlines", "set": ["a=1", "b=2"], "moves": [{}]}, [TABLE])
    assert answer.save(tmp_path / "t.csv", "saizen\tsolve nim") == [tmp_path / "t.csv"]
    made, rows = read_csv(tmp_path / "t.csv")
    assert made == {
        "saizen": saizen.__version__,
        "command": "saizen solve nim",
        "game": "nim",
        "rules": "two lines",
        "set": "a=1 b=2",
        "table": "50 % of {it}",
    }
    assert [row["move"] for row in rows] == ["a#1", 'b,"c"']
    assert [Fraction(row["value"]) for row in rows] == [Fraction(1, 3), 2]
    assert rows[0]["row 2"] == ""


def test_every_cell_with_a_comment_sign_is_quoted():
    written = csv_text(["#name"], [("x",), ("y#",)], {})
    assert written == '"#name"\nx\n"y#"\n'


def test_parquet_is_read_back(tmp_path):
    import pyarrow.parquet

    Answer({"game": "nim"}, [TABLE, TABLE]).save(tmp_path / "t.parquet")
    for name in ("t.parquet", "t-2.parquet"):
        found = pyarrow.parquet.read_table(tmp_path / name)
        assert found.to_pydict() == columns_of(TABLE)
        assert found.schema.metadata[b"saizen"] == saizen.__version__.encode()
        assert found.schema.metadata[b"game"] == b"nim"
    assert len(list(tmp_path.iterdir())) == 2


def test_latex_has_the_rules_of_booktabs_and_nothing_unescaped(tmp_path):
    wild = Table("\\input{x} 50% & $5 #1 a_b ~^", ("a&b",), [("%",), ("}",), (-1.5,)])
    Answer({"game": "50%\n\\input{y}"}, [wild, TABLE]).save(tmp_path / "t.tex")
    lines = (tmp_path / "t.tex").read_text(encoding="utf-8").splitlines()
    body = [line for line in lines if not line.startswith("%")]
    assert "% game: 50% \\input{y}" in lines
    for rule in (r"\toprule", r"\midrule", r"\bottomrule"):
        assert body.count(rule) == 2
    assert not any("\\input" in line for line in body)
    for line in body:
        assert not re.search(r"(?<!\\)[%#_]", line)
    assert "$-1.500000$ \\\\" in body
    assert latex(Table("", ("n", "x"), [(1, "a"), (None, "b")])).splitlines()[3] == r"\begin{tabular}{rl}"


@pytest.mark.parametrize("name", ["t.xlsx", "t", "nowhere/t.csv", "."])
def test_a_file_that_cannot_be_written_is_refused(tmp_path, name):
    with pytest.raises(SaizenError, match=r"must end in|a directory that exists"):
        TABLE.save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_broken_attempt_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "t.parquet"
    path.write_bytes(b"old")
    import pyarrow.parquet

    def fail(table, file):
        file.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pyarrow.parquet, "write_table", fail)
    with pytest.raises(SaizenError, match="disk is full"):
        TABLE.save(path)
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("t.parquet", b"old")]


def test_the_missing_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"pip install '\.\[tables\]'"):
        TABLE.save(tmp_path / "t.parquet")


def test_no_hint_names_a_package_that_is_in_no_index():
    """A user has cloned saizen: ``saizen[plot]`` is nowhere to be had."""
    from pathlib import Path

    root = Path(__file__).parents[1]
    pages = [root / "README.md", *(root / "docs").rglob("*.md"), *(root / "src").rglob("*.py")]
    assert not [page.name for page in pages if "saizen[" in page.read_text(encoding="utf-8")]


def test_facts_that_are_long_or_nested_are_left_out():
    made = provenance({"a": "x" * 300, "b": {"c": 1}, "d": None, "e": [1, 2], "f": 0.5, "saizen": "other"})
    assert made == {"saizen": saizen.__version__, "f": "0.5"}


# ---------------------------------------------------------------------- the command line


@pytest.mark.parametrize("name", [*GAMES, "examples/goofspiel.py:Goofspiel"])
def test_every_game_writes_its_tables(cli, tmp_path, name):
    example = GAMES[name].example if name in GAMES else ""
    words = ["advise", name, *([example] if example else [])]
    plain = json.loads(cli(*words, "--json").out)
    for ending in ENDINGS:
        path = tmp_path / f"t{ending}"
        ran = cli(*words, "--out", path, "--json")
        assert ran.code == 0, ran.err
        told = json.loads(ran.out)
        assert told.pop("files")[0] == str(path)
        assert told == plain
    made, rows = read_csv(tmp_path / "t.csv")
    assert made["saizen"] == saizen.__version__
    assert made["command"].startswith(f"saizen advise {name}")
    assert made["position"] == plain["position"]
    assert len(rows) == len(plain["moves"])
    assert "written to" in cli(*words, "--out", path).out


def test_a_table_of_a_solved_game(cli, tmp_path):
    ran = cli("solve", "memory", "--out", tmp_path / "t.tex")
    assert ran.code == 0, ran.err
    assert (tmp_path / "t.tex").read_text(encoding="utf-8").startswith("% saizen: ")


def test_out_is_refused_before_the_work_where_it_makes_no_sense(cli, tmp_path):
    ran = cli("advise", "memory", "-", "--out", tmp_path / "t.csv", stdin="(3,2,1,1)")
    assert (ran.code, ran.out) == (2, "")
    assert "'-' answers many positions" in ran.err
    ran = cli("advise", "memory", "(3,2,1,1)", "--out", tmp_path / "t.txt")
    assert (ran.code, ran.out) == (2, "")
    for ending in FILES:
        assert ending in ran.err


def test_an_answer_without_tables_is_told_and_the_file_refused(cli, tmp_path):
    ran = cli("matrix", "tricks", "ABab", "--latex", "--out", tmp_path / "t.csv")
    assert ran.code == 2
    assert "bordermatrix" in ran.out
    assert "no table" in ran.err
    assert not list(tmp_path.iterdir())


def test_a_reproduction_is_kept_in_every_format(tmp_path):
    from saizen.papers import PAPERS
    from saizen.papers.keeping import ENDINGS, keep
    from saizen.papers.report import Check, Verdict
    from saizen.papers.summary import Comparison

    check = Check("Table 1", "x", "1", "2", Verdict.ERRATUM, "a_b")
    for ending in ENDINGS:
        keep(tmp_path / f"r{ending}", [Comparison(PAPERS["rivals"], [check])], "saizen reproduce rivals")
        kept = (tmp_path / f"r{ending}").read_bytes()
        assert b"saizen reproduce rivals" in kept
        assert saizen.__version__.encode() in kept
    _, rows = read_csv(tmp_path / "r.csv")
    assert rows == [
        {
            "game": "rivals",
            "where": "Table 1",
            "what": "x",
            "printed": "1",
            "computed": "2",
            "verdict": Verdict.ERRATUM.value,
            "note": "a_b",
        }
    ]

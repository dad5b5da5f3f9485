"""The report of a reproduction, kept as a file."""

import csv
import json
import re

import pytest
from typer.testing import CliRunner

from saizen.cli.app import app
from saizen.errors import SaizenError
from saizen.papers import PAPERS
from saizen.papers.keeping import as_json, check_ending, keep
from saizen.papers.page import STYLE, as_html
from saizen.papers.report import Check, Verdict, claimed, compared
from saizen.papers.summary import Comparison, total, total_words

MADE = [
    Comparison(
        PAPERS["rivals"],
        [
            compared("Table 1", "a <b> & c", 1, 1),
            compared("Table 1", "wrong", 1, 2),
            Check("Table 2", "more", "not claimed: x", "holds", Verdict.BEYOND, 'a "note", with a comma'),
        ],
    ),
    Comparison(PAPERS["memory"], [claimed("section 2", "it holds", True)]),
]


def test_what_print_does_not_say_is_not_equal():
    assert total(MADE) == {
        "papers": 2,
        "cells": 4,
        "counts": {
            "equal": 2,
            "inside range": 0,
            "outside range": 0,
            "erratum": 0,
            "consistent": 0,
            "beyond print": 1,
            "DIFFERENT": 1,
        },
    }
    assert "4 cells compared: 2 equal" in total_words(total(MADE))


def cells(path):
    """Read a kept file of cells, past the lines that say what made it."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def test_every_cell_is_in_every_format(tmp_path):
    keep(tmp_path / "report.csv", MADE, "saizen reproduce")
    rows = cells(tmp_path / "report.csv")
    assert [(row["game"], row["what"], row["verdict"]) for row in rows] == [
        ("rivals", "a <b> & c", "equal"),
        ("rivals", "wrong", "DIFFERENT"),
        ("rivals", "more", "beyond print"),
        ("memory", "it holds", "equal"),
    ]
    told = json.loads(as_json(MADE, "saizen reproduce"))
    assert told["total"] == total(MADE)
    assert [len(paper["checks"]) for paper in told["papers"]] == [3, 1]
    page = as_html(MADE, "saizen reproduce")
    assert "a &lt;b&gt; &amp; c" in page
    assert "<b>" not in page
    assert page.count("<tr class=") == 4
    closing = "".join(f"<td>{cell}</td>" for cell in ("all", 4, 2, 0, 0, 0, 0, 1, 1))
    assert f"<tr>{closing}</tr>" in page
    assert f"# total: {total_words(total(MADE))}" in (tmp_path / "report.csv").read_text(encoding="utf-8")


def test_the_page_has_a_colour_for_every_verdict_by_day_and_by_night():
    day, night = STYLE.split("@media (prefers-color-scheme:dark)")
    for verdict in Verdict:
        assert f".{verdict.name.lower()}" in STYLE
    for name in re.findall(r"--\w+(?=:)", day):
        assert night.count(f"{name}:") == 1
        assert f"var({name})" in night


def test_the_ending_chooses_and_is_checked_first(tmp_path):
    for ending in ("html", "csv", "json"):
        check_ending(tmp_path / f"report.{ending}")
        keep(tmp_path / f"report.{ending}", MADE, "saizen reproduce")
        assert (tmp_path / f"report.{ending}").stat().st_size > 100
    for wrong in (tmp_path / "report.txt", tmp_path / "missing" / "report.csv"):
        with pytest.raises(SaizenError, match="--out"):
            check_ending(wrong)


def test_reproduce_writes_the_report_and_closes_with_a_total(tmp_path, monkeypatch):
    for one in MADE:
        checks = [check for check in one.checks if check.verdict != Verdict.DIFFERENT]
        monkeypatch.setitem(
            PAPERS,
            one.paper.game,
            type("Fake", (), {**_facts(one), "compare": lambda *_, c=checks: iter(c)})(),
        )
    run = CliRunner().invoke(
        app, ["reproduce", "rivals", "memory", "--out", str(tmp_path / "r.csv"), "--json"]
    )
    assert run.exit_code == 0, run.output
    lines = [json.loads(line) for line in run.output.splitlines()]
    assert [line.get("game") for line in lines] == ["rivals", "memory", None]
    assert lines[-1]["total"]["counts"]["beyond print"] == 1
    assert len(cells(tmp_path / "r.csv")) == 3


def _facts(one):
    return {"game": one.paper.game, "citation": one.paper.citation}

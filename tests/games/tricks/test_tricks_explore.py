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


def test_large_numbers_are_no_counterexample(cli):
    answer = json.loads(cli("explore", "tricks", "V0*999999*1000 >= 0", "--upto", "3", "--json").out)
    assert answer["holds"] is True


@pytest.mark.parametrize(
    "words",
    [
        ["ABab", "--lead", "R"],
        ["ABab", "--led", "1"],
        ["--left", "2", "--right", "1", "--score", "1..9999999999"],
        ["--left", "8,7,3,1", "--right", "6,5,4,2", "--score", "6..3"],
        ["--left", "8,7,3,1", "--right", "6,5,4,2", "--score", "8,8"],
        ["--left", "9" * 5000, "--right", "1", "--score", "1"],
    ],
)
def test_options_that_make_no_sense_are_refused(cli, words):
    ran = cli("advise", "tricks", *words)
    assert ran.code == 2
    assert ran.err.count("\n") == 1

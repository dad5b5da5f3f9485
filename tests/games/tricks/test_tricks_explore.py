"""Exploring on the command line: truth values, empty claims, dashes, and what is refused."""

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


def test_a_claim_about_nothing_neither_holds_nor_fails(cli):
    words = ("explore", "tricks", "V0 >= 0", "--when", "k < 0", "--upto", "3")
    answer = json.loads(cli(*words, "--json").out)
    assert (answer["holds"], answer["cases"], answer["deals"]) == (None, 0, 0)
    assert "neither true nor false" in cli(*words).out
    assert "no deal meets the condition" in cli(*words).out


@pytest.mark.parametrize("claim", ["-V0 <= 0", "- V0 <= 0", "-(V0) <= 0", "-1 < V0", "-n<=-1", "--n >= 1"])
def test_a_claim_may_begin_with_a_dash(cli, claim):
    assert json.loads(cli("explore", "tricks", claim, "--upto", "2", "--json").out)["holds"] is True


def test_a_position_may_begin_with_a_dash(cli):
    assert "All cards are played." in cli("advise", "tricks", "- lead=L").out


@pytest.mark.parametrize("option", ["--objektive", "-h", "-n", "--lead-by=L", "-objective"])
def test_a_misspelt_option_is_still_refused(cli, option):
    ran = cli("advise", "tricks", "ABab", option, "avoid")
    assert ran.code == 2
    assert "No such option" in ran.err


def test_a_directory_keeps_no_state(cli, tmp_path):
    ran = cli("explore", "tricks", "V0 >= 0", "--state", tmp_path)
    assert (ran.code, ran.err.count("\n")) == (2, 1)

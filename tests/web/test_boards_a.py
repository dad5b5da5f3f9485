"""The boards of R-Rivals, Tricks and Memory in a browser: what they show, and what their tools answer."""

import json
from importlib import resources
from urllib.parse import quote

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install '.[browser]'")

import test_browser as shared

import saizen

pytestmark = shared.pytestmark
browser, server, visit, windows = shared.browser, shared.server, shared.visit, shared.windows
POSITIONS = {"rivals": "23/01 3-3 1-1", "tricks": "ABABba lead=L", "memory": "(4,1,3,1)"}


@pytest.fixture(scope="module", autouse=True)
def solved(server):
    """Ask each game once, however long that takes: here boards are tested, not waiting."""
    for game in POSITIONS:
        shared.ask(server, f"/games/{game}/sitting", {"new": {"seed": 1}, "hint": True})


def analysed(visitor, game, position, options=""):
    page = visitor.go(f"#/{game}/analyse?position={quote(position)}{options}")
    page.wait_for_selector("#board > *")
    return page


def at(page, position):
    page.wait_for_selector(f'#board[data-position="{position}"]')


def opened(page, title):
    page.locator("summary", has_text=title).click()


# ---------------------------------------------------------------------- R-Rivals


def test_rivals_reveals_a_trick_with_its_reason(visit, server):
    page = visit().go(shared.sitting_link(server, "rivals", seed=3))
    page.locator("#board [data-move='3']").click()
    page.wait_for_selector(".rivals-table.is-revealed")
    lying = page.locator(".rivals-trick svg[role=img]")
    assert [label.split(":")[0] for label in lying.evaluate_all("all => all.map(e => e.ariaLabel)")] == [
        "red",
        "blue",
    ]
    assert "Blue's assassin (3) meets red's" in page.locator(".rivals-words").inner_text()
    assert page.locator("#board [data-move='3']").count() == 0
    assert page.locator("#board [data-move]").count() == 7


def test_rivals_shows_who_spies_and_what_was_shown(visit):
    page = analysed(visit(), "rivals", "34567/12346 0-3 1-1 spy+ seen=3")
    assert "spy acts" in page.locator(".rivals-side.is-blue").inner_text()
    assert "3 of 4 points" in page.locator(".rivals-side.is-red").inner_text()
    assert "red has shown the assassin" in page.locator(".rivals-words").inner_text()
    page.wait_for_selector("#board [data-move='7'].is-best")
    assert "✓" in page.locator("#board [data-move='7']").get_attribute("aria-label")


def test_rivals_position_is_set_up_by_clicking_cards(visit):
    page = analysed(visit(), "rivals", "23/01 3-3 1-1")
    opened(page, "Set up a position")
    editor = page.locator(".rivals-editor")
    assert editor.locator(".set-up-text").inner_text() == "23/01 3-3 1-1"
    for name in (
        "blue: 2 spy",
        "blue: 3 assassin",
        "blue: 1 princess",
        "blue: 7 prince",
        "red: 1 princess",
        "red: 7 prince",
    ):
        editor.get_by_role("button", name=name, exact=True).click()
    assert editor.locator(".set-up-text").inner_text() == "17/07 3-3 1-1"
    editor.get_by_role("button", name="Show this position").click()
    at(page, "17/07 3-3 1-1")
    page.wait_for_selector("#board .is-best")
    page.locator("#board [data-move='1']").click()  # the editor follows the board
    page.locator("#board [data-move='0']").click()
    at(page, "7/7 3-3 1-1")
    assert editor.locator(".set-up-text").inner_text() == "7/7 3-3 1-1"


def test_rivals_rules_are_changed_and_compared(visit):
    removed = [f"remove={card}" for card in ("clown", "princess", "minister", "prince")]
    changed = {"set": removed, "against": ["wizard.strength=2"]}
    found = saizen.load("rivals").command("balance")(changed).json_data()
    asked = []

    def answer(route):  # the answer of a game of four cards: that of eight takes long
        asked.append(route.request.post_data_json)
        route.fulfill(json=found)

    page = analysed(visit(), "rivals", "23/01 3-3 1-1")
    page.route("**/games/rivals/balance", answer)
    opened(page, "Rule editor")
    page.get_by_label("strength of wizard").fill("2")
    page.get_by_label("ability of clown").select_option("none")
    page.get_by_label("princess is in play").uncheck()
    page.get_by_label("points to win").fill("3")
    page.get_by_role("button", name="Solve and compare").click()
    page.wait_for_selector(".balance")
    assert asked == [
        {
            "options": {
                "set": ["clown.ability=none", "remove=princess", "wizard.strength=2", "points_to_win=3"]
            }
        }
    ]
    rows = page.locator(".balance").locator("tr", has_text="positions").locator("td").all_inner_texts()
    assert rows == [f"{found[side]['positions']:,}" for side in ("before", "after")]
    wizard = page.locator(".balance table").nth(1).locator("tr", has_text="wizard").locator("td")
    share = found["after"]["opening"]["5"]["probability"]
    assert wizard.nth(1).inner_text() == (
        f"{100 * share:.1f}%" if 0 < share < 0.9995 else f"{100 * share:.0f}%"
    )
    page.get_by_role("button", name="Analyse with these rules").click()
    at(page, "0234567/0234567 0-0 1-1")
    page.get_by_role("button", name="Back to the original").click()
    assert "nothing changed" in page.locator(".rules-said").inner_text()


def test_rivals_balance_is_given_up(visit):
    page = analysed(visit(), "rivals", "23/01 3-3 1-1")
    opened(page, "Rule editor")
    page.get_by_label("strength of prince", exact=True).fill("9")
    page.get_by_role("button", name="Solve and compare").click()
    page.locator(".tool").get_by_role("button", name="Give up").click()
    page.wait_for_selector(".tool .given-up")


# ---------------------------------------------------------------------- Tricks


def test_tricks_hands_are_chosen_by_clicking_a_row(visit):
    page = analysed(visit(), "tricks", "ABab lead=L")
    opened(page, "Set up a position")
    editor = page.locator(".tricks-editor")
    editor.get_by_role("button", name="card 4 to Right", exact=True).click()
    editor.get_by_role("button", name="card 3 to Left", exact=True).click()
    editor.get_by_role("button", name="card 2 counts", exact=True).click()
    editor.get_by_role("button", name="Right", exact=True).click()
    assert editor.locator(".set-up-text").inner_text() == "BAAb lead=R"
    editor.get_by_label("card led").select_option("4")
    editor.get_by_role("button", name="avoid", exact=True).click()
    editor.get_by_role("button", name="Show this position").click()
    at(page, "BAAb lead=R led=4")
    assert "objective" in page.url
    assert page.locator("#board .card-mark").count() == 3


def test_tricks_matrices_and_a_best_line(visit):
    page = analysed(visit(), "tricks", "ABABba lead=L")
    opened(page, "G, T, W")
    page.wait_for_selector(".matrices")
    cells = page.locator(".matrices table").first.locator("td.heat").all_inner_texts()
    assert cells == ["3", "2", "1", "2", "3", "3", "3*", "3*", "4"]
    opened(page, "Replay of a best line")
    for played in range(1, 7):
        page.get_by_role("button", name="Next card").click()
        said = f"{played} card" if played < 6 else "Over: Left took 3."
        page.locator(".replay .row", has_text=said).wait_for()
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".replay .row", has_text="0 cards played").wait_for()
    assert page.locator(".replay .tricks-hand svg.card").count() == 6


def test_tricks_claim_is_refuted_by_hands_that_are_drawn(visit):
    page = analysed(visit(), "tricks", "ABABba lead=L")
    opened(page, "Claim explorer")
    page.get_by_role("button", name="Look for a counterexample").click()
    claim = page.locator(".claim.is-false")
    claim.wait_for()
    assert "30 deals" in claim.inner_text()
    assert claim.locator(".tricks-hand").nth(0).locator("svg").count() == 2
    assert claim.locator(".card-mark").count() == 3
    claim.get_by_role("button", name="Open it on the board").click()
    at(page, "ABAb lead=L")


def test_tricks_claim_that_holds_and_one_that_is_none(visit):
    visitor = visit()
    visitor.expected.add(422)
    page = analysed(visitor, "tricks", "ABABba lead=L")
    opened(page, "Claim explorer")
    page.get_by_role("button", name="V0 - V1 in 0..2").click()
    page.get_by_label("cards a hand, up to").select_option("4")
    page.get_by_role("button", name="Look for a counterexample").click()
    page.locator(".claim.is-holds", has_text="Every bound is reached").wait_for()
    page.get_by_label("claim", exact=True).fill("V9 <= 1")
    page.get_by_role("button", name="Look for a counterexample").click()
    assert "'V9' is not a name" in page.locator(".tool .problem").inner_text()


# ---------------------------------------------------------------------- Memory


def test_memory_turns_cards_and_shows_what_the_machine_turned(visit, server):
    page = visit().go(shared.sitting_link(server, "memory", seed=1, options={"deck": "2x4"}))
    page.get_by_role("button", name="card 1, face down").click()
    page.get_by_label("card 1 lies open: ").wait_for()
    assert page.locator("#board .flip.is-up").count() == 1
    before = page.locator(".log li").count()
    page.locator("#board [data-move]").nth(1).click()
    page.wait_for_function("n => document.querySelectorAll('.log li').length > n", arg=before)
    page.wait_for_selector("#board .was-seen")
    told = page.locator(".log").inner_text()
    for label in page.locator("#board .was-seen").evaluate_all("all => all.map(e => e.ariaLabel)"):
        place, letter = label.removeprefix("card ").split(",")[0].split(" was turned: ")
        assert f"card {place} is {letter}" in told


def test_memory_yours_against_the_machines(visit, server):
    link = shared.sitting_link(server, "memory", seed=1, start="2x4 | A B ? ? ? ? ? ?", seat="first")
    page = visit().go(link)
    opened(page, "Your memory against the machine's: it remembers 2 cards")
    page.get_by_label("what is card 1?").select_option("A")
    page.get_by_label("what is card 2?").select_option("C")
    page.get_by_role("button", name="Compare with the machine").click()
    assert "You remember 1 of 2; the machine remembers 2 of 2." in page.locator(".memories").inner_text()
    # what was seen lies face down until it is asked for
    assert page.locator("#board .flip.is-up").count() == 0


def test_memory_table_is_set_up_by_clicking(visit):
    page = analysed(visit(), "memory", "2x2 | ? ? ? ?")
    opened(page, "Set up a position")
    editor = page.locator(".memory-editor")
    editor.get_by_role("button", name="card 2: unknown").click()
    editor.get_by_role("button", name="free: may be left").click()
    editor.get_by_role("button", name="Show this position").click()
    at(page, "2x2 | ? A ? ?")
    assert "take" in page.url
    assert page.locator("#board .flip.is-up").count() == 1


def test_memory_map_frames_your_board_and_opens_others(visit):
    page = analysed(visit(), "memory", "(4,1,3,1)")
    opened(page, "Map of best moves")
    page.wait_for_selector(".maps")
    framed = page.locator(".map-cell.is-here")
    assert framed.all_inner_texts() == ["2", "1"]  # forced beside free
    page.locator(".map").nth(1).get_by_role("button", name="(3,1,2,1): 0-move").click()
    at(page, "4x1+2x2:4x1+2x1")
    assert "free" in page.url
    page.wait_for_function(
        "() => document.querySelector('.map-cell.is-here button')?.ariaLabel.startsWith('(3,1,2,1)')"
    )


# ---------------------------------------------------------------------- all three


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("game", POSITIONS)
def test_every_tool_open_is_accessible_and_fits(visit, game, width):
    pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    page = analysed(visit(width=width), game, POSITIONS[game])
    for summary in page.locator(".tools > details > summary").all():
        summary.click()
    page.wait_for_timeout(500)
    shared.settled(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.evaluate(resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    assert not serious, json.dumps(
        [(one["id"], [n["html"][:200] for n in one["nodes"][:3]]) for one in serious]
    )

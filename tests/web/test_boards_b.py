"""The boards of the AB game and of Calculation in a browser: every way to make a move, and their tools."""

import json
import re
import time
import urllib.parse
import urllib.request

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install '.[browser]'")

import test_browser as shared

pytestmark = shared.pytestmark
browser, server, visit, windows = shared.browser, shared.server, shared.visit, shared.windows
ask, sitting_link = shared.ask, shared.sitting_link


@pytest.fixture(scope="module", autouse=True)
def ready(server):
    """Wait until both games are ready: compiling for the first time takes longer than a test waits."""
    for _ in range(600):
        with urllib.request.urlopen(f"{server}api/v1/state") as response:
            states = json.load(response)["games"]
        if all(
            states[game]["state"] not in ("asleep", "getting ready") for game in ("abgame", "calculation")
        ):
            return
        time.sleep(0.5)


def analyse_link(game, position):
    return f"#/{game}/analyse?" + urllib.parse.urlencode({"position": position})


def position_of(page):
    return page.locator("#board").get_attribute("data-position")


def at(page, position):
    """Wait until the board shows a position."""
    page.wait_for_function(
        "wanted => document.getElementById('board').dataset.position === wanted", arg=position
    )


def hold_the_verdict(page):
    """Keep the first question of what a choice was worth; ``held[0].continue_()`` lets it go."""
    held = []

    def hold(route):
        judged = "judge" in (route.request.post_data_json or {})
        held.append(route) if judged and not held else route.continue_()

    page.route("**/sitting", hold)
    return held


def cells(page, kind):
    """Count the cells of a kind in the field of codes."""
    path = page.locator(f".ab-field .ab-cells-{kind}")
    return path.get_attribute("d").count("M") if path.count() else 0


# ---------------------------------------------------------------- AB game


def test_a_guess_is_typed_and_the_field_shrinks(visit, server):
    page = visit().go(sitting_link(server, "abgame", seed=5, options={"places": 2, "symbols": 4}))
    page.wait_for_selector(".ab-keycap")
    assert (cells(page, "all"), cells(page, "went"), cells(page, "gone")) == (12, 0, 0)
    page.locator(".ab-keycap").first.focus()
    page.keyboard.type("13")
    page.keyboard.press("Backspace")
    page.keyboard.type("2")
    assert page.locator(".ab-slots").get_attribute("aria-label") == "Entered: 1 2"
    page.keyboard.press("Enter")
    page.wait_for_selector(".ab-row")
    left = int(page.locator(".ab-count strong").inner_text())
    assert page.locator(".ab-row .hidden-words").first.text_content().startswith("Guess 1: 12, answer ")
    assert (cells(page, "all"), cells(page, "went"), cells(page, "gone")) == (left, 12 - left, 0)
    codes = page.locator(".ab-chips [data-move]")
    assert codes.count() == left
    codes.first.click()
    page.wait_for_function("() => document.querySelectorAll('.ab-row').length === 2")


def test_a_symbol_is_used_once_unless_it_may_repeat(visit, server):
    page = visit().go(sitting_link(server, "abgame", seed=5, options={"places": 2, "symbols": 4}))
    one = page.locator("[data-symbol='1']")
    one.click()
    assert one.is_disabled()
    other = visit().go(
        sitting_link(server, "abgame", seed=5, options={"places": 2, "symbols": 3, "repeat": True})
    )
    for _ in range(2):
        other.locator("[data-symbol='1']").click()
    other.get_by_role("button", name="Guess", exact=True).click()
    other.wait_for_selector(".ab-row")


def test_all_best_guesses_are_named(visit, server):
    position = "3x7 123:0A1B 345:0A2B"
    page = visit().go(analyse_link("abgame", position))
    page.wait_for_selector(".ab-best .ab-chip")
    told = ask(server, "/games/abgame/advise", {"position": position})
    best = [move["move"] for move in told["moves"] if move["optimal"]]
    assert sorted(
        page.locator(".ab-best [data-move]").evaluate_all("all => all.map((e) => e.dataset.move)")
    ) == sorted(best)
    assert page.locator(".ab-count strong").inner_text() == str(told["candidates"]) == "10"


def test_the_keeper_is_told_which_answer_contradicts_and_what_would_mend_it(visit, server):
    visitor = visit()
    visitor.expected.add(422)
    begun = ask(
        server, "/games/abgame/sitting", {"new": {"seat": "keeper", "options": {"places": 2, "symbols": 4}}}
    )
    begun = ask(server, "/games/abgame/sitting", {"sitting": begun["sitting"], "move": "0A0B"})
    held = hold_the_verdict(visitor.page)
    page = visitor.go("#/abgame/play?" + urllib.parse.urlencode({"sitting": begun["sitting"]}))
    page.locator(".ab-reply.is-impossible[data-answer='0A0B']").click()
    broken = page.locator(".is-pending .ab-broken")
    broken.wait_for()
    with page.expect_response("**/sitting"):
        held[0].continue_()
    page.wait_for_timeout(300)  # the board has been drawn anew, and still says it
    assert "answer 2 contradicts" in broken.inner_text()
    repair = broken.locator("[data-repair]").last
    mended = repair.get_attribute("data-repair")
    repair.click()
    at(page, mended)
    page.locator(".ab-reply:not(.is-impossible)").first.click()
    page.wait_for_function("() => document.querySelector('.turn')")


def test_answers_are_entered_and_mended_in_the_editor(visit):
    visitor = visit()
    visitor.expected.add(422)
    page = visitor.go(analyse_link("abgame", "3x7 123:0A1B"))
    page.get_by_text("Set up a position").click()
    page.get_by_label("Guess", exact=True).fill("456")
    page.get_by_label("Its answer").select_option("0A2B")
    page.get_by_role("button", name="Add", exact=True).click()
    at(page, "3x7 123:0A1B 456:0A2B")
    page.get_by_label("Answer 2").select_option("3A0B")
    broken = page.locator("li.is-broken .ab-broken")
    broken.wait_for()
    assert position_of(page) == "3x7 123:0A1B 456:0A2B", "the board keeps what is possible"
    broken.locator("[data-repair='3x7 123:0A0B 456:3A0B']").click()
    at(page, "3x7 123:0A0B 456:3A0B")
    assert page.locator(".ab-broken").count() == 0


def test_a_large_size_is_typed_and_drawn_in_bins(visit, server):
    page = visit().go(sitting_link(server, "abgame", seed=5, options={"symbols": 40}))
    page.get_by_label("Your guess as text").fill("1, 20, 33")
    page.get_by_role("button", name="Guess", exact=True).click()
    page.wait_for_selector(".ab-row")
    assert "38 codes" in page.locator(".ab-field-frame figcaption").inner_text()


# ---------------------------------------------------------------- Calculation


def middle(page, spot):
    box = page.locator(f".calc-table [data-spot='{spot}'] svg.card").last.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, end):
    page.wait_for_load_state("networkidle")  # what the page loads at first is there
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    page.mouse.move(*middle(page, end), steps=5)
    page.mouse.up()


def test_cards_are_dragged_clicked_and_sent_by_key(visit, server):
    page = visit().go(sitting_link(server, "calculation", seed=3, options={"stacks": 3}))
    at(page, "A0 B0 C0 D0 / - - - / 3")
    assert "Deal 3" in page.locator(".calc-deal").inner_text()
    drag(page, "drawn", "foundation A")
    assert position_of(page) == "A0 B0 C0 D0 / - - - / 3", "A does not wait for it: the card goes back"
    drag(page, "drawn", "foundation C")
    at(page, "A0 B0 C1 D0 / - - - / 2")
    page.locator("[data-spot='foundation B']").click()
    at(page, "A0 B1 C1 D0 / - - - / 6")
    page.locator("[data-spot='stack 2']").focus()
    page.keyboard.press("1")
    at(page, "A0 B1 C1 D0 / 6 - -")
    drag(page, "stack 1", "foundation C")
    at(page, "A0 B1 C2 D0 / - - - / 8")
    page.get_by_role("button", name="Take back").click()
    at(page, "A0 B1 C1 D0 / 6 - -")
    page.locator("[data-spot='deck']").focus()
    page.keyboard.press("Enter")
    at(page, "A0 B1 C1 D0 / 6 - - / 8")


def test_what_comes_while_a_card_is_dragged_waits_until_it_is_dropped(visit, server):
    page = visit().go(sitting_link(server, "calculation", seed=3, options={"stacks": 3}))
    at(page, "A0 B0 C0 D0 / - - - / 3")
    held = hold_the_verdict(page)
    page.locator("[data-spot='foundation C']").click()
    at(page, "A0 B0 C1 D0 / - - - / 2")
    while not held:
        page.wait_for_timeout(20)
    page.mouse.move(*middle(page, "drawn"))
    page.mouse.down()
    held[0].continue_()
    page.wait_for_selector(".play-verdict .verdict")
    page.mouse.move(*middle(page, "foundation B"), steps=5)
    page.mouse.up()
    at(page, "A0 B1 C1 D0 / - - - / 6")


def test_a_card_that_two_foundations_wait_for_is_picked_up_first(visit):
    page = visit().go(analyse_link("calculation", "A1 B0 C2 D0 / 82 K4 -"))
    page.locator("[data-spot='stack 1']").click()
    page.wait_for_selector("[data-spot='stack 1'].is-chosen")
    assert page.locator(".is-target").evaluate_all("all => all.map((e) => e.dataset.spot)") == [
        "foundation A",
        "foundation B",
    ]
    page.locator("[data-spot='foundation B']").click()
    at(page, "A1 B1 C2 D0 / 8 K4 -")


def test_a_hint_shows_the_worth_of_every_choice_and_what_cards_are_meant_for(visit, server):
    position = "A2 B5 C6 D10 / 7544 9J9T KQJKT / Q"
    page = visit().go(analyse_link("calculation", position))
    page.wait_for_selector(".calc-chip")
    assert page.locator(".calc-chip").count() == 4
    page.wait_for_selector(".calc-letter")
    options = {"player": "paper", "labellings": 100, "quick": True}
    told = ask(server, "/games/calculation/advise", {"position": position, "options": options})["turns"][0]
    best = page.locator(".calc-spot.is-best [class*='card-face']").first.evaluate(
        "e => e.closest('[data-move]').dataset.move"
    )
    assert told["move"] == best == "PUT(B)"
    assert page.locator(".calc-letter").all_text_contents() == re.findall(r"\((\w)\)", told["labelling"])
    page.get_by_label("Show what each card is meant for").uncheck()
    assert page.locator(".calc-letter").count() == 0


def test_the_stack_game_is_drawn_with_its_chances(visit):
    page = visit().go(analyse_link("calculation", "A6 B6 / B6 B5A3B3 A5 / B1"))
    page.wait_for_selector(".calc-chip")
    assert page.locator(".calc-chip").all_text_contents() == ["0%", "★ 81.7%", "50.0%"]
    page.locator("[data-spot='stack 2']").click()
    at(page, "A6 B6 / B6 B5A3B3B1 A5")


def test_a_position_is_set_up(visit):
    page = visit().go(analyse_link("calculation", "A0 B0 C0 D0 / - - / 3"))
    page.get_by_text("Set up a position").click()
    page.get_by_label("C", exact=True).fill("1")
    page.locator(".calc-editor").get_by_label("Stack 2").fill("kt")
    page.locator(".calc-editor").get_by_label("drawn").select_option("6")
    page.get_by_role("button", name="Set up", exact=True).click()
    at(page, "A0 B0 C1 D0 / - KT / 6")
    assert page.locator("[data-spot='stack 2'] .calc-corner").all_text_contents() == ["K", "10"]


def finished(page):
    return page.locator(".calc-film .calc-waits").all_text_contents() == ["✓"] * 4


def test_could_this_deal_be_won(visit):
    page = visit().go(analyse_link("calculation", "A0 B0 C0 D0 / - / 3"))
    page.get_by_text("Could this deal be won?").click()
    page.get_by_label("Deal number").fill("4")
    page.locator("#limit-stacks").select_option("1")
    page.get_by_role("button", name="Decide").click()
    page.wait_for_selector(".calc-verdict.is-impossible")
    page.locator("#limit-stacks").select_option("4")
    page.get_by_role("button", name="Decide").click()
    page.wait_for_selector(".calc-verdict.is-won")
    page.locator(".calc-film").get_by_role("button", name="To the end").click()
    page.wait_for_function("() => document.querySelectorAll('.calc-film .calc-complete').length === 4")
    assert finished(page)


def test_the_game_of_the_paper_runs_and_pauses_and_can_be_played_on(visit):
    page = visit().go(analyse_link("calculation", "A0 B0 C0 D0 / - - - / 3"))
    page.get_by_text("The game of the paper").click()
    film = page.locator(".calc-film")
    film.get_by_label("Speed").fill("4")
    film.get_by_role("button", name="Run").click()
    page.wait_for_function(
        "() => /Turn ([5-9]|\\d\\d)/.test(document.querySelector('.calc-film-words').textContent)"
    )
    film.get_by_role("button", name="Pause").click()
    film.get_by_role("button", name="To the end").click()
    page.wait_for_function("() => document.querySelectorAll('.calc-film .calc-complete').length === 4")
    assert finished(page)
    film.get_by_role("button", name="To the beginning").click()
    film.get_by_role("button", name="One move on").click()
    page.wait_for_function(
        "() => document.querySelector('.calc-film-words').textContent.startsWith('Turn 1 PUT(C)')"
    )
    film.get_by_text("Play on from here").click()
    at(page, "A0 B0 C1 D0 / - - - / 2")
    assert "/play?" in page.url

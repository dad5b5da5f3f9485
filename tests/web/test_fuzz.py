"""Requests that nobody thought of, made from the schema: no answer is an error of the server."""

from contextlib import suppress

import pytest

schemathesis = pytest.importorskip("schemathesis", reason="pip install '.[browser]'")

from hypothesis import HealthCheck, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from hypothesis.errors import Unsatisfiable  # noqa: E402

from saizen import work  # noqa: E402

TRIED = settings(suppress_health_check=list(HealthCheck), deadline=None, database=None)
BUSY = 503
"""Too much work is waiting: an answer, no error."""
OWN = {"host": "127.0.0.1"}


@pytest.fixture(scope="session")
def busy(server):
    """A server that stops long work after a second: what comes in is tried here, not what comes out.

    As on a machine with one core, no work starts processes by itself: they would load everything for nothing.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(work, "cores", lambda: 1)
        page = server(patience=0.1, limit=1.0, queue=1000, threads=200)
        yield page
        page.jobs.close()


@pytest.fixture(scope="session")
def schema(busy):
    return schemathesis.openapi.from_asgi("/api/v1/openapi.json", busy.app, headers=OWN)


@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode))
def test_no_request_breaks_the_server(schema, busy, mode):
    """As the schema says, and as it does not; what becomes a job was understood, and is given up."""
    statuses = set()
    for found in schema.get_all_operations():
        operation = found.ok()

        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(TRIED, max_examples=30)
        def ask(case):
            answer = case.call(headers=OWN)
            statuses.add(answer.status_code)
            assert answer.status_code < 500 or answer.status_code == BUSY, answer.text
            if answer.status_code >= 400:
                assert "error" in answer.json()
            if answer.status_code == 202:
                busy.delete(answer.headers["location"][0])

        with suppress(Unsatisfiable):  # what takes nothing cannot be asked wrongly
            ask()
    assert statuses >= ({200, 202, 404, 422} if mode.value == "positive" else {404, 422})


WORDS = st.text(max_size=8) | st.sampled_from(["", "0", "all", "1-3", "a=1", "remove=clown", "goal=2"])
VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | WORDS
    | st.lists(WORDS, max_size=3)
)


@settings(TRIED, max_examples=200)
@given(data=st.data())
def test_no_option_breaks_the_server(busy, data):
    """Options that there are, with values of every kind."""
    games = [game["name"] for game in busy.get("/api/v1/games").json()["games"]]
    name = data.draw(st.sampled_from(games))
    game = busy.get(f"/api/v1/games/{name}").json()
    command = data.draw(st.sampled_from(sorted({*game["commands"], "sitting"} - {"simulate"})))
    known = game["options"]["rules"] + game["options"]["solver"]
    choices = known if command == "sitting" else game["options"][command]
    chosen = data.draw(st.lists(st.sampled_from([one["name"] for one in choices]), max_size=3))
    options = {option: data.draw(VALUES) for option in chosen}
    position = data.draw(st.none() | st.just(game["example"]) | WORDS)
    body = {"position": position, "options": options}
    if command == "sitting":
        body = {"new": {"start": position, "seed": data.draw(st.integers()), "options": options}}
    answer = busy.post(f"/api/v1/games/{name}/{command}", json=body)
    assert answer.status_code < 500 or answer.status_code == BUSY, answer.text
    if answer.status_code == 202:
        busy.delete(answer.headers["location"])

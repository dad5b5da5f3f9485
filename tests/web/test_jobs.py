"""Work that takes long: jobs, their events, cancelling, the queue, the time limit."""

import asyncio
import json
import threading
import time

import pytest

API = "/api/v1"
LONG = {"position": "0", "options": {}}


def soon(what, seconds=30):
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def start(page, body=None, game="Slow"):
    got = page.post(f"{API}/games/{game}/advise", json=body or LONG)
    assert got.status_code == 202, got.text
    job = got.json()
    assert got.headers["location"] == f"{API}/jobs/{job['job']}"
    return job


def look(page, job):
    return page.get(f"{API}/jobs/{job['job']}").json()


@pytest.fixture
def hasty(server):
    """A server on which everything is a job."""
    page = server(patience=0)
    yield page
    page.jobs.close()


def gated(number):
    """Return a question that nobody asked before: its game is not solved yet."""
    return {"position": "(1, 0)", "options": {"set": [f"goal={number}"]}}


def test_an_answer_that_comes_later(hasty, page, gate):
    body = gated(11)
    job = start(hasty, body, "Gate")
    assert len(job["job"]) > 20
    gate.set()
    soon(lambda: look(hasty, job)["state"] == "done")
    now = look(hasty, job)
    assert now["status"] == 200
    assert now["result"] == page.post(f"{API}/games/Gate/advise", json=body).json()


def test_errors_come_later_too(hasty, gate):
    job = start(hasty, {**gated(12), "position": "nonsense"}, "Gate")
    gate.set()
    soon(lambda: look(hasty, job)["state"] == "failed")
    assert look(hasty, job)["status"] == 422
    assert "nonsense" in look(hasty, job)["error"]
    assert "result" not in look(hasty, job)


def events(page, job):
    with page.stream("GET", f"{API}/jobs/{job['job']}/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        for line in stream.iter_lines():
            if line:
                assert line.startswith("data: ")
                yield json.loads(line.removeprefix("data: "))


def test_events_end_with_the_result(hasty, gate):
    job = start(hasty, gated(13), "Gate")
    gate.set()
    told = list(events(hasty, job))
    assert told[-1]["state"] == "done"
    assert told[-1]["result"]["position"] == "(1, 0)"
    assert all(one["job"] == job["job"] for one in told)


def test_a_job_is_cancelled(hasty):
    job = start(hasty)
    soon(lambda: look(hasty, job)["done"] > 0 or look(hasty, job)["stage"])
    got = hasty.delete(f"{API}/jobs/{job['job']}")
    assert got.json()["state"] == "cancelled"
    assert list(events(hasty, job))[-1]["state"] == "cancelled"
    soon(lambda: not hasty.jobs._running)


def test_whoever_leaves_before_there_is_a_job_stops_the_work(server):
    """Given up within the first second, when the browser knows no number that it could cancel."""
    page = server(patience=600)
    sent = []
    asked = [{"type": "http.request", "body": json.dumps(LONG).encode()}]

    async def receive():
        if not asked:
            while not page.jobs._running:
                await asyncio.sleep(0.01)
            return {"type": "http.disconnect"}
        return asked.pop()

    async def send(message):
        sent.append(message)

    headers = {"host": "127.0.0.1", "content-type": "application/json"}
    scope = {
        "type": "http",
        "method": "POST",
        "path": f"{API}/games/Slow/advise",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    asyncio.run(asyncio.wait_for(page.app(scope, receive, send), 30))
    soon(lambda: not page.jobs._running)
    assert not page.jobs._jobs
    assert sent[0]["status"] == 409


def test_only_so_many_at_once_and_only_so_many_wait(server):
    """Two run, one waits, the next is refused; when one ends, the one that waits goes on."""
    page = server(patience=0.01, at_once=2, queue=1)
    jobs = [start(page) for _ in range(2)]
    soon(lambda: sum(job.long for job in page.jobs._running.values()) == 2)
    third = start(page)
    soon(lambda: look(page, third)["state"] == "queued")
    assert "waiting" in look(page, third)["stage"]
    fourth = page.post(f"{API}/games/Slow/advise", json=LONG)
    if fourth.status_code == 202:  # refused a moment later
        soon(lambda: look(page, fourth.json())["state"] == "failed")
        assert look(page, fourth.json())["status"] == 503
    else:
        assert fourth.status_code == 503
    quick = page.post(f"{API}/games/Race/advise", json={"position": "(1, 0)"})
    assert quick.status_code in (200, 202)
    if quick.status_code == 202:
        soon(lambda: look(page, quick.json())["state"] == "done")
    page.delete(f"{API}/jobs/{jobs[0]['job']}")
    soon(lambda: look(page, third)["state"] == "running")
    page.jobs.close()
    soon(lambda: not page.jobs._running)


def test_too_many_threads_wait_and_then_are_refused(server):
    page = server(patience=0.01, at_once=2, threads=2, queue=1)
    for _ in range(2):
        start(page)
    assert look(page, start(page))["state"] == "queued"
    got = page.post(f"{API}/games/Slow/advise", json=LONG)
    assert got.status_code == 503
    assert "ask again" in got.json()["error"]
    assert got.headers["retry-after"]
    page.jobs.close()


def test_a_job_that_waits_is_cancelled(server):
    page = server(patience=0.01, at_once=1, threads=1)
    start(page)
    waits = start(page)
    assert page.delete(f"{API}/jobs/{waits['job']}").json()["state"] == "cancelled"
    assert not page.jobs._waiting
    page.jobs.close()


def test_the_time_limit(server):
    page = server(patience=0.01, limit=0.3)
    job = start(page)
    soon(lambda: look(page, job)["state"] == "timed out")
    assert "time limit" in look(page, job)["error"]
    soon(lambda: not page.jobs._running)


def test_finished_jobs_are_forgotten(server, gate):
    page = server(patience=0, kept=0.2)
    job = start(page, gated(14), "Gate")
    gate.set()
    soon(lambda: page.get(f"{API}/jobs/{job['job']}").status_code == 404)


def test_a_server_that_stops_takes_no_work(server):
    page = server(patience=0)
    job = start(page)
    assert page.jobs.close()
    assert look(page, job)["state"] == "cancelled"
    assert page.post(f"{API}/games/Slow/advise", json=LONG).status_code == 503


def test_work_that_is_begun_again_ends_once():
    """Work that is stopped for want of room begins again; a result that comes nevertheless counts."""
    from saizen.web.jobs import Jobs

    jobs, begun, free = Jobs(patience=0.02, at_once=1), [], threading.Event()

    def deaf(job):
        begun.append(job.id)
        free.wait(30)
        return "late"

    def listening(job):
        begun.append(job.id)
        while not free.is_set():
            job.progress.advance(0)
            time.sleep(0.01)
        return "again"

    first = jobs.start(deaf)
    soon(lambda: first.long)
    second, third = jobs.start(listening), jobs.start(deaf)
    soon(lambda: second.state == "queued")
    soon(lambda: third.again)
    free.set()
    for job, result in ((first, "late"), (second, "again"), (third, "late")):
        job.future.result(30)
        assert (job.state, job.result) == ("done", result)
    assert begun.count(second.id) == 2
    assert begun.count(third.id) == 1
    assert jobs.close()


def test_an_answer_that_cannot_be_written(server, own_file):
    """Numbers of any length are exact; what JSON cannot have is told."""
    page = server(patience=600)
    got = page.post(f"{API}/games/Endless/advise", json={"position": "0"})
    assert got.status_code == 422
    assert set(got.json()) == {"error"}


def test_a_bug_is_told_as_one(caplog):
    from saizen.web.jobs import Jobs

    jobs = Jobs()
    job = jobs.start(lambda _: {}["a"])
    job.future.result(30)
    assert job.status == 500
    assert "something went wrong in saizen itself: KeyError" in job.error
    assert "KeyError" in caplog.text
    jobs.close()


def test_shared_solutions_tell_whoever_asks():
    """A solution that one visitor had made does not stop when that visitor's job did."""
    from saizen.web.jobs import RELAY, Jobs

    jobs = Jobs()

    def tells(job):
        RELAY.stage("a stage", 3)
        RELAY.advance(2)
        RELAY.tell("so far")

    first = jobs.start(tells)
    first.future.result(30)
    jobs.cancel(first)
    second = jobs.start(tells)
    second.future.result(30)
    now = second.snapshot()
    assert (now["stage"], now["done"], now["total"], now["told"]) == ("a stage", 2, 3, "so far")
    RELAY.advance()  # nobody asks: nothing happens
    jobs.close()


def test_questions_wait_until_a_game_is_ready(server):
    """While a game gets ready its questions wait and say so; what fails is told by the question itself."""
    from saizen.kernels.prewarm import Prewarm
    from saizen.store import Store
    from saizen.web import readiness
    from saizen.web.catalogue import catalogue
    from saizen.web.jobs import Jobs

    games = catalogue()
    free = threading.Event()
    order = []

    def prepare(game, store):
        order.append(game.name)
        free.wait(30)
        if game.name == "memory":
            raise RuntimeError("no")

    class Compiled(Prewarm):
        def start(self, game, jobs, *, first=False):
            started.append((game, first))
            return False

    started = []
    patch = pytest.MonkeyPatch()
    patch.setattr(readiness, "prepare", prepare)
    ready, jobs = readiness.Warming(games, Store(), prewarm=Compiled()), Jobs(patience=0.05)
    assert ready.state("rivals")["state"] == "asleep"
    ready.start()
    soon(lambda: order)
    assert ready.state(order[0])["words"].startswith(f"{games[order[0]].title} is getting ready, about ")
    job = jobs.start(lambda job: ready.wait("calculation", job))
    soon(lambda: "Calculation waits to get ready" in job.stage_text)
    assert job.state == "queued"
    free.set()
    job.future.result(30)
    assert job.state == "done"
    assert order[1] == "calculation"
    soon(lambda: ready.state("memory")["state"] == "failed")
    soon(lambda: ready.state("rivals")["state"] == "ready")
    assert "no" in ready.state("memory")["words"]
    patch.undo()
    jobs.close()
    ready.close()

"""The routes of the page and of its API; other modules do the work."""

import asyncio
import json
import mimetypes
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, Response, StreamingResponse
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from saizen import __version__
from saizen.errors import SaizenError
from saizen.notation import not_among, short
from saizen.store import Store
from saizen.web import questions
from saizen.web.catalogue import Catalogue, readers
from saizen.web.jobs import OVER, RELAY, Busy, Job, Jobs, explained
from saizen.web.questions import answer_data, ask, commands
from saizen.web.readiness import Warming
from saizen.web.requests import (
    JobState,
    Nothing,
    Problem,
    Question,
    Search,
    SittingRequest,
    StateRequest,
    Unknown,
)
from saizen.web.safety import Hosts, Safety
from saizen.web.sittings import Tables
from saizen.web.states import PageStates
from saizen.work.cache import Cache

ACTS = {
    "start": "The state at which a game begins, with the players' names and the unit of the game.",
    "look": "What a state is: who is asked, what can be done, how it looks.",
    "step": "Enter moves one after the other.",
    "rate": "What a state is worth, and what each move of a seat costs.",
    "came": "Draw what comes: a card of the hidden deck, a die, the answer to a guess.",
}
STATIC = Path(__file__).parent / "static"
API = "/api/v1"
PAPERS = f"{API}/papers"
LOOK = 0.1
"""Seconds between two looks at a job whose events are sent."""
KEPT = ("advise", "matrix")
"""Questions that are asked again and again, and whose answers are short."""
MOST_KEPT = 500
PLAIN = re.compile(r"[\w-]+(\.[\w-]+)*(/[\w-]+(\.[\w-]+)*)*", re.ASCII)
"""The form of the path of a file of the page."""
PROBLEMS: dict[int | str, dict[str, Any]] = {
    number: {"model": Problem, "description": words}
    for number, words in {
        404: "There is no such thing here.",
        422: "The question makes no sense: one line says why.",
        503: "Too much work is waiting.",
    }.items()
}
LATER: dict[int | str, dict[str, Any]] = {
    **PROBLEMS,
    202: {"model": JobState, "description": "It takes longer: a job, whose events report its progress."},
}
Game = Annotated[str, InPath(description="The name of a game, as GET /games lists it.", max_length=200)]
JobId = Annotated[str, InPath(max_length=100)]
WithTables = Annotated[bool, Query(description="Also the tables and sentences for people.")]


def make_app(
    games: Catalogue,
    store: Store,
    *,
    jobs: Jobs | None = None,
    warming: Warming | None = None,
    hosts: Hosts | None = None,
) -> Any:
    """Return the server's application: what ``saizen serve`` runs, and what tests ask.

    >>> from saizen.store import Store
    >>> from saizen.web.catalogue import catalogue
    >>> type(make_app(catalogue(), Store())).__name__
    'Safety'
    """
    work = jobs or Jobs()
    ready = warming or Warming(games, store)
    tables = Tables(store, ready.wait)
    states = PageStates(tables)
    answers: Cache[bytes] = Cache(most=MOST_KEPT)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        ready.close()
        work.close()

    app = FastAPI(
        title="saizen",
        version=__version__,
        description="Exact best play for small games: what the command line answers, over HTTP.",
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses={422: PROBLEMS[422]},
    )
    _explain_errors(app)

    async def answered(request: Request, job_work: Callable[[Job], bytes]) -> Response:
        """Answer in time, or with a job. The work writes its answer: what cannot be written fails there.

        Whoever leaves before knows no job that could be cancelled: the work ends with the question.
        """
        job = work.start(job_work)
        waiting = asyncio.ensure_future(asyncio.shield(asyncio.wrap_future(job.future)))
        gone = asyncio.ensure_future(_left(request))
        await asyncio.wait([waiting, gone], timeout=work.patience, return_when=asyncio.FIRST_COMPLETED)
        if gone.done():
            work.cancel(job)
        gone.cancel()
        if job.state not in OVER:
            return _sent(_told(job), 202, {"location": f"{API}/jobs/{job.id}"})
        work.forget(job)
        return _outcome(job)

    @app.get(f"{API}/games")
    def list_games() -> Response:
        """List the games with what can be asked of each."""
        return _json({"games": [{**g.brief(), "state": ready.state(n)} for n, g in games.items()]})

    @app.get(f"{API}/games/{{game}}", responses=PROBLEMS)
    def show_game(game: Game) -> Response:
        """Return everything about a game: players, rules, options."""
        shown_game = games[game]
        return _json({**shown_game.whole(), "state": ready.state(game)})

    @app.post(f"{API}/games/{{game}}/sitting", responses=LATER)
    async def sitting(game: Game, asked: SittingRequest, request: Request) -> Response:
        """Start or continue a game in progress; the client holds its text."""
        shown_game = games[game]
        return await answered(request, lambda job: _dumped(tables.answer(shown_game, asked, job)))

    for act in ("start", "look", "step", "rate", "came"):
        _add_state_route(app, act, games, states, answered)

    @app.post(f"{API}/games/{{game}}/{{command}}", responses=LATER)
    async def question(
        game: Game,
        command: Annotated[str, InPath(max_length=50)],
        asked: Question,
        request: Request,
        shown: WithTables = False,
    ) -> Response:
        """Ask what ``saizen COMMAND GAME --json`` prints."""
        shown_game = games[game]
        offered_commands = commands(shown_game.entry)
        if command not in offered_commands:
            raise Unknown(not_among(command, [*offered_commands, "sitting"], f"a question to {game}"))

        def answer() -> bytes:
            result = ask(shown_game.entry, command, asked.position, asked.options, store, RELAY)
            return _dumped(answer_data(result, shown))

        def answer_ready(job: Job) -> bytes:
            ready.wait(game, job)
            if command not in KEPT or "seconds" in asked.options:  # what depends on time is asked again
                return answer()
            same = (game, command, shown, json.dumps(asked.model_dump()))
            return answers.get(same, answer, RELAY)

        return await answered(request, answer_ready)

    @app.post(f"{API}/search", responses=LATER)
    async def search(asked: Search, request: Request) -> Response:
        """Return which games read a text as a position."""
        return await answered(request, lambda _: _dumped({"games": readers(games, asked.position)}))

    @app.get(PAPERS)
    def list_papers() -> Response:
        """List the papers with what is known to be wrong in them."""
        return _json(questions.listed_papers())

    @app.post(f"{PAPERS}/{{name}}", responses=LATER)
    async def paper(
        name: Annotated[str, InPath(max_length=100)],
        request: Request,
        _: Nothing | None = None,
        shown: WithTables = False,
    ) -> Response:
        """Compare a paper with what is computed, cell by cell."""
        questions.known_paper(name)
        return await answered(
            request, lambda _: _dumped(answer_data(questions.compared_paper(name, store), shown))
        )

    @app.get(f"{API}/state")
    def state() -> Response:
        """Return which games are ready."""
        return _json({"version": __version__, "games": {name: ready.state(name) for name in games}})

    _add_jobs(app, work)

    @app.get("/", include_in_schema=False)
    def index() -> Response:
        return FileResponse(STATIC / "play" / "index.html")

    @app.get("/research", include_in_schema=False)
    def research() -> Response:
        return FileResponse(STATIC / "index.html")

    _name_everything(app, games)
    mimetypes.add_type("text/javascript", ".js")
    folders = {f"/games/{name}": game.folder for name, game in games.items() if game.folder}
    for path, folder in {"/static": STATIC, **folders}.items():
        app.mount(path, _Files(path, folder))
    return Safety(app, hosts or Hosts("127.0.0.1", 80))


def _add_state_route(
    app: FastAPI,
    act: str,
    games: Catalogue,
    states: PageStates,
    answered: Callable[[Request, Callable[[Job], bytes]], Awaitable[Response]],
) -> None:
    """Add the route of one question about a state of a game: the visitor carries the state."""

    async def about_state(game: Game, asked: StateRequest, request: Request) -> Response:
        shown_game = games[game]
        return await answered(request, lambda job: _dumped(states.answer(act, shown_game, asked, job)))

    app.post(f"{API}/games/{{game}}/{act}", responses=LATER, name=act, description=ACTS[act])(about_state)


def _add_jobs(app: FastAPI, work: Jobs) -> None:
    """Add the routes of jobs."""

    def found_job(number: str) -> Job:
        job = work.find(number)
        if job is None:
            raise Unknown(f"there is no job {short(number)!r}; results are kept for {work.kept:.0f} s")
        return job

    @app.get(f"{API}/jobs/{{job}}", responses=PROBLEMS)
    async def show_job(job: JobId) -> Response:
        """Return the state of a job, and its result when it is done."""
        return _sent(_told(found_job(job)))

    @app.delete(f"{API}/jobs/{{job}}", responses=PROBLEMS)
    async def cancel_job(job: JobId) -> Response:
        """Cancel a job."""
        running = found_job(job)
        work.cancel(running)
        return _sent(_told(running))

    @app.get(f"{API}/jobs/{{job}}/events", responses=PROBLEMS)
    async def job_events(job: JobId, request: Request) -> Response:
        """Stream the state of a job as server-sent events; the last one has the result."""
        return StreamingResponse(_events(found_job(job), work, request), media_type="text/event-stream")


mimetypes.add_type("font/woff2", ".woff2")


class _Files(StaticFiles):
    """Files with plain names in a folder, and nothing else."""

    def __init__(self, address: str, folder: Path) -> None:
        super().__init__(directory=folder)
        self._address = address

    async def get_response(self, path: str, scope: Any) -> Response:
        if not PLAIN.fullmatch(scope["path"].removeprefix(f"{self._address}/")):
            raise HTTPException(404, "there is no such file")
        return await super().get_response(path, scope)


def _name_everything(app: FastAPI, games: Catalogue) -> None:
    """Let the schema list the games, the questions and the papers that there are."""
    make = app.openapi
    lists = {
        "game": list(games),
        "command": sorted({command for game in games.values() for command in commands(game.entry)}),
        "name": questions.paper_names(),
    }

    def openapi() -> dict[str, Any]:
        schema = make()
        for path in schema["paths"].values():
            for operation in path.values():
                for parameter in operation.get("parameters", ()):
                    if parameter["in"] == "path" and parameter["name"] in lists:
                        parameter["schema"]["enum"] = lists[parameter["name"]]
        return schema

    app.openapi = openapi  # type: ignore[method-assign]


async def _left(request: Request) -> None:
    """Wait until the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _events(job: Job, jobs: Jobs, request: Request) -> AsyncIterator[bytes]:
    last = None
    while True:
        over = job.state in OVER
        snapshot = _told(job)
        if snapshot != last:
            last = snapshot
            yield b"data: " + snapshot + b"\n\n"
        if over or jobs.closed or await request.is_disconnected():
            return
        await asyncio.sleep(LOOK)


def _dumped(data: Any) -> bytes:
    """Write JSON; half a character, which UTF-8 cannot write, as JSON escapes it."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")


def _json(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return _sent(_dumped(data), status, headers)


def _sent(written: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(written, status, headers, "application/json")


def _told(job: Job) -> bytes:
    """Write where a job stands; its result is written already."""
    snapshot = job.snapshot()
    result: bytes | None = snapshot.pop("result", None)
    written = _dumped(snapshot)
    return written if result is None else written[:-1] + b', "result": ' + result + b"}"


def _outcome(job: Job) -> Response:
    if job.error is not None:
        return _json({**job.more, "error": job.error}, job.status or 422)
    return _sent(job.result)


def _explain_errors(app: FastAPI) -> None:
    """Give every error the same shape."""

    @app.exception_handler(Unknown)
    async def unknown(_: Request, error: Unknown) -> Response:
        return _json({"error": str(error)}, 404)

    @app.exception_handler(Busy)
    async def busy(_: Request, error: Busy) -> Response:
        return _json({"error": str(error)}, 503, {"retry-after": "2"})

    @app.exception_handler(SaizenError)
    async def wrong(_: Request, error: SaizenError) -> Response:
        return _json({**error.data, "error": explained(error)[1]}, 422)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if part != "body")
        message = f"{place}: {first['msg']}" if place else first["msg"]
        return _json({"error": " ".join(message.split())[:3000]}, 422)

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> Response:
        status = 422 if error.status_code == 400 else error.status_code  # a body that is no JSON at all
        return _json({"error": str(error.detail)}, status)

"""``saizen serve``: the page, on this machine."""

import importlib.util
import logging
import os
import socket
import sys
import webbrowser
from typing import TYPE_CHECKING, Annotated, Any

import typer

from saizen.cli.options import STORE, open_store
from saizen.errors import MissingExtra, SaizenError

if TYPE_CHECKING:
    from saizen.web.jobs import Jobs

PORT = 8321
HOST = "127.0.0.1"
Port = Annotated[int, typer.Option("--port", help="The port to listen on; 0 takes any free port.")]
Host = Annotated[
    str,
    typer.Option("--host", help="The address to listen on; addresses of a network are a risk."),
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")]
Games = Annotated[
    list[str] | None,
    typer.Option("--game", help="Your own game for the page, FILE.py:Class; may be repeated."),
]


def serve(
    port: Port = PORT,
    host: Host = HOST,
    no_browser: NoBrowser = False,
    game: Games = None,
    store: STORE = None,
) -> None:
    """Open the page: play, ask and look in a browser."""
    for name in ("fastapi", "uvicorn"):
        if importlib.util.find_spec(name) is None:
            raise MissingExtra(f"the page needs {name}: pip install '.[web]'")
    if not 0 <= port <= 65535:
        raise SaizenError(f"--port {port}: use 0 to 65535")
    chosen = open_store(store)
    listening = _listen(host, port)
    try:
        _serve(listening, host, game or [], chosen, browser=not no_browser)
    finally:
        listening.close()


def _listen(host: str, port: int) -> socket.socket:
    """Take the port, or say in one line why that cannot be."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.create_server((host, port), family=family, backlog=128)
        # Connections inherit it; without it every answer on a kept connection waits 40 ms.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening
    except OSError as error:
        if isinstance(error, socket.gaierror):
            raise SaizenError(f"--host {host}: there is no such address here") from None
        reason = error.strerror or str(error)
        raise SaizenError(
            f"http://{host}:{port}/ cannot be had: {reason}; --port N takes another port, --port 0 any"
        ) from None


def _serve(listening: socket.socket, host: str, own: list[str], store: Any, *, browser: bool) -> None:
    import uvicorn

    from saizen.web.app import make_app
    from saizen.web.catalogue import catalogue
    from saizen.web.jobs import Jobs
    from saizen.web.readiness import Warming
    from saizen.web.safety import Hosts, is_loopback

    port = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/"
    games, jobs = catalogue(own), Jobs()
    warming = Warming(games, store)
    app = make_app(games, store, jobs=jobs, warming=warming, hosts=Hosts(host, port))
    if not os.environ.get("SAIZEN_DEBUG"):
        logging.getLogger("saizen.web").addHandler(_OneLine())
    sys.setswitchinterval(0.001)  # quick answers come between the steps of long work

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if not is_loopback(host):
                print(
                    f"saizen: whoever reaches {host} can ask this machine to work; there is no password",
                    file=sys.stderr,
                )
            print(f"saizen is ready at {address}", flush=True)
            warming.start()
            if browser:
                _open(address)

        def handle_exit(self, sig: int, frame: Any) -> None:
            jobs.closed = True  # whoever watches a job is told at once
            super().handle_exit(sig, frame)

    config = uvicorn.Config(
        app, log_level="critical", access_log=False, server_header=False, timeout_graceful_shutdown=2
    )
    try:
        Server(config).run(sockets=[listening])
    finally:
        warming.close()
        _leave(jobs)


def _leave(jobs: "Jobs") -> None:
    """End; work that does not listen is left behind, since nothing it makes is half written."""
    if jobs.close():
        return
    print("saizen: stopped", file=sys.stderr, flush=True)
    os._exit(130)


class _OneLine(logging.Handler):
    """Errors of the server on one line each."""

    def emit(self, record: logging.LogRecord) -> None:
        print(f"saizen: {' '.join(record.getMessage().split())}", file=sys.stderr)


def _open(address: str) -> None:
    """Open a browser, or say that there is none."""
    screen = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    try:
        opened = screen and webbrowser.open(address)
    except webbrowser.Error:
        opened = False
    if not opened:
        print(f"saizen: no browser was found here; open {address} yourself", file=sys.stderr, flush=True)

"""Safety checks of every request and headers of every response: host, origin, kind and size."""

import asyncio
import ipaddress
import json
import re
import socket
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 4 * 1024 * 1024
"""Bytes of a request's body."""
BODY_SECONDS = 20.0
"""Seconds in which a body has to arrive."""
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
SAFE = ("GET", "HEAD")
METHODS = (*SAFE, "POST", "DELETE")


class Hosts:
    """The host names that the server accepts.

    A page elsewhere can let its own name point to this machine (DNS rebinding); then the name in the Host
    header is foreign, and nothing is answered. A number cannot be such a name.

    >>> hosts = Hosts("127.0.0.1", 8321)
    >>> hosts.allows("localhost:8321"), hosts.allows("evil.example:8321"), hosts.allows("localhost")
    (True, False, False)
    """

    def __init__(self, host: str, port: int) -> None:
        self.names, self.port = {*LOOPBACK, _bracketed(host.lower())}, port
        self.open = not is_loopback(host)
        if self.open:
            self.names.add(socket.gethostname().lower())

    def allows(self, header: str) -> bool:
        """Return whether a Host header is one of ours, the port included."""
        match = re.fullmatch(r"(\[[0-9a-f:.]+\]|[^:\[\]]+)(?::([0-9]{1,5}))?", header.strip().lower())
        if match is None or int(match[2] or 80) != self.port:
            return False
        return match[1] in self.names or (self.open and _is_number(match[1]))


def is_loopback(host: str) -> bool:
    """Return whether an address is reached from this machine alone."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


class Safety:
    """The outermost layer of the server."""

    def __init__(
        self, app: App, hosts: Hosts, most_bytes: int = MOST_BYTES, body_seconds: float = BODY_SECONDS
    ) -> None:
        self.app, self.hosts, self.most_bytes, self.body_seconds = app, hosts, most_bytes, body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, let it through, and add headers to what comes back."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        whole = scope["method"] != "HEAD"

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*_kept(message.get("headers", ())), *_own_headers(scope["path"])]
            elif not whole:
                message = {**message, "body": b""}
            await send(message)

        problem = self._problem(scope)
        if problem is not None:
            await _refuse(guarded, *problem)
            return
        if not whole:
            scope = {**scope, "method": "GET"}
        try:
            body = await self._body(receive) if scope["method"] not in SAFE else b""
        except TimeoutError:
            await _refuse(guarded, 408, f"the request did not arrive whole within {self.body_seconds:g} s")
            return
        if body is None:
            await _refuse(guarded, 413, f"the request is too long; at most {self.most_bytes} bytes are read")
            return
        answered = False

        async def delivered() -> Message:
            nonlocal answered
            if not answered:
                answered = True
                return {"type": "http.request", "body": body, "more_body": False}
            return await receive()

        await self.app(scope, delivered, guarded)

    def _problem(self, scope: Scope) -> tuple[int, str] | None:
        headers = _first(scope["headers"])
        host = headers.get("host", "")
        if not self.hosts.allows(host):
            return 421, f"this server does not answer to the name {host[:100]!r}"
        if scope["method"] not in METHODS:
            return 405, f"{scope['method'][:20]} is not answered here"
        if scope["method"] in SAFE:
            return None
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"http://{host.lower()}":
            return 403, f"a page of {origin[:100]!r} may not ask here"
        if scope["method"] == "POST":
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return 415, "a question is JSON: send it with the header Content-Type: application/json"
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:20]) > self.most_bytes:
            return 413, f"the request is too long; at most {self.most_bytes} bytes are read"
        return None

    async def _body(self, receive: Receive) -> bytes | None:
        """Read the body; None where it is longer than a body may be, whatever its length was said to be."""
        parts, size, more = [], 0, True
        async with asyncio.timeout(self.body_seconds):
            while more:
                message = await receive()
                if message["type"] != "http.request":
                    break
                part = message.get("body", b"")
                size += len(part)
                if size > self.most_bytes:
                    return None
                parts.append(part)
                more = message.get("more_body", False)
        return b"".join(parts)


def _first(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    values: dict[str, str] = {}
    for name, value in headers:
        values.setdefault(name.decode("latin-1").lower(), value.decode("latin-1"))
    return values


def _kept(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    own = {*HEADERS, "server", "cache-control"}
    return [(name, value) for name, value in headers if name.decode("latin-1").lower() not in own]


def _own_headers(path: str) -> list[tuple[bytes, bytes]]:
    """Answers are never kept by a browser; files are asked for again, and sent if they have changed."""
    fresh = "no-store" if path.startswith("/api/") else "no-cache"
    own = {**HEADERS, "cache-control": fresh}
    return [(name.encode(), value.encode()) for name, value in own.items()]


async def _refuse(send: Send, status: int, words: str) -> None:
    body = json.dumps({"error": words}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

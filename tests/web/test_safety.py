"""What the server refuses whatever is asked, and what every response carries."""

import asyncio
import json
from pathlib import Path

import pytest

import saizen
from saizen.web.catalogue import PARTS
from saizen.web.safety import HEADERS, MOST_BYTES, Hosts, Safety

API = "/api/v1"
ADVISE = f"{API}/games/Race/advise"


def test_headers_are_on_every_response(page):
    files = ("/static/css/saizen.css", "/static/no.js", "/games/rivals/board.css", "/games/rivals/no.js")
    paths = ("/", *files, f"{API}/games", f"{API}/nothing", "/nowhere")
    answers = [page.get(path) for path in paths]
    answers += [page.post(ADVISE, json={}), page.post(ADVISE, content="x"), page.put("/")]
    answers.append(page.get("/", headers={"host": "evil.example"}))
    for answer in answers:
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
    assert "unsafe" not in HEADERS["content-security-policy"]
    assert "server" not in answers[0].headers
    assert page.get(f"{API}/games").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1:81", "127.0.0.1.evil.example", "", "localhost@evil", "[::1"]
)
def test_foreign_names_are_not_answered(page, host):
    got = page.get(f"{API}/games", headers={"host": host})
    assert got.status_code == 421
    assert set(got.json()) == {"error"}


def test_own_names_are_answered(page):
    for host in ("127.0.0.1", "localhost", "LOCALHOST:80", "[::1]"):
        assert page.get(f"{API}/state", headers={"host": host}).status_code == 200


def test_names_of_an_open_server():
    hosts = Hosts("0.0.0.0", 8321)
    assert hosts.allows("192.168.1.5:8321")
    assert hosts.allows("[fe80::1]:8321")
    assert not hosts.allows("192.168.1.5:80")
    assert not hosts.allows("evil.example:8321")
    closed = Hosts("127.0.0.1", 8321)
    assert not closed.allows("192.168.1.5:8321")


def test_only_pages_of_our_own_may_ask(page):
    body = {"position": "(1, 0)"}
    for origin, status in (
        ("http://127.0.0.1", 200),
        ("http://evil.example", 403),
        ("null", 403),
        ("https://127.0.0.1", 403),
        ("http://127.0.0.1:81", 403),
    ):
        assert page.post(ADVISE, json=body, headers={"origin": origin}).status_code == status
    assert page.delete(f"{API}/jobs/x", headers={"origin": "http://evil.example"}).status_code == 403


def test_questions_are_json(page):
    text = json.dumps({"position": "(1, 0)"})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        assert page.post(ADVISE, content=text, headers={"content-type": kind}).status_code == 415
    kind = {"content-type": "application/json; charset=utf-8"}
    assert page.post(ADVISE, content=text, headers=kind).status_code == 200
    for wrong in ("", "{", "null", "[" * 100_000, '{"position": NaN}', "9" * 5000, "\xff"):
        got = page.post(ADVISE, content=wrong.encode("latin-1"), headers=kind)
        assert got.status_code == 422, wrong[:20]
        assert set(got.json()) == {"error"}


def test_long_requests_are_not_read(page):
    kind = {"content-type": "application/json"}
    assert page.post(ADVISE, content=b" " * (MOST_BYTES + 1), headers=kind).status_code == 413

    def parts():
        for _ in range(MOST_BYTES // 65536 + 2):
            yield b" " * 65536

    assert page.post(ADVISE, content=parts(), headers=kind).status_code == 413
    for length in ("-1", "many", "9" * 30):
        got = page.post(ADVISE, content=b"{}", headers={**kind, "content-length": length})
        assert got.status_code == 413


def test_nothing_is_changed_by_looking(page):
    for method in ("PUT", "PATCH", "OPTIONS", "TRACE"):
        assert page.request(method, f"{API}/games").status_code == 405
    schema = page.get(f"{API}/openapi.json").json()
    assert all(set(path) <= {"get", "post", "delete"} for path in schema["paths"].values())


def test_heads(page):
    for path in ("/", f"{API}/games", "/static/css/saizen.css"):
        got, whole = page.head(path), page.get(path)
        assert got.status_code == 200
        assert not got.content
        assert got.headers["content-length"] == whole.headers["content-length"]


def test_files_of_the_page(page):
    got = page.get("/")
    assert got.headers["content-type"].startswith("text/html")
    script = page.get("/static/js/main.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert (
        page.get("/static/js/main.js", headers={"if-none-match": script.headers["etag"]}).status_code == 304
    )


def test_files_of_a_game(page):
    """What the folder of a game's page has is served as the page's own files are."""
    kinds = {".js": "text/javascript", ".css": "text/css", ".json": "application/json"}
    for game in page.get(f"{API}/games").json()["games"]:
        if game["kind"] != "game":
            assert not any(game[part] for part in PARTS)
            continue
        for file in sorted((Path(saizen.__file__).parent / "games" / game["name"] / "page").iterdir()):
            address = f"/games/{game['name']}/{file.name}"
            got = page.get(address)
            assert got.content == file.read_bytes()
            assert got.headers["content-type"].startswith(kinds[file.suffix])
            assert got.headers["cache-control"] == page.get("/static/js/main.js").headers["cache-control"]
            assert page.get(address, headers={"if-none-match": got.headers["etag"]}).status_code == 304
        assert all(page.get(game[part]).status_code == 200 for part in PARTS if game[part])


@pytest.mark.parametrize(
    "path",
    [
        "/games/rivals/../entry.py",
        "/games/rivals/..%2fentry.py",
        "/games/rivals/%2e%2e/entry.py",
        "/games/rivals/entry.py",
        "/games/rivals/page/board.js",
        "/games/rivals//etc/passwd",
        "/games/rivals/%2fetc/passwd",
        "/games/rivals/board.js%00",
        "/games/rivals/..%5centry.py",
        "/games/rivals/",
        "/games/rivals",
        "/games/rivals/.hidden",
        "/games/tricks..%2frivals/board.js",
        "/games/nim/nim.py",
        "/games/nothing/board.js",
        "/games/",
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/js/..%2f..%2fapp.py",
        "/static//etc/passwd",
        "/static/%2fetc/passwd",
        "/static/js%00",
        "/static/..%5capp.py",
        "/static/js",
        "/static/",
        "/static/" + "a" * 5000,
        "/app.py",
        "/static/.hidden",
    ],
)
def test_no_file_outside(page, path):
    got = page.get(path)
    assert got.status_code == 404
    assert set(got.json()) == {"error"}


def test_a_body_that_does_not_arrive_is_not_waited_for():
    async def unfinished():
        if not said:
            said.append(True)
            return {"type": "http.request", "body": b"{", "more_body": True}
        return await asyncio.Event().wait()

    async def send(message):
        sent.append(message)

    said, sent = [], []
    headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": ADVISE, "headers": headers}
    server = Safety(None, Hosts("127.0.0.1", 80), body_seconds=0.05)
    asyncio.run(asyncio.wait_for(server(scope, unfinished, send), 20))
    assert sent[0]["status"] == 408
    assert "0.05 s" in json.loads(sent[1]["body"])["error"]

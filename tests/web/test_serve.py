"""``saizen serve`` as a process: the address, a port that is taken, Ctrl-C, no browser, no extra."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

from saizen.cli.serve import _listen

API = "/api/v1"


@pytest.fixture
def run():
    """Start servers, and end them."""
    processes = []

    def start(*words, **env):
        without = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "BROWSER")}
        without.pop("WAYLAND_DISPLAY", None)
        process = subprocess.Popen(
            [sys.executable, "-m", "saizen", "serve", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**without, "PYTHONPATH": os.pathsep.join(sys.path), **env},
        )
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def address(process):
    line = process.stdout.readline()
    found = re.fullmatch(r"saizen is ready at (http://127\.0\.0\.1:\d+)/\n", line)
    assert found, line + process.stderr.read()
    return found[1]


def fetched(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.status, json.loads(answer.read())


def test_from_start_to_end_without_a_browser(run, own_file):
    process = run("--port", "0", "--game", f"{own_file}:Race", "--game", f"{own_file}:Slow")
    home = address(process)
    assert process.stderr.readline() == f"saizen: no browser was found here; open {home}/ yourself\n"
    assert fetched(f"{home}{API}/state")[1]["games"]["Race"]["state"] == "ready"
    status, answer = fetched(f"{home}{API}/games/Race/advise", {"position": "(1, 0)"})
    assert (status, answer["position"]) == (200, "(1, 0)")
    status, job = fetched(f"{home}{API}/games/Slow/advise", {"position": "0"})
    assert (status, job["state"]) == (202, "running")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (out, err) == ("", "saizen: stopped\n")


def test_another_address_is_warned_of_and_a_request_to_end_is_one_line(run):
    process = run("--port", "0", "--host", "0.0.0.0", "--no-browser")
    assert "no password" in process.stderr.readline()
    assert process.stdout.readline().startswith("saizen is ready at http://0.0.0.0:")
    process.terminate()
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (143, "", "saizen: stopped\n")


def test_what_cannot_be(run, cli, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = cli("serve", "--port", port, "--no-browser")
    assert ran.code == 2
    assert re.fullmatch(rf"saizen: http://127.0.0.1:{port}/ cannot be had: .*--port 0 any\n", ran.err)
    for words, told in (
        (("--port", "70000"), "--port 70000"),
        (("--host", "no.such.host.invalid"), "no such address"),
        (("--port", "0", "--game", "nowhere.py:Game"), "there is no file nowhere.py"),
        (("--store", ""), "--store"),
    ):
        ran = cli("serve", "--no-browser", *words)
        assert ran.code == 2
        assert told in ran.err
        assert ran.err.count("\n") == 1
    import importlib.util

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    ran = cli("serve")
    assert ran.code == 2
    assert ran.err == "saizen: the page needs fastapi: pip install '.[web]'\n"


def test_answers_on_a_kept_connection_do_not_wait_for_acknowledgements():
    listening = _listen("127.0.0.1", 0)
    with listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)

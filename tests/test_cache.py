"""Solved things are made once, whoever asks; what fails is not kept."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from saizen.errors import Cancelled
from saizen.work import Stoppable
from saizen.work.cache import Cache


def together(count, work):
    """Run work in threads that begin at the same moment; return the results."""
    gate = threading.Barrier(count)

    def begin(number):
        gate.wait()
        return work(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(begin, range(count)))


def test_threads_that_want_one_thing_make_it_once():
    for _ in range(20):
        cache, made, busy = Cache[object](most=2), [], threading.Event()

        def make(made=made, busy=busy):
            made.append(1)
            busy.wait(0.01)
            return object()

        results = together(8, lambda number, cache=cache, make=make: cache.get("key", make))
        assert len(made) == 1
        assert len(set(map(id, results))) == 1


def test_different_things_are_made_side_by_side():
    cache, gate = Cache[int](most=4), threading.Barrier(3, timeout=10)

    def make(number):
        gate.wait()
        return number

    assert together(3, lambda number: cache.get(number, lambda: make(number))) == [0, 1, 2]


def test_the_least_recently_used_is_dropped():
    cache = Cache[str](most=2)
    for key in "abac":
        cache.get(key, lambda key=key: key)
    assert len(cache) == 2
    assert cache.get("a", lambda: "new") == "a"
    assert cache.get("b", lambda: "new") == "new"
    cache.clear()
    assert len(cache) == 0
    assert cache.get("a", lambda: "new") == "new"


def test_what_fails_is_not_kept_and_the_next_one_tries_again():
    cache = Cache[int](most=2)
    for error in (ValueError, KeyboardInterrupt):
        with pytest.raises(error):
            cache.get("a", lambda error=error: (_ for _ in ()).throw(error()))
    assert cache.get("a", lambda: 5) == 5


def test_waiting_threads_go_on_after_a_failure_one_at_a_time():
    for _ in range(20):
        cache, active, most, calls = Cache[int](most=2), [], [], []
        lock = threading.Lock()

        def make(active=active, most=most, calls=calls, lock=lock):
            with lock:
                calls.append(1)
                active.append(1)
                most.append(len(active))
                first = len(calls) <= 3
            threading.Event().wait(0.002)
            with lock:
                active.pop()
            if first:
                raise ValueError
            return 7

        def ask(number, cache=cache, make=make):
            try:
                return cache.get("key", make)
            except ValueError:
                return None

        results = together(8, ask)
        assert results.count(None) == 3
        assert results.count(7) == 5
        assert max(most) == 1
        assert len(calls) == 4


def test_who_comes_after_a_failure_waits_for_those_who_try_again():
    cache, calls = Cache[int](most=2), []
    fail, succeed, trying = threading.Event(), threading.Event(), threading.Event()

    def first():
        calls.append("first")
        fail.wait(10)
        raise ValueError

    def second():
        calls.append("second")
        trying.set()
        succeed.wait(10)
        return 2

    with ThreadPoolExecutor(3) as pool:
        one = pool.submit(cache.get, "key", first)
        while not calls:
            threading.Event().wait(0.001)
        two = pool.submit(cache.get, "key", second)
        threading.Event().wait(0.05)
        fail.set()
        trying.wait(10)
        three = pool.submit(cache.get, "key", lambda: calls.append("third") or 3)
        threading.Event().wait(0.05)
        succeed.set()
        assert isinstance(one.exception(), ValueError)
        assert (two.result(), three.result(), calls) == (2, 2, ["first", "second"])


def test_making_one_may_ask_for_another_and_for_itself():
    cache = Cache[int](most=3)
    assert cache.get("a", lambda: cache.get("b", lambda: 1) + 1) == 2
    assert cache.get("b", lambda: 9) == 1


def test_who_waits_can_be_cancelled():
    cache, begun, free = Cache(most=1), threading.Event(), threading.Event()

    def make():
        begun.set()
        free.wait(30)
        return 1

    maker = threading.Thread(target=cache.get, args=("a", make))
    maker.start()
    begun.wait(30)
    progress = Stoppable()
    progress.stop()
    with pytest.raises(Cancelled):
        cache.get("a", lambda: 2, progress)
    free.set()
    maker.join()
    assert cache.get("a", lambda: 2) == 1

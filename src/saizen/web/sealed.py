"""Games in progress with hidden cards: the browser holds them, but only the server can read them.

The text of such a game has the seed and everything that happened under a seal, a key that ends with the
server. Entries are written as numbers of one width, so that the length of the text tells nothing either.
"""

import base64
import json
import secrets
from collections.abc import Callable
from hashlib import blake2b, shake_256
from typing import Any

from saizen.errors import SaizenError
from saizen.games import Entry
from saizen.sitting import Sitting
from saizen.sitting.replay import begin, follow, texts
from saizen.solution import Solution

TAG = 32
SEED, PLACE = 8, 4
"""Bytes of the seed, and of the place of a move in the list of those that were possible."""
SEALED = "sealed"


class Seal:
    """Encrypts and authenticates short texts with a key that nobody keeps.

    >>> seal = Seal()
    >>> seal.unlock(seal.lock(b"the king", "Kuhn"), "Kuhn")
    b'the king'
    """

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def lock(self, content: bytes, beside: str) -> str:
        """Encrypt a content; what stands beside it can be read, but not changed."""
        tag = self._tag(content, beside)
        return base64.urlsafe_b64encode(tag + self._veiled(content, tag)).decode()

    def unlock(self, text: str, beside: str) -> bytes:
        """Return the content, or refuse what was changed or sealed by another server."""
        try:
            sealed = base64.urlsafe_b64decode(text)
        except ValueError:
            sealed = b""
        content = self._veiled(sealed[TAG:], sealed[:TAG])
        if not secrets.compare_digest(self._tag(content, beside), sealed[:TAG]):
            raise SaizenError("this game was dealt by a server that has ended, or changed; start a new one")
        return content

    def seed(self, public: int) -> int:
        """Return the seed of a deal: always the same for a public number, and nobody can compute it."""
        return int.from_bytes(blake2b(str(public).encode(), digest_size=7, key=self._key).digest())

    def _tag(self, content: bytes, beside: str) -> bytes:
        named = beside.encode()
        length = len(named).to_bytes(SEED)
        return blake2b(length + named + content, digest_size=TAG, key=self._key).digest()

    def _veiled(self, content: bytes, tag: bytes) -> bytes:
        stream = shake_256(self._key + tag).digest(len(content))
        return bytes(a ^ b for a, b in zip(content, stream, strict=True))


def seal_sitting(seal: Seal, sitting: Sitting) -> str:
    """Write a sitting on one line as `Sitting.to_text` does, seed and log under the seal."""
    data = json.loads(sitting.to_text())
    content = data.pop("seed").to_bytes(SEED)
    del data["log"]
    for turn in sitting.turns:
        place = texts(sitting.game, turn.before, turn.seat).index(turn.text)
        content += bytes([turn.seat]) + place.to_bytes(PLACE)
    return _written({**data, SEALED: seal.lock(content, _written(data))})


def open_sitting(
    seal: Seal, text: str, entry: Entry, solve: Callable[[Any], Solution[Any] | None] | None = None
) -> Sitting:
    """Resume a sitting that `seal_sitting` wrote."""
    try:
        data = json.loads(text)
        sealed = str(data.pop(SEALED))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise SaizenError("this is not a game that the server has sealed; start a new one") from None
    content = seal.unlock(sealed, _written(data))
    whole = {**data, "seed": int.from_bytes(content[:SEED]), "log": []}
    sitting = Sitting.from_text(_written(whole), entry, solve=solve)
    moment = begin(sitting.game, sitting.position)
    for at in range(SEED, len(content), 1 + PLACE):
        seat, place = content[at], int.from_bytes(content[at + 1 : at + 1 + PLACE])
        turn = follow(sitting.game, moment, seat, texts(sitting.game, moment, seat)[place])
        whole["log"].append([seat, turn.text])
        moment = turn.after
    return Sitting.from_text(_written(whole), entry, solve=solve)


def is_sealed(text: str | None) -> bool:
    """Return whether a text is one that `seal_sitting` wrote, as far as its form tells.

    >>> is_sealed('{"saizen": 1, "log": []}'), is_sealed(None)
    (False, False)
    """
    try:
        data = json.loads(text or "")
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and SEALED in data


def _written(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

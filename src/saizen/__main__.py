"""``python -m saizen`` and the command ``saizen``: an interruption while it starts is one line, too."""

import os
import signal
import sys
from types import FrameType


def main() -> None:
    """Start the command line."""
    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # one that is ignored stays so
    if ours:
        signal.signal(signal.SIGINT, _leave)
    from saizen.cli.app import main as run

    if ours:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


def _leave(number: int, frame: FrameType | None) -> None:
    """End at once: nothing has begun, and an exception would be another one where a class is being made."""
    if sys.stderr is not None:
        print("saizen: stopped", file=sys.stderr, flush=True)
    os._exit(130)


if __name__ == "__main__":
    main()

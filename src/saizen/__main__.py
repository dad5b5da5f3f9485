"""``python -m saizen`` and the command ``saizen``: an interruption while it starts is one line, too."""

import sys


def main() -> None:
    """Start the command line."""
    try:
        from saizen.cli.app import main as run
    except KeyboardInterrupt:
        print("saizen: stopped", file=sys.stderr)
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()

"""Show the examples of docstrings as code on the reference page: a fence around every doctest."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"(?:^|(?<=\n))((?:>>> .*(?:\n(?!\n|>>> |\s*\Z).*)*\n?)+)")


def fenced(text: str) -> str:
    """Put a fence around every run of lines that begins with a prompt and ends with an empty line."""
    before, heading, section = text.partition("Examples\n--------")  # numpydoc's own section is understood
    if "```" in before:
        return text
    before = EXAMPLE.sub(lambda found: f"```pycon\n{found[1].rstrip()}\n```\n", before)
    return before + heading + section


class FenceExamples(griffe.Extension):
    """Change docstrings as they are collected."""

    def on_object(self, *, obj: Any, **kwargs: Any) -> None:
        """Fence the examples of one object."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)

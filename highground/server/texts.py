"""Short texts that people type: names, descriptions. Control characters go, for no database and no page wants them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Annotated

from pydantic import AfterValidator, Field

from highground.server.errors import sentence


def line(text: str) -> str:
    """The text on one line, with single spaces and without characters that are none."""
    return " ".join("".join(map(_plain, text)).split())


def paragraph(text: str) -> str:
    """The same, its lines kept."""
    return "\n".join(line(each) for each in text.splitlines()).strip()


def _plain(character: str) -> str:
    if character.isspace():
        return " "
    return (
        "" if unicodedata.category(character) in {"Cc", "Cs", "Cf"} and character not in "\u200c\u200d" else character
    )


def required(longest: int, empty: str, what: str) -> Callable[[str], str]:
    """A validator for a line that must say something: its sentences are `empty`, and one that begins with `what`."""

    def check(text: str) -> str:
        short = line(text)
        if not short:
            raise sentence(empty)
        return _fitting(short, longest, what)

    return check


def optional(longest: int, what: str) -> Callable[[str], str]:
    """A validator for a text of some lines that may be empty."""
    return lambda text: _fitting(paragraph(text), longest, what)


def _fitting(text: str, longest: int, what: str) -> str:
    if len(text) > longest:
        raise sentence(f"{what} may have at most {longest:,} characters.")
    return text


GameName = Annotated[
    str,
    AfterValidator(required(200, "Please give the game a name.", "The name of a game")),
    Field(examples=["Tuesday at the club"]),
]
GameDescription = Annotated[str, AfterValidator(optional(2000, "The description"))]
RosterName = Annotated[
    str,
    AfterValidator(required(200, "Please give the roster a name.", "The name of a roster")),
    Field(examples=["Border watch"]),
]

"""What a call answers, for the description of the API alone: our answers are bytes before FastAPI sees them."""

from __future__ import annotations

from functools import cache
from typing import Any, Union

from pydantic import ConfigDict


@cache
def either(*answers: type) -> Any:
    """One of these answers.

    Pydantic works out how to check them when it is first asked to, and it never is but for the description: for the
    state of a game, in every call that answers one, that was a third of a server's start.
    """
    union: Any = Union[answers]  # noqa: UP007 - made of a tuple, and X | Y takes no attributes
    union.__pydantic_config__ = ConfigDict(defer_build=True)
    return union

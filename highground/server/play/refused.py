"""Why a call is not carried out, or not yet."""

from __future__ import annotations

from typing import Literal

from starlette.exceptions import HTTPException

from highground.engine.choices import Choice
from highground.engine.errors import Refusal as RuleRefusal
from highground.game.match.match import Offer
from highground.game.views.counsel import Warned
from highground.words import explain

MOVED_ON = "The battle moved on."


class StaleError(HTTPException):
    """The call was made against an earlier state: what happened since."""

    def __init__(self, number: int, events: list[str]) -> None:
        super().__init__(409, MOVED_ON)
        self.number = number
        self.events = events


class NotAllowedError(HTTPException):
    """The rules refuse it."""

    def __init__(self, refusal: RuleRefusal) -> None:
        self.said = explain(refusal)
        super().__init__(422, f"{self.said.sentence} {self.said.remedy}".strip())


class NeedsWeighing(Exception):
    """A choice is about to be made that its player wants to be weighed first."""

    def __init__(self, choice: Choice) -> None:
        super().__init__(type(choice).__name__)
        self.choice = choice


class WarnedError(HTTPException):
    """A choice was not made: it loses more of the chance to win than its player puts up with."""

    def __init__(self, warning: Warned) -> None:
        super().__init__(412, warning["detail"])
        self.warning = warning


class NeedsConsent(Exception):
    """A player has rolled dice that are not only his, or does something by hand: the other has to agree first."""

    def __init__(self, kind: Literal["dice", "by_hand"], offer: Offer) -> None:
        super().__init__(kind)
        self.kind = kind
        self.offer = offer

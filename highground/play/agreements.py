"""What takes both players: a draw, a change of the clock, dice that one rolled for both; and leaving before the end."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from highground.engine import choices as ch
from highground.engine.errors import Refusal
from highground.engine.record import Given
from highground.play import clock as clocks
from highground.play.answers import tidied
from highground.play.commanding import Command, Put, Steps
from highground.play.match import Match, Offer, Terms
from highground.views.state import ClockChange, OfferDetails, OfferKind, OfferState

THERE_IS_ONE = "This game has a clock already: stop it first."
THERE_IS_NONE = "This game has no clock: start one first."
NO_OFFER = "There is no such offer any more."


def offers_view(match: Match, sides: frozenset[int]) -> list[OfferState]:
    """The offers that stand, for the player who commands `sides`."""
    return [
        {
            "kind": each.kind,
            "army_uuid": match.cast.army_uuids[each.side],
            "army_name": match.cast.armies[each.side],
            "yours": each.side in sides,
            "what": _details(each),
        }
        for each in match.open_offers()
    ]


def _details(offer: Offer) -> OfferDetails:
    terms = offer.what
    if terms.do is not None:
        return {"do": terms.do, "minutes": terms.minutes}
    if terms.choice is not None:
        return {"faces": list(terms.faces), "source": terms.source, "stage": terms.stage}
    return {}


def answered(match: Match, sides: frozenset[int], kind: OfferKind, agree: bool) -> Offer | None:
    """Take the offer down. Returns it where the other side agrees. Raises Refusal."""
    offer = match.offer(kind)
    if offer is None:
        raise Refusal("no-offer", NO_OFFER)
    if agree and offer.side in sides:
        raise Refusal("not-yours", f"{match.cast.armies[1 - offer.side]} has to agree.")
    match.withdraw(kind)
    return offer if agree else None


@Command
def end_battle(match: Match, loser: int | None, reason: Literal["resigned", "absent", "time", "draw"]) -> Steps[None]:
    """End the battle before its last round."""
    yield Put(ch.EndBattle(loser, reason))


@Command
def roll_agreed(match: Match, offer: Offer) -> Steps[None]:
    """Roll with the dice that one player laid down for both."""
    terms = offer.what
    assert terms.choice is not None
    yield Put(terms.choice, Given(terms.faces, terms.source))
    yield from tidied(match)


def dice_offer(match: Match, side: int, put: Put, user: int) -> Offer:
    """Dice of both sides, or of the other, that a player has laid down."""
    assert put.given is not None
    stage = put.choice.stage if isinstance(put.choice, ch.RollDice) else ""
    source: Literal["typed", "camera"] = "camera" if put.given.source == "camera" else "typed"
    terms = Terms(choice=put.choice, faces=put.given.faces, source=source, stage=stage)
    return Offer("dice", side, match.number, terms, user)


def change_clock(match: Match, do: ClockChange, minutes: int, now: datetime) -> None:
    """Start, pause, resume or stop the chess clock. Raises Refusal where there is none, or one already."""
    clock = match.clock
    if do == "start":
        if clock is not None:
            raise Refusal("has-clock", THERE_IS_ONE)
        match.clock = clocks.of_minutes(minutes)
        return
    if clock is None:
        raise Refusal("no-clock", THERE_IS_NONE)
    if do == "pause":
        match.clock = clocks.paused(clock, now)
    else:
        match.clock = clocks.resumed(clock, now) if do == "resume" else None


def claim(match: Match, side: int, seen: datetime, absence: timedelta, now: datetime) -> Literal["absent", "time"]:
    """Why `side` may claim the battle from the other player, last `seen` at the table then. Raises Refusal."""
    other, name = 1 - side, match.cast.armies[1 - side]
    if match.clock is not None and clocks.used(match.clock, now)[other] > match.clock.seconds:
        return "time"
    request = match.ask()
    if request is None or request.side != other:
        raise Refusal("not-due", f"You can claim the battle only while {name} is to act.")
    away = now - seen
    if away < absence:
        left = max(1, round((absence - away).total_seconds() / 60))
        raise Refusal("not-absent", f"{name}'s player was at the table too recently.", f"{left} minutes left")
    return "absent"

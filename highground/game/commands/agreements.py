"""What takes both players: a draw, a change of the clock, dice that one rolled for both; and leaving before the end."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from highground.engine import choices as ch
from highground.engine.errors import Refusal
from highground.engine.record import Given
from highground.game.commands.commanding import Command, Put, Steps
from highground.game.commands.rolling import tidied
from highground.game.match import clock as clocks
from highground.game.match.match import Match, Offer, Terms
from highground.game.views.state import ClockChange, OfferKind


def answered(
    match: Match, sides: frozenset[int], kind: OfferKind, agree: bool, offer_id: str | None = None
) -> Offer | None:
    """Take the offer down, that of this id if it is given. Returns it where the other side agrees to it.

    Raises Refusal, also where another offer has replaced that one: nobody has answered it.
    """
    offer = match.offer(kind)
    if offer is None:
        raise Refusal("no-offer")
    if agree and offer.side in sides:
        raise Refusal("other-side-agrees", army=match.cast.armies[1 - offer.side])
    if offer_id is not None and offer_id != offer.id:
        raise Refusal("other-offer", army=match.cast.armies[offer.side])
    match.withdraw(kind)
    return offer if agree else None


@Command
def end_battle(match: Match, loser: int | None, reason: Literal["resigned", "absent", "time", "draw"]) -> Steps[None]:
    """End the battle before its last round."""
    yield Put(ch.EndBattle(loser, reason))


@Command
def roll_agreed(match: Match, offer: Offer) -> Steps[None]:
    """Roll with the dice that one player rolled for both."""
    terms = offer.what
    assert terms.choice is not None
    yield Put(terms.choice, Given(terms.faces, terms.source))
    yield from tidied(match)


def dice_offer(match: Match, side: int, put: Put, user: int) -> Offer:
    """Dice of both sides, or of the other, that a player has rolled."""
    assert put.given is not None
    stage = put.choice.stage if isinstance(put.choice, ch.RollDice) else ""
    source: Literal["typed", "camera"] = "camera" if put.given.source == "camera" else "typed"
    terms = Terms(choice=put.choice, faces=put.given.faces, source=source, stage=stage)
    return Offer("dice", side, match.number, terms, user)


def check_switch(match: Match, sides: frozenset[int], side: int, choice: ch.ByHand) -> None:
    """Raises Refusal where the player who commands `sides` does by hand what is the other army's."""
    if side not in sides:
        raise Refusal("not-your-switch", ability=choice.ability, army=match.cast.armies[side])


def hand_offer(match: Match, side: int, choice: ch.ByHand, user: int) -> Offer:
    """What a player is about to do by hand."""
    return Offer("by_hand", side, match.number, Terms(choice=choice), user)


@Command
def done_by_hand(match: Match, offer: Offer) -> Steps[None]:
    """Do what both agree on."""
    assert offer.what.choice is not None
    yield Put(offer.what.choice)
    yield from tidied(match)


def change_clock(match: Match, do: ClockChange, minutes: int, now: datetime) -> None:
    """Start, pause, resume or stop the chess clock. Raises Refusal where there is none, or one already."""
    clock = match.clock
    if do == "start":
        if clock is not None:
            raise Refusal("has-clock")
        match.clock = clocks.of_minutes(minutes)
        return
    if clock is None:
        raise Refusal("no-clock")
    if do == "pause":
        match.clock = clocks.paused(clock, now)
    else:
        match.clock = clocks.resumed(clock, now) if do == "resume" else None


def claim(match: Match, side: int, seen: datetime, absence: timedelta, now: datetime) -> Literal["absent", "time"]:
    """Why `side` may claim the battle from the other player, away since they were `seen`. Raises Refusal."""
    other, name = 1 - side, match.cast.armies[1 - side]
    if match.clock is not None and clocks.used(match.clock, now)[other] > match.clock.seconds:
        return "time"
    request = match.ask()
    if request is None or request.side != other:
        raise Refusal("not-due", army=name)
    away = now - seen
    if away < absence:
        left = max(1, round((absence - away).total_seconds() / 60))
        raise Refusal("not-absent", army=name, left=left)
    return "absent"

"""Taking choices back: one's own, with or without the other player's consent.

A player may say at any time who of a unit takes wounds first. That is no move in the game: it neither keeps the other
player from taking back what they did before it, nor is it taken back with that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress

import msgspec

from highground.engine import choices as ch
from highground.engine.battle import free_to_undo
from highground.engine.errors import Refusal
from highground.engine.record import Record
from highground.game.match.match import Draft, Match


def undo_to(match: Match, number: int, sides: Collection[int], agreed: bool) -> None:
    """Take back what one press did: the last choice, then those of `sides` before it, down to so many choices.

    It ends before what may not be taken back like that. What the other side has said of its wounds since stays said.
    """
    said = _undo(match, sides, agreed)
    while number < match.last_of(sides) and _may_go_on(match, sides, agreed):
        said = [*_undo(match, sides, agreed), *said]
    _say_again(match, said)


def _undo(match: Match, sides: Collection[int], agreed: bool) -> list[ch.Allocate]:
    """Take the last choice back: free while it rolled no die and showed nothing hidden, else only if both agree.

    What the other side has prepared stays. Returns what the other side had said of its wounds since.
    """
    last, preparing = match.last_of(sides), _preparing(match)
    others = bool(last) and preparing is not None and preparing != match.maker(last - 1)
    said = _said(match, match.battle.records[last:], sides)
    match.undo(consent=agreed, sides=sides)
    if not others:
        match.draft = Draft()
    return said


def _said(match: Match, records: Iterable[Record], sides: Collection[int]) -> list[ch.Allocate]:
    """What sides other than these have said in some choices of who takes wounds first."""
    choices = (record.choice for record in records)
    return [each for each in choices if isinstance(each, ch.Allocate) and match.cast.sides[each.unit] not in sides]


def _say_again(match: Match, said: Iterable[ch.Allocate]) -> None:
    for choice in said:
        with suppress(Refusal):  # of a unit that has just come to life again, or is apart again
            match.answer(choice)


def _preparing(match: Match) -> int | None:
    """The side that has picked a unit or registered charges."""
    draft = match.draft
    units = [*[unit for unit, _ in draft.charges], *([] if draft.selected is None else [draft.selected])]
    return match.cast.sides[units[0]] if units else None


def _may_go_on(match: Match, sides: Collection[int], agreed: bool) -> bool:
    last = match.last_of(sides) - 1
    return agreed or (match.maker(last) in sides and all(map(free_to_undo, match.battle.records[last:])))


def ask_undo(match: Match, side: int) -> None:
    """Ask the other side to agree that the last choice is taken back. It lapses with the next choice."""
    if not match.battle.records:
        raise Refusal("nothing-to-undo")
    match.draft = msgspec.structs.replace(match.draft, undo=(side, match.last_of({side})))


def answer_undo(match: Match, sides: Collection[int], agree: bool) -> None:
    """Agree to what the other side asks to take back, or decline; the side that asked may withdraw. Raises Refusal."""
    asked = match.undo_asked
    if asked is None:
        raise Refusal("not-asked")
    if agree and asked in sides:
        raise Refusal("other-side-agrees", army=match.cast.armies[1 - asked])
    if agree:
        undo_to(match, match.number, {asked}, agreed=True)
    else:
        match.draft = msgspec.structs.replace(match.draft, undo=None)


def reset_unit(match: Match, melee: bool) -> None:
    """Let go of the picked unit: free until the first dice of its attacks are rolled.

    Without a unit that is picked and has not struck there is nothing to let go of: what another unit did stays done.
    So does what either player has done by hand since, or its own player said of its wounds. Raises Refusal.
    """
    if melee and _picked_to_fight(match):
        _take_pick_back(match)
    match.draft = msgspec.structs.replace(match.draft, selected=None)


def _picked_to_fight(match: Match) -> bool:
    """Whether a unit was picked to fight and has not declared its attacks yet."""
    prompt = match.ask()
    return prompt is not None and ("strike" in prompt.kinds or prompt.why == "pile_in")


def _take_pick_back(match: Match) -> None:
    records, sides = match.battle.records, {match.due().side}
    first = max(i for i, record in enumerate(records) if isinstance(record.choice, ch.Fight))
    since = records[first:]
    said = _said(match, since, sides)
    if any(record.dice for record in since):
        return
    if any(isinstance(each.choice, ch.ByHand | ch.Allocate) and each.choice not in said for each in since):
        raise Refusal("chosen-since")
    while match.number > first:
        match.undo_last(consent=False)
    _say_again(match, said)

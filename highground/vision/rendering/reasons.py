"""Why a miniature was not found, or something is reported that is none, as far as what stood there can tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from highground.vision.bases import FoundBase
from highground.vision.board import Points
from highground.vision.found import Analysis
from highground.vision.hiding import body_shade, hidden_by_terrain, share_hidden
from highground.vision.pose import Pose
from highground.vision.rendering.battles import TrueStanding
from highground.vision.rendering.evaluating import SHOWS, known_terrain
from highground.vision.rendering.outcomes import TableResult, apart, base_of, covers

MistakeKind = Literal["missed", "wrong", "nobodys"]
HALF = 0.7
"""Share of a miniature: one of which less shows is partly hidden."""
HIDES = 0.6
"""Share of what does not show of a miniature that terrain or bodies must hide of its base to count as what hides it."""
WORDS = {"terrain": "terrain", "miniature": "another miniature", "": "something else, such as an arm"}


@dataclass(frozen=True, slots=True)
class Mistake:
    """One miniature that was read wrong.

    `cause` is one of a few phrases that can be counted, `words` say it of this one. `true` is its number among those
    standing, `model` that in the analysis; None where there is none.
    """

    kind: MistakeKind
    cause: str
    words: str
    true: int | None = None
    model: int | None = None


def mistakes_of(result: TableResult, pose: Pose) -> list[Mistake]:
    """Everything that was read wrong in a photo: those missed, those of another unit, and what is nobody."""
    found = result.found
    missed = [_missed(result, found, number, pose) for number in result.missed]
    wrong = [_wrong(result, model) for model in result.wrong]
    return [*missed, *wrong, *(_nobodys(result, found, number, pose) for number in result.nobodys)]


def card_name(transponder: str) -> str:
    """A transponder as it is printed: T04."""
    return transponder.replace("transponder-", "T")


def _missed(result: TableResult, found: Sequence[FoundBase], number: int, pose: Pose) -> Mistake:
    true = result.standing[number]
    who = f"{card_name(true.transponder)}, {true.shows:.0%} shows"
    cause, words = _why_missed(result, found, number, pose)
    return Mistake("missed", cause, f"{who}: {words or cause}", true=number)


def _why_missed(result: TableResult, found: Sequence[FoundBase], number: int, pose: Pose) -> tuple[str, str]:
    true, base = result.standing[number], base_of(result.standing[number])
    near = [found[each] for each in result.nobodys if covers(found[each], base) or covers(base, found[each])]
    if near:
        return "place too far off", _off(base, min(near, key=lambda each: apart(base, each)))
    hider = _hider(result, number, pose)
    if true.shows < SHOWS:
        return f"hidden by {WORDS[hider]}", ""
    over = [model for model in result.pairs if covers(found[model], base)]
    if over:
        whose = card_name(result.standing[result.pairs[over[0]]].transponder)
        return "under another miniature's outline", f"the outline of one of {whose} was laid over it"
    if true.shows < HALF:
        return f"partly hidden by {WORDS[hider]}", ""
    return "in plain view, nothing reported there", ""


def _off(base: FoundBase, found: FoundBase) -> str:
    size = (
        "" if abs(found.diameter - base.diameter) < 0.05 else f", {found.diameter:.2f}″ wide not {base.diameter:.2f}″"
    )
    shape = "" if bool(found.length) == bool(base.length) else f", as {'an oval' if found.length else 'a circle'}"
    return f"reported {apart(base, found):.2f}″ off{size}{shape}"


def _hider(result: TableResult, number: int, pose: Pose) -> str:
    """What hides most of a miniature's base: 'terrain', another 'miniature', or '' for neither."""
    true = result.standing[number]
    across = true.length or true.diameter
    others = [each for other, each in enumerate(result.standing) if other != number]
    shares = {
        "terrain": share_hidden(true.place, across, hidden_by_terrain(pose, known_terrain(result.terrain), true.up)),
        "miniature": share_hidden(true.place, across, [_shade(pose, each, true.up) for each in others]),
    }
    most = max(shares, key=lambda each: shares[each])
    return most if shares[most] >= HIDES * (1 - true.shows) else ""


def _shade(pose: Pose, each: TrueStanding, plane: float) -> Points:
    return body_shade(pose, each.place, each.diameter, max(0.0, each.up + each.height - plane), plane)


def _wrong(result: TableResult, model: int) -> Mistake:
    true = result.pairs[model]
    own, given = result.standing[true].transponder, result.owners.get(model)
    seen = own in {each.name for each in result.analysis.objects["transponder"]}
    card = "card in view" if seen else "card not seen"
    noted = " A note says that these may be mixed up." if given and _noted(result.analysis, own, given) else ""
    taken = f"taken for {card_name(given)}" if given else "given to no unit"
    cause = f"{'taken for another unit' if given else 'given to no unit'}, its own {card}"
    return Mistake("wrong", cause, f"{card_name(own)}, {taken}; {card}.{noted}", true, model)


def _noted(analysis: Analysis, own: str, given: str) -> bool:
    return any({own, given} <= set(each.units) for each in analysis.problems)


def _nobodys(result: TableResult, found: Sequence[FoundBase], number: int, pose: Pose) -> Mistake:
    base, owner = found[number], result.owners.get(number)
    given = f"given to {card_name(owner)}" if owner else "given to no unit"
    cause, words = _why_nobodys(result, base, pose)
    return Mistake("nobodys", cause, f"{words or cause}; {given}", model=number)


def _why_nobodys(result: TableResult, base: FoundBase, pose: Pose) -> tuple[str, str]:
    missed = _touched(result, base, result.missed)
    if missed is not None:
        true = result.standing[missed]
        return "beside one that is missed", f"{apart(base, base_of(true)):.2f}″ from a missed one of {_name(true)}"
    twice = _touched(result, base, result.pairs.values())
    if twice is not None:
        return "a second time on one that is found", f"on one of {_name(result.standing[twice])} that is found as well"
    for each in result.standing:
        if _lies_in(base, _shade(pose, each, base.up)):
            return "on a miniature's body", f"on the body of one of {_name(each)}"
    if any(_lies_in(base, np.array(each.outline)) for each in result.terrain):
        return "on terrain", ""
    return "on open ground, or on an arm over it", ""


def _touched(result: TableResult, base: FoundBase, numbers: Iterable[int]) -> int | None:
    """The nearest of those standing whose base shares its middle with this one."""
    near = [
        (apart(base, true), number)
        for number in numbers
        if covers(true := base_of(result.standing[number]), base) or covers(base, true)
    ]
    return min(near)[1] if near else None


def _lies_in(base: FoundBase, outline: Points) -> bool:
    return share_hidden((base.x, base.y), 0.1, [outline]) > 0.5


def _name(true: TrueStanding) -> str:
    return card_name(true.transponder)

"""The dice of a photo where it is known how many were rolled: a roll says how many it takes.

Then a keyboard's key is no thirteenth die, and a die that is hardly seen is asked about instead of missed.
"""

from __future__ import annotations

import msgspec

from highground.vision.dice.reading import DiceFound, PossibleDie

QUITE_SURE = 0.97
"""A die that is less certain is asked about where more dice are found than were rolled."""
_OF_DICE = (
    "detection_boxes",
    "detection_scores",
    "detection_classes",
    "detection_certainties",
    "detection_seconds",
    "doubtful",
    "detection_symbols",
    "aside",
)
"""The lists of a reading that have an entry a die."""


def counted(found: DiceFound, rolled: int) -> DiceFound:
    """The same reading, which asks about as many things as `rolled` leaves beside the sure dice, the likeliest first.

    Dice keep their numbers. Doubtful things beyond that are set aside; where there are too few, spare ones join at the
    end, doubtful. Of more sure dice than were rolled, those that are not quite sure are asked about; the others may be
    for rerolls.
    """
    doubtful = [number for number, is_doubtful in enumerate(found.doubtful) if is_doubtful]
    sure = len(found.doubtful) - len(doubtful)
    places = max(rolled - sure, 0)
    unsure = {number for number in _by_sureness(found, False)[: max(sure - rolled, 0)] if _is_unsure(found, number)}
    set_aside = set(_by_sureness(found, True)[: max(len(doubtful) - places, 0)])
    numbers = range(len(found.doubtful))
    marked = msgspec.structs.replace(
        found,
        doubtful=[found.doubtful[number] or number in unsure for number in numbers],
        aside=[number in set_aside for number in numbers],
    )
    return _with_added(marked, found.spare[: max(places - len(doubtful), 0)])


def _by_sureness(found: DiceFound, doubtful: bool) -> list[int]:
    """The doubtful dice, or the others, by their numbers; first what is least clearly a die, and one with pips.

    Certainty alone would put a die with a symbol after a blot that looks like a pip.
    """
    numbers = [number for number, each in enumerate(found.doubtful) if each is doubtful]
    said = zip(found.detection_scores, found.detection_certainties, strict=True)
    sureness = [score + certainty for score, certainty in said]
    return sorted(numbers, key=lambda number: (sureness[number], -number))


def _is_unsure(found: DiceFound, number: int) -> bool:
    return found.detection_certainties[number] < QUITE_SURE


def without_aside(found: DiceFound) -> DiceFound:
    """The same reading without the dice that are set aside; the others get new numbers."""
    kept = [number for number, is_aside in enumerate(found.aside) if not is_aside]
    lists = {name: [getattr(found, name)[number] for number in kept] for name in _OF_DICE}
    return msgspec.structs.replace(found, **lists) if found.aside else found


def _with_added(found: DiceFound, dice: list[PossibleDie]) -> DiceFound:
    boxes = [die.box for die in dice]
    return msgspec.structs.replace(
        found,
        detection_boxes=found.detection_boxes + boxes,
        detection_scores=found.detection_scores + [die.likeness for die in dice],
        detection_classes=found.detection_classes + [die.face for die in dice],
        detection_certainties=found.detection_certainties + [die.certainty for die in dice],
        detection_seconds=found.detection_seconds + [die.second for die in dice],
        doubtful=found.doubtful + [True] * len(dice),
        detection_symbols=found.detection_symbols + [-1] * len(dice),
        aside=found.aside + [False] * len(dice),
        other_boxes=[box for box in found.other_boxes if box not in boxes],
        spare=found.spare[len(dice) :],
        added=len(dice),
    )

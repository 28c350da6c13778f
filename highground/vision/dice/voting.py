"""One throw from several photos of it: the dice of each are joined by their places, and vote on what they show.

Gleams and the camera's grain differ from one photo to the next, a die at rest does not. The first photo gives the
places. A photo that shows other dice, because some were moved or rolled again, has no vote.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from highground.vision.dice.reading import ASKED, DiceFound

MOST_FRAMES = 3
"""Photos of one throw that vote."""
NEAR = 0.5
"""Middles of one die in two photos are at most so many times its side apart, once the camera's shift is taken out."""
SHAKE = 1.5
"""As many sides a hand moves the camera between two photos."""
ALIKE = 0.5
"""A photo with fewer of the dice in the same places, of those in either, shows another throw."""
Places = npt.NDArray[np.float64]


@dataclass(slots=True, eq=False)
class _Vote:
    """What the photos say of one die."""

    box: list[float]
    score: float
    second: int
    symbol: int = -1
    certain: dict[int, list[float]] = field(default_factory=dict)
    doubts: list[bool] = field(default_factory=list)
    other: bool = False


def voted(readings: Sequence[DiceFound]) -> DiceFound:
    """What several readings of one throw say together, in the places of the first; each in its photo's pixels.

    A die on whose face they disagree is doubtful, as is one that not all see. What fewer than half see, and none is
    sure of, is no die. A certainty is the mean over the photos. Symbols are those of the first photo.
    """
    first, *more = readings
    votes = [_vote(first, number) for number in range(len(first.detection_boxes))]
    for vote, symbol in zip(votes, first.detection_symbols, strict=True):
        vote.symbol = symbol
    frames = 1
    for reading in more:
        pairs = _same_dice(first, reading)
        either = len(first.detection_boxes) + len(reading.detection_boxes) - len(pairs)
        if len(pairs) < ALIKE * either or not pairs:
            continue
        frames += 1
        _count(votes, reading, pairs, _shift(first, reading, pairs))
    return _together(first, votes, frames, sum(each.prediction_time_ms for each in readings))


def _vote(reading: DiceFound, number: int, shift: tuple[float, float] = (0.0, 0.0)) -> _Vote:
    x0, y0, x1, y1 = reading.detection_boxes[number]
    box = [round(x0 - shift[0], 1), round(y0 - shift[1], 1), round(x1 - shift[0], 1), round(y1 - shift[1], 1)]
    vote = _Vote(box, reading.detection_scores[number], reading.detection_seconds[number])
    _say(vote, reading, number)
    return vote


def _say(vote: _Vote, reading: DiceFound, number: int) -> None:
    vote.certain.setdefault(reading.detection_classes[number], []).append(reading.detection_certainties[number])
    vote.doubts.append(reading.doubtful[number])


def _count(votes: list[_Vote], reading: DiceFound, pairs: dict[int, int], shift: tuple[float, float]) -> None:
    """Add what a photo says of the dice that are known, and the dice that it alone sees."""
    for known, number in pairs.items():
        _say(votes[known], reading, number)
    extra = [number for number in range(len(reading.detection_boxes)) if number not in pairs.values()]
    for vote in votes:
        if not vote.other and any(_lies_on(box, vote.box, shift) for box in reading.other_boxes):
            vote.other = True
    silent = [vote for number, vote in enumerate(votes) if number not in pairs]
    for number in extra:
        new = _vote(reading, number, shift)
        again = [vote for vote in silent if _lies_on(new.box, vote.box, (0.0, 0.0))]
        if again:
            _say(again[0], reading, number)
            silent.remove(again[0])
        else:
            votes.append(new)


def _together(first: DiceFound, votes: list[_Vote], frames: int, spent: float) -> DiceFound:
    said = [(*_face(vote, frames), vote) for vote in votes]
    kept = [each for each in said if 2 * len(each[3].doubts) >= frames or not all(each[3].doubts)]
    kept.sort(key=lambda each: -each[3].score)
    boxes = [vote.box for _, _, _, vote in kept]
    return DiceFound(
        boxes,
        [vote.score for *_, vote in kept],
        [face for face, *_ in kept],
        [round(certain, 4) for _, _, certain, _ in kept],
        [second for _, second, *_ in kept],
        [_is_doubtful(vote, frames, certain) for *_, certain, vote in kept],
        [box for box in first.other_boxes if not any(_lies_on(box, die, (0.0, 0.0)) for die in boxes)],
        round(spent, 1),
        [vote.symbol for *_, vote in kept],
        [die for die in first.spare if not any(_lies_on(die.box, box, (0.0, 0.0)) for box in boxes)],
    )


def _face(vote: _Vote, frames: int) -> tuple[int, int, float]:
    """The face that most speaks for, the one after it, and how certain the photos are of the first."""
    ranked = sorted(vote.certain, key=lambda face: (-sum(vote.certain[face]), face))
    second = ranked[1] if len(ranked) > 1 else vote.second
    return ranked[0], second, sum(vote.certain[ranked[0]]) / frames


def _is_doubtful(vote: _Vote, frames: int, certain: float) -> bool:
    return len(vote.certain) > 1 or len(vote.doubts) < frames or vote.other or certain < ASKED


def _middles(reading: DiceFound) -> tuple[Places, Places]:
    """The middles of a reading's dice (n, 2), and their sides (n)."""
    boxes = np.array(reading.detection_boxes, dtype=float).reshape(-1, 4)
    return (boxes[:, :2] + boxes[:, 2:]) / 2, (boxes[:, 2:] - boxes[:, :2]).max(axis=1, initial=0)


def _same_dice(first: DiceFound, other: DiceFound) -> dict[int, int]:
    """Dice of the first reading with those of another, by their places once the camera's shift is taken out."""
    (places, sides), (others, _) = _middles(first), _middles(other)
    if not len(places) or not len(others):
        return {}
    side = float(np.median(sides))
    steps = (others[None] - places[:, None]).reshape(-1, 2)
    steps = np.vstack([np.zeros((1, 2)), steps[np.linalg.norm(steps, axis=1) < SHAKE * side]])
    return max((_matched(places, others - step, NEAR * side) for step in steps), key=len)


def _matched(places: Places, others: Places, reach: float) -> dict[int, int]:
    """Places with the others nearest to them, each at most once, the nearest pairs first."""
    apart = np.linalg.norm(places[:, None] - others[None], axis=2)
    pairs: dict[int, int] = {}
    for flat in np.argsort(apart, axis=None, kind="stable").tolist():
        one, other = divmod(flat, len(others))
        if apart[one, other] > reach:
            break
        if one not in pairs and other not in pairs.values():
            pairs[one] = other
    return pairs


def _shift(first: DiceFound, other: DiceFound, pairs: dict[int, int]) -> tuple[float, float]:
    """How far the dice lie from where the first photo has them."""
    (places, _), (others, _) = _middles(first), _middles(other)
    across, down = np.median(others[list(pairs.values())] - places[list(pairs)], axis=0).tolist()
    return across, down


def _lies_on(box: Sequence[float], die: Sequence[float], shift: tuple[float, float]) -> bool:
    """Whether a box's middle, with the shift taken out, is in a die's box."""
    x, y = (box[0] + box[2]) / 2 - shift[0], (box[1] + box[3]) / 2 - shift[1]
    return die[0] <= x <= die[2] and die[1] <= y <= die[3]

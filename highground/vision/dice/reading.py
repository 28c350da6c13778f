"""Read a dice tray: where its dice are and what they show.

A small network finds them (`finding`). Another reads each die from a crop of the full photo, and may say that it is no
die, or a die of another kind (with numerals, with other than six sides), which is named and not read. It knows dice
that stand upright: seen from the side, a die's upper face is the upper one in the picture. Phones turn photos, so each
die is read at all four quarters, and the whole tray says which of them is up.
Both run on the CPU. How the weights were made: training/README.md.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from highground.vision.dice.boxes import Boxes
from highground.vision.dice.finding import find_dice, shrunk
from highground.vision.dice.networks import WEIGHTS, Numbers, run
from highground.vision.dice.symbols import LEAST, KnownSymbol, TraySymbols, explained, patch_of
from highground.vision.flat import Picture

FINDING = 1024
"""Pixels: the longer side of the picture that dice are searched in; they are read in the whole photo."""
CROP = 48
"""Pixels: the side of the face reader's square."""
PLENTY = 1.2 * CROP
"""Pixels: a die with a longer side is shrunk to so much before its square is cut out."""
LOOKS = ((-0.13, 1.15), (0.13, 1.3))
"""How a die is seen at each quarter: turned by so many radians more, its square so many times its longer side."""
AGAIN = ((0.0, 1.0), (0.0, 1.45), (-0.3, 1.2), (0.3, 1.2))
"""How a doubtful die is seen besides: closer, from farther away and turned more."""
GLANCE = ((0.0, 1.2),)
QUARTERS = 4
KINDS = 8
OTHER = 7
"""What the reader says of a crop: no die, one to six, a die of another kind; and after these, that up is up in it."""
UP_TRUST, UP_FIRST = 0.5, 0.5
"""How far the dice's words for a quarter add up, for they err together; and what is said for the photo as it is."""
SCORE = 0.6
"""Least score of a die that is reported."""
FAINT = 0.3
"""What has a lower score is not looked at again."""
OTHER_ODDS = 3.0
"""How much likelier than any face another kind must be: pips that are hardly seen look like none."""
SYMBOL_ODDS = 0.9
"""The same of a symbol on a die that is doubtful: pips that are hardly seen have less."""
ALIKE, SIZES = 10.0, (0.75, 1.33)
"""A die of another kind that has the colour of a sure die, within so much of Lab, and about its size is of its set: a
face of it has a logo or faded pips, and a person is asked."""
FAINTER, HOT = 0.7, 0.78
"""A doubtful thing with a score of less than so much of the sure dice's is none: clutter is seldom as clear as dice.
Not where the finder's heat is so much: that is a die, blurred or half covered."""
MOST_SPARE, LEAST_PIPS = 24, 0.05
"""Things that are reported as spare; and the odds that the hottest of them has pips where the reader denies it: it
takes a blurred die for none."""
EXPLAINED = 0.97
"""The certainty of a die with a symbol that a player has explained (docs/vision.md)."""
SURE = (2.2, 0.3)
"""From the odds that a die is read right to how often it is: a slope and a step on the logits (docs/vision.md)."""
ASKED = 0.8
"""A die whose certainty is less is asked about."""


class PossibleDie(msgspec.Struct, frozen=True):
    """What the reading does not count as a die, though it may be one: faint, unclear or of another kind.

    `box` in pixels; `likeness`: how much it looks like a die with pips, 0..1; `face`, `second` and `certainty` as of
    dice that count.
    """

    box: list[float]
    likeness: float
    face: int
    second: int
    certainty: float


class DiceFound(msgspec.Struct, frozen=True):
    """Dice of a photo, the surest first. Boxes x0, y0, x1, y1 in its pixels; scores 0..1; classes 1..6.

    `detection_certainties`: how often a die read like this is a die and shows that face, 0..1.
    `detection_seconds`: the face that it shows where it does not show that one.
    `doubtful`: whether a person should say what it shows.
    `other_boxes`: dice of another kind, which are not read.
    `detection_symbols`: dice with the same number show the same symbol in place of pips; -1 where a die shows pips.
    `spare`: what may be dice where fewer are found than were rolled, the likeliest first (`counting`).
    `aside`: dice that are left out, and not asked about, since so many were not rolled; none where that isn't known.
    `added`: how many of the last dice were spare.
    """

    detection_boxes: list[list[float]]
    detection_scores: list[float]
    detection_classes: list[int]
    detection_certainties: list[float]
    detection_seconds: list[int]
    doubtful: list[bool]
    other_boxes: list[list[float]]
    prediction_time_ms: float
    detection_symbols: list[int]
    spare: list[PossibleDie] = []
    aside: list[bool] = []
    added: int = 0


def read_dice(
    picture: Picture,
    weights: Path = WEIGHTS,
    finer: Callable[[], Picture] | None = None,
    known: Sequence[KnownSymbol] = (),
) -> DiceFound:
    """Find and read the dice of a photo (height, width, 3 of BGR).

    `finer` opens the same picture with more pixels; it is asked for where the dice are so small that these say more.
    `known`: symbols that players have explained; dice that show one of them are read without asking.
    """
    begin = time.perf_counter()
    found = _found(picture, weights)
    wide = picture.shape[1]
    if finer is not None and found.sides.min(initial=PLENTY) < PLENTY:
        picture = finer()
    times = picture.shape[1] / wide
    every, all_odds = _read(picture, found.scaled(times), weights)
    scores = _scores(every, all_odds)
    likely = scores >= SCORE
    found, scores, odds = every.only(likely), scores[likely], all_odds[likely]
    certain = _certainties(scores, odds)
    likelier = _strangeness(odds)
    unread = likelier > OTHER_ODDS
    pips = np.where(certain >= ASKED, odds[:, 1:OTHER].argmax(axis=1) + 1, 0)
    symbols = _symbols(picture, found, (likelier > SYMBOL_ODDS) & (pips == 0), pips, known)
    certain[symbols.faces > 0] = EXPLAINED
    other = unread & (symbols.faces == 0)
    other &= ~_of_a_set(picture, found, other, ~unread & (certain >= ASKED))
    dice = ~other & _clear_enough(found.heat, scores, certain, ~other)
    spare = np.append(np.flatnonzero(likely)[~dice], np.flatnonzero(~likely))
    others, found, scores, odds, certain = found.only(other), found.only(dice), scores[dice], odds[dice], certain[dice]
    symbols = symbols.only(dice)
    ranked = symbols.ranked(np.argsort(-odds[:, 1:OTHER], axis=1) + 1, certain >= ASKED)
    spent = (time.perf_counter() - begin) * 1000
    return DiceFound(
        _rounded(found.scaled(1 / times)),
        [round(float(score), 4) for score in scores],
        [int(value) for value in ranked[:, 0]],
        [round(float(value), 4) for value in certain],
        [int(value) for value in ranked[:, 1]],
        [bool(value < ASKED) for value in certain],
        _rounded(others.scaled(1 / times)),
        round(spent, 1),
        symbols.groups,
        _spare(every.only(spare).scaled(1 / times), all_odds[spare]),
    )


def _spare(found: Boxes, odds: Numbers) -> list[PossibleDie]:
    """What does not count as dice, the likeliest first."""
    pips = np.maximum(odds[:, 1:OTHER].sum(axis=1), LEAST_PIPS)
    likeness = np.sqrt(found.heat * pips)
    certain = _certainties(_scores(found, odds), odds)
    faces = np.argsort(-odds[:, 1:OTHER], axis=1) + 1
    boxes = _rounded(found)
    return [
        PossibleDie(
            boxes[number],
            round(float(likeness[number]), 4),
            int(faces[number, 0]),
            int(faces[number, 1]),
            round(float(certain[number]), 4),
        )
        for number in np.argsort(-likeness)[:MOST_SPARE].tolist()
    ]


def _found(picture: Picture, weights: Path) -> Boxes:
    """Where the dice are: found in the picture shrunk to FINDING."""
    scale = min(1.0, FINDING / max(picture.shape[:2]))
    small = shrunk(picture, scale) if scale < 1 else picture
    return find_dice(small, partial(_glance, small, weights), weights).scaled(1 / scale)


def _symbols(
    picture: Picture,
    found: Boxes,
    strange: npt.NDArray[np.bool_],
    pips: npt.NDArray[Any],
    known: Sequence[KnownSymbol],
) -> TraySymbols:
    """What is known of the strange dice, which show no pips; `pips`: the faces of those that surely do, else 0.

    Small ones are too coarse to be compared.
    """
    fit = strange & (found.sides >= LEAST)
    patches = [
        patch_of(picture, place).tobytes() if is_fit else b"" for place, is_fit in zip(found.places, fit, strict=True)
    ]
    faces = np.zeros(len(fit), dtype=int)
    faces[fit] = explained([each for each in patches if each], known)
    faces[_contradicted(picture, found, faces, pips)] = 0
    return TraySymbols(patches, faces)


def _rounded(found: Boxes) -> list[list[float]]:
    return [[round(float(value), 1) for value in box] for box in found.places]


def _of_a_set(
    picture: Picture, found: Boxes, other: npt.NDArray[np.bool_], sure: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    """What looks like another kind, and has the colour and size of a sure die."""
    alike = np.zeros(len(other), dtype=bool)
    if sure.any():
        known = np.stack([_colour(picture, place) for place in found.places[sure]])
        for number in np.flatnonzero(other):
            apart = np.linalg.norm(known - _colour(picture, found.places[number]), axis=1)
            ratio = found.sides[number] / found.sides[sure]
            alike[number] = ((apart < ALIKE) & (ratio > SIZES[0]) & (ratio < SIZES[1])).any()
    return alike


def _contradicted(
    picture: Picture, found: Boxes, faces: npt.NDArray[Any], pips: npt.NDArray[Any]
) -> npt.NDArray[np.bool_]:
    """Symbols whose face another die of the same set shows in pips: on this set, the symbol stands for another face."""
    wrong = np.zeros(len(faces), dtype=bool)
    for face in set(faces[faces > 0].tolist()):
        wrong |= _of_a_set(picture, found, faces == face, pips == face)
    return wrong


def _colour(picture: Picture, place: Numbers) -> Numbers:
    """A die's own colour in Lab, its light counting half: what most of its middle has."""
    edge = (place[2:] - place[:2]) * 0.2
    (left, top), (right, bottom) = (place[:2] + edge).astype(int), (place[2:] - edge).astype(int) + 1
    part = cv2.resize(picture[top:bottom, left:right], (12, 12), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(part.astype(np.float32) / 255, cv2.COLOR_BGR2LAB).reshape(-1, 3)
    own = lab * (0.5, 1, 1)
    for _ in range(2):  # away from its pips, into which a pixel's colour runs
        apart = np.linalg.norm(own - np.median(own, axis=0), axis=1)
        own = own[apart <= np.median(apart)]
    return np.asarray(np.median(own, axis=0), dtype=np.float32)


def _clear_enough(
    heat: Numbers, scores: Numbers, certain: Numbers, dice: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    """What is sure, what is nearly as clear as the sure dice of its tray, and what is a die though unreadable."""
    sure = scores[dice & (certain >= ASKED)]
    least = FAINTER * float(np.median(sure)) if len(sure) else 0.0
    return np.asarray((certain >= ASKED) | (scores >= least) | (heat >= HOT))


def _strangeness(odds: Numbers) -> Numbers:
    """How much likelier another kind of die is than any face."""
    return np.asarray(odds[:, OTHER] / np.maximum(odds[:, 1:OTHER].max(axis=1, initial=0), 1e-6), dtype=np.float32)


def _certainties(scores: Numbers, odds: Numbers) -> Numbers:
    said = np.clip(scores * odds[:, 1:OTHER].max(axis=1, initial=0), 1e-4, 1 - 1e-4)
    slope, step = SURE
    return np.asarray(1 / (1 + np.exp(-(slope * np.log(said / (1 - said)) + step))), dtype=np.float32)


def _glance(picture: Picture, weights: Path, places: Numbers) -> Numbers:
    """How much each place looks like a die with a clear face: by one look, as the photo is held."""
    crops = np.stack([seen for place in places for seen in _crops(picture, place, GLANCE, 1)])
    odds = _softened(run("reader", crops.transpose(0, 3, 1, 2).astype(np.float32), weights))
    clear = odds[:, 1:].max(axis=1) / odds[:, 1:].sum(axis=1)
    return np.asarray((1 - odds[:, 0]) * clear**2, dtype=np.float32)


def _read(picture: Picture, found: Boxes, weights: Path) -> tuple[Boxes, Numbers]:
    """What was found, what is most clearly a die first, and the odds of each kind (n, 8)."""
    if not len(found.heat):
        return found, np.zeros((0, KINDS), dtype=np.float32)
    out = _seen(picture, found.places, LOOKS, weights)
    quarters = _quarters(out)
    odds = _odds(out, quarters)
    scores = _scores(found, odds)
    doubtful = (_certainties(scores, odds) < ASKED) & (scores >= FAINT) & (_strangeness(odds) <= OTHER_ODDS)
    if doubtful.any():
        more = _seen(picture, found.places[doubtful], AGAIN, weights)
        odds[doubtful] = _odds(np.concatenate([out[doubtful], more], axis=2), quarters)
    order = np.argsort(-_scores(found, odds))
    return found.only(order), odds[order]


def _seen(picture: Picture, places: Numbers, looks: tuple[tuple[float, float], ...], weights: Path) -> Numbers:
    """What the reader says of each place (n, quarters, looks, 9)."""
    crops = np.stack([seen for place in places for seen in _crops(picture, place, looks, QUARTERS)])
    out = run("reader", crops.transpose(0, 3, 1, 2).astype(np.float32), weights)
    return np.asarray(out.reshape(len(places), QUARTERS, len(looks), -1), dtype=np.float32)


def _scores(found: Boxes, odds: Numbers) -> Numbers:
    return np.asarray(np.sqrt(found.heat * (1 - odds[:, 0])), dtype=np.float32)


def _softened(out: Numbers) -> Numbers:
    odds = np.exp(out[..., :KINDS] - out[..., :KINDS].max(axis=-1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=-1, keepdims=True), dtype=np.float32)


def _quarters(out: Numbers) -> Numbers:
    """The odds of each quarter to be up, from what the reader said of a tray (n, quarters, looks, 9)."""
    no_die = _softened(out).mean(axis=2)[..., 0]
    up = -np.logaddexp(0, -out[..., KINDS]).mean(axis=2)
    said = UP_TRUST * (up * (1 - no_die)).sum(axis=0)
    said[0] += UP_FIRST
    weights = np.exp(said - said.max())
    return np.asarray(weights / weights.sum(), dtype=np.float32)


def _odds(out: Numbers, quarters: Numbers) -> Numbers:
    """The odds of each kind (n, 8), from what the reader said (n, quarters, looks, 9) and the odds of each quarter."""
    return np.asarray(np.einsum("nqf,q->nf", _softened(out).mean(axis=2), quarters), dtype=np.float32)


def _crops(picture: Picture, place: Numbers, looks: tuple[tuple[float, float], ...], quarters: int) -> list[Picture]:
    """A die's square at each quarter, in each of the looks."""
    x0, y0, x1, y1 = (float(value) for value in place)
    side = max(x1 - x0, y1 - y0, 4.0)
    middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    reach = side * max(room for _, room in looks) * 0.75  # turned squares reach farther
    left, top = (int(value) for value in np.maximum(middle - reach, 0))
    part = picture[top : int(middle[1] + reach) + 2, left : int(middle[0] + reach) + 2]
    shrink = min(1.0, PLENTY / side)
    small = shrunk(part, shrink) if shrink < 1 else part
    across = np.array([small.shape[1] / part.shape[1], small.shape[0] / part.shape[0]])
    centre, pixels = (middle - [left, top]) * across, side * float(across.mean())
    return [
        _square(small, centre, CROP / (pixels * room), quarter * np.pi / 2 + more)
        for quarter in range(quarters)
        for more, room in looks
    ]


def _square(picture: Picture, centre: npt.NDArray[Any], scale: float, turn: float) -> Picture:
    """The square (CROP, CROP, 3) round a place, its pixels scaled, turned clockwise by radians."""
    spin = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    warp = np.hstack([spin, (CROP / 2 - spin @ centre)[:, None]])
    seen = cv2.warpAffine(picture, warp, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.uint8)

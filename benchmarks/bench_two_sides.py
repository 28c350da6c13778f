"""Tables photographed by hand from two places, one after the other: what the second photo hides and the first shows.

Battles drawn in three dimensions, half of whose units have moved since the battle knew them. The second photo is read
alone and joined with the first ([0253](../docs/decisions/0253-photos-of-one-table-are-joined.md)).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from highground.vision.analysis import analyse
from highground.vision.earlier import as_known, unmoved
from highground.vision.evaluation import TrueMiniature, match
from highground.vision.found import Analysis
from highground.vision.rendering.battles import TrueStanding, moved_on, random_battle, standing_of, taken, terrain_of
from highground.vision.rendering.evaluating import SHOWS, known_of

BATTLES, SEED = 10, 7200
SIZE = (2016, 1512)


def main() -> dict[str, Any]:
    alone, joined = Counter[str](), Counter[str]()
    for number in range(BATTLES):
        _read(np.random.default_rng(SEED + number), alone, joined)
    return {"battles": BATTLES, "second_photo_alone": dict(alone), "joined_with_the_first": dict(joined)}


def _read(rng: np.random.Generator, alone: Counter[str], joined: Counter[str]) -> None:
    battle = random_battle(rng)
    empty, _ = taken(replace(battle, soldiers=[], cards={}), SIZE, rng)
    came_from = moved_on(battle, rng)
    first, _ = taken(battle, SIZE, rng)
    second, shows = taken(battle, SIZE, rng)
    standing = standing_of(battle, shows, came_from)
    known = known_of(terrain_of(battle), standing, rng)
    before = analyse(first, known, empty)
    _count(alone, analyse(second, known, empty), standing)
    earlier = as_known(first, before, unmoved(known, known, before))
    _count(joined, analyse(second, known, empty, [earlier]), standing)


def _count(tally: Counter[str], read: Analysis, standing: Sequence[TrueStanding]) -> None:
    """Adds up who was found, of those that the photo hides too, and for their own unit; and what is nobody."""
    given = {each.model: unit.transponder for unit in read.assignments for each in unit.assignments}
    spots = [each.location for each in read.objects["model"] if each.location is not None]
    found = match(spots, [TrueMiniature(each.transponder, each.place, each.diameter) for each in standing])
    hidden = {number for number, each in enumerate(standing) if each.shows < SHOWS}
    tally["miniatures"] += len(standing)
    tally["found"] += len(found)
    tally["right_unit"] += sum(given.get(model) == standing[true].transponder for model, true in found.items())
    tally["nobody"] += len(spots) - len(found)
    tally["hidden"] += len(hidden)
    tally["hidden_and_found"] += len(hidden & set(found.values()))

"""Match-ups to measure players by, and others to train them on: armies, boards and missions in a fixed order."""

from __future__ import annotations

from itertools import cycle, islice
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from highground.engine.model import ArmySheet, Setup
from highground.packs import load_pack
from highground.simulation.armies import resolve_army, setup_of

DRAWN_POINTS = 1500
"""Points of an army that is drawn from the units of a sample army, to measure by."""
SIZES = (1500, 2000, 1000)
"""The same of the armies to train on, in turn: what is learnt has to hold for whole armies of either size."""
FULL = (("vow-2000", "fen-2000"), ("vow-2000", "vow-2000"), ("vow-1000", "fen-1000"), ("fen-2000", "fen-2000"))
FOR_TRAINING = range(1_000, 1_480)
"""Seeds of drawn armies that players are trained on; those they are measured by come from `FOR_MEASURING`."""
FOR_MEASURING = range(8)


class MatchUp(NamedTuple):
    """Two armies by name, and the setup of a battle between them."""

    armies: tuple[str, str]
    setup: Setup


def measuring(number: int, imported: tuple[str, ...] = ()) -> list[MatchUp]:
    """The first `number` match-ups that players are measured by: sample armies whole and drawn, imported ones in turn.

    Raises ArmyError where an imported army cannot be read or cannot fight.
    """
    whole: list[tuple[str, ArmySheet, str, ArmySheet]] = [(a, resolve_army(a), b, resolve_army(b)) for a, b in FULL]
    rivals = cycle([("fen-2000", resolve_army("fen-2000")), ("vow-2000", resolve_army("vow-2000"))])
    brought = [(path, resolve_army(path), *next(rivals)) for path in imported]
    drawn = [_drawn(seed) for seed in FOR_MEASURING]
    mixed = [each for group in zip(whole, drawn, strict=False) for each in group] + drawn[len(whole) :]
    return _on_boards([*brought, *mixed], number)


def training(number: int) -> list[MatchUp]:
    """The first `number` match-ups to train on; no army of them is one to be measured by."""
    return _on_boards([_drawn(seed, SIZES[seed % len(SIZES)]) for seed in FOR_TRAINING], number)


def _on_boards(armies: list[tuple[str, ArmySheet, str, ArmySheet]], number: int) -> list[MatchUp]:
    """Each pair of armies on the next board, with the next mission."""
    pack = load_pack()
    level = [each for each in pack.layouts.values() if not any(piece.floors for piece in each.terrain)]
    boards, missions = level, list(pack.missions.values())  # the computer does not climb
    found = []
    for i, (name, army, other_name, other) in enumerate(islice(cycle(armies), number)):
        lap = i // len(armies)
        setup = setup_of(army, other, boards[(i + lap) % len(boards)], missions[(i + lap) % len(missions)])
        found.append(MatchUp((name, other_name), setup))
    return found


def _drawn(seed: int, most: int = DRAWN_POINTS) -> tuple[str, ArmySheet, str, ArmySheet]:
    """Two armies of the same size, each from the units of a sample army."""
    random = Random(f"match-up {seed}")
    a, b = (random.choice(("vow", "fen")) for _ in range(2))
    return f"{a}/{seed}", _part_of(a, random, most), f"{b}/{seed}", _part_of(b, random, most)


def _part_of(kind: str, random: Random, most: int) -> ArmySheet:
    """Units of both sample armies of this kind up to the points, one with the warlord among them."""
    large, small = (load_pack().army(f"{kind}-{points}") for points in (2000, 1000))
    leader = next(unit for unit in large.units if unit.warlord)
    others = [replace(unit, warlord=False) for unit in (*large.units, *small.units) if unit is not leader]
    random.shuffle(others)
    taken, points = [leader], leader.points
    for unit in others:
        if points + unit.points <= most and all(unit.uid != each.uid for each in taken):
            taken.append(unit)
            points += unit.points
    return replace(large, units=tuple(taken))

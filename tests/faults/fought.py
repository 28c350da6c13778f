"""Battles from seeds: with whatever army, rules and board they end, and their logs replay as they were.

Battle `n` of seed `s` is the first of seed `s + n`, so that any of them can be fought again by itself.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.army_rules import ARMIES, COLLECTED, LARGE, for_army, lists, rule_set
from highground.ai import PERSONALITIES, player
from highground.engine import log
from highground.engine.battle import Battle
from highground.engine.model import Ability, ArmySheet, Setup, Terrain
from highground.packs import load_pack
from highground.rosters import read_roster
from highground.simulation.battles import play_on
from highground.workshop import applied, read_rule_set
from tests.engine.invariants import check_state
from tests.engine.random_play import play_random
from tests.packs.knacks import with_knacks
from tests.rosters.builder import Tree, ability, as_json, as_xml, line, roster, squad
from tests.rosters.phrase_cases import READ
from tests.rosters.test_shelf import captain
from tests.values import replace
from tests.workshop.sets import rule_set as songs

Figures = dict[str, Any]
Source = Callable[[Random], ArmySheet]
SENTENCES = tuple(text for text, _ in READ)
KINDS = (
    ("Infantry", "Grenades"),
    ("Infantry", "Psyker", "Character"),
    ("Mounted", "Thorn Guard"),
    ("Beast",),
    ("Vehicle", "Fly"),
    ("Vehicle", "Aircraft", "Fly"),
    ("Vehicle", "Transport"),
    ("Monster", "Character"),
    ("Infantry", "Fly", "Jump Pack"),
)
TALL = 3.5
"""Inches from which on a piece of terrain is given floors."""


def battles(folder: Path, count: int, seed: int) -> Figures:
    """`count` battles, one after the other; every failure is shown with how to fight that battle alone."""
    sums: Counter[str] = Counter()
    failed: dict[int, str] = {}
    for number in range(seed, seed + count):
        try:
            sums.update(fought(number))
        except Exception as error:
            failed[number] = f"{type(error).__name__}: {error}"[:600]
            sys.stderr.write(f"{failed[number]}\n  again: make faults FAULTS='battles=1 seed={number}'\n")
    if failed:
        raise AssertionError(f"{len(failed)} of {count} battles failed: {failed}")
    return {"battles": count, "failures": 0, **dict(sorted(sums.items()))}


def fought(seed: int) -> Counter[str]:
    """One battle to its end and once more from its log. What it had is counted."""
    random = Random(seed)
    armies = (_army(random), _army(random))
    what = _setup(random, armies[0][1], armies[1][1])
    by_chance = random.random() < 0.5
    battle = play_random(what, seed, check_state) if by_chance else _by_computers(what, seed, random)
    assert battle.state.completed
    again = log.replay(log.load(log.dump(log.log_of(battle))))
    assert again.digest() == battle.digest(), "its replay differs"
    assert again.state == battle.state, "its replay ends otherwise"
    had = Counter(["by chance" if by_chance else "by computers", *_had(battle)])
    had.update(kind for kind, _ in armies)
    return had + Counter({"choices": len(battle.records)})


def _by_computers(what: Setup, seed: int, random: Random) -> Battle:
    names = sorted(PERSONALITIES)
    one, other = (player(random.choice(names), random.choice((1, 3, 5))) for _ in range(2))
    battle = Battle(what, seed)
    play_on(battle, (one, other))
    check_state(battle)
    return battle


def _had(battle: Battle) -> Iterable[str]:
    if any(piece.floors for piece in battle.setup.layout.terrain):
        yield "with floors"
    if any({"fly", "aircraft"} & set(sheet.keywords) for sheet in battle.scene.sheets):
        yield "with flyers"
    if any(ability.uid.startswith("made.") for army in battle.setup.armies for ability in _every(army)):
        yield "with rule sets"


def _every(army: ArmySheet) -> Iterable[Ability]:
    yield from army.abilities
    for unit in army.units:
        yield from unit.abilities


def _setup(random: Random, blue: ArmySheet, red: ArmySheet) -> Setup:
    pack = load_pack()
    layout = random.choice(sorted(pack.layouts.values(), key=lambda each: each.name))
    if random.random() < 0.5:
        layout = replace(layout, terrain=tuple(_raised(piece, random) for piece in layout.terrain))
    mission = random.choice(sorted(pack.missions.values(), key=lambda each: each.name))
    cards = sorted(each.uid for each in pack.secondaries if each.fixed)
    fixed = tuple([tuple(random.sample(cards, 2)) if random.random() < 0.3 else () for _ in range(2)])
    ahead = random.choice(((0, 0), (0, 0), (5, 0), (0, 10)))
    return pack.setup(blue, red, layout, mission, fixed, head_start=ahead)  # type: ignore[arg-type]


def _raised(piece: Terrain, random: Random) -> Terrain:
    if piece.floors or piece.height < TALL or random.random() < 0.3:
        return piece
    floors = [(3.0,), (3.0, 6.0), (2.5,), (5.5,)]
    return replace(piece, floors=random.choice([each for each in floors if each[-1] <= max(piece.height, 3.0)]))


def _army(random: Random) -> tuple[str, ArmySheet]:
    """Where an army comes from, and the army: now and then with abilities that it has not, or with a rule set."""
    kind = random.choice(sorted(SOURCES))
    if kind == "collected lists" and not _collected():
        kind = "lists of our own"
    army = SOURCES[kind](random)
    if random.random() < 0.3:
        army = with_knacks(army)
    if random.random() < 0.5:
        army = applied(army, [for_army(random.choice(_rule_sets()), army)])
    return kind, army


def _sample(random: Random) -> ArmySheet:
    pack = load_pack()
    return pack.army(random.choice(sorted(pack.armies)))


def _own(random: Random) -> ArmySheet:
    """Units of many kinds, each with a few of the sentences that the reader knows, read from a file."""
    units = [_unit(number, random) for number in range(random.randint(3, 7))]
    tree = roster(*units, captain(), points=1000)
    data = as_json(tree) if random.random() < 0.5 else as_xml(tree)
    return read_roster(data, "list").army


def _unit(number: int, random: Random) -> Tree:
    kind, name = random.choice(KINDS), "Warden squad" if number == 0 else f"Company {number}"
    big = bool({"Vehicle", "Monster"} & set(kind))
    said = [ability(f"Saying {number}.{i}", text) for i, text in enumerate(random.sample(SENTENCES, 3))]
    wounds = "11" if big else random.choice("123")
    stats = line(name, t=random.choice("345789"), w=wounds, m=random.choice(('6"', '12"')))
    count = 1 if big else random.choice((1, 3, 5, 10))
    made = squad(name, count, *said, points=120, categories=[*kind, "Faction: Ashen Wardens"])
    return {**made, "profiles": [stats, *(each for each in made["profiles"] if each["typeName"] != "Unit")]}


def _listed(random: Random) -> ArmySheet:
    return random.choice(_collected())


@cache
def _collected() -> list[ArmySheet]:
    """The collected lists that can fight, where they are there: but for one with every unit of a faction."""
    if not COLLECTED.is_dir():
        return []
    armies = [roster.army for _, roster in lists(COLLECTED)]
    return [army for army in armies if army.playable and len(army.units) <= LARGE]


@cache
def _rule_sets() -> list[Any]:
    ours = [rule_set(path.stem) for path in sorted(ARMIES.glob("*.json"))]
    return [*ours, read_rule_set(json.loads(json.dumps(songs())))]


SOURCES: dict[str, Source] = {"sample armies": _sample, "lists of our own": _own, "collected lists": _listed}

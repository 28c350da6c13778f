"""Whole battles in which everything that the pack offers to be used is used: run with -s to see the list."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import get_args

import pytest

from highground.ai import player
from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine import finding, listing
from highground.engine.abilities.effect import Duration, Effect, Moment
from highground.engine.abilities.effects import NEVER_GIVEN, TYPES
from highground.engine.abilities.model import Ability
from highground.engine.battle import Battle
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, SecondaryKind
from highground.engine.prompts import Prompt
from highground.packs import load_pack
from highground.words.readings import of_effect
from tests.packs.knacks import KNACKS, with_knacks
from tests.values import replace

PACK = load_pack()
MOST_BATTLES = 40
KNACK_NAMES = {each.name for each in KNACKS.values()}
HAPPEN = {"Slow Mending", "Old Scars", "Far Counsel", "Many Eyes", "Last Strength", "Sharp Eyes", "Sprouting"}
"""What nobody chooses and leaves a trace of its name."""
WINDOWS = {
    *("targeted", "fight targeted", "enemy moved", "enemy charged", "enemy arrived", "before pick", "before shock"),
    *("rolled", "shot", "round start", "phase start", "phase end", "charged", "wounded", "moved", "deployed"),
}


ELSEWHERE = {"knacks.loaded-die", "knacks.four-eyes", "knacks.lamp", "knacks.long-shadow"}
"""What needs dice rolled stage by stage, two units that have it, one in reserve, or a person:
`tests/engine/test_resources.py` uses them."""


def usable() -> dict[str, Ability]:
    """Everything that somebody may choose to use, by uid; each choice of a selectable ability too."""
    every = list(PACK.stratagems)
    for faction in PACK.factions.values():
        every += [*faction.own.values(), *faction.common.values(), *faction.stratagems.values()]
    found = {each.uid: each for each in every if each.use is not None}
    found |= {each.uid: each for each in KNACKS.values() if each.use is not None and each.uid not in ELSEWHERE}
    return found | {choice.uid: choice for each in every for choice in each.choices}


class Met:
    """What the battles have met so far."""

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()
        self.windows: Counter[str] = Counter()
        self.durations: Counter[str] = Counter()
        self.secondaries: Counter[str] = Counter()
        self.happened: Counter[str] = Counter()
        self.missing = set(usable())

    def look(self, battle: Battle) -> None:
        """Take in the battle's latest record."""
        record = battle.records[-1]
        if isinstance(record.choice, ch.Use):
            self._count(record.choice.ability)
            ability = usable().get(record.choice.ability)
            for choice in ability.choices if ability else ():
                if choice.uid == record.choice.pick:
                    self._count(choice.uid)
        for event in record.events:
            if isinstance(event, ev.WindowOpened):
                self.windows[event.kind] += 1
            elif isinstance(event, ev.EffectBegan):
                self.durations[event.active.effect.duration] += 1
            elif isinstance(event, ev.SecondaryScored):
                self.secondaries[event.secondary] += 1
            elif isinstance(event, (ev.WoundsHealed, ev.MiniaturesAdded)):
                self.happened[event.cause] += 1
            elif isinstance(event, ev.CommandPointsGained):
                self.happened[event.reason] += 1
            elif isinstance(event, ev.BattleShockTested) and len(event.dice) == 3:
                self.happened["Many Eyes"] += 1
            elif isinstance(event, ev.AttacksMade):
                self._sources(event)

    def _sources(self, event: ev.AttacksMade) -> None:
        attack = event.sequence.attack
        for source in (*attack.hit.sources, *attack.wound.sources):
            if source.name in KNACK_NAMES:
                self.happened[source.name] += 1

    def _count(self, uid: str) -> None:
        self.used[uid] += 1
        self.missing.discard(uid)

    def listed(self, battles: int) -> str:
        counted = {
            "used": self.used,
            "windows": self.windows,
            "durations": self.durations,
            "scored": self.secondaries,
            "by itself": self.happened,
        }
        lines = [f"{key}: " + ", ".join(f"{k} {n}" for k, n in sorted(found.items())) for key, found in counted.items()]
        return "\n".join([f"\n{battles} battles", *lines])

    @property
    def complete(self) -> bool:
        scored = len(self.secondaries) == len(PACK.secondaries)
        return not self.missing and self.windows.keys() >= WINDOWS and scored and self.happened.keys() >= HAPPEN


def answer(battle: Battle, prompt: Prompt, met: Met, random: Random) -> ch.Choice:
    """Something not used before, else what a thinking player does without using anything."""
    if "use" in prompt.kinds:
        ways = listing.options(battle, replace(prompt, kinds=("use",)))
        fresh = [way for way in ways if isinstance(way, ch.Use) and met.missing & {way.ability, way.pick}]
        if fresh:
            return random.choice(fresh)
    if "pass" in prompt.kinds:
        return ch.Pass()
    if "reserve" in prompt.kinds and random.random() < 0.15:
        waiting = ch.Reserve(random.choice(prompt.units))
        if battle.allows(waiting):
            return waiting
    if "arrive" in prompt.kinds:
        coming = _behind_the_enemy(battle, prompt, random)
        if coming is not None:
            return coming
    return player("standard").choose(battle, replace(prompt, kinds=tuple(k for k in prompt.kinds if k != "use")))


def _behind_the_enemy(battle: Battle, prompt: Prompt, random: Random) -> ch.Choice | None:
    """An arrival in the corner of the board that lies deepest in the enemy's zone, if there is room."""
    zone = battle.state.armies[1 - prompt.side].zone
    assert zone is not None
    corners = battle.setup.layout.zones[zone].coordinates
    for unit in (unit for unit in prompt.units if battle.state.units[unit].reserves):
        x, y = random.choice(corners)
        anchor = (min(max(x, 3.0), BOARD_WIDTH - 3.0), min(max(y, 3.0), BOARD_HEIGHT - 3.0))
        places = finding.arrive(battle.scene, unit, anchor)
        choice = None if places is None else ch.Arrive(unit, places)
        if choice is not None and battle.allows(choice):
            return choice
    return None


def play(number: int, met: Met) -> None:
    """A battle of the larger sample armies, another board and mission each time."""
    layouts, missions = list(PACK.layouts), list(PACK.missions)
    pair = ("vow-2000", "fen-2000") if number % 2 else ("fen-2000", "vow-2000")
    board, mission = layouts[number % len(layouts)], missions[number % len(missions)]
    # what counts at the battle's end is never drawn: one side fixes it in some battles
    chosen = ("the-banner-stands", "four-winds") if number % 3 == 0 else ()
    fixed: tuple[tuple[str, ...], tuple[str, ...]] = (chosen, ())
    armies = [with_knacks(PACK.army(uid)) for uid in pair]
    setup = PACK.setup(armies[0], armies[1], board, mission, fixed)
    battle, random = Battle(setup, number), Random(number)
    while (prompt := battle.ask()) is not None:
        battle.answer(answer(battle, prompt, met, random))
        met.look(battle)


def test_everything_on_offer_is_used() -> None:
    met = Met()
    battles = 0
    while not met.complete and battles < MOST_BATTLES:
        battles += 1
        play(battles, met)
    print(met.listed(battles))  # noqa: T201
    assert not met.missing
    assert WINDOWS - met.windows.keys() == set()
    assert set(get_args(Duration)) - {"always"} == set(met.durations)
    assert {each.uid for each in PACK.secondaries} == set(met.secondaries)
    assert HAPPEN - met.happened.keys() == set()


def every_effect() -> list[Effect]:
    every = [*PACK.stratagems]
    for faction in PACK.factions.values():
        every += [*faction.own.values(), *faction.common.values(), *faction.stratagems.values()]
    every += KNACKS.values()
    return [e for each in every for part in (each, *each.choices) for e in part.effects]


def test_the_pack_and_the_knacks_use_every_kind_of_effect() -> None:
    """'join_unit' is every leader's, without the pack's saying so."""
    effects = every_effect()
    assert {e.kind for e in effects} == TYPES.keys() - NEVER_GIVEN, "the pack or tests/packs/knacks.py has each"
    assert {e.when for e in effects} == set(get_args(Moment))
    assert {each.kind for each in PACK.secondaries} == set(get_args(SecondaryKind))
    assert len(PACK.secondaries) >= 16


PLAIN = {"move", "leadership", "toughness", "fights_first", "fights_last"}
"""Kinds whose own names are the words for them."""


@pytest.mark.parametrize("effect", {each.kind: each for each in every_effect()}.values(), ids=lambda each: each.kind)
def test_every_kind_of_effect_is_read_to_players_in_words(effect: Effect) -> None:
    bare = replace(effect, conditions=(), duration="always", when="")
    read = of_effect(bare).partition(": ")[2]
    assert read != str(bare) or bare.kind in PLAIN, "what it says is to be in highground/words/readings.py"

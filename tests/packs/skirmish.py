"""Small battles in which the pack's abilities and stratagems are used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine import listing
from highground.engine.battle import Battle
from highground.engine.events import Event
from highground.engine.model import Ability, Point, UnitSheet
from highground.engine.prompts import Prompt
from highground.engine.state import Army, Phase
from highground.packs import load_pack
from tests.engine.field import BLUE, blade, one, position, setup, take, unit, weapon
from tests.values import replace

PACK = load_pack()
VOW, FEN = PACK.factions["basalt-vow"], PACK.factions["fenborn-host"]
RIFLE = weapon("rifle", attacks="4")
BLADE = blade(attacks="4")
POINTS = 6


def troop(
    name: str, count: int = 3, keywords: str = "infantry", own: Sequence[Ability] = (), **stats: Any
) -> UnitSheet:
    """A unit with rifles and blades, and with these abilities."""
    return replace(unit(name, RIFLE, BLADE, count=count, keywords=keywords, **stats), abilities=tuple(own))


def skirmish(
    blue: Sequence[UnitSheet],
    red: Sequence[UnitSheet],
    places: Mapping[int, Sequence[Point]],
    phase: Phase,
    *,
    army: Sequence[Ability] = (),
    cp: int = POINTS,
    **more: Any,
) -> Battle:
    """A battle with the pack's stratagems, both armies with what `army` holds and with `cp` command points."""
    plain = replace(setup(blue, red), stratagems=PACK.stratagems)
    both = tuple(replace(each, abilities=tuple(army)) for each in plain.armies)
    return position(replace(plain, armies=both), places, phase, armies=(Army(cp, zone=0), Army(cp, zone=1)), **more)


def offered(battle: Battle, uid: str) -> list[ch.Use]:
    """The ways in which the ability may be used now."""
    prompt = battle.ask()
    assert prompt is not None
    found = listing.options(battle, prompt) if "use" in prompt.kinds else []
    return [choice for choice in found if isinstance(choice, ch.Use) and choice.ability == uid]


def use(battle: Battle, uid: str, *faces: int, pick: str = "", unit: int | None = None) -> tuple[Event, ...]:
    """Use it in the first way that is offered, with exactly these dice, and see that it is paid for."""
    ways = [way for way in offered(battle, uid) if (not pick or way.pick == pick) and unit in (None, way.unit)]
    assert ways, f"{uid} is not offered"
    prompt = battle.ask()
    assert prompt is not None
    before = battle.state.armies[prompt.side].cp
    events = take(battle, ways[0], *faces)
    used = one(ev.AbilityUsed, events)
    gained = sum(event.points for event in events if isinstance(event, ev.CommandPointsGained))
    assert battle.state.armies[prompt.side].cp == before - used.cost + gained
    return events


def asked(battle: Battle) -> Prompt:
    prompt = battle.ask()
    assert prompt is not None
    return prompt


__all__ = ["BLUE", "FEN", "PACK", "POINTS", "RIFLE", "VOW", "asked", "offered", "skirmish", "troop", "use"]

"""Two short battles as text, compared with the files in `golden`.

After a wanted change of the rules write them again with `UPDATE_GOLDEN=1 pytest tests/engine/test_golden.py`, and read
the difference before committing it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from highground.engine import choices as ch
from highground.engine import finding, listing, log
from highground.engine.attack.sequence import Sequence
from highground.engine.battle import Battle
from highground.engine.model import Point, Setup
from highground.engine.prompts import Prompt
from highground.engine.record import Record
from highground.engine.steps import movement
from highground.engine.table.distance import toward
from tests.engine.field import R, blade, setup, unit, weapon

GOLDEN = Path(__file__).parent / "golden"


def duel() -> Setup:
    """A swordsman against a rifleman; nothing stands between them."""
    sword = unit("Sword", blade("sabre", attacks="3", strength=5, ap=-1, damage="2"), movement=10, wounds=4, save=3)
    rifle = unit("Rifle", weapon("rifle", "2", keywords="rapid fire 1, heavy"), blade("butt"), wounds=3)
    return setup([sword], [rifle])


def patrol() -> Setup:
    """Three units a side with a few of the odder rules, two objectives."""
    blue = [
        unit("Scouts", weapon("carbine", "2", keywords="assault"), blade(), count=3, rules="scouts 6"),
        unit("Bomb", blade("ram", attacks="4", strength=6), keywords="vehicle", movement=9, wounds=4,
             rules="deadly demise D3"),
        unit("Seer", weapon("bolt", skill=2, strength=6, damage="D3", keywords="hazardous, precision, psychic"),
             blade(), wounds=3, invuln=4, rules="stealth"),
    ]  # fmt: skip
    red = [
        unit("Line", weapon("rifle", keywords="rapid fire 1, lethal hits"), blade(), count=4, fnp=6),
        unit("Hunters", blade("claws", attacks="3", keywords="twin-linked, lance"), count=2, movement=9, wounds=2,
             rules="fights first"),
        unit("Late", weapon("spray", "D3", None, keywords="torrent, ignores cover", reach=12), blade(), count=2,
             rules="deep strike"),
    ]  # fmt: skip
    return setup(blue, red, objectives=((30.0, 22.0), (22.0, 12.0)))


def drive(battle: Battle, prompt: Prompt) -> ch.Choice:
    """A plain rule for every prompt, so that nothing but the engine can change a golden battle."""
    return _DRIVERS[prompt.kinds[-1] if prompt.kinds[-1] in ("arrive", "reserve") else prompt.kinds[0]](battle, prompt)


def _deploy(battle: Battle, prompt: Prompt) -> ch.Choice:
    unit_ = prompt.units[0]
    if "deep strike" in battle.scene.sheets[unit_].rules:
        return ch.Reserve(unit_)
    x = 10.0 if battle.state.armies[prompt.side].zone == 0 else 50.0
    count = len(battle.scene.sheets[unit_].line_up)
    return ch.Deploy(unit_, tuple((x, 12.0 + 7 * (unit_ % 3) + i * (2 * R + 0.2)) for i in range(count)))


def _aim(battle: Battle, unit_: int) -> Point:
    foes = battle.scene.units_of(1 - battle.state.units[unit_].side)
    if not foes:
        return battle.setup.layout.objectives[0].location
    return battle.scene.figures(min(foes, key=lambda foe: battle.scene.gap(unit_, foe.index)).index).centre


def _go(battle: Battle, unit_: int, limit: float) -> tuple[Point, ...] | None:
    """Towards the nearest enemy, as far as it goes."""
    centre = battle.scene.figures(unit_).centre
    for share in (1.0, 0.6, 0.3):
        places = finding.shift(battle.scene, unit_, toward(centre, _aim(battle, unit_), limit * share), limit)
        if places is not None:
            return places
    return None


def _move(battle: Battle, prompt: Prompt) -> ch.Choice:
    unit_ = prompt.units[0]
    if battle.scene.engaged(unit_):
        return ch.Move(unit_, "stationary")
    if battle.state.round == 1 and battle.state.units[unit_].side == 0:
        return ch.Move(unit_, "advance")
    places = _go(battle, unit_, movement.speed(battle.scene, unit_))
    return ch.Move(unit_, "stationary") if places is None else ch.Move(unit_, "move", places)


def _arrive(battle: Battle, prompt: Prompt) -> ch.Choice:
    unit_ = next(unit_ for unit_ in prompt.units if battle.state.units[unit_].reserves)
    count = len(battle.scene.sheets[unit_].line_up)
    for x in (26.0, 36.0, 50.0, 4.0):
        choice = ch.Arrive(unit_, tuple((x, 38.0 + i * (2 * R + 0.2)) for i in range(count)))
        if battle.allows(choice):
            return choice
    raise AssertionError("there is no room")


def _place(battle: Battle, prompt: Prompt) -> ch.Choice:
    if prompt.why not in ("advance", "scouts") or prompt.unit is None or prompt.limit is None:
        return ch.Place()
    return ch.Place(_go(battle, prompt.unit, prompt.limit))


def _shoot(battle: Battle, prompt: Prompt) -> ch.Choice:
    unit_ = prompt.units[0]
    shots = listing.single_shots(battle.scene, unit_)
    nearest = sorted(shots, key=lambda shot: (battle.scene.gap(unit_, shot.target), shot.weapon))
    return ch.Shoot(unit_, tuple(nearest[:1]))


def _strike(battle: Battle, prompt: Prompt) -> ch.Choice:
    return ch.Strike(tuple(listing.single_strikes(battle.scene, prompt.units[0])[:1]))


def _charge(battle: Battle, prompt: Prompt) -> ch.Choice:
    charges = [choice for choice in listing.options(battle, prompt) if isinstance(choice, ch.Charge)]
    return min(charges, key=lambda choice: battle.scene.gap(choice.unit, choice.targets[0]))


def _roll(battle: Battle, prompt: Prompt) -> ch.Choice:
    """In even rounds stage by stage, in odd ones at once."""
    return ch.RollDice(prompt.stage if battle.state.round % 2 == 0 and prompt.stage in ch.STAGES else "all")


_DRIVERS: dict[str, Callable[[Battle, Prompt], ch.Choice]] = {
    "advance": lambda battle, prompt: ch.Advance(),
    "roll": _roll,
    "zone": lambda battle, prompt: ch.ChooseZone(prompt.side),
    "deploy": _deploy,
    "reserve": _deploy,
    "arrive": _arrive,
    "move": _move,
    "place": _place,
    "shoot": _shoot,
    "charge": _charge,
    "fight": lambda battle, prompt: ch.Fight(prompt.units[0]),
    "strike": _strike,
    "end": lambda battle, prompt: ch.End(),
}


def as_text(what: Setup, seed: int) -> str:
    """A whole battle as text: each choice, its dice and events, and where everything stands after each round."""
    battle = Battle(what, seed)
    lines = [f"seed {seed}"]
    rounds = 1
    while (prompt := battle.ask()) is not None:
        battle.answer(drive(battle, prompt))
        lines += _record(battle.records[-1])
        if battle.state.round != rounds or battle.state.completed:
            rounds = battle.state.round
            lines += _standing(battle)
    lines += [f"winner {battle.state.winner}", f"choices {len(battle.records)}", f"events {battle.state.events}"]
    assert log.replay(log.log_of(battle)).digest() == battle.digest()
    return "\n".join(lines) + "\n"


def _record(record: Record) -> list[str]:
    lines = [f"> {_words(record.choice, 'choice')}"]
    lines += [f"  dice {each.purpose} d{each.sides} {each.source}: {list(each.faces)}" for each in record.dice]
    return lines + [f"  {_words(event, 'event')}" for event in record.events]


def _words(value: Any, tag: str) -> str:
    """Tag and fields in one line; attacks by their outcome, for the dice stand above them."""
    fields: dict[str, Any] = {name: getattr(value, name) for name in value.__struct_fields__}
    text = []
    for name, held in fields.items():
        if name in {"ways", "heights", "facings"} and not held:
            continue
        if name == "volleys":
            held = [f"{each.weapon} {list(each.bearers)} at {each.target}" for each in held]  # noqa: PLW2901
        elif isinstance(held, Sequence):
            held = f"{held.attack.weapon} damage {held.damage} slain {held.slain}"  # noqa: PLW2901
        else:
            held = msgspec.json.encode(held).decode()  # noqa: PLW2901
        text.append(f"{name}={held}")
    return " ".join([value.__struct_config__.tag, *text])


def _standing(battle: Battle) -> list[str]:
    state = battle.state
    lines = [f"= round {state.round} {state.phase}: VP {[army.vp for army in state.armies]}"]
    lines[0] += f" CP {[army.cp for army in state.armies]} held {[marker.held_by for marker in state.markers]}"
    for each in state.units:
        name = battle.scene.sheets[each.index].name
        places = [each.places[i] for i in each.standing] if each.on_table else "off the table"
        lines.append(f"= {name}: wounds {list(each.wounds)}{' shocked' if each.shocked else ''} {places}")
    return lines


@pytest.mark.parametrize(("name", "make", "seed"), [("duel", duel, 3), ("patrol", patrol, 8)])
def test_golden_battles(name: str, make: Callable[[], Setup], seed: int) -> None:
    file, text = GOLDEN / f"{name}.txt", as_text(make(), seed)
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(text)
    assert text == file.read_text(), f"{file.name} has changed; see this module's head for how to write it again"

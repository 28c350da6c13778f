"""Worked examples in battle: a weapon, a target, abilities of both, a row of dice, and the wounds that are lost.

Worked out by hand. Unless a line says otherwise the gun hits on 3+ with strength 4, AP 0 and damage 1, and the target
has toughness 4, no save and 1 wound; its last miniature falls first. Dice: attacks, hits, wounds, saves, damage, feel
no pain; those rerolled come right after the roll that they were in. Every die must be used. Examples without
abilities are in `test_attack_roll`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from highground.engine import events as ev
from highground.engine.abilities import AnyEffect
from highground.engine.abilities.attacks import GainKeyword, LoseKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.model import Ability
from highground.engine.amount import Amount, Keyword
from highground.engine.choices import RollDice, Shoot
from highground.engine.effects import Stage
from highground.engine.model import Weapon
from highground.engine.state import Shot
from tests.engine.field import beside, blade, one, position, row, setup, take, unit, weapon
from tests.engine.test_attack_roll import EXAMPLES
from tests.values import replace


class Table(NamedTuple):
    """`lost`: the wounds that each miniature of the target loses. `own`: the shooter's effects, `foe`: the target's."""

    name: str
    gun: Weapon
    dice: tuple[int, ...]
    lost: Mapping[int, int]
    own: tuple[AnyEffect, ...] = ()
    foe: tuple[AnyEffect, ...] = ()
    target: Mapping[str, Any] = {}
    gap: float = 10.0
    moved: str = ""


def gun(attacks: str = "1", **values: Any) -> Weapon:
    return weapon("gun", attacks, **values)


def mine(value: int, stage: Stage, **more: Any) -> ModifyAttack:
    return ModifyAttack(stage, value, **more)


def theirs(value: int, stage: Stage, **more: Any) -> ModifyAttack:
    return ModifyAttack(stage, value, role="defending", **more)


def gives(name: str, value: int = 0, target: str | None = None) -> AnyEffect:
    return GainKeyword(Keyword(name, Amount(plus=value) if value else None, target))


TWO, TEN = {"count": 2}, {"count": 10}
STRONG = {"wounds": 9}
SHRUG = theirs(5, "fnp", change="set")
HALF, BEYOND_HALF = Condition("half range"), Condition("half range", negate=True)
NOT_ABOVE = Condition("stronger", negate=True)
NO_ARMOUR = theirs(-6, "save")
AT_VEHICLES = (Condition("target keyword", name="vehicle"),)

TABLES = [
    Table("+1 to hit: a 2 hits", gun("2"), (2, 1, 4), {1: 1}, (mine(1, "hit"),), target=TWO),
    Table("two of +1 to hit come to one", gun("2", skill=4), (3, 2, 4), {1: 1}, (mine(1, "hit"), mine(1, "hit")),
          target=TWO),
    Table("a bonus and a penalty meet", gun("2"), (3, 2, 4), {1: 1}, (mine(1, "hit"),), (theirs(-1, "hit"),), TWO),
    Table("-1 to hit at the target: a 3 misses", gun("2"), (3, 4, 4), {1: 1}, (), (theirs(-1, "hit"),), TWO),
    Table("stealth and another penalty are one", gun("2"), (3, 4, 4), {1: 1}, (), (theirs(-1, "hit"),),
          {"count": 2, "rules": "stealth"}),
    Table("a 1 misses with every bonus", gun("1", skill=2), (1,), {}, (mine(1, "hit"),)),
    Table("a 6 hits against every penalty", gun("1", skill=6), (6, 4), {0: 1}, (), (theirs(-1, "hit"),)),
    Table("only against vehicles: not at these", gun("2"), (2, 3, 4), {1: 1},
          (mine(1, "hit", conditions=AT_VEHICLES),), target=TWO),
    Table("only against vehicles: at these", gun("2"), (2, 3, 4, 4), {1: 1, 0: 1},
          (mine(1, "hit", conditions=AT_VEHICLES),), target={"count": 2, "keywords": "vehicle"}),
    Table("what is only for blades helps no gun", gun("2"), (2, 3, 4), {1: 1}, (mine(1, "hit", attacks="melee"),),
          target=TWO),
    Table("hits of 1 are rerolled", gun("2"), (1, 2, 3, 4), {1: 1},
          (mine(0, "hit", change="reroll", reroll="ones"),), target=TWO),
    Table("failed hits are rerolled, with the penalty", gun("2"), (3, 4, 3, 4), {1: 1},
          (mine(0, "hit", change="reroll", reroll="failed"),), (theirs(-1, "hit"),), TWO),
    Table("criticals on 5+ add hits", gun("1", keywords="sustained hits 1"), (5, 4, 4), {1: 1, 0: 1},
          (mine(5, "hit", change="critical"),), target=TWO),
    Table("sustained hits 2 from an ability", gun(), (6, 4, 3, 4), {1: 1, 0: 1}, (gives("sustained hits", 2),),
          target=TWO),
    Table("lethal hits from an ability: toughness does not matter", gun(), (6,), {0: 1}, (gives("lethal hits"),),
          target={"toughness": 12}),
    Table("devastating wounds from an ability: no save", gun(), (3, 6), {0: 1}, (gives("devastating wounds"),),
          target={"save": 2}),
    Table("twin-linked from an ability", gun("2"), (3, 3, 1, 4, 5), {1: 1, 0: 1}, (gives("twin-linked"),), target=TWO),
    Table("anti-infantry 2+ from an ability", gun(), (3, 2), {0: 1}, (gives("anti", 2, "infantry"),),
          target={"toughness": 12}),
    Table("one keyword lost", gun("2", keywords="twin-linked"), (3, 3, 1, 4), {1: 1},
          (LoseKeyword(Keyword("twin-linked")),), target=TWO),
    Table("one attack more", gun("1"), (3, 3, 4, 4), {1: 1, 0: 1}, (mine(1, "attacks"),), target=TWO),
    Table("one attack more than D3", gun("D3"), (1, 3, 3, 4, 4), {1: 1, 0: 1}, (mine(1, "attacks"),), target=TWO),
    Table("strength 5 against 4: a 3 wounds", gun(), (3, 3), {0: 1}, (mine(1, "strength"),)),
    Table("strength 8 against 4: a 2 wounds", gun(strength=7), (3, 2), {0: 1}, (mine(1, "strength"),)),
    Table("+1 to wound: a 3 wounds", gun(), (3, 3), {0: 1}, (mine(1, "wound"),)),
    Table("-1 to wound at the target: a 4 does not", gun("2"), (3, 3, 4, 5), {1: 1}, (), (theirs(-1, "wound"),), TWO),
    Table("strength 4 against toughness 8: a 6 wounds", gun("2"), (3, 3, 5, 6), {1: 1}, target={**TWO, "toughness": 8}),
    Table("wounds of 1 are rerolled", gun("2"), (3, 3, 1, 3, 4), {1: 1},
          (mine(0, "wound", change="reroll", reroll="ones"),), target=TWO),
    Table("AP better by one: a 4 fails against 4+", gun("2"), (3, 3, 4, 4, 4, 5), {1: 1}, (mine(-1, "ap"),),
          target={**TWO, "save": 4}),
    Table("AP worse by one for the target", gun("2", ap=-1), (3, 3, 4, 4, 4, 3), {1: 1}, (), (theirs(1, "ap"),),
          {**TWO, "save": 4}),
    Table("cover given: a 3 saves with 4+", gun("2"), (3, 3, 4, 4, 3, 2), {1: 1}, (),
          (theirs(0, "save", change="cover"),), {**TWO, "save": 4}),
    Table("cover does nothing for 3+ against AP 0", gun("2"), (3, 3, 4, 4, 3, 2), {1: 1}, (),
          (theirs(0, "save", change="cover"),), {**TWO, "save": 3}),
    Table("cover helps 3+ against AP -1", gun("2", ap=-1), (3, 3, 4, 4, 3, 2), {1: 1}, (),
          (theirs(0, "save", change="cover"),), {**TWO, "save": 3}),
    Table("an invulnerable save given", gun("2", ap=-4), (3, 3, 4, 4, 4, 3), {1: 1}, (),
          (theirs(4, "save", change="invulnerable"),), {**TWO, "save": 3}),
    Table("the better of armour and invulnerable save", gun("2", ap=-1), (3, 3, 4, 4, 3, 2), {1: 1},
          target={**TWO, "save": 2, "invuln": 5}),
    Table("saves of 1 are rerolled", gun("2"), (3, 3, 4, 4, 1, 3, 4), {1: 1}, (),
          (theirs(0, "save", change="reroll", reroll="ones"),), {**TWO, "save": 4}),
    Table("one damage more", gun(), (3, 4), {0: 2}, (mine(1, "damage"),), target=STRONG),
    Table("one damage less, of three", gun(damage="3"), (3, 4), {0: 2}, (), (theirs(-1, "damage"),), STRONG),
    Table("one damage less is at least one", gun(), (3, 4), {0: 1}, (), (theirs(-1, "damage"),), STRONG),
    Table("half of D6 damage, rounded up", gun(damage="D6"), (3, 4, 5), {0: 3}, (),
          (theirs(0, "damage", change="halve"),), STRONG),
    Table("feel no pain given: a die for each point", gun(damage="3"), (3, 4, 5, 4, 6), {0: 1}, (), (SHRUG,),
          STRONG),
    Table("the better of two feel no pains", gun(damage="2"), (3, 4, 5, 4), {0: 1}, (), (SHRUG,),
          {**STRONG, "fnp": 6}),
    Table("hits without a roll", gun("2"), (4, 3), {1: 1}, (mine(0, "hit", change="automatic"),), target=TWO),
    Table("melta 2 and rapid fire 1 within half range", gun(damage="2", keywords="melta 2, rapid fire 1"),
          (3, 2, 4), {0: 4}, target=STRONG),
    Table("neither beyond half range", gun(damage="2", keywords="melta 2, rapid fire 1"), (3, 4), {0: 2},
          target=STRONG, gap=12.5),
    Table("blast at ten: two more", gun("D3", keywords="blast"), (1, 3, 3, 1, 4, 4), {9: 1, 8: 1}, target=TEN),
    Table("heavy from a unit that stood", gun("2", skill=4, keywords="heavy"), (3, 2, 4), {1: 1}, target=TWO,
          moved="stationary"),
    Table("heavy and an ability are +1 together", gun("2", skill=4, keywords="heavy"), (3, 2, 4), {1: 1},
          (mine(1, "hit"),), target=TWO, moved="stationary"),
    Table("heavy from a unit that moved", gun("2", skill=4, keywords="heavy"), (3, 4, 4), {1: 1}, target=TWO,
          moved="moved"),
    Table("assault after an advance", gun("2", keywords="assault"), (3, 2, 4), {1: 1}, target=TWO, moved="advanced"),
    Table("torrent knows no stealth", gun("2", skill=None, keywords="torrent"), (4, 3), {1: 1},
          target={"count": 2, "rules": "stealth"}),
    Table("strength not above toughness is helped: a 3 wounds", gun(), (3, 3), {0: 1},
          (mine(1, "wound", conditions=(NOT_ABOVE,)),)),
    Table("strength above it is not: a 2 does not", gun("2", strength=5), (3, 3, 2, 3), {1: 1},
          (mine(1, "wound", conditions=(NOT_ABOVE,)),), target=TWO),
    Table("AP better within half range", gun("2"), (3, 3, 4, 4, 4, 5), {1: 1}, (mine(-1, "ap", conditions=(HALF,)),),
          target={**TWO, "save": 4}),
    Table("and as it was beyond", gun("2"), (3, 3, 4, 4, 4, 3), {1: 1}, (mine(-1, "ap", conditions=(HALF,)),),
          target={**TWO, "save": 4}, gap=12.5),
    Table("AP better beyond half range alone", gun("2"), (3, 3, 4, 4, 4, 5), {1: 1},
          (mine(-1, "ap", conditions=(BEYOND_HALF,)),), target={**TWO, "save": 4}, gap=12.5),
    Table("and as it was within", gun("2"), (3, 3, 4, 4, 4, 3), {1: 1}, (mine(-1, "ap", conditions=(BEYOND_HALF,)),),
          target={**TWO, "save": 4}),
    Table("strength 6 by two abilities against 3: a 2 wounds", gun(), (3, 2), {0: 1},
          (mine(1, "strength"), mine(1, "strength")), target={"toughness": 3}),
    Table("strength 5 against 9: a 5 wounds", gun("2", strength=5), (3, 3, 4, 5), {1: 1},
          target={**TWO, "toughness": 9}),
    Table("strength 9 against 5: a 3 wounds", gun("2", strength=9), (3, 3, 2, 3), {1: 1},
          target={**TWO, "toughness": 5}),
    Table("strength 10 against 5: a 2 wounds", gun(strength=10), (3, 2), {0: 1}, target={"toughness": 5}),
    Table("AP -3 against 2+: a 5 saves", gun("2", ap=-3), (3, 3, 4, 4, 4, 5), {1: 1}, target={**TWO, "save": 2}),
    Table("AP -5 against 2+: nothing saves", gun(ap=-5), (3, 4), {0: 1}, target={"save": 2}),
    Table("AP leaves the invulnerable save", gun("2", ap=-5), (3, 3, 4, 4, 4, 3), {1: 1},
          target={**TWO, "save": 3, "invuln": 4}),
    Table("armour taken away: no save", gun(), (3, 4), {0: 1}, (), (NO_ARMOUR,), {"save": 2}),
    Table("armour taken away leaves the invulnerable save", gun("2"), (3, 3, 4, 4, 5, 4), {1: 1}, (), (NO_ARMOUR,),
          {**TWO, "save": 3, "invuln": 5}),
    Table("two better saves come to one", gun("2"), (3, 3, 4, 4, 4, 3), {1: 1}, (),
          (theirs(1, "save"), theirs(1, "save")), {**TWO, "save": 5}),
    Table("AP cannot be worse than none", gun("2"), (3, 3, 4, 4, 4, 3), {1: 1}, (), (theirs(1, "ap"),),
          {**TWO, "save": 4}),
    Table("a save of 1 fails with every bonus", gun(), (3, 4, 1), {0: 1}, (), (theirs(1, "save"),), {"save": 2}),
    Table("cover against AP -2: a 4 saves with 3+", gun("2", ap=-2), (3, 3, 4, 4, 4, 3), {1: 1}, (),
          (theirs(0, "save", change="cover"),), {**TWO, "save": 3}),
    Table("cover ignored", gun("2", keywords="ignores cover"), (3, 3, 4, 4, 4, 3), {1: 1}, (),
          (theirs(0, "save", change="cover"),), {**TWO, "save": 4}),
    Table("damage of D3+1", gun(damage="D3+1"), (3, 4, 2), {0: 3}, target=STRONG),
    Table("damage does not spill to the next", gun(damage="3"), (3, 4), {1: 2}, target={**TWO, "wounds": 2}),
    Table("the wounded one takes the second shot", gun("2", damage="2"), (3, 3, 4, 4), {1: 3},
          target={**TWO, "wounds": 3}),
    Table("two shots that slay one each", gun("2", damage="3"), (3, 3, 4, 4), {1: 3, 0: 3},
          target={**TWO, "wounds": 3}),
    Table("less damage, then a die for each point", gun(damage="3"), (3, 4, 5, 4), {0: 1}, (),
          (theirs(-1, "damage"), SHRUG), STRONG),
    Table("a 6 that is lethal and adds a hit", gun(keywords="lethal hits, sustained hits 1"), (6, 4), {1: 1, 0: 1},
          target=TWO),
    Table("lethal hits on 5+", gun(keywords="lethal hits"), (5,), {0: 1}, (mine(5, "hit", change="critical"),),
          target={"toughness": 12}),
    Table("anti makes critical, critical takes no save", gun(keywords="anti-infantry 4+, devastating wounds"), (3, 4),
          {0: 1}, target={"toughness": 12, "save": 2}),
    Table("twin-linked rerolls what a penalty fails", gun("2", keywords="twin-linked"), (3, 3, 4, 5, 5), {1: 1, 0: 1},
          (), (theirs(-1, "wound"),), TWO),
    Table("devastating wounds meet feel no pain", gun(damage="2", keywords="devastating wounds"), (3, 6, 5, 4), {0: 1},
          (), (SHRUG,), {**STRONG, "save": 2}),
    Table("melta 2 on D6 damage", gun(damage="D6", keywords="melta 2"), (3, 4, 3), {0: 5}, target=STRONG),
    Table("rapid fire 2 within half range", gun("1", keywords="rapid fire 2"), (3, 3, 2, 4, 4), {1: 1, 0: 1},
          target=TWO),
    Table("blast at five: one more", gun("1", keywords="blast"), (3, 3, 4, 4), {4: 1, 3: 1}, target={"count": 5}),
    Table("blast at four: none more", gun("1", keywords="blast"), (3, 4), {3: 1}, target={"count": 4}),
    Table("blast at eleven: two more", gun("1", keywords="blast"), (3, 3, 2, 4, 4), {10: 1, 9: 1},
          target={"count": 11}),
    Table("hits without a roll are not critical", gun("2", skill=None, keywords="torrent, sustained hits 1"), (4, 3),
          {1: 1}, target=TWO),
    Table("a better skill and a penalty", gun("2", skill=4), (3, 4, 4), {1: 1}, (mine(1, "skill"),),
          (theirs(-1, "hit"),), TWO),
    Table("a better skill and +1 to hit add up", gun("2", skill=5), (2, 3, 4), {1: 1},
          (mine(1, "skill"), mine(1, "hit")), target=TWO),
    Table("a 6 wounds against every penalty", gun(), (3, 6), {0: 1}, (), (theirs(-1, "wound"),), {"toughness": 12}),
    Table("a 1 never wounds", gun(strength=9), (3, 1), {}, (mine(1, "wound"),)),
]  # fmt: skip


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_worked_table(table: Table) -> None:
    shooter = replace(unit("Shooter", table.gun, blade()), abilities=(Ability("Own", effects=table.own),))
    target = unit("Target", blade(), **{"save": 7, **table.target})
    target = replace(target, abilities=(*target.abilities, Ability("Foe", effects=table.foe)))
    places = {0: row(20, 22), 1: row(beside(20, table.gap), 22, len(target.line_up))}
    battle = position(setup([shooter], [target]), places, "shooting", units={0: {"moved": table.moved}})
    battle.answer(Shoot(0, (Shot("gun", 1),)))
    made = one(ev.AttacksMade, take(battle, RollDice(), *table.dice))
    assert dict(made.lost) == table.lost


def test_there_are_enough_of_them() -> None:
    names = [table.name for table in TABLES] + [example.name for example in EXAMPLES]
    assert len(set(names)) == len(names) >= 120

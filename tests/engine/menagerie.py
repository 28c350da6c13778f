"""Tiny pairs of armies: one of everything on a sheet, a plain skirmish, a convoy with what is used by choice."""

from __future__ import annotations

from typing import Any

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.acts import FightNext, GrantMove, RollAgain, SnapShots
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.effects import AddToControl, AddToLeadership, AddToMove, PassShock
from highground.engine.abilities.model import Ability, Use, Window
from highground.engine.abilities.wounds import DealMortalWounds, Heal
from highground.engine.attack.again import ATTACK_ROLLS
from highground.engine.model import Amount, Carried, MiniatureSheet, Secondary, Terrain, UnitSheet
from tests.engine.field import blade, miniatures, mixed, setup, unit, weapon
from tests.values import replace

WOOD = Terrain("wood", ((20.0, 8.0), (25.0, 8.0), (25.0, 14.0), (20.0, 14.0)), obscuring=False, height=3.0)
HOUSE = Terrain(
    "building",
    ((33.0, 26.0), (38.0, 26.0), (38.0, 32.0), (33.0, 32.0)),
    walls=(((33.0, 26.0), (38.0, 26.0)), ((38.0, 26.0), (38.0, 32.0))),
    height=5.0,
)
RUIN = Terrain("ruin", ((24.0, 28.0), (28.0, 27.0), (29.0, 33.0), (25.0, 34.0)), obscuring=True, height=4.0)
MILL = Terrain(
    "mill", ((25.0, 17.0), (35.0, 17.0), (35.0, 27.0), (25.0, 27.0)), obscuring=True, height=9.0, floors=(3.0, 6.0)
)
LOFT = Terrain("loft", ((2.0, 8.0), (10.0, 8.0), (10.0, 16.0), (2.0, 16.0)), height=5.0, floors=(4.5,))
OBJECTIVES = ((30.0, 22.0), (15.0, 11.0), (45.0, 33.0))


def zoo(side: str) -> list[UnitSheet]:
    """Units that bring every weapon keyword and every ability rule between them."""
    line = mixed(
        f"{side} Line",
        miniatures("Sergeant", 1, weapon("sidearm", keywords="pistol, lethal hits", reach=12, attacks="2"), blade()),
        miniatures(
            "Rifle", 7, weapon("rifle", keywords="rapid fire 1, sustained hits 1"), blade("bayonet", keywords="lance")
        ),
    )
    gunners = unit(
        f"{side} Gunners",
        weapon("thrower", "D6", None, keywords="torrent, ignores cover, anti-infantry 4+, assault", reach=12),
        weapon("cooker", skill=2, strength=8, ap=-3, damage="D6", keywords="melta 2, heavy, hazardous", reach=18),
        blade(),
        count=3,
        wounds=2,
        rules="scouts 6, stealth",
    )
    engine = unit(
        f"{side} Engine",
        Carried(weapon("mortar", "D6", 3, 5, keywords="blast, indirect fire, twin-linked", reach=48)),
        weapon("rocket", skill=2, strength=9, ap=-2, damage="D6", keywords="one shot, devastating wounds"),
        blade("tracks", attacks="3", strength=7),
        keywords="vehicle",
        rules="deadly demise D3",
        wounds=9,
        toughness=8,
        save=3,
        invuln=6,
        base_mm=80.0,
    )
    stalker = unit(
        f"{side} Stalker",
        weapon("longshot", skill=2, strength=5, damage="2", keywords="precision, psychic, heavy", reach=36),
        blade("claws", attacks="4", keywords="twin-linked, psychic"),
        blade("tail", attacks="2", keywords="extra attacks"),
        keywords="infantry, character",
        rules="infiltrators, lone operative, deep strike",
        wounds=4,
        invuln=5,
    )
    brutes = mixed(
        f"{side} Brutes",
        miniatures("Champion", 1, blade("great-axe", attacks="4", strength=6, ap=-2, damage="2", keywords="hazardous"),
                   movement=10, toughness=5, save=3, wounds=3, invuln=4, fnp=5),
        miniatures("Brute", 3, blade("axe", attacks="3", strength=5, ap=-1, keywords="devastating wounds"),
                   movement=10, toughness=5, wounds=2, fnp=6),
        keywords="monster",
        rules="fights first, leader, deadly demise 1, feel no pain 6",
    )  # fmt: skip
    return [line, gunners, engine, stalker, brutes]


MENAGERIE = setup(zoo("North"), zoo("South"), WOOD, HOUSE, RUIN, objectives=OBJECTIVES)

STACKED = setup(zoo("Upper"), zoo("Lower"), WOOD, MILL, LOFT, objectives=OBJECTIVES)
"""The same on a board with floors above the ground."""


def riders(name: str) -> UnitSheet:
    return unit(
        name, blade("lance", attacks="3", strength=5, ap=-1, keywords="lance"), count=2, movement=12, wounds=2,
        rules="deep strike",
    )  # fmt: skip


def on_long_bases(units: list[UnitSheet]) -> list[UnitSheet]:
    """Vehicles on hulls, monsters and riders on ovals, the others as they are."""
    return [replace(each, miniatures=tuple([_lengthened(each, group) for group in each.miniatures])) for each in units]


def _lengthened(sheet: UnitSheet, group: MiniatureSheet) -> MiniatureSheet:
    if "vehicle" in sheet.keywords:
        return replace(group, base_mm=80.0, length_mm=115.0, rectangular=True)
    if "monster" in sheet.keywords or "Riders" in sheet.name:
        return replace(group, base_mm=35.0, length_mm=60.0)
    return group


LONG = setup(
    on_long_bases([*zoo("East"), riders("East Riders")]),
    on_long_bases([*zoo("West"), riders("West Riders")]),
    WOOD, HOUSE, RUIN, objectives=OBJECTIVES,
)  # fmt: skip
"""Units on oval and rectangular bases."""


def squad(name: str) -> UnitSheet:
    return unit(name, weapon("carbine", "2", keywords="assault"), blade(attacks="2"), count=3, movement=9)


SKIRMISH = setup([squad("Ash"), riders("Birch")], [squad("Cedar"), riders("Dogwood")], HOUSE, objectives=OBJECTIVES[:2])


def ploy(uid: str, window: Window, *effects: AnyEffect, cost: int = 1, **use: Any) -> Ability:
    """A stratagem for a timing window, or for the own turn."""
    return Ability(uid.capitalize(), uid=uid, effects=effects, use=Use("stratagem", cost, window=window, **use))


STRATAGEMS = (
    ploy("smoke", "targeted", ModifyAttack("hit", -1, role="defending", duration="phase"), turn="enemy"),
    ploy("parry", "fight targeted", ModifyAttack("hit", -1, role="defending", duration="phase"), turn="any"),
    ploy("watch", "enemy moved", SnapShots(), turn="enemy", target="enemy", reach=24.0),
    ploy("volley", "charge declared", SnapShots(), turn="enemy", target="enemy", reach=24.0),
    ploy("grief", "destroyed", AddToLeadership(1, duration="turn"), turn="any", target="friend", cost=0),
    ploy("trophy", "enemy destroyed", AddToControl(1, duration="turn"), turn="any", target="friend", cost=0),
    ploy("brace", "enemy charged", ModifyAttack("save", 1, role="defending", duration="phase"), turn="enemy"),
    ploy("ambush", "enemy arrived", SnapShots(), turn="enemy", target="enemy", reach=24.0),
    ploy("again", "rolled", RollAgain(), turn="any", rolls=("charge", "advance", *ATTACK_ROLLS), target="friend"),
    ploy("strike", "before pick", FightNext(), turn="any", target="friend"),
    ploy("nerve", "before shock", PassShock(duration="phase")),
    ploy("mend", "", Heal(2), phases=("command",), target="friend"),
    ploy("haste", "", AddToMove(2, duration="turn"), phases=("movement",), target="friend", cost=0),
    ploy("shells", "", DealMortalWounds(amount=Amount(1, 3), who="target"), phases=("shooting",), target="enemy",
         reach=18.0),
)  # fmt: skip
DECK = (
    Secondary("reap", "Reap", "units destroyed", 1, 4, each=2, cap=8),
    Secondary("spread", "Spread out", "quarters", 2, 2, each=1, cap=5),
    Secondary("bleed", "Bleed", "wounded units", 1, 2, cap=4),
)


TALE = Ability("Tall tale", "Nobody knows what it does.", by_hand=True)


SLIP = Ability(
    "Slip", uid="slip", effects=(GrantMove(4, last=True),),
    use=Use("activated", phases=("shooting",), window="shot", per="turn", count=-1),
)  # fmt: skip


def column(side: str) -> list[UnitSheet]:
    """A transport, a unit to ride in it, one that a leader may join, its leader, and riders that arrive late."""
    hauler = unit(
        f"{side} Hauler", weapon("turret", "3"), blade(), keywords="vehicle", movement=10, wounds=6, save=3,
        base_mm=90.0, rules="transport 6, firing deck 2, deadly demise 1",
    )  # fmt: skip
    captain = unit(
        f"{side} Captain", weapon("sidearm", "2", keywords="pistol, precision", reach=12),
        blade("sabre", attacks="4", strength=5, damage="2"), keywords="infantry, character", wounds=3, invuln=5,
    )  # fmt: skip
    return [
        hauler,
        replace(unit(f"{side} Riflemen", weapon("rifle", "2"), blade(), count=4), abilities=(TALE, SLIP)),
        unit(f"{side} Guard", weapon("carbine", "2", keywords="precision"), blade(attacks="2"), count=3, wounds=2),
        replace(captain, leads=(f"{side} Guard", f"{side} Riflemen"), warlord=True),
        riders(f"{side} Riders"),
    ]


CONVOY = replace(
    setup(column("East"), column("West"), HOUSE, objectives=OBJECTIVES),
    stratagems=STRATAGEMS,
    secondaries=DECK,
    fixed=((), ("reap", "spread")),
)

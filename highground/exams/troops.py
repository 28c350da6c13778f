"""The units of the exams: plain ones of each trade, in words of our own."""

from __future__ import annotations

from typing import Any

from highground.engine.amount import Amount, Keyword
from highground.engine.effects import parse_keyword
from highground.engine.model import Ability, Carried, MiniatureSheet, Profile, UnitSheet, Weapon

PLAIN: dict[str, Any] = {
    "movement": 6,
    "toughness": 4,
    "save": 4,
    "wounds": 1,
    "leadership": 7,
    "objective_controlled": 2,
}


def arm(name: str, reach: int, attacks: str, strength: int, ap: int = 0, damage: str = "1", words: str = "") -> Weapon:
    """A weapon that hits on 3 or more; of reach 0 for melee."""
    keywords = tuple([parse_keyword(word.strip()) for word in words.split(",") if word.strip()])
    uid = name.lower().replace(" ", "-")
    return Weapon(
        uid, name, reach, Amount.parse(attacks), 3, Amount(plus=strength), -ap, Amount.parse(damage), keywords
    )


def troop(
    name: str,
    points: int,
    count: int,
    *arms: Weapon,
    keywords: str = "infantry",
    rules: tuple[str, ...] = (),
    base_mm: float = 32.0,
    **stats: int,
) -> UnitSheet:
    """A unit of equal miniatures."""
    carried = tuple([Carried(each) for each in arms])
    group = MiniatureSheet(name, count, Profile(**{**PLAIN, **stats}), carried, base_mm)
    uid, words = name.lower().replace(" ", "-"), tuple([word.strip() for word in keywords.split(",")])
    return UnitSheet(uid, name, points, (group,), words, abilities=tuple([_rule(text) for text in rules]))


def _rule(text: str) -> Ability:
    name, _, value = text.rpartition(" ")
    if value.isdigit():
        return Ability(text, rule=Keyword(name, Amount(plus=int(value))))
    return Ability(text, rule=Keyword(text))


RIFLE, STOCK = arm("Rifle", 24, "2", 4), arm("Rifle butt", 0, "1", 4)
RIFLES = troop("Rifles", 90, 5, RIFLE, STOCK, keywords="infantry, battleline, grenades")
COMPANY = troop("Company", 170, 10, RIFLE, STOCK, keywords="infantry, battleline")
CLERKS = troop("Clerks", 45, 5, arm("Stub gun", 12, "1", 3), arm("Knife", 0, "1", 3), toughness=3, save=6)
BRUTES = troop("Brutes", 200, 5, arm("Great axe", 0, "4", 7, 2, "2"), toughness=6, save=3, wounds=3,
               objective_controlled=1)  # fmt: skip
RIDERS = troop("Riders", 120, 3, arm("Lance", 0, "4", 5, 1, "2"), keywords="mounted", movement=12, toughness=5,
               wounds=3, objective_controlled=1, base_mm=40.0)  # fmt: skip
HUNTERS = troop("Hunters", 130, 3, arm("Lance beam", 36, "1", 12, 4, "6"), STOCK, wounds=2, objective_controlled=1)
HOWITZER = troop("Howitzer", 160, 1, arm("Howitzer", 48, "6", 6, 1, "2", "indirect fire, heavy"),
                 arm("Spade", 0, "1", 4), keywords="vehicle", movement=4, toughness=8, save=4, wounds=9,
                 objective_controlled=2, base_mm=80.0)  # fmt: skip
HULL = troop("Hull", 190, 1, arm("Cannon", 36, "3", 10, 3, "3"), arm("Tracks", 0, "3", 6), keywords="vehicle",
             movement=9, toughness=10, save=3, wounds=12, objective_controlled=3, base_mm=80.0)  # fmt: skip
CAPTAIN = troop("Captain", 90, 1, arm("Pistol", 12, "1", 4), arm("Sword", 0, "5", 5, 2, "2"),
                keywords="infantry, character", wounds=5, save=3, objective_controlled=1)  # fmt: skip
RAIDERS = troop("Raiders", 130, 5, arm("Scatter gun", 12, "3", 4), arm("Hatchet", 0, "3", 5, 1), rules=("deep strike",),
                movement=8, wounds=2, objective_controlled=1)  # fmt: skip
BLADES = troop("Blades", 130, 5, arm("Long blade", 0, "4", 5, 2), movement=7, save=3, wounds=2,
               objective_controlled=1)  # fmt: skip
WAGON = troop("Wagon", 80, 1, arm("Pintle gun", 24, "3", 5), arm("Wheels", 0, "3", 5), keywords="vehicle, transport",
              rules=("transport 12",), movement=12, toughness=9, save=3, wounds=10, base_mm=80.0)  # fmt: skip
GIANT = troop("Giant", 240, 1, arm("Club", 0, "8", 10, 3, "3"), keywords="monster", movement=8, toughness=10, save=3,
              wounds=14, objective_controlled=3, base_mm=80.0)  # fmt: skip

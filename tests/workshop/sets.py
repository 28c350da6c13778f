"""A rule set of our own with everything in it, and an army that it is for."""

from __future__ import annotations

from typing import Any

from tests.rosters.builder import Tree, ability, as_xml, force, roster, rule, selection, settings, squad
from tests.rosters.test_shelf import captain

Json = dict[str, Any]
FACTION = "Lowlands - Ashen Wardens"


def wardens() -> Tree:
    creed = rule("Ashen creed", "Whoever stands in ash speaks of it at length, and others listen.")
    bark = ability("Hard bark", "Nobody has yet found words for this.")
    return squad("Warden squad", 5, creed, bark)


def upload() -> bytes:
    """A roster whose army rule, detachment rule and one ability the reader leaves as text."""
    detachment = settings("Detachment", selection("Ford Guard", "upgrade", 1, rule("Ford oath", "An odd oath.")))
    return as_xml(roster(forces=[force(detachment, wardens(), captain())]))


def effect(kind: str, **fields: Any) -> Json:
    return {"kind": kind, **fields}


def stratagem(name: str, *effects: Json, **use: Any) -> Json:
    usual = {"cost": 1, "phases": ["shooting"], "target": "friend"}
    return {"name": name, "use": usual | use, "effects": list(effects), "detachment": "Ford Guard"}


def rule_set(**more: Any) -> Json:
    """One of each: a rule of the army with stages, of the detachment, stratagems, an enhancement, a corrected unit."""
    creed = {
        "name": "Ashen Creed",
        "text": "Each turn one verse is sung.",
        "use": {"phases": ["command"], "per": "turn"},
        "options": [
            {"name": "Verse of Flint", "effects": [effect("roll", stage="hit", reroll="ones", change="reroll",
                who="army", duration="until your next command phase")]},
            {"name": "Verse of Moss", "effects": [effect("control", value=1, who="army",
                duration="until your next command phase")]},
        ],
    }  # fmt: skip
    oath = {"name": "Ford oath", "detachment": "Ford Guard", "effects": [
        effect("weapon_keyword", keyword={"name": "lance"}, who="army", attacks="melee",
               conditions=[{"kind": "keyword", "name": "Infantry"}]),
        effect("heal", value=1, when="command end"),
    ]}  # fmt: skip
    return {
        "format": "highground rule set",
        "version": 1,
        "name": "Songs of the ford",
        "faction": "Ashen Wardens",
        "army": [creed, oath],
        "stratagems": [
            stratagem("Low fog", effect("roll", stage="hit", value=-1, role="defending", duration="phase"),
                      turn="enemy", window="targeted"),
            stratagem("Quick step", effect("move", value=2, duration="turn"), phases=["movement"], target="friend"),
        ],
        "enhancements": [{"name": "Old bell", "effects": [effect("charge", value=1)]}],
        "units": [{
            "name": "Warden squad",
            "abilities": [{"name": "Hard bark", "effects": [effect("roll", stage="fnp", change="set", value=6,
                                                                   role="defending")]}],
            "weapons": [{"name": "Thorn rifle", "strength": "5", "keywords": ["lethal hits"]}],
            "models": [{"toughness": 5, "base_mm": 40}],
            "keywords": ["Grenades"],
        }],
        **more,
    }  # fmt: skip

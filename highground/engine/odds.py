"""Anybody's what-if: a plain document in, the exact distribution of the attack out (see `odds`)."""

from __future__ import annotations

import re
from typing import Any

from highground.engine.attack.chances import Pmf, mean, most_wounds
from highground.engine.attack.definition import define
from highground.engine.attack.exact import work_out
from highground.engine.attack.terms import Attack, Pool, Target
from highground.engine.effects import Circumstances, Modifier, Reroll, parse_keyword
from highground.engine.model import Amount, Keyword, Weapon

Document = dict[str, Any]

MOST_MODELS = 200
MOST_PER_MODEL = 100
MOST_ATTACKS = 2000
MOST_CAUSED = 10_000
MOST_TARGET_WOUNDS = 4000
"""Bounds that keep every answer within seconds; all far above what stands on a table."""

_NUMBER = re.compile(r"\s*([+-]?\d{1,6})\s*[+\"″]?\s*")
_NOTHING = {"", "-", "–", "n/a", "none"}
_REROLLS: dict[str, Reroll] = {"none": "none", "ones": "ones", "failed": "failed"}


class OddsError(ValueError):
    """A value of the question that cannot be read: `field` as in 'attacker.weapon.attacks', and a `sentence`."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(f"{field} {sentence}.")
        self.field = field
        self.sentence = sentence


class _Fields:
    """An object of the document; every value is taken by its reader, and what nobody takes is refused."""

    def __init__(self, value: Any, path: str = "", known: str = "") -> None:
        if not isinstance(value, dict):
            raise OddsError(path or "The question", f"must be an object, not {_shown(value)}")
        self.value: Document = value
        self.path = path
        names = known.split()
        unknown = next((name for name in value if name not in names), None)
        if unknown is not None:
            raise OddsError(self.at(str(unknown)), f"is not a known field; known are {', '.join(names)}")

    def at(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def inner(self, name: str, known: str, optional: bool = False) -> _Fields:
        value = self.value.get(name, {} if optional else None)
        if value is None and not optional:
            raise OddsError(self.at(name), "is missing")
        return _Fields(value if value is not None else {}, self.at(name), known)

    def flag(self, name: str) -> bool:
        value = self.value.get(name, False)
        if not isinstance(value, bool):
            raise OddsError(self.at(name), f"must be true or false, not {_shown(value)}")
        return value

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number, also as text such as '3+' or '24"'."""
        if name not in self.value and default is not None:
            return default
        value = self.value.get(name)
        found = _whole(value)
        if found is None or not low <= found <= high:
            missing = "is missing; it " if name not in self.value else ""
            ending = f", not {_shown(value)}" if not missing else ""
            raise OddsError(self.at(name), f"{missing}must be a whole number from {low} to {high}{ending}")
        return found

    def roll(self, name: str, highest: int = 7) -> int | None:
        """A roll such as '3+'; nothing, 'N/A' or '-' is None, and so is a 7+, where it is accepted."""
        value = self.value.get(name)
        if value is None or (isinstance(value, str) and value.strip().lower() in _NOTHING):
            return None
        found = _whole(value)
        if found is None or not 2 <= found <= highest:
            raise OddsError(self.at(name), f"must be a roll from 2+ to 6+, or nothing, not {_shown(value)}")
        return found if found < 7 else None

    def amount(self, name: str) -> Amount:
        value = self.value.get(name)
        if isinstance(value, bool) or not isinstance(value, (int, str)):
            shown = "is missing; it " if name not in self.value else ""
            raise OddsError(self.at(name), f"{shown}must be a number or dice such as 'D6+1'")
        try:
            amount = Amount.parse(value)
        except ValueError as error:
            raise OddsError(
                self.at(name), f"must be a number or dice such as D6 or 2D3+1, not {_shown(value)}"
            ) from error
        if amount.high > MOST_PER_MODEL:
            raise OddsError(self.at(name), f"must not come to more than {MOST_PER_MODEL}, and {_shown(value)} does")
        return amount

    def words(self, name: str) -> list[str]:
        value = self.value.get(name) or []
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise OddsError(self.at(name), f"must be a list of texts, not {_shown(value)}")
        return value


def _shown(value: Any) -> str:
    text = repr(value) if not isinstance(value, str) else f"'{value}'"
    return text if len(text) <= 60 else text[:57] + "..."


def _whole(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    match = _NUMBER.fullmatch(value) if isinstance(value, str) else None
    return int(match[1]) if match else None


def odds(document: Document) -> Document:
    """What an attack does, exactly: damage (wounds the target loses) and slain with means and chances, stage means.

    Takes {"attacker": {"models", "weapon": {"attacks", "skill", "strength", "ap", "damage", "range", "keywords"},
    "stationary", "charged", "half_range", "indirect", "engaged", "snap"}, "target": {"models", "toughness", "save",
    "invuln", "wounds", "fnp", "keywords", "cover"}, "modifiers": {"hit", "wound", "reroll_hits", "reroll_wounds"}}.
    Left out, flags are false, models 1, the range not melee, rolls none and modifiers 0. Raises OddsError naming the
    field that is wrong.
    """
    question = _Fields(document, known="attacker target modifiers")
    attacker = question.inner("attacker", "name models weapon stationary charged half_range indirect engaged snap")
    target = question.inner("target", "name models toughness save invuln wounds fnp keywords cover")
    modifiers = question.inner("modifiers", "hit wound reroll_hits reroll_wounds", optional=True)
    weapons = attacker.number("models", 1, MOST_MODELS, 1)
    attack = define(_weapon(attacker), weapons, _circumstances(attacker, target, modifiers), _toughness(target))
    if attack.attack_range[1] > MOST_ATTACKS:
        raise OddsError("attacker.weapon.attacks", f"make more than {MOST_ATTACKS} attacks with {weapons} models")
    if most_wounds(attack) > MOST_CAUSED:
        raise OddsError("attacker.weapon.keywords", f"can make more than {MOST_CAUSED} hits")
    return _answer(attack, _target(target))


def _answer(attack: Attack, target: Target) -> Document:
    found = work_out(attack, target)
    stages = found.stages
    return {
        "damage": {"mean": found.damage_mean, "pmf": _pmf(found.damage)},
        "slain": {"mean": mean(found.slain), "pmf": _pmf(found.slain)},
        "stages": {
            "attacks": stages.attacks,
            "hits": stages.hits,
            "wounds": stages.wounds,
            "unsaved": stages.unsaved,
            "damage": stages.damage,
        },
    }


def _pmf(chances: Pmf) -> dict[str, float]:
    """Every result from 0 to the highest that can come about."""
    highest = max([value for value, chance in enumerate(chances) if chance > 0])
    return {str(value): chance for value, chance in enumerate(chances[: highest + 1])}


def _toughness(target: _Fields) -> int:
    return target.number("toughness", 1, 100)


def _weapon(attacker: _Fields) -> Weapon:
    fields = attacker.inner("weapon", "name attacks skill strength ap damage range keywords")
    attacks, damage = fields.amount("attacks"), fields.amount("damage")
    if damage.high < 1:
        raise OddsError(fields.at("damage"), "must be at least 1")
    if "skill" not in fields.value:
        raise OddsError(fields.at("skill"), "is missing; it must be a roll such as '3+', or 'N/A' to hit by itself")
    reach = fields.value.get("range", 1)
    melee = isinstance(reach, str) and reach.strip().lower() == "melee"
    return Weapon(
        "odds",
        str(fields.value.get("name", "weapon")),
        0 if melee else fields.number("range", 0, 1000, 1),
        attacks,
        fields.roll("skill", highest=6),
        Amount(plus=fields.number("strength", 1, 100)),
        fields.number("ap", -20, 0, 0),
        damage,
        _keywords(fields),
    )


def _keywords(weapon: _Fields) -> tuple[Keyword, ...]:
    found = []
    for number, word in enumerate(weapon.words("keywords")):
        try:
            keyword = parse_keyword(word)
        except ValueError as error:
            raise OddsError(f"{weapon.at('keywords')}[{number}]", f"cannot be used: {error}") from error
        if keyword.value is not None and keyword.value.high > MOST_PER_MODEL:
            raise OddsError(f"{weapon.at('keywords')}[{number}]", f"must not come to more than {MOST_PER_MODEL}")
        found.append(keyword)
    return tuple(found)


def _circumstances(attacker: _Fields, target: _Fields, modifiers: _Fields) -> Circumstances:
    words = frozenset([" ".join(word.lower().split()) for word in target.words("keywords")])
    return Circumstances(
        stationary=attacker.flag("stationary"),
        charged=attacker.flag("charged"),
        half_range=attacker.flag("half_range"),
        indirect=attacker.flag("indirect"),
        engaged=attacker.flag("engaged"),
        snap=attacker.flag("snap"),
        cover=target.flag("cover"),
        target_models=target.number("models", 1, MOST_MODELS, 1),
        target_keywords=words,
        target_rules=words & {"stealth"},
        modifiers=_modifiers(modifiers),
    )


def _modifiers(fields: _Fields) -> tuple[Modifier, ...]:
    found = []
    hit, wound = fields.number("hit", -20, 20, 0), fields.number("wound", -20, 20, 0)
    if hit:
        found.append(Modifier("hit", "add", "modifier", hit))
    if wound:
        found.append(Modifier("wound", "add", "modifier", wound))
    for name, stage in (("reroll_hits", "hit"), ("reroll_wounds", "wound")):
        value = fields.value.get(name, "none")
        if not isinstance(value, str) or value not in _REROLLS:
            raise OddsError(fields.at(name), f"must be none, ones or failed, not {_shown(value)}")
        if value != "none":
            found.append(Modifier(stage, "reroll", "re-roll", reroll=_REROLLS[value]))  # type: ignore[arg-type]
    return tuple(found)


def _target(fields: _Fields) -> Target:
    models = fields.number("models", 1, MOST_MODELS, 1)
    wounds = fields.number("wounds", 1, MOST_PER_MODEL)
    if models * wounds > MOST_TARGET_WOUNDS:
        raise OddsError(fields.at("wounds"), f"times models must not be more than {MOST_TARGET_WOUNDS}")
    save = fields.roll("save") or 7
    return (Pool(wounds, save, fields.roll("invuln"), fields.roll("fnp"), models),)

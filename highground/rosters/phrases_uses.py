"""Whole texts about what a player may do after a unit has shot, and of which abilities one is picked."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Attacks
from highground.engine.abilities.effects import GrantMove, ModifyAttack
from highground.engine.abilities.model import Ability, Use
from highground.rosters.phrases_attacks import GIVEN, Blow, keywords, outcomes, weapon_keywords
from highground.rosters.phrases_keywords import ALWAYS, NAMES, KnownKeywords, comrades, split
from highground.rosters.phrases_subjects import Clause, Context, Scope
from highground.rosters.phrases_text import Reader, Unread

AFTER_SHOOTING = Use("activated", phases=("shooting",), window="shot", per="turn", count=-1)

_SHOT = r"in your shooting phase, after (?P<who>this unit|this model's unit|this model) has shot, "
_FREE = r"(?:if it is not within engagement range of any enemy units, )?"
_MOVE = re.compile(_SHOT + _FREE + r'(?:it|that unit) can make a normal move of up to (?P<inches>[1-9]\d?)"')
_LAST = re.compile(
    r"if it does, until the end of the turn, (?:it|(?:this|that) (?:unit|model)) is not eligible to declare a charge"
)
_HIT = re.compile(_SHOT + r"select one enemy unit hit by one or more of those attacks")
_NO_COVER = re.compile(r"until the end of the phase, that (?:enemy )?unit cannot have the benefit of cover")
_MARKED = (
    r"until the end of the phase, each time a friendly (?:(?P<names>" + NAMES + r") )?(?:model|unit) makes"
    r" (?:an attack|a (?P<kind>ranged|melee) attack) that targets that (?:enemy )?unit,"
)
_ONE_OF = (
    "in your command phase, you can select one of the abilities listed below to take effect until the start of your"
    " next command phase"
)
_LISTED = re.compile(
    r"(?P<name>[a-z' -]+?) (?P<kind>psychic|ranged|melee) weapons equipped by (?P<army>" + NAMES + r") models from your"
    r" army have (?P<what>the \[[^\[\]]+\] ability)"
)
_SCOPES: dict[str, Scope] = {"this unit": "unit", "this model's unit": "bearer", "this model": "holder"}


def of_choices(sentences: Sequence[str], known: KnownKeywords) -> tuple[Ability, ...]:
    """The abilities of which an army's player picks one in each command phase; none for other texts."""
    if len(sentences) < 3 or sentences[0] != _ONE_OF:
        return ()
    return tuple(_listed(sentence, known) for sentence in sentences[1:])


def _listed(sentence: str, known: KnownKeywords) -> Ability:
    match = _LISTED.fullmatch(sentence)
    if match is None or len(split(match["army"], known.shared)) != 1:
        raise Unread(sentence)
    psychic = match["kind"] == "psychic"
    (draft,) = weapon_keywords(keywords(Reader(match["what"])), GIVEN)
    effect = msgspec.structs.replace(
        draft,
        who="army",
        attacks="any" if psychic else "ranged" if match["kind"] == "ranged" else "melee",
        conditions=(Condition("weapon keyword", name="psychic"),) if psychic else (),
        duration="until your next command phase",
    )
    return Ability(match["name"].title(), location="army", effects=(effect,))


ONE_EACH_TURN = Use("selectable", phases=("command",), per="turn")


class UseReading(msgspec.Struct, frozen=True):
    """What a text comes to, and how it is used if it does not work by itself."""

    clause: Clause
    use: Use | None = None


def of_uses(sentences: Sequence[str], known: KnownKeywords) -> UseReading | None:
    """A whole text of this kind; None for others. Raises Unread where its second half is not understood."""
    return _moves(sentences) or _marks(sentences, known)


def _moves(sentences: Sequence[str]) -> UseReading | None:
    match = _MOVE.fullmatch(sentences[0]) if sentences else None
    if match is None:
        return None
    last = len(sentences) == 2 and _LAST.fullmatch(sentences[1]) is not None
    if len(sentences) != 1 + last:
        raise Unread(sentences[1])
    effect = GrantMove(int(match["inches"]), bool(last))
    return UseReading(Clause((effect,), scope=_SCOPES[match["who"]]), AFTER_SHOOTING)


def _marks(sentences: Sequence[str], known: KnownKeywords) -> UseReading | None:
    match = _HIT.fullmatch(sentences[0]) if len(sentences) == 2 else None
    if match is None:
        return None
    if _NO_COVER.fullmatch(sentences[1]):
        found: tuple[AnyEffect, ...] = (ModifyAttack("save", change="no cover", role="defending"),)
    else:
        found = _marked(sentences[1], known)
    lasting = tuple(msgspec.structs.replace(each, who="target", duration="phase") for each in found)
    use = msgspec.structs.replace(AFTER_SHOOTING, target="enemy")
    return UseReading(Clause(lasting, scope=_SCOPES[match["who"]]), use)


def _marked(sentence: str, known: KnownKeywords) -> tuple[AnyEffect, ...]:
    """What attacks of friends at the enemy that was hit get: the enemy suffers it."""
    reader = Reader(sentence)
    match = reader.need(_MARKED)
    conditions = comrades(match["names"], known) if match["names"] else ALWAYS
    attacks: Attacks = "ranged" if match["kind"] == "ranged" else "melee" if match["kind"] == "melee" else "any"
    found = outcomes(reader, Blow(Context(known).under(conditions), "defending", attacks))
    if not reader.done:
        raise Unread(sentence)
    return found.effects

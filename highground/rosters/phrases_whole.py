"""Texts whose sentences mean something only together: the last blows of the fallen, what a die allows after a fall
back, and what is had by who stands still. See `phrases_arrivals` for more of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.acts import IgnoreDamage, RollAgain
from highground.engine.abilities.attacks import GainKeyword
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Duration
from highground.engine.abilities.effects import Permit, StrikeWhenFallen
from highground.engine.abilities.model import Per, Use
from highground.engine.abilities.resources import ChangePrice, Spell
from highground.engine.abilities.wounds import DealMortalWounds
from highground.engine.effects.keywords import parse_keyword
from highground.rosters.phrases_arrivals import again, diving, getting_out
from highground.rosters.phrases_clauses import next_clause
from highground.rosters.phrases_context import Context, Whole
from highground.rosters.phrases_keywords import KnownKeywords
from highground.rosters.phrases_prices import of_dealings
from highground.rosters.phrases_shared import IT, led, made_of, miniature, on_roll, scope_of, who
from highground.rosters.phrases_text import Reader, Unread

_BACK_HURT = re.compile(r"on a 1, (?:it|this (?:unit|model)) suffers (?P<wounds>\d) mortal wounds?")
_NAMED = re.compile(r"its (?P<weapon>[a-z][a-z' -]*?) has the (?P<keyword>\[[^\]]+\]) ability")
_ENDS: dict[str, Duration] = {
    "end of the turn": "turn",
    "start of your next movement phase": "until your next movement phase",
}
_PER: dict[str, Per] = {"battle": "battle", "battle round": "round", "turn": "turn", "phase": "phase"}
_OFTEN = {"once": 1, "twice": 2, "three times": 3}
_ACTS = {"shoot": "shooting", "fight": "combat"}


def of_whole(sentences: Sequence[str], known: KnownKeywords) -> Whole | None:
    """What the sentences say together; None where this is about something else. Raises Unread where it is not clear."""
    for read in (_dying, again, _back, _still, _cheaper, _one_die, _spared, _sparingly, getting_out, diving):
        found = read(list(sentences), known)
        if found is not None:
            return found
    return None


def _dying(sentences: list[str], known: KnownKeywords) -> Whole | None:
    """Miniatures strike once more before they go."""
    found = made_of(". ".join(sentences), _last_blows)
    if found is None:
        return None
    leading, name, face = found
    if leading != (name == "that unit"):
        raise Unread(sentences[0])
    conditions = (Condition("leading"),) if leading else ()
    scope = "bearer" if leading else scope_of(name)
    return Whole((StrikeWhenFallen(face, conditions=conditions),), scope)


def _last_blows(reader: Reader) -> tuple[bool, str, int]:
    """Whether the unit is led, whose miniatures they are, and the least face of the die for each of them."""
    leading = led(reader)
    reader.need("each time")
    name = miniature(reader)
    reader.need(r"is destroyed by a melee attack,")
    reader.need(rf"if {IT} has not fought this phase,")
    face = on_roll(reader)
    reader.need(rf"do not remove {IT} from play[.;,]")
    reader.need(r"(?:the|that|this) (?:destroyed )?model can fight")
    reader.need(r"after the attacking (?:model's |unit's )?unit has finished making its attacks,")
    reader.need(r"and (?:it )?is then removed from play")
    return leading, name, face


def _back(sentences: list[str], known: KnownKeywords) -> Whole | None:
    found = made_of(sentences[0], _falls_back) if sentences else None
    if found is None:
        return None
    hurt = _BACK_HURT.fullmatch(sentences[1]) if len(sentences) == 2 else None
    if len(sentences) > 1 and hurt is None:
        raise Unread(sentences[1])
    name, least, what = found
    made: list[AnyEffect] = []
    if "shoot" in what:
        made.append(Permit("fall back and shoot", when="fell back", duration="turn", face_from=least))
    if "charge" in what:
        made.append(Permit("fall back and charge", when="fell back", duration="turn", face_from=least))
    if hurt is not None:
        made.append(DealMortalWounds(int(hurt["wounds"]), when="fell back", face_to=1))
    return Whole(tuple(made), scope_of(name))


def _falls_back(reader: Reader) -> tuple[str, int, str]:
    """Who falls back, the least face of the die for it, and what may be done then."""
    reader.need("each time")
    name = reader.need(r"this (?:unit|model)|it")[0].strip()
    reader.need(r"falls back,")
    face = on_roll(reader)
    reader.need(IT)
    reader.need(r"is eligible to|can")
    acts = reader.need(r"(?P<acts>(?:shoot and )?(?:declare a )?charge|shoot)")["acts"]
    reader.need(r"this turn|in a turn in which it fell back")
    if not face:
        raise Unread(reader.text)
    return name, face, acts


class _Rerolls(NamedTuple):
    """Single dice of a unit that are rolled again as it acts: one of some kinds `together`, or one of each."""

    leading: bool
    name: str
    acts: str
    stages: tuple[str, ...]
    together: bool


def _one_die(sentences: list[str], known: KnownKeywords) -> Whole | None:
    """Single dice of a unit's attacks, rerolled as it shoots or fights: one of several kinds, or one of each."""
    found = made_of(sentences[0], _rerolls) if len(sentences) == 1 else None
    if found is None:
        return None
    if found.leading != (found.name == "that unit"):
        raise Unread(sentences[0])
    rolls = (found.stages,) if found.together else tuple((each,) for each in found.stages)
    phases = tuple(_ACTS[each] for each in found.acts.split(" or "))
    conditions = (Condition("leading"),) if found.leading else ()
    use = Use("activated", phases=phases, turn="any", window="rolled", per="phase", conditions=conditions)
    uses = [replace(use, rolls=each) for each in rolls]
    return Whole((RollAgain(),), "bearer" if found.leading else scope_of(found.name), uses[0], more=tuple(uses[1:]))


def _rerolls(reader: Reader) -> _Rerolls:
    leading = led(reader)
    reader.need("each time")
    name = reader.need(r"this unit|that unit|this model")[0].strip()
    acts = reader.need(r"is selected to (?P<acts>shoot or fight|shoot|fight),")["acts"]
    reader.need(r"(?:you|it) can re-roll")
    stages, joined = [_one_roll(reader)], set[str]()
    while another := reader.take(r"(?:,|,? (?P<word>or|and)|(?P<plain>or|and))(?: you can)?(?: re-roll)?(?= one )"):
        joined.add(another["word"] or another["plain"] or "")
        stages.append(_one_roll(reader))
    reader.take(r"made for (?:it|that unit|this unit|this model|those attacks)")
    reader.take(r"when resolving (?:those|its) attacks")
    if {"or", "and"} <= joined:
        raise Unread(reader.text)
    return _Rerolls(leading, name, acts, tuple(dict.fromkeys(stages)), "or" in joined)


def _one_roll(reader: Reader) -> str:
    return reader.need(r"one (?P<roll>hit|wound|damage) roll")["roll"]


def _spared(sentences: list[str], known: KnownKeywords) -> Whole | None:
    """The damage of an attack is none, once in a while."""
    found = made_of(sentences[0], _no_damage) if len(sentences) == 1 else None
    if found is None:
        return None
    often, each, name = found
    use = Use("activated", turn="any", window="wounded", per=_PER[each], count=_OFTEN[often])
    return Whole((IgnoreDamage(),), scope_of(name), use)


_NO_DAMAGE = r"change the damage characteristic"


def _no_damage(reader: Reader) -> tuple[str, str, str]:
    """How often in what time, and whose damage it is."""
    limit = reader.need(r"(?P<often>once|twice|three times) per (?P<per>battle round|battle|turn|phase),")
    if reader.take("when|after"):
        failed = reader.take(r"a saving throw is failed for")
        if not failed:
            reader.need(r"an attack (?:is|has been) allocated to(?: a model in)?")
        name = who(reader)
        if not failed:
            reader.take(r",? ?and the saving throw is failed")
        reader.need(r",")
        reader.need(rf"(?:you|it) can {_NO_DAMAGE}(?: of that attack)?")
    else:
        reader.need(rf"you can {_NO_DAMAGE} of one attack")
        reader.need(r"(?:that (?:is|was) )?allocated to(?: a model in)?")
        name = who(reader)
    reader.need("to 0")
    if name == "that unit":
        raise Unread(reader.text)
    return limit["often"], limit["per"], name


def _cheaper(sentences: list[str], known: KnownKeywords) -> Whole | None:
    """What one unit with the ability may use when a stratagem is, said in two sentences."""
    if len(sentences) != 2 or not sentences[1].startswith("if it does, reduce the cp cost"):
        return None
    clause = of_dealings(". ".join(sentences), known)
    return None if clause is None else Whole(clause.effects, clause.scope)


_SPARINGLY = re.compile(
    r"(?:this (?:unit|model)|it) can only be targeted with that stratagem once per (?P<per>turn|phase|battle)"
)
_SPELLS: dict[str, Spell] = {"turn": "turn", "phase": "phase", "battle": "battle"}


def _sparingly(sentences: list[str], known: KnownKeywords) -> Whole | None:
    """What is free for a unit, so often as the sentence behind it says."""
    match = _SPARINGLY.fullmatch(sentences[1]) if len(sentences) == 2 else None
    clause = of_dealings(sentences[0], known) if match is not None else None
    if match is None or clause is None:
        return None
    prices = [replace(each, per=_SPELLS[match["per"]]) for each in clause.effects if isinstance(each, ChangePrice)]
    if len(prices) != len(clause.effects) or any(each.per for each in clause.effects if isinstance(each, ChangePrice)):
        raise Unread(sentences[0])
    return Whole(tuple(prices), clause.scope)


def _still(sentences: list[str], known: KnownKeywords) -> Whole | None:
    """What weapons have from the move that a unit does not make."""
    reader = Reader(sentences[0] if len(sentences) == 1 else "")
    stays = reader.attempt(lambda: _stays(reader))
    if stays is None:
        return None
    name, until = stays
    rest = reader.text[reader.at :]
    if named := _NAMED.fullmatch(rest):
        if named["weapon"] not in known.weapons:
            raise Unread(rest)
        here = (Condition("weapon", name=named["weapon"]),)
        gift = GainKeyword(parse_keyword(named["keyword"].strip("[]")), conditions=here)
        return Whole((replace(gift, when="stood still", duration=until),), scope_of(name))
    if until == "turn" or re.match(r"(?:ranged )?weapons equipped by", rest) is None:
        return None
    found = next_clause(reader, Context(known))
    if not reader.done or found.scope != scope_of(name) or found.rule is not None:
        raise Unread(rest)
    if not all(isinstance(effect, GainKeyword) and effect.who == "self" for effect in found.effects):
        raise Unread(rest)
    return Whole(tuple(replace(each, when="stood still", duration=until) for each in found.effects), found.scope)


def _stays(reader: Reader) -> tuple[str, Duration]:
    """Who does not move, and how long it has something of it."""
    reader.need(r"in your movement phase, if|each time")
    name = reader.need(r"this (?:unit|model)")[0].strip()
    reader.need("remains stationary,")
    return name, _ENDS[reader.need(rf"until the (?P<end>{'|'.join(_ENDS)}),")["end"]]

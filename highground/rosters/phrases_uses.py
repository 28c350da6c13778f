"""Whole texts about what a player may do after a unit has shot, and of which abilities one is picked."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from highground.engine.abilities.condition import Condition
from highground.engine.abilities.model import Ability, Use
from highground.engine.abilities.wounds import HealOne
from highground.rosters.known_states import POOL
from highground.rosters.phrases_attacks import GIVEN, keywords, weapon_keywords
from highground.rosters.phrases_context import Clause, Context
from highground.rosters.phrases_keywords import NAMES, KnownKeywords, split
from highground.rosters.phrases_shared import made_of
from highground.rosters.phrases_targets import aim, plainly
from highground.rosters.phrases_text import Reader, Unread
from highground.rosters.phrases_triggers import AFTER_SHOOTING, Occasion, trigger
from highground.rosters.phrases_use_effects import UseEffects, after, next_effect

__all__ = ["AFTER_SHOOTING", "ONE_EACH_TURN", "UseReading", "of_choices", "of_uses"]

_CHOSEN = r"in your command phase, you can select one of the abilities listed below"
_UNTIL_NEXT = r"until the start of your next command phase"
_LISTED = re.compile(
    r"(?P<name>[a-z' -]+?) (?P<kind>psychic|ranged|melee) weapons equipped by (?P<army>" + NAMES + r") models from your"
    r" army have (?P<what>the \[[^\[\]]+\] ability)"
)


def of_choices(sentences: Sequence[str], known: KnownKeywords) -> tuple[Ability, ...]:
    """The abilities of which an army's player picks one in each command phase; none for other texts."""
    if len(sentences) < 3 or not made_of(sentences[0], _one_of):
        return ()
    return tuple(_listed(sentence, known) for sentence in sentences[1:])


def _one_of(reader: Reader) -> bool:
    reader.need(_CHOSEN)
    reader.need(r"to take effect")
    reader.need(_UNTIL_NEXT)
    return True


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


_RITUAL = r"cost: (?P<cost>\d+)(?: (?P<pool>[a-z ]+))? effect: use this (?:ritual|power)"
"""What an army's psykers pay for from the points that it gathers."""


class UseReading(msgspec.Struct, frozen=True):
    """What a text comes to, and how it is used if it does not work by itself."""

    clause: Clause
    use: Use | None = None
    army: bool = False
    sole: bool = False
    """Whether its unit must have no more than one of the weapon that it is about."""


def of_uses(sentences: Sequence[str], known: KnownKeywords) -> UseReading | None:
    """A whole text of this kind; None for others. Raises Unread where what comes of the use is not understood."""
    sentences = plainly(sentences)
    reader = Reader(sentences[0]) if sentences else Reader("")
    if ritual := re.match(_RITUAL, reader.text):
        reader = Reader(f"{reader.text[ritual.end() :].strip()},")
    found = reader.attempt(lambda: trigger(reader, Context(known)))
    if found is None:
        return None
    if ritual is not None:
        price = ((ritual["pool"] or POOL, int(ritual["cost"])),)
        found = found.when(spend=price, keywords=("psyker",), per="phase", count=1)
    made = UseEffects(found, that="enemy" if found.use.target == "enemy" else "")
    asked = reader.done
    made = made if asked else _all(reader, made, known)
    for sentence in sentences[1:]:
        more = after(sentence, made)
        if more is None:
            reader = Reader(sentence)
            said = reader.take(r"if (?:it|they|you|this unit|this model|the bearer|that unit) do(?:es)?,")
            open_ = said is not None and bool(made.that) and not made.effects  # 'select one ... If you do, ...'
            if (said is None) == asked and not (ritual is not None and asked) and not open_:
                raise Unread(sentence)
            more = _all(reader, made, known)
        made, asked = more, False
    idle = made.trigger.use.window == "charged" and not made.that
    spread = made.one and any(not isinstance(each, HealOne) for each in made.effects)
    if not made.effects or made.named is not None or idle or spread:
        raise Unread(" ".join(sentences))
    made = msgspec.structs.replace(made, trigger=_of_hits(made))
    if ritual is not None and made.trigger.use.target == "none":
        made = msgspec.structs.replace(made, trigger=made.trigger.when(target="friend"))
    how = made.trigger
    if how.scope == "holder" and made.alone is False:
        how = how.scoped("lone")  # the model uses it, and its unit has it
    clause = Clause(made.effects, scope=how.scope, part=how.part)
    return UseReading(clause, how.use, ritual is not None, how.sole)


def _of_hits(made: UseEffects) -> Occasion:
    """Of what a model does to an enemy that it hit, its own hits count, wherever it is: the unit is its bearer's."""
    trigger = made.trigger
    if trigger.picked and trigger.use.target != "none":
        return trigger.scoped("holder")
    theirs = all(each.who in {"target", "army"} and not each.tied for each in made.effects)
    if trigger.scope != "holder" or trigger.use.window != "shot" or made.that != "enemy" or not theirs:
        return trigger
    return msgspec.structs.replace(trigger.when(of_model=True), scope="bearer")


def _all(reader: Reader, made: UseEffects, known: KnownKeywords) -> UseEffects:
    """Everything that a sentence says of what comes of the use."""
    while True:
        made = _next(reader, made, known)
        if reader.done:
            return made
        rolls = reader.text.startswith("roll ", reader.at)
        if not reader.take(r"(?:,? ?(?:and|then)(?: then)?,?|;|:|,)") and not rolls:
            raise Unread(reader.text)


def _next(reader: Reader, made: UseEffects, known: KnownKeywords) -> UseEffects:
    return reader.first(
        lambda: _selected(reader, made, known), lambda: next_effect(reader, made, _context(made, known))
    )


def _selected(reader: Reader, made: UseEffects, known: KnownKeywords) -> UseEffects:
    found = aim(reader, made.trigger, known)
    if made.effects:
        raise Unread(reader.text)
    return msgspec.structs.replace(made, trigger=found.trigger, that=found.that, one=found.one)


def _context(made: UseEffects, known: KnownKeywords) -> Context:
    """What clauses are about: the target, the unit that its bearer leads, or the unit itself."""
    if made.that:
        return Context(known, "target", that="enemy" if made.that == "enemy" else "friend", used=True)
    return Context(known, that="friend" if made.trigger.leading else "", used=True)

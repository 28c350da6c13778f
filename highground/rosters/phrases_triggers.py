"""When an ability is used: how often, at what moment of the battle, by which side, and what must hold then."""

from __future__ import annotations

import re

import msgspec

from highground.engine.abilities.condition import Condition
from highground.engine.abilities.model import Per, Use, Window
from highground.rosters.phrases_context import Context, Scope, widest
from highground.rosters.phrases_text import Reader, Unread

_PER: dict[str, Per] = {"battle": "battle", "battle round": "round", "turn": "turn", "phase": "phase"}
_PHASES = {
    "command": "command",
    "movement": "movement",
    "shooting": "shooting",
    "charge": "charge",
    "fight": "combat",
}
_PHASE = r"(?P<phase>command|movement|shooting|charge|fight) phases?"
_WHOSE = r"(?P<whose>your opponent's|your|the|each|any|either player's|any of your opponent's)"
_SOMEBODY = (
    r"(?:this|that) (?:unit|model)|the bearer|it|(?:this model|the bearer)'s unit"
    r"|(?:this|that) psyker|(?:this psyker)'s unit"
)
_FREE = rf"if (?:{_SOMEBODY}) is not within engagement range of (?:any|one or more) enemy units,"
_CLEAR = (
    r"if (?:this|that) (?:unit|model) is (?:more than|not within) (?P<reach>\d+)\"(?: away)? (?:from"
    r"|of) (?:all|any) enemy (?:models|units),"
)
_EDGE = (
    r"if (?:this|that) (?:unit|model) is (?:wholly )?within (?P<inches>\d+)\" of (?:any|one or more|a|the)"
    r" battlefield edges?(?:(?P<clear> and (?:it )?is)(?= not within engagement range)|,)"
)
_NOT_ENGAGED = r"not within engagement range of (?:any|one or more) enemy units?,"
_SEVERAL = (
    r"at the start of your (?P<phases>(?:(?:command|movement|shooting|charge|fight)(?:, | or )){1,4}"
    r"(?:command|movement|shooting|charge|fight)) phase,"
)
_PRESENT = r"if (?:this model|this unit|the bearer) is on the battlefield,"
_SCOPES: tuple[tuple[str, Scope], ...] = (
    (r"this unit", "unit"),
    (r"(?:this model|the bearer|this psyker)'s unit", "bearer"),
    (r"this model|the bearer|this psyker", "holder"),
)
AFTER_SHOOTING = Use("activated", phases=("shooting",), window="shot", per="turn", count=-1)
ENGAGED = Condition("engaged", negate=True)


class Occasion(msgspec.Struct, frozen=True):
    """How an ability is used, and the units that it is right for."""

    use: Use
    scope: Scope = "unit"
    leading: bool = False
    """Whether it is used by the unit that its bearer leads, which the text then calls 'that unit'."""
    picked: bool = False
    """Whether it waits for its bearer to be picked, which happens with the unit that it is in."""
    sole: bool = False
    """Whether it is about all that one weapon hit: right where there is one such weapon, which hits one enemy."""

    part: str = ""
    """The name of the unit's miniature that does it, from which it is measured."""

    def when(self, **values: object) -> Occasion:
        return msgspec.structs.replace(self, use=msgspec.structs.replace(self.use, **values))

    def scoped(self, scope: Scope) -> Occasion:
        return msgspec.structs.replace(self, scope=widest(self.scope, scope))

    def given(self, condition: Condition) -> Occasion:
        return self.when(conditions=(*self.use.conditions, condition))


def trigger(reader: Reader, context: Context) -> Occasion:
    """'once per battle, at the start of the fight phase, this model can use this ability', and the like."""
    found = Occasion(Use("activated", per="phase"))
    if reader.take(r"while (?:this model|the bearer) is leading a unit,"):
        found = msgspec.structs.replace(found.scoped("bearer"), leading=True).given(Condition("leading"))
    limit = reader.take(r"(?:up to )?(?P<often>once|twice) per (?P<per>battle round|battle|turn|phase),")
    found = _moment(reader, found)
    if limit:
        if found.use.window == "charged" and reader.text.startswith("each time", limit.end()):
            raise Unread(reader.text)
        found = found.when(per=_PER[limit["per"]], count=1 if limit["often"] == "once" else 2)
    found = _provisos(reader, found)
    return _by(reader, found)


def _moment(reader: Reader, found: Occasion) -> Occasion:
    return reader.first(
        lambda: _picked(reader, found),
        lambda: _shot(reader, found),
        lambda: _charged(reader, found),
        lambda: _moved(reader, found),
        lambda: _approached(reader, found),
        lambda: _battle_start(reader, found),
        lambda: _edge(reader, found),
        lambda: _any_phase(reader, found),
        lambda: _during(reader, found),
    )


def _picked(reader: Reader, found: Occasion) -> Occasion:
    """Before it shoots or fights: what may be used at any time of that phase is offered then."""
    reader.take(r"in your shooting phase,|in the fight phase,")
    reader.need(r"each time|when")
    scoped = _user(reader, found)
    act = reader.need(r"is selected to (?P<act>shoot|fight),")["act"]
    if scoped.scope == "holder":
        scoped = msgspec.structs.replace(found.scoped("bearer"), picked=True)
    made = scoped.given(Condition("to shoot" if act == "shoot" else "to fight"))
    if act == "shoot":
        return made.when(phases=("shooting",), per="phase", count=1)
    return made.when(phases=("combat",), turn="any", per="phase", count=1)


def _shot(reader: Reader, found: Occasion) -> Occasion:
    own = reader.need(r"in your shooting phase, (?:after|each time)|after|each time")[0].startswith("in")
    scoped = _user(reader, found)
    reader.need(r"has shot,")
    made = scoped.when(window="shot", per="turn", count=-1)
    return made.when(phases=("shooting",)) if own else made.when(turn="any")


def _user(reader: Reader, found: Occasion) -> Occasion:
    """Whose doing it waits for."""
    if found.leading:
        reader.need(r"that unit|(?:this model|the bearer)'s unit")
        return found
    for words, scope in _SCOPES:
        if reader.take(words):
            return found.scoped(scope)
    raise Unread(reader.text)


def _charged(reader: Reader, found: Occasion) -> Occasion:
    reader.need(r"each time|when|after")
    scoped = _user(reader, found)
    reader.need(r"(?:ends|makes|finishes) a charge move,")
    bearer: Scope = "unit" if scoped.scope == "unit" else "bearer"
    made = found.when(phases=("charge",), turn="any", window="charged", per="turn", count=-1)
    made = made.when(of_model=scoped.scope == "holder")
    return made.scoped(bearer)


def _moved(reader: Reader, found: Occasion) -> Occasion:
    """The unit has moved, where it moves in its own phase or is given a move."""
    phase = reader.take(r"in your movement phase,") is not None
    reader.need(r"each time|when|after")
    scoped = _user(reader, found)
    how = reader.need(r"(?:ends|finishes|has ended) a normal(?P<far> or advance)? move,")
    made = scoped.given(Condition("fell back", negate=True)).when(window="moved", per="turn", count=-1)
    if not how["far"]:
        made = made.given(Condition("advanced", negate=True))
    return made.when(phases=("movement",)) if phase else made.when(turn="any")


def _approached(reader: Reader, found: Occasion) -> Occasion:
    """An enemy ends a move near it, in the enemy's turn."""
    in_movement = reader.take(r"in your opponent's movement phase,") is not None
    reader.need(r"(?:each time|when) an enemy unit ends a normal, advance,? or fall back move within(?= \d)")
    inches = reader.need(r'(?P<inches>\d+)" of')["inches"]
    scoped = _user(reader, found)
    reader.need(",")
    found = scoped.when(window="enemy moved", target="enemy", reach=float(inches), per="turn", count=-1)
    return found.when(phases=("movement",), turn="enemy") if in_movement else found.when(turn="any")


def _battle_start(reader: Reader, found: Occasion) -> Occasion:
    if reader.take(r"at the start of the (?:first battle round|battle),"):
        first = found.given(Condition("round", 2, negate=True))
        return first.when(phases=("command",), turn="any", window="round start", per="battle")
    reader.need(r"at the start of (?:the|each) battle round,")
    return found.when(phases=("command",), turn="any", window="round start", per="round")


def _edge(reader: Reader, found: Occasion) -> Occasion:
    """The start or the end of a phase or a turn."""
    if several := reader.take(_SEVERAL):
        phases = tuple(_PHASES[each] for each in re.split(r", | or ", several["phases"]))
        return found.when(phases=phases, turn="own", window="phase start")
    start = reader.take(r"at the start of|at the end of")
    if start is None:
        raise Unread(reader.text)
    window: Window = "phase start" if "start" in start[0] else "phase end"
    match = reader.take(rf"{_WHOSE} {_PHASE},")
    if match is not None:
        whose, phase = match["whose"], _PHASES[match["phase"]]
    else:
        match = reader.need(rf"{_WHOSE} turn,")
        if window == "phase start":
            raise Unread(reader.text)
        whose, phase = match["whose"], "combat"
    turn = "own" if whose == "your" else "enemy" if "opponent" in whose else "any"
    if turn == "any" and whose not in {"each", "any", "either player's"} and phase != "combat":
        raise Unread(reader.text)
    if turn == "any" and "turn" in match[0]:
        raise Unread(reader.text)
    return found.when(phases=(phase,), turn=turn, window=window)


def _any_phase(reader: Reader, found: Occasion) -> Occasion:
    reader.need(r"at the start of any phase,")
    return found.when(window="phase start", turn="any")


def _during(reader: Reader, found: Occasion) -> Occasion:
    """At any time in an own phase."""
    if reader.take(r"in the fight phase,"):
        return found.given(Condition("to fight")).when(phases=("combat",), turn="any")
    if reader.take(r"during the shooting phase,"):
        return found.when(phases=("shooting",), turn="any")
    phase = reader.need(rf"(?:in|during) your {_PHASE},")["phase"]
    if phase == "fight":
        raise Unread(reader.text)
    return found.when(phases=(_PHASES[phase],))


def _provisos(reader: Reader, found: Occasion) -> Occasion:
    while True:
        if free := reader.take(_FREE):
            alone = re.search(r"(?:this|that) (?:model|psyker) is|the bearer is", free[0])
            joined = re.search(r"'s unit is", free[0])
            found = found.given(ENGAGED).scoped("holder" if alone else "bearer" if joined else "unit")
        elif edge := reader.take(_EDGE):
            if "wholly" in edge[0]:
                raise Unread(reader.text)
            found = found.given(Condition("near edge", int(edge["inches"])))
            if edge["clear"]:
                reader.need(_NOT_ENGAGED)
                found = found.given(ENGAGED)
        elif clear := reader.take(_CLEAR):
            found = found.given(Condition("near enemy", int(clear["reach"]), negate=True)).given(ENGAGED)
        elif not reader.take(_PRESENT):
            return found


def _by(reader: Reader, found: Occasion) -> Occasion:
    """'this model can use this ability', with 'if it does' behind it, in this sentence or at the start of the next."""
    one = reader.take(
        r"one (?P<who>unit|model|psyker(?: model)?) from your army with this ability (?:that is on the battlefield )?"
        r"can use (?:it|this ability)"
    )
    if one is not None:
        alone = one["who"] != "unit"
        return found.when(shared=True, of_model=alone).scoped("bearer" if alone else "unit")
    for words, scope in _SCOPES:
        if reader.take(rf"(?:{words}) can use (?:it|this ability)"):
            return found.scoped("unit" if scope == "unit" else "bearer")
    if found.leading and reader.take(r"that unit can use this ability"):
        return found
    if reader.take(r"(?:it|this model|this unit|the bearer) can use this (?:ability|enhancement)"):
        return found
    return found

"""What an effect or a use depends on, as a clause: 'a friendly unit with SYNAPSE is within 6 inches'."""

from __future__ import annotations

from collections.abc import Iterable

from highground.engine.abilities.condition import AND, Condition

MINE = "its bearer leads it"
CONDITIONS = {
    "keyword": "it is {name}",
    "target keyword": "the other unit is {name}",
    "weapon keyword": "the weapon is {name}",
    "below half": "it is below half strength",
    "target below half": "the other unit is below half strength",
    "shocked": "it is battle-shocked",
    "target shocked": "the other unit is battle-shocked",
    "stationary": "it has not moved",
    "advanced": "it has advanced",
    "charged": "it has charged",
    "engaged": "it is engaged",
    "on objective": "it is at an objective",
    "target on objective": "the other unit is at an objective",
    "target stealthy": "the other unit has stealth",
    "target objective": "the other unit is at an objective that the army does not hold",
    "within": "the other unit is within {inches}",
    "in cover": "the other unit has cover",
    "leading": MINE,
    "led by": "{a} {name} leads it",
    "wounds left": "it has {value} wounds or fewer left",
    "near friend": "a friendly unit{such} is within {inches}",
    "stronger": "the attack's strength is above the toughness",
    "below start": "it is below its starting strength",
    "target below start": "the other unit is below its starting strength",
    "holds objective": "it is at an objective that its army holds",
    "target on own objective": "the other unit is at an objective that the army holds",
    "target size": "the other unit has {value} or more miniatures",
    "weapon": "the weapon is the {name}",
    "round": "it is battle round {value} or later",
    "marked": "it is marked '{name}'{times}",
    "target marked": "the other unit is marked '{name}'{times}",
    "marked by transport": "the other unit is marked '{name}' by the transport that it got out of in this turn",
    "to fight": "it has yet to fight",
    "to shoot": "it has yet to shoot",
    "home ground": "it is on its army's home ground",
    "enemy home ground": "it is on the enemy's home ground",
    "closest": "no enemy that it sees is nearer",
    "half range": "the weapon is within half its range",
    "contains": "{a} {name} lives in it",
    "disembarked": "it got out of a transport in this turn",
    "own turn": "it is its army's turn",
    "count": "its army has {value} or more of {name}",
    "near enemy": "an enemy unit{such} is within {inches}",
    "fell back": "it fell back",
    "named": "its army marked it '{name}'",
    "on table": "it is on the table",
    "present": "it is on the table, or in a transport that is",
    "rule": "it has the core rule {name}",
    "fallen": "the fallen miniature is {a} {name}",
    "miniature keyword": "the miniature that is attacked is {name}",
    "near edge": "it is within {inches} of an edge of the board",
    "at objective": "it is at objective {value}",
    "holds home": "its army holds {value} or more objectives in its own zone",
    "holds away": "its army holds {value} or more objectives outside its own zone",
    "holds more": "its army holds more objectives than the enemy",
    "target on its objective": "the other unit is at an objective that its own army holds",
}
NEGATED = {
    "stationary": "it has moved",
    "target objective": "the other unit is not at an objective that the army does not hold",
    "target stealthy": "the other unit does not have stealth",
    "in cover": "the other unit does not have cover",
    "leading": "its bearer does not lead it",
    "led by": "no {name} leads it",
    "wounds left": "it has more than {value} wounds left",
    "near friend": "no friendly unit{such} is within {inches}",
    "near enemy": "no enemy unit{such} is within {inches}",
    "target size": "the other unit has fewer than {value} miniatures",
    "round": "it is not yet battle round {value}",
    "to fight": "it has fought",
    "to shoot": "it has shot",
    "closest": "an enemy that it sees is nearer",
    "contains": "no {name} lives in it",
    "disembarked": "it did not get out of a transport in this turn",
    "count": "its army has fewer than {value} of {name}",
    "fell back": "it did not fall back",
    "named": "its army did not mark it '{name}'",
    "present": "it is neither on the table nor in a transport that is",
    "rule": "it does not have the core rule {name}",
    "holds home": "its army holds fewer than {value} objectives in its own zone",
    "holds away": "its army holds fewer than {value} objectives outside its own zone",
    "holds more": "its army does not hold more objectives than the enemy",
}
"""Conditions that must not hold, where that is more than a 'not' after the first 'is' or 'has'."""


VOWELS = frozenset("aeiou")


def inches(number: float) -> str:
    return f"{number:g} inch{'' if number == 1 else 'es'}"


def article(name: str) -> str:
    """'a' or 'an', by the first letter of what follows."""
    return "an" if name[:1].casefold() in VOWELS else "a"


def of_condition(condition: Condition) -> str:
    name = condition.name.upper() if "keyword" in condition.kind or condition.kind == "led by" else condition.name
    text = _negated(condition) if condition.negate else CONDITIONS[condition.kind]
    if condition.kind == "closest" and condition.own:
        text = "an enemy is nearer" if condition.negate else "no enemy is nearer"
    return text.format(
        name=name.replace(AND, " "),
        a=article(name),
        such=f" with {name.replace(AND, ' ').upper()}" if name else "",
        value=condition.value,
        times=f" {condition.value} times" if condition.value > 1 else "",
        inches=inches(condition.value),
    )


def _negated(condition: Condition) -> str:
    if condition.kind in NEGATED:
        return NEGATED[condition.kind]
    text = CONDITIONS[condition.kind]
    verb = " is " if " is " in text else " has "
    return text.replace(verb, f"{verb}not ", 1)


def together(conditions: Iterable[Condition]) -> str:
    """Several conditions that all have to hold."""
    return " and ".join(map(of_condition, conditions))

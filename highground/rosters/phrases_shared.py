"""Parts that sentences of all kinds are made of: who, how often, on what roll, how near, and what is let alone.

Each is a few words long. Longer sentences are put together from them, so that none stands here as anybody printed it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from highground.engine.amount import Amount
from highground.rosters.phrases_context import Scope
from highground.rosters.phrases_text import Reader

T = TypeVar("T")
IT = r"(?:it|that model|this model|that unit|this unit)"
OWN_UNIT = r"(?:this model|the bearer)'s unit"
ONE_OR_MORE = r"one (?:or|of) more units(?: from your army)? with this ability"
_WHO = rf"(?:{OWN_UNIT}|this unit|this model|that unit|the bearer)"
_LED = r"while (?:this model|the bearer) is leading a unit,"
_ENEMIES = r"(?:(?:any|one or more) )?(?:enemy (?:units|models)|such models|them)"


def made_of(text: str, parse: Callable[[Reader], T | None]) -> T | None:
    """What `parse` makes of all of a text; None where it reads none of it, or not to its end."""
    reader = Reader(text)
    found = reader.attempt(lambda: parse(reader))
    return found if reader.done else None


def led(reader: Reader) -> bool:
    """'while this model is leading a unit, ...', after which the unit is 'that unit'."""
    return reader.take(_LED) is not None


def who(reader: Reader) -> str:
    """Whose ability it is, or who does it: 'this unit', 'this model's unit'."""
    return reader.need(_WHO)[0].strip()


def anybody(reader: Reader) -> str:
    """The same, or any of the army's units that have the ability."""
    several = reader.take(ONE_OR_MORE)
    return "this unit" if several else who(reader)


def anyone_in(reader: Reader) -> str:
    """The same, or a model in that unit."""
    reader.take("a model in")
    return who(reader)


def miniature(reader: Reader) -> str:
    """Whose miniatures: those of 'a model in this unit' are the unit's, 'this model' is itself."""
    if reader.take("a model in"):
        return reader.need(rf"{OWN_UNIT}|this unit|that unit")[0].strip()
    return reader.need("this model|the bearer")[0].strip()


def scope_of(name: str) -> Scope:
    """What a text is right for that is about the unit or the model so called."""
    if name in {"this model", "the bearer"}:
        return "holder"
    return "bearer" if name.endswith("'s unit") else "unit"


def per(reader: Reader) -> str:
    """'once per turn,': the time; '' where none is said."""
    found = reader.take(r"once per (?P<per>battle round|battle|turn|phase),?")
    return found["per"] if found else ""


def on_roll(reader: Reader) -> int:
    """The least face of a die that is rolled for it: 'roll one D6: on a 4+,'; 0 where none is."""
    if not reader.take(r"(?:you can )?roll one d6[:,.]"):
        return 0
    return on_face(reader)


def on_face(reader: Reader) -> int:
    return int(reader.need(r"on an? (?P<face>[2-6])\+,")["face"])


def lost_wounds(reader: Reader) -> Amount:
    """'regains up to D3 lost wounds'."""
    amount = reader.need(r"regains (?:up to )?(?P<amount>d3\+[1-3]|d3|d6|[1-6]) lost wounds?")["amount"]
    return Amount.parse(amount.upper())


def engaged_with(reader: Reader) -> None:
    """'within Engagement Range of'."""
    reader.need(r"within engagement range of")


def engaged(reader: Reader) -> None:
    """The same 'of one or more enemy units'."""
    engaged_with(reader)
    reader.need(_ENEMIES)


def within(reader: Reader) -> int:
    """'within 6" of': the inches."""
    return int(reader.need(r'within (?P<inches>\d+)" of')["inches"])


def left_out(reader: Reader) -> str:
    """'(excluding beasts)': the names, '' where none are."""
    found = reader.take(r"\(excluding (?P<names>[a-z ,']+?)(?: units?| models?)?\)")
    return found["names"] if found else ""


def set_up(reader: Reader) -> int:
    """'set up anywhere on the battlefield that is more than 6" away from all enemies': the inches."""
    reader.need(r"(?:can )?be set up anywhere on the battlefield")
    inches = reader.need(r'that is more than (?P<inches>[3-8])" (?:horizontally )?away')["inches"]
    reader.need(r"from all enemy (?:units|models)")
    return int(inches)


def no_charge(reader: Reader) -> None:
    """'until the end of the turn, it is not eligible to declare a charge'."""
    reader.need(r"until the end of the turn,")
    reader.need(IT)
    reader.need(r"is not eligible to declare a charge")

"""Rules that many files carry word for word, known by their fingerprint: of their words none stands here.

A fingerprint is the start of the SHA-256 of the text's sentences, without bullets. A text that differs in a letter is
another one, and stays text.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence

from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import MoreShockDice, Permit, Regrow
from highground.engine.amount import Amount
from highground.rosters.phrases_keywords import KnownKeywords
from highground.rosters.phrases_subjects import Clause
from highground.rosters.phrases_text import Unread

_DICE = re.compile(r"\b\d*d\d+\b")
_INCHES = re.compile(r'(\d+)"')


def fingerprint(sentences: Sequence[str]) -> str:
    """What distinguishes a whole text from every other."""
    plain = " ".join(" ".join(sentences).replace("■", " ").split())
    return hashlib.sha256(plain.encode()).hexdigest()[:20]


def _regrowth(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Wounds and then miniatures come back at the end of the command phase."""
    return Clause((Regrow(amount=_amounts(sentences)[0], when="command end"),))


def _steadied(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Battle-shock on more dice near units with a keyword that the text names."""
    text = " ".join(sentences)
    reach = _INCHES.search(text)
    named = [name for name in sorted(known.own - known.shared) if re.search(rf"\b{re.escape(name)}\b", text)]
    if reach is None or len(named) != 1:
        raise Unread(text)
    more, usual = _amounts(sentences)
    near = Condition("near friend", int(reach[1]), named[0], own=True)
    return Clause((MoreShockDice(more.count - usual.count, conditions=(near,)),))


def _getting_out(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Passengers get out of a transport that has advanced."""
    return Clause((Permit("advance and disembark"),))


def _amounts(sentences: Sequence[str]) -> list[Amount]:
    return [Amount.parse(dice.upper()) for dice in _DICE.findall(" ".join(sentences))]


Read = Callable[[Sequence[str], KnownKeywords], Clause]
RULES: Mapping[str, tuple[Read, bool]] = {
    "947c93e70072dbcdf804": (_getting_out, False),
    "e630104148e49e1c1faa": (_steadied, True),
    "3470a7137c5330cd3ac0": (_regrowth, True),
}
"""How each is read, and whether it is a rule of the whole army, however many units have its text."""


def of_rules(
    sentences: Sequence[str], known: KnownKeywords, rules: Mapping[str, tuple[Read, bool]] = RULES
) -> tuple[Clause, bool] | None:
    """What a known rule does, and whether it is the whole army's; None for other texts. Raises Unread."""
    found = rules.get(fingerprint(sentences))
    return None if found is None else (found[0](sentences, known), found[1])

"""Characteristics that players put right at the table, of a unit, of some of its miniatures, or of what they carry."""

from __future__ import annotations

from typing import ClassVar, Literal, get_args

from highground.engine.abilities.effect import Attacks, Effect, RuleQuestion
from highground.engine.amount import Amount, Keyword
from highground.engine.effects import KNOWN_KEYWORDS
from highground.engine.effects.keywords import SHAPES
from highground.engine.errors import EffectFault

OfMiniature = Literal[
    "movement",
    "toughness",
    "save",
    "invulnerable save",
    "feel no pain",
    "wounds",
    "leadership",
    "objective control",
]
OfWeapon = Literal["range", "attacks", "skill", "strength", "armour penetration", "damage", "gains", "loses"]
OF_MINIATURES = frozenset(get_args(OfMiniature))
OF_WEAPONS = frozenset(get_args(OfWeapon))
DICED = frozenset({"attacks", "strength", "damage"})
"""Characteristics that may hold dice."""
KEYWORDS = frozenset({"gains", "loses"})
LIMITS: dict[str, tuple[int, int]] = {
    "movement": (0, 60),
    "toughness": (1, 30),
    "save": (2, 7),
    "invulnerable save": (0, 6),
    "feel no pain": (0, 6),
    "wounds": (1, 100),
    "leadership": (2, 12),
    "objective control": (0, 99),
    "range": (1, 120),
    "attacks": (0, 99),
    "skill": (2, 6),
    "strength": (1, 40),
    "armour penetration": (0, 9),
    "damage": (0, 40),
}
"""The least and the most that each may be; an invulnerable save or feel no pain of 0 is none."""


class ChangeProfile(Effect, frozen=True, tag="profile"):
    """A characteristic is `amount` instead of what is printed, or weapons gain or lose a `keyword`.

    Of all miniatures of the unit, or of those of `miniatures` by their places in its line-up; of the weapons called
    `weapon`, or of all. Armour penetration is said as a positive number. It is done by hand alone.
    """

    stat: OfMiniature | OfWeapon
    amount: Amount | None = None
    keyword: Keyword | None = None
    weapon: str = ""
    attacks: Attacks = "any"
    miniatures: tuple[int, ...] = ()
    question: ClassVar[RuleQuestion] = "profile"

    def fits(self, melee: bool) -> bool:
        return self.attacks in ("any", "melee" if melee else "ranged")

    def words(self) -> str:
        if self.stat in KEYWORDS:
            what = f"{self.stat} [{self.keyword}]"
        elif self.stat in {"invulnerable save", "feel no pain"} and not self.number():
            what = f"no {self.stat}"
        else:
            what = self.stat
        return what

    def number(self) -> str:
        if self.amount is None or self.stat in KEYWORDS:
            return ""
        if self.stat in {"save", "invulnerable save", "feel no pain", "leadership", "skill"}:
            return f"{self.amount.plus}+" if self.amount.plus else ""
        return f"-{self.amount}" if self.stat == "armour penetration" and self.amount.plus else str(self.amount)

    def __str__(self) -> str:
        """'damage D3 of the Long rifle of miniatures 2 and 3'."""
        kind = "" if self.attacks == "any" else f"{self.attacks} "
        arms = f" of the {self.weapon}" if self.weapon else f" of its {kind}weapons"
        numbers = " and ".join(str(i + 1) for i in self.miniatures)
        models = f" of miniature{'s' if len(self.miniatures) > 1 else ''} {numbers}" if numbers else ""
        return f"{super().__str__()}{arms if self.stat in OF_WEAPONS else ''}{models}"

    def fault(self) -> EffectFault | None:
        known = OF_MINIATURES | OF_WEAPONS
        if self.stat not in known:
            return EffectFault("unknown-effect", effect=self.kind, text=self.stat, known=tuple(sorted(known)))
        if self.who not in {"self", "army"} or self.conditions or (self.who == "army" and self.miniatures):
            return EffectFault("effect-with-conditions", effect=self.kind)
        if self.stat in KEYWORDS:
            return self._keyword_fault()
        if self.amount is None:
            return EffectFault("effect-without-amount", effect=self.stat)
        least, most = LIMITS[self.stat]
        diced = self.amount.count > 0 and self.stat not in DICED
        if diced or not least <= self.amount.low or not self.amount.high <= most:
            return EffectFault("characteristic-out-of-range", stat=self.stat, least=least, most=most)
        if self.stat == "wounds" and self.duration not in {"always", "battle"}:
            return EffectFault("wounds-for-good")
        return None

    def _keyword_fault(self) -> EffectFault | None:
        keyword = self.keyword
        if keyword is None or keyword.name not in KNOWN_KEYWORDS:
            return EffectFault("unknown-keyword", effect=self.kind)
        needs = SHAPES[keyword.name] != "plain" and self.stat == "gains"
        if needs and (keyword.value is None or (keyword.name == "anti" and not keyword.target)):
            return EffectFault("effect-without-value", effect=str(keyword.name))
        return None

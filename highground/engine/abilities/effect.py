"""What every effect of an ability has: what it applies to, for how long, and the hooks that its type may answer.

A hook is a method with a neutral answer, which a type overrides. Effects that last are asked while they hold, by
`powers`: what they add to a characteristic, how they change an attack, what they permit. Effects that happen at once
do so in `happen`, through `Acting`. `RuleQuestion` is the name under which `powers` files an effect: a type answers the
hooks of its question and no others.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar, Literal

import msgspec

from highground.engine.abilities.acting import Acting, Battlefield
from highground.engine.abilities.condition import Condition
from highground.engine.amount import Keyword
from highground.engine.effects import Modifier
from highground.engine.errors import EffectFault

Who = Literal["self", "target", "friends within", "enemies within", "army", "bearer"]
"""'bearer': the miniatures that have the ability, in whatever unit they are; of attacks that they make alone.
'target' is the target of a use, and of what happens by itself the other unit that it is about."""
Role = Literal["attacking", "defending"]
Attacks = Literal["any", "ranged", "melee", "mortal"]
"""Which attacks an effect is for; 'mortal' is for mortal wounds only."""
Moment = Literal[
    "", "command start", "command end", "each command start", "combat start", "charged", "stratagem",
    "shock passed", "shock failed", "destroyed", "slew", "shock step",
    "movement start", "movement end", "shooting start", "shooting end", "charge start", "charge end", "combat end",
    "helps", "round start", "stood still", "moved", "advanced", "fell back", "arrived",
    "enemy shock failed", "miniature destroyed", "fell", "each command end",
]  # fmt: skip
"""When an effect happens by itself, once: in the own command phase, or in both armies'; as any combat phase begins; as
the unit ends a charge; when a stratagem is used on it; when it passes or fails a battle-shock test; when an enemy
destroys it; when it destroys an enemy unit ('slew', which is the unit that it is about); in the step of either army's
battle-shock tests; as any phase begins or ends, or a round; as it stays where it is, ends a normal move, an advance
or a fall back, or arrives; as it helps another unit (`Enlist`), about that one; as an enemy within `reach` of it fails
a battle-shock test ('enemy shock failed'), about that one; when one of its own miniatures is destroyed, after the
attacks that did it ('miniature destroyed'), once for each; as the phase ends in which it was destroyed for the first
time ('fell'); once either army's command phase is over and it is known who holds what ('each command end').
'' is always. What lasts begins at its
moment, if its conditions hold, for its duration.
"""
Duration = Literal[
    "always",
    "step",
    "phase",
    "turn",
    "round",
    "until your next turn",
    "until your next command phase",
    "until your next movement phase",
    "until your next shooting phase",
    "battle",
]
RuleQuestion = Literal[
    "attack", "keywords",
    "move", "advance", "charge", "control", "leadership", "nerve", "toughness", "mark", "bounty", "arrive",
    "permit", "forbid", "profile", "reroll", "hide", "order", "shock", "hold", "places",
    "beside", "spending", "use reach", "personal",
    "price", "deny", "closing", "snap", "last blows", "arms", "unit keyword", "home", "rule", "charged at",
    "now",
]  # fmt: skip
"""What the rules ask of effects. 'now' is asked of nobody: such an effect happens when it is used, or at its moment.
'personal' is what miniatures have switched on for themselves alone, whatever else it is asked for.
"""
Permission = Literal[
    "advance and charge",
    "advance and shoot",
    "fall back and charge",
    "fall back and shoot",
    "arrive early",
    "advance and disembark",
    "disembark and charge",
    "advance and help",
    "pass over models",
    "pass over smaller models",
    "pass over friends",
    "pass through walls",
    "charge through walls",
    "climb freely",
    "shoot while engaged",
    "unwatched",
    "break out safely",
    "blast while engaged",
    "pin",
    "worsen break-out tests",
]
Prohibition = Literal["advance", "fall back", "shoot", "charge"]
UnitRoll = Literal["advance", "charge", "battle-shock", "leadership"]
"""The rolls of a unit as a whole. 'leadership' is a test of it that is no battle-shock test (`Effect.tested`)."""
Tested = Literal["", "passed", "failed"]


class Effect(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """One thing that an ability does: to what, under which conditions, how long; `reach` is an aura's, in inches."""

    who: Who = "self"
    reach: float = 0.0
    conditions: tuple[Condition, ...] = ()
    duration: Duration = "always"
    when: Moment = ""
    face_from: int = 0
    face_to: int = 0
    """Only if a die shows this or more, and this or less; 0 asks for none. Effects of one ability share the die."""
    follows: bool = False
    """Of what is used for units nearby: for those near its user at any time while it lasts, not as it is used."""
    tied: bool = False
    """Of what is used: only while the unit that used it is on the table."""
    tested: Tested = ""
    """Of what is used: only if a leadership test comes out so, of the unit that it happens to. It takes one for all."""
    stance: str = ""
    """Of what is used and lasts: of each name a unit has what was used last; battle-shock ends it."""

    question: ClassVar[RuleQuestion] = "now"
    of_moments: ClassVar[bool] = False
    """Whether it may happen by itself at a moment of the battle."""

    @property
    def kind(self) -> str:
        """The name of its type in JSON."""
        return str(self.__struct_config__.tag)

    @property
    def lasts(self) -> bool:
        """Whether it holds for a while, rather than happening at once."""
        return self.question != "now"

    def shown(self, face: int) -> bool:
        """Whether a die shows what it asks for."""
        return self.face_from <= face <= (self.face_to or face)

    def adds(self) -> int:
        """What it adds to the characteristic or roll that it is about."""
        return 0

    def adds_to_leadership_tests(self) -> int:
        """What it adds to tests of leadership that are not battle-shock tests."""
        return 0

    def last_blow(self) -> int | None:
        """The face with which a miniature that falls in melee before it has fought strikes first; 0 needs no die."""
        return None

    def renames(self) -> tuple[str, bool] | None:
        """The keyword that its unit has, or has lost."""
        return None

    def stretches(self, reach: float, counts: tuple[str, ...]) -> float:
        """How far a use that takes these counts of the army reaches, which says `reach` itself."""
        return reach

    def grants(self) -> Keyword | None:
        """The core rule that it gives."""
        return None

    def granted(self, keywords: Collection[str], leaders: Collection[Collection[str]]) -> bool:
        """Whether it gives it to a unit with these keywords, led by those who have these."""
        return False

    def places(self, keywords: Collection[str]) -> int | None:
        """The places that a passenger with these keywords takes in its unit, if it says so; 0 for none that get in."""
        return None

    def homes(self) -> int:
        """The inches about its unit that are home ground of the army."""
        return 0

    def arm(self) -> str:
        """The name of the weapon that the unit has only while it holds."""
        return ""

    def advances(self) -> int | None:
        """The inches that the unit advances without a roll."""
        return None

    def permits(self, what: str) -> bool:
        """Whether it lets the unit do what its earlier moves would forbid."""
        return False

    def forbids(self, what: str) -> bool:
        """Whether it keeps the unit from what is named."""
        return False

    def rerolls(self, roll: str) -> bool:
        """Whether the unit may reroll a roll of its own."""
        return False

    def hides_beyond(self) -> int | None:
        """The inches beyond which the unit cannot be a target."""
        return None

    def order(self) -> int:
        """When the unit fights: 1 is with the first, -1 after all others."""
        return 0

    def passes_shock(self) -> bool:
        """Whether the unit passes battle-shock tests without a roll that counts."""
        return False

    def fixes(self) -> int | None:
        """What the characteristic that it is about is instead."""
        return None

    def marks(self) -> str:
        """The name of the mark that it is."""
        return ""

    def arrives_beyond(self, costly: bool) -> int | None:
        """The inches from enemies beyond which the unit may be set up from above: on home ground, or wherever it likes
        where that is `costly` and takes its charge.
        """
        return None

    def arrives_about(self) -> tuple[str, int]:
        """Of what lets it arrive nearer: beside friends with which keywords, within how many inches; none is home."""
        return "", 0

    def shock_dice(self) -> int:
        """How many dice more than two the unit takes its battle-shock tests on."""
        return 0

    def modifier(self, name: str) -> Modifier | None:
        """What it does to an attack, in the name of its ability."""
        return None

    def fits(self, melee: bool) -> bool:
        """Whether it is for attacks with such weapons."""
        return True

    def of_role(self, role: Role) -> bool:
        """Whether it changes attacks that its unit makes, or those that are made against it."""
        return False

    def shrugs(self) -> int | None:
        """The feel no pain that it gives against mortal wounds."""
        return None

    def changes_arms(self) -> bool:
        """Whether it changes keywords that are asked for before there is a target."""
        return False

    def gained(self) -> Keyword | None:
        """The weapon keyword that it gives."""
        return None

    def reaches(self) -> int:
        """The inches that it adds to the range of weapons."""
        return 0

    def lost(self) -> Keyword | None:
        """The weapon keyword that it takes away."""
        return None

    def possible(self, field: Battlefield, unit: int) -> bool:
        """Whether the unit could do now what the effect lets it do."""
        return True

    def possible_at(self, field: Battlefield, unit: int, target: int) -> bool:
        """The same for a target of its use."""
        return True

    def wanted(self, field: Battlefield, unit: int) -> bool:
        """Whether the unit would have anything of it."""
        return True

    def happen(self, acting: Acting) -> None:
        """Bring it about, at once."""
        raise NotImplementedError

    def fault(self) -> EffectFault | None:
        """What it lacks to mean anything, if it lacks something."""
        return None

    def words(self) -> str:
        """What it changes, without its number."""
        return self.kind.replace("_", " ")

    def number(self) -> str:
        return ""

    def __str__(self) -> str:
        """In a few words, for lists."""
        return " ".join(part for part in (self.words(), self.number()) if part)


class Valued(Effect, frozen=True):
    """Means nothing without its `value`."""

    value: int = 0

    def number(self) -> str:
        return f"{self.value:+d}" if self.value else ""

    def fault(self) -> EffectFault | None:
        return None if self.value else EffectFault("effect-without-value", effect=self.kind)


class Added(Valued, frozen=True):
    """Adds `value` to what its question names; those of several effects are summed."""

    def adds(self) -> int:
        return self.value

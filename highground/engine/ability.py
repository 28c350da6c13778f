"""Abilities as data: what they do, to whom, when, for how long and how often.

Everything that is not a weapon's or a core rule's is written in this vocabulary: abilities of units and armies,
stratagems, and what a player switches on by hand. `highground.engine.powers` reads it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from highground.engine.amount import Amount, Keyword

EffectKind = Literal[
    "roll",
    "weapon_keyword",
    "lose_keyword",
    "move",
    "advance",
    "charge",
    "control",
    "leadership",
    "permission",
    "reroll",
    "command_points",
    "mortal_wounds",
    "heal",
    "heal_one",
    "return",
    "regrow",
    "hidden",
    "fights_first",
    "fights_last",
    "steadfast",
    "shock_dice",
    "sticky",
    "join_unit",
    "act",
]
"""What an effect does.

'roll' changes a stage of the attack sequence (`stage`, `change`, `value`, `amount`, `reroll`); 'move', 'advance',
'charge', 'control' and 'leadership' add `value`; 'permission' allows what `text` names; 'reroll' lets the unit throw
the roll that `text` names again; 'hidden' cannot be shot at from beyond `value` inches; 'steadfast' passes
battle-shock tests, 'shock_dice' takes them on `value` dice more; 'heal' gives lost wounds back, 'heal_one' to one
miniature; 'regrow' gives them back one by one and, where nobody is wounded, returns a fallen miniature with one wound;
'act' lets the unit do at once what `text` names (shoot, move, charge, fight first, re-roll; a normal
move of up to `value` inches, or such a last move, after which it does not charge in this turn).
"""

LASTING = frozenset(
    {
        *("roll", "weapon_keyword", "lose_keyword", "move", "advance", "charge", "control", "leadership", "permission"),
        *("reroll", "hidden", "fights_first", "fights_last", "steadfast", "shock_dice", "sticky"),
    }
)
"""Kinds of effects that hold for a while; all others happen at once."""
PERMISSIONS = frozenset(
    {
        "advance and charge",
        "advance and shoot",
        "fall back and charge",
        "fall back and shoot",
        "arrive early",
        "advance and disembark",
    }
)
REROLLS = frozenset({"advance", "charge", "battle-shock"})
ACTIONS = frozenset({"normal move", "last move", "shoot", "move", "charge", "fight first", "re-roll"})

Who = Literal["self", "target", "friends within", "enemies within", "army"]
Role = Literal["attacking", "defending"]
Attacks = Literal["any", "ranged", "melee", "mortal"]
"""Which attacks an effect is for; 'mortal' is for mortal wounds only."""
Moment = Literal["", "command start", "command end", "each command start"]
"""When an effect happens by itself, once: in the own command phase, or in both armies'; '' if it holds all the time."""
Duration = Literal["always", "step", "phase", "turn", "round", "until your next command phase", "battle"]
Per = Literal["phase", "turn", "round", "battle"]

ConditionKind = Literal[
    "keyword",
    "target keyword",
    "weapon keyword",
    "below half",
    "target below half",
    "shocked",
    "target shocked",
    "stationary",
    "advanced",
    "charged",
    "engaged",
    "on objective",
    "target on objective",
    "target stealthy",
    "target objective",
    "within",
    "in cover",
    "leading",
    "led by",
    "wounds left",
    "near friend",
    "stronger",
]
"""What a condition asks; those that begin with 'target' ask it of the other unit of an attack.

'target objective': it is at an objective marker that the unit's army does not hold; 'led by': a leader with the keyword
`name` has joined; 'wounds left': the unit has at most `value` wounds left; 'near friend': another unit of the army,
with the keyword `name` if there is one, is within `value` inches (the unit itself counts where it is such a unit and
`own`); 'stronger': the strength of the attack is above the toughness that it meets.
"""


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """Holds or not for a unit, and for the target of its attack where it names one. `negate` turns it round."""

    kind: ConditionKind
    value: int = 0
    name: str = ""
    negate: bool = False
    own: bool = False

    def __str__(self) -> str:
        what = " ".join(part for part in (self.kind, self.name, str(self.value) if self.value else "") if part)
        return f"not {what}" if self.negate else what


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that an ability does. Which fields count depends on `kind` (see `EffectKind`)."""

    kind: EffectKind
    value: int = 0
    amount: Amount | None = None
    text: str = ""
    stage: str = ""
    change: str = "add"
    reroll: str = "none"
    keyword: Keyword | None = None
    who: Who = "self"
    reach: float = 0.0
    role: Role = "attacking"
    attacks: Attacks = "any"
    conditions: tuple[Condition, ...] = ()
    duration: Duration = "always"
    when: Moment = ""

    def __str__(self) -> str:
        """In a few words, for lists."""
        number = str(self.amount) if self.amount is not None else f"{self.value:+d}" if self.value else ""
        what = {
            "roll": f"{self.stage} {self.reroll if self.change == 'reroll' else self.change}",
            "weapon_keyword": str(self.keyword),
            "lose_keyword": str(self.keyword),
        }.get(self.kind, f"{self.kind.replace('_', ' ')} {self.text}".strip())
        return " ".join(part for part in (what, number) if part)


Window = Literal[
    "",
    "targeted",
    "fight targeted",
    "enemy moved",
    "charge declared",
    "enemy charged",
    "enemy arrived",
    "rolled",
    "before pick",
    "before shock",
    "destroyed",
    "enemy destroyed",
    "shot",
]
"""When an ability may be used: '' in any request of its own side that its phase allows, else in that timing window.

'shot' is after a unit of the side has shot: the enemies about it are those that it hit.
'charge declared' is before the charge is rolled, 'enemy charged' once the charger stands where it ends; 'destroyed'
and 'enemy destroyed' come after the attacks or the ability that destroyed a unit: for its army, and for the unit that
did it.
"""


class Use(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an ability is used by choice. `cost` in command points; `count` -1 is as often as one likes.

    `turn`: in whose turn. `target` says what it is aimed at: a friendly unit, an enemy unit within `reach` inches of
    the user, or nothing. `rolls` names the rolls of the window 'rolled'.
    """

    kind: Literal["activated", "selectable", "stratagem"]
    cost: int = 0
    phases: tuple[str, ...] = ()
    turn: Literal["own", "enemy", "any"] = "own"
    window: Window = ""
    rolls: tuple[str, ...] = ()
    target: Literal["none", "friend", "enemy", "leadable"] = "none"
    reach: float = 0.0
    keywords: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    per: Per = "battle"
    count: int = 1


class Ability(msgspec.Struct, frozen=True, omit_defaults=True):
    """An ability. `rule` names the engine's own rule for it, if there is one; `effects` are what it does besides.

    Without a `use` its effects hold whenever their conditions do. One of `choices` is picked when it is selectable.
    `private` text never leaves its owner's copy. `by_hand`: its text is not wholly understood; players resolve it.
    """

    name: str
    text: str = ""
    location: Literal["army", "unit", "miniature", "weapon"] = "unit"
    source: str = ""
    rule: Keyword | None = None
    private: bool = False
    uid: str = ""
    effects: tuple[Effect, ...] = ()
    use: Use | None = None
    choices: tuple[Ability, ...] = ()
    by_hand: bool = False
    bearers: tuple[int, ...] = ()
    """The miniatures of its unit that it hangs on, as indices of the line-up: it ends with them. () is all of them."""

"""Sentences that the grammar understands, with what they come to. The wording is ours, its structure the usual one."""

from __future__ import annotations

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.acts import GrantMove
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Permission
from highground.engine.abilities.effects import (
    AddToAdvance,
    AddToCharge,
    AddToControl,
    AddToLeadership,
    AddToMove,
    AllowReroll,
    FightFirst,
    FixAdvance,
    Hide,
    HoldObjective,
    Permit,
)
from highground.engine.abilities.model import Ability, Use
from highground.engine.abilities.wounds import GainPoints, HealOne
from highground.engine.amount import Amount, Keyword
from highground.engine.effects import Stage
from highground.rosters.phrases import KnownKeywords, Reading, Scope
from highground.rosters.phrases_uses import AFTER_SHOOTING
from tests.rosters.phrase_cases_together import TOGETHER
from tests.values import replace

KNOWN = KnownKeywords(
    frozenset({"infantry", "vehicle", "monster", "character", "psyker", "mounted", "fortification", "thorn guard"}),
    frozenset({"ashen wardens"}),
    frozenset({"bog cannon"}),
)


def roll(stage: Stage, value: int = 0, *conditions: Condition, **fields: object) -> AnyEffect:
    return ModifyAttack(stage, value, conditions=conditions, **fields)  # type: ignore[arg-type]


def again(stage: Stage, what: str, *conditions: Condition, **fields: object) -> AnyEffect:
    return roll(stage, 0, *conditions, change="reroll", reroll=what, **fields)


def against(stage: Stage, value: int, *conditions: Condition, **fields: object) -> AnyEffect:
    return roll(stage, value, *conditions, role="defending", **fields)


def gives(name: str, *conditions: Condition, value: int | Amount | None = None, attacks: str = "any") -> AnyEffect:
    amount = Amount(plus=value) if isinstance(value, int) else value
    return GainKeyword(Keyword(name, amount), conditions=conditions, attacks=attacks)  # type: ignore[arg-type]


def may(what: Permission, *conditions: Condition) -> AnyEffect:
    return Permit(what, conditions=conditions)


def near(effect: AnyEffect, reach: float, who: str = "friends within") -> AnyEffect:
    return replace(effect, who=who, reach=reach)


LEADING = Condition("leading")
ON_OBJECTIVE = Condition("target on objective")
TARGET_LOW = Condition("target below half")
VEHICLE, MONSTER = Condition("target keyword", name="vehicle"), Condition("target keyword", name="monster")
NO_MONSTER = Condition("target keyword", name="monster", negate=True)
NO_VEHICLE = Condition("target keyword", name="vehicle", negate=True)
PSYCHIC = Condition("weapon keyword", name="psychic")
NOT_PSYCHIC = Condition("weapon keyword", name="psychic", negate=True)

IN_UNIT = "Each time a model in this unit makes"
WHEN_LED = "While this model is leading a unit,"
AURA = 'While a friendly ASHEN WARDENS unit is within 9" of this unit,'
CURSE = 'While an enemy unit is within 9" of this unit,'

Cases = list[tuple[str, list[AnyEffect]]]
"""Texts, and the effects that they are read as."""

UNIT_ATTACKS: Cases = [
    (f"{IN_UNIT} an attack, that attack has the [RAPID FIRE 1] ability.", [gives("rapid fire", value=1)]),
    (f"{IN_UNIT} a melee attack, that attack has the [PRECISION] ability.", [gives("precision", attacks="melee")]),
    (
        "Melee weapons equipped by models in this unit have the [EXTRA ATTACKS] and [HAZARDOUS] abilities.",
        [gives("extra attacks", attacks="melee"), gives("hazardous", attacks="melee")],
    ),
    ("Weapons equipped by models in this unit have the [ASSAULT] ability.", [gives("assault")]),
    (
        f"{IN_UNIT} an attack, a successful unmodified Hit roll of 5+ scores a Critical Hit.",
        [roll("hit", 5, change="critical success")],
    ),
    (
        f"{IN_UNIT} a melee attack, if the target of that attack is Below Half-strength, a successful Hit roll scores "
        "a Critical Hit.",
        [roll("hit", 2, TARGET_LOW, change="critical success", attacks="melee")],
    ),
    (
        f"{IN_UNIT} a ranged attack, you can ignore any or all modifiers to the following: that attack's Ballistic "
        "Skill characteristic; the Hit roll; the Wound roll.",
        [roll(stage, change="steady", attacks="ranged") for stage in ("skill", "hit", "wound")],
    ),
    (
        f"{IN_UNIT} an attack that targets a unit that contains one or more models with the Stealth ability, add 1 to "
        "the Hit roll.",
        [roll("hit", 1, Condition("target stealthy"))],
    ),
    (
        f"{IN_UNIT} an attack, re-roll a Hit roll of 1. If the target of that attack is within range of an objective "
        "marker you do not control, you can re-roll the Hit roll instead.",
        [again("hit", "ones"), again("hit", "any", Condition("target objective"))],
    ),
    (f"{IN_UNIT} an attack, add 1 to the Hit roll.", [roll("hit", 1)]),
    (f"{IN_UNIT} a ranged attack, add 1 to the Wound roll.", [roll("wound", 1, attacks="ranged")]),
    (f"{IN_UNIT} a melee attack, subtract 1 from the Hit roll.", [roll("hit", -1, attacks="melee")]),
    (f"{IN_UNIT} a Psychic Attack, add 1 to the Hit roll.", [roll("hit", 1, PSYCHIC)]),
    (f"{IN_UNIT} an attack, add 1 to the Hit and Wound rolls.", [roll("hit", 1), roll("wound", 1)]),
    (f"{IN_UNIT} an attack, re-roll a Hit roll of 1.", [again("hit", "ones")]),
    (f"{IN_UNIT} an attack, you can re-roll Wound rolls of 1.", [again("wound", "ones")]),
    (f"{IN_UNIT} an attack, re-roll Hit and Wound rolls of 1", [again("hit", "ones"), again("wound", "ones")]),
    (f"{IN_UNIT} a melee attack, you can re-roll the Wound roll.", [again("wound", "any", attacks="melee")]),
    (
        f"{IN_UNIT} an attack, you can re-roll the Hit roll and the Wound roll.",
        [again("hit", "any"), again("wound", "any")],
    ),
    (
        f"{IN_UNIT} a melee attack, add 1 to the Hit roll and re-roll a Wound roll of 1.",
        [roll("hit", 1, attacks="melee"), again("wound", "ones", attacks="melee")],
    ),
    (
        f"{IN_UNIT} an attack, improve the Armour Penetration characteristic of that attack by 2.",
        [roll("ap", -2)],
    ),
    (
        f"{IN_UNIT} a ranged attack, add 2 to the Strength characteristic of that attack.",
        [roll("strength", 2, attacks="ranged")],
    ),
    (f"{IN_UNIT} an attack, add 1 to that attack’s Damage characteristic.", [roll("damage", 1)]),
    (f"{IN_UNIT} an attack, that attack has the [LETHAL HITS] ability.", [gives("lethal hits")]),
    (
        f"{IN_UNIT} an attack, that attack has the [SUSTAINED HITS D3] and [LANCE] abilities.",
        [gives("sustained hits", value=Amount(1, 3)), gives("lance")],
    ),
    (
        f"{IN_UNIT} an attack, an unmodified Hit roll of 5+ scores a Critical Hit.",
        [roll("hit", 5, change="critical")],
    ),
    (
        f"{IN_UNIT} an attack, an unmodified Wound roll of 4+ scores a Critical Wound.",
        [roll("wound", 4, change="critical")],
    ),
    (f"{IN_UNIT} an attack that targets a VEHICLE unit, add 1 to the Wound roll.", [roll("wound", 1, VEHICLE)]),
    (
        f"{IN_UNIT} an attack that targets a MONSTER or VEHICLE unit, add 1 to the Wound roll.",
        [roll("wound", 1, MONSTER), roll("wound", 1, NO_MONSTER, VEHICLE)],
    ),
    (
        f"{IN_UNIT} an attack that targets a unit (excluding MONSTERS and VEHICLES), re-roll a Hit roll of 1.",
        [again("hit", "ones", NO_MONSTER, NO_VEHICLE)],
    ),
    (
        f"{IN_UNIT} a ranged attack that targets an enemy unit within range of one or more objective markers, "
        "add 1 to the Hit roll.",
        [roll("hit", 1, ON_OBJECTIVE, attacks="ranged")],
    ),
    (
        f"{IN_UNIT} an attack that targets a unit that is Below Half-strength, add 1 to the Hit roll.",
        [roll("hit", 1, TARGET_LOW)],
    ),
    (
        f"{IN_UNIT} an attack that targets an enemy unit that is Battle-shocked, you can re-roll the Hit roll.",
        [again("hit", "any", Condition("target shocked"))],
    ),
    (
        f"{IN_UNIT} a melee attack, if this unit made a Charge move this turn, add 1 to the Wound roll.",
        [roll("wound", 1, Condition("charged"), attacks="melee")],
    ),
    (
        f"{IN_UNIT} a ranged attack, if this unit Remained Stationary this turn, re-roll a Hit roll of 1.",
        [again("hit", "ones", Condition("stationary"), Condition("own turn"), attacks="ranged")],
    ),
    (
        f"{IN_UNIT} an attack, if that attack targets a THORN GUARD unit, add 1 to the Hit roll.",
        [roll("hit", 1, Condition("target keyword", name="thorn guard"))],
    ),
    (
        f"{IN_UNIT} an attack, re-roll a Hit roll of 1. If the target of that attack is Below Half-strength, "
        "you can re-roll the Hit roll instead.",
        [again("hit", "ones"), again("hit", "any", TARGET_LOW)],
    ),
    (
        "While this unit is within range of an objective marker, each time this unit makes an attack, "
        "add 1 to the Hit roll.",
        [roll("hit", 1, Condition("on objective"))],
    ),
    (
        "While this unit is not Battle-shocked, each time a model in this unit makes an attack, add 1 to the Hit roll.",
        [roll("hit", 1, Condition("shocked", negate=True))],
    ),
    (
        "Each time this unit ends a Charge move, until the end of the turn, add 1 to the Attacks characteristic of "
        "melee weapons equipped by models in this unit.",
        [roll("attacks", 1, Condition("charged"), attacks="melee")],
    ),
]

DEFENCE: Cases = [
    (
        "Each time an attack targets this unit, if the Strength characteristic of that attack is greater than the "
        "Toughness characteristic of this unit, subtract 1 from the Wound roll.",
        [against("wound", -1, Condition("stronger"))],
    ),
    (
        "While a THORN GUARD model is leading this unit, each time an attack targets this unit, if the Strength "
        "characteristic of that attack is greater than this unit's Toughness characteristic, subtract 1 from the Wound "
        "roll.",
        [against("wound", -1, Condition("led by", name="thorn guard"), Condition("stronger"))],
    ),
    (
        "Models in this unit have the Feel No Pain 5+ ability against mortal wounds.",
        [against("fnp", 5, change="set", attacks="mortal")],
    ),
    (
        "Models in this unit have the Feel No Pain 5+ ability against mortal wounds and Psychic Attacks.",
        [against("fnp", 5, change="set", attacks="mortal"), against("fnp", 5, PSYCHIC, change="set")],
    ),
    ("Each time an attack targets this unit, subtract 1 from the Wound roll.", [against("wound", -1)]),
    (
        "Each time a ranged attack targets this unit, subtract 1 from the Hit roll.",
        [against("hit", -1, attacks="ranged")],
    ),
    (
        "Each time an attack is allocated to a model in this unit, subtract 1 from the Damage characteristic of that "
        "attack (to a minimum of 1).",
        [against("damage", -1)],
    ),
    (
        "Each time an attack is made against this unit (excluding Psychic Attacks), halve the Damage characteristic of "
        "that attack.",
        [against("damage", 0, NOT_PSYCHIC, change="halve")],
    ),
    (
        "Each time an attack targets this unit, worsen the Armour Penetration characteristic of that attack by 1.",
        [against("ap", 1)],
    ),
    (
        "Each time an enemy model makes a melee attack that targets this unit, subtract 1 from the Wound roll.",
        [against("wound", -1, attacks="melee")],
    ),
    (
        "Each time a ranged attack targets this unit, models in this unit have the Benefit of Cover against that "
        "attack.",
        [against("save", 1, change="cover", attacks="ranged")],
    ),
    ("This unit has the Benefit of Cover.", [against("save", 1, change="cover", attacks="ranged")]),
    (
        "Models in this unit have a 5+ invulnerable save against ranged attacks.",
        [against("save", 5, change="invulnerable", attacks="ranged")],
    ),
    (
        "Models in this unit have a 5+ invulnerable save and the Feel No Pain 6+ ability.",
        [against("save", 5, change="invulnerable"), against("fnp", 6, change="set")],
    ),
    (
        'This unit can only be selected as the target of a ranged attack if the attacking unit is within 15".',
        [Hide(15)],
    ),
]

ALWAYS: Cases = [
    (
        "Ranged weapons equipped by models in this unit have the [SUSTAINED HITS 1] ability.",
        [gives("sustained hits", value=1, attacks="ranged")],
    ),
    (
        "Psychic weapons equipped by models in this unit have the [DEVASTATING WOUNDS] ability.",
        [gives("devastating wounds", PSYCHIC)],
    ),
    ("Ranged weapons equipped by models in this unit have the [ASSAULT] ability.", [may("advance and shoot")]),
    (
        "Add 1 to the Attacks and Strength characteristics of melee weapons equipped by models in this unit.",
        [roll("attacks", 1, attacks="melee"), roll("strength", 1, attacks="melee")],
    ),
    (
        "Improve the Armour Penetration characteristic of ranged weapons equipped by models in this unit by 1.",
        [roll("ap", -1, attacks="ranged")],
    ),
    ("Add 1 to Advance and Charge rolls made for this unit.", [AddToAdvance(1), AddToCharge(1)]),
    ("Subtract 2 from Charge rolls made for this unit.", [AddToCharge(-2)]),
    (
        'Each time this unit Advances, do not make an Advance roll. Instead, until the end of the phase, add 6" to '
        "the Move characteristic of models in this unit.",
        [FixAdvance(6)],
    ),
    ("You can re-roll Advance rolls made for this unit.", [AllowReroll("advance")]),
    ("You can re-roll Battle-shock tests taken for this unit.", [AllowReroll("battle-shock")]),
    ('Add 3" to the Move characteristic of models in this unit.', [AddToMove(3)]),
    ("Add 2 to the Objective Control characteristic of models in this unit.", [AddToControl(2)]),
    ("Improve the Leadership characteristic of models in this unit by 1.", [AddToLeadership(1)]),
    ("This unit is eligible to declare a charge in a turn in which it Advanced.", [may("advance and charge")]),
    (
        "This unit is eligible to shoot and declare a charge in a turn in which it Advanced or Fell Back.",
        [
            may("advance and shoot"),
            may("advance and charge"),
            may("fall back and shoot"),
            may("fall back and charge"),
        ],
    ),
    ("Models in this unit have the Fights First ability.", [FightFirst()]),
    (
        "At the end of your Command phase, if this unit is within range of an objective marker you control, that "
        "objective marker remains under your control until your opponent controls it.",
        [HoldObjective()],
    ),
    (
        "Each time an attack targets this unit, subtract 1 from the Hit roll. In addition, add 1 to Charge rolls made "
        "for this unit.",
        [against("hit", -1), AddToCharge(1)],
    ),
]

AURAS: Cases = [
    (
        f"{AURA} each time a model in that unit makes an attack, re-roll a Hit roll of 1.",
        [near(again("hit", "ones"), 9)],
    ),
    (
        'While a friendly ASHEN WARDENS INFANTRY unit is within 6" of this unit, add 1 to Charge rolls made for that '
        "unit.",
        [near(AddToCharge(1, conditions=(Condition("keyword", name="infantry"),)), 6)],
    ),
    (
        'While a friendly ASHEN WARDENS unit (excluding MONSTERS) is within 6" of this unit, models in that unit have '
        "the Feel No Pain 6+ ability.",
        [near(against("fnp", 6, Condition("keyword", name="monster", negate=True), change="set"), 6)],
    ),
    (f"{AURA} improve that unit’s Leadership characteristic by 1.", [near(AddToLeadership(1), 9)]),
    (
        f"{AURA} that unit has the Stealth ability.",
        [near(against("hit", -1, attacks="ranged"), 9)],
    ),
    (
        'Models in friendly INFANTRY units within 6" of this unit have a 6+ invulnerable save.',
        [near(against("save", 6, Condition("keyword", name="infantry"), change="invulnerable"), 6)],
    ),
    (
        f"{CURSE} each time a model in that unit makes a melee attack, subtract 1 from the Hit roll.",
        [near(roll("hit", -1, attacks="melee"), 9, "enemies within")],
    ),
    (
        "While an enemy unit is within Engagement Range of this unit, subtract 2 from Charge rolls made for that unit.",
        [near(AddToCharge(-2), 1, "enemies within")],
    ),
    (
        f"{CURSE} each time a model in that unit makes an attack, subtract 1 from the Hit roll, and, if that unit is "
        "Battle-shocked, subtract 1 from the Wound roll as well.",
        [
            near(roll("hit", -1), 9, "enemies within"),
            near(roll("wound", -1, Condition("shocked")), 9, "enemies within"),
        ],
    ),
]

BEARERS: Cases = [
    (
        f"{WHEN_LED} each time a model in that unit makes an attack, add 1 to the Hit roll.",
        [roll("hit", 1, LEADING)],
    ),
    (
        f"{WHEN_LED} models in that unit have a 5+ invulnerable save.",
        [against("save", 5, LEADING, change="invulnerable")],
    ),
    (
        f"{WHEN_LED} weapons equipped by models in that unit have the [IGNORES COVER] ability.",
        [gives("ignores cover", LEADING)],
    ),
    (
        f"{WHEN_LED} you can re-roll Charge rolls made for that unit.",
        [AllowReroll("charge", conditions=(LEADING,))],
    ),
    (
        f"{WHEN_LED} each time an attack targets that unit, subtract 1 from the Wound roll.",
        [against("wound", -1, LEADING)],
    ),
    (
        "While the bearer is leading a unit, that unit is eligible to shoot in a turn in which it Fell Back.",
        [may("fall back and shoot", LEADING)],
    ),
    ("Add 1 to Advance rolls made for the bearer's unit.", [AddToAdvance(1)]),
    (
        f"{WHEN_LED} each time that unit Advances, do not make an Advance roll for it. Instead, until the end of the "
        'phase, add 4" to the Move characteristic of models in that unit.',
        [FixAdvance(4, conditions=(LEADING,))],
    ),
    (
        "Each time a ranged attack targets this model's unit, subtract 1 from the Hit roll.",
        [against("hit", -1, attacks="ranged")],
    ),
]

HOLDERS: Cases = [
    (
        "While this model has 1-5 wounds remaining, subtract 2 from its Objective Control characteristic and each time "
        "this model makes an attack, subtract 1 from the Hit roll.",
        [
            AddToControl(-2, conditions=(Condition("wounds left", 5),)),
            roll("hit", -1, Condition("wounds left", 5)),
        ],
    ),
    (
        "While this model has 5 or fewer wounds remaining, subtract 2 from this model's Objective Control "
        "characteristic.",
        [AddToControl(-2, conditions=(Condition("wounds left", 5),))],
    ),
    ("Each time this model makes an attack, add 1 to the Wound roll.", [roll("wound", 1)]),
    (
        'Each time this model makes a ranged attack that targets a unit within 9", add 1 to the Hit roll.',
        [roll("hit", 1, Condition("within", 9), attacks="ranged")],
    ),
    (
        "Each time an attack is allocated to this VEHICLE, subtract 1 from that attack's Damage characteristic.",
        [against("damage", -1)],
    ),
    ("This model has the Feel No Pain 5+ ability.", [against("fnp", 5, change="set")]),
    ("Add 1 to the Strength characteristic of the bearer's melee weapons.", [roll("strength", 1, attacks="melee")]),
    (
        "ASHEN WARDENS PSYKER model only. Melee weapons equipped by the bearer have the [LANCE] ability.",
        [gives("lance", attacks="melee")],
    ),
    (
        'While a friendly ASHEN WARDENS unit is within 6" of this model, add 1 to the Objective Control characteristic '
        "of models in that unit.",
        [near(AddToControl(1), 6)],
    ),
]

MOMENTS: list[tuple[str, AnyEffect, Scope]] = [
    (
        "At the start of your Command phase, if this model is on the battlefield, you gain 1CP.",
        GainPoints(1, when="command start"),
        "bearer",
    ),
    (
        "In your Command phase, roll one D6: on a 4+, you gain 1CP.",
        GainPoints(1, when="command start", on=4),
        "bearer",
    ),
    (
        "At the start of each player's Command phase, one model in this unit regains up to D3 lost wounds.",
        HealOne(amount=Amount(1, 3), when="each command start"),
        "unit",
    ),
    (
        "At the end of your Command phase, this model regains 1 lost wound.",
        HealOne(1, when="command end"),
        "holder",
    ),
]

SONGS = (
    "In your Command phase, you can select one of the abilities listed below to take effect until the start of your "
    "next Command phase.\nSONG OF IRON\n"
    "Melee weapons equipped by ASHEN WARDENS models from your army have the [LANCE] ability.\n"
    "SONG OF DUST\nPsychic weapons equipped by ASHEN WARDENS models from your army have the [SUSTAINED HITS 2] ability."
)


def song(name: str, effect: AnyEffect) -> Ability:
    lasting = replace(effect, who="army", duration="until your next command phase")
    return Ability(name, location="army", effects=(lasting,))


SUNG = Reading(
    use=Use("selectable", phases=("command",), per="turn"),
    choices=(
        song("Song Of Iron", gives("lance", attacks="melee")),
        song("Song Of Dust", gives("sustained hits", PSYCHIC, value=2)),
    ),
    army=True,
)

SHOT = "In your Shooting phase, after this"
AGAIN = AFTER_SHOOTING
MARKING = Use("activated", phases=("shooting",), window="shot", target="enemy", per="turn", count=-1)
USED: list[tuple[str, AnyEffect, Scope, Use | None]] = [
    (
        f'{SHOT} unit has shot, it can make a Normal move of up to 5".',
        GrantMove(5),
        "unit",
        AGAIN,
    ),
    (
        f"{SHOT} model's unit has shot, if it is not within Engagement Range of any enemy units, that unit can make a "
        'Normal move of up to 4". If it does, until the end of the turn, that unit is not eligible to declare '
        "a charge.",
        GrantMove(4, last=True),
        "bearer",
        AGAIN,
    ),
    (
        f"{SHOT} model has shot, select one enemy unit hit by one or more of those attacks. Until the end of the "
        "phase, that unit cannot have the Benefit of Cover.",
        against("save", 0, change="no cover", who="target", duration="phase"),
        "bearer",
        replace(MARKING, of_model=True),
    ),
    (
        f"{SHOT} unit has shot, select one enemy unit hit by one or more of those attacks. Until the end of the phase, "
        "each time a friendly THORN GUARD model makes a ranged attack that targets that unit, re-roll a Hit roll of 1.",
        again(
            "hit", "ones", Condition("target keyword", name="thorn guard"),
            role="defending", attacks="ranged", who="target", duration="phase",
        ),
        "unit",
        MARKING,
    ),
]  # fmt: skip

ALONE: list[tuple[str, list[AnyEffect]]] = [
    (
        'While this model is within 3" of one or more other friendly THORN GUARD units, this model has the Lone '
        "Operative ability.",
        [Hide(12, conditions=(Condition("near friend", 3, "thorn guard"),))],
    ),
    (
        'While this model is within 3" of one or more other friendly ASHEN WARDENS units, this model has the Lone '
        "Operative ability.",
        [Hide(12, conditions=(Condition("near friend", 3),))],
    ),
]

READ = [
    (SONGS, SUNG),
    *TOGETHER,
    *((text, Reading((effect,), scope=scope, use=use)) for text, effect, scope, use in USED),
    *((text, Reading((effect,), scope=scope)) for text, effect, scope in MOMENTS),
    *((text, Reading(tuple(effects))) for text, effects in [*UNIT_ATTACKS, *DEFENCE, *ALWAYS, *AURAS]),
    *((text, Reading(tuple(effects), scope="bearer")) for text, effects in BEARERS),
    *((text, Reading(tuple(effects), scope="holder")) for text, effects in HOLDERS),
    *((text, Reading(tuple(effects), scope="alone")) for text, effects in ALONE),
    ("Models in this unit have the Deep Strike ability.", Reading(rule=Keyword("deep strike"))),
    ('Models in this unit have the Scouts 6" ability.', Reading(rule=Keyword("scouts", Amount(plus=6)))),
    ("The bearer has the Stealth ability.", Reading(rule=Keyword("stealth"), scope="holder")),
    (
        "While a CHARACTER model is leading this unit, add 1 to Charge rolls made for this unit.",
        Reading((AddToCharge(1, conditions=(LEADING,)),)),
    ),
    ("This model cannot be your Warlord.", Reading()),
]

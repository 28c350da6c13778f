"""Texts about where units are set up again, who comes back, what costs nothing, and what is picked before it shoots.

The wording is ours, its structure the usual one.
"""

from __future__ import annotations

import pytest

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.acts import GrantMove, Redeploy
from highground.engine.abilities.afflictions import ArriveNear, MarkUnit, Withdraw
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AddToCharge, AllowReroll, Permit, StrikeWhenFallen
from highground.engine.abilities.model import Ability, Use
from highground.engine.abilities.resources import ChangePrice, DenyArrival
from highground.engine.abilities.wounds import HealOne, ReturnMiniatures
from highground.engine.amount import Amount
from highground.rosters.effects import with_effects
from highground.rosters.phrases import KnownKeywords, Reading, Scope, read_text
from highground.rosters.phrases_use_effects import THIS
from highground.rosters.report import Report
from tests.engine.field import unit
from tests.rosters.phrase_cases import KNOWN
from tests.values import replace

HEARD = KnownKeywords(
    KNOWN.own,
    KNOWN.shared,
    frozenset({"sun lance", "reed blade"}),
    miniatures=frozenset({"healer"}),
    lone=frozenset({"vehicle"}),
)
LEADING = Condition("leading")
D3 = Amount(1, 3)
INTERVENING = ChangePrice("intervention", free=True)

HOLDS: list[tuple[str, tuple[AnyEffect, ...], Scope]] = [
    (
        "Each time a model in this unit is destroyed by a melee attack, if that model has not fought this phase, roll"
        " one D6. On a 4+, do not remove it from play; that destroyed model can fight after the attacking unit has"
        " finished making its attacks, and is then removed from play.",
        (StrikeWhenFallen(4),),
        "unit",
    ),
    (
        "While this unit contains a Healer, in your Command phase, you can return 1 destroyed model (excluding"
        " CHARACTER models) to this unit.",
        (ReturnMiniatures(1, when="command start", conditions=(Condition("contains", name="healer"),)),),
        "unit",
    ),
    (
        "At the start of your Command phase, if the bearer's unit is below its Starting Strength, you can return up to"
        " D3 destroyed models (excluding CHARACTERS) to the bearer's unit.",
        (ReturnMiniatures(amount=D3, when="command start"),),
        "bearer",
    ),
    (
        "While this model is leading a unit, add 1 to Charge rolls made for that unit and you can target that unit with"
        " the Heroic Intervention Stratagem for 0CP.",
        (AddToCharge(1, conditions=(LEADING,)), replace(INTERVENING, conditions=(LEADING,))),
        "bearer",
    ),
    (
        "While this model is leading a unit, you can re-roll Charge rolls made for that unit. In addition, once per"
        " battle, you can target that unit with the Heroic Intervention Stratagem for 0CP, and can do so even if you"
        " have already used that Stratagem on a different unit this phase.",
        (
            AllowReroll("charge", conditions=(LEADING,)),
            replace(INTERVENING, again=True, per="battle", conditions=(LEADING,)),
        ),
        "bearer",
    ),
    (
        "You can target this unit with the Fire Overwatch Stratagem for 0CP, and can do so even if you have already"
        " targeted a different unit with that Stratagem this turn. This unit can only be targeted with that Stratagem"
        " once per turn.",
        (ChangePrice("overwatch", free=True, again=True, per="turn"),),
        "unit",
    ),
    (
        "Units can disembark from this TRANSPORT after it has Advanced. Units that do so count as having made a Normal"
        " move that phase, and cannot declare a charge in the same turn, but can otherwise act normally.",
        (Permit("advance and disembark"),),
        "unit",
    ),
]


@pytest.mark.parametrize(("text", "effects", "scope"), HOLDS)
def test_what_holds(text: str, effects: tuple[AnyEffect, ...], scope: Scope) -> None:
    assert read_text(text, HEARD) == Reading(effects, scope=scope)


AGAIN = Use("activated", phases=("deployment",), turn="any", window="deployed", target="ally")
RELAY = "After both players have deployed their armies,"


@pytest.mark.parametrize(
    ("text", "use"),
    [
        (
            f"{RELAY} if this unit is on the battlefield (or any TRANSPORT it is embarked within is on the"
            " battlefield), select up to three THORN GUARD units from your army and redeploy them.",
            replace(
                AGAIN, count=3, aimed=((Condition("keyword", name="thorn guard"),),), conditions=(Condition("present"),)
            ),
        ),
        (
            f"{RELAY} if your army includes one or more models with this ability, you can select up to two friendly"
            " INFANTRY units and redeploy all of those units.",
            replace(AGAIN, count=2, aimed=((Condition("keyword", name="infantry"),),), shared=True),
        ),
        (
            f"If your army includes this model, {RELAY.casefold()} select one unit from your army and redeploy it.",
            AGAIN,
        ),
    ],
)
def test_units_are_set_up_again(text: str, use: Use) -> None:
    assert read_text(text, HEARD) == Reading((Redeploy(who="target"),), use=use)


SHOT = "In your Shooting phase, after this unit has shot,"
STAYS = "If it does, until the end of the turn, this unit is not eligible to declare a charge."
NEARBY = 'Once per turn, when an enemy unit ends a Normal, Advance or Fall Back move within 9" of this unit,'


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        (f'{SHOT} it can make a Normal move of up to D6". {STAYS}', GrantMove(amount=Amount(1, 6), last=True)),
        (f"{SHOT} it can make a Normal move. {STAYS}", GrantMove(usual=True, last=True)),
        (f'{NEARBY} it can make a Normal move of up to D3+3".', GrantMove(amount=Amount(1, 3, 3))),
        (f"{NEARBY} it can make a Normal move.", GrantMove(usual=True)),
    ],
)
def test_a_unit_moves_at_once(text: str, effect: GrantMove) -> None:
    reading = read_text(text, HEARD)
    assert reading is not None
    assert reading.effects == (effect,)


@pytest.mark.parametrize(
    ("who", "scope", "conditions"),
    [("this unit", "unit", ()), ("this model", "alone", ()), ("that unit", "bearer", (LEADING,))],
)
def test_a_unit_dives_from_above(who: str, scope: Scope, conditions: tuple[Condition, ...]) -> None:
    led = "While this model is leading a unit, when" if conditions else "In your Movement phase, when"
    text = (
        f"{led} {who} is set up on the battlefield using the Deep Strike ability, it can perform a steep dive. If it"
        f' does, {who} can be set up anywhere on the battlefield that is more than 6" horizontally away from all enemy'
        " units, but until the end of the turn, it is not eligible to declare a charge."
    )
    assert read_text(text, HEARD) == Reading((ArriveNear(6, anywhere=True, conditions=conditions),), scope=scope)


def test_one_that_is_set_up_again_may_go_into_reserve() -> None:
    reading = read_text(
        f"{RELAY} select one unit from your army and redeploy it. When doing so, you can set that unit up in Strategic"
        " Reserves if you wish, regardless of how many units are already in Strategic Reserves.",
        HEARD,
    )
    assert reading is not None
    assert [each.effects for each in reading.choices] == [(Redeploy(who="target"),), (Redeploy(True, who="target"),)]


def test_a_vehicle_that_was_selected_is_the_one_that_is_mended() -> None:
    reading = read_text(
        'In your Command phase, select one friendly ASHEN WARDENS VEHICLE model within 3" of this model. That VEHICLE'
        " model regains up to D3 lost wounds and, until the start of your next Command phase, each time that VEHICLE"
        " makes an attack, add 1 to the Hit roll. Each model can only be selected for this ability once per Command"
        " phase.",
        HEARD,
    )
    assert reading is not None
    assert reading.effects == (
        HealOne(amount=D3, who="target"),
        ModifyAttack("hit", 1, who="target", duration="until your next command phase"),
        MarkUnit(THIS, who="target", duration="phase"),
    )


def test_a_unit_leaves_the_table_clear_of_enemy_models() -> None:
    text = (
        "At the end of your opponent's turn, if this unit is not within Engagement Range of any enemy models, you can"
        " remove it from the battlefield and place it into Strategic Reserves."
    )
    reading = read_text(text, HEARD)
    assert reading is not None
    assert reading.effects == (Withdraw(),)


@pytest.mark.parametrize(
    "text",
    [
        "In your Shooting phase, each time this model is selected to shoot, select one of the abilities below. Until"
        " the end of the phase, this model's sun lance has that ability: ■ [LETHAL HITS] ■ [IGNORES COVER]",
        "Each time this unit is selected to shoot, select one of the following abilities to apply to all sun lances"
        " equipped by models in this unit until the end of the phase: ■ [LETHAL HITS] ■ [IGNORES COVER]",
    ],
)
def test_a_keyword_is_picked_before_it_shoots(text: str) -> None:
    reading = read_text(text, HEARD)
    assert reading is not None
    assert reading.use is not None
    assert reading.use.conditions == (Condition("to shoot"),)
    assert [each.name for each in reading.choices] == ["Lethal Hits", "Ignores Cover"]
    lance = (Condition("weapon", name="sun lance"),)
    assert [effect.conditions for each in reading.choices for effect in each.effects] == [lance, lance]


def test_no_characters_come_back_to_a_unit_that_has_some_of_its_own() -> None:
    text = "In your Command phase, you can return 1 destroyed model (excluding CHARACTER models) to this unit."
    made = []
    for keywords in ("infantry", "infantry character"):
        band = replace(unit("Band", count=4), keywords=tuple(keywords.split()), abilities=(Ability("Balm", text),))
        made.append(with_effects(band, HEARD, (), "", Report()).abilities[0])
    assert made[0].effects == (ReturnMiniatures(1, when="command start"),)
    assert made[1].by_hand


@pytest.mark.parametrize(
    "text",
    [
        "While this unit contains a Baker, in your Command phase, you can return 1 destroyed model (excluding CHARACTER"
        " models) to this unit.",
        "While this unit contains a Healer, in your Command phase, you can return 1 destroyed model (excluding"
        " CHARACTER and MOUNTED models) to this unit.",
        f"{RELAY} select up to D3 units from your army and redeploy them.",
        "You can target this unit with the Fire Overwatch Stratagem for 0CP. This unit can only be targeted with that"
        " Stratagem once per moon.",
        "You can target this unit with the Heroic Intervention Stratagem for 0CP, even if you have already used that"
        " Stratagem on a different unit this phase, and re-roll its charge.",
        "Units can disembark from this TRANSPORT after it has Advanced.",
        "In your Movement phase, when this unit is set up on the battlefield using the Deep Strike ability, it can"
        ' perform a steep dive. If it does, this unit can be set up anywhere that is more than 6" away from'
        " all enemy units.",
        f"{SHOT} it can make an Advance move. {STAYS}",
        'In your Command phase, select one friendly INFANTRY or VEHICLE unit within 3" of this model. That VEHICLE unit'
        " is no longer Battle-shocked.",
        "In the Fight phase, each time this model is selected to shoot, select one of the abilities below. Until the"
        " end of the phase, this model's sun lance has that ability: ■ [LETHAL HITS] ■ [IGNORES COVER]",
        "In addition, once per battle, you can target that unit with the Heroic Intervention Stratagem for 0CP.",
    ],
)
def test_near_misses_stay_text(text: str) -> None:
    assert read_text(text, HEARD) is None


def test_what_a_leader_denies_is_measured_from_it_in_whatever_unit() -> None:
    text = 'Enemy units that are set up on the battlefield as Reinforcements cannot be set up within 12" of this model.'
    leader = replace(unit("Captain", keywords="infantry character"), leads=("Band",), abilities=(Ability("Eye", text),))
    made = with_effects(leader, HEARD, (), "", Report()).abilities[0]
    assert made.effects == (DenyArrival(12), DenyArrival(12, conditions=(LEADING,)))
    assert made.bearers == (0,)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Twice per battle, at the start of the Fight phase, this unit can use this ability.", 2),
        ("Once per battle, at the start of the Fight phase, this unit can use this ability.", 1),
    ],
)
def test_how_often_it_is_used(text: str, count: int) -> None:
    reading = read_text(
        f"{text} If it does, until the end of the phase, this unit has the Fights First ability.", HEARD
    )
    assert reading is not None
    assert reading.use is not None
    assert (reading.use.per, reading.use.count) == ("battle", count)


def test_its_weapons_are_those_of_who_uses_it() -> None:
    reading = read_text(
        "Each time this model is selected to shoot, it can use this ability. If it does, until the end of the phase,"
        " its ranged weapons have the [DEVASTATING WOUNDS] and [HAZARDOUS] abilities.",
        HEARD,
    )
    assert reading is not None
    assert [str(effect.keyword) for effect in reading.effects if isinstance(effect, GainKeyword)] == [
        "devastating wounds",
        "hazardous",
    ]


def test_the_name_in_front_of_a_text_is_none_of_it() -> None:
    plain = "Each time a model in this unit makes an attack, re-roll a Hit roll of 1."
    assert read_text(f"Steady Hands: {plain}", HEARD) == read_text(plain, HEARD)
    assert read_text(f"Steady Hands: {plain} Sure Eyes: {plain}", HEARD) is None
    assert read_text(f"Mounted units only: {plain}", HEARD) is None


def test_that_unit_is_not_the_led_one_once_another_was_named() -> None:
    text = (
        "While this model is leading a unit, each time that unit makes an attack that targets an enemy unit, add 1 to"
        " the Hit roll. In addition, each time a model in that unit makes an attack, add 1 to the Wound roll."
    )
    assert read_text(text, HEARD) is None


def test_a_unit_may_leave_the_table_in_its_command_phase() -> None:
    reading = read_text(
        "In your Command phase, if this unit is not within Engagement Range of one or more enemy units, you can remove"
        " it from the battlefield and place it into Strategic Reserves.",
        HEARD,
    )
    assert reading == Reading((Withdraw(),), use=Use("activated", phases=("command",), per="phase"))

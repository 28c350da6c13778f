"""Texts about units that were hit or moved over, about a model that uses an ability for itself, and other wordings.

The wording is ours, its structure the usual one. `DOUBTFUL` are near misses: they must stay text.
"""

from __future__ import annotations

import pytest

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import (
    AddToNerve,
    MarkUnit,
    Rally,
    RolledWounds,
    TableStep,
    TakeShockTest,
)
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AddToMove, Hide, StrikeWhenFallen
from highground.engine.abilities.model import Ability, Use
from highground.engine.abilities.resources import ChangePrice
from highground.engine.abilities.wounds import DealMortalWounds, LoseMiniatures
from highground.engine.amount import Amount, Keyword
from highground.rosters.effects import with_effects
from highground.rosters.phrases import Reading, Scope, read_text
from highground.rosters.phrases_use_effects import THIS
from highground.rosters.report import Report
from tests.engine.field import blade, unit
from tests.rosters.phrase_cases import KNOWN
from tests.values import replace

HIT = "select one enemy unit hit by one or more of those attacks"
SHOT = f"In your Shooting phase, after this unit has shot, {HIT}"
TEST = "That unit must take a Battle-shock test."
AFTER = Use("activated", phases=("shooting",), window="shot", target="enemy", per="turn", count=-1)
MOVED = Use("activated", turn="any", window="moved", target="enemy", per="turn", count=-1, over=True)
NORMAL = (Condition("fell back", negate=True), Condition("advanced", negate=True))
SMALL = tuple(Condition("keyword", name=name, negate=True) for name in ("monster", "vehicle"))
D3 = Amount(1, 3)
TESTED = (TakeShockTest(who="target"),)
DAZED = ModifyAttack("hit", -1, who="target", duration="until your next turn")
SIX = RolledWounds((TableStep(4, Amount(plus=1)),), count=6, who="target")
MELEE = "melee weapons equipped by this model"
GLORY = (
    "Once per battle, at the start of the Fight phase, this model can use this ability. If it does, until the end of"
)
GLORIOUS = Use("activated", phases=("combat",), turn="any", window="phase start")
DYING = (
    "is destroyed by a melee attack, if that model has not fought this phase, roll one D6. On a 4+, do not remove it"
)

READ: list[tuple[str, tuple[AnyEffect, ...], Use, Scope]] = [
    (f"{SHOT} made with its bog cannon. {TEST}", TESTED, replace(AFTER, weapon="bog cannon"), "unit"),
    (f"{SHOT} made with a bog cannon this phase. {TEST}", TESTED, replace(AFTER, weapon="bog cannon"), "unit"),
    (
        f"In your Shooting phase, after this model has shot, {HIT}. {TEST}",
        TESTED, replace(AFTER, of_model=True), "bearer",
    ),
    (f"After this unit has shot, {HIT}. {TEST}", TESTED, replace(AFTER, phases=(), turn="any"), "unit"),
    (
        "In your Shooting phase, after this unit has shot, select one unit (excluding MONSTERS and VEHICLES) that was "
        "hit by one or more attacks made by this unit this phase. That units must make a Battle-shock test.",
        TESTED, replace(AFTER, aimed=(SMALL,)), "unit",
    ),
    (
        f"{SHOT} (excluding MONSTERS and VEHICLES*). Unit the start of your next turn, that enemy unit is mud-bound. "
        "While that unit is mud-bound, each time a model in that unit makes an attack, subtract 1 from the Hit roll.",
        (DAZED,), replace(AFTER, aimed=(SMALL,)), "unit",
    ),
    (
        f"{SHOT}. Until the start of your next turn, while this unit is on the battlefield, that enemy unit is dazed. "
        "While a unit is dazed, each time a model in that unit makes an attack, subtract 1 from the Hit roll.",
        (replace(DAZED, tied=True),), AFTER, "unit",
    ),
    (
        f"{SHOT}. Until the start of your next turn, each time a Battle-shock or Leadership test is taken for that "
        "enemy unit, subtract 1 from that test.",
        (AddToNerve(-1, leadership=True, who="target", duration="until your next turn"),), AFTER, "unit",
    ),
    (
        f"{SHOT}. Until the end of the phase, each time a friendly THORN GUARD model makes an attack that targets that "
        "unit, on a Critical Wound, improve the Armour Penetration characteristic of that attack by 1.",
        (
            MarkUnit(THIS, who="target", duration="phase"),
            ModifyAttack(
                "wound", -1, change="pierce", who="army", duration="phase",
                conditions=(Condition("keyword", name="thorn guard"), Condition("target marked", name=THIS)),
            ),
        ),
        AFTER, "unit",
    ),
    (
        "Each time this unit ends a Normal move, you can select one enemy unit it moved over during that move and roll "
        "six D6: for each 4+, that enemy unit suffers 1 mortal wound.",
        (SIX,), replace(MOVED, conditions=NORMAL), "unit",
    ),
    (
        "Each time this unit ends a Normal or Advance move, select one enemy unit (excluding MONSTERS and VEHICLES) "
        "that it moved across during that move. If you do, roll 6 D6: for each 4+, that unit suffers 1 mortal wound.",
        (SIX,), replace(MOVED, conditions=NORMAL[:1], aimed=(SMALL,)), "unit",
    ),
    (
        "In your Movement phase, after this unit ends a Normal move, you can select one enemy unit that it moved over "
        f"during that move. {TEST}",
        TESTED, replace(MOVED, conditions=NORMAL, phases=("movement",), turn="own"), "unit",
    ),
    (
        "Once per battle, after this unit ends a Normal move, you can select one visible enemy unit within 9\" of it "
        "and roll one D6: on a 3+, that enemy unit suffers D3 mortal wounds.",
        (RolledWounds((TableStep(3, D3),), who="target"),),
        replace(MOVED, conditions=NORMAL, over=False, reach=9.0, sight=True, per="battle", count=1), "unit",
    ),
    (
        f"{GLORY} the phase, add 2 to the Attacks characteristic of {MELEE} and those weapons have the [LETHAL HITS] "
        "ability.",
        (
            ModifyAttack("attacks", 2, attacks="melee", duration="phase"),
            GainKeyword(Keyword("lethal hits"), attacks="melee", duration="phase"),
        ),
        GLORIOUS, "holder",
    ),
    (
        f"{GLORY} the phase, add 2 to the Attacks characteristic of {MELEE} and improve the Armour Penetration "
        "characteristic of those weapons by 1.",
        (
            ModifyAttack("attacks", 2, attacks="melee", duration="phase"),
            ModifyAttack("ap", -1, attacks="melee", duration="phase"),
        ),
        GLORIOUS, "holder",
    ),
    (
        "Once per battle, when this model is selected to fight, it can use this ability. If it does, until the end of "
        "the phase, add 1 to the Attacks characteristic of melee weapons equipped by models in this model's unit.",
        (ModifyAttack("attacks", 1, attacks="melee", duration="phase"),),
        Use("activated", phases=("combat",), turn="any", conditions=(Condition("to fight"),)), "bearer",
    ),
    (
        "In your Command phase, this PSYKER can use this ability. If it does, roll one D6: on a 1, this PSYKER's unit "
        "suffers D3 mortal wounds; on a 2+, until the start of your next Command phase, this PSYKER's unit can only be "
        'selected as the target of a ranged attack if the attacking model is within 18".',
        (
            DealMortalWounds(amount=D3, face_to=1),
            Hide(18, face_from=2, duration="until your next command phase"),
        ),
        Use("activated", phases=("command",), per="phase"), "bearer",
    ),
    (
        "Once per battle round, at the start of any phase, you can select one friendly THORN GUARD unit that is "
        'Battle-shocked and within 12" of this unit. If you do, one model in that unit is destroyed, and that unit is '
        "then no longer Battle-shocked.",
        (LoseMiniatures(1, who="target"), Rally(who="target")),
        Use(
            "activated", turn="any", window="phase start", target="ally", reach=12.0, per="round",
            aimed=((Condition("keyword", name="thorn guard"), Condition("shocked")),),
        ),
        "unit",
    ),
    (
        "At the end of your Movement phase, select one enemy unit within 9\" and visible to this unit. Until the start "
        "of your next Command phase, subtract 2\" from that unit's Move characteristic. Each unit can only be selected "
        "for this ability once per turn.",
        (
            AddToMove(-2, who="target", duration="until your next command phase"),
            MarkUnit(THIS, who="target", duration="turn"),
        ),
        Use(
            "activated", phases=("movement",), window="phase end", target="enemy", reach=9.0, sight=True, per="phase",
            aimed=((Condition("marked", name=THIS, negate=True),),),
        ),
        "unit",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "effects", "use", "scope"), READ)
def test_what_is_used(text: str, effects: tuple[AnyEffect, ...], use: Use, scope: Scope) -> None:
    assert read_text(text, KNOWN) == Reading(effects, scope=scope, use=use)


BY_ITSELF: list[tuple[str, tuple[AnyEffect, ...], Scope]] = [
    (
        f"Each time a model in this unit {DYING} from play; that destroyed model can fight after the attacking model's "
        "unit has finished making its attacks, and is then removed from play.",
        (StrikeWhenFallen(4),), "unit",
    ),
    (
        f"Each time a model in this model's unit {DYING} from play. The destroyed model can fight after attacking unit "
        "has finished making its attacks, and is then removed from play.",
        (StrikeWhenFallen(4),), "bearer",
    ),
    (
        "If this model is destroyed by a melee attack, if it has not fought this phase, roll one D6: on a 2+, do not "
        "remove it from play. This model can fight after the attacking unit has finished making its attacks, and is "
        "then removed from play.",
        (StrikeWhenFallen(2),), "holder",
    ),
    (
        "Once per battle round, one model from your army with this ability can use it when a friendly THORN GUARD unit "
        'within 12" of this model is targeted with a Stratagem. If it does, reduce the CP cost of that Stratagem by '
        "1CP.",
        (
            ChangePrice(
                value=-1, per="round", shared=True, who="friends within", reach=12.0,
                conditions=(Condition("keyword", name="thorn guard"),),
            ),
        ),
        "holder",
    ),
    *(
        (
            "Each time your opponent targets a unit from their army with a Stratagem, if that unit is within 12\" of "
            f"this model, increase the cost of that use of that Stratagem by 1CP{cumulative}.",
            (ChangePrice(value=1, alone=alone, who="enemies within", reach=12.0),),
            "holder",
        )
        for alone, cumulative in (
            (False, ""),
            (True, " (this is not cumulative with any other rules that would increase the CP cost of that Stratagem)"),
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "effects", "scope"), BY_ITSELF)
def test_what_works_by_itself(text: str, effects: tuple[AnyEffect, ...], scope: Scope) -> None:
    assert read_text(text, KNOWN) == Reading(effects, scope=scope)


def test_three_dice_are_one_each() -> None:
    text = (
        "Each time this unit is selected to shoot, you can re-roll one Hit roll, you can re-roll one Wound roll and "
        "you can re-roll one Damage roll when resolving its attacks."
    )
    reading = read_text(text, KNOWN)
    assert reading is not None
    assert reading.use is not None
    uses = [reading.use, *(each.use for each in reading.parts if each.use is not None)]
    assert [each.rolls for each in uses] == [("hit",), ("wound",), ("damage",)]


def read_for(text: str, *, leads: bool) -> Ability:
    sheet = replace(unit("Champion", blade()), abilities=(Ability("Glory", text),), leads=("Band",) if leads else ())
    return with_effects(sheet, KNOWN, set(), "here", Report()).abilities[0]


def test_a_leader_uses_for_itself_alone_what_it_says_of_itself() -> None:
    text = f"{GLORY} the phase, add 2 to the Attacks characteristic of {MELEE}."
    assert [each.who for each in read_for(text, leads=True).effects] == ["bearer"]
    of_unit = text.replace("this model.", "models in this model's unit.")
    assert [each.who for each in read_for(of_unit, leads=True).effects] == ["self"]


def test_of_a_leader_its_own_hits_are_asked_for() -> None:
    text = f"In your Shooting phase, after this model has shot, {HIT}. {TEST}"
    for leads in (True, False):
        use = read_for(text, leads=leads).use
        assert use is not None
        assert use.of_model is leads


def test_what_a_leader_cannot_have_alone_stays_text() -> None:
    tougher = f"{GLORY} the phase, add 1 to Charge rolls made for this model."
    assert read_for(tougher, leads=True).by_hand
    assert not read_for(tougher, leads=False).by_hand


def test_a_leader_alone_has_a_save_that_is_its_own() -> None:
    text = f"{GLORY} the phase, this model has a 2+ invulnerable save."
    assert [each.who for each in read_for(text, leads=True).effects] == ["bearer"]
    assert [each.who for each in read_for(text, leads=False).effects] == ["self"]


DOUBTFUL = [
    f"{SHOT} made with its moon lance. {TEST}",
    f"{SHOT} made by the light of the moon. {TEST}",
    f"{SHOT}. Until the start of your next turn, while the moon is full, that enemy unit is dazed. While a unit is "
    "dazed, each time a model in that unit makes an attack, subtract 1 from the Hit roll.",
    f"{SHOT}. Until the start of your next turn, that enemy unit is battle-shocked.",
    f"Each time this unit ends a Charge move, select one enemy unit it moved over during that move. {TEST}",
    f"Each time this unit ends a Normal move, select one enemy unit it saw during that move. {TEST}",
    f"Each time this unit ends a Fall Back move, select one enemy unit it moved over during that move. {TEST}",
    f"Each time this unit ends a Normal move, select one enemy unit. {TEST}",
    "Each time this unit ends a Normal move, select one enemy unit it moved over during that move and roll six D6, "
    "adding 1 to each result if it rains: for each 4+, that enemy unit suffers 1 mortal wound.",
    # for the model, and for all of its unit
    f"{GLORY} the phase, add 2 to the Attacks characteristic of {MELEE} and melee weapons equipped by models in this "
    "model's unit have the [LETHAL HITS] ability.",
    f"{GLORY} the phase, double the Attacks characteristic of {MELEE}.",
    # what comes of a die
    "In your Command phase, this unit can use this ability. If it does, roll one D6: on a 1, this unit suffers D3 "
    "mortal wounds; on a 3+, until the end of the turn, this unit has the Fights First ability.",
    "In your Command phase, this unit can use this ability. If it does, roll one D6: on a 1, that unit over there "
    "suffers D3 mortal wounds; on a 2+, until the end of the turn, this unit has the Fights First ability.",
    # who falls, and whose price it is
    f"Each time a THORN GUARD model in this unit {DYING} from play; that model can fight after the attacking unit has "
    "finished making its attacks, and is then removed from play.",
    f"Each time a model in this unit {DYING} from play; that model can shoot after the attacking unit has finished "
    "making its attacks, and is then removed from play.",
    'Once per battle round, when a friendly THORN GUARD unit within 12" of this model is targeted with a Stratagem, '
    "this model can use this ability. If it does, reduce the CP cost of that Stratagem by 1CP.",
    "At the start of the battle, select one unit from your opponent's army to be the prey of this unit. Each time a "
    "model in this unit makes an attack that targets its prey, that attack has the [PRECISION] ability.",
    'At the start of the Fight phase, select one enemy unit within 6" of this unit. Each time a model in this unit '
    "makes an attack that targets that unit, that attack has the [LETHAL HITS] ability.",
]


@pytest.mark.parametrize("text", DOUBTFUL)
def test_what_is_in_doubt_stays_text(text: str) -> None:
    assert read_text(text, KNOWN) is None


@pytest.mark.parametrize("text", [text for text, *_ in READ])
@pytest.mark.parametrize("more", ["Then it rains.", "If it does, you lose 1CP."])
def test_a_sentence_more_leaves_all_of_it(text: str, more: str) -> None:
    assert read_text(f"{text} {more}", KNOWN) is None


@pytest.mark.parametrize(("bearers", "read"), [((1,), True), ((0, 1), False), ((), False)])
def test_what_one_miniature_carries_is_used_by_its_unit(bearers: tuple[int, ...], *, read: bool) -> None:
    text = (
        'Once per battle, at the start of any phase, you can select one enemy unit within 3" of the bearer and roll '
        "one D6: on a 2+, that enemy unit suffers D3 mortal wounds."
    )
    gear = Ability("Mine", text, "miniature", bearers=bearers)
    sheet = replace(unit("Miners", blade(), count=2), abilities=(gear,))
    found = with_effects(sheet, KNOWN, set(), "here", Report()).abilities[0]
    assert (found.use is not None) == read
    assert found.by_hand != read

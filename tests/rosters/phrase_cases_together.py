"""Texts whose sentences mean something only together, with what they come to."""

from __future__ import annotations

from highground.engine.abilities.acts import Redeploy
from highground.engine.abilities.attacks import GainKeyword
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import Permit, StrikeWhenFallen
from highground.engine.abilities.model import Ability, Use
from highground.engine.abilities.resources import ChangePrice
from highground.engine.abilities.wounds import DealMortalWounds
from highground.engine.amount import Keyword
from highground.rosters.phrases import Reading
from tests.values import replace

AFTER_SETUP = Use("activated", phases=("deployment",), turn="any", window="deployed", target="ally", count=2)
ON_TABLE = Condition("on table")
GUARDS = (Condition("keyword", name="thorn guard"),)
TOGETHER: list[tuple[str, Reading]] = [
    (
        "Once per battle round, one unit from your army with this ability can use it when its unit is targeted with a "
        "Stratagem. If it does, reduce the CP cost of that use of that Stratagem by 1CP.",
        Reading((ChangePrice(value=-1, per="round", shared=True),), scope="bearer"),
    ),
    (
        "Each time a model in this unit is destroyed by a melee attack, if that model has not fought this phase, roll "
        "one D6: on a 3+, do not remove it from play. That model can fight after the attacking unit has finished "
        "making its attacks, and is then removed from play.",
        Reading((StrikeWhenFallen(3),)),
    ),
    (
        "While this model is leading a unit, each time a model in that unit is destroyed by a melee attack, if it has "
        "not fought this phase, do not remove that model from play. The destroyed model can fight after the attacking "
        "unit has finished making its attacks, and it is then removed from play.",
        Reading((StrikeWhenFallen(conditions=(Condition("leading"),)),), scope="bearer"),
    ),
    (
        "After both players have deployed their armies, select up to two THORN GUARD units from your army and redeploy "
        "them.",
        Reading((Redeploy(who="target"),), use=replace(AFTER_SETUP, aimed=(GUARDS,), conditions=(ON_TABLE,))),
    ),
    (
        "If your army includes this model, after both players have deployed their armies, you can select up to two "
        "units from your army and redeploy those units. When doing so, those units can be set up in Strategic "
        "Reserves, regardless of how many units are already in Strategic Reserves.",
        Reading(
            use=replace(AFTER_SETUP, kind="selectable"),
            choices=(
                Ability("Set Up Again", effects=(Redeploy(who="target"),)),
                Ability("Into Reserve", effects=(Redeploy(True, who="target"),)),
            ),
        ),
    ),
    (
        "Each time this unit Falls Back, roll one D6: on a 2+, it is eligible to shoot and declare a charge this turn. "
        "On a 1, this unit suffers 1 mortal wound.",
        Reading(
            (
                Permit("fall back and shoot", when="fell back", duration="turn", face_from=2),
                Permit("fall back and charge", when="fell back", duration="turn", face_from=2),
                DealMortalWounds(1, when="fell back", face_to=1),
            )
        ),
    ),
    (
        "In your Movement phase, if this model Remains Stationary, until the end of the turn, its bog cannon has the "
        "[BLAST] ability.",
        Reading(
            (
                GainKeyword(
                    Keyword("blast"),
                    when="stood still",
                    duration="turn",
                    conditions=(Condition("weapon", name="bog cannon"),),
                ),
            ),
            scope="holder",
        ),
    ),
]

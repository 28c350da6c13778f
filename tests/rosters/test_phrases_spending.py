"""Texts by which a unit spends what its army keeps count of, what it has then, and the rule by which it is gained.

The wording is ours, its structure the usual one.
"""

from __future__ import annotations

import pytest

from highground.ai import using
from highground.engine import choices as ch
from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import MarkUnit, Withdraw
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import Permit
from highground.engine.abilities.model import Ability, Use
from highground.engine.abilities.resources import Tally
from highground.engine.abilities.wounds import ReturnMiniatures
from highground.engine.amount import Amount, Keyword
from highground.engine.battle import Battle
from highground.engine.model import UnitSheet
from highground.engine.state import Army
from highground.engine.steps import moments, windows
from highground.rosters import known_states
from highground.rosters.effects import for_players, of_armies, with_effects
from highground.rosters.fingerprints import fingerprint
from highground.rosters.known_rules import RULES, of_rules
from highground.rosters.phrases import KnownKeywords, Reading, Scope, read_text
from highground.rosters.phrases_spending import EMPOWERED
from highground.rosters.phrases_text import as_written, sentences
from highground.rosters.report import Report
from tests.engine.field import blade, position, refusal, row, setup, take, unit, weapon
from tests.rosters.phrase_cases import KNOWN
from tests.values import replace

PAID = Condition("named", name=EMPOWERED)
FRESH = Condition("named", name=EMPOWERED, negate=True)
MARK = MarkUnit(EMPOWERED, duration="phase")
PRICE = (("ember tokens", 1),)
FIGHT = "In the Fight phase, when you select this unit to fight, you can spend 1 Ember token to Empower this unit."
SHOOT = "In your Shooting phase, when you select this unit to shoot, you can spend 1 Ember token to Empower this unit."


def spend(phase: str, *conditions: Condition, **values: object) -> Use:
    plain = Use("activated", phases=(phase,), per="phase", spend=PRICE, conditions=(*conditions, FRESH))
    return replace(plain, **values)


TO_FIGHT, TO_SHOOT = Condition("to fight"), Condition("to shoot")
FIGHTING = spend("combat", TO_FIGHT, turn="any")
SHOOTING = spend("shooting", TO_SHOOT)


@pytest.mark.parametrize(
    ("text", "use", "had"),
    [
        (
            f"{FIGHT} While Empowered, each time a model in this unit makes a melee attack, add 1 to the Wound roll.",
            FIGHTING,
            (ModifyAttack("wound", 1, attacks="melee", conditions=(PAID,)),),
        ),
        (
            f"{SHOOT} While this unit is Empowered, ranged weapons equipped by models in this unit have the [LETHAL"
            " HITS] ability.",
            SHOOTING,
            (GainKeyword(Keyword("lethal hits"), attacks="ranged", conditions=(PAID,)),),
        ),
        (
            "At the start of your Charge phase, you can spend 1 of your Ember tokens to Empower this unit. While"
            " Empowered, this unit is eligible to declare a charge in a turn in which it Advanced.",
            spend("charge", window="phase start"),
            (Permit("advance and charge", conditions=(PAID,)),),
        ),
    ],
)
def test_a_unit_spends_and_has_more(text: str, use: Use, had: tuple[AnyEffect, ...]) -> None:
    assert read_text(text, KNOWN) == Reading((MARK,), use=use, parts=(Reading(had),))


def test_what_a_leader_pays_for_is_had_by_its_unit() -> None:
    text = (
        "In your Shooting phase or the Fight phase, when you select this model's unit to shoot or fight, you can spend"
        " 1 Ember token to Empower that unit. While that unit is Empowered, each time a model in that unit makes an"
        " attack, you can re-roll the Hit roll."
    )
    again = ModifyAttack("hit", change="reroll", reroll="any", conditions=(PAID,))
    bearer: Scope = "bearer"
    fighting, had = Reading((MARK,), use=FIGHTING, scope=bearer), Reading((again,), scope=bearer)
    assert read_text(text, KNOWN) == Reading((MARK,), use=SHOOTING, scope=bearer, parts=(fighting, had))


def test_what_is_paid_for_may_come_at_once() -> None:
    back = read_text(
        "In your Command phase, you can spend 1 Ember token to Empower this model's unit. Each time you do, you can"
        " return up to D3+1 destroyed Bodyguard models to that unit.",
        KNOWN,
    )
    assert back == Reading((MARK, ReturnMiniatures(amount=Amount(1, 3, 1))), scope="bearer", use=spend("command"))
    away = read_text(
        "At the end of your opponent's Fight phase, if this unit is not within Engagement Range of one or more enemy"
        " units, you can spend 1 Ember token to Empower this unit. Each time you do, remove this unit from the"
        " battlefield and place it into Strategic Reserves.",
        KNOWN,
    )
    assert away is not None
    assert away.effects == (MARK, Withdraw())


@pytest.mark.parametrize(
    "text",
    [
        FIGHT,
        f"{FIGHT} While Empowered, this unit is hungry.",
        f"{FIGHT} While Enraged, each time a model in this unit makes a melee attack, add 1 to the Wound roll.",
        f"{FIGHT} Each time you do, remove this unit from the battlefield and place it into Strategic Reserves.",
        "In your Command phase, you can spend 1 Ember token to Empower this unit. While Empowered, while an enemy unit"
        ' is within 6" of this unit, subtract 1 from Battle-shock tests taken for that unit.',
        "In your Shooting phase, when you select this unit to fight, you can spend 1 Ember token to Empower this unit."
        " While Empowered, each time a model in this unit makes an attack, add 1 to the Wound roll.",
        "At dawn, you can spend 1 Ember token to Empower this unit. While Empowered, each time a model in this unit"
        " makes an attack, add 1 to the Wound roll.",
    ],
)
def test_near_misses_stay_text(text: str) -> None:
    assert read_text(text, KNOWN) is None


RULE = "Gaining Ember tokens If your Army Faction is ASHEN WARDENS, you gain Ember tokens: they glow."
GAINED = tuple(Tally("ember tokens", when=each) for each in ("command start", "slew", "enemy shock failed"))


def sheet_with(text: str, *more: AnyEffect) -> UnitSheet:
    sheet = unit("Band", weapon("gun"), blade(), count=2)
    made = with_effects(replace(sheet, abilities=(Ability("Glow", text),)), KNOWN, (), "", Report())
    return replace(made, abilities=tuple(replace(a, uid=f"glow-{n}") for n, a in enumerate(made.abilities)))


def field(*, tokens: int = 1) -> Battle:
    text = f"{FIGHT} While Empowered, each time a model in this unit makes a melee attack, add 1 to the Wound roll."
    what = setup([sheet_with(text), unit("Aide", blade())], [unit("Foe", blade(), count=2)])
    places = {0: row(20, 22, 2), 1: row(20, 34), 2: row(21.2, 22, 2)}
    armies = (Army(counts=(("ember tokens", tokens),) if tokens else ()), Army())
    return position(what, places, "combat", armies=armies)


def test_it_is_paid_for_once_and_asked_for_by_what_is_had() -> None:
    battle = field()
    assert battle.state.armies[0].count("ember tokens") == 1
    take(battle, ch.Use("glow-0", 0))
    assert battle.state.armies[0].count("ember tokens") == 0
    assert refusal(field(tokens=0), ch.Use("glow-0", 0)).code == "too-few"


def test_the_computer_sees_what_the_mark_brings() -> None:
    scene = field().scene
    assert using._marked_worth(scene, EMPOWERED, 0) > 0
    assert using._marked_worth(scene, "other", 0) == 0


def test_an_army_gains_by_its_rule_once_however_many_units_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES, fingerprint(as_written(RULE)), (known_states.tokens, True))
    read_text.cache_clear()
    sheets = [replace(unit(name, blade()), abilities=(Ability("Embers", RULE),)) for name in ("One", "Two")]
    (rule, *_) = of_armies(sheets, KNOWN)
    made = for_players(rule, KNOWN, Report())
    assert made.effects == GAINED
    assert with_effects(sheets[0], KNOWN, (), "", Report()).abilities == sheets[0].abilities
    foreign = KnownKeywords(KNOWN.own, frozenset())
    read_text.cache_clear()
    assert read_text(RULE, foreign) is None
    read_text.cache_clear()


def test_enemies_that_fall_or_fail_count_for_the_army() -> None:
    what = setup([unit("Band", blade())], [unit("Foe", blade()), unit("Other", blade())])
    army = replace(what.armies[0], abilities=(Ability("Embers", uid="embers", effects=GAINED),))
    what = replace(what, armies=(army, what.armies[1]))
    battle = position(what, {0: row(20, 22), 1: row(40, 22), 2: row(40, 30)}, "combat")
    moments.command_begins(battle.scene)
    moments.shock_tested(battle.scene, 1, passed=False)
    moments.shock_tested(battle.scene, 1, passed=True)
    moments.shock_tested(battle.scene, 0, passed=False)
    moments.slew(battle.scene, 0)
    moments.enemy_fell(battle.scene, 0)
    assert battle.state.armies[0].count("ember tokens") == 4
    windows.after_losses(battle.scene)


def test_a_rule_of_this_kind_names_what_is_gained() -> None:
    text = sentences(RULE)
    found = of_rules(text, KNOWN, {fingerprint(text): (known_states.tokens, True)})
    assert found is not None
    assert found[0].effects == GAINED

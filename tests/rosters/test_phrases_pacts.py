"""Better weapons before a unit shoots or fights, at the price of its own blood or that of its friends."""

from __future__ import annotations

import pytest

from highground.engine import events as ev
from highground.engine.abilities import on_attacks
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.effects import AllowReroll, FightLast
from highground.engine.abilities.wounds import DealMortalWounds, LoseMiniatures
from highground.engine.amount import Amount
from highground.engine.choices import Use
from highground.engine.state import Active
from highground.engine.steps.striking import strikes_first
from highground.rosters.phrases import read_text
from tests.engine.field import one, only, refusal, row, state_of, take
from tests.rosters.army_rules import army_of, on_board, wardens
from tests.rosters.builder import ability, squad
from tests.rosters.own_rules import OFFERING, PACT, known
from tests.rosters.phrase_cases import KNOWN
from tests.values import replace

PLACES = {0: row(20, 22), 1: row(20, 30), 2: row(30, 22)}


@pytest.fixture(autouse=True)
def own_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    known(monkeypatch)


def test_a_unit_that_passes_its_test_has_it_for_nothing() -> None:
    battle = on_board(army_of(*wardens("Bog Bargain", PACT)), PLACES, "shooting", "Foe")
    events = take(battle, Use("Bog Bargain", 0, (), "Lethal Hits"), 2, 4)
    assert one(ev.LeadershipTested, events) == ev.LeadershipTested(0, "Lethal Hits", (2, 4), 6, True)
    assert not only(ev.WoundsLost, events)
    gun = battle.scene.sheets[0].line_up[0].weapons[0].weapon
    assert [each.name for each in on_attacks.armed(battle.scene, 0, 2, gun).keywords] == ["lethal hits"]
    assert refusal(battle, Use("Bog Bargain", 0, (), "Lethal Hits")).code == "used-up"


def test_a_unit_that_fails_it_bleeds_and_has_it_all_the_same() -> None:
    battle = on_board(army_of(*wardens("Bog Bargain", PACT)), PLACES, "shooting", "Foe")
    events = take(battle, Use("Bog Bargain", 1, (), "Sustained Hits 1"), 2, 3, 1)
    assert not one(ev.LeadershipTested, events).passed
    assert battle.state.units[1].wounds == (1,)
    assert not battle.state.units[1].shocked
    gun = battle.scene.sheets[1].line_up[0].weapons[0].weapon
    assert [str(each) for each in on_attacks.armed(battle.scene, 1, 2, gun).keywords] == ["sustained hits 1"]


def test_in_the_fight_phase_it_is_a_use_of_its_own() -> None:
    found = read_text(PACT, KNOWN)
    assert found is not None
    uses = [each.use for each in (found, *found.parts)]
    assert [(use.phases, use.turn) for use in uses if use] == [(("shooting",), "own"), (("combat",), "any")]
    assert {use.counts_with for use in uses if use} == {"this ability"}
    assert found.effects == (DealMortalWounds(amount=Amount(1, 3), tested="failed"),)


def test_an_icon_lets_it_test_again() -> None:
    icon = "Each time the bearer's unit takes a Leadership test for the Bog Bargain ability, you can re-roll that test."
    found = read_text(icon, KNOWN)
    assert found is not None
    assert found.effects == (AllowReroll("leadership"),)
    units = wardens("Bog Bargain", PACT, inside=[ability("Bog icon", icon)])
    battle = on_board(army_of(*units), PLACES, "shooting", "Foe")
    events = take(battle, Use("Bog Bargain", 0, (), "Lethal Hits"), 1, 1, 5, 5)
    assert one(ev.LeadershipTested, events).dice == (5, 5)


@pytest.mark.parametrize("tests", ["Leadership and Battle-shock", "Battle-shock or Leadership"])
def test_an_aura_lets_friends_test_their_leadership_again(tests: str) -> None:
    aura = (
        f'While a friendly INFANTRY unit is within 6" of this unit, you can re-roll {tests} tests taken for that unit.'
    )
    units = wardens("Bog Bargain", PACT, inside=[ability("Bog song (Aura)", aura)])
    battle = on_board(army_of(*units), PLACES, "shooting", "Foe")
    events = take(battle, Use("Bog Bargain", 1, (), "Lethal Hits"), 1, 1, 5, 5)
    assert one(ev.LeadershipTested, events).dice == (5, 5)


@pytest.mark.parametrize(("test", "left"), [((3, 3), 5), ((3, 2), 2)])
def test_friends_nearby_may_pay_for_it(test: tuple[int, int], left: int) -> None:
    boglings = squad("Boglings", 6, ability("Mud", "They sink."), categories=["Infantry", "Bogling"])
    army = army_of(*wardens("Bog Offering", OFFERING)[:1], boglings)
    places = {0: row(20, 22), 1: row(20, 25, 6), 2: row(40, 22)}
    battle = on_board(army, places, "shooting", "Foe")
    take(battle, Use("Bog Offering", 0, (1,), "Lethal Hits"), *test, 1)
    assert len(battle.state.units[1].standing) == left
    gun = battle.scene.sheets[0].line_up[0].weapons[0].weapon
    assert [each.name for each in on_attacks.armed(battle.scene, 0, 2, gun).keywords] == ["lethal hits"]


def test_no_friend_nearby_no_offering() -> None:
    boglings = squad("Boglings", 6, ability("Mud", "They sink."), categories=["Infantry", "Bogling"])
    army = army_of(*wardens("Bog Offering", OFFERING)[:1], boglings)
    battle = on_board(army, {0: row(20, 22), 1: row(20, 32, 6), 2: row(40, 22)}, "shooting", "Foe")
    assert refusal(battle, Use("Bog Offering", 0, (1,), "Lethal Hits")).code == "wrong-use"
    lost = [each for each in army.units[0].abilities[0].effects if isinstance(each, LoseMiniatures)]
    assert [(str(each.amount), each.tested) for each in lost] == [("D3", "passed"), ("D3+3", "failed")]


@pytest.mark.parametrize(
    "text",
    [
        PACT.replace("Leadership", "song"),
        PACT.replace("[LETHAL HITS]", "[ASSAULT]"),
        PACT.replace("■ [SUSTAINED HITS 1]", "or sing"),
        PACT.replace("\n■ [SUSTAINED HITS 1]", ""),
        PACT.replace("ASHEN WARDENS", "RIVER FOLK"),
        PACT.replace("D3 wounds", "3 wounds"),
        PACT.replace("as long as the phase", "for ever"),
        OFFERING.replace("BOGLING", "EEL"),
        OFFERING.replace("ASHEN WARDENS", "RIVER FOLK"),
    ],
)
def test_bargains_that_are_in_doubt_stay_text(text: str) -> None:
    others = replace(KNOWN, own=KNOWN.own | {"bogling"})
    assert None not in {read_text(PACT, others), read_text(OFFERING, others)}
    assert read_text(text, others) is None


GAMBIT = (
    "Each time this unit ends a Charge move, you can have it leap. If you do, until the end of the turn, each time a "
    "model in this unit makes a melee attack, add 1 to the Wound roll and this unit does not have the Fights First "
    "ability."
)


def test_a_charger_may_give_up_striking_first_for_better_blows() -> None:
    found = read_text(GAMBIT, KNOWN)
    assert found is not None
    assert found.use is not None
    assert (found.use.window, found.use.per, found.use.count) == ("charged", "turn", 1)
    blow = ModifyAttack("wound", 1, attacks="melee", duration="turn")
    assert found.effects == (FightLast(duration="turn"), blow)


def test_a_charger_that_leaps_fights_with_the_others() -> None:
    army = army_of(squad("Leapers", 1, ability("Leap", GAMBIT), categories=["Infantry"]))
    battle = on_board(army, {0: row(20, 22), 1: row(21.5, 22)}, "combat", "Foe", units={0: {"charged": True}})
    assert strikes_first(battle.scene, battle.state.units[0])
    leap = FightLast(duration="turn")
    state_of(battle, active_effects=(Active("Leap", leap, 0, 0, 1, 1),))
    assert not strikes_first(battle.scene, battle.state.units[0])


@pytest.mark.parametrize(
    ("words", "others"),
    [
        ("add 1 to the Wound roll", "sing"),
        ("the Fights First ability", "a song"),
        ("until the end of the turn", "for ever"),
        (", each time a model in this unit makes a melee attack, add 1 to the Wound roll and", ","),
    ],
)
def test_leaps_that_are_in_doubt_stay_text(words: str, others: str) -> None:
    assert read_text(GAMBIT.replace(words, others), KNOWN) is None


def test_effects_of_an_order_end_when_the_unit_becomes_battle_shocked() -> None:
    battle = on_board(army_of(*wardens("Bog Bargain", PACT)), PLACES, "command", "Foe")
    standing = AllowReroll("leadership", duration="turn", stance="order")
    state_of(battle, active_effects=(Active("Stand", standing, 0, 0, 1, 1), Active("Stand", standing, 0, 1, 1, 1)))
    after = ev.apply(battle.state, ev.BattleShockTested(0, (1, 1), 6, False))
    assert [each.unit for each in after.active_effects] == [1]
    assert len(ev.apply(battle.state, ev.BattleShockTested(0, (6, 6), 6, True)).active_effects) == 2

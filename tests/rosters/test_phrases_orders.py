"""Orders: a list that an army has, officers that give some of them, and what a unit has of one at a time."""

from __future__ import annotations

import pytest

from highground.engine import events as ev
from highground.engine.abilities import on_attacks, powers
from highground.engine.battle import Battle
from highground.engine.choices import Arrive, Use
from highground.engine.events import apply
from highground.rosters.phrases import read_orders
from tests.engine.field import one, only, refusal, row, take
from tests.rosters.army_rules import army_of, go_on, on_board, use_when_asked
from tests.rosters.builder import Tree, ability, blade, gun, line, selection, squad
from tests.rosters.own_rules import ORDERS, known
from tests.rosters.phrase_cases import KNOWN

MAY = "This CAPTAIN can issue up to 2 Orders to LAMP units."
WARDENS = "Faction: Ashen Wardens"


@pytest.fixture(autouse=True)
def own_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    known(monkeypatch)


def captain(*inside: Tree, may: str = MAY) -> Tree:
    kinds = ["Infantry", WARDENS, "Captain"]
    return squad("Captain", 1, ability("Commands", ORDERS), ability("Orders", may), *inside, categories=kinds)


def lamps(name: str = "Lamp squad") -> Tree:
    model = selection(
        "Lamp", "model", 2, selection("Rifle", "upgrade", 2, gun()), selection("Blade", "upgrade", 2, blade())
    )
    categories = ["Infantry", WARDENS, "Lamp"]
    return selection(name, "unit", 1, line("Lamps", sv="5+"), model, points=50, categories=categories)


PLACES = {0: row(20, 20), 1: row(20, 23, 2), 2: row(20, 16, 2), 3: row(40, 22)}


def in_command(**more: object) -> Battle:
    army = army_of(captain(), lamps(), lamps("Far squad"))
    return on_board(army, PLACES, "command", "Foe", **more)


HASTE = Use("Orders", 0, (1,), "Haste! Haste!")
DOWN = Use("Orders", 0, (1,), "Heads Down!")


def test_an_officer_gives_orders_in_his_command_phase() -> None:
    battle = in_command()
    take(battle, HASTE)
    assert powers.added(battle.scene, 1, "move") == 2
    assert not powers.added(battle.scene, 2, "move")
    take(battle, Use("Orders", 0, (2,), "Haste! Haste!"))
    assert refusal(battle, HASTE).code == "used-up"


def test_a_unit_has_one_order_at_a_time() -> None:
    battle = in_command()
    take(battle, HASTE)
    assert one(ev.StanceLeft, take(battle, DOWN)) == ev.StanceLeft(1, "order")
    assert not powers.added(battle.scene, 1, "move")
    enemys = battle.scene.sheets[3].line_up[0].weapons[0].weapon
    assert [each.kind for each in on_attacks.modifiers(battle.scene, 3, 1, enemys)] == ["armour"]


def test_the_same_order_given_twice_counts_once() -> None:
    battle = in_command()
    take(battle, HASTE)
    take(battle, HASTE)
    assert powers.added(battle.scene, 1, "move") == 2


def test_an_order_ends_with_battle_shock_and_is_not_given_to_battle_shocked_units() -> None:
    battle = in_command()
    take(battle, HASTE)
    battle.scene.rewind(apply(battle.state, ev.BattleShockTested(1, (1, 1), 6, False)))
    assert not powers.added(battle.scene, 1, "move")
    assert refusal(battle, HASTE).code == "wrong-use"


def test_an_order_lasts_until_the_next_own_command_phase() -> None:
    battle = in_command(active=0)
    take(battle, HASTE)
    while battle.state.active == 0 or battle.state.phase != "combat":
        assert powers.added(battle.scene, 1, "move") == 2
        go_on(battle)
    while battle.state.active != 0:
        go_on(battle)
    assert not powers.added(battle.scene, 1, "move")


def test_who_has_just_arrived_gives_orders_as_that_phase_ends() -> None:
    army = army_of(captain(), lamps(), lamps("Far squad"))
    units = {0: {"reserves": True, "deployed": False}, 1: {"moved": "moved"}, 2: {"moved": "moved"}}
    places = {1: row(20, 3, 2), 2: row(40, 10, 2), 3: row(40, 40)}
    battle = on_board(army, places, "movement", "Foe", units=units, round=2)
    orders = [each.name for each in army.units[0].abilities if each.use is not None and each.continues == "Commands"]
    assert len(orders) == 2
    take(battle, Arrive(0, row(24, 3)))
    assert refusal(battle, HASTE).code == "wrong-phase"
    use_when_asked(battle, Use(orders[1], 0, (1,), "Haste! Haste!"))
    assert (battle.state.phase, powers.added(battle.scene, 1, "move")) == ("movement", 2)


def test_who_got_out_of_a_transport_gives_orders_as_the_phase_ends() -> None:
    army = army_of(captain(), lamps(), lamps("Far squad"))
    units = {0: {"disembarked": True, "moved": "moved"}, 1: {"moved": "moved"}, 2: {"moved": "moved"}}
    battle = on_board(army, PLACES, "movement", "Foe", units=units)
    first = next(each for each in army.units[0].abilities if each.continues == "Commands")
    use_when_asked(battle, Use(first.name, 0, (1,), "Haste! Haste!"))
    assert (battle.state.phase, powers.added(battle.scene, 1, "move")) == ("movement", 2)


def test_some_officers_may_give_only_some() -> None:
    army = army_of(
        captain(
            may="This CAPTAIN can issue 1 Order to a LAMP unit. This CAPTAIN can only issue the Heads Down! Order."
        ),
        lamps(),
    )
    (orders,) = [each for each in army.units[0].abilities if each.name == "Orders"]
    assert [each.name for each in orders.choices] == ["Heads Down!"]


@pytest.mark.parametrize(
    ("listed", "may"),
    [
        (ORDERS.replace('Add 2"', 'Sing 2"'), MAY),
        (ORDERS.replace("until he may speak again", "for ever"), MAY),
        (ORDERS.replace("(this cannot improve a model's Save to better than 3+)", "").replace(" .", "."), MAY),
        (ORDERS, "This CAPTAIN can issue many Orders to LAMP units."),
        (ORDERS, "This CAPTAIN can issue 1 Order to EEL units."),
        (ORDERS, f"{MAY} This CAPTAIN can only issue the Sing! Order."),
        (ORDERS, f"{MAY} It also sings."),
    ],
)
def test_orders_that_are_in_doubt_stay_text(listed: str, may: str) -> None:
    others = KNOWN.__class__(KNOWN.own | {"lamp", "captain"}, KNOWN.shared)
    assert read_orders(ORDERS, MAY, others) is not None
    assert read_orders(listed, may, others) is None


def test_only_one_miniature_of_a_unit_is_its_officer() -> None:
    text = ability("Orders", "This unit's CAPTAIN can issue 1 Order to a LAMP unit.")
    plain = squad("Staff", 3, ability("Commands", ORDERS), text, categories=["Infantry", WARDENS, "Captain"])
    army = army_of(plain, lamps())
    assert all(each.by_hand for each in army.units[0].abilities)
    chief = selection("Chief Sergeant", "model", 1, selection("Blade", "upgrade", 1, blade()))
    led = squad("Staff", 3, ability("Commands", ORDERS), text, chief, categories=["Infantry", WARDENS, "Captain"])
    army = army_of(led, lamps())
    (orders,) = [each for each in army.units[0].abilities if each.name == "Orders"]
    assert orders.bearers == (3,)


def test_nothing_is_left_where_nothing_was_ordered() -> None:
    assert not only(ev.StanceLeft, take(in_command(), HASTE))


def test_keywords_are_the_same_however_their_marks_are_typed() -> None:
    ghosts = squad("Ghosts", 2, ability("Fog", "They fade."), categories=["Infantry", WARDENS, "Miller’s Ghosts"])
    army = army_of(captain(may="This CAPTAIN can issue 1 Order to LAMP or MILLER’S GHOSTS units."), lamps(), ghosts)
    battle = on_board(army, PLACES, "command", "Foe")
    assert "miller's ghosts" in army.units[2].keywords
    take(battle, Use("Orders", 0, (2,), "Haste! Haste!"))
    assert powers.added(battle.scene, 2, "move") == 2

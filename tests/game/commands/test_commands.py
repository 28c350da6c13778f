"""The players' commands, and what each of them refuses."""

from __future__ import annotations

from collections.abc import Callable
from math import dist
from typing import Any

import pytest

from highground.engine import choices as ch
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.effects import FixAdvance
from highground.engine.abilities.model import Ability
from highground.engine.battle import Battle
from highground.engine.errors import Refusal
from highground.engine.model import Point, Terrain, UnitSheet
from highground.engine.prompts import PlacePrompt
from highground.engine.record import Given
from highground.game.commands import answers, destinations, taking_back
from highground.game.commands.commanding import whole
from highground.game.match.match import Control, Match
from highground.game.match.stops import Stops
from highground.game.state import charges
from highground.game.state.aiming import Aim
from highground.game.state.battle_state import game_state
from highground.game.views.rolls import AmountRoll, LatestRoll
from highground.game.views.state import PromptState, UndoState
from highground.words import Explained, explain
from tests.engine import field
from tests.packs.skirmish import skirmish, troop
from tests.values import replace

GUN = field.weapon("gun", "2", keywords="rapid fire 1")
BLADE = field.blade(attacks="2", strength=5)
WALL = Terrain("wall", ((27.0, 14.0), (27.2, 14.0), (27.2, 30.0)), walls=(((27.0, 14.0), (27.0, 30.0)),))
BETTER = ModifyAttack(stage="hit", value=1, duration="phase")
HUMANS = (Control(player="Ada"), Control(player="Ben"))


def infantry(name: str, count: int = 3) -> UnitSheet:
    return field.unit(name, GUN, BLADE, count=count)


def match(battle: Battle, control: tuple[Control, Control] = HUMANS) -> Match:
    return Match(battle, "game", control)


def fresh() -> Match:
    return match(Battle(field.setup([infantry("Wardens")], [infantry("Raiders"), infantry("Hunters")]), seed=4))


def facing(phase: Any, gap: float = 10.0, **more: Any) -> Match:
    """Three Wardens of blue, and three Raiders of red that many inches to the east of them."""
    what = field.setup([infantry("Wardens")], [infantry("Raiders")])
    x = field.beside(20.0, gap)
    return match(field.position(what, {0: field.row(20.0, 20.0, 3), 1: field.row(x, 20.0, 3)}, phase, **more))


def uuid(game: Match, unit: int) -> str:
    return game.cast.unit_uuids[unit]


def aim(game: Match, weapon: str, unit: int = 0, target: int = 1, **more: Any) -> Aim:
    return Aim(uuid(game, unit), game.cast.weapon_uuid(weapon), uuid(game, target), **more)


def asked(game: Match) -> PromptState:
    prompt = game_state(game, frozenset({0}))["request"]
    assert prompt is not None
    return prompt


def rolls(game: Match) -> LatestRoll:
    latest = game_state(game, frozenset({0}))["game_model"]["latest_roll"]
    assert latest is not None
    return latest


def undone(game: Match, side: int) -> UndoState:
    last = game_state(game, frozenset({side}))["undo"]
    assert last is not None
    return last


def refused(do: Callable[[], Any], game: Match) -> Explained:
    """How the command is refused; the match is as it was, the draft too."""
    before = (game.number, game.battle.digest(), game.battle.state, game.draft)
    with pytest.raises(Refusal) as caught, whole(game):
        do()
    assert (game.number, game.battle.digest(), game.battle.state, game.draft) == before
    return explain(caught.value)


# OPEN-26
def test_a_battle_is_set_up_and_begun() -> None:
    game = fresh()
    answers.roll(game, given=Given((2, 5)))
    status = game_state(game, frozenset({0}))["deployment_status"]
    assert status["rolls"] == [[2, 5]]
    assert status["winner_army_uuid"] == game.cast.army_uuids[1]
    assert refused(lambda: answers.choose_zone(game, game.cast.army_uuids[0], 0), game).code == "not-your-zone"
    answers.choose_zone(game, game.cast.army_uuids[1], 0)
    assert [army.zone for army in game.battle.state.armies] == [1, 0]
    while not game_state(game, frozenset({0}))["deployment_status"]["all_units_deployed"]:
        status = game_state(game, frozenset({0}))["deployment_status"]
        side = game.army(status["current_army_uuid"])
        waiting = status["units_to_deploy"][side][0]["uuid"]
        answers.deploy(
            game,
            waiting,
            (54.0, 22.0 + 6 * game.unit(waiting)) if side == 0 else (6.0, 4.0 + 9.0 * game.unit(waiting)),
            False,
        )
    answers.advance(game)
    state = game.battle.state
    assert (state.phase, state.round, state.turn) == ("command", 1, 1)


# OPEN-26
def test_a_unit_outside_its_zone_or_nowhere_is_refused() -> None:
    game = fresh()
    answers.roll(game, given=Given((5, 2)))
    answers.choose_zone(game, game.cast.army_uuids[0], 0)
    side = game.due().side
    mine = uuid(game, 0 if side == 0 else 1)
    assert refused(lambda: answers.deploy(game, mine, (30.0, 22.0), False), game).code == "outside-zone"
    assert refused(lambda: answers.deploy(game, mine, None, False), game).code == "no-place"
    theirs = uuid(game, 1 if side == 0 else 0)
    assert refused(lambda: answers.deploy(game, theirs, (54.0, 20.0), False), game).code == "not-your-setup"
    assert refused(lambda: answers.deploy(game, mine, None, True), game).code == "too-many-in-reserve"


def test_nobody_is_set_up_before_the_zones_are_chosen() -> None:
    game = fresh()
    mine = uuid(game, 0)
    refusal = refused(lambda: answers.deploy(game, mine, (6.0, 20.0), False), game)
    assert (refusal.code, refusal.sentence) == (
        "not-now",
        f"{game.cast.units[0]} cannot be set up now. Dice are still to be rolled: deployment.",
    )
    answers.roll(game, given=Given((5, 2)))
    refusal = refused(lambda: answers.deploy(game, mine, (6.0, 20.0), False), game)
    assert refusal.sentence.endswith(f"{game.cast.armies[0]} chooses a deployment zone first.")


# OPEN-26
@pytest.mark.parametrize("place", [(6.0, 20.0), (1.0, 1.0), (8.5, 43.0)])
def test_a_unit_closes_up_about_the_place_that_was_named(place: Point) -> None:
    game = fresh()
    answers.roll(game, given=Given((5, 2)))
    answers.choose_zone(game, game.cast.army_uuids[0], 0)
    side = game.due().side
    unit = 0 if side == 0 else 1
    there = place if side == 0 else (60.0 - place[0], place[1])
    answers.deploy(game, uuid(game, unit), there, False)
    middle = [sum(axis) / 3 for axis in zip(*game.battle.state.units[unit].places, strict=True)]
    assert dist(middle, there) <= destinations.NEARBY


# OPEN-26
def test_a_unit_is_not_set_up_far_from_the_place_that_was_named() -> None:
    """The zone is full of rows for eight inches about the place, and empty beyond."""
    rows = [infantry(f"Row {i}", count=9) for i in range(9)]
    game = match(Battle(field.setup([infantry("Wardens"), *rows], [infantry("Raiders")]), seed=1))
    answers.roll(game, given=Given((5, 2)))
    answers.choose_zone(game, game.cast.army_uuids[0], 0)
    for unit in range(1, 10):
        if game.due().side == 1:
            answers.deploy(game, uuid(game, 10), (54.0, 22.0), False)
        answers.deploy(game, uuid(game, unit), None, False, [(0.8 + 1.3 * i, 12.0 + 2.0 * unit) for i in range(9)])
    refusal = refused(lambda: answers.deploy(game, uuid(game, 0), (6.0, 22.0), False), game)
    assert (refusal.code, refusal.sentence) == (
        "no-room-near",
        "There is no room for Wardens within 6 inches of there.",
    )
    answers.deploy(game, uuid(game, 0), (6.0, 38.0), False)


# OPEN-26
def test_infiltrators_close_up_where_they_were_sent() -> None:
    scouts = field.unit("Shades", GUN, BLADE, count=3, rules="infiltrators")
    game = match(Battle(field.setup([scouts], [infantry("Raiders")]), seed=1))
    answers.roll(game, given=Given((5, 2)))
    answers.choose_zone(game, game.cast.army_uuids[0], 0)
    if game.due().side == 1:
        answers.deploy(game, uuid(game, 1), None, True)
    answers.deploy(game, uuid(game, 0), (28.0, 22.0), False)
    assert all(dist(place, (28.0, 22.0)) < 3.0 for place in game.battle.state.units[0].places)


# OPEN-19
def test_a_move_goes_where_it_was_sent_and_no_further() -> None:
    game = facing("movement")
    refusal = refused(lambda: answers.move(game, uuid(game, 0), "move", (20.0, 30.0)), game)
    assert refusal.code == "too-far"
    assert refusal.measure == "8.5 of 6 inches"
    answers.move(game, uuid(game, 0), "move", (18.0, 24.5))
    assert game_state(game, frozenset({0}))["game_model"]["armies"][0]["units"][0]["location"] == (18.0, 24.5)


def test_an_advance_rolls_first_and_is_put_down_then() -> None:
    game = facing("movement", gap=20.0)
    answers.move(game, uuid(game, 0), "advance", None)
    prompt = asked(game)
    assert (prompt["kinds"], prompt["why"], prompt["unit_uuid"]) == (["place"], "advance", uuid(game, 0))
    limit = prompt["limit"] or 0.0
    assert 7.0 <= limit <= 12.0
    answers.move(game, uuid(game, 0), "advance", (20.0, 21.5 + limit - 0.1))
    unit = game_state(game, frozenset({0}))["game_model"]["armies"][0]["units"][0]
    assert unit["advanced"]
    assert unit["movement_action_type"] == "Advance"


def test_an_advance_takes_an_own_die() -> None:
    game = facing("movement", gap=20.0)
    unit, own = uuid(game, 0), Given((3,))
    assert refused(lambda: answers.move(game, unit, "move", (20.0, 24.0), given=own), game).code == "wrong-dice"
    answers.move(game, unit, "advance", None, given=own)
    assert asked(game)["limit"] == 9.0
    assert refused(lambda: answers.move(game, unit, "advance", None, given=own), game).code == "wrong-dice"
    answers.move(game, unit, "advance", (20.0, 30.4))
    assert game.battle.state.units[0].moved == "advanced"


def test_an_own_die_is_rolled_before_the_place_is_judged_by_it() -> None:
    game = facing("movement", gap=20.0)
    refusal = answers.move(game, uuid(game, 0), "advance", (20.0, 31.0), given=Given((2,)))
    assert refusal is not None
    assert (refusal.code, asked(game)["limit"]) == ("too-far", 8.0)


def test_an_advance_too_far_is_taken_back_with_its_roll() -> None:
    game = facing("movement", gap=20.0)
    assert refused(lambda: answers.move(game, uuid(game, 0), "advance", (20.0, 40.0)), game).code == "advance-too-far"


@pytest.mark.parametrize(
    ("x", "code"), [(27.0, "on-wall"), (29.0, "through-wall"), (32.0, "in-engagement"), (34.0, "on-base")]
)
def test_an_advance_to_where_no_roll_would_let_it_stand_rolls_nothing(x: float, code: str) -> None:
    riders = field.unit("Wardens", GUN, BLADE, count=3, keywords="mounted")
    what = field.setup([riders], [infantry("Raiders")], WALL)
    game = match(field.position(what, {0: field.row(22.0, 20.0, 3), 1: field.row(34.0, 20.0, 3)}, "movement"))
    there = tuple((x, y) for _, y in field.row(x, 20.0, 3))
    assert refused(lambda: answers.move(game, uuid(game, 0), "advance", None, there), game).code == code
    assert game.number == 0


def test_an_advance_off_the_board_rolls_nothing() -> None:
    what = field.setup([infantry("Wardens")], [infantry("Raiders")])
    game = match(field.position(what, {0: field.row(3.0, 20.0, 3), 1: field.row(34.0, 20.0, 3)}, "movement"))
    there = field.row(0.2, 20.0, 3)
    assert refused(lambda: answers.move(game, uuid(game, 0), "advance", None, there), game).code == "off-board"


def test_an_advance_that_needs_a_better_roll_is_rolled_and_refused_as_too_far() -> None:
    missed = field.row(31.9, 20.0, 3)
    refusals = []
    for seed in range(20):
        what = field.setup([infantry("Wardens")], [infantry("Raiders")])
        placed = {0: field.row(20.0, 20.0, 3), 1: field.row(50.0, 20.0, 3)}
        game = match(field.position(what, placed, "movement", seed=seed))
        refusals.append(answers.move(game, uuid(game, 0), "advance", None, missed))
        assert game.number > 0
    assert {refusal.code for refusal in refusals if refusal} == {"too-far"}


def test_an_advance_without_a_roll_reaches_its_inches_and_no_farther() -> None:
    sheet = replace(infantry("Wardens"), abilities=(Ability("Stride", effects=(FixAdvance(3),)),))
    what = field.setup([sheet], [infantry("Raiders")])
    places = {0: field.row(20.0, 20.0, 3), 1: field.row(50.0, 20.0, 3)}
    game = match(field.position(what, places, "movement"))
    assert refused(lambda: answers.move(game, uuid(game, 0), "advance", (20.0, 31.0)), game).code == "advance-too-far"
    answers.move(game, uuid(game, 0), "advance", (20.0, 30.4))
    assert game_state(game, frozenset({0}))["game_model"]["armies"][0]["units"][0]["advanced"]


def test_single_miniatures_may_be_dragged() -> None:
    game = facing("movement")
    places = ((19.0, 20.0), (19.0, 21.5), (19.0, 23.5))
    answers.move(game, uuid(game, 0), "move", None, places)
    assert game.battle.state.units[0].places == places


@pytest.mark.parametrize(
    ("how", "where", "code"),
    [
        ("move", None, "no-move-place"),
        ("teleport", (20.0, 20.0), "no-such-move"),
        ("fall_back", (18.0, 21.5), "nothing-to-fall-back-from"),
    ],
)
def test_moves_that_are_none(how: str, where: tuple[float, float] | None, code: str) -> None:
    game = facing("movement")
    assert refused(lambda: answers.move(game, uuid(game, 0), how, where), game).code == code


def test_a_unit_shoots_stage_by_stage() -> None:
    game = facing("shooting")
    answers.select_unit(game, uuid(game, 0), melee=False)
    (acting,) = game_state(game, frozenset({0}))["units"]
    (weapon,) = acting["weapons"]
    assert [target["distance"] for target in weapon["targets"]] == [10.0]
    assert (weapon["count"], len(weapon["bearers"])) == (3, 3)
    (row,) = answers.select_targets(game, [aim(game, "gun")], melee=False)
    values = row["needed_values"]
    assert (values["hit_needed"], values["wound_needed"], values["save_needed"], values["fnp_needed"]) == (
        "3+",
        "4+",
        "4+",
        None,
    )
    assert values["damage"] == "1"
    for stage, faces in (("hit", (3, 3, 3, 1, 1, 1, 1, 1, 1)), ("wound", (4, 4, 1)), ("save", (3, 6))):
        assert rolls(game)["dice_due"] == len(faces)
        answers.roll_stage(game, stage, Given(faces))
        latest = rolls(game)
        rows: Any = latest["miniature_rolls"][0]["weapon_rolls"][0]["attacks"]
        assert [each[f"{stage}_roll"]["roll"] for each in rows if f"{stage}_roll" in each] == list(faces)
    assert refused(lambda: answers.roll_stage(game, "hit"), game).code == "wrong-stage"
    answers.roll_stage(game, "damage")
    answers.roll_stage(game, "fnp")
    latest = rolls(game)
    assert latest["stage"] == "complete"
    assert latest["miniature_rolls"][0]["weapon_rolls"][0]["models_killed"] == 1
    assert game_state(game, frozenset({0}))["game_model"]["armies"][1]["units"][0]["alive_count"] == 2


def test_a_number_of_attacks_that_is_rolled_is_said_first() -> None:
    gun = field.weapon("gun", "D6+3")
    what = field.setup([field.unit("Wardens", gun, count=2)], [infantry("Raiders")])
    places = {0: field.row(20.0, 20.0, 2), 1: field.row(field.beside(20.0, 10.0), 20.0, 3)}
    game = match(field.position(what, places, "shooting"))
    answers.select_unit(game, uuid(game, 0), melee=False)
    answers.select_targets(game, [aim(game, "gun")], melee=False)
    assert (rolls(game)["dice_due"], rolls(game)["number_due"]) == (None, "2 × D6+3")
    answers.roll_stage(game, "all")
    assert (rolls(game)["stage"], rolls(game)["dice_due"], rolls(game)["number_due"]) == ("complete", None, "")


# SHOOT-30
def test_damage_is_shown_before_feel_no_pain_and_what_was_lost_after_it() -> None:
    gun = field.weapon("gun", "1", damage="3")
    what = field.setup([field.unit("Wardens", gun)], [field.unit("Raiders", count=1, wounds=9, fnp=6)])
    game = match(field.position(what, {0: [(20.0, 20.0)], 1: [(field.beside(20.0, 10.0), 20.0)]}, "shooting"))
    answers.select_unit(game, uuid(game, 0), melee=False)
    answers.select_targets(game, [aim(game, "gun")], melee=False)
    for stage, faces in (("hit", (6,)), ("wound", (6,)), ("save", (1,)), ("damage", ())):
        answers.roll_stage(game, stage, Given(faces) if faces else None)

    def damage() -> AmountRoll:
        latest = rolls(game)
        return latest["miniature_rolls"][0]["weapon_rolls"][0]["attacks"][0]["damage_roll"]

    assert damage()["roll"] == 3
    assert "final_damage" not in damage()
    answers.roll_stage(game, "fnp", Given((1, 6, 2)))
    assert (damage()["roll"], damage()["final_damage"]) == (3, 2)


def test_a_weapon_may_be_aimed_by_some_of_its_bearers() -> None:
    game = facing("shooting")
    (row,) = answers.select_targets(game, [aim(game, "gun", bearers=(game.miniature_uuid(0, 1),))], melee=False)
    assert row["weapons"] == 1


# OPEN-68
def test_no_targets_hold_fire() -> None:
    game = facing("shooting")
    assert refused(lambda: answers.select_targets(game, [], melee=False), game).code == "no-unit"
    answers.select_unit(game, uuid(game, 0), melee=False)
    assert answers.select_targets(game, [], melee=False) == []
    assert game.battle.state.units[0].shot


def test_letting_go_of_a_unit_before_it_shoots() -> None:
    game = facing("shooting")
    answers.select_unit(game, uuid(game, 0), melee=False)
    taking_back.reset_unit(game, melee=False)
    assert game.draft.selected is None
    assert refused(lambda: answers.select_unit(game, uuid(game, 1), melee=False), game).code == "cannot-act"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"weapon_uuid": "x"}, "unknown-weapon"),
        ({"target_unit_uuid": "x"}, "unknown-unit"),
        ({"bearers": ("x",)}, "no-such-miniature"),
    ],
)
def test_aims_at_what_is_not_there(change: dict[str, Any], code: str) -> None:
    game = facing("shooting")
    import msgspec

    wrong = msgspec.structs.replace(aim(game, "gun"), **change)
    assert refused(lambda: answers.select_targets(game, [wrong], melee=False), game).code == code


def test_charges_are_registered_then_rolled() -> None:
    game = facing("charge", gap=5.0)
    (able,) = game_state(game, frozenset({0}))["chargeable_units"]
    assert able["targets"][0]["distance"] == 5.0
    assert able["targets"][0]["needed"] == 4
    answers.record_charges(game, {uuid(game, 0): [uuid(game, 1)]})
    assert game_state(game, frozenset({0}))["recorded_charges"] == {uuid(game, 0): [uuid(game, 1)]}
    again = refused(lambda: answers.record_charges(game, {uuid(game, 0): [uuid(game, 1)]}), game)
    assert again.code == "already-registered"
    (result,) = answers.process_charge(game, uuid(game, 0), Given((4, 4)))
    assert (result["charge_roll"], result["needed"], result["charge_success"]) == (8, 4, True)
    assert result["targets"][0]["target_distance"] == 5.0
    assert game_state(game, frozenset({0}))["recorded_charges"] == {}
    assert game.battle.state.units[0].charged


def test_typed_dice_of_a_charge_wait_for_the_answer_to_its_declaration() -> None:
    battle = skirmish(
        [troop("Rush")], [troop("Mark")], {0: field.row(20.0, 20.0, 3), 1: field.row(27.0, 20.0, 3)}, "charge"
    )
    game = match(battle)
    answers.record_charges(game, {uuid(game, 0): [uuid(game, 1)]})
    assert answers.process_charge(game, uuid(game, 0), Given((6, 6))) == []
    assert (game.due().side, game.due().why) == (1, "charge declared")
    game.answer(ch.Pass())
    assert (game.due().side, game.due().stage) == (0, "charge")
    answers.roll(game, given=Given((6, 6)))
    (result,) = charges.results_of_phase(game)
    assert (result["charge_roll"], result["charge_success"]) == (12, True)


def test_a_charge_out_of_reach_is_refused_with_its_measure() -> None:
    game = facing("charge", gap=13.0)
    refusal = refused(lambda: answers.record_charges(game, {uuid(game, 0): [uuid(game, 1)]}), game)
    assert (refusal.code, refusal.measure) == ("out-of-range", "13.0 of 12 inches")
    assert refused(lambda: answers.record_charges(game, {uuid(game, 0): []}), game).code == "no-target"
    assert refused(lambda: answers.process_charge(game, uuid(game, 0)), game).code == "not-registered"


def test_a_draft_ends_with_its_phase() -> None:
    game = facing("charge", gap=5.0)
    answers.record_charges(game, {uuid(game, 0): [uuid(game, 1)]})
    answers.advance(game)
    answers.advance(game)
    assert game.battle.state.phase == "combat"
    assert game.draft.charges == ()


def in_melee() -> Match:
    game = facing("charge", gap=0.5)
    field.fight(game.battle)
    return game


def test_a_fight_from_the_pick_to_the_consolidation() -> None:
    game = in_melee()
    side = game.due().side
    fighter, foe = (0, 1) if side == 0 else (1, 0)
    answers.select_unit(game, uuid(game, fighter), melee=True)
    (acting,) = game_state(game, frozenset({side}))["units"]
    assert acting["weapons"][0]["weapon_range"] == "Melee"
    taking_back.reset_unit(game, melee=True)
    assert game.number == 1
    rows = answers.select_targets(game, [aim(game, "blade", fighter, foe)], melee=True)
    assert rows[0]["needed_values"]["wound_needed"] == "3+"
    answers.roll_stage(game, "all")
    assert game.battle.state.units[fighter].fought
    assert game.due().side == 1 - side


def test_a_charger_whose_enemies_are_gone_fights_without_being_asked_for_a_target() -> None:
    game = facing("charge", gap=12.0, units={0: {"charged": True}})
    field.fight(game.battle)
    answers.select_unit(game, uuid(game, 0), melee=True)
    assert game.battle.state.units[0].fought
    assert game.due().kinds == ("end",)
    assert [type(record.choice) for record in game.battle.records[-4:]] == [ch.Fight, ch.Place, ch.Strike, ch.Place]


def test_after_a_pile_in_by_hand_that_reaches_nobody_no_target_is_asked_for() -> None:
    game = facing("charge", gap=12.0, units={0: {"charged": True}})
    game.asking = replace(game.asking, seats=(Stops(closing=True), Stops()))
    field.fight(game.battle)
    answers.select_unit(game, uuid(game, 0), melee=True)
    assert isinstance(game.due(), PlacePrompt)
    answers.move(game, uuid(game, 0), "move", None)
    assert (game.due().kinds, game.due().why) == (("place",), "consolidate")


def test_who_piles_in_and_consolidates_by_hand_may_stay() -> None:
    game = in_melee()
    game.asking = replace(game.asking, seats=(Stops(closing=True), Stops(closing=True)))
    side = game.due().side
    before = game.battle.state.units[side].places
    answers.select_unit(game, uuid(game, side), melee=True)
    answers.move(game, uuid(game, side), "stationary", None)
    assert game.battle.state.units[side].places == before
    answers.select_targets(game, [aim(game, "blade", side, 1 - side)], melee=True)
    answers.roll_stage(game, "all")
    assert (game.due().kinds, game.due().why) == (("place",), "consolidate")
    answers.move(game, uuid(game, side), "stationary", None)
    assert (game.battle.state.units[side].fought, game.battle.state.units[side].places) == (True, before)


def test_letting_go_takes_back_the_own_pick_alone() -> None:
    game = in_melee()
    side = game.due().side
    fighter, foe = (0, 1) if side == 0 else (1, 0)
    answers.select_targets(game, [aim(game, "blade", fighter, foe)], melee=True)
    answers.roll_stage(game, "all")
    assert game.due().side == 1 - side
    fought = game.number
    taking_back.reset_unit(game, melee=True)
    assert (game.number, game.battle.state.units[fighter].fought) == (fought, True)
    answers.select_unit(game, uuid(game, foe), melee=True)
    assert game.number > fought
    taking_back.reset_unit(game, melee=True)
    assert (game.number, game.battle.state.units[fighter].fought) == (fought, True)


def test_letting_go_takes_back_nothing_that_the_other_player_did() -> None:
    """What they say of their wounds is no reason to keep to the pick either; what is done by hand is."""
    game = in_melee()
    side = game.due().side
    fighter, foe = (0, 1) if side == 0 else (1, 0)
    answers.select_unit(game, uuid(game, fighter), melee=True)
    game.answer(ch.Allocate(foe, (2,)))
    before = game.number
    game.answer(ch.ByHand("by-hand", None, (BETTER,), True, foe, side=1 - side))
    refusal = refused(lambda: taking_back.reset_unit(game, melee=True), game)
    assert (refusal.code, game.number) == ("chosen-since", before + 1)
    game.undo(consent=False)
    taking_back.reset_unit(game, melee=True)
    assert "fight" in game.due().kinds
    assert game.battle.state.units[foe].falls == (2,)


def test_letting_go_of_what_waits_for_something_by_hand_leaves_all_as_it_is() -> None:
    game = in_melee()
    game.asking = replace(game.asking, seats=(Stops(closing=True), Stops(closing=True)))
    side = game.due().side
    fighter, foe = (0, 1) if side == 0 else (1, 0)
    answers.select_unit(game, uuid(game, fighter), melee=True)
    game.answer(ch.ByHand("by-hand", None, (BETTER,), True, foe, side=1 - side))
    answers.move(game, uuid(game, fighter), "move", None)
    made = game.count
    assert refused(lambda: taking_back.reset_unit(game, melee=True), game).code == "chosen-since"
    assert game.count == made


def test_what_is_open_keeps_the_phase_from_ending() -> None:
    game = in_melee()
    refusal = refused(lambda: answers.advance(game), game)
    assert refusal.code in {"units-left", "still-open"}
    moving = facing("movement")
    assert refused(lambda: answers.advance(moving), moving).code == "units-left"


def test_any_choice_can_be_given_as_it_is() -> None:
    game = facing("movement")
    answers.choose(game, {"choice": "move", "unit": 0, "how": "stationary"})
    assert game.battle.state.units[0].moved == "stationary"
    refusal = refused(lambda: answers.choose(game, {"choice": "cheat"}), game)
    assert refusal.code == "no-such-choice"


def test_an_unknown_army_or_ability_is_refused() -> None:
    game = facing("command")
    assert refused(lambda: answers.choose_zone(game, "x", 0), game).code == "no-such-army"
    assert refused(lambda: answers.activate(game, "x"), game).code == "unknown-ability"


def test_the_state_says_what_undo_would_take_back() -> None:
    game = facing("movement")
    assert game_state(game, frozenset({0}))["undo"] is None
    answers.move(game, uuid(game, 0), "move", (23.0, 20.0))
    assert game_state(game, frozenset({0}))["undo"] == {
        "what": "the move of Wardens",
        "back_to": 0,
        "free": True,
        "yours": True,
        "why": "",
        "asked": None,
    }
    assert undone(game, 1)["yours"] is False
    taking_back.undo_to(game, game.number, {0}, agreed=False)
    answers.move(game, uuid(game, 0), "advance", None)
    assert undone(game, 0)["free"] is False

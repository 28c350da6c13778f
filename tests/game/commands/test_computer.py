"""The computer's buttons: one thing at a time, in words that a person can act on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from highground.ai.advice import advise
from highground.ai.player import Decision
from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine.battle import Battle
from highground.engine.errors import Refusal
from highground.engine.prompts import DeployPrompt, ReactPrompt, RollPrompt
from highground.game.commands import computer
from highground.game.commands.advising import coach_view
from highground.game.commands.describing import Description, describe
from highground.game.match.match import Control, Match
from highground.game.state.battle_state import game_state
from highground.packs import load_pack
from highground.words import sentence
from tests.engine.test_leaders import set_up

PERSON, COMPUTER = Control("human"), Control("ai")


def sample(*control: Control, seed: int = 5) -> Match:
    pack = load_pack()
    battle = Battle(pack.setup(pack.army("vow-1000"), pack.army("fen-1000")), seed)
    first, second = control or (COMPUTER, COMPUTER)
    return Match(battle, "g", (first, second))


def whole_battles(size: int, seeds: range) -> Iterator[tuple[Match, Description]]:
    """Every step of battles that the computer plays on both sides."""
    pack = load_pack()
    for seed in seeds:
        battle = Battle(pack.setup(pack.army(f"vow-{size}"), pack.army(f"fen-{size}")), seed)
        game = Match(battle, "g", (COMPUTER, COMPUTER))
        while game.battle.ask() is not None:
            yield game, computer.step(game)


def until(game: Match, phase: str, side: int | None = None) -> None:
    """Play on to the middle of a phase, of a side's turn if named."""
    while True:
        state = game.battle.state
        if state.phase == phase and state.phase_time == "middle" and side in {None, state.active}:
            return
        computer.step(game)


def deployed(game: Match) -> list[int]:
    """How many units each army has set up; a leader counts with the unit that it joined."""
    units = [unit for unit in game.battle.state.units if unit.deployed and unit.joined is None]
    return [len([unit for unit in units if unit.side == side]) for side in (0, 1)]


def test_the_coach_answers_without_odds_where_there_was_no_time_to_try_anything() -> None:
    game = sample()
    until(game, "movement", 0)
    coached = coach_view(game, 0, advise(game.battle, game.due(), lambda spent: False))
    (only,) = coached["advice"]
    assert only["description"].endswith(".")
    assert (only["trials"], only["risk"]) == (0, "There was no time to try it.")


# AI-6: one unit of the army whose turn it is, and no other.
def test_units_are_set_up_one_at_a_time() -> None:
    game = sample()
    while not isinstance(game.due(), DeployPrompt):
        computer.step(game)
    side, before = game.due().side, deployed(game)
    said = computer.act(game, "deployment", computer.deployed)
    after = deployed(game)
    assert (after[side] - before[side], before[1 - side]) == (1, after[1 - side])
    assert re.search(r"sets up .+ (from|on) .+\.|get into|gets into|in reserve", said.description)
    assert len([line for line in said.instructions if "put down" in line]) == len(said.instructions)
    assert said.rationale


def test_a_zone_is_called_what_the_board_calls_it() -> None:
    game = sample()
    while isinstance(game.due(), RollPrompt):
        game.answer(ch.RollDice())
    army = game.cast.armies[game.due().side]
    said = computer.step(game)
    assert isinstance(said.choice, ch.ChooseZone)
    zone = game.battle.scene.setup.layout.zones[said.choice.zone]
    assert said.description == f"{army} takes the {zone.name}."


def test_a_person_s_unit_is_set_up_for_him_and_nothing_else_is_done() -> None:
    game = sample(PERSON, PERSON)
    with pytest.raises(Refusal, match="nothing-to-set-up"):
        computer.set_up(game)
    while not isinstance(game.due(), DeployPrompt):
        game.answer(ch.RollDice() if isinstance(game.due(), RollPrompt) else ch.ChooseZone(0))
    side, before = game.due().side, deployed(game)
    said = computer.set_up(game)
    after = deployed(game)
    assert (after[side] - before[side], before[1 - side]) == (1, after[1 - side])
    assert said.description.startswith(game.cast.armies[side])
    with pytest.raises(Refusal, match="not-computer"):
        computer.step(game)


# AI-8: one unit, and no other.
def test_a_move_is_reported_with_its_reasons_and_its_inches() -> None:
    game = sample()
    until(game, "movement")
    number = game.number
    said = computer.act(game, "movement", computer.moved)
    assert game.number > number
    choice = game.battle.records[-1].choice
    assert computer.moved(choice)
    assert [unit.moved is not None and unit.moved != "" for unit in game.battle.state.units].count(True) == 1
    assert said.description.endswith(".")
    assert re.search(r"\([+-]\d+\.\d\)", said.rationale)
    for line in said.instructions:
        assert re.search(
            r": \d+\.\d inch(es)? to the [a-z-]+, to \d+\.\d inch(es)? from the (left|right) edge and \d+\.\d from ",
            line,
        )


# AI-10
def test_shots_are_declared_and_left_to_be_rolled() -> None:
    for seed in range(1, 9):
        game = sample(seed=seed)
        until(game, "shooting")
        said, unit = computer.shoot(game)
        assert isinstance(said.choice, ch.Shoot)
        if said.choice.shots:
            rows = computer.declared_rows(game, unit)
            assert rows[0]["needed_values"].keys() >= {"hit_needed", "wound_needed"}
            assert isinstance(game.due(), RollPrompt | ReactPrompt)
            return
    pytest.fail("no computer shot in its first turn of eight battles")


# AI-12
def test_charges_are_registered_not_rolled() -> None:
    for seed in range(1, 9):
        game = sample(seed=seed)
        while game.ask() is not None and "charge" not in game.due().kinds:
            computer.step(game)
        if game.ask() is None:
            continue
        number = game.number
        said = computer.charge(game)
        assert game.number == number
        assert len(game.draft.charges) == len(said)
        if said:
            assert "charge" in said[0].description
            assert len(game_state(game, frozenset({0, 1}))["recorded_charges"]) == len(said)
            assert said[0].rationale
            return
    pytest.fail("no computer wanted to charge in eight battles")


# AI-11
def test_a_fight_is_picked_piled_in_and_declared() -> None:
    for seed in range(1, 9):
        game = sample(seed=seed)
        while game.ask() is not None and "fight" not in game.due().kinds:
            computer.step(game)
        if game.ask() is not None:
            said, unit = computer.fight(game)
            assert isinstance(said.choice, ch.Strike)
            assert game.battle.state.units[unit].on_table
            assert computer.declared_rows(game, unit)[0]["needed_values"].keys() >= {"hit_needed", "wound_needed"}
            return
    pytest.fail("nobody fought in eight battles")


def test_a_whole_turn_ends_where_a_person_has_to_answer_or_the_turn_is_over() -> None:
    game = sample()
    until(game, "command")
    state = game.battle.state
    said = computer.run(game)
    assert len(said) > 10
    assert (game.battle.state.round, game.battle.state.turn) != (state.round, state.turn)
    asked = iter([False] * 3 + [True] * 10)
    assert len(computer.run(game, stop=lambda: next(asked))) == 3


def test_a_person_is_never_answered_for() -> None:
    game = sample(PERSON, PERSON)
    with pytest.raises(Refusal) as caught:
        computer.step(game)
    assert caught.value.code == "not-computer"
    assert computer.run(game) == []
    assert game.number == 0


def test_buttons_of_another_phase_are_refused() -> None:
    game = sample()
    for do in (
        lambda: computer.act(game, "movement", computer.moved),
        lambda: computer.fight(game),
        lambda: computer.charge(game),
    ):
        with pytest.raises(Refusal) as caught:
            do()
        assert caught.value.code in {"other-phase", "army-done", "no-charger"}


def test_what_is_said_goes_out_by_its_names() -> None:
    game = sample()
    until(game, "movement")
    said = computer.as_json(computer.act(game, "movement", computer.moved))
    assert said.keys() == {
        "kind",
        "ai_action_description",
        "ai_rationale",
        "ai_instructions",
        "terms",
        "plan",
        "marks",
    }


# AI-13: it uses what is worth its price, or says why it uses nothing.
def test_an_ability_is_used_or_refused_with_a_sentence() -> None:
    game = sample()
    with pytest.raises(Refusal) as caught:
        computer.use_ability(game, 0)
    assert caught.value.code == "no-ability-now"
    assert sentence(caught.value).endswith("has no ability to use now.")
    seen: set[str] = set()
    for _ in range(400):
        prompt = game.ask()
        if prompt is None or "used" in seen:
            break
        if "use" in prompt.kinds:
            try:
                number, said = game.number, computer.use_ability(game, prompt.side)
                assert (said.description.split(" uses ")[0], game.number) == (
                    game.cast.armies[prompt.side],
                    number + 1,
                )
                seen.add("used")
                continue
            except Refusal as refusal:
                assert refusal.code == "nothing-worth"
        computer.step(game)
    assert "used" in seen


# AI-2, AI-14
def test_an_army_says_who_commands_it_and_how() -> None:
    game = sample(PERSON, Control("ai", personality="aggressive", intensity=5))
    person, machine = game_state(game, frozenset())["game_model"]["armies"]
    assert (person["controller"], machine["controller"]) == ("human", "ai")
    assert (machine["personality_type"], machine["personality_intensity"]) == ("Aggressive", 5)
    assert machine["personality_description"]
    assert (person["personality_type"], person["personality_intensity"]) == ("Standard", 3)


def moments(game: Match) -> list[tuple[int, str, str, str]]:
    """Turn, phase, phase time and whose turn of the first round, as a page is reported them when they change."""
    found: list[tuple[int, str, str, str]] = []
    while game.battle.state.round == 1:
        state = game.battle.state
        if not found or found[-1][:3] != (state.turn, state.phase, state.phase_time):
            now = game_state(game, frozenset())
            model = now["game_model"]
            found.append((model["turn"], model["phase"], model["phase_time"], now["current_army_uuid"]))
        computer.step(game)
    return found


PHASES = ["command", "movement", "shooting", "charge", "combat"]


# PHASE-19, PHASE-21, PHASE-22, COMBAT-46
def test_phases_follow_in_order_each_in_three_times_and_armies_take_turns() -> None:
    seen = moments(sample())
    assert {phase for _, phase, _, _ in seen} == {"deployment", *PHASES}
    fought = [each for each in seen if each[1] != "deployment"]
    first, second = fought[0][3], next(army for turn, _, _, army in fought if turn == 2)
    assert first != second
    expected = [(turn, phase, time) for turn in (1, 2) for phase in PHASES for time in ("beginning", "middle", "end")]
    assert [each[:3] for each in fought] == expected
    assert all(army == (first, second)[turn - 1] for turn, _, _, army in fought)


def test_whole_battles_are_reported_to_their_end() -> None:
    assert all(said.description for _, said in whole_battles(2000, range(40, 44)))


def test_nobody_is_asked_to_put_down_a_leader_that_joins_where_it_stands() -> None:
    """It stands where it stood."""
    game = Match(set_up(), "g", (COMPUTER, COMPUTER))
    before, choice = game.battle.state, ch.Use("leader", 1, (0,))
    events = game.answer(choice)
    assert ev.LeaderJoined in {type(event) for event in events}
    assert describe(game, 0, Decision(choice), before).instructions == ()


def test_a_unit_that_is_put_down_is_named_with_what_it_does() -> None:
    """An advance is no plain move, and one that stays is not just 'the unit'."""
    said = {
        description.description
        for game, description in whole_battles(1000, range(1))
        if isinstance(game.battle.records[-1].choice, ch.Place)
    }
    assert "The unit stays where it is." not in said
    assert any(re.search(r" advances? \d+\.\d inch", each) for each in said)
    assert any(re.search(r" (stays where it is|stay where they are)\.$", each) for each in said)

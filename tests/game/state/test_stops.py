"""Stops: what a player is asked about, and what is passed on his behalf as if he had passed it himself."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import pytest
from msgspec.structs import replace

from highground.ai.personality import PERSONALITIES
from highground.ai.player import AiPlayer
from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine.abilities.afflictions import TakeShockTest
from highground.engine.abilities.model import Ability, Use
from highground.engine.battle import Battle, free_to_undo
from highground.engine.errors import Refusal
from highground.engine.prompts import PlacePrompt, Prompt, ReactPrompt
from highground.engine.record import Record
from highground.game.commands import answers, computer, rolling
from highground.game.commands.commanding import Put
from highground.game.match.match import USUAL, Asking, Control, Match
from highground.game.match.stops import ALWAYS_ASK, RISE, Asked, Stop, Stops
from highground.game.state import reactions
from highground.game.state.asked import shown_to_all
from highground.game.state.battle_state import NOBODY, game_state
from highground.game.views.questions import ShownQuestion
from highground.packs import load_pack
from tests.engine.field import position, row, setup, unit
from tests.engine.test_again import declared

PLAYER = 0
COMPUTER = Control("ai")
SEEDS = (1, 3)
MOST_QUESTIONS = 8
"""In five turns of the computer, where nothing is worth a command point to it."""
Answer = Callable[[Match, Prompt], ch.Choice]
_AI = AiPlayer(PERSONALITIES["standard"])


def match(seed: int, asking: Asking = USUAL, enemy: Control = COMPUTER) -> Match:
    pack = load_pack()
    battle = Battle(pack.setup(pack.army("vow-1000"), pack.army("fen-1000")), seed)
    found = Match(battle, "g", (Control(), enemy))
    found.asking = asking
    return found


def questions(game: Match) -> Iterator[ReactPrompt]:
    """Every question that the player is asked, in a battle that goes on as the computer would on both sides.

    The player passes what is not answered when the next question is asked for.
    """
    while (prompt := game.ask()) is not None:
        if isinstance(prompt, ReactPrompt) and prompt.side == PLAYER:
            number = game.number
            yield prompt
            if game.number == number:
                game.answer(ch.Pass())
        else:
            game.answer(_AI.choose(game.battle.clone(), prompt))


def first(game: Match, why: str, stage: str = "") -> ReactPrompt:
    """The battle played to the first question of a kind."""
    return next(each for each in questions(game) if (each.why, each.stage) == (why, stage))


def asking(chosen: dict[str, Stop], rest: Stop | None = None) -> Asking:
    return Asking((Stops(chosen, rest=rest), ALWAYS_ASK))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_pass_on_the_players_behalf_is_a_pass_like_any_other(seed: int) -> None:
    """The same battle comes of it as if the player had been asked everything and passed."""
    asked, spared = match(seed, Asking()), match(seed)
    all_questions, few = len(list(questions(asked))), len(list(questions(spared)))
    assert asked.battle.digest() == spared.battle.digest()
    assert [each.choice for each in asked.battle.records] == [each.choice for each in spared.battle.records]
    assert few < all_questions / 4


@pytest.mark.parametrize("seed", SEEDS)
def test_few_questions_are_asked_in_five_turns_of_the_computer(seed: int) -> None:
    game = match(seed)
    assert sum(game.battle.state.active != PLAYER for _ in questions(game)) <= MOST_QUESTIONS


def test_a_player_who_wants_no_questions_gets_none() -> None:
    assert list(questions(match(1, asking({}, "never")))) == []


def test_what_may_be_worth_it_is_asked() -> None:
    """A charge that fell short and may well reach with other dice."""
    game = match(1)
    first(game, "rolled", "charge")
    found = reactions.question(game, frozenset({PLAYER}))
    assert found is not None
    dice, (offer,) = found["dice"], found["offers"]
    assert dice is not None
    assert dice["needed"] is not None
    assert dice["success"] is False
    assert (offer["name"], offer["cost"]) == ("Second Throw", 1)
    (way,) = offer["ways"]
    assert (way["measure"], way["without"], way["worth_it"]) == ("charge", 0.0, True)
    assert way["having"] == pytest.approx(sum(a + b >= dice["needed"] for a in D6 for b in D6) / 36, abs=0.001)
    assert found["otherwise"] == "Without an answer the charge fails."


D6 = range(1, 7)


def test_a_charge_that_reaches_is_not_worth_another_throw() -> None:
    game = match(1, asking({}, "worth"))
    always = match(1, Asking())
    reached = [p for p in questions(always) if p.stage == "charge" and _reached(always)]
    assert reached
    assert not [p for p in questions(game) if p.stage == "charge" and _reached(game)]


def _reached(game: Match) -> bool:
    found = reactions.question(game, frozenset({PLAYER}))
    return found is not None and found["dice"] is not None and found["dice"]["success"] is True


def test_an_ability_with_the_same_result_for_each_user_is_offered_once() -> None:
    def offered(shared: bool, reach: float) -> int:
        use = Use("activated", phases=("command",), turn="any", window="phase end", per="battle", shared=shared)
        dread = Ability(
            "Dread", "They tremble.", uid="dread", effects=(TakeShockTest(who="enemies within", reach=reach),), use=use
        )
        mine = [replace(unit(name), abilities=(dread,)) for name in ("Drum", "Horn")]
        places = {0: row(10, 10), 1: row(20, 10), 2: row(12, 14)}
        game = Match(position(setup(mine, [unit("Foe")]), places, "command"), "g", (Control(), Control()))
        game.asking = Asking()
        game.answer(ch.End())
        return len(_question(game)["offers"])

    assert offered(shared=True, reach=100.0) == 1
    assert offered(shared=False, reach=100.0) == 2
    assert offered(shared=True, reach=12.0) == 2, "who stands near them matters"


def test_a_reaction_is_quiet_for_a_turn_and_asked_about_in_the_next() -> None:
    game = match(1, Asking())
    prompt = first(game, "enemy moved")
    turn = game.now[:2]
    keys = {offer["key"] for offer in _question(game)["offers"]}
    number = game.number
    reactions.choose_stops(game, PLAYER, dict.fromkeys(keys, "turn"))
    assert game.number > number, "what is due is passed with it"
    later = first(game, prompt.why)
    assert later.why == prompt.why
    assert game.now[:2] != turn


def _question(game: Match) -> ShownQuestion:
    found = reactions.question(game, frozenset({PLAYER}))
    assert found is not None
    return found


def test_one_reaction_never_leaves_the_others_asked() -> None:
    some = {"highground.shot-on-the-wing": "never"}
    kinds = {prompt.why for prompt in questions(match(1, asking({**some}, "always")))}  # type: ignore[dict-item]
    assert "enemy moved" not in kinds
    assert {"targeted", "charge declared"} <= kinds


def test_what_was_passed_is_asked_again_in_the_turn_only_if_much_more_is_at_stake() -> None:
    game = match(1)
    worth: dict[tuple[tuple[int, ...], str], float] = {}
    again = 0
    for _ in questions(game):
        for key, each in game.asking.asked[PLAYER].items():
            if each.number == game.number:
                before = worth.get((each.turn, key), 0.0)
                assert each.worth >= RISE * before
                again += before > 0.0
                worth[each.turn, key] = each.worth
    assert len(worth) > again


def test_what_is_taken_back_is_asked_again() -> None:
    game = match(1, enemy=Control())
    asked = first(game, "enemy moved")
    moved = game.battle.records[-1].choice
    game.undo(consent=True)
    game.answer(moved)
    assert game.due() == asked


def test_a_stop_for_what_the_army_does_not_have_is_refused() -> None:
    with pytest.raises(Refusal, match="no-such-reaction"):
        reactions.choose_stops(match(1), PLAYER, {"nobody's": "never"})


def test_taking_back_goes_past_what_was_passed_for_the_other_side() -> None:
    """A person moves; the other, who is not asked, has it passed for him. One undo takes the move back."""
    game = match(1, asking({}, "never"), Control())
    while not (game.asking.passed and game.asking.passed[-1] == game.number - 1):
        prompt = game.due()
        game.answer(_AI.choose(game.battle.clone(), prompt))
    moved = game.last_own
    assert moved == game.number - 1
    assert isinstance(game.undo(consent=True), Record)
    assert game.number == moved - 1
    assert all(number < game.number for number in game.asking.passed)


def deployed_against_the_computer() -> tuple[Match, int]:
    """A person has set a unit up, and the computer has answered with one of its own; and how many were before both."""
    game = match(1, Asking())
    while True:
        prompt = game.due()
        own = prompt.side == PLAYER
        choice = _AI.choose(game.battle.clone(), prompt)
        before = game.number
        game.answer(choice)
        if own and isinstance(choice, ch.Deploy) and game.due().side != PLAYER:
            while game.due().side != PLAYER:
                game.answer(_AI.choose(game.battle.clone(), game.due()))
            return game, before


def test_taking_back_from_a_computer_goes_to_the_last_choice_of_the_person() -> None:
    game, before = deployed_against_the_computer()
    mine = game.battle.records[before].choice
    assert isinstance(mine, ch.Deploy)
    assert game.number > before + 1
    offered = game_state(game, frozenset({0, 1}))["undo"]
    assert offered is not None
    assert (offered["what"], offered["free"], offered["why"]) == (
        f"setting up {game.cast.units[mine.unit]}",
        True,
        "",
    )
    game.undo(consent=False)
    assert game.number == before
    assert game.due().side == PLAYER


def test_dice_since_keep_a_choice_against_a_computer() -> None:
    game, _ = deployed_against_the_computer()
    while not (game.battle.records[-1].dice and game.maker(game.number - 1) != PLAYER):
        game.answer(_AI.choose(game.battle.clone(), game.due()))
    offered = game_state(game, frozenset({PLAYER}))["undo"]
    assert offered is not None
    assert (offered["free"], offered["why"]) == (False, "The computer has rolled dice since")
    with pytest.raises(Refusal, match="dice-since"):
        game.undo(consent=False)


def test_what_the_computer_alone_did_is_not_taken_back() -> None:
    pack = load_pack()
    game = Match(Battle(pack.setup(pack.army("vow-1000"), pack.army("fen-1000")), 1), "g", (COMPUTER, Control()))
    assert game_state(game, frozenset({1}))["undo"] is None
    with pytest.raises(Refusal, match="nothing-to-undo"):
        game.undo(consent=True)
    while game.due().side == 0:
        game.answer(_AI.choose(game.battle.clone(), game.due()))
    undo = game_state(game, frozenset({1}))["undo"]
    rolled = not all(map(free_to_undo, game.battle.records))
    assert (undo is not None) == rolled
    with pytest.raises(Refusal, match="dice-since" if rolled else "nothing-to-undo"):
        game.undo(consent=True)


def test_a_resignation_at_the_opponents_prompt_is_the_players_own_to_undo() -> None:
    game, _ = deployed_against_the_computer()
    while game.due().side == PLAYER:
        game.answer(_AI.choose(game.battle.clone(), game.due()))
    game.answer(ch.EndBattle(PLAYER, "resigned"))
    undo = game_state(game, frozenset({PLAYER}))["undo"]
    assert undo is not None
    assert (undo["what"], undo["yours"]) == ("the end of the battle", True)
    game.undo(consent=True)
    assert game.due().side != PLAYER


def test_the_enemy_sees_that_one_is_asked_and_not_what() -> None:
    game = match(1, Asking())
    first(game, "enemy moved")
    mine, theirs, strangers = (game_state(game, sides) for sides in (frozenset({0}), frozenset({1}), NOBODY))
    assert mine["request"] is not None
    assert (mine["request"]["mine"], mine["request"]["why"]) == (True, "enemy moved")
    for seen in (theirs, strangers):
        assert seen["request"] == shown_to_all(game, game.due())
        assert seen["request"] is not None
        assert (seen["request"]["why"], seen["request"]["units"], seen["request"]["dice"]) == ("", [], [])
        assert seen["units"] == []


def test_another_choice_forgets_the_first() -> None:
    game = match(1, asking({"highground.shot-on-the-wing": "never"}))
    reactions.choose_stops(game, PLAYER, {}, "always", reset=True)
    assert {each["stop"] for army in reactions.reactions(game, {PLAYER}) for each in army["reactions"]} == {"always"}
    reactions.choose_stops(game, PLAYER, {}, None, reset=True)
    found = {each["name"]: each["stop"] for army in reactions.reactions(game, {PLAYER}) for each in army["reactions"]}
    assert found["Shot on the Wing"] == "worth"


def test_where_a_charge_ends_is_asked_of_who_wants_to_be_asked() -> None:
    game = match(1)
    reactions.ask_closing(game, PLAYER, True)
    reactions.choose_stops(game, PLAYER, {}, "never", reset=True)
    assert [army["closing"] for army in reactions.reactions(game, {PLAYER})] == [True]
    while not isinstance(prompt := game.due(), PlacePrompt) or prompt.why != "charge" or prompt.side != PLAYER:
        game.answer(_AI.choose(game.battle.clone(), prompt))
    number = game.number
    list(rolling.tidied(game))
    assert game.number == number
    reactions.ask_closing(game, PLAYER, False)
    assert next(rolling.tidied(game)) == Put(ch.Place())


def test_at_a_real_table_units_are_put_down_where_their_player_put_them() -> None:
    """A photo shows where: it could not be taken over if they had gone the shortest way already."""
    game = match(1)
    assert not game.closes_by_hand(PLAYER)
    game.mode = "physical"
    assert [army["closing"] for army in reactions.reactions(game, {PLAYER})] == [True]
    assert not game.closes_by_hand(1 - PLAYER), "a computer goes its own way"
    reactions.ask_closing(game, PLAYER, False)
    assert not game.closes_by_hand(PLAYER)


def test_stops_are_read_back_as_they_were_written() -> None:
    seats = (Stops({"a": "never"}, {"b": (2, 1)}, "worth", closing=True), Stops())
    kept = replace(USUAL, seats=seats, passed=(3, 7), asked=({"a": Asked((1, 2), 9, 15.5)}, {}))
    assert msgspec.convert(msgspec.to_builtins(kept), Asking) == kept


def _at_saves(stop: Stop, attacker: Control) -> Match:
    """Declared attacks of which the first save fails, at a player who rerolls saves by this stop."""
    game = Match(declared(cp=(0, 1)), "g", (attacker, Control()))
    game.asking = Asking((ALWAYS_ASK, Stops(rest=stop)))
    return game


@pytest.mark.parametrize("attacker", [Control(), COMPUTER])
def test_attacks_rolled_at_once_stop_for_a_defender_who_wants_to_be_asked(attacker: Control) -> None:
    game = _at_saves("always", attacker)
    _roll_all(game)
    prompt = game.due()
    assert (prompt.side, prompt.why, prompt.stage) == (1, "rolled", "save")
    game.answer(ch.Pass())
    _roll_all(game)
    assert isinstance(game.battle.records[-1].events[0], ev.AttacksMade)


@pytest.mark.parametrize("attacker", [Control(), COMPUTER])
def test_they_go_on_at_once_for_one_who_does_not(attacker: Control) -> None:
    game = _at_saves("never", attacker)
    _roll_all(game)
    assert [type(record.choice) for record in game.battle.records[-3:]] == [ch.RollDice, ch.Pass, ch.RollDice]
    assert isinstance(game.battle.records[-1].events[0], ev.AttacksMade)


def _roll_all(game: Match) -> None:
    if game.is_computer(0):
        computer.step(game)
    else:
        answers.roll_stage(game, "all")


def test_what_was_not_worth_asking_about_is_named_to_its_player_for_two_turns() -> None:
    game = match(1)
    while not game.asking.unasked:
        game.answer(_AI.choose(game.battle.clone(), game.due()))
    let_pass = game.asking.unasked[0]
    named = game_state(game, frozenset({PLAYER}))["unasked"]
    assert let_pass.side == PLAYER
    assert let_pass.number in game.asking.passed
    assert (named[0]["name"], named[0]["times"]) == (let_pass.name, 1)
    assert (named[0]["round"], named[0]["turn"]) == let_pass.turn
    for others in (frozenset({1 - PLAYER}), NOBODY):
        assert game_state(game, others)["unasked"] == []
    assert not named[0]["asks"]
    before = game_state(game, frozenset({PLAYER}))["version"]
    reactions.choose_stops(game, PLAYER, {let_pass.key: "always"})
    asked = game_state(game, frozenset({PLAYER}))
    assert asked["unasked"][0]["asks"]
    assert asked["version"] != before
    reactions.choose_stops(game, PLAYER, {let_pass.key: "worth"})
    assert not game_state(game, frozenset({PLAYER}))["unasked"][0]["asks"]
    back = match(1)
    back.battle, back.asking = game.battle.branch(game.number), game.asking
    back.undo_last(consent=True)
    assert back.asking.unasked == ()
    while game.battle.state.round < let_pass.turn[0] + 2:
        game.answer(_AI.choose(game.battle.clone(), game.due()))
    later = game_state(game, frozenset({PLAYER}))["unasked"]
    assert all(each["round"] > let_pass.turn[0] for each in later)

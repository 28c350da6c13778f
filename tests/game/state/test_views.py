"""What is said of a game fits the description of the API, at every choice of whole battles and for every seat."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Any

import orjson
import pytest

from highground.engine.battle import Battle
from highground.engine.log import log_of
from highground.game.commands import computer
from highground.game.match import clock
from highground.game.match.match import Control, Match
from highground.game.state import abilities
from highground.game.state.battle_state import NOBODY, plain_state
from highground.game.state.moments import led, moment
from highground.game.timeline.whole_log import timeline
from highground.packs import load_pack
from tests.engine.random_play import answer_somehow
from tests.game.timeline.small import led_setup
from tests.server.description import fits, validator

SEATS = (frozenset({0}), frozenset({1}), frozenset({0, 1}), NOBODY)
SEED = 20_260_117
COMPUTERS = (Control("ai"), Control("ai"))


def as_json(document: Any) -> Any:
    return orjson.loads(orjson.dumps(document))


class Witness:
    """Holds what every seat sees of a battle against the description, again after each choice."""

    def __init__(self, match: Match) -> None:
        self.match, self.looks = match, 0
        match.clock = clock.of_minutes(90)
        self.last = self._moment()

    def _moment(self) -> Any:
        match = self.match
        now = clock.view(match.clock, match.cast.army_uuids, datetime.now(UTC))
        return moment(match, plain_state(match), SEATS, now)

    def look(self) -> None:
        self.looks += 1
        before, self.last = self.last, self._moment()
        for seat in SEATS:
            fits(validator("GameState"), as_json(self.last.seen(seat)), f"the state of {set(seat)}")
        for operations in led(before, self.last).values():
            for operation in as_json(operations):
                fits(validator("Operation"), operation, "a change")

    def look_at_abilities(self) -> None:
        both = frozenset({0, 1})
        for ability in as_json([*abilities.abilities(self.match, both), *abilities.stratagems(self.match, both)]):
            fits(validator("AbilityState"), ability, ability["name"])
            for target in as_json(abilities.targets(self.match, ability["uuid"], both)):
                fits(validator("AbilityTarget"), target, ability["name"])
        for army in as_json(abilities.active_effects(self.match)):
            fits(validator("ArmyEffects"), army, army["army_name"])


def test_a_battle_of_random_choices_fits_the_description() -> None:
    match, random = Match(Battle(led_setup(), SEED), "g", (Control(player="Ada"), Control(player="Ben"))), Random(SEED)
    witness = Witness(match)
    while (prompt := match.ask()) is not None:
        answer_somehow(match.battle, prompt, random, ends=0.2)
        match.cast.follow(match.battle.state.units)
        witness.look()
        if witness.looks % 10 == 0:
            witness.look_at_abilities()
    assert match.battle.state.completed
    assert witness.looks > 150
    fits(validator("WholeLog"), as_json(timeline(log_of(match.battle))), "its log")


@pytest.mark.slow
def test_a_battle_of_the_computer_fits_the_description() -> None:
    pack = load_pack()
    match = Match(Battle(pack.setup(pack.army("vow-1000"), pack.army("fen-1000")), 9), "g", COMPUTERS)
    match.mode = "physical"
    witness = Witness(match)
    while match.ask() is not None:
        said = computer.step(match)
        fits(validator("Said"), as_json(computer.as_json(said)), "what the computer says")
        witness.look()
        if witness.looks % 20 == 0:
            witness.look_at_abilities()
    assert match.battle.state.completed


def test_a_state_that_says_more_or_less_is_found() -> None:
    witness = Witness(Match(Battle(led_setup(), SEED), "g", (Control(), Control())))
    state = as_json(witness.last.seen(NOBODY))
    for spoilt in (state | {"seed": 1}, {**state, "number": "1"}, {k: v for k, v in state.items() if k != "dice"}):
        with pytest.raises(AssertionError, match="not what the description says"):
            fits(validator("GameState"), spoilt, "a state")

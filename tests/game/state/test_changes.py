"""What the sockets tell of a battle is enough: a state with its changes is the next state, for every seat, at every
choice of a whole battle; and nothing in it is for somebody else.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import orjson
import pytest

from highground.engine.battle import Battle
from highground.engine.errors import Refusal
from highground.engine.model import Ability, Setup
from highground.game.commands import answers, taking_back
from highground.game.match.match import Control, Match
from highground.game.state.battle_state import NOBODY, game_state, plain_state
from highground.game.state.changes import between, changes
from highground.game.state.moments import Moment, led, moment
from tests.engine.random_play import answer_somehow
from tests.game.state.folding import folded, moved_on
from tests.game.timeline.small import SECRET, led_setup
from tests.values import replace

Json = dict[str, Any]

SEATS = (frozenset({0}), frozenset({1}), frozenset({0, 1}), NOBODY)
THEIRS = "A player who reads this has opened the other private roster."
SEED = 20_260_117
MOST_UNDONE = 12


def armed(setup: Setup) -> Setup:
    """Private texts on both sides: of a unit, and of an army."""
    first, second = setup.armies
    units = tuple(replace(unit, abilities=(Ability("Undertow", THEIRS, private=True),)) for unit in second.units)
    second = replace(second, units=units, abilities=(Ability("Ebb", THEIRS, private=True),))
    return replace(setup, armies=(first, second), fixed=((), ()))


def as_json(document: Any) -> Any:
    return orjson.loads(orjson.dumps(document))


def text_of(document: Any) -> str:
    return orjson.dumps(document).decode()


class Watched:
    """A battle with what each seat has made of the messages so far."""

    def __init__(self) -> None:
        battle = Battle(armed(led_setup()), SEED)
        self.match = Match(battle, "g", (Control(player="Ada"), Control(player="Ben")))
        self.last = self.moment()
        self.known = {seat: as_json(self.last.seen(seat)) for seat in SEATS}
        self.versions = {seat: {state["version"]: text_of(state)} for seat, state in self.known.items()}
        self.steps = 0

    def moment(self) -> Moment:
        return moment(self.match, plain_state(self.match), SEATS, None)

    def look(self) -> None:
        """Every seat's fold is what it would load now; a version names one state for good."""
        self.steps += 1
        last, self.last = self.last, self.moment()
        for seat, shown in led(last, self.last).items():
            loaded = self.last.seen(seat)
            assert loaded == {**game_state(self.match, seat), "clock": None}
            self.known[seat] = moved_on(self.known[seat], as_json(shown))
            text = text_of(loaded)
            assert self.known[seat] == orjson.loads(text)
            assert self.versions[seat].setdefault(loaded["version"], text) == text
            self._private(seat, text + text_of(shown))

    def _private(self, seat: frozenset[int], text: str) -> None:
        assert str(SEED) not in text
        assert "seed" not in text
        assert (SECRET in text) == (0 in seat)
        assert (THEIRS in text) == (1 in seat)
        state, draft = self.known[seat], self.match.draft
        if self.match.battle.state.active not in seat:
            assert state["recorded_charges"] == {}
        if (asked := self.match.ask()) is not None and asked.side not in seat:
            assert state["request"]["selected_unit_uuid"] is None
            assert not state["request"]["mine"]
        elif draft.selected is not None and state["request"] is not None:
            assert state["request"]["selected_unit_uuid"] == self.match.cast.unit_uuids[draft.selected]

    def prepare(self, random: Random) -> None:
        """Drafts: a unit picked to shoot, a charge registered."""
        for prepared in (self._pick, self._register):
            before = self.match.draft
            with suppress(Refusal):
                prepared(random)
            if self.match.draft != before:
                self.look()

    def _pick(self, random: Random) -> None:
        prompt = self.match.due()
        if "shoot" in prompt.kinds and self.match.draft.selected is None:
            answers.select_unit(self.match, self.match.cast.unit_uuids[random.choice(prompt.units)], melee=False)

    def _register(self, _random: Random) -> None:
        for each in self.known[SEATS[2]]["chargeable_units"]:
            near = [target["target_unit_uuid"] for target in each["targets"] if target["in_range"]]
            if near and not self.match.draft.charges:
                answers.record_charges(self.match, {each["unit_uuid"]: near[:1]})


def test_a_state_with_its_changes_is_the_next_state_for_every_seat() -> None:
    watched, random = Watched(), Random(SEED)
    match, undone, drafts = watched.match, 0, 0
    while (prompt := match.ask()) is not None:
        watched.prepare(random)
        drafts += match.draft.selected is not None or bool(match.draft.charges)
        answer_somehow(match.battle, prompt, random, ends=0.2)
        match.cast.follow(match.battle.state.units)
        watched.look()
        if undone < MOST_UNDONE and random.random() < 0.1:
            taking_back.undo_to(match, match.number, {0, 1}, agreed=True)
            undone += 1
            watched.look()
    assert match.battle.state.completed
    assert watched.steps > 150
    assert undone == MOST_UNDONE
    assert drafts > 5


UNITS = [{"uuid": "a", "hp": 3}, {"uuid": "b", "hp": 2}, {"uuid": "c", "hp": 1}]


@pytest.mark.parametrize(
    ("before", "after", "most"),
    [
        ({"a": 1, "b": {"c": None}}, {"a": 2, "b": {"c": None}}, 1),
        ({"a/b": 1, "c~d": 2}, {"c~d": 3, "e/f": [1]}, 3),
        ([1, [2, 3]], [1, [2, 4]], 1),
        ([1, 2], [1, 2, 3], 1),
        (UNITS, UNITS[:1] + UNITS[2:], 1),
        (UNITS[1:], UNITS, 1),
        (UNITS, [UNITS[0], {"uuid": "d"}, {"uuid": "c", "hp": 0}], 3),
        (UNITS, UNITS[::-1], 1),
        ([], UNITS, 3),
        ([{"uuid": "a"}, {"uuid": "a"}], [{"uuid": "a"}], 1),
        ({"a": {"b": 1}}, {"a": None}, 1),
        ({"a": []}, {"a": {}}, 1),
        (1, "one", 1),
        ("same", "same", 0),
    ],
)
def test_operations_lead_from_one_document_to_the_other(before: Any, after: Any, most: int) -> None:
    kept = text_of(before)
    operations = changes(before, after)
    assert folded(before, operations) == after
    assert len(operations) <= most
    assert text_of(before) == kept


def test_a_unit_that_acts_is_reported_once() -> None:
    """What its army reports it does not stand a second time in the changes."""
    whole = {"uuid": "a", "name": "Wardens", "location": [1, 2]}
    before: Any = {"units": [], "game_model": {"armies": [{"uuid": "x", "units": [whole]}]}}
    after: Any = {"units": [{**whole, "weapons": [{"name": "Lamp"}]}], "game_model": before["game_model"]}
    shown = between(before, after)
    assert shown == [{"op": "add", "path": "/units/0", "value": {"uuid": "a", "weapons": [{"name": "Lamp"}]}}]
    assert moved_on(before, shown) == after

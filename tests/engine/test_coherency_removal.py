"""Units out of coherency at the end of a turn: which miniatures they lose, and when their player is asked."""

from __future__ import annotations

import msgspec
import pytest

from highground.engine import events as ev
from highground.engine import listing
from highground.engine.battle import Battle
from highground.engine.choices import Advance, Remove
from highground.engine.model import Point
from highground.engine.prompts import AdvancePrompt, RemovePrompt
from tests.engine.field import (
    BLUE,
    RED,
    blade,
    join,
    miniatures,
    mixed,
    one,
    only,
    position,
    refusal,
    row,
    setup,
    take,
    unit,
)
from tests.values import replace


def ending(places: tuple[Point, ...], falls: tuple[int, ...] = ()) -> Battle:
    """A turn of blue's that is about to end, in which a unit of blue's stands there."""
    what = setup([unit("Wide", blade(), count=len(places))], [unit("Foe", blade())])
    units = {0: {"falls": falls}}
    return position(what, {0: places, 1: row(55, 40)}, "combat", time="end", units=units)


def halved(falls: tuple[int, ...] = ()) -> Battle:
    """Two of four stand far from the others: their player is asked."""
    battle = ending(((20.0, 10.0), (21.5, 10.0), (30.0, 10.0), (31.5, 10.0)), falls)
    take(battle, Advance())
    return battle


@pytest.mark.parametrize(
    ("places", "gone"),
    [
        (((20.0, 10.0), (20.0, 13.0), (20.0, 16.0)), ()),
        (((20.0, 10.0), (20.0, 13.0), (20.0, 20.0)), (2,)),
        (((20.0, 10.0), (20.0, 20.0), (20.0, 23.0)), (0,)),
    ],
)
def test_units_that_stand_apart_lose_the_stragglers_at_the_turns_end(
    places: tuple[Point, ...], gone: tuple[int, ...]
) -> None:
    battle = ending(places)
    removed = only(ev.MiniaturesRemoved, take(battle, Advance()))
    assert [event.miniatures for event in removed] == ([gone] if gone else [])
    assert all((wounds == 0) == (i in gone) for i, wounds in enumerate(battle.state.units[0].wounds))


def test_its_player_is_asked_where_as_few_others_would_do() -> None:
    battle = halved()
    assert battle.ask() == RemovePrompt(BLUE, ("remove",), (0,), 0, why="coherency")
    prompt = battle.ask()
    assert prompt is not None
    assert [*listing.of_kind(battle, prompt, "remove")] == [Remove((2, 3)), Remove((0, 1))]
    events = take(battle, Remove((1, 0)))
    assert one(ev.MiniaturesRemoved, events).miniatures == (0, 1)
    assert one(ev.TurnEnded, events).turn == 1
    assert isinstance(battle.ask(), AdvancePrompt)
    assert (battle.state.units[0].standing, battle.state.stack, battle.state.active) == ([2, 3], (), RED)


def test_others_may_be_chosen_if_the_rest_stands_together() -> None:
    battle = ending(((20.0, 10.0), (30.0, 10.0), (40.0, 10.0)))
    take(battle, Advance())
    assert refusal(battle, Remove((0,))).code == "still-apart"
    assert refusal(battle, Remove((0, 1, 2))).code == "no-such-miniatures"
    take(battle, Remove((0, 2)))
    assert battle.state.units[0].standing == [1]


def test_who_names_nobody_loses_those_that_are_proposed() -> None:
    assert one(ev.MiniaturesRemoved, take(halved(), Remove())).miniatures == (2, 3)


def test_one_end_or_the_other_of_a_line_of_seven() -> None:
    battle = ending(tuple((20.0 + 3.2 * i, 10.0) for i in range(7)))
    take(battle, Advance())
    prompt = battle.ask()
    assert prompt is not None
    assert [*listing.of_kind(battle, prompt, "remove")] == [Remove((6,)), Remove((0,))]
    assert refusal(battle, Remove((0, 6))).code == "more-than-needed"


def test_both_players_are_asked_each_of_their_own() -> None:
    apart = ((20.0, 10.0), (30.0, 10.0))
    what = setup([unit("Wide", blade(), count=2)], [unit("Foe", blade(), count=2)])
    battle = position(what, {0: apart, 1: ((20.0, 30.0), (30.0, 30.0))}, "combat", time="end")
    take(battle, Advance())
    for side, unit_ in ((BLUE, 0), (RED, 1)):
        prompt = battle.ask()
        assert prompt is not None
        assert (prompt.side, prompt.unit) == (side, unit_)
        take(battle, Remove((0,)))
    assert isinstance(battle.ask(), AdvancePrompt)


def led(apart: int) -> Battle:
    """A captain stands with one of three guards, or with none: the others are far off."""
    captain = replace(unit("Captain", blade(), keywords="infantry, character"), leads=("Guard",))
    what = setup([unit("Guard", blade(), count=3), captain], [unit("Foe", blade())])
    guards = (*row(20, 10, 3)[:apart], *row(30, 10, 3)[: 3 - apart])
    battle = position(what, {0: guards, 1: row(31.5, 10), 2: row(55, 40)}, "combat", time="end")
    join(battle, 1, 0)
    take(battle, Advance())
    return battle


@pytest.mark.parametrize(("apart", "first"), [(2, (0, 1)), (3, (3,))])
def test_what_is_proposed_takes_no_leader_while_as_few_others_would_do(apart: int, first: tuple[int, ...]) -> None:
    battle = led(apart)
    prompt = battle.ask()
    assert prompt is not None
    proposed = [*listing.of_kind(battle, prompt, "remove")]
    assert proposed[0] == Remove(first)
    assert len(proposed) == 2, "its player is asked too whether others go for the leader"


def test_a_leader_that_is_chosen_is_lost() -> None:
    battle = led(3)
    events = take(battle, Remove((3,)))
    assert one(ev.UnitDestroyed, events).unit == 1


def test_rare_kinds_stay_unless_their_player_chose_them_as_first_casualties() -> None:
    kinds = [miniatures(name, count, blade()) for name, count in (("Guard", 1), ("Piper", 1), ("Oar", 2))]
    what = setup([mixed("Guard", *kinds)], [unit("Foe", blade())])
    ends = ((20.0, 10.0), (21.5, 10.0), (30.0, 10.0), (31.5, 10.0))
    for falls, gone in (((), (2, 3)), ((1, 0), (0, 1))):
        battle = position(what, {0: ends, 1: row(55, 40)}, "combat", time="end", units={0: {"falls": falls}})
        take(battle, Advance())
        prompt = battle.ask()
        assert prompt is not None
        assert next(listing.of_kind(battle, prompt, "remove")) == Remove(gone)


def test_the_question_keeps_the_tag_that_stored_logs_have() -> None:
    """It goes into digests: logs that were written before the question was renamed stay what they were."""
    (record, *_) = [each for each in halved().records if only(ev.CoherencyRemovalAsked, each.events)]
    asked = one(ev.CoherencyRemovalAsked, record.events)
    assert msgspec.json.encode(asked) == b'{"event":"thinning_asked","unit":0}'
    assert msgspec.json.decode(b'{"event":"thinning_asked","unit":0}', type=ev.Event) == asked

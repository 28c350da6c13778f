"""What a photo shows is put right by as much as a photo may be read wrong, so far that the battle takes it."""

from __future__ import annotations

from itertools import permutations
from math import dist
from random import Random

import pytest

from highground.engine import choices as ch
from highground.engine.model import Point, Terrain
from highground.engine.prompts import PlacePrompt
from highground.engine.record import Given
from highground.game.commands import answers
from highground.game.commands.pairing import Seen, cheapest, paired
from highground.game.commands.reconciliation import accept
from highground.game.commands.settling import FORGIVEN, TOUCHING, ShownUnit, settlings
from highground.game.match.match import Match
from highground.game.match.stops import Stops
from tests.engine import field
from tests.game.commands.test_commands import facing, fresh, infantry, match, refused, uuid
from tests.game.commands.test_reconciliation import photo, proposed, standing
from tests.values import replace

WOBBLE = ((0.05, -0.06), (-0.07, 0.04), (0.06, 0.07), (-0.04, -0.05))


def misread(places: list[Point]) -> list[Point]:
    """Places as a photo shows them, some hundredths of an inch off."""
    return [(x + WOBBLE[at % 4][0], y + WOBBLE[at % 4][1]) for at, (x, y) in enumerate(places)]


def by_hand(game: Match) -> Match:
    """Both players put their units down themselves."""
    game.asking = replace(game.asking, seats=(Stops(closing=True), Stops(closing=True)))
    return game


def as_the_engine_goes(game: Match, unit: int = 0) -> list[Point]:
    """Where the unit that is due to close in ends by the shortest way."""
    tried = game.battle.clone()
    tried.answer(ch.Place())
    return list(tried.state.units[unit].places)


def closed_in(game: Match, unit: int, places: list[Point]) -> None:
    """A photo shows the unit there, and the battle takes that over."""
    foe = 1 - unit
    proposal = proposed(game, photo(game, {unit: misread(places), foe: misread(standing(game, foe))}), unit)
    assert (proposal.kind, proposal.acceptable) == ("moved", True)
    accept(game, uuid(game, unit), proposal.places)
    assert standing(game, unit) == [pytest.approx(each, abs=0.35) for each in places]


def test_a_charge_into_contact_is_taken_though_the_photo_shows_gaps() -> None:
    game = by_hand(facing("charge", gap=5.0))
    answers.record_charges(game, {uuid(game, 0): [uuid(game, 1)]})
    answers.process_charge(game, uuid(game, 0), Given((4, 4)))
    assert isinstance(game.due(), PlacePrompt)
    closed_in(game, 0, as_the_engine_goes(game))
    assert game.battle.state.units[0].charged


def test_a_pile_in_of_some_is_taken_though_the_others_seem_to_have_shifted() -> None:
    what = field.setup([infantry("Wardens", 4)], [infantry("Raiders", 1)])
    x = field.beside(20.0, 0.0)
    wardens = [(20.0, 20.0), (18.6, 20.0), (18.6, 21.4), (17.0, 22.0)]
    game = by_hand(match(field.position(what, {0: wardens, 1: [(x, 20.0)]}, "charge", units={0: {"charged": True}})))
    field.fight(game.battle)
    answers.select_unit(game, uuid(game, 0), melee=True)
    assert game.due().why == "pile_in"
    ends = as_the_engine_goes(game)
    assert ends[0] == wardens[0] != ends[3]
    closed_in(game, 0, ends)
    assert standing(game, 0)[0] == wardens[0], "who stands still stays where it stood"


def test_an_advance_that_seems_a_hair_longer_than_the_roll_is_taken() -> None:
    game = facing("movement", gap=20.0)
    there = standing(game, 0, 0, 9.1)
    assert accept(game, uuid(game, 0), there, "advance", given=Given((3,))) is None
    unit = game.battle.state.units[0]
    assert unit.moved == "advanced"
    assert unit.places[0][1] == pytest.approx(29.0, abs=0.01)
    longer = facing("movement", gap=20.0)
    refusal = accept(longer, uuid(longer, 0), standing(longer, 0, 0, 10.0), "advance", given=Given((3,)))
    assert refusal is not None
    assert refusal.code == "too-far"
    assert standing(longer, 0)[0] == (20.0, 20.0)


def test_a_unit_that_seems_to_stand_a_hair_outside_its_zone_is_set_up() -> None:
    game = fresh()
    answers.roll(game, given=Given((2, 5)))
    answers.choose_zone(game, game.cast.army_uuids[1], 0)
    unit = game.due().units[0]
    edge = 48.0 + field.R if game.cast.sides[unit] == 0 else 12.0 - field.R
    out = -1 if edge > 30 else 1
    accept(game, uuid(game, unit), field.row(edge + 0.15 * out, 10.0, 3))
    assert game.battle.state.units[unit].on_table
    other = fresh()
    answers.roll(other, given=Given((2, 5)))
    answers.choose_zone(other, other.cast.army_uuids[1], 0)
    far = refused(lambda: accept(other, uuid(other, unit), field.row(edge + 0.6 * out, 10.0, 3)), other)
    assert far.code == "outside-zone"


def test_bases_that_seem_to_stand_on_a_wall_or_over_the_edge_are_moved_off() -> None:
    wall = Terrain("wall", ((30.0, 14.0), (30.2, 14.0), (30.2, 30.0)), walls=(((30.0, 14.0), (30.0, 30.0)),))
    what = field.setup([infantry("Wardens", 2)], [infantry("Raiders")], wall)
    game = match(field.position(what, {0: [(27.0, 20.0), (27.0, 21.5)], 1: field.row(50.0, 20.0, 3)}, "movement"))
    accept(game, uuid(game, 0), [(30.0 - field.R + 0.1, 20.0), (29.0, 21.5)])
    assert standing(game, 0)[0][0] == pytest.approx(30.0 - field.R, abs=0.01)
    edge = match(field.position(what, {0: [(3.0, 40.0), (3.0, 41.5)], 1: field.row(50.0, 20.0, 3)}, "movement"))
    accept(edge, uuid(edge, 0), [(field.R - 0.1, 42.0), (field.R - 0.1, 43.5)])
    assert [x for x, _ in standing(edge, 0)] == pytest.approx([field.R] * 2, abs=0.01)
    assert standing(edge, 0)[1][1] == pytest.approx(44.0 - field.R, abs=0.01)


def test_in_a_crowd_nobody_is_put_right_by_more_than_a_photo_may_be_wrong() -> None:
    """Not by being moved off one base after the other either, nor by that and a shift of the whole unit."""
    wide, chance = 2 * field.R + 0.02, Random(3)
    what = field.setup([infantry("Wardens", 6), infantry("Others", 6)], [infantry("Raiders", 1)])
    crowd = [(20.0 + wide * (at % 3), 20.0 + wide * (at // 3)) for at in range(12)]
    starts = [(x, y - 5.0) for x, y in crowd[:6]]
    game = match(field.position(what, {0: starts, 1: crowd[6:], 2: [(50.0, 40.0)]}, "movement"))
    scene, unit = game.battle.scene, game.battle.state.units[0]
    for _ in range(40):
        read = [(x + chance.gauss(0, 0.1), y + chance.gauss(0, 0.1)) for x, y in crowd[:6]]
        shown = ShownUnit(read, scene.sheets[0].bases, starts, [6.0] * 6, [0.0] * 6)
        for places in settlings(scene, unit, shown, game.due()):
            assert max(map(dist, read, places)) <= FORGIVEN + TOUCHING + 0.001


def test_who_has_nothing_left_of_its_move_is_drawn_back_to_where_it_stood() -> None:
    """As where a climb has taken all of it: not a hair beyond that, on the other side."""
    game = facing("movement")
    scene, unit, starts = game.battle.scene, game.battle.state.units[0], standing(game, 0)
    shown = ShownUnit([(x, y + 0.2) for x, y in starts], scene.sheets[0].bases, starts, [0.0] * 3, [6.0] * 3)
    assert next(settlings(scene, unit, shown, game.due())) == starts


def test_who_is_who_follows_from_ways_within_the_limit() -> None:
    """By their squares alone one would have gone 6.3 inches and the other 5.0."""
    before, spots = [(0.0, 0.0), (0.0, 2.0)], [Seen((6.0, 2.0)), Seen((5.0, 2.05))]
    assert paired(before, [1.26] * 2, spots, None) == spots
    assert paired(before, [1.26] * 2, spots, 6.0) == spots[::-1]


def test_who_closes_in_is_paired_so_that_everybody_ends_nearer() -> None:
    foes = [(10.0, 0.0, 0.6)]
    before, spots = [(8.0, 0.0), (6.0, 0.0)], [Seen((8.0, 1.0)), Seen((8.75, 0.0))]
    found = paired(before, [1.26] * 2, spots, 3.0, foes)
    assert [each.place for each in found] == [(8.75, 0.0), (8.0, 1.0)]


def test_places_are_given_at_the_least_cost() -> None:
    costs = [[7.0, 4.0, 3.0, 9.0], [6.0, 8.0, 5.0, 9.5], [9.0, 4.5, 4.0, 2.0], [4.5, 4.0, 3.5, 8.0]]
    least = min(sum(costs[row][each] for row, each in enumerate(those)) for those in permutations(range(4)))
    found = cheapest(costs)
    assert sorted(found) == [0, 1, 2, 3]
    assert sum(costs[row][each] for row, each in enumerate(found)) == pytest.approx(least)

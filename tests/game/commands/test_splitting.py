"""Weapons and blows shared out by number between targets, and who takes wounds first, over the players' commands."""

from __future__ import annotations

import pytest

from highground.engine.errors import Refusal
from highground.engine.model import Carried
from highground.engine.state import Shot
from highground.engine.steps import striking
from highground.game.commands import answers
from highground.game.match.match import Match
from highground.game.state import aiming
from highground.words import sentence
from tests.engine import field
from tests.game.commands.test_commands import aim, match, refused, uuid


def volleys(game: Match, *aims: aiming.Aim, melee: bool = False) -> tuple[Shot, ...]:
    return aiming.shots_of(game, 0, aims, melee)


def two_targets(count: int = 4, each: int = 1) -> Match:
    """Gunners at x 20; two enemies that all of them reach."""
    gun = Carried(field.weapon("gun"), each)
    what = field.setup([field.unit("Line", gun, count=count)], [field.unit("A", count=2), field.unit("B", count=2)])
    places = {0: field.row(20, 20, count), 1: field.row(30, 18, 2), 2: field.row(30, 24, 2)}
    return match(field.position(what, places, "shooting"))


@pytest.mark.parametrize(
    ("count", "first", "rest"), [(1, (0,), (1, 2, 3)), (3, (0, 1, 2), (3,)), (4, (0, 1, 2, 3), None)]
)
def test_so_many_guns_of_a_unit_shoot_at_another_target(
    count: int, first: tuple[int, ...], rest: tuple[int, ...] | None
) -> None:
    game = two_targets()
    aims = (aim(game, "gun", target=2, count=count), aim(game, "gun", target=1))
    left = () if rest is None else (Shot("gun", 1, rest),)
    assert volleys(game, *aims) == (Shot("gun", 2, first), *left)
    rows = answers.select_targets(game, list(aims), melee=False)
    assert [row["weapons"] for row in rows] == [count, 4 - count][: 1 + len(left)]


def test_a_miniature_shares_its_own_guns_out() -> None:
    game = two_targets(count=1, each=3)
    aims = (aim(game, "gun", target=2, count=1), aim(game, "gun", target=1))
    assert volleys(game, *aims) == (Shot("gun", 2, (0,), 1), Shot("gun", 1))
    assert [row["weapons"] for row in answers.select_targets(game, list(aims), melee=False)] == [1, 2]


def test_nobody_shares_out_more_than_there_is() -> None:
    game = two_targets()
    more = [aim(game, "gun", target=2, count=5)]
    refusal = refused(lambda: answers.select_targets(game, more, melee=False), game)
    assert (refusal.code, refusal.sentence) == ("too-many-weapons", "At most 4 of Gun can fire at B.")
    taken = [aim(game, "gun", target=1, count=4), aim(game, "gun", target=2, count=1)]
    assert refused(lambda: answers.select_targets(game, taken, melee=False), game).code == "used-twice"


def test_a_refusal_of_too_many_blows_says_how_many_reach() -> None:
    sword = field.blade("sword", attacks="3")
    what = field.setup([field.unit("Line", sword, count=3)], [field.unit("A"), field.unit("B")])
    x = field.beside(20, 0.5)
    places = {0: field.row(20, 22, 3), 1: field.row(x, 22), 2: field.row(x, 25.5)}
    game = match(field.position(what, places, "combat"))
    more = [aim(game, "sword", target=2, count=9)]
    reaching = len(striking.strikers(game.battle.scene, 0, 2))
    assert 0 < reaching < 3
    with pytest.raises(Refusal) as refusal:
        volleys(game, *more, melee=True)
    assert sentence(refusal.value) == f"Only {3 * reaching} attacks of Sword can be made at B."


def test_what_is_left_of_a_blow_goes_to_the_main_target() -> None:
    what = field.setup(
        [field.unit("Hero", field.blade("sword", attacks="5"), field.blade("axe", attacks="9"))],
        [field.unit("A", wounds=9), field.unit("B", wounds=9)],
    )
    x = field.beside(20, 0.5)
    places = {0: field.row(20, 22), 1: field.row(x, 22), 2: field.row(40 - x, 22)}
    game = match(field.position(what, places, "combat"))
    sword = (aim(game, "sword", target=2, count=2), aim(game, "sword", target=1))
    assert volleys(game, *sword, melee=True) == (Shot("sword", 2, (0,), 2), Shot("sword", 1))
    axe = (aim(game, "sword", target=2, count=2), aim(game, "axe", target=1))
    assert volleys(game, *axe, melee=True) == (Shot("sword", 2, (0,), 2),), "the hand is busy"
    assert [weapon["parts"] for weapon in aiming.weapons(game, 0, melee=True)] == [5, 9]


def test_precision_is_declined_by_the_aim() -> None:
    game = two_targets()
    assert volleys(game, aim(game, "gun", precise=False)) == (Shot("gun", 1, precise=False),)


def test_who_takes_wounds_first_is_kept_for_the_unit() -> None:
    game = two_targets()
    answers.allocate(game, uuid(game, 1), [game.miniature_uuid(1, 0)])
    falls = [game.battle.state.units[1].falls]
    answers.allocate(game, uuid(game, 1), [])
    falls.append(game.battle.state.units[1].falls)
    assert falls == [(0,), ()]

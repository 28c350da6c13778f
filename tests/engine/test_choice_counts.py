"""Legal answers of three tiny battles, counted answer by answer to a depth of three.

`options` lists positions on anchors a whole inch apart; dice are those of the battle's seed. A count that changes is a
rule that changed: find out which before writing the new number here.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from highground.engine import listing
from highground.engine.battle import Battle
from highground.engine.choices import Advance
from highground.engine.model import Terrain
from tests.engine.field import beside, blade, position, row, setup, take, unit, weapon

WALL = Terrain("wall", ((22.0, 20.0), (22.2, 20.0), (22.2, 25.0)), walls=(((22.0, 20.0), (22.0, 25.0)),))


def duel() -> Battle:
    """One miniature that moves two inches, against one far away."""
    what = setup([unit("Crawler", blade(), movement=2)], [unit("Foe", blade(), movement=2)])
    return position(what, {0: row(20, 22), 1: row(50, 22)}, "movement", seed=3)


def squad_at_a_wall() -> Battle:
    """Three miniatures that move three inches beside a wall five inches long."""
    what = setup([unit("Squad", blade(), count=3, movement=3)], [unit("Foe", blade())], WALL)
    return position(what, {0: row(21, 21, 3), 1: row(50, 22)}, "movement", seed=3)


def at_close_quarters() -> Battle:
    """A pair with two weapons and a swordsman before two enemies, about to shoot."""
    guns = [unit("Pair", weapon("gun"), weapon("carbine", keywords="assault"), count=2), unit("Blade", blade())]
    foes = [unit("Near", blade()), unit("Far", blade())]
    places = {0: row(20, 22, 2), 1: row(20, 30), 2: row(beside(20, 8), 22), 3: row(beside(20, 11), 30)}
    return position(setup(guns, foes), places, "shooting", seed=3)


def about_to_charge() -> Battle:
    battle = at_close_quarters()
    while battle.state.phase != "charge" or battle.state.phase_time != "middle":
        prompt = battle.ask()
        assert prompt is not None
        take(battle, listing.options(battle, prompt)[-1] if "end" in prompt.kinds else Advance())
    return battle


def count(battle: Battle, depth: int) -> int:
    """The number of different rows of `depth` legal answers; a battle that is over ends a row."""
    prompt = battle.ask()
    if prompt is None:
        return 1
    options = listing.options(battle, prompt)
    assert len(set(options)) == len(options)
    if depth == 1:
        return len(options)
    total = 0
    for choice in options:
        twin = battle.clone()
        twin.answer(choice)
        total += count(twin, depth - 1)
    return total


@pytest.mark.parametrize(
    ("start", "counts"),
    [
        # Twelve anchors within two inches, holding, advancing. The advance rolls 3: 80 anchors within five, or staying.
        (duel, (14, 13 + 81, 13 + 81)),
        # 28 anchors within three inches: soldiers go through the wall. The advance rolls 3: 112 anchors, or it stays.
        (squad_at_a_wall, (28 + 2, 29 + 113)),
        # Two weapons at two targets, holding fire, the end; of each shot the first stage or all; then the next stage.
        (at_close_quarters, (4 + 2, 2 + 4 * 2, 2 + 4 * 3)),
        # Three charges and the end; one reaches and is put down, after the others one unit may still charge or not.
        (about_to_charge, (3 + 1, 1 + 1 + 2 + 2, 8)),
    ],
)
def test_legal_answers_are_counted(start: Callable[[], Battle], counts: tuple[int, ...]) -> None:
    assert tuple(count(start(), depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize("start", [duel, squad_at_a_wall, at_close_quarters, about_to_charge])
def test_what_is_counted_is_legal(start: Callable[[], Battle]) -> None:
    battle = start()
    prompt = battle.ask()
    assert prompt is not None
    assert all(battle.allows(choice) for choice in listing.options(battle, prompt))

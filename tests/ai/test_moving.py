"""Scores of places: what the tables say against plain sums, and that nothing remembered goes stale."""

from __future__ import annotations

from math import ceil, hypot
from typing import Any

import pytest

from highground.ai import PERSONALITIES, player
from highground.ai.aims import Aims
from highground.ai.appraisal import Appraisal
from highground.ai.levels import STEADY
from highground.ai.moving import ERRAND, Places
from highground.ai.player import AiPlayer
from highground.ai.prospects import CHARGE_ODDS, FADE, FAR
from highground.ai.view import control_beside
from highground.engine import choices as ch
from highground.engine import finding
from highground.engine.battle import Battle
from highground.engine.prompts import MovePrompt
from highground.simulation.matchups import training
from tests.engine.field import blade, position, row, setup, unit, weapon
from tests.engine.menagerie import CONVOY, LONG, MENAGERIE, SKIRMISH


@pytest.mark.parametrize("pair", [MENAGERIE, SKIRMISH, CONVOY, LONG])
def test_what_a_player_remembers_never_goes_stale(pair: object) -> None:
    """During a battle it decides as it does with an empty memory."""
    thinker, battle = player("standard"), Battle(pair, 11)  # type: ignore[arg-type]
    compared = 0
    while (prompt := battle.ask()) is not None:
        decision = thinker.decide(battle, prompt)
        if len(battle.records) % 3 == 0 or isinstance(prompt, MovePrompt):
            compared += 1
            assert decision == thinker.decide(battle.branch(len(battle.records)), prompt)
        battle.answer(decision.choice)
    assert compared > 50


def _terms(battle: Battle, me: int, anchor: tuple[float, float], advance: bool) -> tuple[float, float, float]:
    """Points from shooting, blows and danger at a place, one enemy and one gun at a time."""
    scene, side = battle.scene, battle.state.units[me].side
    appraisal, reach = Appraisal.of(scene.setup), scene.figures(me).reach
    speed, guns = max(1.0, appraisal.speed[me]), appraisal.guns[me]
    shooting = melee = harm = 0.0
    for foe in scene.standing(1 - side):
        figures, left = scene.figures(foe), float(sum(battle.state.units[foe].wounds))
        away = hypot(anchor[0] - figures.centre[0], anchor[1] - figures.centre[1]) - (reach + figures.reach) * 0.8
        gap = ceil(max(0.0, away) * 4 - 1e-6) / 4
        worth = appraisal.worth[foe]
        fire = sum(
            guns.harm[k][foe]
            for k in range(len(guns.reach))
            if gap <= guns.reach[k] and (guns.assault[k] or not advance)
        )
        full = min(sum(row[foe] for row in guns.harm), left) * worth
        later = FAR * FADE ** (max(0.0, gap - appraisal.longest[me]) / speed)
        shooting = max(shooting, min(fire, left) * worth, later * full)
        odds = 0.0 if advance or gap > 12.0 else float(CHARGE_ODDS[min(13, max(0, ceil(gap - 1.0)))])
        blows = min(appraisal.melee[me][foe], left) * worth
        melee = max(melee, blows * max(odds, FAR * FADE ** (max(0.0, gap - 8.0) / speed)))
        near = max(0.0, gap - appraisal.speed[foe])
        shot = appraisal.shooting[foe][me] if near <= appraisal.longest[foe] else 0.0
        struck = float(CHARGE_ODDS[min(13, max(0, ceil(near - 1.0)))]) * appraisal.melee[foe][me]
        harm += max(shot, struck)
    lost = min(harm, float(sum(battle.state.units[me].wounds))) * appraisal.worth[me]
    return shooting, melee, lost


def test_the_tables_say_what_plain_sums_say() -> None:
    mine = [unit("Line", weapon("rifle", "2"), weapon("spray", "6", reach=12, keywords="assault"), blade(), count=4)]
    foes = [unit("Hull", weapon("cannon", damage="3", reach=48), wounds=9), unit("Mob", blade(attacks="3"), count=6)]
    battle = position(setup(mine, foes), {0: row(20, 20, 4), 1: row(44, 12), 2: row(33, 30, 6)}, "movement")
    standard = PERSONALITIES["standard"]
    places = Places(battle.scene, battle.state.units[0], standard, 6.0, advancing=True)
    candidates = places.ranked(1000)
    assert {candidate.advance for candidate in candidates} == {True, False}
    for candidate in candidates:
        anchor = (places.outlook.xs[candidate.number], places.outlook.ys[candidate.number])
        shooting, melee, lost = _terms(battle, 0, anchor, candidate.advance)
        assert candidate.terms[:3] == pytest.approx((shooting, melee, -standard.danger * lost))


def test_a_hull_with_a_wall_before_it_takes_another_place_rather_than_none() -> None:
    """The best places lie behind a friend that stands in the way; it goes to the best that is free."""
    mine = [unit("Hull", weapon("gun"), blade(), keywords="vehicle"), unit("Line", weapon("gun"), blade(), count=8)]
    what = setup(mine, [unit("Foe", blade())], objectives=((26.0, 20.0),))
    battle = position(what, {0: row(18, 20), 1: row(20, 20, 8), 2: row(58, 42)}, "movement", round=2)
    prompt = battle.ask()
    assert prompt is not None
    choice = player("standard").choose(battle, prompt)
    assert isinstance(choice, ch.Move)
    assert choice.how in {"move", "advance"}
    battle.answer(choice)


def test_a_crowd_that_cannot_keep_its_formation_forms_up_where_it_wants_to_go() -> None:
    """A friend stands in its way: it closes up about the place; what was found is legal without being checked again."""
    mine = [unit("Crowd", blade(), count=10), unit("Post", blade())]
    what = setup(mine, [unit("Foe", blade())], objectives=((24.0, 24.0),))
    battle = position(what, {0: row(18, 10, 10), 1: row(24, 24), 2: row(58, 42)}, "movement", round=2)
    ends = finding.form_up(battle.scene, 0, (21.0, 19.0), 6.0, straight=True)
    assert ends is not None
    battle.scene.checked = None
    assert battle.allows(ch.Move(0, "move", ends))


def test_an_objective_that_friends_only_stand_near_is_free_for_who_is_sent_there() -> None:
    """A line of friends passes it, none of them at it: to who is sent it is worth what it is without them."""
    mine = [unit("Sent", weapon("gun"), blade(), count=2), unit("Line", weapon("gun"), blade(), count=10)]
    what = setup(mine, [unit("Foe", blade())], objectives=((24.0, 22.0), (30.0, 22.0)))
    battle = position(what, {0: row(15, 21, 2), 1: row(30, 15, 10), 2: row(58, 42)}, "movement", round=2)
    aims = Aims.of(battle.scene, 0)
    assert aims.errands == {0: 0}
    assert control_beside(battle.scene, 0)[0] > 0
    best = Places(battle.scene, battle.state.units[0], STEADY, 6.0, advancing=True).ranked(1)[0]
    assert best.terms[3] == pytest.approx(ERRAND * aims.ground[0] * STEADY.objectives)


def test_who_falls_back_goes_only_where_the_rules_find_a_way() -> None:
    """The last of five riders finds a way past a wall as in any move; for falling back the rules find none so short."""
    what, gone = training(13)[12].setup, (0, 0, 0, 0)
    guard = ((21.225, 29.006), (19.188, 28.037), (20.781, 31.747), (19.275, 25.565), (21.591, 23.541), *row(14, 24, 4))
    places = {3: ((22.028, 30.223), *row(40, 25, 4)), 4: row(40, 33), 5: row(48, 10), 13: row(24.418, 23.417)}
    places |= {19: row(7.694, 39.329), 21: row(17, 5, 10), 22: guard}
    hurt: dict[int, dict[str, Any]] = {3: {"wounds": (1, *gone), "shocked": True}}
    hurt[22] = {"wounds": (2, 2, 2, 2, 2, *gone)}
    battle = position(what, places, "movement", round=2, units=hurt)
    while (prompt := battle.ask()) is not None:
        choice = AiPlayer(STEADY).choose(battle, prompt)
        assert battle.allows(choice)
        if getattr(choice, "unit", None) == 3:
            return
        battle.answer(choice)
    raise AssertionError("the rider was not asked")

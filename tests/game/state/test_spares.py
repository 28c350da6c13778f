"""Miniatures that may be added to a unit: before they come nobody sees them, and players give places to the others."""

from __future__ import annotations

from highground.engine.abilities.wounds import AddMiniatures, DealMortalWounds
from highground.engine.choices import ByHand
from highground.game.commands import answers
from highground.game.match.match import Control, Match
from highground.game.parts.units import living, sheet_shown
from highground.game.state.battle_state import game_state
from highground.game.views.units import UnitState
from tests.engine import field
from tests.values import replace

BUD = replace(field.miniatures("Bud", 3, field.weapon("thorn")), spare=True)
BUSH = field.mixed("Bush", field.miniatures("Stem", 2, field.weapon("twig")), BUD)
CHIEF = replace(field.unit("Chief", field.blade(), keywords="infantry, character"), leads=("Bush",))


def seen(match: Match) -> UnitState:
    """The unit as its player sees it."""
    (unit, *_) = game_state(match, frozenset({0}))["game_model"]["armies"][0]["units"]
    return unit


def test_who_has_not_come_is_not_shown() -> None:
    what = field.setup([BUSH], [field.unit("Foe", field.blade())])
    places = {0: (*field.row(20, 20, 2), *((0.0, 0.0),) * 3), 1: field.row(50, 20)}
    match = Match(field.position(what, places), "g", (Control(), Control()))
    unit = seen(match)
    assert [each["name"] for each in unit["miniatures"]] == ["Stem", "Stem"]
    assert (unit["starting_strength"], unit["alive_count"]) == (2, 2)
    assert [(each["name"], each["count"]) for each in unit["unit_stats"]["miniatures"]] == [("Stem", 2)]
    field.take(match.battle, ByHand("by-hand", None, (AddMiniatures(2, name="Bud"),), target=0))
    unit = seen(match)
    assert [each["name"] for each in unit["miniatures"]] == ["Stem", "Stem", "Bud", "Bud"]
    assert (unit["starting_strength"], unit["alive_count"]) == (2, 4)
    bud = unit["unit_stats"]["miniatures"][1]
    assert (bud["name"], bud["count"], bud["alive"]) == ("Bud", 2, 2)
    assert [(each["name"], each["count"]) for each in bud["ranged_weapons"]] == [("Thorn", 2)]
    field.take(match.battle, ByHand("by-hand", None, (DealMortalWounds(2),), target=0))
    assert [each["alive"] for each in seen(match)["miniatures"]] == [True, True, False, False]
    sheet = match.battle.scene.sheets[0]
    shown = sheet_shown(sheet, living(sheet, match.battle.state.units[0].wounds))
    assert [each["name"] for each in shown["miniatures"]] == ["Stem"]


def test_places_are_given_to_those_who_are_there() -> None:
    what = field.setup([BUSH, CHIEF], [field.unit("Foe", field.blade())])
    battle = field.mustering(what, {})
    field.join(battle, 1, 0)
    match = Match(battle, "g", (Control(), Control()))
    bush = match.cast.unit_uuids[0]
    answers.deploy(match, bush, None, False, ((5.0, 20.0), (5.0, 21.5), (5.0, 23.0)))
    figures = match.battle.scene.figures(0)
    assert (figures.indices, figures.places) == ((0, 1, 5), ((5.0, 20.0), (5.0, 21.5), (5.0, 23.0)))


def test_a_unit_closes_up_about_a_place_without_them() -> None:
    match = Match(field.mustering(field.setup([BUSH], [field.unit("Foe")]), {}), "g", (Control(), Control()))
    answers.deploy(match, match.cast.unit_uuids[0], (6.0, 20.0), False)
    assert match.battle.scene.figures(0).indices == (0, 1)

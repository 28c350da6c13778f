"""The table against the battle: what a photo shows becomes proposals, and what is accepted becomes a choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from highground.engine import choices as ch
from highground.engine.errors import Refusal
from highground.engine.model import Point
from highground.engine.record import Given
from highground.game.commands import answers
from highground.game.commands.reconciliation import accept, compare, differs, known_of, transponder
from highground.game.match.match import Match
from highground.game.state.units import unit_view
from highground.vision.found import KINDS, Analysis, Assignment, Placed, Thing, Unseen
from tests.engine import field
from tests.engine.test_transports import convoy
from tests.game.commands.test_commands import facing, fresh, infantry, match, refused, uuid


def photo(game: Match, seen: Mapping[int, Sequence[Point]], strangers: int = 0) -> Analysis:
    """What a photo would show that has these miniatures of these units on it."""
    given = tuple(
        Assignment(
            transponder(unit), game.cast.units[unit], uuid(game, unit), tuple(Placed(0, at, 0.9) for at in spots)
        )
        for unit, spots in seen.items()
    )
    models = sum(len(spots) for spots in seen.values()) + strangers
    counts = {"models": models, "transponders": len(seen), "objectives": 0, "terrain": 0}
    return Analysis(dict.fromkeys(KINDS, ()), counts, given, (), (1920, 1080), 0.01, "markers", 100.0)


def standing(game: Match, unit: int, aside: float = 0.0, up: float = 0.0) -> list[Point]:
    return [(x + aside, y + up) for x, y in game.battle.state.units[unit].places]


def proposed(game: Match, analysis: Analysis, unit: int = 0) -> Any:
    return next(each for each in compare(game, analysis) if each.unit_uuid == uuid(game, unit))


def test_what_is_known_goes_into_the_reading() -> None:
    game = facing("movement")
    known = known_of(game)
    assert [(each.name, each.transponder) for each in known.units] == [
        ("Wardens", "transponder-01"),
        ("Raiders", "transponder-02"),
    ]
    assert known.units[0].places == tuple(standing(game, 0))
    assert known.units[0].diameters == pytest.approx([32 / 25.4] * 3, abs=0.01)
    assert known.units[0].lengths == (0.0,) * 3
    assert transponder(35) == "transponder-36"
    assert transponder(36) == ""


def test_units_tell_their_printed_marker_where_the_table_is_real() -> None:
    game = facing("movement")
    unit = game.battle.state.units[1]
    assert "marker" not in unit_view(game, unit, None)
    game.mode = "physical"
    assert unit_view(game, unit, None)["marker"] == "T02"


def test_a_table_that_is_as_the_battle_knows_it_asks_for_nothing() -> None:
    game = facing("movement")
    found = compare(game, photo(game, {0: standing(game, 0, 0.2), 1: standing(game, 1, 0, -0.2)}))
    assert [each.kind for each in found] == ["same", "same"]
    assert not differs(found)


def test_a_move_is_measured_against_the_limit_and_accepted_as_a_choice() -> None:
    game = facing("movement")
    moved = photo(game, {0: standing(game, 0, 0, 5.8)[::-1], 1: standing(game, 1)})
    proposal = proposed(game, moved)
    assert (proposal.kind, proposal.moved, proposal.limit) == ("moved", 5.8, 6.0)
    assert proposal.message == "Wardens moved 5.8 of 6.0 inches."
    assert proposal.acceptable
    assert compare(game, moved)[0] is not None
    assert differs(compare(game, moved))
    number = game.number
    accept(game, uuid(game, 0), proposal.places)
    assert game.number == number + 1
    assert standing(game, 0)[0] == pytest.approx((20.0, 25.8))
    assert not differs(compare(game, moved))


def test_a_hair_beyond_the_limit_is_the_photo_s_fault_and_more_is_not() -> None:
    game = facing("movement")
    accept(game, uuid(game, 0), standing(game, 0, 0, 6.2))
    assert standing(game, 0)[0][1] == pytest.approx(26.0, abs=0.01)
    far = facing("movement")
    caught = refused(lambda: accept(far, uuid(far, 0), standing(far, 0, 0, 7.0)), far)
    assert caught.measure is not None


def test_bases_that_are_read_upon_each_other_are_moved_apart() -> None:
    game = facing("movement")
    places = standing(game, 0, 0, 3.0)
    x, y = places[0]
    places[1] = (x + 1.2, y)
    accept(game, uuid(game, 0), places)
    (ax, ay), (bx, by) = standing(game, 0)[:2]
    assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 >= 32 / 25.4


def test_a_unit_that_is_covered_is_not_taken_off() -> None:
    game = facing("movement")
    found = proposed(game, photo(game, {1: standing(game, 1)}))
    assert (found.kind, found.acceptable) == ("not-found", False)
    assert found.message == "Wardens is not seen. Is its transponder covered?"
    few = proposed(game, photo(game, {0: standing(game, 0)[:2], 1: standing(game, 1)}))
    assert (few.kind, few.message[:38]) == ("too-few", "2 of 3 miniatures of Wardens are seen.")


def test_what_is_seen_of_a_unit_is_where_a_person_begins_to_put_it_right() -> None:
    """Who is not seen has gone with the others, or stays; who is one too many has no place."""
    game = facing("movement")
    gone = standing(game, 0, 0, 4.0)
    few = proposed(game, photo(game, {0: [gone[2], gone[0]], 1: standing(game, 1)}))
    assert (few.kind, few.acceptable) == ("too-few", False)
    assert list(few.places) == [pytest.approx(each, abs=0.01) for each in gone]
    stays = proposed(game, photo(game, {0: standing(game, 0, 0.2)[1:], 1: standing(game, 1)}))
    assert stays.places[0] == standing(game, 0)[0]
    many = proposed(game, photo(game, {0: [(12.0, 12.0), *standing(game, 0)], 1: standing(game, 1)}))
    assert (many.kind, list(many.places)) == ("too-many", standing(game, 0))


def test_a_unit_that_has_no_move_is_to_be_put_back() -> None:
    """The enemy's, and one that has moved already: the battle would refuse it."""
    game = facing("movement")
    pushed = photo(game, {0: standing(game, 0, 0, 1.0), 1: standing(game, 1, 0, 2.0)})
    theirs = proposed(game, pushed, 1)
    assert (theirs.kind, theirs.acceptable) == ("moved", False)
    assert theirs.message == (
        "Raiders stands 2.0 inches from where the battle has it and cannot move now. "
        "Put it back as the map shows it, or agree by hand where it stands."
    )
    accept(game, uuid(game, 0), proposed(game, pushed).places)
    again = proposed(game, photo(game, {0: standing(game, 0, 0, 2.0), 1: standing(game, 1)}))
    assert (again.kind, again.acceptable) == ("moved", False)


def test_of_what_the_battle_changed_since_a_photo_says_nothing() -> None:
    game = facing("movement")
    seen, then = photo(game, {0: standing(game, 0), 1: standing(game, 1, 0, 2.0)}), known_of(game)
    accept(game, uuid(game, 0), standing(game, 0, 0, 4.0))
    found = compare(game, seen, then)
    assert [(each.kind, each.acceptable) for each in found] == [("moved", False), ("outdated", False)]
    assert found[1].message == "The battle has gone on with Wardens since this photo was read."
    assert not differs(found[1:])
    read_since = compare(game, photo(game, {0: standing(game, 0), 1: standing(game, 1)}), known_of(game))
    assert [each.kind for each in read_since] == ["same", "same"]


def test_a_photo_that_could_not_be_read_says_nothing_of_the_table() -> None:
    game = facing("movement")
    unread = msgspec.structs.replace(photo(game, {}), scale_from="nothing")
    assert compare(game, unread) == []


def test_what_hides_a_miniature_is_said() -> None:
    game = facing("movement")
    few = photo(game, {0: standing(game, 0)[:1], 1: standing(game, 1)})
    away = tuple(Unseen("transponder-01", "Wardens", uuid(game, 0), (1, 1), why) for why in ("terrain", ""))
    found = proposed(game, msgspec.structs.replace(few, unseen=away))
    assert found.message == (
        "1 of 3 miniatures of Wardens are seen; 1 would be behind terrain. Take another photo, from another side."
    )
    none = photo(game, {1: standing(game, 1)})
    hidden = msgspec.structs.replace(none, unseen=(Unseen("", "", uuid(game, 0), (1, 1), "covered"),))
    assert proposed(game, hidden).message == (
        "Wardens is not seen; 1 would be under something that lies over the table. "
        "Take another photo, from another side."
    )


def test_who_is_seen_faintly_is_said() -> None:
    game = facing("movement")
    seen = photo(game, {0: standing(game, 0, 0, 3.0), 1: standing(game, 1)})
    models = (Thing((0, 0, 1, 1), 0.3, (1, 1), 1.26, doubtful=True),)
    found = proposed(game, msgspec.structs.replace(seen, objects={**seen.objects, "model": models}))
    assert found.acceptable
    assert found.message.endswith("3 of its miniatures are seen faintly: check the photo.")


def test_who_is_taken_from_the_photo_before_is_said() -> None:
    game = facing("movement")
    seen = photo(game, {0: standing(game, 0, 0, 3.0), 1: standing(game, 1)})
    models = (Thing((0, 0, 1, 1), 1.0, (1, 1), 1.26, remembered=True),)
    found = proposed(game, msgspec.structs.replace(seen, objects={**seen.objects, "model": models}))
    assert found.acceptable
    assert found.message.endswith("3 of its miniatures are hidden in this photo; their places are from the one before.")


def test_terrain_and_floors_go_into_the_reading() -> None:
    game = facing("movement", units={0: {"heights": (3.0, 3.0, 3.0)}})
    known = known_of(game)
    assert known.units[0].ups == (3.0, 3.0, 3.0)
    assert known.units[1].ups == ()
    assert len(known.terrain) == len(game.battle.setup.layout.terrain)


def test_miniatures_that_died_must_leave_the_table() -> None:
    game = facing("movement", units={0: {"wounds": (1, 1, 0)}})
    found = proposed(game, photo(game, {0: standing(game, 0), 1: standing(game, 1)}))
    assert (found.kind, found.message) == ("too-many", "3 miniatures of Wardens are seen and 2 live. Take 1 off.")


def test_miniatures_of_nobody_are_reported() -> None:
    game = facing("movement")
    found = compare(game, photo(game, {0: standing(game, 0), 1: standing(game, 1)}, strangers=1))
    assert found[0].kind == "unknown"
    assert found[0].message == "1 miniature on the table belongs to no unit that is known."


def test_only_who_is_due_moves_and_only_whole() -> None:
    game = facing("movement")
    assert refused(lambda: accept(game, uuid(game, 1), standing(game, 1, 0, 2)), game).code == "not-your-turn"
    assert refused(lambda: accept(game, uuid(game, 0), standing(game, 0)[:2]), game).code == "wrong-count"
    with pytest.raises(Refusal):
        accept(game, "nobody", ())


def test_an_advance_on_the_table_takes_the_die_that_was_rolled_there() -> None:
    game = facing("movement", gap=20.0)
    there = standing(game, 0, 0, 8.5)
    assert accept(game, uuid(game, 0), there, "advance", given=Given((3,))) is None
    unit = game.battle.state.units[0]
    assert (unit.moved, unit.places) == ("advanced", tuple(there))


def test_units_are_set_up_from_the_photo() -> None:
    game = fresh()
    answers.roll(game, given=Given((2, 5)))
    answers.choose_zone(game, game.cast.army_uuids[1], 0)
    unit = game.due().units[0]
    side = game.cast.sides[unit]
    spots = field.row(54.0 if side == 0 else 6.0, 10.0, 3)
    proposal = proposed(game, photo(game, {unit: spots}), unit)
    assert (proposal.kind, proposal.acceptable) == ("set-up", True)
    own = refused(lambda: accept(game, uuid(game, unit), proposal.places, given=Given((3,))), game)
    assert (own.code, own.sentence) == ("wrong-dice", "Too many dice for the roll: 1 left over.")
    accept(game, uuid(game, unit), proposal.places)
    assert game.battle.state.units[unit].on_table


def test_a_unit_that_got_out_of_its_transport_on_the_table_gets_out_in_the_battle() -> None:
    game = match(convoy())
    assert uuid(game, 1) in {each.uuid for each in known_of(game).units}
    spots = [(20.0, 25.0), (21.5, 25.0), (18.5, 25.0)]
    rest = {each: standing(game, each) for each in (0, 2, 3)}
    proposal = proposed(game, photo(game, {1: spots, **rest}), 1)
    assert (proposal.kind, proposal.message) == ("set-up", "Squad has got out of Hauler.")
    assert proposal.acceptable
    accept(game, uuid(game, 1), proposal.places)
    assert standing(game, 1) == spots
    far = match(convoy())
    caught = refused(lambda: accept(far, uuid(far, 1), [(x, y + 4.0) for x, y in spots]), far)
    assert caught.code == "far-from-transport"


def test_a_unit_that_may_not_get_out_now_is_not_looked_for() -> None:
    game = match(convoy("shooting"))
    assert uuid(game, 1) not in {each.uuid for each in known_of(game).units}
    seen = photo(game, {1: [(20.0, 25.0), (21.5, 25.0), (18.5, 25.0)], **{n: standing(game, n) for n in (0, 2, 3)}})
    assert uuid(game, 1) not in {each.unit_uuid for each in compare(game, seen)}


def test_a_unit_that_is_gone_may_have_got_into_a_transport() -> None:
    game = match(convoy(inside=False))
    rest = {each: standing(game, each) for each in (0, 2, 3)}
    said = "Squad is not seen. Is its transponder covered?"
    into = f"{said} If it got into Hauler, move it there on the map and let it get in."
    assert proposed(game, photo(game, rest), 1).message == into
    game.answer(ch.Move(1, "move", tuple(standing(game, 1, 0.1))))
    assert proposed(game, photo(game, rest), 1).message == into
    later = match(convoy("shooting", inside=False))
    assert proposed(later, photo(later, rest), 1).message == said
    assert proposed(game, photo(game, {n: rest[n] for n in (0, 3)}), 2).message.endswith("covered?"), "five of four"


RANKS = [(20.0, 20.0), (22.0, 20.0), (24.0, 20.0), (26.5, 20.0)]
SERGEANT = 3


def led_by_a_larger_one(**more: Any) -> Match:
    """Three Wardens on 32 mm in a row, and behind them their sergeant, the last of the unit, on 50 mm."""
    wardens = field.mixed(
        "Wardens", field.miniatures("Warden", 3), field.miniatures("Sergeant", 1, base_mm=50.0), keywords="infantry"
    )
    what = field.setup([wardens], [infantry("Raiders")])
    return match(field.position(what, {0: RANKS, 1: field.row(50.0, 20.0, 3)}, "movement", **more))


def with_widths(game: Match, spots: Sequence[Point], millimetres: Sequence[float]) -> Analysis:
    """A photo that shows the first unit's miniatures at these places, and how wide their bases are."""
    read = [each / 25.4 - 0.14 for each in millimetres]
    models = tuple(Thing((0.0, 0.0, 1.0, 1.0), 0.9, at, wide) for at, wide in zip(spots, read, strict=True))
    name, placed = game.cast.units[0], tuple(Placed(number, at, 0.9) for number, at in enumerate(spots))
    given = Assignment(transponder(0), name, uuid(game, 0), placed)
    shown = photo(game, {0: spots})
    return msgspec.structs.replace(shown, objects={**shown.objects, "model": models}, assignments=(given,))


@pytest.mark.parametrize("up", [0.0, 3.0])
def test_miniatures_of_different_sizes_are_told_apart_when_they_change_places(up: float) -> None:
    """The sergeant walked to the front and a warden to the back: not everybody stands where somebody stood."""
    game, spots = led_by_a_larger_one(), [(x, y + up) for x, y in RANKS]
    proposal = proposed(game, with_widths(game, spots, (50, 32, 32, 32)))
    assert proposal.kind == "moved"
    assert proposal.places[SERGEANT] == spots[0]
    assert sorted(proposal.places) == spots
    assert proposal.moved > 6.0


def test_miniatures_of_different_sizes_that_stand_still_are_the_same() -> None:
    game = led_by_a_larger_one()
    assert proposed(game, with_widths(game, RANKS, (32, 32, 32, 50))).kind == "same"
    assert proposed(game, with_widths(game, RANKS, (40, 38, 36, 39))).kind == "same", "read badly, and nobody moved"
    assert proposed(game, photo(game, {0: RANKS})).kind == "same", "a photo that doesn't say how wide they are"


def test_a_unit_that_is_set_up_has_its_larger_miniature_where_the_photo_shows_it() -> None:
    game = led_by_a_larger_one(units={0: {"deployed": False}})
    proposal = proposed(game, with_widths(game, RANKS, (32, 50, 32, 32)))
    assert (proposal.kind, proposal.places[SERGEANT]) == ("set-up", RANKS[1])
    assert sorted(proposal.places) == RANKS

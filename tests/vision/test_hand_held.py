"""Tables photographed by hand, from anywhere: drawn battles, read by what the battle expects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest

from highground.vision.analysis import analyse
from highground.vision.bases import FoundBase
from highground.vision.board import View
from highground.vision.earlier import KnownMiniature, KnownPhoto, as_known
from highground.vision.evaluation import TrueMiniature, match
from highground.vision.expected import CLEAR, UNEXPECTED, favoured
from highground.vision.flat import Picture
from highground.vision.found import Analysis, KnownTable, KnownTerrain, KnownUnit, Spot
from highground.vision.hiding import body_shade, hidden_by_terrain, share_hidden, unlike_ground
from highground.vision.looks import VARIES, learn, of_units, unlike
from highground.vision.markers.marks import MarkKind, marks
from highground.vision.pose import Pose, pose_of
from highground.vision.rendering.battles import DrawnBattle, Soldier, taken
from highground.vision.rendering.figures import PaintedPiece, army_palette, unit_style
from highground.vision.rendering.picture import FINER, HandHeld, to_pixels

SIZE = (1600, 1200)
RUIN = PaintedPiece(
    ((24.0, 16.0), (32.0, 16.0), (32.0, 22.0), (24.0, 22.0)), (((24.0, 22.0), (32.0, 22.0)),), 5.0, (0.4, 0.42, 0.45)
)
BLOCK = PaintedPiece(((40.0, 24.0), (47.0, 24.0), (47.0, 30.0), (40.0, 30.0)), (), 3.0, (0.35, 0.4, 0.5))
HIDDEN = (28.0, 20.8)
"""Behind the ruin's wall, as seen from the lower edge."""


@dataclass(frozen=True)
class Shot:
    """A photo of a battle, with who stood where."""

    picture: Picture
    standing: list[Soldier]
    shows: list[float]


def at_lower_edge(rng: np.random.Generator, size: tuple[int, int]) -> HandHeld:
    """A phone that leans in from the lower edge, a little further left or right each time."""
    x = float(30 + rng.uniform(-8, 8))
    return HandHeld(size, (x, 62.0, 56.0), (30.0, 22.0), float(rng.uniform(-3, 3)), 0.75 * size[0], (0.02, 0.0))


@pytest.fixture(scope="module")
def battle() -> DrawnBattle:
    """Three units: one on the ground, one about the ruin, one on the block's roof."""
    rng = np.random.default_rng(3)
    styles, names = army_palette(rng), marks(MarkKind.TRANSPONDER)
    battle = DrawnBattle(5, [RUIN, BLOCK])
    spots = {
        0: [(10.0 + 1.7 * n, 12.0, 0.0) for n in range(5)],
        1: [(*HIDDEN, 0.0), (22.0, 25.0, 0.0), (24.0, 25.5, 0.0)],
        2: [(42.0 + 1.6 * n, 27.0, 3.0) for n in range(3)],
    }
    for unit, places in spots.items():
        battle.styles[names[unit]] = unit_style(styles, rng)
        battle.soldiers += [
            Soldier(names[unit], (x, y), up, 1.26, 100 * unit + n) for n, (x, y, up) in enumerate(places)
        ]
    battle.cards.update({names[0]: (13.0, 19.0), names[1]: (21.0, 29.0), names[2]: (43.0, 34.0)})
    return battle


@pytest.fixture(scope="module")
def by_hand() -> Iterator[None]:
    """All photos are taken from the lower edge, none with an arm in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("highground.vision.rendering.battles.random_hand", at_lower_edge)
        patch.setattr("highground.vision.rendering.battles.ARM", 0.0)
        yield


@pytest.fixture(scope="module")
def shots(battle: DrawnBattle, by_hand: None) -> dict[str, Shot]:
    """Empty, as they stand, and when the first unit has gone three inches on."""
    rng = np.random.default_rng(8)
    empty, _ = taken(replace(battle, soldiers=[], cards={}), SIZE, rng)
    first, shows = taken(battle, SIZE, rng)
    moved = [_on(each, 3.0) if each.unit.number == 1 else each for each in battle.soldiers]
    second, shows_then = taken(replace(battle, soldiers=moved), SIZE, rng)
    return {
        "empty": Shot(empty, [], []),
        "first": Shot(first, battle.soldiers, shows),
        "second": Shot(second, moved, shows_then),
    }


@pytest.fixture(scope="module")
def from_behind(battle: DrawnBattle) -> Shot:
    """The same table, from its upper edge."""

    def at_upper_edge(rng: np.random.Generator, size: tuple[int, int]) -> HandHeld:
        return HandHeld(size, (30.0, -18.0, 56.0), (30.0, 22.0), 180.0, 0.75 * size[0], (0.02, 0.0))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("highground.vision.rendering.battles.random_hand", at_upper_edge)
        patch.setattr("highground.vision.rendering.battles.ARM", 0.0)
        picture, shows = taken(battle, SIZE, np.random.default_rng(9))
    return Shot(picture, battle.soldiers, shows)


def _on(soldier: Soldier, down: float) -> Soldier:
    return replace(soldier, place=(soldier.place[0], soldier.place[1] + down))


def known(standing: list[Soldier]) -> KnownTable:
    units = []
    for name in dict.fromkeys(each.unit.name for each in standing):
        mine = [each for each in standing if each.unit.name == name]
        units.append(
            KnownUnit(name, name, name, (1.26,) * len(mine), tuple(e.place for e in mine), tuple(e.up for e in mine))
        )
    terrain = (KnownTerrain(RUIN.outline, RUIN.walls, 5.0), KnownTerrain(BLOCK.outline, (), 3.0, (3.0,)))
    return KnownTable(tuple(units), terrain=terrain)


def names(table: KnownTable) -> frozenset[str]:
    return frozenset(each.transponder for each in table.units)


def owners(analysis: Analysis, standing: list[Soldier]) -> dict[int, str]:
    """Of each miniature that was found, by its number, the unit that it was given to."""
    given = {each.model: unit.transponder for unit in analysis.assignments for each in unit.assignments}
    spots = [each.location for each in analysis.objects["model"] if each.location is not None]
    found = match(spots, [TrueMiniature(each.unit.name, each.place, each.diameter) for each in standing])
    return {true: given.get(model, "") for model, true in found.items()}


def assert_all_but_the_hidden(analysis: Analysis, shot: Shot) -> None:
    expected = {n: each.unit.name for n, each in enumerate(shot.standing) if each.place != HIDDEN}
    assert owners(analysis, shot.standing) == expected
    assert analysis.detected_objects["models"] == len(expected)


def assert_the_hidden_is_said(analysis: Analysis) -> None:
    (unseen,) = analysis.unseen
    assert (unseen.transponder, unseen.location, unseen.why) == ("transponder-02", HIDDEN, "terrain")


def before(shot: Shot) -> KnownPhoto:
    seen = [each for each, shows in zip(shot.standing, shot.shows, strict=True) if shows > 0.3]
    return KnownPhoto(
        shot.picture, tuple(KnownMiniature(each.place, each.diameter, each.up, each.unit.name) for each in seen)
    )


def test_an_empty_photo_from_elsewhere_is_enough(shots: dict[str, Shot], battle: DrawnBattle) -> None:
    """Those on the roof stand on the roof, and who is behind the wall is said to be, and given no place."""
    found = analyse(shots["second"].picture, known(battle.soldiers), shots["empty"].picture)
    assert_all_but_the_hidden(found, shots["second"])
    assert_the_hidden_is_said(found)
    assert [each.up for each in found.objects["model"]].count(3.0) == 3


def test_an_earlier_photo_of_the_battle_does_without_an_empty_one(shots: dict[str, Shot], battle: DrawnBattle) -> None:
    found = analyse(shots["second"].picture, known(battle.soldiers), earlier=[before(shots["first"])])
    assert_all_but_the_hidden(found, shots["second"])
    assert_the_hidden_is_said(found)
    assert "no-empty-photo" not in {each.code for each in found.problems}


def test_what_one_side_hides_is_taken_from_a_photo_of_the_other(
    shots: dict[str, Shot], battle: DrawnBattle, from_behind: Shot
) -> None:
    """From the upper edge the miniature behind the wall is seen."""
    everybody = known(battle.soldiers)
    read = analyse(from_behind.picture, everybody, shots["empty"].picture)
    photo = as_known(from_behind.picture, read, names(everybody))
    found = analyse(shots["first"].picture, everybody, shots["empty"].picture, [photo])
    assert owners(found, battle.soldiers) == {n: each.unit.name for n, each in enumerate(battle.soldiers)}
    assert [each.location for each in found.objects["model"] if each.remembered] == [pytest.approx(HIDDEN, abs=0.35)]
    assert found.unseen == ()
    again = as_known(shots["first"].picture, found)
    assert all(each.place != pytest.approx(HIDDEN, abs=0.35) for each in again.miniatures)  # it does not show it


def test_of_a_unit_that_has_moved_on_nothing_is_taken_over(
    shots: dict[str, Shot], battle: DrawnBattle, from_behind: Shot
) -> None:
    everybody = known(battle.soldiers)
    photo = as_known(from_behind.picture, analyse(from_behind.picture, everybody, shots["empty"].picture))
    found = analyse(shots["first"].picture, everybody, shots["empty"].picture, [photo])
    assert_all_but_the_hidden(found, shots["first"])
    assert_the_hidden_is_said(found)


def test_who_was_taken_away_in_view_is_not_taken_over(
    shots: dict[str, Shot], battle: DrawnBattle, from_behind: Shot
) -> None:
    """One more stood there in the photo before; its place is in view now, and empty."""
    gone = KnownMiniature((18.5, 12.0), 1.26, 0.0, battle.soldiers[0].unit.name)
    more = known([*battle.soldiers, replace(battle.soldiers[0], place=gone.place)])
    photo = before(Shot(from_behind.picture, battle.soldiers, from_behind.shows))
    photo = replace(photo, miniatures=(*photo.miniatures, gone), current=names(more))
    found = analyse(shots["first"].picture, more, shots["empty"].picture, [photo])
    assert [each.location for each in found.unseen] == [gone.place]
    assert len([each for each in found.objects["model"] if each.remembered]) == 1


def test_without_any_other_photo_the_battle_says_what_to_look_for(shots: dict[str, Shot], battle: DrawnBattle) -> None:
    found = analyse(shots["first"].picture, known(battle.soldiers))
    assert_all_but_the_hidden(found, shots["first"])
    (problem,) = [each for each in found.problems if each.code == "no-empty-photo"]
    assert "what the battle expects alone" in problem.message


def test_who_is_gone_is_in_view_and_nothing_is_guessed(shots: dict[str, Shot], battle: DrawnBattle) -> None:
    """The battle has one more than stands there."""
    more = known([*battle.soldiers, replace(battle.soldiers[0], place=(18.5, 12.0))])
    found = analyse(shots["first"].picture, more, shots["empty"].picture)
    assert_all_but_the_hidden(found, shots["first"])
    assert {(each.transponder, each.why) for each in found.unseen} == {
        ("transponder-01", ""),
        ("transponder-02", "terrain"),
    }


def posed(camera: HandHeld) -> Pose:
    """The pose from four places of the board alone."""
    board = np.array([(0, 0), (60, 0), (60, 44), (0, 44), (30, 0), (30, 44)], dtype=np.float64)
    pixels = to_pixels(camera, np.column_stack([board, np.zeros(len(board))]))[0] / FINER
    homography, _ = cv2.findHomography(pixels, board, 0)
    view = View(np.asarray(homography, dtype=np.float64), 0.0, (SIZE[0] / 2, SIZE[1] / 2), 1000.0, 0.0, ())
    return pose_of(view, SIZE)


@pytest.mark.parametrize("eye", [(30.0, 62.0, 56.0), (12.0, -14.0, 50.0), (34.0, 26.0, 60.0)])
def test_the_camera_s_place_follows_from_the_flat_board(eye: tuple[float, float, float]) -> None:
    camera = HandHeld(SIZE, eye, (30.0, 22.0), 4.0, 0.73 * SIZE[0])
    pose = posed(camera)
    assert pose.eye == pytest.approx(eye, abs=2.5)
    places = np.array([(10.0, 10.0, 4.0), (50.0, 30.0, 4.0), (30.0, 22.0, 4.0)])
    pixels = pose.to_pixels(places)
    assert pixels == pytest.approx(to_pixels(camera, places)[0] / FINER, abs=4)
    assert pose.at_height(4.0).to_inches(pixels) == pytest.approx(places[:, :2], abs=1e-6)
    assert pose.at_height(4.0, (5.0, 2.0)).to_inches(pixels) == pytest.approx(places[:, :2] - (5, 2), abs=1e-6)


@pytest.fixture(scope="module")
def pose() -> Pose:
    return posed(HandHeld(SIZE, (30.0, 62.0, 56.0), (30.0, 22.0), 0.0, 0.75 * SIZE[0]))


def test_walls_and_blocks_hide_and_woods_do_not(pose: Pose) -> None:
    wall = KnownTerrain(RUIN.outline, RUIN.walls, 5.0)
    assert share_hidden(HIDDEN, 1.26, hidden_by_terrain(pose, [wall])) == 1
    assert share_hidden((28.0, 24.0), 1.26, hidden_by_terrain(pose, [wall])) == 0
    block = KnownTerrain(BLOCK.outline, (), 3.0, (3.0,))
    assert share_hidden((43.0, 27.0), 1.26, hidden_by_terrain(pose, [block])) == 1
    assert share_hidden((43.0, 27.0), 1.26, hidden_by_terrain(pose, [block], 3.0)) == 0
    wood = KnownTerrain(BLOCK.outline, (), 3.0)
    assert hidden_by_terrain(pose, [wood]) == []
    assert share_hidden((43.0, 22.8), 1.26, unlike_ground(pose, [wood])) > 0.5


def test_a_body_hides_what_is_behind_it(pose: Pose) -> None:
    shade = [body_shade(pose, (30.0, 20.0), 2.36, 3.0)]
    assert share_hidden((30.0, 18.6), 0.98, shade) > 0.8
    assert share_hidden((30.0, 21.8), 0.98, shade) == 0


def test_a_unit_s_look_is_carried_into_another_light() -> None:
    """Everything got darker: by how much, the units say that are surely in both photos."""
    rng = np.random.default_rng(2)
    looks = [rng.uniform(0, 60, len(VARIES)) for _ in range(6)]
    darker = np.tile((-15.0, 2.0, -3.0), len(VARIES) // 3)
    before_ = [[look + rng.normal(0, 1, len(VARIES)) for _ in range(5)] for look in looks]
    here: list[list[np.ndarray]] = [[each + darker for each in mine] for mine in before_[:5]] + [[]]
    units = of_units(here, before_)
    last = units[5]
    assert last is not None
    assert unlike(looks[5] + darker, last) < 0.5
    assert unlike(looks[4] + darker, last) > 2
    assert learn([]) is None


def test_a_card_that_is_not_seen_does_not_keep_a_unit_from_being_found(
    shots: dict[str, Shot], battle: DrawnBattle
) -> None:
    """Nor where it moved on: it is the nearest that looks like it."""
    picture = shots["second"].picture.copy()
    found = analyse(picture, known(battle.soldiers), earlier=[before(shots["first"])])
    (card,) = [each for each in found.objects["transponder"] if each.name == "transponder-01"]
    left, top, right, bottom = (round(each) for each in card.box)
    picture[top:bottom, left:right] = 90
    covered = analyse(picture, known(battle.soldiers), earlier=[before(shots["first"])])
    assert "transponder-01" not in {each.name for each in covered.objects["transponder"]}
    given = owners(covered, shots["second"].standing)
    assert [given[number] for number in range(5)] == ["transponder-01"] * 5


def test_a_faint_base_counts_where_it_is_expected() -> None:
    spot: Spot = (10.0, 10.0)
    unit = KnownUnit("a", "a", "a", (1.26,), (spot,))
    faint = [FoundBase(10.1, 10.0, 1.26, CLEAR), FoundBase(20.0, 10.0, 1.26, UNEXPECTED - 0.01)]
    (kept,) = favoured(faint, [unit])
    assert (kept.x, kept.score > CLEAR) == (10.1, True)

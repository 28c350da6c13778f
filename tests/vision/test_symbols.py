"""Dice with a symbol in place of a face: one question for all that show it, and none once it was explained."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from highground.vision.dice.evaluation import ChosenPhotos, Counts, count_dice
from highground.vision.dice.reading import DiceFound, read_dice
from highground.vision.dice.symbols import (
    PATCH,
    TOGETHER,
    KnownSymbol,
    TraySymbols,
    alike,
    explained,
    grouped,
    likely_faces,
)
from highground.vision.dice.synthetic import TrayPhoto, plain_style, tray_photo
from highground.vision.dice.synthetic_symbols import SYMBOLS, with_symbol
from highground.vision.dice.trays import open_tray, patches_of
from highground.vision.dice.voting import voted
from highground.vision.photo import Photo

BLUE = plain_style((170, 70, 30), (235, 235, 235))


def tray(seed: int, name: str = "bolt", face: int = 6, die: float = 0.08) -> TrayPhoto:
    """A dozen blue dice of one set."""
    style = with_symbol(BLUE, name, face)
    return tray_photo(
        np.random.default_rng(seed), 12, (1200, 900), die=die, tilt_degrees=12, styles=(style,), plain=True, blur=1.0
    )


def as_photo(photo: TrayPhoto) -> Photo:
    high, wide = photo.picture.shape[:2]
    return Photo(photo.picture, "JPEG", (wide, high))


def showing(photo: TrayPhoto, found: DiceFound, face: int) -> list[int]:
    """The numbers of the dice that were read, of those whose upper face is this."""
    counts = Counts()
    labels = [{"box": die.box, "value": die.value} for die in photo.dice]
    counts.add(labels, found)
    return sorted(b for a, b in counts.results[0].pairs if labels[a]["value"] == face)


def explain(photo: TrayPhoto, face: int) -> KnownSymbol:
    """What a person says of a tray's symbol."""
    found = read_dice(photo.picture)
    boxes = [found.detection_boxes[number] for number in showing(photo, found, face)]
    return KnownSymbol(face, patches_of(as_photo(photo), boxes))


@pytest.mark.parametrize(("seed", "name"), [(2, "bolt"), (3, "star"), (4, "sword"), (8, "fangs"), (8, "wings")])
def test_all_dice_with_one_symbol_are_one_question_whose_likely_answer_is_the_face_no_pips_show(
    seed: int, name: str
) -> None:
    photo = tray(seed, name)
    found = read_dice(photo.picture)
    symbol = showing(photo, found, 6)
    assert len(symbol) > 1
    assert {found.detection_symbols[number] for number in symbol} == {0}
    assert all(found.doubtful[number] and found.detection_classes[number] == 6 for number in symbol)
    pips = set(range(len(found.doubtful))) - set(symbol)
    assert all(found.detection_symbols[number] == -1 and not found.doubtful[number] for number in pips)


def test_a_symbol_in_place_of_the_one_is_likely_the_one_where_sixes_lie_beside_it() -> None:
    photo = tray(5, "bolt", face=1)
    found = read_dice(photo.picture)
    symbol = showing(photo, found, 1)
    assert symbol
    assert showing(photo, found, 6)
    assert [found.detection_classes[number] for number in symbol] == [1] * len(symbol)


def test_a_symbol_that_was_explained_is_read_in_another_photo_without_asking() -> None:
    known = [explain(tray(2), 6)]
    photo = tray(3)
    before, found = read_dice(photo.picture), read_dice(photo.picture, known=known)
    symbol = showing(photo, found, 6)
    assert symbol
    assert any(before.doubtful)
    assert not any(found.doubtful)
    assert {found.detection_classes[number] for number in symbol} == {6}
    assert all(found.detection_symbols[number] >= 0 for number in symbol)


def test_what_was_said_counts_though_another_face_is_likelier() -> None:
    photo = tray(10)
    assert not any(die.value == 1 for die in photo.dice)
    found = read_dice(photo.picture, known=[KnownSymbol(1, explain(tray(2), 6).patches)])
    assert {found.detection_classes[number] for number in showing(photo, found, 6)} == {1}
    assert not any(found.doubtful)


def test_a_set_that_shows_the_face_in_pips_too_has_the_symbol_for_another() -> None:
    known = [explain(tray(2), 6)]
    photo = tray(5, "bolt", face=1)
    found = read_dice(photo.picture, known=known)
    symbol = showing(photo, found, 1)
    assert symbol
    assert showing(photo, found, 6)
    assert all(found.doubtful[number] and found.detection_classes[number] == 1 for number in symbol)


@pytest.mark.parametrize("other", sorted(set(SYMBOLS) - {"bolt"}))
def test_another_symbol_is_not_taken_for_it(other: str) -> None:
    known = [explain(tray(2), 6)]
    for seed in (11, 12):
        photo = tray(seed, other)
        alone, found = read_dice(photo.picture), read_dice(photo.picture, known=known)
        assert any(found.doubtful)
        assert (found.detection_classes, found.doubtful) == (alone.detection_classes, alone.doubtful)


def test_a_symbol_that_people_explained_in_different_ways_is_asked_about() -> None:
    patches = explain(tray(2), 6).patches
    assert explained(patches[:1], [KnownSymbol(6, patches)]) == [6]
    assert explained(patches[:1], [KnownSymbol(6, patches), KnownSymbol(1, patches)]) == [0]
    assert explained(patches[:1], []) == [0]
    assert explained([], [KnownSymbol(6, patches)]) == []


def test_dice_too_small_to_be_compared_are_asked_about_one_by_one() -> None:
    found = read_dice(tray(2, die=0.015).picture)
    assert any(found.doubtful)
    assert set(found.detection_symbols) == {-1}


def test_a_turned_darker_and_shifted_die_is_like_itself_and_not_like_pips() -> None:
    photo = tray(2)
    found = read_dice(photo.picture)
    symbol, *_ = showing(photo, found, 6)
    pips = found.detection_symbols.index(-1)
    box = found.detection_boxes[symbol]
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    warp = cv2.getRotationMatrix2D(middle, 77, 1.0)
    warp[:, 2] += (4, -3)
    turned = cv2.warpAffine((photo.picture * 0.6 + 12).astype(np.uint8), warp, photo.picture.shape[1::-1])
    (patch, other) = patches_of(as_photo(photo), [box, found.detection_boxes[pips]])
    (again,) = patches_of(Photo(np.asarray(turned, dtype=np.uint8), "JPEG", (1200, 900)), [box])
    likeness = alike([patch], [again, other])
    assert likeness.shape == (1, 2)
    assert likeness[0, 0] > 0.9
    assert likeness[0, 1] < TOGETHER


def test_groups_join_what_is_linked_through_another() -> None:
    near, far = TOGETHER + 0.1, TOGETHER - 0.1
    likeness = np.array(
        [[1, near, far, far], [near, 1, near, far], [far, near, 1, far], [far, far, far, 1]], dtype=np.float32
    )
    assert grouped(likeness) == [0, 0, 0, 1]
    assert grouped(np.zeros((0, 0), dtype=np.float32)) == []


def test_a_symbol_likely_stands_for_the_face_that_is_missing_first_the_six() -> None:
    assert likely_faces([1, 2, 3, 4, 5, 5])[0] == 6
    assert likely_faces([2, 3, 4, 5, 6, 6])[0] == 1
    assert likely_faces([1, 1, 2, 4, 5, 6])[0] == 3
    assert likely_faces([])[:2] == [6, 1]
    symbols = TraySymbols([b"", b"x" * PATCH * PATCH], np.array([0, 4]))
    read = np.array([[3, 1, 2, 4, 5, 6], [1, 2, 3, 4, 5, 6]])
    assert symbols.ranked(read, np.array([True, True])).tolist() == [[3, 1, 2, 4, 5, 6], [4, 6, 1, 5, 2, 3]]


def test_photos_of_one_throw_keep_the_symbols_of_the_first() -> None:
    photo = tray(2)
    found = read_dice(photo.picture)
    together = voted([found, found, found])
    assert together.detection_symbols == found.detection_symbols
    assert 0 in together.detection_symbols


def test_figures_count_one_question_a_symbol_and_none_once_it_was_answered(tmp_path: Path) -> None:
    labels = []
    for seed in (2, 3):
        photo = tray(seed)
        cv2.imwrite(str(tmp_path / f"{seed}.png"), photo.picture)
        dice = [{"box": list(die.box), "value": die.value} for die in photo.dice]
        labels.append({"image": f"{seed}.png", "width": 1200, "height": 900, "dice": dice})
    (tmp_path / "labels.json").write_text(json.dumps(labels))

    def asked(chosen: ChosenPhotos) -> list[tuple[int, int]]:
        counts = count_dice(tmp_path, lambda path: open_tray(path.read_bytes()), chosen)["photos"]
        return [(len(each.asked), each.questions) for each in counts.results]

    (first, second), (again, remembered) = asked(ChosenPhotos(remembered=False)), asked(ChosenPhotos())
    assert first == again
    assert (first[1], second[1]) == (1, 1)
    assert first[0] > 1
    assert remembered == (0, 0)

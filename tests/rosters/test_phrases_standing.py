"""Models that stand up again after their first fall, in the wordings that data sheets have for it."""

from __future__ import annotations

import pytest

from highground.engine.abilities.afflictions import StandUp
from highground.engine.amount import Amount
from highground.rosters.phrases import read_text
from tests.rosters.phrase_cases import KNOWN

UP = (
    "set this model back up on the battlefield, as close as possible to where it was destroyed and not within "
    "Engagement Range of any enemy units"
)


@pytest.mark.parametrize(
    ("text", "amount", "face"),
    [
        (f"The first time this model is destroyed, roll one D6 at the end of the phase. On a 2+, {UP}, with its full "
         "wounds remaining.", None, 2),
        (f"The first time this model is destroyed, at the end of the phase, roll one D6: on a 3+, {UP}, with 4 wounds "
         "remaining.", Amount(plus=4), 3),
        ("The first time this model is destroyed, remove it from play, then, at the end of the phase, roll one D6: on "
         "a 2+, set it back up on the battlefield as close as possible to where it was destroyed and not within "
         "Engagement Range of one or more enemy models with D3 wounds remaining.", Amount(1, 3), 2),
    ],
)  # fmt: skip
def test_a_model_by_itself_stands_up_again(text: str, amount: Amount | None, face: int) -> None:
    found = read_text(text, KNOWN)
    assert found is not None
    assert (found.effects, found.scope) == ((StandUp(amount, when="fell", face_from=face),), "alone")


@pytest.mark.parametrize(
    "text",
    [
        f"Each time this model is destroyed, at the end of the phase, roll one D6: on a 2+, {UP}, with 3 wounds "
        "remaining.",
        f"The first time this model is destroyed, roll one D6: on a 2+, {UP}, with 3 wounds remaining.",
        f"The first time this unit's Keeper model is destroyed, at the end of the phase, roll one D6: on a 2+, {UP}, "
        "with 3 wounds remaining.",
    ],
)
def test_what_only_sounds_like_it_stays_text(text: str) -> None:
    assert read_text(text, KNOWN) is None

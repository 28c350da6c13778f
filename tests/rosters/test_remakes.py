"""Models that a text makes another kind of model for good."""

from __future__ import annotations

import pytest

from highground.engine.amount import Amount, Keyword
from highground.rosters import read_roster
from highground.rosters.coverage import fate_of
from highground.rosters.remakes import Remake, remake_of
from tests.rosters.builder import ability, as_json, line, roster, selection, squad


@pytest.mark.parametrize(
    ("text", "remake"),
    [
        (
            "WADER only. Change this model's Move characteristic to 9\", its Toughness characteristic to 6 and its Save"
            " characteristic to 2+.",
            Remake(fields=(("movement", 9), ("toughness", 6), ("save", 2))),
        ),
        (
            "WADER only. Change this model's Wounds characteristic to 7. Remove the INFANTRY and WADER keywords, add"
            " the MOUNTED keyword, it has a 4+ invulnerable save, it gains the Deep Strike ability, and replace the"
            " list of units this model can be attached to: REED RIDERS, BOG RIDERS.",
            Remake(
                (("wounds", 7), ("invuln", 4)),
                ("mounted",),
                ("infantry", "wader"),
                (Keyword("deep strike"),),
                leads=("reed riders", "bog riders"),
                leads_only=True,
            ),
        ),
        (
            '(WADER only): This model gains the Scouts 7" and Stealth abilities, adds the REED keyword, and replace the'
            " list of units this model can be attached to: • Reed Riders • Bog Riders",
            Remake(
                (),
                ("reed",),
                rules=(Keyword("scouts", Amount(plus=7)), Keyword("stealth")),
                leads=("reed riders", "bog riders"),
                leads_only=True,
            ),
        ),
        (
            'WADER only. Change this model\'s Move characteristic to 8", and it loses the Scouts 9" ability.',
            Remake((("movement", 8),), lost=("scouts",)),
        ),
        (
            "WADER only. This model gains the Feel No Pain 6+ ability. Add the following unit to the list of units this"
            " model can be attached to: • Reed Riders",
            Remake((("fnp", 6),), leads=("reed riders",)),
        ),
    ],
)
def test_what_such_a_text_says(text: str, remake: Remake) -> None:
    assert remake_of(text) == remake


@pytest.mark.parametrize(
    "text",
    [
        "WADER only. Change this model's Hum characteristic to 9.",
        "WADER only. Change this model's Move characteristic to 9\" and it hums.",
        "WADER only. Change this model's Move characteristic to 9\", it is equipped with 1 bog cannon.",
        "WADER only. Change this model's Move characteristic to 9\", and replace the list of units this model can be"
        " attached to: WADER (excluding FLY).",
        "This model gains the Deep Strike ability.",
        "This model has a 4+ invulnerable save.",
        "Each time this model makes an attack, add 1 to the Hit roll.",
        "WADER only.",
    ],
)
def test_what_is_no_such_text_stays_one(text: str) -> None:
    assert remake_of(text) is None


HORSE = (
    "WARDEN only. Change this model's Move characteristic to 11\", its Toughness characteristic to 6. Remove the"
    " INFANTRY keyword, add the MOUNTED keyword, it gains the Deep Strike ability, and replace the list of units this"
    " model can be attached to: BOG RIDERS."
)


def test_the_sheet_is_that_of_the_other_kind() -> None:
    """The unit it leads is found by the army's name for it; the rule that it gains works."""
    leader = ability("Leader", "This model can be attached to the following unit:\n- Warden squad")
    captain = selection("Captain", "model", 1, line("Captain"), leader, ability("Horse", HORSE))
    army = read_roster(as_json(roster(captain, squad("Bog Riders"), squad("Warden squad")))).army
    sheet = army.units[0]
    profile = sheet.miniatures[0].profile
    assert (profile.movement, profile.toughness, profile.wounds) == (11, 6, 2)
    assert "mounted" in sheet.keywords
    assert "infantry" not in sheet.keywords
    assert sheet.leads == ("Bog Riders",)
    assert "deep strike" in sheet.rules
    assert [fate_of(each) for each in sheet.abilities if each.name == "Horse"] == ["stat line"]


def test_of_several_miniatures_nobody_is_remade() -> None:
    band = squad("Warden squad", 5, ability("Horse", HORSE))
    sheet = read_roster(as_json(roster(band))).army.units[0]
    assert [each.by_hand for each in sheet.abilities if each.name == "Horse"] == [True]

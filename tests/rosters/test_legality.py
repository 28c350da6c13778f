"""What an opponent might object to: warnings, never refusals."""

from __future__ import annotations

import pytest

from highground.rosters import read_roster
from tests.rosters.builder import Tree, ability, as_json, line, roster, selection, settings, squad


def relic(name: str = "Old bell") -> Tree:
    return selection(name, "upgrade", 1, ability(name, "It rings."), points=15, entryGroupId="g1")


def hero(name: str = "Captain", *inside: Tree, role: str = "Character") -> Tree:
    return selection(name, "model", 1, line(name), *inside, points=75, categories=[role, "Infantry"])


def warnings(*units: Tree, points: float | None = None, limit: int = 2000) -> dict[str, str]:
    size = settings("Battle Size", selection(f"Muster ({limit} Point limit)"))
    found = read_roster(as_json(roster(size, *units, points=points)))
    assert found.army.playable
    return {each.code: each.message for each in found.report if each.severity == "warning"}


WARLORD = selection("Warlord")


@pytest.mark.parametrize(
    ("units", "code", "message"),
    [
        ([squad() for _ in range(4)], "too-many-copies", "Warden squad is there 4 times; it may be there 3 times."),
        (
            [hero("Old King", role="Epic Hero"), hero("Old King", role="Epic Hero")],
            "too-many-copies",
            "Old King is there 2 times; it may be there once.",
        ),
        (
            [hero("A", relic()), hero("B", relic())],
            "enhancement-doubled",
            "The enhancement 'Old bell' is taken 2 times.",
        ),
        (
            [hero(letter, relic(letter * 3)) for letter in "ABCD"],
            "enhancements-too-many",
            "The army has 4 enhancements; it may have 3.",
        ),
        ([hero("A", relic("B"), relic("C"))], "enhancements-too-many", "A has two enhancements: B and C."),
        (
            [squad("Wardens", 5, relic())],
            "enhancement-bearer",
            "Wardens has the enhancement Old bell but is no character.",
        ),
        (
            [hero("Old King", relic(), role="Epic Hero")],
            "enhancement-bearer",
            "Old King is an epic hero and may take none.",
        ),
        ([hero("A", WARLORD), hero("B", WARLORD)], "warlords-too-many", "The army has 2 warlords: A, B."),
        ([squad("Wardens", 5, WARLORD)], "warlord-no-character", "The warlord, Wardens, is no character."),
    ],
)
def test_what_may_not_be_fielded_is_a_warning(units: list[Tree], code: str, message: str) -> None:
    assert warnings(*units)[code] == message


def test_points_above_the_battle_size_are_a_warning() -> None:
    assert warnings(squad(), limit=1000) == {}
    assert warnings(squad(points=1100), limit=1000) == {
        "points-over-limit": "The army has 1100 points; its battle size allows 1000."
    }
    assert warnings(squad(), points=95)["points-mismatch"].startswith("The file states 95 points")


def test_battleline_may_be_there_six_times() -> None:
    line_up = [squad(categories=["Battleline", "Infantry"]) for _ in range(6)]
    assert warnings(*line_up) == {}


def test_a_leader_without_anybody_to_lead_is_remarked() -> None:
    text = "This model can be attached to the following unit:\n- Rowers"
    found = read_roster(as_json(roster(hero("Captain", ability("Leader", text)), squad())))
    assert [each.message for each in found.report if each.code == "leader-idle"] == [
        "Captain is a leader, but the army has no unit that it may lead."
    ]


LEADS = ability("Leader", "This model can be attached to the following unit:\n- Warden squad")


def attached(*pairs: tuple[Tree, Tree | None]) -> tuple[dict[str, str], list[str]]:
    """Units, each attached to one of them or to none: who has joined whom, by name, and what is warned of."""
    units = [unit | ({} if body is None else {"attachedTo": body["id"]}) for unit, body in pairs]
    found = read_roster(as_json(roster(*units)))
    names = {each.uid: each.name for each in found.army.units}
    joined = {names[leader]: names[body] for leader, body in found.attached.items()}
    return joined, [each.message for each in found.report if each.code == "leader-mismatch"]


def test_a_second_leader_is_attached_only_where_a_sheet_allows_it() -> None:
    wardens, captain, sage = squad(), hero("Captain", LEADS), hero("Sage", LEADS)
    assert attached((wardens, None), (captain, wardens), (sage, wardens)) == (
        {"Captain": "Warden squad"},
        ["Sage is attached to Warden squad, which Captain leads already; neither sheet allows the other."],
    )
    beside = "- Warden squad\nThis model can join it even if a Captain unit has already been attached."
    friend = hero("Sage", ability("Leader", f"This model can be attached to the following unit:\n{beside}"))
    joined, warned = attached((wardens, None), (captain, wardens), (friend, wardens))
    assert (joined, warned) == ({"Captain": "Warden squad", "Sage": "Warden squad"}, [])


def test_nobody_is_attached_to_itself_or_to_one_that_is_attached() -> None:
    captain, wardens = hero("Captain"), squad()
    assert attached((captain, captain), (wardens, None)) == (
        {},
        ["Captain is attached to Captain, which is attached to a unit itself."],
    )
    sage = hero("Sage", ability("Leader", "This model can be attached to the following unit:\n- Captain"))
    assert attached((captain, wardens), (wardens, None), (sage, captain)) == (
        {"Captain": "Warden squad"},
        ["Sage is attached to Captain, which is attached to a unit itself."],
    )


def test_units_without_ids_are_attached_to_nobody() -> None:
    nameless = [{key: value for key, value in unit.items() if key != "id"} for unit in (hero("Captain"), squad())]
    found = read_roster(as_json(roster(*nameless)))
    assert (found.attached, [each.code for each in found.report if each.code == "leader-mismatch"]) == ({}, [])


def test_an_enhancement_in_the_head_that_no_unit_has_is_reported() -> None:
    head = "+ FACTION KEYWORD: Wardens\n+ TOTAL ARMY POINTS: 75pts\n+ ENHANCEMENT: Old bell (on Char1: Captain)\n"
    text = f"{head}\nChar1: 1x Captain (75 pts): Oar\n"
    codes = {each.code: each.message for each in read_roster(text.encode()).report}
    assert codes["enhancement-untaken"] == "The list's head names the enhancement 'Old bell', but no unit has it."

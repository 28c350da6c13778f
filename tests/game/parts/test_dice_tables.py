"""Dice tables: every die, what it needed, and where the number comes from."""

from __future__ import annotations

from typing import Any

from highground.engine.attack.definition import define
from highground.engine.attack.roll import roll
from highground.engine.attack.sequence import Sequence
from highground.engine.attack.terms import Pool
from highground.engine.dice import Dice, GivenDice
from highground.engine.effects import Circumstances
from highground.engine.model import Amount, Keyword, Weapon
from highground.game.parts.dice_tables import Acted, dice_log, summary, tallied
from highground.game.views.rolls import CheckRoll, DiceTable
from tests.game.timeline.small import SHOTS


def weapon(*keywords: Keyword, attacks: str = "3", damage: str = "1", ap: int = 0) -> Weapon:
    return Weapon("gun", "Gun", 24, Amount.parse(attacks), 4, Amount(plus=4), ap, Amount.parse(damage), keywords)


def played(gun: Weapon, faces: list[int], target: tuple[Pool, ...], **circumstances: Any) -> Sequence:
    return roll(define(gun, 1, Circumstances(**circumstances), 4), target, GivenDice(faces))


def effects(roll: CheckRoll) -> list[tuple[str, str]]:
    return [(ability["name"], ability["effect"]) for ability in roll["active_abilities"]]


def test_each_stage_says_what_it_needed_and_why() -> None:
    log = dice_log(SHOTS, "w")
    first = log["attacks"][0]
    assert (log["weapon_name"], log["weapons"], log["attacks_roll"]["roll"]) == ("Lamp Gun", 3, 6)
    assert first["hit_roll"] == {
        "needed": "2+",
        "roll": 2,
        "modifier": 1,
        "success": True,
        "active_abilities": [
            {"name": "skill", "affects": "hit", "effect": "3+"},
            {"name": "heavy", "affects": "hit", "effect": "-1"},
        ],
    }
    assert first["wound_roll"]["needed"] == "5+"
    assert effects(first["wound_roll"]) == [("strength 4 against 5", "5+")]


def test_the_row_ends_where_the_attack_ended() -> None:
    log = dice_log(SHOTS, "w")
    missed = next(row for row in log["attacks"] if not row["hit_roll"]["success"])
    assert missed.keys() == {"hit_roll", "critical_hit", "critical_wound"}
    wounded = next(row for row in log["attacks"] if row.get("wound_roll", {}).get("success"))
    assert wounded["save_roll"]["needed"] == "5+"
    assert effects(wounded["save_roll"]) == [("save", "5+"), ("AP", "+1"), ("invulnerable", "5+")]


def test_damage_shows_dice_and_what_was_lost() -> None:
    """Two wounds get through, D3 each (faces 2 and 3), and a 6 ignores one point of the second."""
    gun = weapon(damage="D3", attacks="2")
    result = played(gun, [4, 4, 4, 4, 1, 1, 2, 3, 1, 2, 1, 6, 2], (Pool(9, 4, None, 6),))
    rows = dice_log(result, "w")["attacks"]
    assert [(row["damage_roll"]["roll"], row["damage_roll"]["faces"]) for row in rows] == [(2, [2]), (3, [3])]
    assert [row["damage_roll"]["final_damage"] for row in rows] == [2, 2]
    assert [[(each["needed"], each["roll"], each["success"]) for each in row["fnp_roll"]] for row in rows] == [
        [("6+", 1, False), ("6+", 2, False)],
        [("6+", 1, False), ("6+", 6, True), ("6+", 2, False)],
    ]
    assert effects(rows[0]["fnp_roll"][0]) == [("feel no pain", "6+")]


def test_criticals_and_added_hits_have_rows_of_their_own() -> None:
    gun = weapon(Keyword("sustained hits", Amount(plus=1)), Keyword("lethal hits"), attacks="2")
    rows = dice_log(played(gun, [6, 2, 3, 1], (Pool(1, 4), Pool(1, 4))), "w")["attacks"]
    assert [row["critical_hit"] for row in rows] == [True, False, False]
    critical, added, missed = rows
    assert critical["wound_roll"]["roll"] is None
    assert effects(critical["wound_roll"]) == [("lethal hits", "a critical wounds")]
    assert added["hit_roll"]["roll"] is None
    assert effects(added["hit_roll"]) == [("sustained hits 1", "1 more on a critical")]
    assert added["wound_roll"]["roll"] == 3
    assert missed["hit_roll"]["success"] is False


def test_a_devastating_wound_takes_no_save() -> None:
    rows = dice_log(played(weapon(Keyword("devastating wounds"), attacks="1"), [4, 6], (Pool(2, 2),)), "w")["attacks"]
    assert rows[0]["critical_wound"] is True
    assert "save_roll" not in rows[0]
    assert rows[0]["damage_roll"]["final_damage"] == 1


def test_a_rerolled_die_keeps_its_first_face() -> None:
    rows = dice_log(played(weapon(Keyword("twin-linked"), attacks="1"), [4, 2, 5, 6], (Pool(1, 4),)), "w")["attacks"]
    assert (rows[0]["wound_roll"]["first"], rows[0]["wound_roll"]["roll"]) == (2, 5)


def test_a_target_without_a_save_is_reported() -> None:
    rows = dice_log(played(weapon(attacks="1", ap=-3), [4, 4], (Pool(1, 5),)), "w")["attacks"]
    assert (rows[0]["save_roll"]["needed"], rows[0]["save_roll"]["roll"]) == (None, None)
    assert rows[0]["save_roll"]["success"] is False
    assert effects(rows[0]["save_roll"])[:2] == [("save", "5+"), ("AP", "+3")]


def test_torrent_hits_without_a_roll_and_rolls_its_attacks() -> None:
    log = dice_log(played(weapon(Keyword("torrent"), attacks="D6"), [2, 1, 1], (Pool(1, 4),)), "w")
    assert log["attacks_roll"]["faces"] == [2]
    assert [row["hit_roll"]["roll"] for row in log["attacks"]] == [None, None]
    assert effects(log["attacks"][0]["hit_roll"])[-1] == ("torrent", "succeeds without a roll")


def faces_in(log: DiceTable) -> int:
    """All dice of a table, those rerolled twice."""
    total = len(log["attacks_roll"]["faces"])
    for row in log["attacks"]:
        for die in (row["hit_roll"], row.get("wound_roll"), row.get("save_roll")):
            total += 0 if die is None else (die["roll"] is not None) + ("first" in die)
        total += len(row["damage_roll"]["faces"]) if "damage_roll" in row else 0
        total += len(row.get("fnp_roll", ()))
    return total


def test_no_die_is_left_out() -> None:
    gun = weapon(
        Keyword("twin-linked"), Keyword("lethal hits"), Keyword("sustained hits", Amount(plus=2)),
        Keyword("devastating wounds"), attacks="2D6", damage="D6+1", ap=-1,
    )  # fmt: skip
    targets = [(Pool(2, 4, None, 5, 5),), (Pool(1, 5), Pool(3, 3, 5, 6, 2), Pool(3, 6, None, None, 2))]
    for choice in range(60):
        dice = Dice(11, choice)
        result = roll(define(gun, 2, Circumstances(), 4), targets[choice % 2], dice)
        log = dice_log(result, "w")
        assert faces_in(log) == sum(len(entry.faces) for entry in dice.ledger)
        assert sum(row.get("damage_roll", {}).get("final_damage", 0) for row in log["attacks"]) == result.damage


def test_summaries_stop_where_nothing_was_left() -> None:
    nothing = Acted()
    assert ", ".join(tallied(10, 6, 4, 3, 2, nothing)) == "10 attacks, 6 hits, 4 wounds, 2 slain"
    assert ", ".join(tallied(1, 1, 1, 3, 0, nothing)) == "1 attack, 1 hit, 1 wound, 3 damage"
    assert ", ".join(tallied(5, 2, 1, 0, 0, nothing)) == "5 attacks, 2 hits, 1 wound, no damage"
    assert ", ".join(tallied(5, 2, 0, 0, 0, nothing)) == "5 attacks, 2 hits, no wounds"
    assert ", ".join(tallied(5, 0, 0, 0, 0, nothing)) == "5 attacks, no hits"
    assert summary(SHOTS)[0] == "6 attacks"


def test_summaries_name_the_keywords_that_acted_and_how_often() -> None:
    sustained = weapon(Keyword("sustained hits", Amount(plus=2)), attacks="2")
    assert summary(played(sustained, [6, 2, 3, 1, 1], (Pool(5, 6),)))[1] == (
        "3 hits with 2 extra hits (Sustained Hits 2)"
    )
    both = weapon(Keyword("lethal hits"), Keyword("devastating wounds"), attacks="2")
    assert summary(played(both, [6, 4, 6, 1], (Pool(5, 6),)))[1:3] == [
        "2 hits",
        "2 wounds with 1 automatic wound (Lethal Hits) and 1 wound past saves (Devastating Wounds)",
    ]
    assert summary(played(both, [4, 4, 4, 4, 6, 6], (Pool(5, 6),)))[1:3] == ["2 hits", "2 wounds"]

"""Dice that players roll themselves: entered as the page asks for them, and taken as the attacks need them."""

from __future__ import annotations

from typing import Any

from highground.engine.record import Given
from highground.game.commands import answers
from highground.game.match.match import Match
from tests.engine import field
from tests.game.commands.test_commands import aim, infantry, match, refused, rolls


def dice_of(game: Match, stage: str) -> dict[str, list[int | None]]:
    """The faces that count of each weapon in the table, in its order."""
    every = [roll for each in rolls(game)["miniature_rolls"] for roll in each["weapon_rolls"]]
    found: Any = {roll["weapon_name"]: [each.get(f"{stage}_roll") for each in roll["attacks"]] for roll in every}
    return {name: [None if die is None else die["roll"] for die in dice] for name, dice in found.items()}


def test_rerolled_dice_are_entered_after_all_others() -> None:
    """Of two weapons the first rerolls what failed: its reroll is not the second's first die."""
    alpha, beta = field.weapon("alpha", "2", keywords="twin-linked"), field.weapon("beta", "2")
    what = field.setup([field.unit("Wardens", alpha, beta, count=1)], [infantry("Raiders", 6)])
    places = {0: field.row(20.0, 20.0), 1: field.row(field.beside(20.0, 10.0), 20.0, 6)}
    game = match(field.position(what, places, "shooting"))
    answers.select_targets(game, [aim(game, "alpha"), aim(game, "beta")], melee=False)
    shares = [{"weapon_name": name, "target_unit_name": "Raiders", "dice": 2} for name in ("Alpha", "Beta")]
    assert rolls(game).get("dice_shares") == shares
    answers.roll_stage(game, "hit", Given((3, 3, 3, 3)))
    few = refused(lambda: answers.roll_stage(game, "wound", Given((1, 4, 2))), game)
    assert few.code == "wrong-dice"
    none = refused(lambda: answers.roll_stage(game, "wound", Given((1, 4, 2, 5))), game)
    assert none.code == "wrong-dice"
    answers.roll_stage(game, "wound", Given((1, 4, 2, 5, 6)))
    assert dice_of(game, "wound") == {"Alpha": [6, 4], "Beta": [2, 5]}
    assert "dice_shares" in rolls(game)


def test_own_dice_are_entered_in_the_order_of_the_table() -> None:
    """Also if weapons of one miniature were declared before and after another's."""
    alpha, beta, gamma = (field.weapon(name, "2") for name in ("alpha", "beta", "gamma"))
    wardens = field.mixed(
        "Wardens", field.miniatures("Warden", 1, alpha, gamma), field.miniatures("Gunner", 1, beta), keywords="infantry"
    )
    places = {0: field.row(20.0, 20.0, 2), 1: field.row(field.beside(20.0, 10.0), 20.0, 6)}
    game = match(field.position(field.setup([wardens], [infantry("Raiders", 6)]), places, "shooting"))
    answers.select_targets(game, [aim(game, "alpha"), aim(game, "beta"), aim(game, "gamma")], melee=False)
    answers.roll_stage(game, "hit", Given((1, 2, 3, 4, 5, 6)))
    assert list(dice_of(game, "hit").items()) == [("Alpha", [1, 2]), ("Beta", [3, 4]), ("Gamma", [5, 6])]

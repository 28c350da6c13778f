"""Battle-shock tests: of the command phase, and those that abilities force."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine.abilities import powers
from highground.engine.scene import Scene


def take_test(scene: Scene, unit: int, bonus: int = 0) -> bool:
    """2D6, or more where an ability says so, against the best leadership among the living; whether it passed."""
    count, steadfast = dice_of(scene, unit), powers.passes_shock(scene, unit)
    dice = () if steadfast else scene.dice.roll(count, "battle-shock")
    short = not steadfast and sum(dice) < needed(scene, unit) - bonus
    if short and powers.rerolls(scene, unit, "battle-shock"):
        dice = scene.dice.reroll(count, "battle-shock")
    return settle(scene, unit, dice, bonus)


def dice_of(scene: Scene, unit: int) -> int:
    """How many dice its test takes."""
    return 2 + powers.shock_dice(scene, unit)


def needed(scene: Scene, unit: int) -> int:
    """What its battle-shock test needs, with all that is added to it."""
    return leadership_of(scene, unit) - powers.added(scene, unit, "nerve")


def leadership_test(scene: Scene, unit: int, cause: str) -> bool:
    """2D6 against the best leadership among the living, for an ability; whether it passed. It is no battle-shock."""
    least = leadership_of(scene, unit) - powers.added_to_leadership_tests(scene, unit)
    dice = scene.dice.roll(2, cause)
    if sum(dice) < least and powers.rerolls(scene, unit, "leadership"):
        dice = scene.dice.reroll(2, cause)
    passed = sum(dice) >= least
    scene.emit(ev.LeadershipTested(unit, cause, dice, least, passed))
    return passed


def settle(scene: Scene, unit: int, dice: tuple[int, ...], bonus: int = 0) -> bool:
    """What these dice come to; without any the test is passed."""
    least = needed(scene, unit) - bonus
    passed = not dice or sum(dice) >= least
    scene.emit(ev.BattleShockTested(unit, dice, least, passed))
    return passed


def printed_leadership(scene: Scene, unit: int) -> int:
    """The best leadership on the sheet among the living, whatever holds for the unit."""
    line_up = scene.sheets[unit].line_up
    return min([line_up[i].profile.leadership for i in scene.figures(unit).indices])


def leadership_of(scene: Scene, unit: int) -> int:
    """The number that a test of the unit needs: lower is better."""
    best = printed_leadership(scene, unit)
    fixed = powers.fixed(scene, unit, "leadership")
    return (min(best, fixed) if fixed is not None else best) - powers.added(scene, unit, "leadership")

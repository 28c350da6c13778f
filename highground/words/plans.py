"""What the computer's plans are called, and what their trials came to, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

PLANS = {
    "steady": "play the mission steadily",
    "ground": "take ground and keep it",
    "missions": "score the secondary missions first",
    "assault": "close in and fight",
    "guns": "shoot and stay out of reach",
    "kill": "destroy what can be destroyed",
    "spare": "keep units alive",
    "hold": "stay on the ground that is held",
    "standard": "take the best choice at hand",
    "usual": "set up as usual",
    "spread": "set up far apart",
    "close": "set up close together",
    "forward": "set up further forward",
    "back": "set up further back",
    "left": "set up towards the left flank",
    "right": "set up towards the right flank",
    "near": "set up about the objectives",
    "vanguard": "set up far apart and further forward",
    "outposts": "set up far apart about the objectives",
}
"""By the name of the plan, or of the way to set up, to follow 'to'."""
PHASES = {
    "deployment": "deployment",
    "movement": "turn",
    "shooting": "shooting and what follows",
    "charge": "charges and what follows",
}


def plan_words(name: str) -> str:
    return PLANS.get(name, name)


def share(value: float) -> str:
    """'62%'."""
    return f"{100 * value:.0f}%"


def expected(scored: float, conceded: float, lost: float, destroyed: float) -> str:
    """What trials came to on average, in victory points and points of army, to the end of the enemy's next turn."""
    points = f"scores {max(0.0, scored):.1f} victory points and gives away {max(0.0, conceded):.1f}"
    return f"{points}, destroys {max(0.0, destroyed):.0f} points of army and loses {max(0.0, lost):.0f}"


def plan_sentence(
    phase: str, best: str, chance: float, outcome: str, trials: int, plans: int, second: str, *, most: bool = True
) -> str:
    """Why a plan is played. `second` is the next best with its chance, or ''. `most`: no other won more in trials."""
    said = "it wins most" if most else "it came out best all in all"
    compared = f"Of {plans} plans in {trials} trials {said}, {share(chance)}: it {outcome} on average."
    if plans < 2 or not trials:
        compared = "There was no time to compare plans."
    other = f" Next best: {second}." if second and trials else ""
    return f"The plan for the {PHASES.get(phase, 'turn')}: {plan_words(best)}. {compared}{other}"


def other_plan(name: str, chance: float, why: str) -> str:
    """The next best plan with its chance, to follow 'Next best:'. `why` it is not played though it won more, or ''."""
    return f"{plan_words(name)}, {share(chance)}{f', {why}' if why else ''}"


FEWER_TRIALS = "of fewer trials"
FEWER_POINTS = "with fewer points ahead"
FLATTERED = "which trials of such a plan overrate"
LESS_LIKED = "which suits this player less"
"""Why a plan that won more in its trials is not played."""


def apart_sentence(units: int) -> str:
    """That so many units follow another plan than their army; '' if none does."""
    if not units:
        return ""
    return "One unit does better with another plan." if units == 1 else f"{units} units do better with other plans."


def charges_sentence(trials: int, chosen: Sequence[str]) -> str:
    """What came of trying other charges than planned; `chosen` are those made, as in 'Hounds do not charge'."""
    return _changed("Before its charges it tried others", "It charges as planned.", trials, chosen)


def shots_sentence(trials: int, chosen: Sequence[str]) -> str:
    """What came of trying other targets to shoot at; `chosen`: 'all units prefer to shoot at Hounds'."""
    return _changed("Before it shot, it tried other targets", "It shoots as planned.", trials, chosen)


def _changed(tried: str, untried: str, trials: int, chosen: Sequence[str]) -> str:
    if not trials:
        return untried
    best = f"Best: {'; '.join(chosen)}." if chosen else "None was better."
    return f"{tried} in {trials} {'trial' if trials == 1 else 'trials'}. {best}"


def risk_sentence(chance: float, worst: float, trials: int) -> str:
    """What can go wrong."""
    if not trials:
        return "There was no time to try it."
    if share(worst) == share(chance):
        return f"In each of {trials} trials the chance to win comes to {share(chance)}."
    return f"In {trials} trials the chance to win comes to {share(chance)}, in the worst of them to {share(worst)}."


def warning_sentence(loss: float, better: str) -> str:
    """Said before a choice that costs too much."""
    return f"This loses about {share(loss)} of your chance to win. Better: {better}"

"""How strong the computer plays: levels by name, each a fixed recipe."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from highground.ai.deploying import USUAL, Deployment
from highground.ai.personality import PERSONALITIES, SHADES, STANDARD_INTENSITY, Personality
from highground.ai.player import AiPlayer
from highground.ai.search import Recipe, SearchPlayer, Thought
from highground.ai.trials import TimeLeft, TurnPlan

CLASSIC = PERSONALITIES["standard"]
STEADY = Personality("steady", "Plays the mission.", danger=0.3, melee=1.4, forward=1.4, objectives=1.2, mission=1.0)
"""What the others are variations of."""


def _like(name: str, description: str, **weights: float) -> Personality:
    return replace(STEADY, name=name, description=description, **weights)


INTENTS = (
    STEADY,
    _like("ground", "Takes and keeps ground.", objectives=2.2, danger=0.15),
    _like("missions", "Scores its secondary missions first.", mission=2.5),
    _like("assault", "Closes in and fights.", melee=1.9, forward=2.0, danger=0.0),
    _like("guns", "Shoots, and keeps out of reach.", shooting=1.4, melee=0.6, forward=1.0, danger=0.6),
    _like("kill", "Destroys what can be destroyed.", objectives=0.45, shooting=1.3, melee=1.5, danger=0.1),
    _like("spare", "Keeps its units alive.", danger=1.2, melee=1.0, forward=1.0, objectives=1.0),
    _like("hold", "Stays on what it holds.", objectives=2.0, forward=0.3, melee=1.0, danger=0.4),
    CLASSIC,
)
FLATTERED: Mapping[str, float] = {"kill": 0.03, "assault": 0.015, "guns": 0.02, "standard": 0.03}
"""What a turn's trials promise of plans beyond what they bring: who keeps to one for a whole battle wins that much less
often for each turn, beside `steady`, than its trials say."""
PLANS = tuple([TurnPlan(each.name, each, FLATTERED.get(each.name, 0.0)) for each in INTENTS])
ANSWERS = (STEADY, PERSONALITIES["aggressive"], CLASSIC)
_SPREAD = {"apart": 0.6, "spacing": 12.0}
DEPLOYMENTS = (
    USUAL,
    Deployment("spread", **_SPREAD),
    Deployment("close", apart=0.15, spacing=6.0),
    Deployment("forward", forward=0.6),
    Deployment("back", forward=-0.6),
    Deployment("left", flank=-1.0),
    Deployment("right", flank=1.0),
    Deployment("near", objectives=2.5),
    Deployment("vanguard", forward=0.4, **_SPREAD),
    Deployment("outposts", objectives=2.0, **_SPREAD),
)
"""Ways to set up an army that are compared; docs/decisions/0234."""
STRONGEST = Recipe(PLANS, ANSWERS, (72, 0, 0), singles=160, charges=96, shots=96, deployments=DEPLOYMENTS, set_up=140)
_RECRUIT = Personality("recruit", danger=1.0, objectives=0.6)


LEANINGS: Mapping[str, Mapping[str, float]] = {
    "standard": {},
    "aggressive": {"assault": 1.0, "kill": 0.7},
    "cautious": {"guns": 1.0, "spare": 0.8},
    "defender": {"hold": 1.0, "ground": 0.8},
}
"""The plans that each personality likes."""
LEANING = 0.02
"""What a plan that a personality likes most may be behind in the chance to win, at the usual intensity."""
SHADE = 0.35
"""Share of what sets a personality apart that a level's weights take on, for it to be about as strong."""
LEAST_SECONDS, MOST_SECONDS = 0.05, 60.0
"""How long a turn's thinking can be set to take."""
MOST_TRIALS = 30.0
"""How many times its usual trials a level makes at most where it is given more time."""


class Level(msgspec.Struct, frozen=True):
    """A strength of the computer: what it is called, what it does in a sentence, and how it decides.

    Without a recipe it looks one choice ahead by its weights. `seconds` is what a turn's thinking may usually take.
    """

    name: str
    description: str
    weights: Personality
    recipe: Recipe | None = None
    seconds: float = 0.0

    def player(self, personality: str = "standard", intensity: int = STANDARD_INTENSITY) -> AiPlayer:
        """A new player of this level, in a personality's way; it counts its trials and looks at no clock."""
        if self.recipe is None:
            return AiPlayer(replace(self.shaded(personality, intensity), name=self.name))
        return SearchPlayer(self.name, self.recipe, leaning=leaning_of(personality, intensity))

    def thinker(
        self, personality: str, intensity: int, seconds: float, left: TimeLeft, thought: Thought | None
    ) -> SearchPlayer | None:
        """A player that goes on from a thought within `seconds` for a turn; None for a level that compares no plans."""
        if self.recipe is None:
            return None
        more = min(MOST_TRIALS, seconds / self.seconds)
        recipe = self.recipe.scaled(more) if more > 1.0 else self.recipe
        return SearchPlayer(self.name, recipe, left, leaning_of(personality, intensity), thought)

    def budget(self, phase: str, seconds: float) -> float:
        """The seconds that it may think at the start of a phase, of those of a turn."""
        return 0.0 if self.recipe is None else seconds * self.recipe.share(phase)

    def shaded(self, personality: str, intensity: int) -> Personality:
        """The level's weights in a personality's way. The yardstick takes the personality's own."""
        way = PERSONALITIES[personality].at(intensity)
        if self.weights is CLASSIC:
            return way
        shades = {
            field: max(0.0, getattr(self.weights, field) + SHADE * (getattr(way, field) - getattr(CLASSIC, field)))
            for field in SHADES
        }
        return replace(self.weights, **shades)


def leaning_of(personality: str, intensity: int) -> dict[str, float]:
    """What a personality allows the plans it likes to be behind by, in the chance to win."""
    share = LEANING * intensity / STANDARD_INTENSITY
    return {plan: share * liking for plan, liking in LEANINGS[personality].items()}


LEVELS = {
    each.name: each
    for each in (
        Level("recruit", "Learns the game with you: careful with its units, careless of the mission.", _RECRUIT),
        Level("classic", "Takes the best choice at hand, and never looks at the score.", CLASSIC),
        Level("regular", "Plays the mission, one choice at a time.", STEADY),
        Level(
            "strongest",
            "Compares ways to set up, plans for its army and single units before it moves, and its shots and charges.",
            STEADY,
            STRONGEST,
            2.0,
        ),
    )
}
"""From the weakest to the strongest."""

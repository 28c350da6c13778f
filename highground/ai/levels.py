"""How strong the computer plays: levels by name, each a fixed recipe."""

from __future__ import annotations

import msgspec

from highground.ai.personality import PERSONALITIES, Personality
from highground.ai.player import AiPlayer
from highground.ai.search import Recipe, SearchPlayer, TurnPlan

CLASSIC = PERSONALITIES["standard"]
STEADY = Personality("steady", "Plays the mission.", danger=0.12, mission=1.0)
"""What the others are variations of."""


def _like(name: str, description: str, **weights: float) -> Personality:
    settings = {"danger": STEADY.danger, "mission": STEADY.mission, **weights}
    return Personality(name, description, **settings)


INTENTS = (
    STEADY,
    _like("ground", "Takes and keeps ground.", objectives=1.9, danger=0.1),
    _like("missions", "Scores its secondary missions first.", mission=2.5),
    _like("assault", "Closes in and fights.", melee=1.7, forward=1.8, danger=0.0),
    _like("guns", "Shoots, and keeps out of reach.", shooting=1.4, melee=0.6, danger=0.5),
    _like("kill", "Destroys what can be destroyed.", objectives=0.45, shooting=1.3, melee=1.3, danger=0.05),
    _like("spare", "Keeps its units alive.", danger=1.0, objectives=0.8),
    _like("hold", "Stays on what it holds.", objectives=1.7, forward=0.3, danger=0.4),
    CLASSIC,
)
PLANS = tuple(TurnPlan(each.name, each) for each in INTENTS)
ANSWERS = (STEADY, PERSONALITIES["aggressive"], CLASSIC)
STRONGEST = Recipe(PLANS, ANSWERS, (90, 45, 36))
_RECRUIT = Personality("recruit", danger=1.0, objectives=0.6)


class Level(msgspec.Struct, frozen=True):
    """A strength of the computer: what it is called, what it does in a sentence, and how it decides.

    Without a recipe it looks one choice ahead by its weights.
    """

    name: str
    description: str
    weights: Personality
    recipe: Recipe | None = None

    def player(self) -> AiPlayer:
        """A new player of this level."""
        if self.recipe is None:
            return AiPlayer(msgspec.structs.replace(self.weights, name=self.name))
        return SearchPlayer(self.name, self.recipe)


LEVELS = {
    each.name: each
    for each in (
        Level("recruit", "Learns the game with you: careful with its units, careless of the mission.", _RECRUIT),
        Level("classic", "Takes the best choice at hand, and never looks at the score.", CLASSIC),
        Level("regular", "Plays the mission, one choice at a time.", STEADY),
        Level("captain", "Compares a few plans before each of its turns.", STEADY, Recipe(PLANS, ANSWERS, (18, 0, 0))),
        Level("strongest", "Tries many plans against likely answers, and plans again as dice fall.", STEADY, STRONGEST),
    )
}
"""From the weakest to the strongest."""

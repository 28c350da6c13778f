"""Stops: what a seat wants to be asked about. What it does not want to be asked about is passed on its behalf.

A stop is no rule and no part of the battle: it is kept beside it with the seat, and the pass that it makes is a pass
like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

import msgspec

from highground.ai import stakes
from highground.ai.using import WORTH_OF_A_POINT
from highground.engine.abilities.model import Ability
from highground.engine.battle import Battle
from highground.engine.prompts import Prompt, ReactPrompt
from highground.engine.state import Window
from highground.engine.steps import offers
from highground.engine.steps.offers import Offer

Stop = Literal["always", "worth", "turn", "never"]
"""When a reaction is asked about: always, if it may be worth it, not in this turn any more, never."""

LINE = WORTH_OF_A_POINT * 2 / 3
"""What a reaction must bring in points of army, for each command point, to be asked about: less than the computer
wants of its own, since a person may see more in it."""
FREE = 2.0
"""What a reaction must bring that costs nothing."""


RISE = 1.5
"""How much more a reaction must bring than when it was let pass before, to be asked about again in the same turn."""


class Asked(msgspec.Struct, frozen=True):
    """When a reaction was last asked about for its worth, after how many choices, and what it would have brought."""

    turn: tuple[int, int]
    number: int
    worth: float


class Stops(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's stops by reaction. `rest` is for those that none is chosen for; without it each has its usual one.

    `quiet` has the round and the turn in which a reaction is not asked about any more. `closing` asks where units go
    that charge, pile in and consolidate; else they go the shortest way. Without it that is asked at a real table.
    """

    chosen: dict[str, Stop] = {}
    quiet: dict[str, tuple[int, int]] = {}
    rest: Stop | None = None
    closing: bool | None = None

    def of(self, key: str, ability: Ability, turn: tuple[int, int]) -> Stop:
        """The stop that holds for a reaction in a turn."""
        if self.quiet.get(key) == turn:
            return "turn"
        return self.chosen.get(key) or self.rest or usual(ability)

    def asks(self, key: str) -> bool:
        """Whether its player wants always to be asked about a reaction."""
        return (self.chosen.get(key) or self.rest) == "always"

    def but(self, keys: Iterable[str], stop: Stop, turn: tuple[int, int]) -> Stops:
        """These stops with another for some reactions. Not to be asked in this turn leaves what holds after it."""
        some = set(keys)
        quiet = {key: when for key, when in self.quiet.items() if key not in some and when == turn}
        if stop == "turn":
            return msgspec.structs.replace(self, quiet=quiet | dict.fromkeys(some, turn))
        return msgspec.structs.replace(self, quiet=quiet, chosen=self.chosen | dict.fromkeys(some, stop))


ALWAYS_ASK = Stops(rest="always")


def usual(ability: Ability) -> Stop:
    """The stop of a reaction that nobody has chosen one for: what cannot be judged is always asked about."""
    return "worth" if stakes.is_judged(ability) else "always"


def key_of(ability: Ability, roll: str = "") -> str:
    """What a reaction is known by: rerolls of different rolls are different reactions."""
    uid = ability.uid or ability.name
    return f"{uid}:{roll}" if roll else uid


def key_in(window: Window, ability: Ability) -> str:
    """The key of a reaction that may be used in a window."""
    return key_of(ability, window.roll if ability.use is not None and ability.use.rolls else "")


class Weighed(NamedTuple):
    """Whether a side is asked about what is due: the worth of what it is asked about for its worth, by reaction, and
    the names of the reactions that bring too little for it."""

    ask: bool
    worth: dict[str, float]
    too_little: dict[str, str]


def weighed(battle: Battle, prompt: Prompt, stops: Stops, asked: Mapping[str, Asked]) -> Weighed:
    """Whether a side wants to be asked about what is due. `asked` is what it has been asked about before."""
    window = battle.scene.top
    if not isinstance(prompt, ReactPrompt) or not isinstance(window, Window):
        return Weighed(True, {}, {})
    turn = (battle.state.round, battle.state.turn)
    always, worth, too_little = False, dict[str, float](), dict[str, str]()
    for offer in offers.offers(battle.scene, window.side, window.kind, window.about, window.roll):
        key = key_in(window, offer.ability)
        stop = stops.of(key, offer.ability, turn)
        always = always or stop == "always"
        if stop == "worth" and not always:
            known = asked.get(key)
            least = known.worth * RISE if known is not None and known.turn == turn else 0.0
            brings = worth_of(battle, window, offer)
            if brings >= max(line(offer), least):
                worth[key] = max(brings, worth.get(key, 0.0))
            else:
                too_little[key] = offer.ability.name
    return Weighed(always or bool(worth), worth, too_little)


def worth_of(battle: Battle, window: Window, offer: Offer) -> float:
    """The most that an offer brings at any of its targets, in points of army; 0 where that is below its line."""
    least = line(offer)
    return max(
        stakes.stake(battle, window, offer, target).worth if stakes.most(battle, offer, target) >= least else 0.0
        for target in offer.targets or (None,)
    )


def line(offer: Offer) -> float:
    """What the offer must bring to be asked about, in points of army."""
    return LINE * offers.cost(offer.ability) or FREE

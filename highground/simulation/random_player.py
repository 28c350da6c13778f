"""A player that takes any legal choice: it meets every step of the rules, and is the weakest opponent there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, pi, sin
from random import Random

from msgspec.structs import replace

from highground.engine import choices as ch
from highground.engine import finding, listing
from highground.engine.abilities.bans import forbids
from highground.engine.base import FULL_TURN, Base, Disc
from highground.engine.battle import Battle
from highground.engine.choices import STAGES, Choice, How
from highground.engine.figures import spread
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point
from highground.engine.prompts import Prompt
from highground.engine.scene import Scene
from highground.engine.state import Shot
from highground.engine.steps import flight
from highground.engine.steps.placing import bases_at_set_up
from highground.engine.table import formation
from highground.engine.table.distance import toward
from highground.engine.table.zones import ARRIVAL_DISTANCE, EDGE_REACH, at_edge

TRIES = 12
NEAREST_TARGETS = 4
BY_HAND = 0.02
"""The same for what players switch on and off by hand, which is there at every prompt."""
USES = 0.3
"""How often an ability is used where something else can be done: the weight beside 1 for each other kind of choice."""

PlaceAllowed = Callable[[Point, Base], bool]


class NoLegalChoice(Exception):
    """The battle asks for something that nothing this player knows answers."""


class RandomPlayer:
    """Picks among legal choices of every kind by dice of its own, so the same seed plays the same battle.

    `ends`: the weight of ending a phase's actions early, or of reserves, beside 1 for each other kind of choice.
    """

    name = "random"

    def __init__(self, seed: int, ends: float = 0.05) -> None:
        self._random = Random(seed)
        self._weights = {"end": ends, "reserve": ends, "use": USES, "by_hand": BY_HAND}
        self._makers: dict[str, Callable[[Battle, Prompt], Choice | None]] = {
            "advance": lambda _battle, _request: ch.Advance(),
            "roll": self._roll,
            "zone": lambda _battle, _request: ch.ChooseZone(self._random.randrange(2)),
            "deploy": self._deploy,
            "reserve": self._reserve,
            "arrive": self._arrive,
            "move": self._move,
            "place": self._place,
            "shoot": self._shoot,
            "charge": self._charge,
            "fight": lambda _battle, prompt: ch.Fight(self._random.choice(prompt.units)),
            "strike": self._strike,
            "end": lambda _battle, _request: ch.End(),
        }

    def choose(self, battle: Battle, prompt: Prompt) -> Choice:
        """Any legal answer. Raises NoLegalChoice where there seems to be none."""
        for _ in range(TRIES):
            kind = self._kind(prompt.kinds)
            choice = self._makers.get(kind, self._listed)(battle, replace(prompt, kinds=(kind,)))
            if choice is not None and battle.allows(choice):
                return choice
        for choice in _plain(battle, prompt):
            if battle.allows(choice):
                return choice
        raise NoLegalChoice(f"nothing answers {prompt}")

    def _kind(self, kinds: tuple[str, ...]) -> str:
        """Ends and reserves are rare beside anything else."""
        weights = [self._weights.get(kind, 1.0) for kind in kinds]
        return self._random.choices(kinds, weights)[0] if any(weights) else self._random.choice(kinds)

    def _roll(self, battle: Battle, prompt: Prompt) -> Choice:
        staged = prompt.stage in STAGES and self._random.random() < 0.5
        return ch.RollDice(prompt.stage if staged else "all")

    def _deploy(self, battle: Battle, prompt: Prompt) -> Choice | None:
        """Somewhere in the army's zone; infiltrators anywhere, if it turns out to be allowed."""
        scene, unit = battle.scene, self._random.choice(prompt.units)
        if scene.sheets[unit].gait.airborne:
            return ch.Reserve(unit)
        if "infiltrators" in scene.sheets[unit].rules and self._random.random() < 0.5:
            places = formation.arrive(scene.board, self._anywhere(), *_bases(scene, unit), ARRIVAL_DISTANCE)
        else:
            zone = battle.setup.layout.zones[scene.state.armies[prompt.side].zone or 0].coordinates
            xs, ys = [x for x, _ in zone], [y for _, y in zone]
            anchor = (self._random.uniform(min(xs), max(xs)), self._random.uniform(min(ys), max(ys)))
            bases, friends, enemies = _bases(scene, unit)
            places = formation.deploy(scene.board, zone, anchor, bases, [*friends, *enemies])
        return None if places is None else ch.Deploy(unit, _full(scene, unit, places))

    def _reserve(self, battle: Battle, prompt: Prompt) -> Choice:
        return ch.Reserve(self._random.choice(prompt.units))

    def _arrive(self, battle: Battle, prompt: Prompt) -> Choice | None:
        scene = battle.scene
        unit = self._random.choice([u for u in prompt.units if scene.state.units[u].reserves])
        anchor: Point = self._anywhere()
        allowed: PlaceAllowed = _everywhere
        if "deep strike" not in scene.sheets[unit].rules:
            anchor, allowed = self._at_an_edge(), at_edge
        places = formation.arrive(scene.board, anchor, *_bases(scene, unit), ARRIVAL_DISTANCE, allowed)
        return None if places is None else ch.Arrive(unit, _full(scene, unit, places))

    def _move(self, battle: Battle, prompt: Prompt) -> Choice | None:
        scene = battle.scene
        unit = self._random.choice([u for u in prompt.units if scene.state.units[u].deployed])
        if scene.sheets[unit].gait.airborne:
            return self._fly(scene, unit)
        ways: tuple[How, ...] = ("fall_back", "stationary") if scene.engaged(unit) else ("move", "move", "advance")
        how = self._random.choice(ways) if self._random.random() < 0.9 else "stationary"
        if (how == "advance" and forbids(scene, unit, "advance")) or (
            how == "fall_back" and forbids(scene, unit, "fall back")
        ):
            how = "stationary"
        if how in ("stationary", "advance"):
            return ch.Move(unit, how)
        line_up = scene.sheets[unit].line_up
        limit = float(min(line_up[i].profile.movement for i in scene.figures(unit).indices))
        places = self._shift(scene, unit, limit)
        return None if places is None else ch.Move(unit, how, places)

    def _fly(self, scene: Scene, unit: int) -> Choice:
        """Straight on, turned anyhow, or off the table."""
        there = list(flight.flights(scene, unit))
        if not there or self._random.random() < 0.1:
            return ch.Move(unit, "fly_off")
        state, turn = scene.state.units[unit], self._random.randint(-flight.MOST_TURN, flight.MOST_TURN)
        facings = tuple([(each + turn) % FULL_TURN for each in state.every_facing])
        return ch.Move(unit, "move", _full(scene, unit, self._random.choice(there)), facings=facings)

    def _place(self, battle: Battle, prompt: Prompt) -> Choice | None:
        unit, limit = prompt.unit, prompt.limit
        if unit is None or limit is None or self._random.random() < 0.5:
            return ch.Place()
        places = self._shift(battle.scene, unit, limit)
        return None if places is None else ch.Place(places)

    def _shift(self, scene: Scene, unit: int, limit: float) -> tuple[Point, ...] | None:
        """The unit formed up elsewhere: towards an enemy, an objective, or in any direction."""
        figures = scene.figures(unit)
        foes = [scene.figures(foe.index).centre for foe in scene.units_of(1 - scene.state.units[unit].side)]
        goals = self._random.choice([foes, [spot.location for spot in scene.setup.layout.objectives]])
        if goals and self._random.random() < 0.75:
            anchor = toward(figures.centre, self._random.choice(goals), limit)
        else:
            angle, length = self._random.uniform(0, 2 * pi), self._random.uniform(0, limit)
            anchor = (figures.centre[0] + length * cos(angle), figures.centre[1] + length * sin(angle))
        return finding.form_up(scene, unit, anchor, limit)

    def _shoot(self, battle: Battle, prompt: Prompt) -> Choice:
        unit = self._random.choice(prompt.units)
        return ch.Shoot(unit, self._aimed(battle, unit, False, lambda shots: ch.Shoot(unit, shots)))

    def _strike(self, battle: Battle, prompt: Prompt) -> Choice | None:
        shots = self._aimed(battle, prompt.units[0], True, ch.Strike)
        return ch.Strike(shots) if shots else self._listed(battle, prompt)

    def _aimed(
        self, battle: Battle, unit: int, melee: bool, declare: Callable[[tuple[Shot, ...]], Choice]
    ) -> tuple[Shot, ...]:
        """Shots that may be declared together, each weapon at a unit that is near; now and then some bearers only."""
        scene, sheet = battle.scene, battle.scene.sheets[unit]
        weapons = sorted({c.weapon.uid for m in sheet.miniatures for c in m.weapons if c.weapon.melee == melee})
        self._random.shuffle(weapons)
        foes = sorted(scene.units_of(1 - scene.state.units[unit].side), key=lambda foe: scene.gap(unit, foe.index))
        shots: tuple[Shot, ...] = ()
        for weapon in weapons:
            for _ in range(2 if foes else 0):
                target = self._random.choice(foes[:NEAREST_TARGETS]).index
                more = (*shots, Shot(weapon, target, self._bearers(scene, unit)))
                if battle.allows(declare(more)):
                    shots = more
                    break
        return shots

    def _bearers(self, scene: Scene, unit: int) -> tuple[int, ...]:
        """None named, so that all fire, or one."""
        return () if self._random.random() < 0.85 else (self._random.choice(scene.figures(unit).indices),)

    def _charge(self, battle: Battle, prompt: Prompt) -> Choice | None:
        scene, unit = battle.scene, self._random.choice(prompt.units)
        foes = [foe.index for foe in scene.units_of(1 - prompt.side) if scene.within(unit, foe.index, 12.0)]
        count = min(len(foes), self._random.choice((1, 1, 1, 2)))
        return ch.Charge(unit, tuple(self._random.sample(foes, count))) if foes else None

    def _listed(self, battle: Battle, prompt: Prompt) -> Choice | None:
        """One of the answers that can be listed, each as likely as any other."""
        listed = listing.options(battle, prompt)
        return self._random.choice(listed) if listed else None

    def _anywhere(self) -> Point:
        return (self._random.uniform(0, BOARD_WIDTH), self._random.uniform(0, BOARD_HEIGHT))

    def _at_an_edge(self) -> Point:
        x, y = self._anywhere()
        depth = EDGE_REACH / 2
        return self._random.choice([(x, depth), (x, BOARD_HEIGHT - depth), (depth, y), (BOARD_WIDTH - depth, y)])


def _everywhere(_place: Point, _base: Base) -> bool:
    return True


def _bases(scene: Scene, unit: int) -> tuple[tuple[Base, ...], list[Disc], list[Disc]]:
    """The unit's bases when it is set up, and those of friends and of enemies."""
    side = scene.state.units[unit].side
    return bases_at_set_up(scene, unit), scene.circles(side, unit), scene.circles(1 - side)


def _full(scene: Scene, unit: int, places: tuple[Point, ...]) -> tuple[Point, ...]:
    return spread(scene.figures(unit), places, scene.state.units[unit])


def _plain(battle: Battle, prompt: Prompt) -> Iterator[Choice]:
    """The simplest answers, those that nothing on the table can forbid first."""
    yield from (ch.RollDice(), ch.Place(), ch.Strike(), ch.Pass(), ch.Advance(), ch.ChooseZone(0), ch.End())
    for unit in prompt.units:
        yield from (ch.Move(unit, "stationary"), ch.Move(unit, "fly_off"))
        yield from (ch.Shoot(unit), ch.Fight(unit), ch.Reserve(unit))
    if "deploy" in prompt.kinds:
        yield from listing.of_kind(battle, prompt, "deploy")

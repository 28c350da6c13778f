"""Battles of random legal choices: they meet what nobody thinks of testing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from highground.engine import choices as ch
from highground.engine import finding, listing
from highground.engine.battle import Battle
from highground.engine.errors import Refusal
from highground.engine.figures import Ending, spread, whole
from highground.engine.model import Point, Setup
from highground.engine.prompts import Prompt
from highground.engine.state import Shot
from highground.engine.steps import flight, movement
from tests.values import replace

After = Callable[[Battle], None]
MOST_CHOICES = 5000


def play_random(setup: Setup, seed: int, after: After | None = None, ends: float = 0.04) -> Battle:
    """A whole battle of random choices; `after` sees the battle after each. Fails if nothing answers a prompt."""
    battle, random = Battle(setup, seed), Random(seed)
    while (prompt := battle.ask()) is not None:
        assert len(battle.records) < MOST_CHOICES, "the battle does not end"
        answer_somehow(battle, prompt, random, ends)
        if after is not None:
            after(battle)
    return battle


def answer_somehow(battle: Battle, prompt: Prompt, random: Random, ends: float = 0.04) -> ch.Choice:
    """Answer with the first of a few random choices that the battle takes; at last with any finite one.

    Whether it takes one, and why not, it knows beforehand, without anything happening.
    """
    for choice in _tries(battle, prompt, random, ends):
        state, expected = battle.state, battle.refusal_of(choice)
        assert battle.state is state
        try:
            battle.answer(choice)
        except Refusal as refusal:
            assert expected is not None, f"{choice} seemed to be allowed: {refusal}"
            assert (expected.code, expected.facts) == (refusal.code, refusal.facts)
            continue
        assert expected is None, f"{choice} seemed to be refused: {expected}"
        return choice
    raise AssertionError(f"nothing answers {prompt}")


def _tries(battle: Battle, prompt: Prompt, random: Random, ends: float) -> Iterator[ch.Choice]:
    rare = [
        kind
        for kind in prompt.kinds
        if kind in ("end", "reserve", "by_hand", "disembark")
        or (kind == "use" and len(set(prompt.kinds) - {"by_hand"}) > 2)
    ]
    usual = [kind for kind in prompt.kinds if kind not in rare]
    for _ in range(8):
        kinds = rare if rare and (not usual or random.random() < ends) else usual
        kind = random.choice(kinds)
        choice = _MAKERS[kind](battle, prompt, random) if kind in _MAKERS else _any(battle, prompt, random, kind)
        if choice is not None:
            yield choice
    yield from (ch.Place(), ch.RollDice(), ch.Strike(), ch.End(), ch.Pass(), ch.Advance())
    for unit in prompt.units:
        yield from (ch.Move(unit, "stationary"), ch.Shoot(unit), ch.Fight(unit), ch.Reserve(unit))
    for kind in {"deploy", "strike"} & set(prompt.kinds):
        yield from listing.of_kind(battle, prompt, kind)


def _anywhere(random: Random) -> Point:
    return (random.uniform(1, 59), random.uniform(1, 43))


def _about(battle: Battle, unit: int, limit: float, random: Random) -> Point:
    """A point within reach, more often towards an enemy or an objective than not."""
    x, y = battle.scene.figures(unit).centre
    foes = [battle.scene.figures(foe.index).centre for foe in battle.scene.units_of(1 - battle.state.units[unit].side)]
    goals = [*foes, *(spot.location for spot in battle.setup.layout.objectives)]
    dx, dy = random.uniform(-limit, limit), random.uniform(-limit, limit)
    if goals and random.random() < 0.7:
        u, v = random.choice(goals)
        dx, dy = u - x, v - y
    share = min(1.0, limit / max(0.001, (dx * dx + dy * dy) ** 0.5)) * random.choice((1.0, 1.0, 0.6))
    return (round(x + dx * share, 3), round(y + dy * share, 3))


def _roll(battle: Battle, prompt: Prompt, random: Random) -> ch.Choice:
    return ch.RollDice(prompt.stage if prompt.stage in ch.STAGES and random.random() < 0.6 else "all")


def _deploy(battle: Battle, prompt: Prompt, random: Random) -> ch.Choice | None:
    unit = random.choice(prompt.units)
    floor = _floor(battle, random)
    if floor is not None:
        places = finding.set_up_on(battle.scene, unit, *floor)
        if places is not None:
            return ch.Deploy(unit, places, (floor[1],) * len(places))
    places = finding.set_up(battle.scene, unit, _anywhere(random))
    if "infiltrators" in battle.scene.sheets[unit].rules:
        places = finding.arrive(battle.scene, unit, _anywhere(random)) or places
    return None if places is None else ch.Deploy(unit, places)


def _arrive(battle: Battle, prompt: Prompt, random: Random) -> ch.Choice | None:
    unit = random.choice([unit for unit in prompt.units if battle.state.units[unit].reserves])
    places = finding.arrive(battle.scene, unit, _anywhere(random))
    return None if places is None else ch.Arrive(unit, places, facings=_some_facings(battle, unit, random))


def _move(battle: Battle, prompt: Prompt, random: Random) -> ch.Choice | None:
    units = [unit for unit in prompt.units if not battle.state.units[unit].reserves]
    unit = random.choice(units)
    if battle.scene.sheets[unit].gait.airborne:
        return _fly(battle, unit, random)
    how: ch.How = random.choice(("move", "move", "move", "advance", "stationary"))
    if battle.scene.engaged(unit):
        how = random.choice(("stationary", "fall_back"))
    if how in ("stationary", "advance"):
        return ch.Move(unit, how)
    limit = movement.speed(battle.scene, unit)
    floor = _floor(battle, random)
    if floor is not None and how == "move":
        ending = finding.form_up_on(battle.scene, unit, *floor, limit)
        if ending is not None:
            return ch.Move(unit, how, *_whole(battle, unit, ending))
    places = finding.form_up(battle.scene, unit, _about(battle, unit, limit, random), limit)
    if places is None:
        return None
    return ch.Move(unit, how, places, _some_heights(battle, unit, random), _some_facings(battle, unit, random))


def _fly(battle: Battle, unit: int, random: Random) -> ch.Choice:
    """Ahead, turned anyhow and perhaps too far; off the table where there is no room, and now and then."""
    there = list(flight.flights(battle.scene, unit))
    if not there or random.random() < 0.2:
        return ch.Move(unit, "fly_off")
    places = spread(battle.scene.figures(unit), random.choice(there), battle.state.units[unit])
    return ch.Move(unit, "move", places, facings=_some_facings(battle, unit, random))


def _place(battle: Battle, prompt: Prompt, random: Random) -> ch.Choice | None:
    if prompt.why not in ("advance", "scouts") or prompt.unit is None or not prompt.limit:
        return ch.Place()
    floor = _floor(battle, random)
    if floor is not None:
        ending = finding.form_up_on(battle.scene, prompt.unit, *floor, prompt.limit)
        if ending is not None:
            return ch.Place(*_whole(battle, prompt.unit, ending))
    anchor = _about(battle, prompt.unit, prompt.limit, random)
    places = finding.form_up(battle.scene, prompt.unit, anchor, prompt.limit)
    return ch.Place(places, facings=_some_facings(battle, prompt.unit, random) if places else ())


def _floor(battle: Battle, random: Random) -> tuple[Point, float] | None:
    """A place on an upper floor, now and then, where the board has any."""
    storeys = battle.scene.board.storeys
    if not storeys or random.random() < 0.5:
        return None
    piece = random.choice(storeys)
    left, top, right, bottom = piece.box
    return (random.uniform(left, right), random.uniform(top, bottom)), random.choice(piece.floors)


def _whole(battle: Battle, unit: int, ending: Ending) -> Ending:
    return whole(battle.scene.figures(unit), ending, battle.state.units[unit])


def _some_heights(battle: Battle, unit: int, random: Random) -> tuple[float, ...]:
    """Those that it has, or others that may be legal or not."""
    state, storeys = battle.state.units[unit], battle.scene.board.storeys
    if not storeys or random.random() < 0.5:
        return ()
    floors = (0.0, *random.choice(storeys).floors)
    return state.heights if random.random() < 0.5 else tuple([random.choice(floors) for _ in state.places])


def _some_facings(battle: Battle, unit: int, random: Random) -> tuple[int, ...]:
    """Now and then another way to face for each miniature, for which there may be no room."""
    if not battle.scene.sheets[unit].faces or random.random() < 0.5:
        return ()
    return tuple([random.randrange(360) for _ in battle.state.units[unit].places])


def _some(shots: list[Shot], battle: Battle, unit: int, random: Random) -> tuple[Shot, ...]:
    """A few of the shots, of different weapons most of the time, now and then of one bearer only."""
    random.shuffle(shots)
    kept: dict[str, Shot] = {}
    for shot in shots:
        if random.random() < 0.85:
            kept.setdefault(shot.weapon, shot)
    if kept and random.random() < 0.15:
        first = next(iter(kept))
        kept[first] = replace(kept[first], bearers=(random.choice(battle.state.units[unit].standing),))
    return tuple(kept.values())


def _shoot(battle: Battle, prompt: Prompt, random: Random) -> ch.Choice:
    unit = random.choice(prompt.units)
    return ch.Shoot(unit, _some(listing.single_shots(battle.scene, unit), battle, unit, random))


def _strike(battle: Battle, prompt: Prompt, random: Random) -> ch.Choice:
    unit = prompt.units[0]
    shots = listing.single_strikes(battle.scene, unit)
    many = _some(shots, battle, unit, random)
    return ch.Strike(many if random.random() < 0.5 else tuple(shots[:1]))


def _charge(battle: Battle, prompt: Prompt, random: Random) -> ch.Choice:
    unit = random.choice(prompt.units)
    foes = [foe.index for foe in battle.scene.units_of(1 - prompt.side) if battle.scene.within(unit, foe.index, 12.0)]
    return ch.Charge(unit, tuple(random.sample(foes, min(len(foes), random.choice((1, 1, 1, 2))))))


def _any(battle: Battle, prompt: Prompt, random: Random, kind: str) -> ch.Choice | None:
    """Any of the finite answers of a kind."""
    options = listing.options(battle, replace(prompt, kinds=(kind,)))
    return random.choice(options) if options else None


_MAKERS: dict[str, Callable[[Battle, Prompt, Random], ch.Choice | None]] = {
    "advance": lambda battle, prompt, random: ch.Advance(),
    "roll": _roll,
    "zone": lambda battle, prompt, random: ch.ChooseZone(random.randrange(2)),
    "deploy": _deploy,
    "reserve": lambda battle, prompt, random: ch.Reserve(random.choice(prompt.units)),
    "arrive": _arrive,
    "move": _move,
    "place": _place,
    "shoot": _shoot,
    "charge": _charge,
    "fight": lambda battle, prompt, random: ch.Fight(random.choice(prompt.units)),
    "strike": _strike,
    "end": lambda battle, prompt, random: ch.End(),
}

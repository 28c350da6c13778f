"""What using an ability brings about, in a timing window or outside of one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from highground.engine import events as ev
from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import MarkUnit
from highground.engine.abilities.conditions import holds, ready
from highground.engine.abilities.effect import Effect
from highground.engine.abilities.resources import ChangePrice, Enlist
from highground.engine.abilities.sources import BoundPower, Power
from highground.engine.attack.expected import expected
from highground.engine.choices import Choice, Pass, Use
from highground.engine.model import BIG
from highground.engine.scene import Scene
from highground.engine.state import Active, Charging, Melee, Moving, Volley, Window
from highground.engine.steps import again, charge, declared, moments, movement, offers, possible, targeting, windows
from highground.engine.steps.armament import Arm
from highground.engine.steps.catalogue import catalogue
from highground.engine.steps.checks import expect
from highground.engine.steps.doing import Doing

AGAIN = frozenset({"deployed", "battle start", "round start", "phase start", "phase end", "wounded"})
"""Windows in which a side may use one thing after the other."""
NEARBY = frozenset({"enemies within", "friends within"})


def carry_out(scene: Scene, side: int, offer: offers.Offer, choice: Use, window: Window | None = None) -> None:
    """Pay for a checked use and bring its effects about."""
    ability = offer.ability
    picked = offers.picked(ability, choice)
    made = choice if offer.targets else replace(choice, targets=())
    cost, taken = offer.price, offers.spends(scene, side, ability, offer.unit)
    for power in offers.discounts(scene, side, ability, offer.unit):
        scene.emit(ev.AbilityUsed(power.name, power.name, side, offer.unit, (), 0))
    scene.emit(ev.AbilityUsed(ability.uid or ability.name, ability.name, side, offer.unit, made.targets, cost))
    name = (picked or ability).name
    for count, number in taken:
        scene.emit(ev.CountChanged(side, count, scene.state.armies[side].count(count) - number, name))
    rolled: dict[int | None, int] = {}
    every = (*ability.effects, *(picked.effects if picked else ()))
    for stance in dict.fromkeys(effect.stance for effect in every if effect.stance):
        _leave(scene, made.targets[0] if made.targets else offer.unit, stance)
    for effect in every:
        using = Using(scene, name, side, offer.unit, made, window, offer.whose, bearers=ability.bearers)
        _bring_about(using, effect, rolled)
    if ability.use is not None and ability.use.kind == "stratagem" and offer.unit is not None:
        moments.stratagem_used(scene, offer.unit)


def _leave(scene: Scene, unit: int | None, stance: str) -> None:
    """What was used on the unit under this name before is over."""
    if any(each.unit == unit and each.effect.stance == stance for each in scene.state.active_effects):
        scene.emit(ev.StanceLeft(unit, stance))


def _bring_about(using: Using, effect: AnyEffect, rolled: dict[int | None, int]) -> None:
    """What one effect of a used ability does: at once, or for as long as it lasts."""
    if effect.who == "target" and using.targets:
        using.on = using.targets[0]
    if not effect.lasts and not effect.when:
        for each in _affected(using, effect):
            using.on = each
            if using.shows(effect, rolled):
                effect.happen(using)
        return
    state = using.scene.state
    for on in (None,) if effect.who == "army" else _affected(using, effect):
        using.on = on
        if not effect.when and not using.shows(effect, rolled):
            continue
        owner = using.whose if effect.who == "bearer" else using.by
        active = Active(using.name, effect, using.side, on, state.round, state.turn, owner=owner)
        using.scene.emit(ev.EffectBegan(active))


def _affected(using: Using, effect: AnyEffect) -> Sequence[int | None]:
    """The units that it is for: one, or all that are near the user as it is used."""
    scene, unit = using.scene, using.by
    if effect.who not in NEARBY or effect.follows or effect.when:
        there = effect.lasts or using.on is None or not effect.conditions or ready(scene, using.on, effect)
        return [using.on] if there else []
    if unit is not None and not scene.on_table(unit):
        return []
    if unit is None or using.whose is None:
        found = moments.nearby(scene, effect, using.side, unit)
    else:
        power = BoundPower(using.whose, using.bearers, Power(using.name, effect))
        found = moments.nearby_of(scene, power, using.side, unit)
    return found if effect.lasts else [each for each in found if holds(scene, each, effect)]


class Using(Doing):
    """An effect of a used ability about to happen: what it has its unit do comes as requests of its own."""

    def __init__(
        self,
        scene: Scene,
        name: str,
        side: int,
        unit: int | None,
        choice: Use,
        window: Window | None,
        whose: int | None = None,
        *,
        bearers: tuple[int, ...] = (),
    ) -> None:
        super().__init__(scene, name, side, unit, unit)
        self.targets = choice.targets
        self.die = choice.die
        self.window = window
        self.whose = whose if whose is not None else unit
        """Whose ability it is: the leader's where a unit uses what a leader of it has."""
        self.bearers = bearers
        """The miniatures of that unit which have it; () for all of them."""

    @property
    def unit(self) -> int:
        """The unit that acts."""
        assert self.by is not None, f"{self.name} has nobody who could do it"
        return self.by

    def die_of(self, effect: Effect) -> int | None:
        """One die says what comes of a use, for its user and its target; units nearby have one each."""
        return self.on if effect.who in NEARBY else self.by

    def tested(self, unit: int, passed: bool) -> None:
        moments.shock_tested(self.scene, unit, passed)

    def withdraw(self) -> None:
        self.scene.emit(ev.UnitWithdrawn(self.unit))

    def take_up(self, reserves: bool) -> None:
        if self.on is not None:
            self.scene.emit(ev.UnitTakenUp(self.on, reserves))

    def join(self) -> None:
        self.scene.emit(ev.LeaderJoined(self.unit, self.targets[0]))

    def grant_move(self, inches: float, last: bool) -> None:
        unit = self.on if self.on is not None and self.on in self.targets else self.unit
        self.scene.emit(ev.MoveGranted(unit, inches or movement.speed(self.scene, unit), last=last))

    def step_back(self) -> None:
        face = self.scene.dice.roll(1, "move")[0]
        self.scene.emit(ev.MoveGranted(self.unit, float(face), last=False))

    def snap_shots(self) -> None:
        """Every weapon that can reach the target; each miniature shoots its pistols or its other weapons."""
        scene, unit, target = self.scene, self.unit, self.targets[0]
        found = possible.snap_shots(scene, unit, target)
        volleys = _snaps(scene, unit, target, found)
        pistols = frozenset([arm.weapon.uid for arm, _ in found if "pistol" in arm.keywords])
        if 0 < len(pistols) < len(found) and not scene.sheets[unit].all_of(BIG):
            better = _better_with_pistols(volleys, pistols)
            kept = [
                (arm, tuple([i for i in who if (i in better) == (arm.weapon.uid in pistols)])) for arm, who in found
            ]
            volleys = _snaps(scene, unit, target, [each for each in kept if each[1]])
        scene.emit(ev.ShotsDeclared(unit, tuple(volleys)))

    def charge(self) -> None:
        charge.roll(self.scene, self.scene.state.units[self.unit], self.targets)

    def fight_next(self) -> None:
        frame = self.scene.top
        first = isinstance(frame, Melee) and frame.first
        self.scene.emit(ev.PickPassed(first, self.scene.state.units[self.unit].side))
        self.scene.emit(ev.UnitPicked(self.unit))

    def roll_again(self) -> None:
        window, frame, scene = self.window, self.scene.top, self.scene
        if window is None:
            return
        if window.roll == "charge":
            targets = frame.targets if isinstance(frame, Charging) else ()
            charge.roll_dice(scene, scene.state.units[self.unit], targets or window.about[1:], again=True)
        elif window.roll == "advance" and isinstance(frame, Moving):
            face = scene.dice.reroll(1, "advance")[0]
            scene.emit(ev.AdvanceRolled(self.unit, face, frame.limit - frame.roll + face))
        else:
            again.reroll(scene, window.roll, self.die)

    def ignore_damage(self) -> None:
        again.ignore_damage(self.scene, self.unit)

    def enlist(self, wanted: object) -> None:
        assert isinstance(wanted, Enlist)
        helper = possible.Looking(self.scene).helper(wanted, self.unit, self.targets[0])
        if helper is None:
            return
        lit = self.scene.has_keyword(helper, wanted.keyword)
        for unit, name in ((helper, wanted.name), (self.unit, wanted.boon if lit else "")):
            if name:
                mark, state = MarkUnit(name, duration="phase"), self.scene.state
                active = Active(self.name, mark, self.side, unit, state.round, state.turn, owner=self.by)
                self.scene.emit(ev.EffectBegan(active))
        moments.helped(self.scene, helper, self.unit)

    def raise_price(self, points: int) -> None:
        used = next((each for each in reversed(self.scene.state.casts) if each.side != self.side), None)
        known = [] if used is None else catalogue(self.scene.setup, used.side).by_uid.get(used.ability, [])
        if used is None or not known:
            return
        state, dearer = self.scene.state, ChangePrice(stratagem=known[0].ability.name, value=points, duration="battle")
        self.scene.emit(ev.EffectBegan(Active(self.name, dearer, used.side, None, state.round, state.turn)))

    def turn_die(self, face: int) -> None:
        if self.window is not None:
            again.reroll(self.scene, self.window.roll, self.die, face)


def _snaps(scene: Scene, unit: int, target: int, found: Iterable[tuple[Arm, tuple[int, ...]]]) -> list[Volley]:
    """The volleys of shots out of turn."""
    state = scene.state.units[unit]
    return [each for arm, who in found for each in targeting.split(scene, state, arm, who, target, snap=True)]


def _better_with_pistols(volleys: Iterable[Volley], pistols: frozenset[str]) -> set[int]:
    """The miniatures whose pistols do more than their other weapons."""
    sums: dict[int, list[float]] = {}
    for each in volleys:
        harm = expected(each.sequence.attack, each.sequence.target) / len(each.bearers)
        for i in each.bearers:
            sums.setdefault(i, [0.0, 0.0])[each.weapon in pistols] += harm
    return {i for i, (rest, own) in sums.items() if own > rest}


def answer(scene: Scene, frame: Window, choice: Choice) -> None:
    """Use something, or pass; either closes the window."""
    made = expect(choice, Pass, Use)
    offer = offers.check(scene, frame.side, made, frame) if isinstance(made, Use) else None
    scene.emit(ev.WindowClosed(frame.kind, frame.side))
    if offer is not None and isinstance(made, Use):
        carry_out(scene, frame.side, offer, made, frame)
        declared.revise(scene)
        if frame.kind in AGAIN:
            windows.open_window(scene, frame.kind, frame.side, frame.about)
        if _answered(scene, frame.side, offer):
            return
    if frame.kind == "enemy stratagem" or (frame.kind == "rolled" and frame.roll == "damage"):
        again.ask_wounded(scene)


def freely(scene: Scene, side: int, choice: Use) -> None:
    """Use something outside of a window."""
    offer = offers.check(scene, side, choice)
    carry_out(scene, side, offer, choice)
    _answered(scene, side, offer)


def _answered(scene: Scene, side: int, offer: offers.Offer) -> bool:
    """The other side may answer the use of a stratagem; whether it can."""
    use = offer.ability.use
    if use is None or use.kind != "stratagem" or not offers.used_in(scene.setup, 1 - side, "enemy stratagem"):
        return False
    return windows.open_window(scene, "enemy stratagem", 1 - side, () if offer.unit is None else (offer.unit,))

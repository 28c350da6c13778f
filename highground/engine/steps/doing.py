"""Carrying out what effects do at once to a unit or for an army: points, wounds, miniatures that come back."""

from __future__ import annotations

from msgspec.structs import replace

from highground.engine import events as ev
from highground.engine.abilities.acting import Acting
from highground.engine.abilities.afflictions import MarkUnit
from highground.engine.abilities.condition import OF_ATTACKS
from highground.engine.abilities.effect import Effect
from highground.engine.scene import Scene
from highground.engine.state import Active
from highground.engine.steps import casualties, nerve

POINTS_BEYOND = 1
"""Command points that an army gains in a round at most, beside those of the command phases."""


class Doing(Acting):
    """An effect of the ability `name` about to happen for a side, on the unit `on`; `by` is the unit that uses it."""

    def __init__(self, scene: Scene, name: str, side: int, on: int | None, by: int | None = None) -> None:
        self.scene = scene
        self.name = name
        self.side = side
        self.on = on
        self.by = by

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        return self.scene.dice.roll(count, self.name, sides) if count else ()

    def shows(self, effect: Effect, rolled: dict[int | None, int]) -> bool:
        """Whether the die and the test that the effect asks for come out so.

        `rolled` has what was rolled for other effects of its ability: dice by their unit, tests by its complement.
        """
        return self._face_shown(effect, rolled) and self._tested_so(effect, rolled)

    def _tested_so(self, effect: Effect, rolled: dict[int | None, int]) -> bool:
        unit = self.on
        if not effect.tested:
            return True
        if unit is None or not self.scene.on_table(unit):
            return False
        if ~unit not in rolled:
            rolled[~unit] = nerve.leadership_test(self.scene, unit, self.name)
        return bool(rolled[~unit]) == (effect.tested == "passed")

    def _face_shown(self, effect: Effect, rolled: dict[int | None, int]) -> bool:
        if not effect.face_from and not effect.face_to:
            return True
        whose = self.die_of(effect)
        if whose not in rolled:
            face = rolled[whose] = self.roll(1, 6)[0]
            if self.on is not None:
                needed = effect.face_from or effect.face_to + 1
                self.scene.emit(ev.CauseRolled(self.on, self.name, (face,), needed, face >= needed))
        return effect.shown(rolled[whose])

    def die_of(self, effect: Effect) -> int | None:
        """The unit for which the die is rolled that an effect asks for: each that it happens to has its own."""
        return self.on

    def begin(self, effect: Effect) -> None:
        """An effect that lasts begins at its moment, for the unit that it acts on."""
        left = tuple([each for each in effect.conditions if each.kind in OF_ATTACKS])
        lasting: Effect = replace(effect, who="self", reach=0.0, when="", face_from=0, face_to=0, conditions=left)
        state = self.scene.state
        self.scene.emit(
            ev.EffectBegan(Active(self.name, lasting, self.side, self.on, state.round, state.turn, owner=self.by))
        )

    def passes(self, needed: int) -> bool:
        face = self.scene.dice.roll(1, self.name)
        passed = face[0] >= needed
        if self.on is not None:
            self.scene.emit(ev.CauseRolled(self.on, self.name, face, needed, passed))
        return passed

    def miniatures(self, engaged: bool) -> int:
        scene = self.scene
        if self.by is None:
            return 1
        if not engaged or self.on is None:
            return len(scene.figures(self.by).indices)
        return sum(scene.lane(self.by, self.on).engaged)

    def shock_test(self, bonus: int) -> None:
        if self.on is not None and self.scene.on_table(self.on):
            self.tested(self.on, nerve.take_test(self.scene, self.on, bonus))

    def tested(self, unit: int, passed: bool) -> None:
        """What more comes of a test that the unit took."""

    def mark(self, mark: object) -> None:
        scene, on = self.scene, self.on
        assert isinstance(mark, MarkUnit)
        if on is None or not scene.on_table(on):
            return
        found = [each for each in scene.state.active_effects if each.unit == on and each.side == self.side]
        if mark.most and sum(each.effect.marks() == mark.name for each in found) >= mark.most:
            return
        until = "battle" if mark.duration == "always" else mark.duration
        state, lasting = (
            scene.state,
            replace(mark, who="self", reach=0.0, when="", face_from=0, face_to=0, duration=until),
        )
        scene.emit(ev.EffectBegan(Active(self.name, lasting, self.side, on, state.round, state.turn, owner=self.by)))

    def count(self, name: str, value: int, most: int, reset: bool) -> None:
        had = self.scene.state.armies[self.side].count(name)
        now = max(0, value if reset else had + value)
        now = min(now, most) if most else now
        if now != had:
            self.scene.emit(ev.CountChanged(self.side, name, now, self.name))

    def stand_up(self, wounds: int) -> None:
        if self.on is not None:
            casualties.stand_up(self.scene, self.on, wounds, self.name)

    def rally(self) -> None:
        if self.on is not None and self.scene.state.units[self.on].shocked:
            self.scene.emit(ev.Rallied(self.on))

    def gain_points(self, points: int) -> None:
        room = POINTS_BEYOND - self.scene.state.armies[self.side].cp_beyond
        if min(points, room) > 0:
            self.scene.emit(ev.CommandPointsGained(self.side, min(points, room), self.name))

    def mortal_wounds(self, wounds: int) -> None:
        if self.on is not None:
            casualties.mortal_wounds(self.scene, self.on, wounds, self.name, self.by)

    def give_up(self, miniatures: int) -> None:
        if self.on is not None:
            casualties.give_up(self.scene, self.on, miniatures, self.name, self.by)

    def heal(self, wounds: int, miniatures: int | None) -> None:
        if self.on is not None:
            casualties.heal(self.scene, self.on, wounds, self.name, miniatures)

    def regrow(self, wounds: int) -> None:
        if self.on is not None:
            casualties.regrow(self.scene, self.on, wounds, self.name)

    def return_miniatures(self, count: int) -> None:
        if self.on is not None:
            casualties.return_miniatures(self.scene, self.on, count, self.name)

    def add_miniatures(self, name: str, count: int) -> None:
        if self.on is not None and self.scene.on_table(self.on):
            casualties.add_miniatures(self.scene, self.on, name, count, self.name)

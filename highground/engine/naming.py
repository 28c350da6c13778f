"""What units are called on screen and in refusals: units of one name are numbered, and named with their leaders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from highground.engine.attached import living_leaders
from highground.engine.kept import Once
from highground.engine.model import Setup
from highground.engine.state import Unit


def numbered(names: Sequence[str]) -> list[str]:
    """Names of an army's units, those that several share with a number."""
    counts = Counter(names)
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(f"{name} {seen[name]}" if counts[name] > 1 else name)
    return found


def names_alone(setup: Setup) -> tuple[str, ...]:
    """The units' names without their leaders', by the unit's index."""
    return _NAMES.of(setup)


def name_of(setup: Setup, unit: Unit) -> str:
    """A unit's name with those of the leaders that live and are with it: 'Mudrunners 2 + Reeve'."""
    alone = names_alone(setup)
    if not unit.leaders:
        return alone[unit.index]
    return " + ".join((alone[unit.index], *[alone[leader] for leader in living_leaders(setup, unit)]))


def _named(setup: Setup) -> tuple[str, ...]:
    return tuple([name for army in setup.armies for name in numbered([unit.name for unit in army.units])])


_NAMES: Once[tuple[str, ...]] = Once("_names", _named)

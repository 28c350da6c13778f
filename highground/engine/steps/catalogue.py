"""What a side may choose to use in a battle, collected once for its setup."""

from __future__ import annotations

from highground.engine.abilities.model import Ability
from highground.engine.abilities.model import Use as AbilityUse
from highground.engine.abilities.wounds import JoinUnit
from highground.engine.kept import Once
from highground.engine.model import Setup

LEADER = Ability(
    "Leader",
    uid="leader",
    use=AbilityUse("activated", phases=("deployment",), target="leadable"),
    effects=(JoinUnit(),),
)
"""Every unit that may lead others has this ability."""


class Entry:
    """An ability that is used by choice, by `unit` if it is a unit's own; with what is asked of it at every step."""

    __slots__ = (
        "ability",
        "aims",
        "cost",
        "counts",
        "early",
        "keywords",
        "rolls",
        "stratagem",
        "target",
        "uid",
        "unit",
        "use",
        "window",
    )

    def __init__(self, ability: Ability, unit: int | None = None) -> None:
        use = ability.use
        assert use is not None
        self.ability, self.unit, self.use = ability, unit, use
        self.uid: str = ability.uid or ability.name
        self.cost: int = use.cost
        self.counts: tuple[str, ...] = tuple([count for count, _ in use.spend])
        """What it takes some of."""
        self.window: str = use.window
        self.target: str = use.target
        self.aims = use.target in {"enemy", "leadable", "ally", "reserve"}
        self.rolls: tuple[str, ...] = use.rolls
        self.keywords: tuple[str, ...] = use.keywords
        self.stratagem = use.kind == "stratagem"
        self.early = any(effect.permits("arrive early") for effect in ability.effects)
        """Whether it lets a unit arrive from the reserves."""

    def fits_time(self, phase: str, own: bool) -> bool:
        use = self.use
        return (not use.phases or phase in use.phases) and in_turn(use, phase, own)


def in_turn(use: AbilityUse, phase: str, own: bool) -> bool:
    """Whether it is the ability's turn. Armies are set up in nobody's turn: each counts it as its own."""
    return use.turn == "any" or (use.turn == "own") == (own or phase == "deployment")


class Catalogue:
    """A side's abilities that are used by choice, the army's and its units': by timing window, and by uid."""

    __slots__ = ("_timely", "by_uid", "entries", "together")

    def __init__(self, setup: Setup, side: int) -> None:
        self.entries: dict[str, list[Entry]] = {}
        self.by_uid: dict[str, list[Entry]] = {}
        self.together: dict[str, list[str]] = {}
        """The uids of those whose uses count together, by the word that they share."""
        self._timely: dict[tuple[str, str, bool], list[Entry]] = {}
        first, army = len(setup.armies[0].units) if side else 0, setup.armies[side]
        listed: list[tuple[Ability, int | None]] = [(a, None) for a in (*setup.stratagems, *army.abilities)]
        listed += [(a, first + i) for i, sheet in enumerate(army.units) for a in sheet.abilities]
        listed += [(LEADER, first + i) for i, sheet in enumerate(army.units) if sheet.leads]
        for ability, unit in listed:
            if ability.use is not None:
                entry = Entry(ability, unit)
                self.entries.setdefault(entry.window, []).append(entry)
                self.by_uid.setdefault(entry.uid, []).append(entry)
                if entry.use.counts_with:
                    self.together.setdefault(entry.use.counts_with, []).append(entry.uid)

    def at(self, window: str, phase: str, own: bool) -> list[Entry]:
        """The entries of a window that a phase of the own turn, or of the enemy's, allows."""
        found = self._timely.get((window, phase, own))
        if found is None:
            entries = self.entries.get(window, [])
            found = self._timely[window, phase, own] = [each for each in entries if each.fits_time(phase, own)]
        return found


def catalogue(setup: Setup, side: int) -> Catalogue:
    """Collected at the first call and kept with the setup."""
    return _CATALOGUES.of(setup)[side]


def _both(setup: Setup) -> tuple[Catalogue, Catalogue]:
    return Catalogue(setup, 0), Catalogue(setup, 1)


_CATALOGUES: Once[tuple[Catalogue, Catalogue]] = Once("_catalogues", _both)

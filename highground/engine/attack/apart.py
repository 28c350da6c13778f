"""The exact driver where neither wounds nor miniatures are alike: some wounds find leaders, or pierce one save better.

Each wound is then resolved to its end before the next, in the order of the attacks, those that take no save last. What
the miniatures that are sought have lost, and what the others have, is the state of a Markov chain: of both rows one
falls after the other. One attack is a linear map of the chances of all states, and so many attacks are its power.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from highground.engine.attack.chances import (
    Floats,
    Pmf,
    amount_pmf,
    attacks_pmf,
    folded,
    most_wounds,
    save_chance,
    through_of,
)
from highground.engine.attack.definition import save_needed
from highground.engine.attack.terms import KINDS, Attack, Pool, Target

Step = Callable[[Floats], Floats]
_OVER = -1


class Apart(NamedTuple):
    """Chances of wounds lost and of miniatures slain, and the mean number of wounds that got through."""

    damage: Pmf
    slain: Pmf
    dealt: float


class _Line:
    """Miniatures that fall one after the other: whose turn it is after so many wounds, and where it ends."""

    def __init__(self, pools: list[Pool], members: list[int]) -> None:
        self.whose: list[int] = []
        self.ends: list[int] = []
        self.fallen: list[int] = []
        for number, index in enumerate(members):
            wounds = pools[index].wounds
            end = len(self.whose) + wounds
            self.whose += [index] * wounds
            self.ends += [end] * wounds
            self.fallen += [number] * wounds
        self.total = len(self.whose)
        self.whose.append(_OVER)
        self.fallen.append(len(members))


class _Move:
    """What one unsaved wound does in every state, as it finds those who are sought or the first of all."""

    def __init__(self, chain: _Chain, precise: bool) -> None:
        wide = chain.sought.total + 1
        kernels = chain.kernels
        rows: list[Pmf] = []
        reach: list[list[int]] = []
        self.whose: list[int] = []
        for lost in range(chain.rest.total + 1):
            for gone in range(wide):
                one, other = chain.rest.whose[lost], chain.sought.whose[gone]
                sought = other != _OVER and (precise or one == _OVER or other < one)
                here = other if sought else one
                self.whose.append(here)
                state = lost * wide + gone
                if here == _OVER:
                    rows.append((1.0,) + (0.0,) * (chain.width - 1))
                    reach.append([state] * chain.width)
                    continue
                now, end, step = (gone, chain.sought.ends[gone], 1) if sought else (lost, chain.rest.ends[lost], wide)
                rows.append(kernels[here])
                reach.append([state + (min(now + points, end) - now) * step for points in range(chain.width)])
        self.weights = np.array(rows)
        self.reach = np.array(reach)


class _Chain:
    """The states, and how wounds of each kind move them. Chances are rows of states; last stand the wounds dealt."""

    def __init__(self, attack: Attack, target: Target) -> None:
        self.attack = attack
        pools = [pool for pool in target for _ in range(pool.count)]
        picked = [attack.seeks and pool.sought for pool in pools]
        self.rest = _Line(pools, [i for i, found in enumerate(picked) if not found])
        self.sought = _Line(pools, [i for i, found in enumerate(picked) if found])
        self.width, self.kernels = _kernels(attack, pools)
        self.states = (self.rest.total + 1) * (self.sought.total + 1)
        self.moves = (_Move(self, False), _Move(self, True))
        self.precise = [attack.edges[kind].precise for kind in KINDS]
        self.unsaved = [self._unsaved(pools, kind) for kind in KINDS]
        sizes = [
            most_wounds(attack) + 1 if attack.devastating and self._ends_with(precise) else 1 for precise in (0, 1)
        ]
        self.kept = (sizes[0], sizes[1])
        """How many wounds that take no save can be waiting, and of those that find leaders; one more than that."""

    def _ends_with(self, precise: int) -> bool:
        return any(self.precise[kind] == bool(precise) for kind in (1, 3))

    def _unsaved(self, pools: list[Pool], kind: int) -> Floats:
        """The chance of a wound to get through in each state; none where nobody is left."""
        by_pool = {pool: 1 - save_chance(self.attack, save_needed(self.attack, pool, kind)) for pool in set(pools)}
        whose = self.moves[self.precise[kind]].whose
        return np.array([0.0 if here == _OVER else by_pool[pools[here]] for here in whose])

    def strike(self, chances: Floats, precise: bool, unsaved: Floats | None = None) -> Floats:
        """After one more wound, which is dealt with these chances, or for sure."""
        move = self.moves[precise]
        if unsaved is None:
            unsaved = np.array([float(here != _OVER) for here in move.whose])
        flow = chances[:, :-1] * unsaved
        moved = (flow[:, :, np.newaxis] * move.weights).ravel()
        rows = len(chances)
        where = (np.arange(rows)[:, np.newaxis, np.newaxis] * self.states + move.reach).ravel()
        after: Floats = chances.copy()
        after[:, :-1] += (
            np.bincount(where, weights=moved, minlength=rows * self.states).reshape(rows, self.states) - flow
        )
        after[:, -1] += flow.sum(axis=1)
        return after

    def wound(self, chances: Floats, kind: int) -> Floats:
        return self.strike(chances, self.precise[kind], self.unsaved[kind])

    def wait(self, chances: Floats, kind: int) -> Floats:
        """One more wound waits that takes no save."""
        after = np.zeros_like(chances).reshape(*self.kept, -1)
        before = chances.reshape(*self.kept, -1)
        if self.precise[kind]:
            after[:, 1:] = before[:, :-1]
        else:
            after[1:] = before[:-1]
        return after.reshape(chances.shape)

    def hit(self, chances: Floats, kind: int) -> Floats:
        """After a hit's roll to wound; `kind` 2 is a critical hit."""
        success, critical = self.attack.wound.chance
        sharp = self.wait(chances, kind + 1) if self.attack.devastating else self.wound(chances, kind + 1)
        after: Floats = (1 - success - critical) * chances + success * self.wound(chances, kind) + critical * sharp
        return after

    def once(self, chances: Floats) -> Floats:
        """After one attack."""
        attack = self.attack
        if attack.hit.automatic:
            return self.hit(chances, 0)
        plain, sharp = attack.hit.chance
        keen = self.wound(chances, 2) if attack.lethal else self.hit(chances, 2)
        if attack.sustained is not None:
            keen = _repeated(amount_pmf((attack.sustained,)), self._plain_hit, keen)
        after: Floats = (1 - plain - sharp) * chances + plain * self.hit(chances, 0) + sharp * keen
        return after

    def _plain_hit(self, chances: Floats) -> Floats:
        return self.hit(chances, 0)

    def end(self) -> Floats:
        """The chances of each state once all attacks are made, and the mean number of wounds dealt behind them."""
        chances = np.zeros((self.kept[0] * self.kept[1], self.states + 1))
        chances[0, 0] = 1.0
        low, high = self.attack.attack_range
        if low == high:
            for _ in range(high):
                chances = self.once(chances)
        else:
            for _ in range(self.attack.weapons):
                chances = _repeated(attacks_pmf(self.attack), self.once, chances)
        waiting = chances.reshape(*self.kept, -1)
        result = waiting[-1]
        for row in waiting[-2::-1]:
            result = self.strike(result, False) + row
        last = result[-1:]
        for number in range(len(result) - 2, -1, -1):
            last = self.strike(last, True) + result[number]
        found: Floats = last[0]
        return found


def _repeated(times: Pmf, step: Step, chances: Floats) -> Floats:
    """The step made as often as its chances say."""
    result = times[0] * chances
    for chance in times[1:]:
        chances = step(chances)
        result = result + chance * chances
    return result


def _kernels(attack: Attack, pools: list[Pool]) -> tuple[int, list[Pmf]]:
    """How many points one wound takes off each miniature at most, and the chances of each number."""
    fnps = [attack.harm.fnp_needed(pool) for pool in pools]
    through = {fnp: through_of(attack.harm, fnp) for fnp in set(fnps)}
    width = min(max(map(len, through.values()), default=1), max([pool.wounds for pool in pools], default=0) + 1)
    return width, [folded(through[fnp], width) for fnp in fnps]


def resolve_apart(attack: Attack, target: Target) -> Apart:
    """What the attack does to the target, its wounds one after the other."""
    chain = _Chain(attack, target)
    found = chain.end()
    rest, sought = chain.rest, chain.sought
    lost: NDArray[np.intp] = np.add.outer(np.arange(rest.total + 1), np.arange(sought.total + 1)).ravel()
    fallen: NDArray[np.intp] = np.add.outer(np.array(rest.fallen), np.array(sought.fallen)).ravel()
    chances = np.where(found[:-1] > 0, found[:-1], 0.0)
    chances = chances / chances.sum()
    damage = np.bincount(lost, weights=chances, minlength=rest.total + sought.total + 1)
    slain = np.bincount(fallen, weights=chances)
    return Apart(tuple(damage.tolist()), tuple(slain.tolist()), float(found[-1]))

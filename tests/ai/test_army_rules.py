"""What the computer makes of bargains and of orders."""

from __future__ import annotations

import pytest

from highground.ai.appraisal import Appraisal
from highground.ai.using import best_use, worth
from highground.engine.steps import offers
from tests.engine.field import row, take
from tests.rosters.army_rules import army_of, on_board, wardens
from tests.rosters.own_rules import PACT, known
from tests.rosters.test_phrases_orders import PLACES, captain, lamps
from tests.values import replace


@pytest.fixture(autouse=True)
def own_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    known(monkeypatch)


def test_orders_go_to_units_that_have_none() -> None:
    army = army_of(captain(), lamps(), lamps("Far squad"))
    battle = on_board(army, PLACES, "command", "Foe")
    first = best_use(battle.scene, 0)
    assert first is not None
    take(battle, first)
    second = best_use(battle.scene, 0)
    assert second is not None
    assert {first.targets, second.targets} == {(1,), (2,)}
    take(battle, second)
    assert best_use(battle.scene, 0) is None


def test_a_bargain_is_weighed_with_its_price() -> None:
    places = {0: row(20, 22), 1: row(20, 30), 2: row(30, 22)}
    battle = on_board(army_of(*wardens("Bog Bargain", PACT)), places, "shooting", "Foe")
    (offer,) = offers.offers(battle.scene, 0, only=0)
    free = offer._replace(ability=replace(offer.ability, effects=()))
    price = 0.4 * 2.0 * Appraisal.of(battle.setup).worth[0]
    assert worth(battle.scene, 0, free, None) - worth(battle.scene, 0, offer, None) == pytest.approx(price)

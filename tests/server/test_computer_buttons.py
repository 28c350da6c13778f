"""The computer's buttons over HTTP, in a battle in which both armies are the computer's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.conftest import Running
from tests.server.people import registered
from tests.server.staged import COMPUTERS, battle, hosted
from tests.server.test_play import Table

Json = dict[str, Any]
BUTTONS = {
    "deploy": "ai_deployment",
    "move": "ai_movement",
    "shoot": "shooting_phase/ai_shooting",
    "charge": "charge_phase/ai_charge",
    "fight": "combat_phase/ai_combat",
}
"""The button of what is asked."""
MOST = 1500


def pressed(table: Table, kind: str) -> Json | None:
    """What the button's call answers; None where it says in a sentence that there is nothing more to do."""
    answer = table.post(BUTTONS[kind])
    found: Json = answer.json()
    if answer.status_code == 200:
        return found
    assert (answer.status_code, found["code"]) == (422, "army-done"), found
    assert found["detail"].endswith(".")
    return None


def ability_of(table: Table) -> str:
    """The army's ability button: what was used, or why nothing is."""
    answer = table.post("ai_ability")
    found: Json = answer.json()
    if answer.status_code == 200:
        return str(found["ai_action_description"])
    assert (answer.status_code, found["code"] in {"nothing-worth", "no-ability-now"}) == (422, True)
    return str(found["detail"])


class Buttons:
    """A table at which everything is done by the computer's buttons, and by 'act' where there is none."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.acted: set[tuple[str, int]] = set()
        self.asked: set[int] = set()
        """The sides whose ability button was pressed."""

    @property
    def done(self) -> bool:
        return len(self.acted) == 2 * len(BUTTONS) and len(self.asked) == 2

    def press(self) -> bool:
        """The next button; whether there is anything left to answer."""
        state = self.table.state()
        request = state["request"]
        if request is None:
            return False
        side = [army["uuid"] for army in state["game_model"]["armies"]].index(request["army_uuid"])
        kind = request["kinds"][0]
        if "use" in request["kinds"] and side not in self.asked:
            assert ability_of(self.table)
            self.asked.add(side)
        elif not self._act(kind, side):
            self.table.did("ai_step")
        return True

    def _act(self, kind: str, side: int) -> bool:
        """Charges are registered by their button and rolled without it."""
        if kind not in BUTTONS or (kind == "charge" and (kind, side) in self.acted):
            return False
        said = pressed(self.table, kind)
        if said is None or (kind == "charge" and not said["recorded_charges"]):
            return False
        assert said["ai_action_description"]
        self.acted.add((kind, side))
        return True


# AI-1, AI-13: both armies act by every button of theirs, from the deployment to the fights.
@pytest.mark.slow
def test_every_button_acts_for_both_armies(server: Running) -> None:
    buttons = Buttons(hosted(server, registered(server.client, "Ada"), battle(), COMPUTERS))
    for _ in range(MOST):
        if buttons.done or not buttons.press():
            break
    assert buttons.acted == {(kind, side) for kind in BUTTONS for side in (0, 1)}
    assert buttons.asked == {0, 1}

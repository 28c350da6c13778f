"""What is shown of the computer's thoughts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from highground.ai.search import Thought
from highground.ai.trials import Tried
from highground.game.commands.thoughts import thought_view
from tests.game.commands.test_computer import sample


@pytest.mark.parametrize(("phase", "meanwhile"), [
    ("shooting", "It shoots as planned."), ("charge", "It charges as planned."),
])  # fmt: skip
def test_nothing_is_shown_where_there_was_nothing_else_to_try(phase: str, meanwhile: str) -> None:
    match, thought = sample(), Thought((1, 1, phase), (Tried("steady"),))
    shown = thought_view(match, thought)
    assert shown is not None
    assert (shown["sentence"], shown["done"]) == (meanwhile, False)
    alone = replace(thought, field=(Tried("steady", 1, 0.5),), parts=(Tried("steady+1!9"),))
    for ended in (replace(thought, done=True), replace(alone, done=True)):
        assert thought_view(match, ended) is None


def test_a_plan_for_the_turn_is_shown_though_there_was_no_time_to_compare_it() -> None:
    thought = Thought((1, 1, "movement"), (Tried("steady"),), done=True)
    assert thought_view(sample(), thought) is not None


def test_shots_and_charges_are_named_by_units() -> None:
    match = sample()
    units = match.cast.units
    aims = tuple([Tried(name, 4, 2.0) for name in ("steady+*!9", "steady+1!10")])
    shown = thought_view(
        match, Thought((1, 1, "shooting"), (Tried("steady", 4, 1.0),), parts=aims, chosen="steady+*!9")
    )
    assert shown is not None
    assert [each["words"] for each in shown["plans"]] == [
        f"all units prefer to shoot at {units[9]}", "as planned", f"{units[1]} prefer to shoot at {units[10]}",
    ]  # fmt: skip
    assert shown["sentence"].endswith(f"in 8 trials. Best: all units prefer to shoot at {units[9]}.")
    both = Thought((1, 1, "shooting"), (Tried("steady"),), parts=aims, chosen="steady+*!9+1!9+2!10", done=True)
    together = thought_view(match, both)
    assert together is not None
    best = f"Best: all units prefer to shoot at {units[9]}; {units[2]} prefer to shoot at {units[10]}."
    assert together["sentence"].endswith(best), "unit 1 is one of all"
    charged = Thought((1, 1, "charge"), (Tried("steady+*!9", 4, 1.0),), parts=(Tried("steady+1>9+*!9", 4, 2.0),))
    later = thought_view(match, charged)
    assert later is not None
    assert [each["words"] for each in later["plans"]] == ["as planned", f"{units[1]} charge {units[9]}"]


@pytest.mark.parametrize(("best", "second", "said"), [
    (Tried("steady", 9, 4.5), Tried("ground", 9, 3.6), "it wins most, 50%: | Next best: take ground and keep it, 40%."),
    (Tried("steady", 9, 4.5), Tried("ground", 4, 2.4),
     "it came out best all in all, 50%: | Next best: take ground and keep it, 60%, of fewer trials."),
    (Tried("steady", 9, 4.5), Tried("kill", 9, 4.6),
     "it came out best all in all, 50%: | Next best: destroy what can be destroyed, 51%, "
     "which trials of such a plan overrate."),
    (Tried("ground", 9, 4.5, 90.0), Tried("steady", 9, 4.6, 0.0),
     "it came out best all in all, 50%: | Next best: play the mission steadily, 51%, with fewer points ahead."),
    (Tried("hold", 9, 4.5), Tried("ground", 9, 4.6),
     "it came out best all in all, 50%: | Next best: take ground and keep it, 51%, which suits this player less."),
])  # fmt: skip
def test_a_plan_that_won_more_in_its_trials_is_not_called_second_without_a_reason(
    best: Tried, second: Tried, said: str
) -> None:
    shown = thought_view(sample(), Thought((1, 1, "movement"), (best, second), done=True, chosen=best.plan))
    assert shown is not None
    for part in said.split("|"):
        assert part.strip() in shown["sentence"]

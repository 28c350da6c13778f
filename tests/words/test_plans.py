"""What advice says of its trials."""

from __future__ import annotations

from highground.words.plans import apart_sentence, charges_sentence, risk_sentence, shots_sentence


def test_the_worst_of_the_trials_is_named_where_it_is_worse_than_the_rest() -> None:
    sentence = risk_sentence(0.62, 0.4, 24)
    assert sentence == "In 24 trials the chance to win comes to 62%, in the worst of them to 40%."
    assert risk_sentence(1.0, 0.999, 24) == "In each of 24 trials the chance to win comes to 100%."
    assert risk_sentence(0.0, 0.0, 0) == "There was no time to try it."


def test_units_that_follow_another_plan_are_counted() -> None:
    assert [apart_sentence(units) for units in range(3)] == [
        "",
        "One unit does better with another plan.",
        "2 units do better with other plans.",
    ]


def test_what_came_of_trying_other_charges() -> None:
    assert charges_sentence(0, []) == "It charges as planned."
    assert charges_sentence(24, []) == "Before its charges it tried others in 24 trials. None was better."
    assert charges_sentence(90, ["Hounds do not charge", "Wardens charge Anvils"]) == (
        "Before its charges it tried others in 90 trials. Best: Hounds do not charge; Wardens charge Anvils."
    )


def test_what_came_of_trying_other_targets() -> None:
    assert shots_sentence(0, []) == "It shoots as planned."
    assert shots_sentence(1, []) == "Before it shot, it tried other targets in 1 trial. None was better."
    assert shots_sentence(24, []) == "Before it shot, it tried other targets in 24 trials. None was better."
    assert shots_sentence(90, ["all units prefer to shoot at Hounds"]) == (
        "Before it shot, it tried other targets in 90 trials. Best: all units prefer to shoot at Hounds."
    )

"""The phrase parser: what it understands, what it leaves alone, and that nothing is understood by halves."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from highground.rosters.phrases import KnownKeywords, Reading, read_text
from highground.rosters.phrases_keywords import split
from highground.rosters.phrases_text import LONGEST, Unread
from tests.rosters.phrase_cases import KNOWN, READ, SONGS

TEXTS = [text for text, _ in READ]


@pytest.mark.parametrize(("text", "reading"), READ)
def test_a_common_phrase_becomes_effects(text: str, reading: Reading) -> None:
    assert read_text(text, KNOWN) == reading


@pytest.mark.parametrize("text", TEXTS)
def test_case_quotes_and_spaces_do_not_matter(text: str) -> None:
    spaced = text.upper().replace('"', "″").replace("'", "’").replace(" ", " \u00a0 ").replace(".", ".\n")
    assert read_text(spaced, KNOWN) == read_text(text, KNOWN)


def test_effects_are_ones_that_the_engine_knows() -> None:
    for _, reading in READ:
        for effect in reading.effects:
            assert effect.fault() is None


NEAR_MISSES = [
    # what the sentences say only together
    "Each time a model in this unit is destroyed by a melee attack, if that model has not fought this phase, roll one "
    "D6: on a 3+, do not remove it from play.",
    "Each time a model in this unit is destroyed, if that model has not fought this phase, roll one D6: on a 3+, do "
    "not remove it from play. That model can fight after the attacking unit has finished making its attacks, and is "
    "then removed from play.",
    "After both players have deployed their armies, select up to two RIVER units from your army and redeploy them.",
    "Each time this unit Falls Back, roll one D6: on a 2+, it is eligible to shoot this turn. On a 1, it hides.",
    "In your Movement phase, if this model Remains Stationary, until the end of the turn, its odd thing has the "
    "[BLAST] ability.",
    "",
    "Forward, always forward!",
    # conditions that have no word in the vocabulary
    "Each time a model in this unit makes an attack that targets a unit within range of an objective marker that "
    "nobody controls, add 1 to the Hit roll.",
    "Each time a model in this unit makes an attack that targets a unit at its Starting Strength, add 1 to the "
    "Hit roll.",
    "Each time a model in this unit makes an attack that targets an enemy unit that charged, add 1 to the Hit roll.",
    "Each time a model in this unit makes an attack that targets a Skyborn unit, add 1 to the Hit roll.",
    "Each time a model in this unit makes an attack with a sun lance, add 1 to the Hit roll.",
    "Each time a model in this unit makes an attack, if its weapon is psychic, add 1 to the Hit roll.",
    "Each time an attack targets this unit, if the Strength characteristic of that attack is greater than 5, "
    "subtract 1 from the Wound roll.",
    "Each time an attack targets this unit, if the Strength characteristic of that attack is greater than or equal to "
    "the Toughness characteristic of this unit, subtract 1 from the Wound roll.",
    "Each time a model in this unit makes an attack, if the Strength characteristic of that attack is greater than the "
    "Toughness characteristic of this unit, add 1 to the Wound roll.",
    "While this unit has 1-5 wounds remaining, add 1 to Charge rolls made for this unit.",
    "Weapons equipped by models in this unit have the [BLAST] ability while targeting a unit within half range.",
    "Each time a model in this unit makes an attack that targets the closest eligible MONSTER unit, add 1 to the Hit "
    "roll.",
    "While this unit contains a Banner Bearer, add 1 to Charge rolls made for this unit.",
    "You can target this unit with the Moonrise Stratagem for 0CP.",
    "Once per turn, you can change the result of one Charge roll made for this unit to a 6.",
    'At the start of the Fight phase, each enemy Skyborn unit within 6" of this unit must take a Battle-shock test.',
    "Each time this model destroys an enemy unit, you gain 1 pain token.",
    "While this model has lost 5 or more wounds, each time this model makes an attack, subtract 1 from the Hit roll.",
    'While this model is within 3" of two or more other friendly units, this model has the Lone Operative ability.',
    'While this model is within 3" of one or more other friendly Skyborn units, this model has the Lone Operative '
    "ability.",
    "Subtract 2 from its Objective Control characteristic.",
    'While a friendly Skyborn unit is within 6" of this unit, add 1 to Charge rolls made for that unit.',
    'While a friendly unit is wholly within 6" of this unit, add 1 to Charge rolls made for that unit.',
    'While a friendly INFANTRY model is within 6" of this unit, add 1 to Charge rolls made for that unit.',
    "While this model is leading a Skyborn unit, models in that unit have a 5+ invulnerable save.",
    "While a Skyborn model is leading this unit, add 1 to Charge rolls made for this unit.",
    "While this unit contains one or more PSYKER models, add 1 to Charge rolls made for this unit.",
    # the wrong subject
    "Each time a model in that unit makes an attack, add 1 to the Hit roll.",
    "While this model is leading a unit, each time a model in this unit makes an attack, add 1 to the Hit roll.",
    "While this model is leading a unit, each time this model makes an attack, add 1 to the Hit roll.",
    'While a friendly unit is within 6" of this unit, add 1 to Charge rolls made for this unit.',
    "Each time a THORN GUARD model in this unit makes an attack, add 1 to the Hit roll.",
    "Each time a model in this model makes an attack, add 1 to the Hit roll.",
    "Each time an attack is made by this unit's champion, add 1 to the Hit roll.",
    "Ranged weapons equipped by THORN GUARD models in this unit have the [HEAVY] ability.",
    # outcomes that have no word in the vocabulary, or that would not work
    "Each time a model in this unit makes an attack, you can ignore any or all modifiers to the Damage roll.",
    "Each time an attack targets this unit, you can ignore any or all modifiers to that attack's Ballistic Skill "
    "characteristic and the Hit roll.",
    "Each time a model in this unit makes an attack, re-roll the Hit roll.",
    "Each time a model in this unit makes an attack, a successful Hit roll of 5+ scores a Critical Hit.",
    "Each time a model in this unit makes an attack, a Hit roll of 5+ scores a Critical Hit.",
    "Each time an attack targets this unit, a successful unmodified Hit roll of 5+ scores a Critical Hit.",
    "Each time a model in this unit makes an attack, an unmodified Hit roll of 5+ scores a Critical Wound.",
    "Each time a model in this unit makes an attack, add 1 to the Armour Penetration characteristic of that attack.",
    "Each time a model in this unit makes an attack, add 1 to the Attacks characteristic of that attack.",
    "Each time a model in this unit makes an attack, halve the Damage characteristic of that attack.",
    "Each time a model in this unit makes an attack, that attack has the [HUNTER 3] ability.",
    "Each time a model in this unit makes an attack, that attack has the [PISTOL] ability.",
    "Each time a model in this unit makes an attack that targets a VEHICLE unit, that attack has the [HAZARDOUS] "
    "ability.",
    "Melee weapons equipped by models in this unit have the [ONE SHOT] ability.",
    "Weapons equipped by models in this unit have the [PSYCHIC] ability.",
    "Each time an attack targets this unit, that attack has the [LETHAL HITS] ability.",
    "Each time an attack targets this unit, if it is Below Half-strength, subtract 1 from the Hit roll.",
    "Models in this unit have the Feel No Pain 5+ ability against ranged attacks.",
    "Models in this unit have the Feel No Pain 5+ ability against mortal wounds and melee attacks.",
    # choices of a whole army
    "In your Command phase, you can select one of the abilities listed below to take effect until the start of your "
    "next Command phase.",
    "In your Command phase, you can select one of the abilities listed below to take effect until the start of your "
    "next Command phase.\nIRON\n"
    "Melee weapons equipped by ASHEN WARDENS models from your army have the [LANCE] ability.\n"
    "DUST\nMelee weapons equipped by Skyborn models from your army have the [LANCE] ability.",
    # after shooting
    'In your Shooting phase, after this unit has shot, it can make an Advance move of up to 5".',
    "In your opponent's Shooting phase, after this unit has shot, it can make a Normal move of up to 5\".",
    'In your Shooting phase, after this unit has shot, it can make a Normal move of up to D4".',
    'In your Shooting phase, after this unit has shot, it can make a Normal move of up to 5". If it does, it hums.',
    "In your Shooting phase, after this unit has shot, select one enemy Skyborn unit hit by one or more of those "
    "attacks. Until the end of the phase, that unit cannot have the Benefit of Cover.",
    "In your Shooting phase, after this unit has shot, select one enemy unit hit by one or more of those attacks made "
    "with a sun lance. Until the end of the turn, that unit cannot have the Benefit of Cover.",
    "In your Shooting phase, after this unit has shot, select one enemy unit hit by one or more of those attacks. "
    "Until the end of the phase, each time a friendly Skyborn model makes an attack that targets that unit, re-roll a "
    "Hit roll of 1.",
    # moments of the command phase
    "At the end of your Movement phase, one model in this unit regains up to D3 lost wounds.",
    "At the start of your Command phase, one model in each friendly unit regains up to D3 lost wounds.",
    "At the start of your opponent's Command phase, you gain 1CP.",
    "At the start of your Command phase, if this model is your Warlord, you gain 1CP.",
    "In your Command phase, roll one D6: on a 4+, you gain 2CP.",
    "In your Command phase, roll two D6: on a 4+, you gain 1CP.",
    "Models in this unit have a Wounds characteristic of 5.",
    "Models in this unit have the Deep Strike and Stealth abilities.",
    "Add 1 to the Wounds characteristic of the bearer.",
    "Add 1 to the Move characteristic of models in this unit.",
    "Subtract 1 from the Objective Control characteristic of models in this unit (to a minimum of 1).",
    "Add 1 to Leadership tests taken for this unit.",
    "Add 1 to saving throws made for models in this unit.",
    "This unit is eligible to shoot in a turn in which it Fell Back, but only at VEHICLES.",
    "This unit is eligible to declare a charge in a turn in which it was set up.",
    "Each time this unit Advances, do not make an Advance roll.",
    'Each time this unit Advances, do not make an Advance roll. Instead, add 6" to the Move characteristic of models '
    "in this unit.",
    'Each time this unit Advances, do not make an Advance roll. Instead, until the end of the phase, add D6" to the '
    "Move characteristic of models in this unit.",
    'Each time this unit Advances, do not make an Advance roll. Instead, until the end of the phase, add 6" to the '
    "Move characteristic of this model.",
    # times and choices
    "Once per battle, each time a model in this unit makes an attack, add 1 to the Hit roll.",
    "Once per turn, you can re-roll the Hit roll.",
    "In your Shooting phase, each time a model in this unit makes an attack, add 1 to the Hit roll.",
    "From the second battle round onwards, add 1 to Charge rolls made for this unit.",
    "Add 1 to Charge rolls made for this unit until the end of the turn.",
    "At the start of the Fight phase, models in this unit have the Fights First ability.",
    "You can add 1 to the Hit roll.",
    "Roll one D6: on a 4+, add 1 to Charge rolls made for this unit.",
    "If this unit is led, add 1 to Charge rolls made for this unit.",
    "Add 1 to Charge rolls made for this unit unless it is Battle-shocked.",
    "Add 1 to Charge rolls made for this unit instead.",
    # two sentences, one of them unknown
    "Add 1 to Charge rolls made for this unit. It also sings.",
    "It sings. Add 1 to Charge rolls made for this unit.",
    "Each time a model in this unit makes an attack, add 1 to the Hit roll. If this unit made a Charge move this turn, "
    "you can re-roll the Hit roll instead.",
    "Each time a model in this unit makes an attack, re-roll a Hit roll of 1. If this unit made a Charge move this "
    "turn, you can re-roll the Wound roll instead.",
    "Models in this unit have the Stealth ability. Models in this unit have the Deep Strike ability.",
    "Each time a model in this unit makes an attack:\n■ Add 1 to the Hit roll.\n■ Add 1 to the Wound roll.",
    "Add 1 to Charge rolls made for this unit.\nMaker's note: put a token beside it.",
]


@pytest.mark.parametrize("text", NEAR_MISSES)
def test_what_is_in_doubt_is_left_alone(text: str) -> None:
    assert read_text(text, KNOWN) is None


PREFIXES = [
    "Once per battle, ",
    "In your opponent's turn, ",
    "At the start of any phase, ",
    "If your army is led by a hero, ",
    "When this unit is set up, ",
    "You can say that ",
]
SUFFIXES = [
    " until the end of the phase",
    " instead",
    " unless it is Battle-shocked",
    ", if it has not moved",
    " once per turn",
    ", but not in melee",
    " (to a maximum of 3)",
]


LIMITED = ("In your Shooting phase, after",)
"""What may be limited to once in a battle."""


@pytest.mark.parametrize(
    ("text", "prefix"),
    [
        (text, prefix)
        for text, prefix in product(TEXTS[::4], PREFIXES)
        if not (prefix == PREFIXES[0] and text.startswith(LIMITED))
    ],
)
def test_a_text_with_more_in_front_is_left_alone(text: str, prefix: str) -> None:
    assert read_text(prefix + text[0].lower() + text[1:], KNOWN) is None


@pytest.mark.parametrize(("text", "suffix"), list(product(TEXTS[::3], SUFFIXES)))
def test_a_text_with_more_at_its_end_is_left_alone(text: str, suffix: str) -> None:
    assert read_text(text.rstrip(".") + suffix + ".", KNOWN) is None


CLOSED = [text for text in TEXTS if text != SONGS]
"""Texts without names of their own, in which any word may stand."""
UNKNOWN_WORDS = st.from_regex(r"zq[a-z]{0,6}", fullmatch=True)


@given(st.sampled_from(CLOSED), UNKNOWN_WORDS, st.data())
def test_one_unknown_word_anywhere_leaves_the_text_alone(text: str, word: str, data: st.DataObject) -> None:
    words = text.split()
    at = data.draw(st.integers(0, len(words)))
    assert read_text(" ".join([*words[:at], word, *words[at:]]), KNOWN) is None


@given(st.sampled_from(CLOSED), UNKNOWN_WORDS, st.data())
def test_one_word_changed_for_an_unknown_one_leaves_the_text_alone(text: str, word: str, data: st.DataObject) -> None:
    words = text.split()
    words[data.draw(st.integers(0, len(words) - 1))] = word
    assert read_text(" ".join(words), KNOWN) is None


@given(st.sampled_from(TEXTS), st.data())
def test_sentences_cut_off_are_left_alone_or_say_less(text: str, data: st.DataObject) -> None:
    """A cut text may still be a sentence, but never one with effects that the whole did not have."""
    whole = read_text(text, KNOWN)
    words = text.split()
    cut = read_text(" ".join(words[: data.draw(st.integers(0, len(words)))]), KNOWN)
    assert whole is not None
    assert cut is None or {effect.kind for effect in cut.effects} <= {effect.kind for effect in whole.effects}


@given(st.text(max_size=300))
def test_any_text_is_read_or_left_alone(text: str) -> None:
    read_text(text, KNOWN)


def test_texts_longer_than_any_phrase_are_left_alone() -> None:
    sentence = "Add 1 to Charge rolls made for this unit. "
    assert read_text(sentence * (LONGEST // len(sentence)), KNOWN) is not None
    assert read_text(sentence * (LONGEST // len(sentence) + 1), KNOWN) is None


def test_keywords_are_cut_in_one_way_or_not_at_all() -> None:
    names = {"thorn", "guard", "thorn guard", "ashen wardens"}
    assert split("ashen wardens guard", names) == ("ashen wardens", "guard")
    assert split("guards", names) == ("guard",)
    for phrase in ("thorn guard", "thorn riders", ""):
        with pytest.raises(Unread):
            split(phrase, names)


def test_a_faction_that_not_all_units_share_is_no_condition_that_can_be_asked() -> None:
    text = 'While a friendly ASHEN WARDENS unit is within 6" of this unit, add 1 to Charge rolls made for that unit.'
    assert read_text(text, KNOWN) is not None
    assert read_text(text, KnownKeywords(KNOWN.own)) is None

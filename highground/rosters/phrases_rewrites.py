"""Wordings that mean the same, brought to the one that the grammar reads."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from highground.rosters.phrases_rewrites_rolls import SAME_OF_ROLLS
from highground.rosters.phrases_rewrites_uses import SAME_OF_USES

Meant = str | Callable[[re.Match[str]], str]


def _tests(found: re.Match[str]) -> str:
    """The tests that a text means whose first group is there if it names leadership too."""
    return f"battle-shock{' and leadership' if found[1] else ''} tests"


_SAME: tuple[tuple[str, Meant], ...] = (
    # slips of the pen
    (r"subtract 1 form the", "subtract 1 from the"),
    (r"unmodifed", "unmodified"),
    (r"\babilty\b", "ability"),
    (r"\bstrategem\b", "stratagem"),
    (r"\bmdel\b", "model"),
    (r"^\([a-z' ,-]+ only\):? ?", ""),
    (r"^the model (?=has|gains)", "this model "),
    (r"\blevel of control over that is\b", "level of control over that objective marker is"),
    (r"^[:'\ufffd] ?", ""),
    (r"[\ufffd.]+$", ""),
    (r"\bwhilst\b", "while"),
    (r"\bremains under you control\b", "remains under your control"),
    (r"\bdeclare a chare\b", "declare a charge"),
    (r"\bin a turn which it\b", "in a turn in which it"),
    (r"\bthis models (?=objective|leadership|move|toughness)", "this model's "),
    (r"\b(models|weapons) in range of\b", r"\1 within range of"),
    (r"\bis in range of\b", "is within range of"),
    (r"\bunits? in (range of|engagement range of)\b", lambda m: m[0].replace(" in ", " within ")),
    (r"\bequipped by model in\b", "equipped by models in"),
    (r"\bmodel in (this|that) unit have\b", r"models in \1 unit have"),
    (
        r"\bre-roll (battle-shock|leadership (?:and|or) battle-shock|battle-shock (?:and|or) leadership) tests for\b",
        r"re-roll \1 tests taken for",
    ),
    (r"\bbattleshock\b", "battle-shock"),
    (r"\bset-up\b", "set up"),
    (r"\bon d6\b", "one d6"),
    (r"\b1 d6\b", "one d6"),
    (r"\broll a d6\b", "roll one d6"),
    (r"\bre-?roll(s|ed|ing)?\b", r"re-roll\1"),
    (r"\bbelow half strength\b", "below half-strength"),
    (r"\btranshuman\b", "transhuman"),
    (r"\bmovement characteristic\b", "move characteristic"),
    (
        r"armou?r penetration of (?=that attack|the attack|melee|ranged|weapons)",
        "armour penetration characteristic of ",
    ),
    (r"\barmor\b", "armour"),
    # conditions
    (r"^when (?=(?:this model|the bearer) is leading a unit,)", "while "),
    (r"^(?:while|when) (this model|the bearer) is attached to a unit,", r"while \1 is leading a unit,"),
    (r"^when a friendly", "while a friendly"),
    (r"\bthis fortification\b", "this model"),
    (
        r"while an? ([a-z' -]+?) character(?: model)? is leading this unit,",
        r"while a \1 character model is leading this unit,",
    ),
    (r"\bbelow starting strength\b", "below its starting strength"),
    (r"is at its starting strength", "is not below its starting strength"),
    (
        r"targets (an? (?:enemy )?unit)(?: that is)? not below its starting strength",
        r"targets \1 that is not below its starting strength",
    ),
    (
        r"\bunless ((?:this|that) (?:unit|model)|(?:this model|the bearer)'s unit|it) is (battle-shocked),",
        r"if \1 is not \2,",
    ),
    (
        r"\b(?:provided|if) (it|this unit|this model|that unit) (?:has )?(?:made a charge move|charged)"
        r" (?:this|in the same) turn",
        r"if \1 made a charge move this turn",
    ),
    (
        r"\bprovided (it|this unit|this model|that unit) (?:has )?remained stationary this turn",
        r"if \1 remained stationary this turn",
    ),
    (
        r"in a turn in which (it|this unit|this model|that unit|(?:this model|the bearer)'s unit) made a charge move,",
        r"if \1 made a charge move this turn,",
    ),
    (
        r"\bwithin engagement range of (?:an|any|one or more) enemy (?:units?|models?)\b",
        "within engagement range of one or more enemy units",
    ),
    (r"\bis no longer within engagement range", "is not within engagement range"),
    (r"for one or more of the following reasons: ", ""),
    # rerolls
    (
        r"re-roll (?:all |any )?hit rolls? of 1 and (?:re-roll )?(?:all |any )?wound rolls? (?:of|or) 1",
        "re-roll a hit roll of 1 and re-roll a wound roll of 1",
    ),
    (r"re-roll hit rolls and wound rolls of 1", "re-roll a hit roll of 1 and re-roll a wound roll of 1"),
    (r"re-roll a hit roll or wound roll of 1", "re-roll a hit roll of 1 and re-roll a wound roll of 1"),
    (r"re-roll wound rolls? or 1", "re-roll a wound roll of 1"),
    (r"a (hit|wound) roll (?:or|if) 1", r"a \1 roll of 1"),
    (r"re-roll (?:the )?(hit|wound|damage) rolls of 1", r"re-roll a \1 roll of 1"),
    (r"you can add (\d)", r"add \1"),
    (r"each successful (hit|wound) scores", r"a successful \1 roll scores"),
    (r"^if used,", "if it does,"),
    (r"if that attack targets an? (?:enemy )?unit (?=that is |within )", "if that target "),
    (r"targets an? (enemy )?unit that is within (?=\d)", r"targets a \1unit within "),
    (r"targets an? (?:enemy )?unit (?:with|that has) the ([a-z' -]+?) keyword(?=,| and)", r"targets a \1 unit"),
    (r"\bunit (?:containing|with) (\d+) or (more|fewer) models", r"unit that contains \1 or \2 models"),
    (r"(until the (?:start|end) of (?:your next |the )[a-z]+(?: phase)?) (?=(?:that|this) (?:enemy )?unit\b)", r"\1, "),
    # What every pile-in and consolidation has to do in any case; of other moves it is a condition.
    (
        r"(?<=instead of up to 3\")"
        r" (?:so long as|provided|as long as) (?:it|that model) (?:ends that move|is) closer to the closest enemy model"
        r"(?: at the end of that move)?",
        "",
    ),
    (r"\btargets an? ((?:monster|vehicle)(?: or (?:monster|vehicle))?) model\b", r"targets a \1 unit"),
    # attacks
    (r"\bthis (model|unit) make an attack\b", r"this \1 makes an attack"),
    (r"\bmakes a range attack\b", "makes a ranged attack"),
    (r"\bto the advance and charge rolls\b", "to advance and charge rolls"),
    (r"(\bset up within \d+\") horizontally of\b", r"\1 of"),
    (r"\bif that target that is\b", "if that target is"),
    (r"\bthis unit's ((?:melee |ranged )?weapons)\b", r"\1 equipped by models in this unit"),
    (r"\bin a turn in it which it\b", "in a turn in which it"),
    (
        r"^while ((?:this|that) unit is [^,]+), (?:each time a model in (?:this|that) unit makes an attack, )?"
        r"(you can re-roll the (?:hit|wound|damage) roll instead)$",
        r"if \1, \2",
    ),
    (
        r"\bone (hit|wound|damage) roll( or|,| and|, and) you can re-roll (?=one (?:hit|wound|damage) roll)",
        r"one \1 roll\2 ",
    ),
    (
        r"^each time (this model|this unit) shoots? or fights?, while resolving those attacks, (?=you can re-roll one)",
        r"each time \1 is selected to shoot or fight, ",
    ),
    (r"\bwhen resolving its attacks\b", "when resolving those attacks"),
    (r"\bdestroys an enemy unit it regains\b", "destroys an enemy unit, it regains"),
    (r"\badvance moves made for\b", "advance rolls made for"),
    (
        r"\b(?:an? )?(?:unmodified successful|successful unmodified) (hit|wound) rolls? of (\d)\+ scores?",
        r"a successful unmodified \1 roll of \2+ scores",
    ),
    (r"\bif (?:an? )?successful unmodified (hit|wound)", r"a successful unmodified \1"),
    (
        r"each time (this model|this unit|a model in this unit|the bearer) targets an? (enemy"
        r" )?((?:[a-z' -]+ )?unit[a-z' ,\"0-9-]*?) with an? (ranged|melee) attack,",
        r"each time \1 makes a \4 attack that targets a \2\3,",
    ),
    (
        r"each time ((?:this|that) (?:unit|model)|the bearer|a model in (?:this|that) unit) (?:shoots at"
        r"|targets) (an? (?:enemy )?[a-z' -]*?unit),",
        r"each time \1 makes an attack that targets \2,",
    ),
    (
        r"each time an? (ranged|melee) attack made by (this model|this unit|a model in this unit|the bearer)"
        r" is allocated to an? ([a-z' -]+?) model,",
        r"each time \2 makes a \1 attack that targets a \3 unit,",
    ),
    (r"(the attack has|that attack has) (\[[^\]]+\])(?! abilit)(?=,|$| and)", r"\1 the \2 ability"),
    (r"\bhave (\[[^\]]+\])(?! abilit| and)(?=,|$)", r"have the \1 ability"),
    (r"\bgains?( the \[)", r"have\1"),
    (r"\bgain the ((?:\[[^\]]+\](?:, and |, | and )?)+) abilit", r"have the \1 abilit"),
    (r"against (ranged|melee) attacks only", r"against \1 attacks"),
    (r"an invulnerable save characteristic of (\d\+)", r"a \1 invulnerable save"),
    (r"a feel no pain (?:of )?(\d\+)(?: ability)?", r"the feel no pain \1 ability"),
    (r"have feel no pain (\d\+)", r"have the feel no pain \1 ability"),
    (r"the attacking model is within (\d+)\"(?: of (?:it|that unit|this unit))?", r'the attacking model is within \1"'),
    # objectives
    (
        r"until your opponent's level of control over that objective marker is greater than yours at the end"
        r" of (?:a|any|each|the) (?:phase|turn)",
        "until your opponent controls it",
    ),
    (r"\bthis unit \(or any transport it is embarked within\)", "this unit"),
    (r"roll one d6;", "roll one d6:"),
    (r"\b(\d) cp\b", r"\1cp"),
    (r"\bgain 1 command point\b", "gain 1cp"),
    (r"\bgain an additional 1cp\b", "gain 1cp"),
    # characteristics of what is theirs
    (r"characteristics? of models in it\b", "characteristic of models in that unit"),
    (r"\bmade for (that|this) (?:enemy )?unit's models\b", r"made for \1 unit"),
    (r"(?<!re-roll )battle-shock or leadership tests", "battle-shock and leadership tests"),
    (r"(?<!re-roll )leadership (?:and|or) battle-shock tests", "battle-shock and leadership tests"),
    (
        r"re-roll (?:battle-shock (?:and|or) leadership|leadership (?:and|or) battle-shock) tests",
        "re-roll battle-shock and leadership tests",
    ),
    (
        r"each time a battle-shock( or leadership)? test is taken for (that unit|this unit|that enemy unit),"
        r" (subtract|add) (\d) (?:from|to) that test",
        lambda m: f"{m[3]} {m[4]} {'from' if m[3] == 'subtract' else 'to'} {_tests(m)} taken for {m[2]}",
    ),
    (
        r"each time you take a battle-shock( or leadership)? test for (that unit|this unit), you can re-roll that"
        r" test",
        lambda m: f"you can re-roll battle-shock{' and leadership' if m[1] else ''} tests taken for {m[2]}",
    ),
    (
        r"each time a (ranged|melee) attack made by (this model|this unit|a model in this unit) targets",
        r"each time \2 makes a \1 attack that targets",
    ),
    (
        r"improve the armour penetration(?: characteristic)? of (ranged |melee |)weapons in (this unit|that unit) by",
        r"improve the armour penetration characteristic of \1weapons equipped by models in \2 by",
    ),
    (r"\b(ranged |melee |)weapons in (this unit|that unit) have\b", r"\1weapons equipped by models in \2 have"),
    (
        r"^this unit has an? (\d\+) invulnerable save against (ranged|melee) attacks,? and (?:an? )?(\d\+) invulnerable"
        r" save against (ranged|melee) attacks$",
        r"models in this unit have a \1 invulnerable save against \2 attacks and a \3 invulnerable save against \4"
        r" attacks",
    ),
    (
        r"^each time an attack is made with this weapon, if the target is more than (\d+)\" (?:from|away from)"
        r" (?:the bearer|this model),",
        r'each time the bearer makes an attack with this weapon that targets a unit that is not within \1",',
    ),
    (
        r'(\bwith this weapon .*"), (?:an? )?(?:unmodified successful|successful unmodified) hit roll',
        r"\1, a successful unmodified hit roll",
    ),
    (
        r"^each time an attack made with this weapon targets an enemy unit that is not within (\d+)\",",
        r'each time the bearer makes an attack with this weapon that targets a unit that is not within \1",',
    ),
    (
        r"^in your movement phase, if (this model|this unit) remains stationary, until the end of the turn,"
        r" (?=(?:its )?ranged weapons .*\] ability$)",
        r"if \1 remained stationary this turn, ",
    ),
    (
        r"^if this model remained stationary this turn,"
        r" (?:its ranged weapons|ranged weapons equipped by this model) have the (\[[^\]]+\]) ability$",
        r"each time this model makes a ranged attack, if this model remained stationary this turn,"
        r" that attack has the \1 ability",
    ),
    (
        r"^(while an? (?:friendly|enemy) [^,]*? is within [^,]*? of) one or more (unit|model)s (?:from your army )?with"
        r" this ability,",
        r"\1 this \2,",
    ),
    (r"^while this unit's ([a-z' -]+) model is on the battlefield,", r"while this unit contains a \1 model,"),
    (r"^(while this unit .*characteristics? of) its models\b", r"\1 models in this unit"),
    (r"^(while (?:this model|the bearer) is leading a unit, .*\bmodels in) this unit\b", r"\1 that unit"),
    (r"\b(friendly|enemy) ([a-z' -]+) unit or ([a-z' -]+) unit(?= is within)", r"\1 \2 or \3 unit"),
    (r"\buntil the end of the phase, (?=improve the [a-z, ]+ characteristics? of that attack by)", ""),
    (r"\bon a critical (hit|wound), (?=that attack has)", r"if a critical \1 is scored, "),
    (r"battle-shock, leadership(?:,)? (?:and|or) desperate escape tests", "battle-shock and leadership tests"),
    (
        r"each time you take a battle-shock(,? (?:or )?leadership(?: or desperate escape)?)?"
        r" test for (this unit|this model|that unit), add (\d) to that test",
        lambda m: f"add {m[3]} to {_tests(m)} taken for {m[2]}",
    ),
    (
        r"subtracting (?:one|1) from (?:that|the) (?:test|roll|result)(?: when (?:doing|it does) so)?",
        "subtracting 1 from that test",
    ),
    (
        r"^enemy units within (\d+)\" of (this model|this unit|the bearer)"
        r" (?:must )?subtract (\d) from battle-shock( and leadership)? tests$",
        r'subtract \3 from battle-shock\4 tests taken for enemy units within \1" of \2',
    ),
    # what is used
    (
        r"\bthis model can repair one (friendly [^:.]*?) within (\d+)\" of it\b",
        r'select one \1 within \2" of this model',
    ),
    # cover, rerolls, moves
    (
        r"^each time a model in a unit makes a (ranged|melee) attack that targets this unit,",
        r"each time a \1 attack targets this unit,",
    ),
    (
        r"^each time an? ranged attack targets (this unit|this model|that unit|(?:this model|the bearer)'s unit),"
        r" (?:models in it have|it has|\1 has) the benefit of cover(?: against that attack)?$",
        r"\1 has the benefit of cover",
    ),
    (r"^each time the bearer is selected to (?=shoot|fight)", "each time this model is selected to "),
    (r"\breturn one destroyed\b", "return 1 destroyed"),
    (
        r"^while this unit contains (?:an?|one or more) character models?,",
        "while a character model is leading this unit,",
    ),
    (
        r"^if this unit remained stationary this turn,"
        r" (?:its ranged weapons|ranged weapons equipped by models in this unit) have the (\[[^\]]+\]) ability$",
        r"each time a model in this unit makes a ranged attack, if it remained stationary this turn,"
        r" that attack has the \1 ability",
    ),
    (
        r"\beach time (this unit|that unit) piles in or consolidates,"
        r" (?:models in it|each model in (?:this|that) unit) can move up to (\d)\""
        r" instead of (?:up to )?3\"",
        r"each time a model in \1 makes a pile-in or consolidation move, it can move up to \2"
        r'" instead of up to 3"',
    ),
    *SAME_OF_USES,
)


def needed(pattern: str) -> str:
    """The longest run of letters outside groups that stands in whatever the pattern matches; '' if there is none."""
    runs, depth, at = [""], 0, 0
    while at < len(pattern):
        sign = pattern[at]
        depth += (sign in "([") - (sign in ")]")
        if sign == "\\":
            at += 1
        if sign == "|" and not depth:
            return ""
        if sign in "?*{" and not depth:
            runs[-1] = runs[-1][:-1]
        if not depth and (sign.islower() or sign in " -'"):
            runs[-1] += sign
        else:
            runs.append("")
        at += 1
    return max(runs, key=len)


_DIGITS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10}
_WORDINGS: tuple[tuple[str, Meant], ...] = (
    (r"^(?:whenever|every time) ", "each time "),
    (r"^[■▪•] ?(?=if this unit contains )", ""),
    (r"^if this unit contains (?=an? |one or more )", "while this unit contains "),
    (r", or the (\[[^\]]+\]) ability if\b", r", and that attack has the \1 ability if"),
    (
        r"\bwhen(?:ever)? (?=(?:a model in (?:this|that) unit|this model|this unit|the bearer) makes an?"
        r" (?:ranged |melee )?attack\b)",
        "each time ",
    ),
    (
        r"^each time an attack (?:is allocated to|targets) a friendly ([a-z' ]*?)unit within (\d+)\" of (this model"
        r"|this unit|the bearer),",
        r'while a friendly \1unit is within \2" of \3, each time an attack targets that unit,',
    ),
    (
        r"^each time a model in a friendly ([a-z' ]*?)unit within (\d+)\" of (this model|this unit|the bearer) makes",
        r'while a friendly \1unit is within \2" of \3, each time a model in that unit makes',
    ),
    (r"\b(hit|wound) rolls? or (?:the )?(hit|wound) rolls? of 1\b", r"\1 roll of 1 or \2 roll of 1"),
    *SAME_OF_ROLLS,
    (
        r"\b(add|subtract) (\d) (to|from) (?:its |their |those |that attack's )?(hit|wound) rolls?\b(?! of| made)",
        r"\1 \2 \3 the \4 roll",
    ),
    (r"\b(advance|charge) rolls and (advance|charge) rolls made for\b", r"\1 and \2 rolls made for"),
    (r"\bre-roll the hit and wound rolls?\b", "re-roll the hit roll and re-roll the wound roll"),
    (
        r"\b(this unit|that unit|this model|it) can (?=(?:shoot|declare a charge|charge)(?: and (?:shoot|declare a"
        r" charge|charge))? in a turn in which (?:it|that unit|this unit) (?:advanced|fell back))",
        r"\1 is eligible to ",
    ),
    (
        r"\b(this unit|that unit|this model) can (shoot|declare a charge|charge|shoot and declare a charge) even"
        r" (?:if|though) it (?:has )?(advanced|fell back|advanced or fell back)(?: (?:this|in the same) turn)?$",
        r"\1 is eligible to \2 in a turn in which it \3",
    ),
    (r"\bmodels in (this|that) unit gain (?=the |an? \d)", r"models in \1 unit have "),
    (r"\branged and melee weapons equipped by\b", "weapons equipped by"),
    (
        r"^((?:models in this unit|this unit|this model|(?:ranged |melee )?weapons equipped by|add|subtract|improve"
        r"|you can re-roll) [^,]*?) (?:while|if) (this unit|this model) (is [^,]+)$",
        r"while \2 \3, \1",
    ),
    (
        r"^((?:add|subtract|improve|worsen) [^,]*? of )models in (friendly|enemy) ([a-z' ]*?)units within (\d+)\" of"
        r" (this model|this unit|the bearer)\b([^,]*)$",
        r'while a \2 \3unit is within \4" of \5, \1models in that unit\6',
    ),
    (
        r"^models in (friendly|enemy) ([a-z' ]*?)units within (\d+)\" of (this model|this unit|the bearer) have\b",
        r'while a \1 \2unit is within \3" of \4, models in that unit have',
    ),
    (
        r"\bcontains (two|three|four|five|six|ten) or (more|fewer) models\b",
        lambda m: f"contains {_DIGITS[m[1]]} or {m[2]} models",
    ),
)
"""Other ways to say what is known, whatever it is about."""
_COMPILED = tuple((needed(pattern), re.compile(pattern), same) for pattern, same in (*_SAME, *_WORDINGS))


@lru_cache(maxsize=4096)
def brought_together(sentence: str) -> str:
    """The sentence in the wording that is read, where it says the same in another."""
    for word, pattern, same in _COMPILED:
        if word in sentence:
            sentence = pattern.sub(same, sentence)
    return sentence

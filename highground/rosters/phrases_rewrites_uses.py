"""Wordings about what is used, its target and what happens to it, rewritten as those that the grammar reads."""

from __future__ import annotations

_SELF = r"(?:this|that) (?:unit|model)|the bearer|(?:this model|the bearer)'s unit"

SAME_OF_USES: tuple[tuple[str, str], ...] = (
    # slips of the pen
    (r"^unit (?=the (?:start|end) of )", "until "),
    (r"\bpenetraion\b", "penetration"),
    (r"\bstratgem\b", "stratagem"),
    (r"\bon (?=[2-6]\+,)", "on a "),
    (r"\bone a (?=[2-6]\+,)", "on a "),
    (r"\bthat enemy unit it ([a-z]+)$", r"that enemy unit is \1"),
    (r"\bthat units must\b", "that unit must"),
    (r"\bmake a battle-shock test\b", "take a battle-shock test"),
    (r"\.'$", ""),
    (r"\byou change the damage characteristic", "you can change the damage characteristic"),
    (r"\bwithin (\d+)\" and visible to\b", r'within \1" of and visible to'),
    (r"\bre-roll all (?=battle-shock)", "re-roll "),
    (r"\band a re-roll\b", "and re-roll"),
    (r"\ball models in (?=(?:this|that) unit|(?:this model|the bearer)'s unit)", "models in "),
    (r"\bequipped by the model and those\b", "equipped by this model and those"),
    # who uses it
    (r"\b(?:this|that) psyker(?: model)?('s unit)?(?= (?:suffers|can|ha(?:s|ve))\b|,|:|$| and\b)", r"this model\1"),
    (r"\b(of|to|in) (?:this|that) psyker(?: model)?('s unit)?\b", r"\1 this model\2"),
    # what is one thing with what it is said of
    (r"\bmakes an attack with a (ranged|melee) weapon\b", r"makes a \1 attack"),
    (
        r"\b((?:(?:ranged|melee) )?weapons equipped by (?:this model|the bearer|models in (?:this|that) unit"
        r"|models in (?:this model|the bearer)'s unit)) and those weapons have\b",
        r"\1 and \1 have",
    ),
    (
        r"\b((?:(?:ranged|melee) )?weapons equipped by (?:this model|the bearer|models in (?:this|that) unit"
        r"|models in (?:this model|the bearer)'s unit)) and (improve the [a-z ]+ characteristics? of) those weapons\b",
        r"\1 and \2 \1",
    ),
    (
        r"\beach time an? (ranged|melee) attack made by (a model in this unit|this model) targets an? ([a-z' ]+?)"
        r" (?:unit|model),",
        r"each time \2 makes a \1 attack that targets a \3 unit,",
    ),
    # when it is used
    (r"^when it does, ", "if it does, "),
    (r"^if it does so, ", "if it does, "),
    (r"^if you do, then ", "if you do, "),
    (
        rf"^in your shooting phase, each time ({_SELF}) is selected to shoot, after \1 has shot,",
        r"in your shooting phase, after \1 has shot,",
    ),
    (rf"^in your shooting phase, each time ({_SELF}) has shot,", r"in your shooting phase, after \1 has shot,"),
    (r"^(in your shooting phase, after this unit has shot), it can make\b", r"\1, this unit can make"),
    # its target
    (
        r"\bselect one (?!enemy|friendly|visible)((?:[a-z]+ )?unit) (?=(?:\(excluding [^)]*\) )?(?:that was )?hit by)",
        r"select one enemy \1 ",
    ),
    (
        r"\bhit by (?:one or more )?(?:of those attacks|attacks made by (?:this unit|this model)(?: this phase)?"
        r"|those attacks)(?= made|,|;|$| and| \()",
        "hit by one or more of those attacks",
    ),
    (r"\bhit by one or more attacks (?=made with )", "hit by one or more of those attacks "),
    (
        r"\bselect one enemy unit (?:that was )?hit by one or more of those attacks \(excluding ([^)*]*)\*?\)",
        r"select one enemy unit (excluding \1) hit by one or more of those attacks",
    ),
    (r"\bthat was (?=hit by one or more)", ""),
    (r"\bthat is (?=within \d+\" of and visible to)", ""),
    (r"\bvisible to and (within \d+\" of) (this unit|this model|the bearer)", r"\1 and visible to \2"),
    # the target that one weapon hit, which can be only one
    (
        r"\bif one or more of those attacks made with ((?:its|an?|this (?:unit|model)'s) [a-z' -]+?) scored a hit"
        r" against an? (?:enemy )?((?:[a-z]+ )?unit),",
        r"select the enemy \2 hit by one or more of those attacks made with \1,",
    ),
    (
        r"\bif an enemy ((?:[a-z]+ )?unit) was hit by one or more (?:of those attacks|attacks) made (?:with|by)"
        r" ((?:its|an?|this (?:unit|model)'s) [a-z' -]+?)(?: this phase)?,",
        r"select the enemy \1 hit by one or more of those attacks made with \2,",
    ),
    # what befalls it
    (
        r"\beach time a battle-shock test is taken for (that (?:enemy )?unit), subtract (\d) from that test",
        r"subtract \2 from battle-shock tests taken for that unit",
    ),
    (
        r"\beach time a battle-shock or leadership test is taken for (that (?:enemy )?unit), subtract (\d)"
        r" from that test",
        r"subtract \2 from battle-shock and leadership tests taken for that unit",
    ),
    (r"(objective control characteristic of models in that unit) \(to a minimum of 0\)", r"\1"),
    (r"\bon a critical (hit|wound), ", r"if a critical \1 is scored, "),
    (
        r"\beach time an attack made by an? ([a-z' -]+) model is allocated to a model in that (?:enemy )?unit,",
        r"each time a friendly \1 model makes an attack that targets that unit,",
    ),
    # the fallen
    (
        r"\bis destroyed by a melee attack, if it has not fought this phase, roll one d6",
        "is destroyed by a melee attack, if that model has not fought this phase, roll one d6",
    ),
    (r"^if (?=this model is destroyed by a melee attack, if)", "each time "),
    (r"\bcan fight after attacking unit\b", "can fight after the attacking unit"),
    # the target of a charge
    (
        r"\b(?:the targets? of that charge|one or more (?:of the )?targets of that charge) (?:are|is) (?=below|battle)",
        "the target of that charge is ",
    ),
    (
        r"\bif one or more (?:of the )?targets of that charge (?:is|are) (?:an? )?([a-z' -]+?)(?: units?)?(?=,|$)",
        r"if the target of that charge is a \1 unit",
    ),
    (
        r"\bif one or more (?:of the )?targets of that charge (?:has|have) the ([a-z' -]+ keyword)",
        r"if the target of that charge has the \1",
    ),
    (
        r"^(add|subtract) (\d) (to|from) charge rolls made for (this model|this unit|the bearer(?:'s unit)?|that unit)"
        r" (if the target of that charge [^,]*)$",
        r"each time \4 declares a charge, \5, \1 \2 \3 the charge roll",
    ),
    # which units are joined as the battle begins
    (
        r"\bif this model is attached to an? ([a-z' -]+?)(?: unit)? during the declare battle formations step,"
        r" (?:it|this model) (?:gains|has) ",
        r"while this model is leading an \1 unit, this model has ",
    ),
    (r", unless that unit starts the battle embarked within a transport, ", ", "),
    (
        r"^while an? ([a-z' -]+?)(?: model)? is leading this unit, that (?:\1 )?model has\b",
        r"\1 models in this unit have",
    ),
    # single dice
    (
        r"^each time this model (?:shoots?|is selected to shoot) or fights?, while resolving those attacks,"
        r" (?=you can re-roll one )",
        "each time this model is selected to shoot or fight, ",
    ),
)
"""What is found, and what it is said as."""

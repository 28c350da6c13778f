"""What the forms of the workshop call effects, their fields, and what may be chosen in them."""

from __future__ import annotations

import re

from highground.words.conditions import CONDITIONS
from highground.words.readings import DURATIONS, MOMENTS, STAGES, WINDOWS

EFFECTS: dict[str, tuple[str, str]] = {
    "roll": ("Attacks", "Change the rolls and numbers of attacks"),
    "weapon_keyword": ("Attacks", "Give weapons a keyword"),
    "lose_keyword": ("Attacks", "Take a keyword from weapons"),
    "range": ("Attacks", "Add to the range of weapons"),
    "weapon_given": ("Attacks", "Have a weapon only while this holds"),
    "snap_hits": ("Attacks", "Hit more easily when shooting out of turn"),
    "move": ("Movement", "Add to Move"),
    "advance": ("Movement", "Add to advance rolls"),
    "fixed_advance": ("Movement", "Advance so far without a roll"),
    "charge": ("Movement", "Add to charge rolls"),
    "permission": ("Movement", "Allow what a move would forbid"),
    "prohibition": ("Movement", "Forbid moves, shots or charges"),
    "reroll": ("Movement", "Reroll advances, charges or battle-shock tests"),
    "normal_move": ("Movement", "Move at once"),
    "rolled_move": ("Movement", "Move as far as a die shows, at once"),
    "withdraw": ("Movement", "Go back to the reserves"),
    "redeploy": ("Movement", "Set a unit up again"),
    "arrive_near": ("Movement", "Arrive nearer to enemies"),
    "places": ("Movement", "Places that passengers of a kind take"),
    "home_about": ("Movement", "The ground about it is home ground"),
    "arrive_beside": ("Movement", "Who arrives early is set up beside it"),
    "deny_arrival": ("Movement", "Keep arriving enemies away"),
    "closing": ("Movement", "Pile in and consolidate farther"),
    "control": ("Unit", "Add to objective control"),
    "set_control": ("Unit", "Set objective control"),
    "leadership": ("Unit", "Add to leadership"),
    "set_leadership": ("Unit", "Set leadership"),
    "charged_at": ("Unit", "Add to charge rolls against it"),
    "toughness": ("Unit", "Add to toughness"),
    "hidden": ("Unit", "Cannot be shot at from afar"),
    "fights_first": ("Unit", "Fight first"),
    "fights_last": ("Unit", "Fight last"),
    "unit_keyword": ("Unit", "Give the unit a keyword, or take one"),
    "rule": ("Unit", "Give the unit a core rule"),
    "last_blows": ("Unit", "Fight before it is removed"),
    "sticky": ("Unit", "Objectives stay held"),
    "nerve": ("Battle-shock", "Add to battle-shock tests"),
    "shock_dice": ("Battle-shock", "Take battle-shock tests on more dice"),
    "steadfast": ("Battle-shock", "Pass battle-shock tests"),
    "shock_test": ("Battle-shock", "Take a battle-shock test"),
    "rally": ("Battle-shock", "End battle-shock"),
    "mortal_wounds": ("Wounds", "Suffer mortal wounds"),
    "rolled_wounds": ("Wounds", "Suffer mortal wounds by a table of dice"),
    "lose_miniatures": ("Wounds", "Lose miniatures"),
    "no_damage": ("Wounds", "The damage of one attack becomes 0"),
    "heal": ("Wounds", "Regain lost wounds"),
    "heal_one": ("Wounds", "One miniature regains lost wounds"),
    "regrow": ("Wounds", "Regain wounds, then miniatures"),
    "return": ("Wounds", "Return fallen miniatures"),
    "add_miniatures": ("Wounds", "Add miniatures to the unit"),
    "stand_up": ("Wounds", "Stand up again"),
    "shoot": ("At once", "Shoot out of turn"),
    "charge_now": ("At once", "Charge out of turn"),
    "fight_next": ("At once", "Fight next"),
    "roll_again": ("Dice", "Reroll the roll it is used on"),
    "turn_die": ("Dice", "Turn the die it is used on"),
    "command_points": ("Army", "Gain command points"),
    "price": ("Army", "Change what stratagems cost"),
    "dearer": ("Army", "What the enemy has just used costs more from now on"),
    "spending": ("Army", "Change what uses take of a count"),
    "use_reach": ("Army", "Change how far uses that take of a count reach"),
    "tally": ("Army", "Count something for the army"),
    "mark": ("Army", "Mark the unit"),
    "bounty": ("Army", "Command points once a marked enemy has fallen"),
    "enlist": ("Army", "Have another unit help"),
}
"""Group and name of each kind of effect, in the order in which they are offered."""

FIELDS = {
    "value": "Number",
    "amount": "Dice, or a number",
    "on": "Count only dice of this or more",
    "stage": "What changes",
    "change": "How",
    "reroll": "Which rolls are rerolled",
    "role": "Whose attacks",
    "attacks": "Which attacks",
    "keyword": "Keyword",
    "what": "Which",
    "name": "Name",
    "reserves": "Into reserve, whatever waits there",
    "gone": "Take it instead",
    "each": "For each miniature of the unit that does it",
    "needed": "On this or more (none: always)",
    "boon": "Its name if the helper has the keyword",
    "most": "At most",
    "steps": "Table",
    "dice": "Dice",
    "count": "How many dice",
    "last": "No charge afterwards",
    "anywhere": "Anywhere, but without a charge in that turn",
    "beside": "Only within so many inches of such a friend",
    "usual": "As far as it moves anyway",
    "reset": "Set it instead of adding",
    "free": "Costs nothing",
    "doubled": "Twice as far",
    "stratagem": "Only the stratagem of this name",
    "again": "Though used before in the phase",
    "per": "Once a",
    "shared": "Once among all that have it",
    "alone": "Adds up with no other rise",
    "leadership": "To leadership tests too",
}
_CHANGES = {
    "add": "add the number",
    "set": "is the number instead",
    "halve": "is halved",
    "reroll": "may be rerolled",
    "steady": "what makes it harder is ignored",
    "automatic": "succeeds without dice",
    "lethal": "critical hits wound",
    "devastating": "critical wounds take no save",
    "sustained": "critical hits bring the number more",
    "pierce": "critical rolls add the number to armour penetration",
    "precise": "critical rolls have precision",
    "cover": "has cover",
    "no cover": "has no cover",
    "critical": "the number or more is critical",
    "critical success": "is critical if it succeeds with the number or more",
    "fails": "the number or less fails",
    "invulnerable": "there is an invulnerable save of the number",
    "armour": "the save on the sheet is better by the number, no better than 3+",
}
_ROLES = {"attacking": "those that it makes", "defending": "those made against it"}
_ATTACKS = {"any": "all", "ranged": "ranged", "melee": "melee", "mortal": "mortal wounds only"}
_WHO = {
    "self": "the unit itself",
    "target": "the target",
    "bearer": "the miniatures that have it",
    "army": "all units of the army",
    "friends within": "friendly units nearby",
    "enemies within": "enemy units nearby",
}
_TARGETS = {
    "none": "nobody",
    "friend": "one of the army's own units",
    "ally": "a friend near the unit that has it",
    "reserve": "one of the army's units in reserve",
    "enemy": "an enemy unit",
}
_TURNS = {"own": "your own", "enemy": "the enemy's", "any": "either player's"}
_CHOICES: dict[str, dict[str, str]] = {
    "stage": STAGES,
    "change": _CHANGES,
    "role": _ROLES,
    "attacks": _ATTACKS,
    "who": _WHO,
    "when": MOMENTS | {"": "always", "enemy shock failed": "when an enemy nearby fails a battle-shock test"},
    "duration": DURATIONS | {"always": "as long as it holds"},
    "window": WINDOWS | {"": "at any time in the phase"},
    "target": _TARGETS,
    "turn": _TURNS,
}


def of_choice(field: str, value: str) -> str:
    """What may be chosen in a field, in words."""
    return _CHOICES.get(field, {}).get(value, value or "-")


def of_condition(kind: str) -> str:
    """'the other unit is within … inches'."""
    return re.sub(
        r"\{[^}]*\}", "…", CONDITIONS[kind].replace("{such}", " (of a keyword)").replace("{inches}", "{} inches")
    )

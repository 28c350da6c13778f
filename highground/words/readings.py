"""What the engine makes of an ability's text, in words made from its effects: to be read beside the text."""

from __future__ import annotations

from highground.engine.abilities import acts
from highground.engine.abilities import afflictions as af
from highground.engine.abilities import attacks as at
from highground.engine.abilities import effects as ef
from highground.engine.abilities import resources as rs
from highground.engine.abilities import wounds as wo
from highground.engine.abilities.condition import AND
from highground.engine.abilities.effect import Effect
from highground.engine.abilities.grants import GiveRule, TakePlaces
from highground.engine.abilities.model import Ability, Use
from highground.words.conditions import MINE, inches, together

_WHO = {
    "self": "The unit",
    "target": "The target",
    "army": "The army's units",
    "friends within": "Friendly units",
    "enemies within": "Enemy units",
    "bearer": "Who has it",
}
STAGES = {
    "attacks": "number of attacks",
    "skill": "weapon skill",
    "hit": "hit rolls",
    "strength": "strength",
    "wound": "wound rolls",
    "ap": "armour penetration",
    "save": "saves",
    "damage": "damage",
    "fnp": "feel no pain",
}
_CHANGES = {
    "halve": "{stage} halved",
    "steady": "what makes {stage} harder is ignored",
    "automatic": "{stage} succeed without dice",
    "lethal": "critical hits wound",
    "devastating": "critical wounds take no save",
    "cover": "cover",
    "no cover": "no cover",
    "pierce": "{criticals} improve armour penetration by {better}",
    "precise": "{criticals} have precision",
    "critical": "{stage} of {value} or more are critical",
    "critical success": "{stage} that succeed with {value} or more are critical",
    "fails": "{stage} of {value} or less fail",
    "invulnerable": "an invulnerable save of {value}+",
    "armour": "the save on the sheet is better by {value}, no better than 3+",
    "sustained": "critical hits bring {value} more",
}
_REROLLS = {
    "ones": "{stage} of 1 are rerolled",
    "failed": "failed {stage} are rerolled",
    "any": "{stage} may be rerolled",
}
_OF_REROLLS = {"damage": "damage rolls", "attacks": "rolls for the number of attacks"}
MOMENTS = {
    "command start": "as its command phase begins",
    "command end": "as its command phase ends",
    "each command start": "as any command phase begins",
    "each command end": "once any command phase is over",
    "combat start": "as a combat phase begins",
    "charged": "after its charge",
    "stratagem": "when a stratagem is used on it",
    "shock passed": "when it passes a battle-shock test",
    "shock failed": "when they fail a battle-shock test",
    "destroyed": "when it is destroyed",
    "slew": "when it destroys an enemy unit",
    "shock step": "in the step of battle-shock tests",
    "movement start": "as a movement phase begins",
    "movement end": "as a movement phase ends",
    "shooting start": "as a shooting phase begins",
    "shooting end": "as a shooting phase ends",
    "charge start": "as a charge phase begins",
    "charge end": "as a charge phase ends",
    "combat end": "as a combat phase ends",
    "helps": "when it helps a unit",
    "round start": "as a round begins",
    "stood still": "when it stays where it is",
    "moved": "after a normal move",
    "advanced": "after an advance",
    "fell back": "after it fell back",
    "enemy shock failed": "when an enemy within {reach} fails a battle-shock test",
    "arrived": "when it arrives",
    "miniature destroyed": "when one of its miniatures is destroyed, after the attacks",
    "fell": "as the phase ends in which it was destroyed for the first time",
}
DURATIONS = {
    "step": "for these attacks or this move",
    "phase": "until the phase ends",
    "turn": "until the turn ends",
    "round": "until the round ends",
    "until your next turn": "until the user's next turn",
    "until your next command phase": "until the user's next command phase",
    "until your next movement phase": "until the user's next movement phase",
    "until your next shooting phase": "until the user's next shooting phase",
    "battle": "for the rest of the battle",
}
WINDOWS = {
    "": "",
    "targeted": "when it is shot at",
    "fight targeted": "when it is struck",
    "enemy moved": "when an enemy has moved",
    "charge declared": "when an enemy declares a charge",
    "enemy charged": "when an enemy has charged",
    "enemy arrived": "when an enemy arrives",
    "rolled": "after its roll",
    "before pick": "before the enemy picks a unit to fight",
    "before shock": "before its battle-shock test",
    "destroyed": "when a unit of its army is destroyed",
    "enemy destroyed": "when it has destroyed a unit",
    "wounded": "when attacks are about to do it damage",
    "shot": "after it has shot",
    "battle start": "as the battle begins",
    "round start": "as the round begins",
    "phase start": "as the phase begins",
    "phase end": "as the phase ends",
    "charged": "after its charge",
    "moved": "after it has moved",
    "deployed": "once both armies are set up",
    "enemy stratagem": "after the enemy has used a stratagem",
}
_ROLLS = {
    "advance": "advance rolls",
    "charge": "charge rolls",
    "battle-shock": "battle-shock tests",
    "leadership": "leadership tests",
}
_ADDED = {
    "move": "move",
    "advance": "advance rolls",
    "charge": "charge rolls",
    "control": "objective control",
    "leadership": "leadership",
    "nerve": "battle-shock tests",
    "toughness": "toughness",
    "charged_at": "charge rolls against it",
}


def of_ability(ability: Ability, leads: bool = True) -> list[str]:
    """A line for how it is used, if it is, and one for each effect; of choices, one for each choice.

    `leads`: whether its unit may lead others. What asks for a leader means its bearer then, else any leader.
    """
    lines = [f"{of_use(ability.use)}:"] if ability.use is not None else []
    lines += [of_effect(effect) for effect in ability.effects]
    if len({each.what for each in ability.effects if isinstance(each, rs.ChangePrice) and each.per}) > 1:
        lines.append("The use of one of these uses up the others.")
    for choice in ability.choices:
        lines.append(f"{choice.name}: " + "; ".join(of_effect(effect) for effect in choice.effects))
    if ability.rule is not None and (not lines or ability.rule.name == "transport"):
        lines.insert(0, f"The core rule {ability.rule}.")
    return lines if leads else [line.replace(MINE, "a leader leads it") for line in lines]


def of_use(use: Use) -> str:
    """'Used once a turn in its shooting phase, after it has shot, at an enemy within 12 inches in sight'."""
    often = "at will" if use.count < 0 else f"once a {use.per}" if use.count == 1 else f"{use.count} times a {use.per}"
    whose = {"own": "its", "enemy": "the enemy's", "any": "any"}[use.turn]
    phases = f" in {whose} {' or '.join(use.phases)} phase" if use.phases else ""
    among = " among all that have it" if use.shared else ""
    moment = f"after its {' or '.join(use.rolls)} roll" if use.rolls else WINDOWS[use.window]
    parts = [f"Used {often}{among}{phases}", moment, _aim(use)]
    if use.conditions:
        parts.append("if " + together(use.conditions))
    parts += [f"for {number} of {name}" for name, number in use.spend]
    parts += ["counted together with what it has beside it"] if use.counts_with else []
    return ", ".join(part for part in parts if part) + (
        f" for {use.cost} command point{'s' if use.cost > 1 else ''}" if use.cost else ""
    )


def _aim(use: Use) -> str:
    if use.target in {"none", "friend", "leadable"}:
        return ""
    reach = f" within {inches(use.reach)}" if use.reach else ""
    sight = " in sight" if use.sight else ""
    kinds = " or ".join(map(together, filter(None, use.aimed)))
    hit = _hit(use) if use.window == "shot" else " that it moved over" if use.over else ""
    target = {"enemy": "an enemy", "reserve": "a unit in reserve"}.get(use.target, "a friend")
    return f"at {target}{hit}{reach}{sight}" + (f" if {kinds}" if kinds else "")


def _hit(use: Use) -> str:
    by = "its bearer" if use.of_model else "it"
    return f" that {by} hit" + (f" with its {use.weapon}" if use.weapon else "")


def of_effect(effect: Effect) -> str:
    """'Friendly units within 6 inches: hit rolls +1 with melee attacks, if it has charged'."""
    who = (_ABOUT[effect.when] if effect.when in _ABOUT else _WHO[effect.who]) + (
        f" within {inches(effect.reach)}" if 0 < effect.reach < _FAR and effect.when != "enemy shock failed" else ""
    )
    if effect.when == "enemy shock failed":
        who = "That enemy" if effect.who == "target" else _WHO[effect.who]
    return f"{who}{', wherever it goes' if effect.follows else ''}: {does(effect)}"


def does(effect: Effect) -> str:
    """The same of whom it affects: 'hit rolls +1 with melee attacks, if it has charged'."""
    words = _what(effect)
    if effect.tied:
        words += ", while the user is on the table"
    if effect.face_from or effect.face_to:
        words += f", on {_faces(effect)}"
    if effect.tested:
        words += f", if it {'passes' if effect.tested == 'passed' else 'fails'} a leadership test"
    if effect.stance:
        words += f", in place of its last {effect.stance}"
    if effect.when:
        words += f", {MOMENTS[effect.when].format(reach=inches(effect.reach))}"
    if effect.conditions:
        words += f", if {together(effect.conditions)}"
    return words + (f", {DURATIONS[effect.duration]}" if effect.duration in DURATIONS else "")


def _faces(effect: Effect) -> str:
    """'a 4+', 'a 2 to 5', 'a 1'."""
    if not effect.face_to:
        return f"a {effect.face_from}+"
    least = effect.face_from or 1
    return f"a {least}" if least == effect.face_to else f"a {least} to {effect.face_to}"


_ABOUT = {"destroyed": "Who did it", "helps": "The unit that it helps"}
_PERMITTED = {
    "pass over models": "may move over models in the movement phase",
    "pass over smaller models": "may move over models that are not TITANIC in the movement phase",
    "pass over friends": "may move over friends in the movement phase",
    "pass through walls": "may move through walls in the movement phase",
    "charge through walls": "may move through walls, when it charges too",
    "climb freely": "climbing costs it no inches",
    "shoot while engaged": "an enemy within engagement range does not make its shots worse",
    "unwatched": "no enemy uses a stratagem to shoot at it out of turn",
    "break out safely": "takes no break-out tests as it falls back",
    "blast while engaged": "may fire blasts at enemies that it alone is engaged with",
    "pin": "enemies that fall back from it take break-out tests",
    "worsen break-out tests": "enemies that fall back from it subtract 1 from their break-out tests",
}
_FAR = 90.0
"""Inches beyond which a reach is the whole table."""


def _what(effect: Effect) -> str:
    if isinstance(effect, at.ModifyAttack):
        return _attack(effect)
    if isinstance(effect, at.ChangeKeywords):
        has = "lose" if effect.lost() is not None else "have"
        return f"{'' if effect.attacks == 'any' else effect.attacks + ' '}weapons {has} [{effect.keyword}]"
    if isinstance(effect, (ef.Permit, ef.AllowReroll)):
        return (
            _PERMITTED.get(effect.what, f"may {effect.what}")
            if isinstance(effect, ef.Permit)
            else f"rerolls {_ROLLS[effect.what]}"
        )
    if isinstance(effect, af.Forbid):
        return f"may not {effect.what}"
    if effect.adds() and effect.kind in _ADDED:
        both = isinstance(effect, af.AddToNerve) and effect.leadership
        return f"{'battle-shock and leadership tests' if both else _ADDED[effect.kind]} {effect.adds():+d}"
    return _at_once(effect) or _other(effect)


def _attack(effect: at.ModifyAttack) -> str:
    stage, value = STAGES[effect.stage], str(effect.amount) if effect.amount is not None else str(effect.value)
    if effect.change == "add":
        words = f"{stage} {effect.value:+d}" if effect.amount is None else f"{stage} +{value}"
    elif effect.change == "reroll":
        words = _REROLLS[effect.reroll].format(stage=_OF_REROLLS.get(effect.stage, stage))
    elif effect.change == "steady" and effect.stage == "skill":
        words = "what worsens the skill of weapons is ignored"
    elif effect.change == "set":
        words = f"{stage} {value}{'+' if effect.stage == 'fnp' else ''}"
    else:
        criticals = f"critical {stage.removesuffix(' rolls')}s"
        words = _CHANGES[effect.change].format(stage=stage, value=value, criticals=criticals, better=-effect.value)
    kind = (
        "mortal wounds"
        if effect.attacks == "mortal"
        else f"{'' if effect.attacks == 'any' else effect.attacks + ' '}attacks"
    )
    return f"{words} against {kind} at it" if effect.of_role("defending") else f"{words} with its {kind}"


def _at_once(effect: Effect) -> str:
    """An effect that happens at once."""
    if isinstance(effect, wo.Wounds):
        actions = {
            "mortal_wounds": "suffers {} mortal wounds",
            "return": "gets {} fallen miniatures back",
            "lose_miniatures": "loses {} of its miniatures",
        }
        if isinstance(effect, wo.AddMiniatures):
            actions["add_miniatures"] = f"{{}} × {effect.name} {'joins' if effect.value == 1 else 'join'} it"
        amount = str(effect.value if effect.amount is None else effect.amount)
        words = actions.get(effect.kind, "regains {} lost wounds").format(amount)
        if amount == "1":
            words = words.replace("wounds", "wound").replace("miniatures back", "miniature back")
        words += ", or fallen miniatures with one wound each" if effect.kind == "regrow" else ""
        return f"{words} for each miniature that does it" if effect.each else words
    if isinstance(effect, wo.GainPoints):
        on = f" on a {effect.on}+" if effect.on else ""
        return f"its army gains {effect.value} command point{'s' if effect.value != 1 else ''}{on}"
    if isinstance(effect, acts.GrantMove):
        last = ", and does not charge after it" if effect.last else ""
        far = "" if effect.usual else f" of up to {effect.amount or effect.value} inches"
        return f"may make a normal move{far}{last}"
    if isinstance(effect, af.RolledWounds):
        table = ", ".join(f"{step.amount} on a {step.least}+" for step in effect.steps)
        dice = (
            f"{effect.count} dice"
            if effect.count > 1
            else f"a die for {effect.dice}"
            if effect.dice != "one"
            else "a die"
        )
        return f"suffers mortal wounds by {dice}: {table}" + (f", {effect.most} at most" if effect.most else "")
    if isinstance(effect, af.StandUp):
        wounds = "all its wounds" if effect.amount is None else f"{effect.amount} of its wounds"
        return f"stands up again with {wounds}, where it fell or as near as it can"
    if isinstance(effect, af.TakeShockTest):
        return "takes a battle-shock test" + (f" at {effect.value:+d}" if effect.value else "")
    return ""


_OTHERS = {
    "join_unit": "joins a unit that it may lead",
    "shoot": "shoots out of turn",
    "charge_now": "may declare a charge at once",
    "fight_next": "fights next",
    "roll_again": "the roll is made again",
    "no_damage": "the damage of one attack at it becomes 0",
    "rolled_move": "may move as many inches as a die shows",
    "rally": "is battle-shocked no longer",
    "withdraw": "may leave the table for the reserves",
    "fights_first": "fights first",
    "fights_last": "does not fight among the first",
    "steadfast": "passes battle-shock tests",
    "sticky": "objectives that it leaves stay its army's",
    "fixed_advance": "advances {} inches without a roll",
    "hidden": "cannot be shot at from beyond {} inches",
    "shock_dice": "rolls {} extra D6 for battle-shock tests",
    "set_leadership": "leadership {}+",
    "set_control": "objective control {}",
    "deny_arrival": "enemies do not arrive from reserve within {} inches",
    "arrive_beside": "if it arrives early, it is set up within {} inches of the unit that uses this",
    "closing": "piles in and consolidates up to {} inches",
    "snap_hits": "its shots out of turn hit on {}",
    "turn_die": "the die shows {}",
}


_SEVERAL = frozenset({"any", "grenades"})
_DEALS = {
    "any": "stratagems",
    "overwatch": "shooting out of turn",
    "intervention": "charging out of turn",
    "reroll": "rerolling a die",
    "arrival": "arriving early",
    "grenades": "grenades",
    "impact": "driving into the enemy",
    "counter": "fighting out of turn",
    "nerve": "passing a battle-shock test",
}


def _price(effect: rs.ChangePrice) -> str:
    number = abs(effect.value)
    points = f"{number} command point{'s' if number > 1 else ''} {'more' if effect.value > 0 else 'less'}"
    several = not effect.stratagem and effect.what in _SEVERAL
    cost = f"cost{'' if several else 's'} {'nothing' if effect.free else points}"
    again = ", though used before in the phase" if effect.again else ""
    often = f", once a {effect.per}" + (" among all that have it" if effect.shared else "") if effect.per else ""
    what = f"the stratagem '{effect.stratagem}'" if effect.stratagem else _DEALS[effect.what]
    rise = ", not added to other rises" if effect.alone else ""
    return f"{what} {cost}{again}{often}{rise}"


def _of_counts(effect: Effect) -> str:
    """What uses take of an army's counts, and how far those reach that take some."""
    if isinstance(effect, rs.RaisePrice):
        points = f"{effect.value} command point{'s' if effect.value > 1 else ''}"
        return f"the stratagem that the enemy has just used costs its army {points} more from now on"
    if isinstance(effect, rs.ChangeSpend):
        takes = "take nothing" if effect.free else f"take {effect.value:+d}"
        often = f", once a {effect.per}" + (" among all that have it" if effect.shared else "") if effect.per else ""
        return f"its uses {takes} of its army's {effect.name}{often}"
    if isinstance(effect, rs.StretchUses):
        far = "twice as far" if effect.doubled else ""
        more = f"{inches(effect.value)} farther" if effect.value else ""
        how = " and ".join(each for each in (far, more) if each)
        return f"its uses that take of its army's {effect.name} reach {how}"
    return ""


def _of_unit(effect: Effect) -> str:
    """What holds for a unit, or is done with it."""
    if isinstance(effect, ef.NameUnit):
        return f"{'is no longer' if effect.gone else 'is'} {effect.name.upper()}"
    if isinstance(effect, GiveRule):
        far = f" {inches(effect.value)}" if effect.value else ""
        return f"has the core rule {effect.name}{far}"
    if isinstance(effect, ef.HomeAbout):
        return f"the ground within {inches(effect.value)} is its army's home ground"
    if isinstance(effect, ef.GiveWeapon):
        return f"has the {effect.name} only while this holds"
    if isinstance(effect, at.AddToRange):
        return f"range of ranged weapons {effect.value:+d}"
    if isinstance(effect, af.ArriveNear):
        where = ", and does not charge in a turn in which it does" if effect.anywhere else " on home ground"
        if effect.name:
            friend = effect.name.replace(AND, " ").upper()
            where = f" where all of it is within {inches(effect.beside)} of a friendly unit with {friend}"
        return f"may arrive by deep strike {effect.value} inches from enemies{where}"
    if isinstance(effect, acts.Redeploy):
        return "goes into reserve" if effect.reserves else "is set up again"
    if isinstance(effect, ef.StrikeWhenFallen):
        on = f", on a {effect.needed}+" if effect.needed else ""
        return f"who falls in melee before it has fought fights before it is removed{on}"
    return ""


def _of_passengers(effect: Effect) -> str:
    """How much room a kind of passenger takes."""
    if not isinstance(effect, TakePlaces):
        return ""
    name = effect.name.replace(AND, " ").upper()
    places = f"{effect.value} of its places" if effect.value > 1 else "one of its places"
    return f"each {name} takes {places}" if effect.value else f"takes in no {name}"


def _other(effect: Effect) -> str:
    found = _of_unit(effect) or _of_counts(effect) or _of_passengers(effect)
    if found:
        return found
    if isinstance(effect, af.Bounty):
        steps = ", ".join(f"{step.amount} from round {step.least} on" for step in effect.steps)
        return f"command points once one marked '{effect.name}' has fallen: {steps}"
    if isinstance(effect, af.MarkUnit):
        return f"is marked '{effect.name}'" + (f", {effect.most} times at most" if effect.most else "")
    if isinstance(effect, rs.ChangePrice):
        return _price(effect)
    if isinstance(effect, rs.Enlist):
        more = f", and makes it '{effect.boon}' if it is {effect.keyword.upper()}" if effect.boon else ""
        return f"another unit with this that sees the target becomes '{effect.name}'{more}"
    if isinstance(effect, rs.Tally):
        if effect.reset:
            return f"its army's {effect.name} become {effect.value}"
        return f"its army's {effect.name} {effect.value:+d}" + (f", {effect.most} at most" if effect.most else "")
    words = _OTHERS.get(effect.kind)
    return words.format(effect.number().lstrip("+")) if words else str(effect)

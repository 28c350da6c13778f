"""Every code with its sentence, what was measured, and what would help. Tests compare their fields with the facts."""

from __future__ import annotations

from typing import NamedTuple


class Saying(NamedTuple):
    """The texts of a code; `{fields}` are its facts."""

    sentence: str
    measure: str = ""
    remedy: str = ""


TURN = {
    "over": Saying("The battle is over."),
    "wrong-choice": Saying("Now is the time to {fitting:or choice}, not to {made:choice}."),
    "wrong-stage": Saying("The next roll is '{stage}', not '{wanted}'."),
    "wrong-end": Saying("A battle is drawn by both armies, or lost by one of the two."),
    "wrong-dice": Saying("{problem}"),
    "too-few-dice": Saying("{roll} needs {needed:counted die}, not {given}."),
    "too-many-dice": Saying("Too many dice for the roll: {left} left over."),
    "no-such-face": Saying("{roll}: a die of {sides} sides cannot show {face}."),
    "nothing-to-undo": Saying("There is nothing to take back."),
    "dice-since": Saying("The computer has rolled dice or drawn cards since, so nothing can be taken back."),
    "needs-consent": Saying("Dice were rolled or cards drawn: the opponent has to agree to take this back."),
    "chosen-since": Saying("Something else was chosen since the unit was picked, so it cannot be let go of."),
    "units-left": Saying("Move these units or let them hold their position first: {units:,}.", "{count:counted unit}"),
    "fighters-left": Saying("These units still have to fight: {units:,}.", "{count:counted unit}"),
}

UNITS = {
    "no-such-unit": Saying("There is no unit with number {number}."),
    "not-yours": Saying("{unit} belongs to the other army."),
    "own-unit": Saying("{unit} is a unit of the same army."),
    "destroyed": Saying("{unit} is destroyed."),
    "joined": Saying("{unit} is part of {other} and acts with it."),
    "not-on-table": Saying("{unit} is not on the table."),
    "wrong-count": Saying(
        "{unit} has {miniatures:counted miniature}, and {places:counted place} were given.",
        "{places} of {miniatures}",
    ),
    "no-such-miniatures": Saying("{unit} has no such miniatures, or they have fallen."),
    "no-place-on-table": Saying("A place of {unit} is not a place on the table."),
}

SETTING_UP = {
    "no-such-zone": Saying("There are two deployment zones, 0 (blue) and 1 (red).", "{zone}"),
    "already-deployed": Saying("{unit} is set up already."),
    "outside-zone": Saying("{unit} must be set up wholly within its deployment zone.", remedy="Choose a place in it."),
    "near-enemy-zone": Saying("{unit} infiltrates more than {distance:g} inches from the enemy's zone."),
    "not-in-reserve": Saying("{unit} is not in reserve."),
    "too-many-in-reserve": Saying(
        "{unit} cannot wait in reserve: at most half of an army's units can.",
        "{count} of {most} units",
    ),
    "too-much-in-reserve": Saying(
        "{unit} cannot wait in reserve: at most half of an army's points can.",
        "{points} of {most} points",
    ),
    "too-much-strategic": Saying(
        "{unit} cannot wait in reserve: of units without a way of their own to arrive, at most a quarter of an army's "
        "points can.",
        "{points} of {most} points",
    ),
    "aircraft-wait": Saying("{unit} is an aircraft: it starts the battle in reserve.", remedy="Keep it in reserve."),
    "too-early": Saying("Reserves arrive from round {first} on.", "round {round}"),
    "far-from-edge": Saying("{unit} must arrive wholly within {distance:g} inches of a board edge."),
    "far-from-unit": Saying("{unit} must be set up within {distance:g} inches of {other}."),
    "in-enemy-zone": Saying("{unit} may arrive in the enemy's deployment zone from round {first} on."),
    "too-close": Saying("{unit} must stay more than {distance:g} inches from {enemy}."),
}

MOVES = {
    "already-moved": Saying("{unit} has moved in this phase."),
    "immobile": Saying("{unit} cannot move.", "0 inches"),
    "engaged": Saying("{unit} is engaged: it can fall back or hold its position."),
    "flies-on": Saying(
        "{unit} is an aircraft: it flies straight ahead, {least:g} inches or more, or off the table.",
        remedy="Move it ahead, or fly it off the table.",
    ),
    "not-aircraft": Saying("{unit} is not an aircraft and cannot fly off the table."),
    "not-ahead": Saying(
        "{unit} flies straight ahead.",
        "{aside:.1f} inches off its line",
        "End on the line ahead of it, and turn it there.",
    ),
    "too-short": Saying(
        "{unit} must fly at least {least:g} inches.",
        "{length:.1f} of {least:g} inches",
        "Fly farther, or off the table.",
    ),
    "turns-too-far": Saying("{unit} may turn by at most {most} degrees after its flight.", remedy="Turn it less."),
    "nothing-to-fall-back-from": Saying("{unit} is not engaged: move it instead."),
    "off-board": Saying(
        "{unit}: the base would hang over the board's edge.", remedy="Keep the whole base on the board."
    ),
    "on-base": Saying("{unit}: the miniature would stand on another base.", remedy="Leave the bases side by side."),
    "on-wall": Saying("{unit}: the base would stand across a wall.", remedy="End clear of the wall."),
    "in-engagement": Saying(
        "{unit}: the move would end within {reach:g} inch of an enemy.",
        "{gap:.1f} inches from an enemy",
        "End more than {reach:g} inch from every enemy.",
    ),
    "too-far": Saying("{unit}: the miniature would move {measured}.", "{measured}", "End {nearer} to the start."),
    "too-far-to-climb": Saying(
        "{unit}: the miniature would move {measured}, {climb:g} inches of it up or down.",
        "{measured}",
        "Climb from nearer by, or stay on this floor.",
    ),
    "too-far-turning": Saying(
        "{unit}: the miniature would use {measured}, {turn:g} of them to turn.",
        "{measured}",
        "End {nearer} to the start, or keep facing as it does.",
    ),
    "no-floor": Saying(
        "{unit}: there is no floor {height:g} inches above the ground there.", remedy="Choose a floor of the terrain."
    ),
    "over-the-edge": Saying(
        "{unit}: the base would hang over the edge of the floor of {terrain}.",
        remedy="Keep the whole base on the floor.",
    ),
    "cannot-climb": Saying(
        "{unit} stays on the ground: only infantry, beasts, swarms and units that fly stand on upper floors.",
        remedy="End on the ground.",
    ),
    "no-way-round": Saying(
        "{unit}: the way leads through {obstacle:obstacle}, and there is no way round.", "", "Choose another place."
    ),
    "through-wall": Saying(
        "{unit}: the way leads through a wall; the way round takes {measured}.",
        "{measured}",
        "Choose a place that the way round can reach.",
    ),
    "through-enemy": Saying(
        "{unit}: the way comes within an inch of an enemy; the way round takes {measured}.",
        "{measured}",
        "Choose a place that the way round can reach.",
    ),
    "through-friend": Saying(
        "{unit}: the way leads through a friendly vehicle or monster; the way round takes {measured}.",
        "{measured}",
        "Choose a place that the way round can reach.",
    ),
    "coherency": Saying(
        "{unit}: the unit would lose coherency: each miniature stands within 2 inches of {needed:number}, "
        "all in one group.",
        "{lost} of {miniatures} out of coherency",
        "Keep the unit together.",
    ),
}

TRANSPORTS = {
    "no-transport": Saying("{unit} can only get into a transport of its own army."),
    "no-room": Saying("{transport} cannot take {unit} in.", "{places:counted place} needed, room for {room}"),
    "no-passenger": Saying("{transport} does not take in units like {unit}."),
    "not-moved": Saying("{unit} gets into a transport after a move, and not in the turn it got out of one."),
    "just-arrived": Saying("{unit} has arrived from reserve: it gets into a transport from the next turn on."),
    "boards-engaged": Saying("{unit} is engaged: it gets into a transport after it has fallen back."),
    "far-from-transport": Saying("{unit} must be wholly within {reach:g} inches of the transport."),
    "not-inside": Saying("{unit} is in no transport."),
    "transport-moved": Saying("{unit} cannot get out after its transport advanced or fell back."),
}

SHOOTING = {
    "already-shot": Saying("{unit} has shot in this phase."),
    "no-assault-weapon": Saying("{unit} advanced and has no assault weapons to shoot with."),
    "no-weapon": Saying("{unit} has no weapon that it could shoot with now."),
    "lone-operative": Saying(
        "{target} is a lone operative: {unit} must be within {reach:g} inches.", "{gap:.1f} of {reach:g} inches"
    ),
    "hidden": Saying(
        "{target} cannot be seen from that far.", "{gap:.1f} of {reach:g} inches", "Come within {reach:g} inches."
    ),
    "engaged-elsewhere": Saying("{unit} is engaged and can only shoot at what it is engaged with."),
    "friends-in-the-way": Saying("{target} is engaged with a unit of your own."),
    "blast-near-friends": Saying(
        "{weapon} is a blast: {target} is engaged with a unit of your own.",
        remedy="Choose a target that no unit of yours is engaged with.",
    ),
    "no-such-weapon": Saying("{unit} has no weapon '{weapon}'."),
    "melee-weapon": Saying("{weapon} is a melee weapon."),
    "one-shot": Saying("{weapon} has been used up."),
    "weapon-not-now": Saying("{unit} cannot use its {weapon} now."),
    "not-carried": Saying("That miniature does not carry {weapon}."),
    "out-of-weapon-range": Saying("{target} is out of {weapon}'s range.", "{gap:.1f} of {reach} inches"),
    "seen-out-of-range": Saying(
        "The miniatures of {target} in sight are out of {weapon}'s range.", "more than {reach} inches"
    ),
    "out-of-sight": Saying("{target} is out of sight."),
    "used-twice": Saying("{weapon} of one miniature can attack only once."),
    "rolled-attacks": Saying("How often {weapon} attacks is rolled, so all its attacks go to one target."),
    "pistol": Saying("A miniature shoots either its pistols or its other weapons."),
}

FIGHTING = {
    "already-charged": Saying(
        "{unit} cannot charge in this turn any more: it has tried to, or made a move after which no charge is allowed."
    ),
    "advanced": Saying("{unit} advanced and cannot charge in this turn."),
    "forbidden": Saying("{unit} may not {action} now: an effect in force forbids it."),
    "fell-back": Saying("{unit} fell back and cannot {action} in this turn."),
    "aircraft": Saying("{unit} is an aircraft and cannot charge."),
    "out-of-the-air": Saying("{target} is an aircraft: only units that fly can charge it."),
    "could-touch": Saying(
        "{unit}: {count:counted miniature} could end in base contact with a target.",
        remedy="Put them base to base with the enemy, or take the shortest way.",
    ),
    "already-engaged": Saying("{unit} is engaged already."),
    "no-target": Saying("Choose a target for {unit}."),
    "target-twice": Saying("Name each target of {unit}'s charge once."),
    "out-of-range": Saying("{target} is too far away for {unit} to charge.", "{gap:.1f} of {reach:g} inches"),
    "not-reached": Saying("The charge must end within {distance:g} inch of {target}."),
    "already-fought": Saying("{unit} has fought in this phase."),
    "not-engaged": Saying("{unit} is not engaged."),
    "not-yet": Saying("{unit} fights after the units that strike first."),
    "not-closer": Saying("{unit}: each miniature that moves must end nearer to an enemy."),
    "out-of-engagement": Saying("{unit}: a pile-in ends within {distance:g} inch of an enemy, or it is not made."),
    "still-apart": Saying(
        "Without those, {unit} still stand apart.", remedy="Choose those that are out of reach of the rest."
    ),
    "more-than-needed": Saying(
        "{unit} would stand together with one of those.", remedy="Choose only as many as have to go."
    ),
    "must-strike": Saying("{unit} can strike an enemy, so it does.", remedy="Choose a weapon and a target."),
    "stays-aloft": Saying(
        "{unit} is an aircraft: it neither piles in nor consolidates.", remedy="Leave it where it is."
    ),
    "must-engage": Saying("{unit}: the consolidation can end in engagement, so it does."),
    "out-of-objectives-range": Saying(
        "{unit}: a consolidation ends in engagement or in range of the nearest objective, or it is not made."
    ),
    "not-closer-to-objective": Saying("{unit}: each miniature that moves must end nearer to the objective."),
    "no-melee-weapon": Saying("{unit} has no melee weapon '{weapon}' that it could strike with."),
    "out-of-reach": Saying("{target} is out of reach of {weapon}.", "{gap:.1f} of {reach:g} inch"),
    "one-weapon": Saying("A miniature of {unit} strikes with one weapon."),
}

ABILITIES = {
    "no-such-ability": Saying("There is no ability '{ability}' to use."),
    "wrong-time": Saying("{ability} is used at another time: it waits for {window:awaited}."),
    "wrong-use": Saying("{ability} cannot be used like that: choose another unit or target."),
    "no-pick": Saying("{ability}: choose one of {choices:,}."),
    "wrong-roll": Saying("{ability} is not for {roll} rolls."),
    "wrong-phase": Saying("{ability} is for the {phases:or} phase.", "{phase}"),
    "wrong-turn": Saying("{ability} is for {turn:turn} turn."),
    "command-points": Saying(
        "{ability} costs {price:counted command point}.", "{points} of {price:counted command point}"
    ),
    "too-few": Saying("{ability} takes {price} of {count}.", "{left} of {price}"),
    "used-up": Saying("{ability} has been used as often as it may be in this {spell}."),
    "battle-shocked": Saying("{unit} is battle-shocked: no stratagem can be used on it."),
    "keyword": Saying("{ability} is for units with the keyword {keyword}, which {unit} does not have."),
    "condition": Saying("{ability} can be used on {unit} only if {condition}."),
    "impossible": Saying("{unit} cannot {action:action} now."),
    "no-single-die": Saying("{ability} rerolls no single die of an attack here."),
    "no-roll": Saying(
        "No {roll} roll of {unit} can be put right now.",
        remedy="An advance until the unit is put down, a charge until it is moved, a test between two others.",
    ),
    "wrong-faces": Saying("A {roll} roll has {needed} dice: name each face, or 0 to roll that die again."),
    "no-die": Saying(
        "{ability}: name a die of the {roll} roll that has not been rerolled.",
        remedy="Choose one of the dice on the table.",
    ),
}

BY_HAND = {
    "not-by-hand": Saying("{ability} works without being switched on."),
    "already-on": Saying("{ability} is switched on already: switch it off first."),
    "not-on": Saying("Nothing of {ability} is switched on."),
    "no-effects": Saying("Choose one to {most} effects for {ability}.", "{chosen:counted effect}"),
    "no-living-unit": Saying("{ability} needs a unit that is alive; there is none with number {number}."),
    "effect-at-once": Saying(
        "{ability}: '{effect}' belongs to a moment of its own and cannot be done by hand; roll and move as it says."
    ),
    "effect-of-others": Saying(
        "{ability}: what is done by hand is for the unit or the army that is named, or for all near that unit."
    ),
    "effect-needs-unit": Saying("{ability}: choose the unit that '{effect}' is for."),
    "points-amended": Saying(
        "The change must not be 0, and an army cannot have fewer than 0 victory points.", "{had} and {points} points"
    ),
    "characteristic-out-of-range": Saying(
        "{ability}: {stat} may be {least} to {most}, with dice only for attacks, strength and damage."
    ),
    "wounds-for-good": Saying(
        "{ability}: the wounds of a miniature change until that is switched off, or for the rest of the battle."
    ),
    "profile-as-it-is": Saying("{unit} already has that, or has nothing that '{effect}' would change."),
    "no-damage-due": Saying(
        "No such attack is about to do damage, or the damage is not between 0 and 100.",
        remedy="Roll the attacks one stage at a time, and correct the damage once it is rolled.",
    ),
    "wounds-amended": Saying(
        "Name another number of wounds than the miniature of {unit} has left, from 0 to {most}.", "{has:counted wound}"
    ),
    "effect-not-now": Saying("{ability}: '{effect}' has to wait until what is under way is finished."),
    "unknown-effect": Saying("{ability}: '{text}' is no {effect}; there are: {known:,}."),
    "unknown-keyword": Saying("{ability}: '{effect}' needs a weapon keyword that there is."),
    "keyword-too-early": Saying(
        "{ability}: '{keyword}' is asked for before there is a target, so it cannot depend on one."
    ),
    "effect-without-value": Saying("{ability}: '{effect}' needs a value."),
    "effect-with-conditions": Saying("{ability}: '{effect}' is for its own unit and takes no conditions."),
    "effect-without-fall": Saying("{ability}: '{effect}' belongs to the moment 'fell'."),
    "effect-without-amount": Saying("{ability}: '{effect}' needs a value above 0 or an amount."),
    "pierces-nothing": Saying(
        "{ability}: armour penetration is zero or negative: to improve it by {value}, say -{value}."
    ),
    "reroll-of-what": Saying("{ability}: a reroll says which dice: 'ones', 'failed' or 'any'."),
    "unknown-change": Saying("{ability}: {problem}."),
    "strength-of-itself": Saying("{ability}: 'stronger' asks for the strength and cannot change it."),
    "unknown-condition": Saying("{ability}: '{condition}' is no condition."),
    "condition-without-name": Saying("{ability}: '{condition}' needs a name."),
    "condition-without-number": Saying("{ability}: '{condition}' needs a number."),
}

REASONS = {
    "switched-by-hand": Saying("{ability}: nothing is switched on yet; the players see to what it does."),
    "waits": Saying("{ability} waits for {window:awaited}."),
    "nobody-to-use": Saying("{ability} has nobody now who could use it, or nothing to aim at."),
    "conditions-unmet": Saying("{ability} waits for its unit to meet all of its conditions on the board."),
    "condition-unmet": Saying("{ability} only works if {condition}."),
    "bearer-fallen": Saying("{unit} has fallen, and {ability} with it."),
    "effects-over": Saying("What {ability} began has ended."),
}
"""Why an ability is not at work."""

LOGS = {
    "not-a-log": Saying("This is not a battle log: {problem}."),
    "not-json": Saying("This file is not readable JSON."),
    "other-format": Saying("This battle log has format {found}; this version reads format {known}."),
    "choice-refused": Saying("Choice {choice} is refused now: {why}"),
    "no-proof": Saying("Choice {choice} needs dice and has no proof of any."),
    "other-digest": Saying("The log's digest is not that of its {choice} choices and their events."),
    "wrong-start": Saying("Choice {choice} begins at event {found} instead of {due}."),
    "other-events": Saying("Choice {choice} has other events now: {where} {was} became {became}."),
    "other-dice": Saying("Choice {choice} has other dice now: {was} became {became}."),
    "other-number-of-rolls": Saying("Choice {choice} has other dice now: {was} rolls became {became}."),
}

DUE = {
    "still-open": Saying("{due}"),
    "not-now": Saying("{unit} cannot be set up now. {due}"),
    "pass-first": Saying("{army} may still answer what just happened: use something or pass."),
    "zone-first": Saying("{army} chooses a deployment zone first."),
    "roll-first": Saying("Dice are still to be rolled: {roll}."),
    "place-first": Saying("{unit} has still to be put down."),
    "act-first": Saying("{army} has still to act before the phase can go on."),
    "unit-not-asked": Saying("{unit} is not asked now."),
    "unit-waiting": Saying("{unit} has to be put down first."),
    "other-phase": Saying("This is for the {wanted} phase.", "{phase}"),
    "charge-phase-only": Saying("Charges are registered in the charge phase.", "{phase}"),
    "not-your-zone": Saying("{army} won the roll and chooses the zone."),
    "not-your-setup": Saying("It is {army}'s turn to set a unit up."),
    "not-your-turn": Saying("It is {army}'s turn to act."),
    "not-your-switch": Saying("{ability} is {army}'s, which the other player commands."),
    "cannot-act": Saying("{unit} cannot {action} now."),
    "not-usable": Saying("{ability} works by itself."),
    "unreadable-effect": Saying("{ability}: {problem}."),
}
"""What a player's command meets before the rules are asked."""

COMMANDS = {
    "no-unit": Saying("Select a unit first."),
    "no-place": Saying("Click on the map to place the unit, or place it in reserves."),
    "no-move-place": Saying("Drag the unit on the map to where it shall go."),
    "no-such-move": Saying("A unit can move, advance, fall back or hold its position, not '{how}'."),
    "no-such-choice": Saying("This is not an answer that the game knows: {problem}."),
    "no-such-reaction": Saying("Your army has no reaction '{reaction}'."),
    "no-such-end": Saying("A battle is ended by resigning, by a draw, or by a claim."),
    "no-room-near": Saying("There is no room for {unit} within {distance:g} inches of there."),
    "no-room-to-arrive": Saying("{unit} cannot arrive there: too near to an enemy, or no room."),
    "no-room-to-get-out": Saying("There is no room for {unit} beside its transport."),
    "advance-too-far": Saying("{unit} cannot advance that far.", "{length:.1f} of at most {limit:g} inches"),
    "no-enemy-in-reach": Saying("No enemy is within {reach:g} inches of {unit}.", "{gap:.1f} of {reach:g} inches"),
    "already-registered": Saying("The charge of {unit} is registered already."),
    "not-registered": Saying("No charge of {unit} is registered."),
    "wrong-charge-dice": Saying("A charge is rolled with two dice of six sides."),
    "too-many-attacks": Saying("Only {able:counted attack} of {weapon} can be made at {target}.", "{asked} of {able}"),
    "too-many-weapons": Saying("At most {able} of {weapon} can fire at {target}.", "{asked} of {able}"),
    "one-unit": Saying("Declare the attacks of one unit at a time."),
    "too-many": Saying("These attacks are too many to work out together: choose fewer weapons."),
    "own-dice": Saying("The dice of this game are rolled by the site: own dice were not agreed on at the set-up."),
    "unknown-ability": Saying("There is no such ability in this game."),
    "no-such-army": Saying("There is no such army in this game."),
    "unknown-unit": Saying("There is no such unit in this game."),
    "no-such-miniature": Saying("{unit} has no such miniature."),
    "unknown-weapon": Saying("{unit} has no such weapon."),
}

PLAYERS = {
    "no-coach": Saying("In a game between two people the coach answers only once both have agreed to it."),
    "no-offer": Saying("There is no such offer any more."),
    "other-offer": Saying("{army} has changed its offer.", "", "Look at the new one."),
    "other-side-agrees": Saying("{army} has to agree."),
    "not-asked": Saying("Nobody asks to take anything back."),
    "has-clock": Saying("This game has a clock already: stop it first."),
    "no-clock": Saying("This game has no clock: start one first."),
    "not-due": Saying("You can claim the battle only while {army} is to act."),
    "not-absent": Saying("{army}'s player was at the table too recently.", "{left:counted minute} left"),
}

COMPUTER = {
    "not-computer": Saying("{army} is commanded by a person."),
    "no-answer": Saying("The computer found no legal answer."),
    "no-answer-in-time": Saying("The computer finds no answer here. Try again, or have a person command its army."),
    "army-done": Saying("{army} has nothing left to do in this phase."),
    "no-charger": Saying("{army} has no unit that could charge."),
    "nothing-to-set-up": Saying("{army} has no unit to set up now."),
    "no-ability-now": Saying("{army} has no ability to use now."),
    "nothing-worth": Saying("{army} finds no ability worth its price now."),
}

BOARDS = {
    "objectives": Saying("A board has 1 to {most} objectives; this one has {count}."),
    "terrain": Saying("A board has at most {most} pieces of terrain; this one has {count}."),
    "name": Saying("{piece} has no name."),
    "floors": Saying("{piece}: floors lie above the ground, each higher than the one below it."),
    "corners": Saying("{piece} has {count:counted corner}; it needs 3 to {most}."),
    "crossing": Saying("The outline of {piece} crosses itself."),
    "small": Saying(
        "{piece} is too small.", "{area:.1f} of {least:g} square inches", "Make it at least {least:g} square inches."
    ),
    "zones": Saying("The two deployment zones overlap.", remedy="Move them apart."),
    "corner-off-board": Saying("A corner of {piece} is off the board.", "({x:.1f}, {y:.1f})"),
    "piece-off-board": Saying("{piece} is off the board.", "({x:.1f}, {y:.1f})"),
    "pieces-too-close": Saying(
        "{piece} and {other} are too close to each other.",
        "{gap:.1f} inches",
        "Keep them at least {least:g} inches apart.",
    ),
}

FAIR_DICE = {
    "too-many-devices": Saying("Too many devices have taken part in this battle's dice."),
    "wrong-device": Saying("A device takes part with an anchor of 32 bytes and a P-256 key, as hexadecimal."),
    "known-anchor": Saying("Another device has this anchor: start a chain of your own."),
    "not-awaited": Saying("Nobody waits for this device's part of the roll any more."),
    "witness-first": Saying("The witness reveals first."),
    "wrong-reveal": Saying("This is not the value that the device fixed before the choice was made."),
    "wrong-seal": Saying("The signature does not fit: the device has not seen this very choice."),
}

SAYINGS: dict[str, Saying] = {
    **TURN,
    **UNITS,
    **SETTING_UP,
    **MOVES,
    **TRANSPORTS,
    **SHOOTING,
    **FIGHTING,
    **ABILITIES,
    **BY_HAND,
    **REASONS,
    **LOGS,
    **DUE,
    **COMMANDS,
    **PLAYERS,
    **COMPUTER,
    **BOARDS,
    **FAIR_DICE,
}

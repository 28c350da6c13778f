"""What players call the things that the engine has short names for."""

from __future__ import annotations

BY_HAND = "What both players agree on. It is logged, and both see it."
"""What the ability is for by which players bring about effects of their own choosing."""
BY_HAND_ALONE = "The computer agrees to anything. It is logged, and the battle then earns no achievements."
"""The same against the computer."""

CHOICES = {
    "Advance": "move on to the next phase",
    "RollDice": "roll",
    "ChooseZone": "choose a deployment zone",
    "Deploy": "set a unit up",
    "Reserve": "put a unit into reserve",
    "Arrive": "bring a unit in from reserve",
    "Move": "move a unit",
    "Place": "put the unit down",
    "Embark": "get into a transport",
    "Disembark": "get out of a transport",
    "Shoot": "shoot",
    "Charge": "declare a charge",
    "Fight": "pick a unit to fight",
    "Strike": "declare attacks",
    "Use": "use an ability",
    "Allocate": "say who takes wounds first",
    "Remove": "choose the miniatures that a unit out of coherency loses",
    "ByHand": "switch an ability by hand",
    "Pass": "pass",
    "End": "end the phase's actions",
    "EndBattle": "end the battle",
}
"""The kinds of choices, as what a player does."""

AWAITED = {
    "": "its army to be asked",
    "targeted": "enemies to shoot at it",
    "fight targeted": "enemies to strike at it",
    "enemy moved": "an enemy unit to move",
    "charge declared": "an enemy unit to declare a charge",
    "enemy charged": "an enemy unit to end its charge",
    "enemy arrived": "an enemy unit to arrive",
    "rolled": "one of its rolls",
    "before pick": "the enemy's next pick in combat",
    "before shock": "a battle-shock test",
    "destroyed": "one of its army's units to be destroyed",
    "enemy destroyed": "its unit to destroy another",
    "wounded": "attacks that are about to do it damage",
    "shot": "its unit to have shot",
    "battle start": "the battle to begin",
    "round start": "a battle round to begin",
    "phase start": "its phase to begin",
    "phase end": "its phase to end",
    "charged": "its unit to end a charge",
    "enemy stratagem": "the enemy to use a stratagem",
}
"""What an ability of a timing window waits for."""

ACTIONS = {
    "normal_move": "make a normal move",
    "rolled_move": "move",
    "charge_now": "charge",
    "fight_next": "fight",
    "withdraw": "leave the table",
    "redeploy": "be set up again",
    "heal": "regain wounds",
    "heal_one": "regain wounds",
    "regrow": "regain wounds or miniatures",
    "return": "get miniatures back",
    "mortal_wounds": "suffer wounds",
    "lose_miniatures": "lose miniatures",
    "rolled_wounds": "suffer wounds",
    "shock_test": "take a battle-shock test",
    "rally": "rally",
    "stand_up": "stand up again",
    "no_damage": "turn damage away",
}
"""What an ability lets a unit do at once, where the engine's word alone does not say it."""

NUMBERS = {"1": "another", "2": "two others"}
OBSTACLES = {"wall": "a wall", "enemy": "the inch about an enemy", "friend": "a friendly vehicle or monster"}
TURNS = {"own": "your own", "enemy": "the enemy's"}

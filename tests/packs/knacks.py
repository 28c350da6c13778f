"""Abilities in the pack's words that no unit of the pack has, for battles that are to meet every kind of effect."""

from __future__ import annotations

import msgspec

from highground.engine.model import Ability, ArmySheet, MiniatureSheet, UnitSheet
from highground.packs.abilities import AbilityReader
from highground.packs.ability_shapes import AbilityFile
from tests.values import replace


class Knacks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of abilities of units, by id."""

    abilities: dict[str, AbilityFile]


TEXT = """
[abilities.slow-mending]
name = "Slow Mending"
text = "When your command phase ends, its wounds close one by one, and then the fallen get up."
effects = [{ kind = "regrow", amount = "D3", when = "command end" }]

[abilities.old-scars]
name = "Old Scars"
text = "When any command phase begins, one of them mends a wound."
effects = [{ kind = "heal_one", value = 1, when = "each command start" }]

[abilities.far-counsel]
name = "Far Counsel"
text = "When your command phase begins, a die of 4 or more brings a command point."
effects = [{ kind = "command_points", value = 1, on = 4, when = "command start" }]

[abilities.many-eyes]
name = "Many Eyes"
text = "Near foot soldiers, or being such, it tests its nerve on a die more."
effects = [{ kind = "shock_dice", value = 1, conditions = ["near friend 6 infantry or itself"] }]

[abilities.last-strength]
name = "Last Strength"
text = "With five wounds left or fewer it hits worse and may not fall back. Strong blows wound it worse."
effects = [
  { kind = "roll", stage = "hit", value = -1, conditions = ["wounds left 5"] },
  { kind = "prohibition", what = "fall back", conditions = ["wounds left 5"] },
  { kind = "roll", stage = "wound", value = -1, role = "defending", conditions = ["stronger"] },
  { kind = "roll", stage = "save", change = "armour", value = 1, role = "defending", conditions = ["below half"] },
]

[abilities.sharp-eyes]
name = "Sharp Eyes"
text = "Good hits go deep, its best wounds find who leads. It sees the stealthy, and wounds better on others' ground."
effects = [
  { kind = "roll", stage = "hit", change = "critical success", value = 5 },
  { kind = "roll", stage = "hit", change = "pierce", value = -1 },
  { kind = "roll", stage = "wound", change = "precise" },
  { kind = "roll", stage = "hit", change = "steady", conditions = ["target stealthy"] },
  { kind = "roll", stage = "wound", value = 1, conditions = ["led by character", "target objective"] },
]

[abilities.shoot-and-go]
name = "Shoot and Go"
text = "Once it has shot it may move 4 inches, and does not charge then."
use = { phases = ["shooting"], window = "shot", per = "turn", count = -1 }
effects = [{ kind = "normal_move", last = true, value = 4 }]

[abilities.shoot-and-stay-near]
name = "Shoot and Stay Near"
text = "Once it has shot it may move 3 inches. Its transport lets others out at full speed."
use = { phases = ["shooting"], window = "shot", per = "turn", count = -1 }
effects = [{ kind = "normal_move", value = 3 }]

[abilities.open-ramp]
name = "Open Ramp"
text = "Units inside may get out after it has advanced."
effects = [{ kind = "permission", what = "advance and disembark" }]

[abilities.even-stride]
name = "Even Stride"
text = "It advances 5 inches, without a roll."
effects = [{ kind = "fixed_advance", value = 5 }]

[abilities.pointing-finger]
name = "Pointing Finger"
text = "Once it has shot, one enemy that it hit has no cover until the phase ends."
use = { phases = ["shooting"], window = "shot", target = "enemy", per = "turn", count = -1 }
effects = [
  { kind = "roll", stage = "save", change = "no cover", role = "defending", who = "target", duration = "phase" },
]

[abilities.cold-stare]
name = "Cold Stare"
text = "As its shooting phase begins an enemy near it tests its nerve, and its nerve is worse until your next turn."
use = { phases = ["shooting"], window = "phase start", target = "enemy", reach = 18, per = "turn" }
effects = [
  { kind = "shock_test", value = -1, who = "target" },
  { kind = "nerve", value = -1, who = "target", duration = "until your next turn" },
]

[abilities.soft-bones]
name = "Soft Bones"
text = "An enemy near it is softer and slower for a while."
use = { phases = ["movement"], window = "phase end", target = "enemy", reach = 18, per = "turn" }
effects = [
  { kind = "toughness", value = -1, who = "target", duration = "until your next movement phase" },
  { kind = "control", value = -1, who = "target", duration = "until your next shooting phase" },
]

[abilities.old-quarrel]
name = "Old Quarrel"
text = "As a round begins it picks an enemy, which it hits better. Points come of its fall."
use = { phases = ["command"], turn = "any", window = "round start", target = "enemy", per = "battle" }
effects = [
  { kind = "mark", name = "quarrel", who = "target", duration = "battle" },
  { kind = "roll", stage = "hit", value = 1, conditions = ["target marked quarrel"], duration = "battle" },
  { kind = "bounty", name = "quarrel", steps = [{ least = 1, amount = 2 }], who = "army", duration = "battle" },
]

[abilities.last-word]
name = "Last Word"
text = "Who destroys it is marked."
effects = [{ kind = "mark", name = "quarrel", most = 2, who = "target", when = "destroyed", duration = "battle" }]

[abilities.heavy-tread]
name = "Heavy Tread"
text = "Once it has charged, enemies beside it may be trampled."
use = { phases = ["charge"], window = "charged", target = "enemy", reach = 1, per = "turn" }
effects = [
  { kind = "rolled_wounds", steps = [{ least = 4, amount = 1 }], dice = "each miniature", most = 6, who = "target" },
]

[abilities.first-blow]
name = "First Blow"
text = "A charge, a stratagem and passed nerve bring something, failed nerve of enemies costs them."
effects = [
  { kind = "heal_one", value = 1, when = "charged" },
  { kind = "command_points", value = 1, on = 5, when = "stratagem" },
  { kind = "heal_one", value = 1, when = "shock passed" },
  { kind = "mortal_wounds", value = 1, who = "enemies within", reach = 6, when = "shock failed" },
  { kind = "shock_test", who = "enemies within", reach = 1, when = "combat start" },
  { kind = "heal_one", amount = "D3", reach = 6, when = "enemy shock failed" },
  { kind = "mortal_wounds", value = 1, who = "target", reach = 6, when = "enemy shock failed" },
]

[abilities.clear-voice]
name = "Clear Voice"
text = "A shocked friend near it is steadied."
use = { phases = ["movement"], target = "ally", reach = 12, per = "turn" }
effects = [{ kind = "rally", who = "target" }]

[abilities.thin-air]
name = "Thin Air"
text = "As the enemy's turn ends it leaves the table."
use = { phases = ["combat"], turn = "enemy", window = "phase end", per = "battle" }
effects = [{ kind = "withdraw" }]

[abilities.sworn-ground]
name = "Sworn Ground"
text = "It leads well, holds ground well, and comes near from above where its army is at home."
effects = [
  { kind = "set_leadership", value = 6 },
  { kind = "set_control", value = 2, conditions = ["home ground"] },
  { kind = "arrive_near", value = 6 },
]

[abilities.calm-mind]
name = "Calm Mind"
text = "Curses slide off on a 5."
effects = [{ kind = "roll", stage = "fnp", change = "set", value = 5, role = "defending", attacks = "mortal" }]

[abilities.full-granary]
name = "Full Granary"
text = "Grain comes in as the command phase ends and is gone as the next begins."
effects = [
  { kind = "tally", name = "grain", value = 2, when = "command end" },
  { kind = "tally", name = "grain", reset = true, value = 0, when = "command start" },
]

[abilities.warm-bread]
name = "Warm Bread"
text = "For one grain it holds ground better."
use = { phases = ["movement"], per = "turn", spend = { grain = 1 } }
effects = [{ kind = "control", value = 1, duration = "turn" }]

[abilities.slow-drum]
name = "Slow Drum"
text = "It beats at every turn of the day."
effects = [
  { kind = "tally", name = "beats", when = "slew" },
  { kind = "tally", name = "beats", when = "movement start" },
  { kind = "tally", name = "beats", when = "shooting start" },
  { kind = "tally", name = "beats", when = "shooting end" },
  { kind = "tally", name = "beats", when = "charge start" },
  { kind = "tally", name = "beats", when = "charge end", conditions = ["own turn"] },
  { kind = "shock_test", who = "enemies within", reach = 6, when = "shock step", conditions = ["below start"] },
  { kind = "mortal_wounds", value = 1, who = "enemies within", reach = 3, when = "movement end" },
  { kind = "mortal_wounds", value = 1, who = "enemies within", reach = 1, when = "combat end" },
]

[abilities.bold-retreat]
name = "Bold Retreat"
text = "After a retreat a die of 2 or more lets it go on, else it is hurt. Moving or not is good for it."
effects = [
  { kind = "permission", what = "fall back and shoot", when = "fell back", duration = "turn", face_from = 2 },
  { kind = "mortal_wounds", value = 1, when = "fell back", face_to = 1 },
  { kind = "roll", stage = "hit", value = 1, when = "stood still", duration = "turn" },
  { kind = "charge", value = 1, when = "moved", duration = "turn" },
  { kind = "charge", value = 1, when = "advanced", duration = "turn" },
  { kind = "control", value = 1, when = "arrived", duration = "turn" },
  { kind = "move", value = 1, when = "round start", duration = "round" },
]

[abilities.odd-kit]
name = "Odd Kit"
text = "It has a name more, shoots farther, may help after an advance, and lends whom it helps a keener eye."
effects = [
  { kind = "unit_keyword", name = "character" },
  { kind = "range", value = 3 },
  { kind = "home_about", value = 3 },
  { kind = "places", name = "walker", value = 2 },
  { kind = "weapon_given", name = "a gun that nobody has" },
  { kind = "permission", what = "advance and help" },
  { kind = "roll", stage = "hit", value = 1, who = "target", when = "helps", duration = "phase" },
]

[abilities.last-spark]
name = "Last Spark"
text = "As the fights begin one of it may burn, and whoever is near burns too."
use = { phases = ["combat"], turn = "any", window = "phase start", target = "enemy", reach = 3, per = "battle" }
effects = [
  { kind = "lose_miniatures", value = 1 },
  { kind = "mortal_wounds", value = 1, who = "target", conditions = ["not rule stealth"] },
]

[abilities.dying-breath]
name = "Dying Breath"
text = "Who falls in melee strikes once more on a 4 or more."
effects = [{ kind = "last_blows", needed = 4 }]

[abilities.change-of-plan]
name = "Change of Plan"
text = "Once both armies are set up, one more unit than expected stands elsewhere."
use = { phases = ["deployment"], turn = "any", window = "deployed", target = "ally", per = "battle" }
effects = [{ kind = "redeploy", who = "target" }]

[abilities.second-wind]
name = "Second Wind"
text = "After its move it may encourage all about it for as long as the phase lasts."
use = { phases = ["movement"], window = "moved", per = "turn" }
effects = [{ kind = "nerve", value = 1, who = "friends within", reach = 6, follows = true, duration = "phase" }]

[abilities.tight-purse]
name = "Tight Purse"
text = "Its stratagems are cheap once a round, its ground is closed to those who arrive, and it closes in farther."
effects = [
  { kind = "price", what = "any", value = -1, per = "round" },
  { kind = "deny_arrival", value = 10 },
  { kind = "closing", value = 5 },
  { kind = "snap_hits", value = 5 },
  { kind = "spending", name = "embers", free = true, per = "round" },
  { kind = "use_reach", name = "embers", doubled = true },
]

[abilities.long-shadow]
name = "Long Shadow"
text = "Once in a battle what the enemy has just used costs more from then on."
use = { phases = ["movement", "shooting", "combat"], turn = "any", window = "enemy stratagem", per = "battle" }
effects = [{ kind = "dearer", value = 1 }]

[abilities.lamp]
name = "Lamp"
text = "Once in a battle a unit in reserve that arrives early does so beside it."
use = { phases = ["movement"], target = "reserve", per = "battle" }
effects = [{ kind = "arrive_beside", value = 3, who = "target", duration = "phase" }]

[abilities.loaded-die]
name = "Loaded Die"
text = "Once a turn a die of its attacks shows a six."
use = { phases = ["shooting", "combat"], turn = "any", window = "rolled", rolls = ["hit", "wound"], per = "turn" }
effects = [{ kind = "turn_die", value = 6 }]

[abilities.sprouting]
name = "Sprouting"
text = "As its command phase ends another sprouts. Where one of it falls others do, but not where a bud fell."
effects = [
  { kind = "add_miniatures", name = "Bud", value = 1, when = "command end" },
  { kind = "add_miniatures", name = "Bud", value = 2, when = "miniature destroyed", conditions = ["not fallen bud"] },
]

[abilities.stubborn]
name = "Stubborn"
text = "As the phase ends in which it fell it is up again on a 2 or more, with half its strength."
effects = [{ kind = "stand_up", amount = "D3", when = "fell", face_from = 2 }]

[abilities.thick-skin]
name = "Thick Skin"
text = "Once a turn the worst of the blows at it does nothing."
use = { phases = ["shooting", "combat"], turn = "any", window = "wounded", per = "turn" }
effects = [{ kind = "no_damage" }]

[abilities.blood-price]
name = "Blood Price"
text = "Its shots hit harder for a phase. It tests its nerve for that, and bleeds if it fails."
use = { phases = ["shooting"], per = "phase" }
effects = [
  { kind = "mortal_wounds", value = 1, tested = "failed" },
  { kind = "weapon_keyword", keyword = "lethal hits", duration = "phase" },
]

[abilities.drill]
name = "Drill"
text = "In its command phase it has a friend near it stand up straight, until it is told otherwise."
use = { phases = ["command"], target = "ally", reach = 9, per = "phase" }
effects = [
  { kind = "nerve", value = 1, who = "target", duration = "turn", stance = "drill" },
]

[abilities.own-charm]
name = "Own Charm"
text = "Whoever has it is hard to hurt, and so are characters with it. It goes where it likes, and is hard to reach."
effects = [
  { kind = "roll", stage = "save", change = "invulnerable", value = 5, role = "defending", who = "bearer" },
  { kind = "roll", stage = "fnp", change = "set", value = 6, role = "defending", conditions = [
    "miniature keyword character",
  ] },
  { kind = "rule", name = "scouts", value = 5, conditions = ["leading"] },
  { kind = "charged_at", value = -1 },
  { kind = "permission", what = "pass over smaller models" },
  { kind = "permission", what = "charge through walls" },
  { kind = "permission", what = "climb freely" },
  { kind = "permission", what = "shoot while engaged" },
]

[abilities.open-road]
name = "Open Road"
text = "Friends and walls are in nobody's way, and who leaves a fight leaves it unhurt."
effects = [
  { kind = "permission", what = "pass over friends" },
  { kind = "permission", what = "pass through walls" },
  { kind = "permission", what = "break out safely" },
  { kind = "permission", what = "blast while engaged" },
]

[abilities.harvest]
name = "Harvest"
text = "Once a command phase is over its army counts what it holds at home and afield, and more if it holds most."
effects = [
  { kind = "tally", name = "sheaves", value = 1, when = "each command end", conditions = ["holds home 1"] },
  { kind = "tally", name = "sheaves", value = 1, when = "each command end", conditions = ["holds away 2"] },
  { kind = "tally", name = "sheaves", value = 1, when = "each command end", conditions = ["holds more"] },
]

[abilities.four-eyes]
name = "Four Eyes"
text = "Another with the same eyes shows it an enemy, which it hits better."
use = { phases = ["shooting"], target = "enemy", sight = true, per = "phase" }
effects = [
  { kind = "enlist", name = "spotter", boon = "lit", keyword = "infantry" },
  { kind = "roll", stage = "skill", value = 1, conditions = ["named lit"], duration = "phase" },
]
"""

KEYWORDS = ("infantry", "character", "vehicle", "monster")
KNACKS: dict[str, Ability] = AbilityReader("knacks.toml", "knacks", "Knacks", KEYWORDS).read(
    "abilities", "unit", msgspec.toml.decode(TEXT, type=Knacks).abilities
)


def with_knacks(army: ArmySheet) -> ArmySheet:
    """The army, each of its units with three of the abilities in turns; who sprouts has sprouts that may come."""
    every = list(KNACKS.values())
    return replace(
        army,
        units=tuple(
            _with(unit, *(every[(3 * index + k) % len(every)] for k in range(3)))
            for index, unit in enumerate(army.units)
        ),
    )


def _with(unit: UnitSheet, *more: Ability) -> UnitSheet:
    first = unit.miniatures[0]
    small = replace(first.profile, wounds=1, objective_controlled=1)
    sprout = MiniatureSheet("Bud", 4, small, first.weapons[:1], base_mm=25.0, spare=True)
    sprouts = (sprout,) if KNACKS["sprouting"] in more else ()
    return replace(unit, miniatures=(*unit.miniatures, *sprouts), abilities=(*unit.abilities, *more))

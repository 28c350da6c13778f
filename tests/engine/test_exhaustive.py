"""Every rule that the engine knows is met by battles that are really played: run with -s to see the list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, cast, get_args

import pytest

from highground.ai import player
from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine import state as st
from highground.engine.abilities.acts import IgnoreDamage, Redeploy
from highground.engine.abilities.afflictions import Bounty, MarkUnit, TableStep, TakeShockTest, Withdraw
from highground.engine.abilities.effects import HoldObjective, StrikeWhenFallen
from highground.engine.abilities.model import Ability
from highground.engine.abilities.model import Use as AbilityUse
from highground.engine.abilities.resources import Tally
from highground.engine.abilities.wounds import AddMiniatures, Regrow
from highground.engine.amendments import AmendDamage, AmendPlace, AmendScore
from highground.engine.amount import Amount
from highground.engine.attack.sequence import STAGES
from highground.engine.battle import Battle
from highground.engine.effects import KNOWN_KEYWORDS
from highground.engine.model import Setup
from highground.engine.state import TURN_PHASES, Volley
from highground.engine.steps import striking
from highground.engine.steps.armament import armament
from highground.engine.table.zones import at_edge
from highground.packs.vocabulary import UNIT_ABILITIES, WEAPON_KEYWORDS
from tests.engine.field import blade, fight, miniatures, mixed, mustering, position, row, setup, take, unit, weapon
from tests.engine.menagerie import CONVOY, MENAGERIE, SKIRMISH, STRATAGEMS
from tests.engine.random_play import play_random
from tests.engine.test_legal_play import sample
from tests.values import replace

FEWEST_SEEDS, MOST_SEEDS = 5, 40
TAGS = {"precision", "psychic"}
"""Weapon keywords that change no roll (precision changes who is hurt): met when they attack."""
ONLY_BY_POSITION = [
    "after_shots_opened",
    "charge_called_off",
    "points_amended",
    "unit_put",
    "bounty_paid",
    "count_changed",
    "damage_amended",
    "damage_ignored",
    "objective_secured",
    "rallied",
    "stance_left",
    "fallen_stood",
    "last_blows_made",
    "leadership_tested",
    "miniatures_added",
    "unit_taken_up",
    "unit_withdrawn",
    "wounds_healed",
]
"""Seldom seen in these battles: met in positions made for them."""


class Met:
    """What battles have met so far, as Counters by name."""

    def __init__(self) -> None:
        self.keywords: Counter[str] = Counter()
        self.rules: Counter[str] = Counter()
        self.choices: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        self.frames: Counter[str] = Counter()
        self.stages: Counter[str] = Counter()
        self.phases: Counter[str] = Counter()
        self.before: st.State | None = None
        self.unmet: list[str] = []
        """Kinds of events that no whole battle met."""

    def missing(self) -> list[str]:
        """What no battle has met yet, events left aside."""
        return [
            *missing(self.keywords, KNOWN_KEYWORDS),
            *missing(self.rules, set(UNIT_ABILITIES)),
            *missing(self.choices, CHOICES),
            *missing(self.frames, FRAMES),
        ]

    def look(self, battle: Battle) -> None:
        """Take in the battle's latest record."""
        record = battle.records[-1]
        self.choices[_tag(record.choice)] += 1
        self.frames.update(type(frame).__name__ for frame in battle.state.stack)
        self.phases[f"{battle.state.phase} {battle.state.phase_time}"] += 1
        for event in record.events:
            self.events[_tag(event)] += 1
            self._rules(battle, event)
        if isinstance(record.choice, ch.RollDice):
            self.stages[record.choice.stage] += 1
        self.before = battle.state

    def _rules(self, battle: Battle, event: ev.Event) -> None:
        if isinstance(event, ev.ShotsDeclared | ev.StrikesDeclared):
            self._volleys(battle, event)
        elif isinstance(event, ev.AttacksMade):
            self._attacks(battle, event)
        elif isinstance(event, ev.CauseRolled) and event.happened:
            (self.rules if event.cause == "deadly demise" else self.keywords)[event.cause] += 1
        else:
            self._places(battle, event)

    def _volleys(self, battle: Battle, event: ev.ShotsDeclared | ev.StrikesDeclared) -> None:
        state, arms = battle.state.units[event.unit], armament(battle.scene.sheets[event.unit])
        engaged = battle.scene.engaged(event.unit)
        bearers = Counter(bearer for volley in event.volleys for bearer in volley.bearers)
        for volley in event.volleys:
            if volley.weapon not in arms:
                self.rules["firing deck"] += 1
                continue
            names = arms[volley.weapon].keywords
            self.keywords.update(_named(volley) & names)
            self.keywords.update(TAGS & names)
            self.keywords["assault"] += "assault" in names and state.moved == "advanced"
            self.keywords["pistol"] += "pistol" in names and engaged and not arms[volley.weapon].weapon.melee
            twice = any(bearers[bearer] > 1 for bearer in volley.bearers)
            self.keywords["extra attacks"] += "extra attacks" in names and twice

    def _attacks(self, battle: Battle, event: ev.AttacksMade) -> None:
        rules, sequence = battle.scene.sheets[event.target].rules, event.sequence
        self.keywords["one shot"] += event.spent
        self.rules["stealth"] += any(source.name == "stealth" for source in sequence.attack.hit.sources)
        self.rules["lone operative"] += "lone operative" in rules and not event.melee
        self.rules["feel no pain"] += bool(sequence.losses and sequence.losses.faces)

    def _places(self, battle: Battle, event: ev.Event) -> None:
        scene, before = battle.scene, self.before
        self.rules["leader"] += isinstance(event, ev.LeaderJoined)
        self.rules["transport"] += isinstance(event, ev.UnitEmbarked)
        if isinstance(event, ev.UnitScouted) and event.places:
            self.rules["scouts"] += 1
        elif isinstance(event, ev.UnitDeployed):
            self.rules["infiltrators"] += not _in_zone(battle, event)
        elif isinstance(event, ev.UnitArrived):
            bases = scene.sheets[event.unit].bases
            away = not all(at_edge(place, base) for place, base in zip(event.places, bases, strict=True))
            self.rules["deep strike"] += away
        elif isinstance(event, ev.UnitPicked) and before is not None:
            top = before.top
            first = isinstance(top, st.Melee) and top.first and not battle.state.units[event.unit].charged
            self.rules["fights first"] += first and striking.strikes_first(scene, battle.state.units[event.unit])


def _tag(value: Any) -> str:
    return cast("str", value.__struct_config__.tag)


def _in_zone(battle: Battle, event: ev.UnitDeployed) -> bool:
    zone = battle.state.armies[battle.state.units[event.unit].side].zone
    xs = [x for x, _ in battle.setup.layout.zones[zone or 0].coordinates]
    return all(min(xs) <= x <= max(xs) for x, _ in event.places)


def _named(volley: Volley) -> set[str]:
    """The keywords that left their name on a number of the attack, or changed what its dice do."""
    attack = volley.sequence.attack
    sources = [*attack.hit.sources, *attack.wound.sources, *attack.attack_sources, *attack.damage_sources,
               *attack.save_sources]  # fmt: skip
    words = {source.name for source in sources}
    found = {name for name in KNOWN_KEYWORDS if any(word == name or word.startswith(f"{name} ") for word in words)}
    found |= {"anti"} if any(word.startswith("anti-") for word in words) else set()
    found |= {"lethal hits"} if attack.lethal else set()
    found |= {"sustained hits"} if attack.sustained else set()
    found |= {"devastating wounds"} if attack.devastating else set()
    return found


def play_thinking(pair: Setup, seed: int, met: Met) -> None:
    """A battle between two players that look one ply ahead."""
    players = (player("aggressive", 5), player("defender", 3))
    battle = Battle(pair, seed)
    while (prompt := battle.ask()) is not None:
        battle.answer(players[prompt.side].choose(battle, prompt))
        met.look(battle)


EVENTS = {_tag(kind) for kind in get_args(ev.Event)}


CHOICES = {_tag(kind) for kind in get_args(ch.Choice)}
FRAMES = {kind.__name__ for kind in st.Frame.__subclasses__()} - {"RollOff"}
"""The roll for zones is on the stack before the first answer."""


@pytest.fixture(scope="module")
def met() -> Met:
    """Battles between random and thinking players, the seeds from 0 on until everything is met."""
    found = Met()
    for pair in (MENAGERIE, CONVOY, sample("weir-crossing")):
        found.before = None
        play_thinking(pair, 1, found)
    found.look(resigned())
    found.look(chosen())
    battle = divided()
    found.look(battle)
    take(battle, ch.Remove((0, 1)))
    found.look(battle)
    battle = risen()
    found.look(battle)
    take(battle, ch.Strike((st.Shot("blade", 0),)))
    take(battle, ch.RollDice(), 1)
    found.look(battle)
    for seed in range(MOST_SEEDS):
        for pair, ends in ((MENAGERIE, 0.04), (CONVOY, 0.06), (replace(SKIRMISH, ahead=(0, 10)), 0.3)):
            found.before = None
            play_random(pair, seed, found.look, ends)
        found.unmet = missing(found.events, EVENTS)
        if seed >= FEWEST_SEEDS and set(found.unmet) <= set(ONLY_BY_POSITION) and not found.missing():
            break
    _rally(found)
    _secure(found)
    found.look(called_off())
    found.look(healed())
    found.look(withdrawn())
    found.look(taken_up())
    found.look(paid())
    found.look(amended())
    found.look(softened())
    found.look(counted())
    found.look(spared())
    found.look(added())
    found.look(struck())
    found.look(drilled())
    return found


def _secure(met: Met) -> None:
    battle = secured()
    met.look(battle)


def called_off() -> Battle:
    """A charger that is shot down before it sets out."""
    guns = unit("Guns", weapon("gun", "9", strength=9), blade())
    what = replace(setup([unit("Rush", blade(), save=6)], [guns]), stratagems=STRATAGEMS)
    armies = (st.Army(zone=0), st.Army(1, zone=1))
    battle = position(what, {0: row(20, 22), 1: row(28, 22)}, "charge", armies=armies)
    take(battle, ch.Charge(0, (1,)))
    take(battle, ch.Use("volley", 1, (0,)))
    take(battle, ch.RollDice(), *(6,) * 9, *(6,) * 9, *(1,) * 9)
    return battle


def resigned() -> Battle:
    battle = position(
        setup([unit("Watch", blade())], [unit("Foe", blade())]), {0: row(20, 22), 1: row(50, 22)}, "command"
    )
    take(battle, ch.EndBattle(0, "resigned"))
    return battle


def divided() -> Battle:
    """A unit of which two stand far from the other two as the turn ends."""
    what = setup([unit("Split", blade(), count=4)], [unit("Foe", blade())])
    places = {0: (*row(20, 10, 2), *row(30, 10, 2)), 1: row(55, 40)}
    battle = position(what, places, "combat", time="end")
    take(battle, ch.Advance())
    return battle


def chosen() -> Battle:
    """A unit whose player says who takes wounds first."""
    battle = position(
        setup([unit("Watch", blade(), count=2)], [unit("Foe", blade())]), {0: row(20, 22, 2), 1: row(50, 22)}, "command"
    )
    take(battle, ch.Allocate(0, (0,)))
    return battle


def healed() -> Battle:
    """A unit that heals at the end of its command phase."""
    moss = Ability("Moss", effects=(Regrow(value=1, when="command end"),))
    troll = replace(unit("Troll", blade(), wounds=3), abilities=(moss,))
    hurt = {0: {"wounds": (1,)}}
    what = setup([troll], [unit("Foe", blade())])
    battle = position(what, {0: row(20, 22), 1: row(50, 22)}, "command", units=hurt)
    take(battle, ch.End())
    return battle


def counted() -> Battle:
    """A unit by which its army gains something that it keeps count of, at the end of its command phase."""
    mill = replace(
        unit("Mill", blade()), abilities=(Ability("Sacks", effects=(Tally("grain", 2, when="command end"),)),)
    )
    battle = position(setup([mill], [unit("Foe", blade())]), {0: row(20, 22), 1: row(50, 22)}, "command")
    take(battle, ch.End())
    return battle


def spared() -> Battle:
    """A unit that turns the damage of a shot away."""
    use = AbilityUse("activated", phases=("shooting",), turn="enemy", window="wounded")
    ward = Ability("Ward", uid="ward", use=use, effects=(IgnoreDamage(),))
    troll = replace(unit("Troll", blade(), wounds=3, save=6), abilities=(ward,))
    battle = position(setup([unit("Gun", weapon("gun"))], [troll]), {0: row(20, 22), 1: row(30, 22)}, "shooting")
    take(battle, ch.Shoot(0, (st.Shot("gun", 1),)))
    take(battle, ch.RollDice(), 3, 4, 5)
    take(battle, ch.Use("ward", 1))
    return battle


def drilled() -> Battle:
    """A unit that has one thing in place of another, and tests its leadership for it."""
    use = AbilityUse("activated", phases=("command",), count=2)
    steady = HoldObjective(duration="turn", tested="passed", stance="drill")
    drill = Ability("Drill", uid="drill", use=use, effects=(steady,))
    troop = replace(unit("Drilled", weapon("gun")), abilities=(drill,))
    battle = position(setup([troop], [unit("Foe", blade())]), {0: row(20, 22), 1: row(30, 22)}, "command")
    take(battle, ch.Use("drill", 0), 6, 6)
    take(battle, ch.Use("drill", 0), 1, 1)
    assert not battle.state.active_effects
    return battle


def struck() -> Battle:
    """A unit that may force a battle-shock test on an enemy that its gun hit."""
    use = AbilityUse("activated", phases=("shooting",), window="shot", target="enemy", weapon="gun")
    shake = Ability("Shake", uid="shake", use=use, effects=(TakeShockTest(who="target"),))
    gunner = replace(unit("Gunner", weapon("gun")), abilities=(shake,))
    battle = position(setup([gunner], [unit("Foe", blade())]), {0: row(20, 22), 1: row(30, 22)}, "shooting")
    take(battle, ch.Shoot(0, (st.Shot("gun", 1),)))
    take(battle, ch.RollDice(), 3, 1)
    return battle


def added() -> Battle:
    """A unit to which another miniature comes for one that falls."""
    seed = replace(miniatures("Sprout", 1), spare=True)
    sow = Ability("Sow", effects=(AddMiniatures(1, name="Sprout", when="miniature destroyed"),))
    field = replace(mixed("Field", miniatures("Stem", 2), seed), abilities=(sow,))
    what = setup([unit("Gun", weapon("gun"))], [field])
    battle = position(what, {0: row(20, 22), 1: (*row(30, 22, 2), (0.0, 0.0))}, "shooting")
    take(battle, ch.Shoot(0, (st.Shot("gun", 1),)))
    take(battle, ch.RollDice(), 3, 4, 1)
    return battle


def risen() -> Battle:
    """A miniature that fell in melee and is about to strike once more."""
    last = Ability("Last", effects=(StrikeWhenFallen(),))
    what = setup([unit("Foe", blade())], [replace(unit("Martyr", blade()), abilities=(last,))])
    battle = fight(position(what, {0: row(20, 22), 1: row(21.5, 22)}, "combat", units={0: {"charged": True}}))
    take(battle, ch.Fight(0))
    take(battle, ch.Place())
    take(battle, ch.Strike((st.Shot("blade", 1),)))
    take(battle, ch.RollDice(), 6, 6, 1)
    return battle


def taken_up() -> Battle:
    """A unit that is set up again once all are."""
    use = AbilityUse("activated", phases=("deployment",), window="deployed", target="ally")
    plan = Ability("Plan", uid="plan", use=use, effects=(Redeploy(who="target"),))
    what = setup([replace(unit("Watch", blade()), abilities=(plan,))], [unit("Foe", blade())])
    battle = mustering(what, {0: row(5, 5)}, 1)
    take(battle, ch.Deploy(1, row(55, 15)))
    take(battle, ch.Use("plan", 0, (0,)))
    return battle


def withdrawn() -> Battle:
    """A unit that leaves the table as the enemy's last phase ends."""
    use = AbilityUse("activated", phases=("combat",), turn="enemy", window="phase end")
    mist = Ability("Mist", uid="mist", use=use, effects=(Withdraw(),))
    ghost = replace(unit("Ghost", blade()), abilities=(mist,))
    battle = position(setup([unit("Foe", blade())], [ghost]), {0: row(20, 22), 1: row(40, 22)}, "combat")
    take(battle, ch.End())
    take(battle, ch.Use("mist", 1))
    return battle


def amended() -> Battle:
    """Points and a place that a player puts right."""
    battle = position(setup([unit("Guard", blade())], [unit("Foe", blade())]), {0: row(20, 22), 1: row(40, 22)})
    take(battle, ch.ByHand("by-hand", amend=(AmendScore(2), AmendPlace(row(25, 22))), target=0))
    return battle


def softened() -> Battle:
    """An attack that got through, and that is to do no damage."""
    what = setup([unit("Guard", weapon("gun"))], [unit("Foe", blade())])
    battle = position(what, {0: row(20, 22), 1: row(40, 22)})
    take(battle, ch.Shoot(0, (st.Shot("gun", 1),)))
    for stage, faces in (("hit", (6,)), ("wound", (6,)), ("save", (1,)), ("damage", ())):
        take(battle, ch.RollDice(stage), *faces)
    take(battle, ch.ByHand("by-hand", amend=(AmendDamage(0, 0),)))
    return battle


def paid() -> Battle:
    """A bounty for an enemy that has fallen."""
    what = setup([unit("Guard", blade())], [unit("Foe", blade()), unit("Quarry", blade())])
    steps = (TableStep(1, Amount(plus=3)), TableStep(3, Amount(plus=2)))
    quarry = st.Active("Hunt", MarkUnit("quarry", duration="battle"), 0, 2, 1, 1)
    bounty = st.Active("Hunt", Bounty("quarry", steps, who="army", duration="battle"), 0, None, 1, 1)
    gone = {2: {"wounds": (0,), "deployed": True}}
    battle = position(
        what, {0: row(20, 22), 1: row(50, 22)}, "command", time="beginning", units=gone, round=2,
        active_effects=(quarry, bounty), destroyed=(st.Destroyed(2, 1, 1),),
    )  # fmt: skip
    take(battle, ch.Advance())
    return battle


def test_a_bounty_is_paid_once_beside_what_an_army_may_gain() -> None:
    state = paid().state
    assert (state.armies[0].cp, state.armies[0].cp_beyond) == (4, 0)
    assert [each.effect.kind for each in state.active_effects] == ["mark"]


def secured() -> Battle:
    """A unit that secures objectives, at the end of its command phase."""
    warden = replace(unit("Warden", blade()), abilities=(Ability("Cairn", effects=(HoldObjective(),)),))
    battle = position(setup([warden], [unit("Foe", blade())]), {0: row(30, 22), 1: row(50, 22)}, "command")
    take(battle, ch.End())
    return battle


def test_who_can_secures_the_objective_that_it_holds() -> None:
    marker = secured().state.markers[0]
    assert (marker.held_by, marker.sticky) == (0, True)


def _rally(met: Met) -> None:
    what = setup([unit("Watch", blade())], [unit("Foe", blade())])
    battle = position(what, {0: row(20, 22), 1: row(50, 22)}, "command", time="beginning")
    shocked = replace(battle.state.units[0], shocked=True)
    battle.scene.rewind(replace(battle.state, units=(shocked, battle.state.units[1])))
    take(battle, ch.Advance())
    met.look(battle)


def missing(seen: Counter[str], wanted: Iterator[str] | frozenset[str] | set[str]) -> list[str]:
    return sorted(set(wanted) - set(+seen))


def test_every_weapon_keyword_is_met(met: Met) -> None:
    assert missing(met.keywords, KNOWN_KEYWORDS) == []
    assert set(WEAPON_KEYWORDS) == KNOWN_KEYWORDS


def test_every_unit_ability_is_met(met: Met) -> None:
    assert missing(met.rules, set(UNIT_ABILITIES)) == []


def test_every_kind_of_choice_is_met(met: Met) -> None:
    assert missing(met.choices, CHOICES) == []


def test_every_kind_of_event_is_met(met: Met) -> None:
    assert missing(met.events, EVENTS) == []
    assert set(met.unmet) <= set(ONLY_BY_POSITION)


def test_every_kind_of_frame_is_met(met: Met) -> None:
    assert missing(met.frames, FRAMES) == []


def test_every_roll_stage_is_met(met: Met) -> None:
    assert missing(met.stages, {*STAGES[:5], "all"}) == []


def test_every_phase_time_is_met(met: Met) -> None:
    steps = {f"{phase} {time}" for phase in TURN_PHASES for time in ("beginning", "middle", "end")}
    assert missing(met.phases, steps | {"deployment beginning", "game_end end"}) == []


def test_what_was_met_can_be_printed(met: Met) -> None:
    for name in ("keywords", "rules", "choices", "events", "frames", "stages", "phases"):
        seen: Counter[str] = getattr(met, name)
        print(f"\n{name}: " + ", ".join(f"{each} {count}" for each, count in sorted((+seen).items())))  # noqa: T201
    assert sum(met.choices.values()) > 3000

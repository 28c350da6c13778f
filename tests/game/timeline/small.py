"""A tiny battle of our own, made by hand: two armies, one objective, and events as if they had happened."""

from __future__ import annotations

from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.model import Use
from highground.engine.attack.definition import define
from highground.engine.attack.roll import roll
from highground.engine.attack.sequence import Sequence
from highground.engine.dice import GivenDice
from highground.engine.effects import Circumstances
from highground.engine.log import Log
from highground.engine.model import (
    Ability,
    Amount,
    ArmySheet,
    Carried,
    Keyword,
    Layout,
    MiniatureSheet,
    Mission,
    Objective,
    Profile,
    Secondary,
    Setup,
    Terrain,
    UnitSheet,
    Weapon,
    Zone,
)
from highground.engine.record import Record
from highground.engine.state import Volley
from tests.engine.attack_helpers import pool_row
from tests.values import replace

SECRET = "A player who reads this has opened a private roster."
GUN = Weapon(
    "lamp-gun", "Lamp Gun", 24, Amount(plus=2), 3, Amount(plus=4), -1, Amount(1, 3), (Keyword("heavy"),)
)  # fmt: skip
HOOK = Weapon("hook", "Pole Hook", 0, Amount(plus=1), 4, Amount(plus=3), 0, Amount(plus=1))
TOOTH = Weapon("tooth", "Long Tooth", 0, Amount(plus=2), 3, Amount(plus=5), -1, Amount(plus=2))

LIGHTERS = UnitSheet(
    "lighters", "Lamplighters", 60,
    (MiniatureSheet("Lamplighter", 3, Profile(6, 4, 4, 1, 7, 2), (Carried(GUN), Carried(HOOK))),),
    ("infantry",), abilities=(Ability("Wick Trick", SECRET, private=True), Ability("Bright", "Seen from afar.")),
)  # fmt: skip
HOUND = UnitSheet(
    "hound", "Tide Hound", 45,
    (MiniatureSheet("Tide Hound", 1, Profile(10, 5, 5, 4, 8, 1, invuln=5, fnp=6), (Carried(TOOTH),), 60.0),),
    ("beast",),
)  # fmt: skip
LAYOUT = Layout(
    "yard", "The Yard",
    (Terrain("Cooper's building", ((28.0, 20.0), (32.0, 20.0), (32.0, 24.0), (28.0, 24.0)), height=4.0),),
    (
        Zone("North Side", ((0.0, 0.0), (60.0, 0.0), (60.0, 10.0), (0.0, 10.0))),
        Zone("South Side", ((0.0, 34.0), (60.0, 34.0), (60.0, 44.0), (0.0, 44.0))),
    ),
    (Objective("Old Well", (20.0, 22.0)),),
)  # fmt: skip


BEACON = Weapon("beacon", "Beacon Staff", 12, Amount(plus=1), 2, Amount(plus=6), -2, Amount(plus=2))
CAPTAIN = UnitSheet(
    "captain", "Wick Captain", 70,
    (MiniatureSheet("Wick Captain", 1, Profile(6, 4, 3, 4, 6, 1), (Carried(BEACON),), 40.0),),
    ("infantry", "character"), abilities=(
        Ability(
            "Trim the Wicks", "Lamps burn brighter.", uid="trim", use=Use("activated", phases=("shooting",)),
            effects=(ModifyAttack("hit", 1, duration="phase"),),
        ),
    ),
    leads=("Lamplighters",),
)  # fmt: skip
BRACE = Ability(
    "Brace", "Hold on to something.", uid="brace", use=Use("stratagem", cost=1, window="targeted"),
    effects=(ModifyAttack("wound", -1, role="defending", duration="phase"),),
)  # fmt: skip
MISSIONS = (
    Secondary("wells", "Mind the Wells", "objectives held", 1, 3, description="Hold an objective."),
    Secondary("prowl", "Prowl", "charges", 1, 4),
)


def army(name: str, *units: UnitSheet) -> ArmySheet:
    points = sum(unit.points for unit in units)
    return ArmySheet(name, "test", f"{name} Guild", "Night Shift", points, points, units)


def setup() -> Setup:
    """Units 0 and 1 are Lamplighters of side 0, unit 2 the Tide Hound of side 1."""
    mission = Mission("hold", "Hold the Yard", 5)
    return Setup((army("Red Lanterns", LIGHTERS, LIGHTERS), army("Grey Tide", HOUND)), LAYOUT, mission, "test")


STILL = Circumstances(stationary=True)
RUSHED = Circumstances(charged=True)


def led_setup() -> Setup:
    """Unit 0 are Lamplighters of side 0, unit 1 a captain who may join them, unit 2 the Tide Hound of side 1."""
    armies = (army("Red Lanterns", LIGHTERS, CAPTAIN), army("Grey Tide", HOUND))
    return replace(setup(), armies=armies, stratagems=(BRACE,), secondaries=MISSIONS, fixed=((), ("prowl",)))


def shots(faces: list[int]) -> Sequence:
    """Three stationary lamp guns at the hound: 6 hits, then wounds, saves, damage and feel no pain as they come."""
    return roll(define(GUN, 3, STILL, 5), pool_row([4], 5, 5, 6), GivenDice(faces))


def bites(faces: list[int]) -> Sequence:
    return roll(define(TOOTH, 1, RUSHED, 4), pool_row([1, 1, 1], 4), GivenDice(faces))


FIRST = ((10.0, 8.0), (11.5, 8.0), (13.0, 8.0))
SECOND = ((30.0, 8.0), (31.5, 8.0), (33.0, 8.0))
MOVED = ((10.0, 14.0), (11.5, 14.0), (13.0, 14.0))
SHOTS = shots([2, 3, 6, 1, 4, 5, 5, 2, 4, 6, 1, 5, 2, 3, 3, 6, 1])
BITES = bites([3, 4, 3, 4, 2, 3])


Line = list[tuple[ch.Choice, tuple[ev.Event, ...]]]
"""Choices with what came of them."""


def events() -> Line:
    """Set-up, a turn with an advance and a charge that fails, and one with a move, shots and a fight."""
    return first_turn() + second_turn()


def first_turn() -> Line:
    return [
        (ch.RollDice(), (ev.DeploymentRolled(((4, 4), (5, 2)), 0),)),
        (ch.ChooseZone(0), (ev.ZoneChosen(0, 0),)),
        (ch.Deploy(0, FIRST), (ev.UnitDeployed(0, FIRST),)),
        (ch.Deploy(2, ((12.0, 36.0),)), (ev.UnitDeployed(2, ((12.0, 36.0),)),)),
        (ch.Deploy(1, SECOND), (ev.UnitDeployed(1, SECOND), ev.DeploymentEnded(()))),
        (
            ch.Advance(),
            (
                ev.BattleBegan(1, ((2, 6),)),
                ev.TurnBegan(1, 1, 1),
                ev.PhaseChanged("command", "beginning"),
            ),
        ),
        (
            ch.Advance(),
            (
                ev.PhaseChanged("command", "middle"),
                ev.CommandPointsGained(0, 1, "command phase"),
                ev.CommandPointsGained(1, 1, "command phase"),
                ev.BattleShockTested(2, (3, 4), 8, False),
            ),
        ),
        (ch.End(), (ev.PhaseChanged("command", "end"),)),
        (ch.Advance(), (ev.PhaseChanged("movement", "beginning"),)),
        (ch.Advance(), (ev.PhaseChanged("movement", "middle"),)),
        (ch.Move(2, "advance"), (ev.AdvanceRolled(2, 3, 13.0),)),
        (ch.Place(((12.0, 24.0),)), (ev.UnitMoved(2, "advanced", ((12.0, 24.0),), 12.0, 13.0),)),
        (
            ch.End(),
            (
                ev.PhaseChanged("movement", "end"),
                ev.ControlChanged(0, 1, (0, 1)),
                ev.PrimaryScored(1, 5, (0,), "Hold the Yard"),
            ),
        ),
        (ch.Advance(), (ev.PhaseChanged("charge", "beginning"),)),
        (ch.Advance(), (ev.PhaseChanged("charge", "middle"),)),
        (
            ch.Charge(2, (0,)),
            (ev.ChargeDeclared(2, (0,), (14.2,)), ev.ChargeRolled(2, (0,), (5, 6), 12, False, 11.0)),
        ),
        (
            ch.Advance(),
            (
                ev.PhaseChanged("cleanup", "middle"),
                ev.TurnEnded(1, 1, 1),
                ev.TurnBegan(1, 2, 0),
                ev.PhaseChanged("command", "beginning"),
            ),
        ),
    ]


def second_turn() -> Line:
    return [
        (ch.Advance(), (ev.PhaseChanged("movement", "beginning"),)),
        (ch.Move(0, "move", MOVED), (ev.UnitMoved(0, "moved", MOVED, 6.0, 6.0),)),
        (ch.Move(1, "stationary"), (ev.UnitMoved(1, "stationary", SECOND, 0.0, 6.0),)),
        (ch.Advance(), (ev.PhaseChanged("shooting", "beginning"),)),
        (ch.Shoot(0), (ev.ShotsDeclared(0, (Volley("lamp-gun", 2, (0, 1, 2), STILL, SHOTS),)),)),
        (
            ch.RollDice(),
            (ev.AttacksMade(0, 2, (0, 1, 2), False, SHOTS, ((0, SHOTS.damage),), ()), ev.UnitShot(0)),
        ),
        (ch.Shoot(1), (ev.UnitShot(1, True),)),
        (ch.Advance(), (ev.PhaseChanged("combat", "beginning"), ev.FightsBegan(True, 1))),
        (ch.Fight(2), (ev.UnitPicked(2),)),
        (ch.Place(), (ev.UnitPiledIn(2, ((12.0, 21.0),), 3.0),)),
        (ch.Strike(), (ev.StrikesDeclared(2, (Volley("tooth", 0, (0,), RUSHED, BITES),)),)),
        (
            ch.RollDice(),
            (ev.AttacksMade(2, 0, (0,), True, BITES, ((2, 1), (1, 1)), (2, 1)), ev.StrikesMade(2)),
        ),
        (ch.Place(), (ev.UnitConsolidated(2, ((12.0, 21.0),), 0.0), ev.FightsEnded())),
        (ch.Advance(), (ev.PhaseChanged("game_end", "end"), ev.BattleEnded(1))),
    ]


def log() -> Log:
    """The log of it all; its dice and digest are left empty, for nothing plays it again."""
    records: list[Record] = []
    first = 0
    for choice, found in events():
        records.append(Record(choice, (), found, first))
        first += len(found)
    return Log(setup(), 1, tuple(records), "", players=("Ada", "Brook"))

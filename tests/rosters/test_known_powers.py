"""Rules of whole armies that are known by their fingerprint, played: calls, circles, stances, leaving the table.

The texts are ours, and known for the test alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from highground.engine import events as ev
from highground.engine.abilities import on_attacks, powers
from highground.engine.amount import Keyword
from highground.engine.battle import Battle
from highground.engine.choices import Use
from highground.engine.model import ArmySheet, Weapon
from highground.rosters import known_menus, known_powers, known_rules
from highground.rosters.fingerprints import fingerprint
from highground.rosters.phrases import read_text
from highground.rosters.phrases_keywords import KnownKeywords
from highground.rosters.phrases_text import Unread, as_written
from tests.engine.field import join, only, refusal, row, state_of, take
from tests.rosters.army_rules import WARDENS, army_of, go_on, on_board, use_when_asked, wardens
from tests.rosters.builder import Tree, ability, squad
from tests.values import replace

Known = Callable[[str, str], None]
Read = Callable[[Sequence[str], KnownKeywords], object]
TWO = {0: row(20, 22), 1: row(20, 25), 2: row(40, 22)}
BELL = (
    "If your Army Faction is ASHEN WARDENS, ring the bell once. Who hears it runs at the foe, has a 4+ invulnerable "
    "save, and may add 1 to the Strength and Attacks of its blows."
)
SALT = 'Salt keeps: while an ASHEN WARDENS unit is within 6" of this unit, it has the Feel No Pain 4+ of the marsh.'
DRUM = 'While a ^DRUMMER unit is within 6" of this unit, and the drum is heard, add 1 to the Hit roll.'
FOG = (
    "If your Army Faction is ASHEN WARDENS, fog takes them: Ford: up to 1 units Weir: up to 2 units River: up to 3 "
    "units."
)
MIST = (
    "At dusk, take a number of ASHEN WARDENS units from your army: Ford: up to 1 unit Weir: up to 2 units River: up to "
    "3 units."
)
FLAME = (
    'If your Army Faction is ASHEN WARDENS, those within 6" of one or more friendly BEACON models take heart on 3D6 '
    "instead of 2D6, and add 1 to the Strength of their blows."
)
DREAD = (
    'If your Army Faction is ASHEN WARDENS, let them shiver. Whoever shivers within 6" of one or more BEACON units '
    "may subtract 1 from that test."
)
POSE = (
    "Pick a pose.\n\n■ LOW POSE\nMelee weapons of the unit have the [SUSTAINED HITS 1] gift.\n■ HIGH POSE\nMelee "
    "weapons of the unit have the [LETHAL HITS] gift."
)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[Known]:
    """Has a text known as the rule whose fingerprint begins with some signs."""

    def knows(text: str, mark: str) -> None:
        tables = (known_rules.RULES, known_rules.USES, known_menus.MENUS)
        for table in tables:
            for each in [each for each in table if each.startswith(mark)]:
                monkeypatch.setitem(table, fingerprint(as_written(text)), table[each])
        _forget()

    yield knows
    _forget()


def _forget() -> None:
    read_text.cache_clear()
    known_menus.of_menu.cache_clear()


def arms(battle: Battle, number: int) -> tuple[Weapon, Weapon]:
    gun, sword = [each.weapon for each in battle.scene.sheets[number].line_up[0].weapons]
    return gun, sword


def changes(battle: Battle, unit: int, target: int, weapon: Weapon) -> list[str]:
    return sorted(
        f"{each.stage} {each.kind} {each.value}" for each in on_attacks.modifiers(battle.scene, unit, target, weapon)
    )


def allies() -> Tree:
    return squad("Hired boats", 1, categories=["Infantry", "Faction: River Folk"])


def called(*units: Tree) -> tuple[ArmySheet, Battle]:
    army = army_of(*units)
    places = {number: row(20, 4 + 5 * number) for number in range(len(units))} | {len(units): row(40, 22)}
    return army, on_board(army, places, "combat", "Foe", active=1, time="end", turn=2)


def test_a_call_is_heard_by_the_whole_army_until_its_next_command_phase(known: Known) -> None:
    known(BELL, "47c9c4fd")
    army, battle = called(*wardens("Bell", BELL))
    assert [each.name for each in army.abilities] == ["Bell"]
    gun, sword = arms(battle, 0)
    assert not powers.permits(battle.scene, 0, "advance and charge")
    use_when_asked(battle, Use("Bell"))
    assert (battle.state.active, battle.state.phase) == (0, "command")
    for unit in (0, 1):
        assert powers.permits(battle.scene, unit, "advance and charge")
        assert changes(battle, unit, 2, sword) == ["attacks add 1", "strength add 1"]
        assert changes(battle, unit, 2, gun) == []
        assert changes(battle, 2, unit, sword) == ["save invulnerable 4"]
    while battle.state.active == 0 or battle.state.phase != "combat":
        assert powers.permits(battle.scene, 0, "advance and charge")
        go_on(battle)
    while battle.state.active != 0:
        go_on(battle)
    assert not powers.permits(battle.scene, 0, "advance and charge")
    assert changes(battle, 2, 0, sword) == []
    assert not battle.allows(Use("Bell"))


def test_a_call_is_not_for_allies(known: Known) -> None:
    known(BELL, "47c9c4fd")
    _, battle = called(*wardens("Bell", BELL), allies())
    use_when_asked(battle, Use("Bell"))
    heard = [powers.permits(battle.scene, unit, "advance and charge") for unit in range(3)]
    assert heard == [True, True, False]


def test_a_circle_against_mortal_wounds_and_psychic_attacks(known: Known) -> None:
    known(SALT, "47ad83d0")
    army = army_of(*wardens("Salt", SALT)[:1], squad("Plain squad", 1, categories=["Infantry", WARDENS]), allies())
    battle = on_board(army, {0: row(20, 22), 1: row(20, 27), 2: row(22, 22), 3: row(40, 22)}, "shooting", "Foe")
    gun, _ = arms(battle, 0)
    assert [powers.shrug(battle.scene, unit) for unit in range(3)] == [4, 4, None]
    assert changes(battle, 3, 1, gun) == []
    assert changes(battle, 3, 1, replace(gun, keywords=(Keyword("psychic"),))) == ["fnp set 4"]
    change(battle, 1, places=row(20, 40))
    assert powers.shrug(battle.scene, 1) is None


def change(battle: Battle, unit: int, **fields: object) -> None:
    """Other fields of one unit's state."""
    units = battle.state.units
    state_of(battle, units=tuple(replace(each, **fields) if each.index == unit else each for each in units))


def test_a_circle_that_helps_units_of_a_kind_to_hit(known: Known) -> None:
    known(DRUM, "96af6138")
    kinds = ["Infantry", WARDENS]
    drummer = squad("Drums", 1, categories=[*kinds, "Drummer"])
    plain = squad("Plain", 1, categories=kinds)
    army = army_of(*wardens("Drum", DRUM)[:1], drummer, plain)
    battle = on_board(army, {0: row(20, 22), 1: row(20, 27), 2: row(22, 22), 3: row(40, 22)}, "shooting", "Foe")
    gun, sword = arms(battle, 1)
    assert changes(battle, 1, 3, gun) == changes(battle, 1, 3, sword) == ["hit add 1"]
    assert changes(battle, 2, 3, gun) == []
    change(battle, 1, places=row(20, 40))
    assert changes(battle, 1, 3, gun) == []


def fog(*, points: float = 500.0) -> Battle:
    units = [
        squad(name, 1, ability("Fog", FOG), categories=["Infantry", WARDENS], points=points) for name in ("One", "Two")
    ]
    places = {0: row(20, 5), 1: row(20, 13), 2: row(40, 22)}
    return on_board(army_of(*units), places, "combat", "Foe", active=1)


def test_units_leave_as_the_enemys_fight_phase_ends_as_many_as_the_battle_allows(known: Known) -> None:
    known(FOG, "7ec270cd")
    battle = fog()
    use_when_asked(battle, Use("Fog", 1))
    assert battle.state.units[1].reserves
    assert not battle.scene.on_table(1)
    assert not battle.allows(Use("Fog", 0))
    larger = fog(points=700.0)
    use_when_asked(larger, Use("Fog", 1))
    take(larger, Use("Fog", 0))
    assert [larger.state.units[unit].reserves for unit in (0, 1)] == [True, True]


def test_nobody_leaves_from_an_engagement_or_in_the_own_turn(known: Known) -> None:
    known(FOG, "7ec270cd")
    battle = fog(points=700.0)
    change(battle, 2, places=row(21.8, 5), fought=True)
    change(battle, 0, fought=True)
    use_when_asked(battle, Use("Fog", 1))
    assert not battle.allows(Use("Fog", 0))
    own = on_board(army_of(*wardens("Fog", FOG)), TWO, "combat", "Foe", active=0)
    while own.state.active == 0:
        assert not own.allows(Use("Fog", 0))
        go_on(own)


def test_who_may_be_joined_by_allies_stays_where_it_is(known: Known) -> None:
    known(FOG, "7ec270cd")
    army = army_of(*wardens("Fog", FOG), allies())
    assert [each.by_hand for each in army.units[0].abilities] == [True]


def test_all_units_of_a_kind_may_leave_by_a_rule_of_the_army(known: Known) -> None:
    known(MIST, "9d45373e")
    army = army_of(*wardens("Mist", MIST), allies())
    places = {0: row(20, 22), 1: row(20, 30), 2: row(20, 40), 3: row(21.8, 30)}
    units = {1: {"fought": True}, 3: {"fought": True}}
    battle = on_board(army, places, "combat", "Foe", active=1, units=units)
    use_when_asked(battle, Use("Mist", 0))
    assert (battle.state.phase, battle.state.active) == ("combat", 1)
    assert battle.state.units[0].reserves
    larger = army_of(*wardens("Mist", MIST), *(allies() for _ in range(9)))
    engaged = {0: row(20, 22), 1: row(20, 30), **{n: row(20 + 2 * n, 40) for n in range(2, 11)}, 11: row(21.8, 30)}
    battle = on_board(larger, engaged, "combat", "Foe", active=1, units={1: {"fought": True}, 11: {"fought": True}})
    use_when_asked(battle, Use("Mist", 0))
    assert not any(battle.allows(Use("Mist", unit)) for unit in range(11))


def test_near_a_beacon_they_stand_and_strike_harder(known: Known) -> None:
    known(FLAME, "7a79b199")
    army = army_of(*wardens("Flame", FLAME, ("Beacon",)))
    battle = on_board(army, {0: row(20, 22), 1: row(20, 40), 2: row(20, 27), 3: row(40, 22)}, "combat", "Foe")
    gun, sword = arms(battle, 0)
    assert [powers.shock_dice(battle.scene, unit) for unit in range(3)] == [1, 0, 1]
    assert [changes(battle, unit, 3, sword) for unit in range(3)] == [["strength add 1"], [], ["strength add 1"]]
    assert changes(battle, 0, 3, gun) == []


def test_every_enemy_shivers_once_a_battle_and_more_near_a_beacon(known: Known) -> None:
    known(DREAD, "3162a2f0")
    army = army_of(*wardens("Dread", DREAD, ("Beacon",)))
    places = {0: row(20, 22), 1: row(20, 40), 2: row(20, 4), 3: row(22, 8), 4: row(40, 22)}
    battle = on_board(army, places, "command", "Near", "Far", active=1, time="end", turn=2)
    while not battle.allows(Use("Dread", 0)):
        go_on(battle)
    events = take(battle, Use("Dread", 0), 3, 4, 3, 4)
    tests = only(ev.BattleShockTested, events)
    assert [(each.unit, each.passed) for each in tests] == [(3, False), (4, True)]
    assert not battle.allows(Use("Dread", 1))


def posing() -> Battle:
    army = army_of(*wardens("Pose", POSE))
    return on_board(army, {0: row(20, 22), 1: row(20, 30), 2: row(21.5, 22)}, "combat", "Foe")


def test_a_unit_picks_a_stance_before_it_fights_and_has_it_in_this_phase(known: Known) -> None:
    known(POSE, "1650eff2")
    battle = posing()
    gun, sword = arms(battle, 0)
    take(battle, Use("Pose", 0, (), "Low Pose"))
    assert [str(each) for each in on_attacks.armed(battle.scene, 0, 2, sword).keywords] == ["sustained hits 1"]
    assert not on_attacks.armed(battle.scene, 0, 2, gun).keywords
    assert not on_attacks.armed(battle.scene, 1, 2, sword).keywords
    assert refusal(battle, Use("Pose", 0, (), "High Pose")).code == "used-up"
    state_of(battle, phase_time="end")
    while battle.state.phase == "combat":
        go_on(battle)
    assert not on_attacks.armed(battle.scene, 0, 2, sword).keywords


def test_no_stance_for_who_has_fought_and_one_for_a_unit_with_its_leader(known: Known) -> None:
    known(POSE, "1650eff2")
    battle = posing()
    change(battle, 0, fought=True)
    assert refusal(battle, Use("Pose", 0, (), "Low Pose")).code == "condition"
    led = posing()
    join(led, 1, 0)
    take(led, Use("Pose", 0, (), "Low Pose"))
    assert not led.allows(Use("Pose", 0, (), "High Pose"))


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (known_powers.called, BELL.replace("4+ invulnerable save", "song")),
        (known_powers.called, BELL.replace("ASHEN WARDENS", "RIVER FOLK")),
        (known_powers.shielded, SALT.replace('6"', "a shout")),
        (known_powers.aimed, DRUM.replace("Hit roll", "song")),
        (known_powers.guided, FLAME.replace("3D6", "three dice")),
        (known_powers.shadow, DREAD.replace("subtract 1", "sing")),
        (known_powers.leaving, FOG.replace("River: up to 3 units", "River: all")),
        (known_powers.any_leaving, MIST.replace("ASHEN WARDENS units", "units")),
        (known_menus.stances, POSE.replace("[LETHAL HITS]", "louder")),
    ],
)
def test_what_lacks_a_number_or_a_name_stays_text(
    read: Callable[[Sequence[str], KnownKeywords], object], text: str
) -> None:
    with pytest.raises(Unread):
        read(as_written(text), KnownKeywords(frozenset({"beacon"}), frozenset({"ashen wardens"}), points=1000))

"""An enemy that an army picks in each of its command phases, and of what it picks one as a round begins."""

from __future__ import annotations

import hashlib

import pytest

from highground.engine.abilities import on_attacks, powers
from highground.engine.abilities.condition import Condition
from highground.engine.battle import Battle
from highground.engine.choices import Advance, Use
from highground.engine.effects import Modifier
from highground.engine.model import ArmySheet
from highground.engine.steps import turns
from highground.rosters import phrases_vows
from highground.rosters.phrases import read_text
from tests.engine.field import refusal, row, take
from tests.rosters.army_rules import army_of, go_on, on_board, use_when_asked, used_by_army, wardens
from tests.rosters.builder import ability, selection, settings, squad
from tests.rosters.own_rules import BONDS, MOODS, VOW, known
from tests.rosters.phrase_cases import KNOWN
from tests.values import replace

PLACES = {0: row(20, 22), 1: row(20, 30), 2: row(40, 22), 3: row(40, 30)}


@pytest.fixture(autouse=True)
def own_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    known(monkeypatch)


def stages(found: tuple[Modifier, ...]) -> list[str]:
    return [each.stage for each in found]


def test_what_hangs_on_the_detachment_is_chosen_where_the_file_does_not_tell() -> None:
    vow = used_by_army(army_of(*wardens("Grim Vow", VOW)))
    assert [each.name for each in vow.choices] == [phrases_vows.PLAIN, phrases_vows.MORE]
    assert vow.use is not None
    assert (vow.use.window, vow.use.target, vow.use.per) == ("phase start", "enemy", "phase")


def test_a_detachment_of_the_book_gives_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    book = frozenset({hashlib.sha256(b"lantern guard").hexdigest()[:12]})
    monkeypatch.setattr(phrases_vows, "_BOOK", book)
    chosen = settings("Detachment", selection("Lantern  Guard"))
    army = army_of(*wardens("Grim Vow", VOW), chosen)
    assert not used_by_army(army).choices
    battle = on_board(army, PLACES, "combat", "Foe", "Other", active=1, time="end")
    use_when_asked(battle, Use(used_by_army(army).name, 0, (2,)))
    gun = battle.scene.sheets[0].line_up[0].weapons[0].weapon
    assert stages(on_attacks.modifiers(battle.scene, 1, 2, gun)) == ["hit", "wound"]
    assert not on_attacks.modifiers(battle.scene, 1, 3, gun)


def test_a_keyword_in_the_army_takes_away_what_hangs_on_it() -> None:
    vow = used_by_army(army_of(*wardens("Grim Vow", VOW, ("River Folk",))))
    assert not vow.choices
    assert [effect.kind for effect in vow.effects] == ["mark", "roll"]


def test_allies_without_the_faction_have_nothing_of_it() -> None:
    ally = squad("Ferrymen", 1, ability("Oars", "They row."), categories=["Infantry", "Faction: Ferrymen"])
    vow = used_by_army(army_of(*wardens("Grim Vow", VOW), ally))
    (reroll,) = vow.choices[0].effects
    assert reroll.conditions == (
        Condition("keyword", name="ashen wardens"), Condition("target marked", name="grim vow"),
    )  # fmt: skip


KINDS = (
    "In your Command phase, select one enemy unit. Until the start of your next Command phase, each time a THORN GUARD "
    "model from your army makes an attack that targets that enemy unit, re-roll a Wound roll of 1."
)


def test_some_kinds_are_set_on_an_enemy() -> None:
    found = read_text(KINDS, KNOWN)
    assert found is not None
    assert found.use is not None
    assert (found.army, found.use.window, found.use.phases) == (True, "", ("command",))
    assert found.effects[1].conditions[0] == Condition("keyword", name="thorn guard")


@pytest.mark.parametrize(
    "text",
    [
        VOW.replace("reroll the Hit roll", "sing"),
        VOW.replace("your Grim Vow target", "your Grim Vow"),
        VOW.replace("Until you command again", "Once"),
        VOW.replace("If your Army Faction is ASHEN WARDENS, at", "At"),
        VOW.replace("add 1 to the Wound roll as well", "it weeps"),
        KINDS.replace("a THORN GUARD model from your army", "a model from your army with this ability"),
        KINDS.replace("THORN GUARD", "RIVER FOLK"),
    ],
)
def test_vows_that_are_in_doubt_stay_text(text: str) -> None:
    assert read_text(text, KNOWN) is None


def test_one_of_several_moods_is_picked_for_a_round_and_all_have_it() -> None:
    army = army_of(*wardens("Stone Moods", MOODS, ("Beacon",)))
    places = {0: row(20, 22), 1: row(20, 40), 2: row(20, 24), 3: row(40, 22)}
    battle = on_board(army, places, "combat", "Foe", active=1, time="end", turn=2)
    moods = used_by_army(army)
    assert [each.name for each in moods.choices] == ["Steady Mood", "Wild Mood"]
    use_when_asked(battle, Use(moods.name, None, (), "Steady Mood"))
    assert battle.state.round == 2
    gun, sword = [each.weapon for each in battle.scene.sheets[0].line_up[0].weapons]
    assert stages(on_attacks.modifiers(battle.scene, 1, 3, gun)) == ["skill"]
    near, far, itself = (on_attacks.modifiers(battle.scene, 3, each, sword) for each in (0, 1, 2))
    assert (stages(near), stages(far), stages(itself)) == (["wound"], [], ["wound"])
    assert not powers.permits(battle.scene, 1, "advance and shoot")


def test_a_mood_lasts_for_its_round() -> None:
    army = army_of(*wardens("Stone Moods", MOODS, ("Beacon",)))
    places = {0: row(20, 22), 1: row(20, 40), 2: row(20, 24), 3: row(40, 22)}
    battle = on_board(army, places, "combat", "Foe", active=1, time="end", turn=2)
    use_when_asked(battle, Use("Stone Moods", None, (), "Wild Mood"))
    assert powers.permits(battle.scene, 1, "advance and shoot")
    battle.scene.rewind(replace(battle.state, phase="combat", phase_time="end", active=1, turn=2, stack=()))
    take(battle, Advance())
    assert battle.state.round == 3
    assert not powers.permits(battle.scene, 1, "advance and shoot")


def test_a_bond_is_picked_once_for_the_battle() -> None:
    army = army_of(*wardens("Bonds", BONDS, ("Beacon",)))
    bonds = used_by_army(army)
    assert [each.name for each in bonds.choices] == [
        "Hunt The Singers, Hush Them", "Meet The Strong", "Give No Ground", "Keep The Flame",
    ]  # fmt: skip
    assert bonds.use is not None
    assert (bonds.use.window, bonds.use.per, bonds.use.count) == ("battle start", "battle", 1)
    battle = as_it_begins(army)
    use_when_asked(battle, Use("Bonds", None, (), "Keep The Flame"))
    assert [powers.added(battle.scene, each, "control") for each in (0, 1, 2)] == [0, 0, 1]
    assert refusal(battle, Use("Bonds", None, (), "Meet The Strong")).code in {"used-up", "wrong-time"}


BONDED = {0: row(20, 22), 1: row(20, 40), 2: row(20, 24), 3: row(40, 22)}


def as_it_begins(army: ArmySheet) -> Battle:
    """Everybody is set up, and the first round is about to begin."""
    battle = on_board(army, BONDED, "deployment", "Foe")
    turns.begin_battle(battle.scene, 0)
    return battle


def test_no_bond_is_picked_later_than_the_first_round() -> None:
    battle = on_board(army_of(*wardens("Bonds", BONDS, ("Beacon",))), BONDED, "combat", "Foe", active=1, time="end")
    battle.scene.rewind(replace(battle.state, turn=2))
    while battle.state.round < 3:
        assert not battle.allows(Use("Bonds", None, (), "Keep The Flame"))
        go_on(battle)


def test_the_weak_wound_the_strong_better() -> None:
    battle = as_it_begins(army_of(*wardens("Bonds", BONDS, ("Beacon",))))
    use_when_asked(battle, Use("Bonds", None, (), "Meet The Strong"))
    gun = battle.scene.sheets[0].line_up[0].weapons[0].weapon
    (made,) = on_attacks.modifiers(battle.scene, 0, 3, gun)
    assert (made.stage, made.value, made.stronger) == ("wound", 1, False)


@pytest.mark.parametrize(
    "text",
    [
        BONDS.replace("as it all begins", "as the third round begins"),
        BONDS.replace("for ASHEN WARDENS units from", "for RIVER FOLK units from"),
        BONDS.replace("add 1 to the Wound roll", "it weeps"),
        BONDS.replace("nobody minds how it dances", "everybody dances"),
        BONDS.replace("the Beacon keyword", "the Eel keyword"),
        BONDS.replace("Each time this unit declares", "Whenever it likes it declares"),
    ],
)
def test_bonds_that_are_in_doubt_stay_text(text: str) -> None:
    others = replace(KNOWN, own=KNOWN.own | {"beacon"})
    assert read_text(BONDS, others) is not None
    assert read_text(text, others) is None


@pytest.mark.parametrize(
    "text",
    [
        MOODS.replace("As long as that", "Longer than that"),
        MOODS.replace("have the [ASSAULT] ability", "sing"),
        MOODS.replace("\n\nWILD MOOD\n■", "\n■"),
        MOODS.replace("friendly Ashen Wardens Beacon units", "friendly Ashen Wardens units"),
        MOODS.replace("STEADY MOOD\n", ""),
    ],
)
def test_moods_that_are_in_doubt_stay_text(text: str) -> None:
    others = replace(KNOWN, own=KNOWN.own | {"beacon"})
    assert read_text(MOODS, others) is not None
    assert read_text(text, others) is None

"""Weapon keywords, situations, and the resolver: caps, precedence, provenance."""

from __future__ import annotations

import msgspec
import pytest

from highground.engine.attack.definition import amounts_text, explain_save, save_needed
from highground.engine.attack.terms import Pool
from highground.engine.effects import (
    FLAGS,
    KNOWN_KEYWORDS,
    Circumstances,
    EffectError,
    Modifier,
    asking,
    keyword_modifiers,
    parse_keyword,
    unknown_keywords,
    validate,
)
from highground.engine.effects import keywords as kw
from highground.engine.effects.keywords import SHAPES
from highground.engine.model import Amount, Keyword, Weapon
from tests.engine.attack_helpers import OPEN, attack, blade, gun, with_modifiers

YES_OR_NO = [field.name for field in msgspec.structs.fields(Circumstances) if field.type is bool]
EVERYTHING = msgspec.structs.replace(
    Circumstances(target_models=10, target_keywords=frozenset({"infantry"})), **dict.fromkeys(YES_OR_NO, True)
)


def test_the_keywords_of_the_rules_are_known() -> None:
    named = {
        "assault", "rapid fire", "heavy", "torrent", "twin-linked", "pistol", "lethal hits", "sustained hits",
        "devastating wounds", "anti", "blast", "melta", "precision", "hazardous", "indirect fire", "ignores cover",
        "lance", "extra attacks", "one shot", "psychic",
    }  # fmt: skip
    assert named == KNOWN_KEYWORDS


@pytest.mark.parametrize("name", sorted(KNOWN_KEYWORDS))
def test_every_keyword_is_a_flag_or_makes_valid_modifiers(name: str) -> None:
    value = None if SHAPES[name] == "plain" else Amount(plus=4)
    keyword = Keyword(name, value, "infantry" if name == "anti" else "")
    weapon = msgspec.structs.replace(gun(), keywords=(keyword,))
    found = keyword_modifiers(weapon, EVERYTHING)
    assert [validate(modifier) for modifier in found] == found
    assert bool(found) != (name in FLAGS)
    assert attack(weapon, circumstances=EVERYTHING).flags == ((name,) if name in FLAGS else ())


def test_who_asks_for_what_is_found_by_trying() -> None:
    """The steps tell shooters apart by half range, and the computer looks at the rest, for these alone."""
    fields = {field.name for field in msgspec.structs.fields(Circumstances)} - {"modifiers"}
    asked = {name: asking(name) for name in fields}
    assert {name: found for name, found in asked.items() if found} == {
        "half_range": {"rapid fire", "melta"},
        "stationary": {"heavy"},
        "charged": {"lance"},
        "indirect": {"indirect fire"},
        "target_models": {"blast"},
        "target_keywords": {"anti"},
    }


def test_who_asks_for_one_thing_and_not_another_is_found_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def creeping(keyword: Keyword, weapon: Weapon, now: Circumstances) -> tuple[Modifier, ...]:
        return (Modifier("hit", "add", "creeping", 1),) if now.half_range and not now.advanced else ()

    monkeypatch.setitem(kw._HANDLERS, "creeping", creeping)
    found = {name for name in ("half_range", "advanced", "stationary") if "creeping" in asking.__wrapped__(name)}
    assert found == {"half_range", "advanced"}


def test_an_unknown_keyword_is_visible_and_does_nothing() -> None:
    weapon = msgspec.structs.replace(gun(), keywords=(Keyword("humming"), Keyword("heavy")))
    assert unknown_keywords(weapon) == ("humming",)
    assert attack(weapon).unknown == ("humming",)
    assert keyword_modifiers(weapon, OPEN) == []


@pytest.mark.parametrize(
    ("text", "keyword"),
    [
        ("Heavy", Keyword("heavy")),
        ("Twin-Linked", Keyword("twin-linked")),
        ("Sustained Hits 1", Keyword("sustained hits", Amount(plus=1))),
        ("sustained hits D3", Keyword("sustained hits", Amount(1, 3))),
        ("Rapid Fire D6+3", Keyword("rapid fire", Amount(1, 6, 3))),
        ("Melta 2", Keyword("melta", Amount(plus=2))),
        ("Anti-Infantry 4+", Keyword("anti", Amount(plus=4), "infantry")),
        ("anti-fly 2+", Keyword("anti", Amount(plus=2), "fly")),
    ],
)
def test_keywords_are_read_as_written(text: str, keyword: Keyword) -> None:
    assert parse_keyword(text) == keyword


@pytest.mark.parametrize("text", ["Humming", "Sustained Hits", "Sustained Hits X", "Anti-Infantry", "Heavy 2", ""])
def test_keywords_that_cannot_be_read_say_so(text: str) -> None:
    with pytest.raises(ValueError, match=r"keyword|value|neither"):
        parse_keyword(text)


def test_a_number_says_where_it_comes_from() -> None:
    found = attack(gun(skill=4, keywords="heavy"), circumstances=Circumstances(stationary=True))
    assert str(found.hit) == "3+: skill 4+, heavy -1"
    assert found.hit.modifier == 1
    assert str(found.wound) == "4+: strength 4 against 4 4+"


@pytest.mark.parametrize(
    ("values", "modifier", "needed"),
    [([1], 1, 3), ([1, 1], 1, 3), ([-1, -1, -1], -1, 5), ([1, -1], 0, 4), ([1, 1, -1], 1, 3), ([3, -1], 1, 3)],
)
def test_hit_modifiers_are_summed_then_capped(values: list[int], modifier: int, needed: int) -> None:
    modifiers = [Modifier("hit", "add", f"rule {number}", value) for number, value in enumerate(values)]
    found = attack(gun(skill=4), circumstances=with_modifiers(*modifiers)).hit
    assert (found.modifier, found.needed) == (modifier, needed)
    assert any(source.name == "cap" for source in found.sources) == (abs(sum(values)) > 1)


def test_wound_modifiers_are_capped_too() -> None:
    lance = Circumstances(charged=True, modifiers=(Modifier("wound", "add", "fury", 1),))
    found = attack(blade(keywords="lance"), circumstances=lance).wound
    assert (found.base, found.modifier, found.needed) == (4, 1, 3)


def test_no_roll_needs_less_than_2_or_more_than_a_critical() -> None:
    best = attack(gun(skill=2), circumstances=with_modifiers(Modifier("hit", "add", "aim", 1))).hit
    worst = attack(gun(skill=6), circumstances=with_modifiers(Modifier("hit", "add", "dark", -1))).hit
    assert best.needed == 2
    assert worst.needed == 6


def test_precedence_set_before_add_and_the_widest_reroll() -> None:
    found = attack(
        gun(skill=5),
        circumstances=with_modifiers(
            Modifier("hit", "add", "dark", -1),
            Modifier("hit", "set", "ace", 2),
            Modifier("hit", "set", "drilled", 3),
            Modifier("hit", "reroll", "ones", reroll="ones"),
            Modifier("hit", "reroll", "all", reroll="failed"),
        ),
    ).hit
    assert (found.base, found.needed, found.reroll) == (2, 3, "failed")
    assert found.again == bytes([1, 2])


def test_what_fails_is_never_critical() -> None:
    modifiers = (Modifier("hit", "critical", "keen", 5),)
    assert attack(gun(), circumstances=Circumstances(modifiers=modifiers)).hit.critical == 5
    snap = attack(gun(), circumstances=Circumstances(snap=True, modifiers=modifiers)).hit
    assert (snap.needed, snap.critical, snap.fails) == (6, 6, 5)


def test_snap_shots_ignore_the_skill() -> None:
    aimed = Circumstances(snap=True, stationary=True)
    assert attack(gun(skill=2, keywords="heavy"), circumstances=aimed).hit.needed == 6


@pytest.mark.parametrize("reroll", ["none", "ones", "failed"])
def test_chances_are_those_of_all_36_pairs_of_faces(reroll: str) -> None:
    modifiers = (Modifier("hit", "reroll", "again", reroll=reroll),)  # type: ignore[arg-type]
    check = attack(gun(skill=4), circumstances=with_modifiers(*modifiers)).hit
    again = {"none": set(), "ones": {1}, "failed": {1, 2, 3}}[reroll]
    finals = [second if first in again else first for first in range(1, 7) for second in range(1, 7)]
    assert check.chance[0] == pytest.approx(sum(face in {4, 5} for face in finals) / 36)
    assert check.chance[1] == pytest.approx(finals.count(6) / 36)


# OPEN-14
@pytest.mark.parametrize(
    ("strength", "toughness", "needed"),
    [(8, 4, 2), (9, 4, 2), (7, 4, 3), (5, 4, 3), (4, 4, 4), (3, 4, 5), (4, 8, 6), (3, 8, 6), (5, 8, 5), (1, 2, 6)],
)
def test_strength_against_toughness(strength: int, toughness: int, needed: int) -> None:
    assert attack(gun(strength=strength), toughness=toughness).wound.needed == needed


# OPEN-14
@pytest.mark.parametrize(
    ("ap", "cover", "save", "invuln", "needed"),
    [
        (0, False, 3, None, 3),
        (-1, False, 3, None, 4),
        (-1, True, 3, None, 3),
        (0, True, 3, None, 3),  # cover does nothing for 3+ or better against AP 0
        (0, True, 2, None, 2),
        (0, True, 4, None, 3),
        (-2, True, 2, None, 3),
        (-3, False, 4, None, 7),
        (-4, False, 3, 5, 5),
        (0, False, 3, 4, 3),
        (-5, True, 7, None, 7),  # no armour, nothing to improve
        (-1, True, 7, 6, 6),  # cover does nothing for an invulnerable save
    ],
)
def test_saves(ap: int, cover: bool, save: int, invuln: int | None, needed: int) -> None:
    found = attack(gun(ap=ap), circumstances=Circumstances(cover=cover))
    assert save_needed(found, Pool(1, save, invuln)) == needed


def test_a_save_improves_by_1_at_most_and_worsens_freely() -> None:
    shield = Modifier("save", "add", "shield", 1)
    curse = Modifier("save", "add", "curse", -2)
    pool = Pool(1, 4)
    covered = Circumstances(cover=True, modifiers=(shield,))
    assert save_needed(attack(gun(ap=-1), circumstances=covered), pool) == 4
    assert save_needed(attack(gun(), circumstances=with_modifiers(shield)), Pool(1, 2)) == 2  # an unmodified 1 fails
    assert save_needed(attack(gun(), circumstances=with_modifiers(curse)), pool) == 6
    assert save_needed(attack(gun(), circumstances=with_modifiers(curse, shield)), pool) == 5


# OPEN-51
def test_cover_counts_against_ranged_attacks_only_and_can_be_ignored() -> None:
    covered = Circumstances(cover=True)
    pool = Pool(1, 4)
    assert save_needed(attack(blade(ap=-1), circumstances=covered), pool) == 5
    assert save_needed(attack(gun(ap=-1), circumstances=covered), pool) == 4
    assert save_needed(attack(gun(ap=-1, keywords="ignores cover"), circumstances=covered), pool) == 5


def test_a_save_says_where_it_comes_from() -> None:
    covered = Circumstances(cover=True)
    assert str(explain_save(attack(gun(ap=-1), circumstances=covered), Pool(1, 3))) == "3+: save 3+, AP +1, cover -1"
    assert str(explain_save(attack(gun(), circumstances=covered), Pool(1, 3))) == "3+: save 3+, cover no effect"
    ignoring = attack(gun(ap=-1, keywords="ignores cover"), circumstances=covered)
    assert str(explain_save(ignoring, Pool(1, 4))) == "5+: save 4+, AP +1, ignores cover no cover"


def test_indirect_fire_without_sight() -> None:
    weapon = gun(skill=2, ap=-1, keywords="indirect fire")
    seen, unseen = attack(weapon), attack(weapon, circumstances=Circumstances(indirect=True))
    assert (seen.hit.needed, seen.cover) == (2, False)
    assert (unseen.hit.needed, unseen.hit.fails, unseen.hit.modifier, unseen.cover) == (4, 3, -1, True)
    assert str(unseen.hit) == "4+: skill 2+, indirect fire +1, indirect fire unmodified 1 to 3 fail"


def test_stealth_and_engagement_make_shots_harder() -> None:
    stealthy = Circumstances(target_rules=frozenset({"stealth"}))
    engaged = Circumstances(engaged=True)
    assert attack(gun(), circumstances=stealthy).hit.needed == 4
    assert attack(blade(), circumstances=stealthy).hit.needed == 3
    assert attack(gun(), circumstances=engaged).hit.needed == 4
    assert attack(gun(keywords="pistol"), circumstances=engaged).hit.needed == 3


def test_attacks_and_damage_count_what_half_range_and_blast_add() -> None:
    weapon = gun(attacks="D6", damage="D6", keywords="rapid fire 2, melta 2, blast")
    far = attack(weapon, circumstances=Circumstances(target_models=4))
    near = attack(weapon, circumstances=Circumstances(half_range=True, target_models=11))
    assert (amounts_text(far.attacks), amounts_text(far.harm.damage)) == ("D6", "D6")
    assert (amounts_text(near.attacks), amounts_text(near.harm.damage)) == ("D6+4", "D6+2")
    assert near.attack_range == (5, 10)


def test_dice_of_different_sizes_are_kept_apart() -> None:
    near = attack(gun(attacks="D6+1", keywords="rapid fire D3"), circumstances=Circumstances(half_range=True))
    assert amounts_text(near.attacks) == "D6+1+D3"
    assert near.attack_range == (3, 10)


def test_anti_needs_its_keyword() -> None:
    weapon = gun(strength=2, keywords="anti-infantry 4+")
    infantry = Circumstances(target_keywords=frozenset({"infantry"}))
    assert attack(weapon, toughness=8).wound.critical == 6
    against = attack(weapon, circumstances=infantry, toughness=8).wound
    assert (against.critical, against.needed) == (4, 4)
    assert str(against) == "4+: strength 2 against 8 6+, anti-infantry critical on 4+"


def test_damage_is_halved_then_changed_and_at_least_1() -> None:
    halve, less = Modifier("damage", "halve", "bulk"), Modifier("damage", "add", "plate", -1)
    assert attack(gun(damage="5"), circumstances=with_modifiers(less, halve)).flat_damage == 2
    assert attack(gun(damage="5"), circumstances=with_modifiers(halve)).flat_damage == 3
    again = Modifier("damage", "reroll", "eye", reroll="ones")
    assert attack(gun(damage="5"), circumstances=with_modifiers(less, halve, again)).flat_damage == 2
    harm = attack(gun(damage="D6+1"), circumstances=with_modifiers(less, halve, again)).harm
    assert (harm.halved, harm.add, harm.reroll) == (True, -1, "ones")
    assert attack(gun(damage="1"), circumstances=with_modifiers(less)).flat_damage == 1
    assert attack(gun(damage="D6"), circumstances=with_modifiers(less)).flat_damage is None


@pytest.mark.parametrize(
    ("save", "ap", "needed"), [(6, 0, 5), (4, 0, 3), (3, 0, 3), (2, 0, 2), (7, 0, 7), (5, -1, 5), (4, -2, 5)]
)
def test_better_armour_is_the_save_on_the_sheet_and_no_better_than_3(save: int, ap: int, needed: int) -> None:
    found = attack(gun(ap=ap), circumstances=with_modifiers(Modifier("save", "armour", "plates", 1)))
    assert save_needed(found, Pool(1, save)) == needed


def test_better_armour_adds_to_what_helps_the_roll_and_says_where_it_comes_from() -> None:
    plates, blessing = Modifier("save", "armour", "plates", 1), Modifier("save", "add", "blessing", 1)
    found = attack(gun(ap=-1), circumstances=with_modifiers(plates, blessing))
    assert save_needed(found, Pool(1, 5)) == 4
    assert str(explain_save(found, Pool(1, 5))) == "4+: save 5+, AP +1, plates -1, blessing -1"


def test_other_characteristics_are_changed() -> None:
    found = attack(
        gun(strength=4, ap=-1),
        circumstances=with_modifiers(
            Modifier("strength", "add", "might", 4),
            Modifier("ap", "add", "edge", -1),
            Modifier("attacks", "add", "frenzy", 2),
            Modifier("save", "invulnerable", "ward", 5),
            Modifier("fnp", "set", "grit", 6),
        ),
    )
    pool = Pool(2, 3)
    assert (found.strength, found.wound.needed, found.ap, found.attack_range) == (8, 2, -2, (3, 3))
    assert (save_needed(found, pool), found.harm.fnp_needed(pool)) == (5, 6)
    assert str(explain_save(found, pool)) == "5+: save 3+, AP +1, edge +1, ward 5+, invulnerable 5+"


def test_ap_never_helps_the_target() -> None:
    assert attack(gun(ap=-1), circumstances=with_modifiers(Modifier("ap", "add", "plate", 2))).ap == 0


@pytest.mark.parametrize(
    ("modifier", "sentence"),
    [
        (Modifier("morale", "add", "hymn", 1), "no stage"),  # type: ignore[arg-type]
        (Modifier("hit", "cover", "smoke", 1), "not 'cover'"),
        (Modifier("hit", "reroll", "luck", reroll="sixes"), "re-rolls are"),  # type: ignore[arg-type]
    ],
)
def test_a_modifier_that_no_stage_knows_is_refused(modifier: Modifier, sentence: str) -> None:
    with pytest.raises(EffectError, match=sentence):
        validate(modifier)


def test_definitions_travel_as_json() -> None:
    found = attack(gun(keywords="sustained hits D3, anti-fly 3+"), circumstances=EVERYTHING)
    assert msgspec.json.decode(msgspec.json.encode(found), type=type(found)) == found
    assert msgspec.json.decode(msgspec.json.encode(EVERYTHING), type=Circumstances) == EVERYTHING

"""Rules of armies in words of our own, and how to have them known as those are that armies really have."""

from __future__ import annotations

import pytest

from highground.rosters import phrases_orders, phrases_pacts, phrases_stances, phrases_vows
from highground.rosters.fingerprints import fingerprint, outline_of
from highground.rosters.phrases import read_orders, read_text
from highground.rosters.phrases_rewrites import brought_together
from highground.rosters.phrases_text import sentences
from tests.rosters.phrase_cases import KNOWN

ORDERS = (
    "If your Army Faction is ASHEN WARDENS, CAPTAIN models give orders by this rule. The page of a CAPTAIN says how "
    'often and to whom. He is heard 6" away, while you command and where he has just come from, until he may speak '
    "again. Nobody follows two at once, and the shaken follow none. They are for ASHEN WARDENS alone.\n\n"
    'HASTE! HASTE!\nAdd 2" to the Move characteristic of models in this unit.\n\nHEADS DOWN!\nImprove the Save '
    "characteristic of models in this unit by 1 (this cannot improve a model's Save to better than 3+)."
)
PACT = (
    "If your Army Faction is ASHEN WARDENS, the bog hears whoever is selected to shoot or fight: it can make a Bog "
    "Bargain. The bog tries its Leadership, and takes D3 wounds of it where that fails. Its weapons have what it picks "
    "of these, as long as the phase:\n■ [LETHAL HITS]\n■ [SUSTAINED HITS 1]"
)
OFFERING = (
    "When an ASHEN WARDENS unit with this ability is selected to shoot or fight, it can make a Bog Offering. A "
    'friendly BOGLING unit within 6" pays: D3 of them sink where their Leadership holds, D3+3 where it does not. As '
    "long as the phase the weapons of those who asked have one of [LETHAL HITS]; [SUSTAINED HITS 1]."
)
VOW = (
    "If your Army Faction is ASHEN WARDENS, at the start of your Command phase, select one enemy unit. Until you "
    "command again it is your Grim Vow target. Against it they all have this:\n■ You can reroll the Hit roll\n■ With a "
    "Fen Book Detachment, and without units with the RIVER FOLK or HILL FOLK keywords, add 1 to the Wound roll as well."
)
MOODS = (
    "At the start of the battle round, it may be one of the Stone Moods below. As long as that Stone Mood lasts, all "
    "who know of Stone Moods are so.\n\nSTEADY MOOD\n■ Improve the Ballistic Skill characteristic of ranged weapons "
    "equipped by models in this unit by 1.\n■ Each time a melee attack targets this unit, if this unit has the Beacon "
    'keyword and/or it is within 6" of one or more friendly Ashen Wardens Beacon units, subtract 1 from the Wound roll.'
    "\n\nWILD MOOD\n■ Ranged weapons equipped by models in this unit have the [ASSAULT] ability."
)
BONDS = (
    "If your Army Faction is ASHEN WARDENS, as it all begins, for ASHEN WARDENS units from your army, there is one of "
    "the following Bonds. They keep what it brings.\n\nHunt the Singers, Hush Them\n■ Each time this unit declares a "
    "charge, if one or more targets of that charge have the PSYKER keyword, you can re-roll the Charge roll.\n\nMeet "
    "the Strong\n■ Each time a model in this unit makes a ranged attack, if the Strength characteristic of that attack "
    "is less than or equal to the Toughness characteristic of the target, add 1 to the Wound roll\n\nGive No Ground\n■ "
    "This unit is eligible to declare a charge in a turn in which it Fell Back, and nobody minds how it dances.\n\n"
    "Keep the Flame\nIf this unit has the Beacon keyword:\n■ Add 1 to the Objective Control characteristic of models "
    "in this unit.\n■ It whistles."
)
IDLE = ("nobody minds how it dances", "it whistles")


def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has all of them known, and nothing remembered of what was read before."""
    monkeypatch.setattr(phrases_orders, "HEADS", {phrases_orders.head_of(plain(ORDERS))})
    prices = {
        outline_of(phrases_pacts.said_by(plain(PACT), KNOWN), phrases_pacts.NAMES): phrases_pacts.of_nerve,
        outline_of(phrases_pacts.said_by(plain(OFFERING), KNOWN), phrases_pacts.NAMES): phrases_pacts.of_lives,
    }
    monkeypatch.setattr(phrases_pacts, "PRICES", prices)
    monkeypatch.setattr(
        phrases_vows, "LISTS", {outline_of(phrases_vows.said_by(plain(VOW), KNOWN), phrases_vows.NAMED)}
    )
    heads = {
        outline_of(phrases_stances.head_of(plain(MOODS), KNOWN), phrases_stances.NAMES): "round",
        outline_of(phrases_stances.head_of(plain(BONDS), KNOWN), phrases_stances.NAMES): "battle",
    }
    monkeypatch.setattr(phrases_stances, "HEADS", heads)
    monkeypatch.setattr(phrases_stances, "IDLE", {fingerprint([each]) for each in IDLE})
    read_text.cache_clear()
    read_orders.cache_clear()


def plain(text: str) -> list[str]:
    """Its sentences, as the reader sees them."""
    return [brought_together(each) for each in sentences(text)]

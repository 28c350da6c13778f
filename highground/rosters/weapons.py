"""Weapon profiles, firing modes and how many of a weapon a selection gives."""

from __future__ import annotations

import hashlib
import re

import msgspec

from highground.engine.model import Amount, Keyword, Weapon
from highground.rosters.keywords import read_keywords
from highground.rosters.report import Report
from highground.rosters.stats import values_of
from highground.rosters.text import leading_int, slug, straight
from highground.rosters.tree import Node

_NEEDED = {"a", "s", "ap", "d"}
_NONE = {"n/a", "na", "-", "–"}
_COUNT = re.compile(r"^(\d+)x?\s+(.+)$")
_SIGNED = re.compile(r"^([-–−]?)\s*(\d+)$")
_MODE = re.compile(r"\s+[-–—]\s+")
_ARROW = "➤"
FARTHEST = 500


class RawWeapon(msgspec.Struct, frozen=True):
    """A weapon's profile as the file has it: its name without decoration, and values by lower-case name."""

    name: str
    values: tuple[tuple[str, str], ...]
    melee: bool
    stem: str
    """What the names of one weapon's firing modes have in common; '' for a name that is no mode's."""

    def get(self, *names: str) -> str:
        return next((value for key, value in self.values if key in names), "")


def raw_weapon(profile: Node) -> RawWeapon | None:
    """The profile as a weapon, whatever its type is called; None for every other kind of profile."""
    values = values_of(profile)
    if len(values) < len(_NEEDED) or not _NEEDED.issubset([name for name, _ in values]):
        return None
    name = profile.name
    marked = name.startswith(_ARROW)
    name = name.lstrip(_ARROW + " ").rstrip("* ") or "Weapon"
    parts = _MODE.split(name, 1)
    stem = parts[0] if marked or len(parts) == 2 else ""
    return RawWeapon(name, values, _is_melee(profile, dict(values)), stem)


def _is_melee(profile: Node, values: dict[str, str]) -> bool:
    kind = (profile.get("typeName") or profile.get("profileTypeName")).casefold()
    if "melee" in kind or "ranged" in kind:
        return "melee" in kind
    return values.get("range", "").casefold() == "melee" or ("ws" in values and "bs" not in values)


def copies_in_name(selection: Node, weapon: RawWeapon) -> int:
    """2 for a selection named '2 frag launchers' that holds the profile 'Frag launcher' once; 1 otherwise."""
    match = _COUNT.match(selection.name)
    if match is None or selection.get("number", "1") not in {"1", "1.0"} or int(match[1][:4]) > 20:
        return 1
    return 1 if match[1] in re.findall(r"\d+", weapon.name) else max(1, int(match[1]))


def mode_names(weapons: list[RawWeapon]) -> dict[tuple[str, bool], str]:
    """For one bearer: the `mode` of each (stem, melee) that has two or more profiles to choose from."""
    members: dict[tuple[str, bool], dict[str, str]] = {}
    for weapon in weapons:
        if weapon.stem:
            members.setdefault((weapon.stem.casefold(), weapon.melee), {})[weapon.name] = weapon.stem
    modes = {}
    for (folded, melee), stems in members.items():
        if len(stems) > 1:
            mode = next(iter(stems.values()))
            both = melee and len(members.get((folded, False), ())) > 1
            modes.update(dict.fromkeys(((stem, melee) for stem in stems.values()), f"{mode} (melee)" if both else mode))
    return modes


class Armoury:
    """Makes weapons, each distinct one once for the whole army. `made` of an unreadable one is None."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._made: dict[tuple[RawWeapon, str], Weapon | None] = {}

    def weapon(self, raw: RawWeapon, mode: str, where: str) -> Weapon | None:
        """The weapon, or None with a finding when its values can't be read."""
        key = (raw, mode)
        if key not in self._made or self._made[key] is None:
            self._made[key] = self._make(raw, mode, f"{where}/{raw.name}")
        return self._made[key]

    def _make(self, raw: RawWeapon, mode: str, where: str) -> Weapon | None:
        keywords = read_keywords(raw.get("keywords"), where, self._report)
        try:
            return Weapon(
                uid=_uid(raw, mode),
                name=raw.name,
                range=0 if raw.melee else _range(raw.get("range")),
                attacks=_amount(raw, "a"),
                skill=_skill(raw, keywords),
                strength=self._strength(raw, where),
                ap=self._ap(raw.get("ap"), where),
                damage=_amount(raw, "d"),
                keywords=keywords,
                mode=mode,
            )
        except ValueError as error:
            message = f"{raw.name} can't be used: {error}. Its profile is kept as text."
            self._report.warning("weapon-unresolved", message, where)
            return None

    def _strength(self, raw: RawWeapon, where: str) -> Amount:
        text = raw.get("s")
        if re.fullmatch(r"\d+\+", text):
            self._report.warning("value-guessed", f"Strength '{text}' was read as {text[:-1]}.", where)
            return Amount.parse(text[:-1])
        return _amount(raw, "s")

    def _ap(self, text: str, where: str) -> int:
        if text in _NONE or not text:
            return 0
        match = _SIGNED.match(text)
        if match is None or int(match[2]) > 20:
            raise ValueError(f"AP is '{text}'")
        if not match[1] and int(match[2]):
            self._report.warning("value-guessed", f"AP '{text}' has lost its sign; -{match[2]} was taken.", where)
        return -int(match[2])


def _uid(raw: RawWeapon, mode: str) -> str:
    text = "\x1f".join([raw.name, mode, str(raw.melee), *(part for pair in raw.values for part in pair)])
    return f"{slug(raw.name)}-{hashlib.sha256(text.encode()).hexdigest()[:10]}"


def _amount(raw: RawWeapon, name: str) -> Amount:
    text = raw.get(name)
    try:
        amount = Amount.parse(straight(text))
    except ValueError:
        raise ValueError(f"{name.upper()} is '{text}'") from None
    if max(amount.count, amount.plus) > 100:
        raise ValueError(f"{name.upper()} is '{text}'")
    return amount


def _range(text: str) -> int:
    inches = leading_int(text)
    if inches is None or not 0 < inches <= FARTHEST:
        raise ValueError(f"range is '{text}'")
    return inches


def _skill(raw: RawWeapon, keywords: tuple[Keyword, ...]) -> int | None:
    text = raw.get("ws", "bs", "bs/ws", "ws/bs")
    if text.casefold() in _NONE or (not text and Keyword("torrent") in keywords):
        return None
    skill = leading_int(text)
    if skill is None or not 2 <= skill <= 6:
        raise ValueError(f"skill is '{text}'")
    return skill

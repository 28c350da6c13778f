"""From a pack's files to the engine's sheets. What does not fit raises `PackError`, naming the file and the place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import TypeVar

from msgspec.structs import replace

from highground.engine.model import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    Ability,
    Amount,
    ArmySheet,
    Carried,
    Keyword,
    Layout,
    MiniatureSheet,
    Mission,
    Objective,
    Point,
    Polygon,
    Profile,
    Secondary,
    Terrain,
    UnitSheet,
    Weapon,
    Zone,
)
from highground.packs.abilities import AbilityReader
from highground.packs.errors import PackError
from highground.packs.shapes import (
    ArmyFile,
    ChosenUnit,
    FactionFile,
    LayoutFile,
    MissionFile,
    ModelFile,
    OptionFile,
    PackFile,
    ProfileFile,
    SecondaryFile,
    TerrainFile,
    UnitFile,
    WeaponFile,
)
from highground.packs.vocabulary import read_unit_ability, read_weapon_keyword
from highground.words.bases import BaseSize

T = TypeVar("T")


class Faction:
    """A faction's units, ready to be put into armies."""

    def __init__(self, file: str, slug: str, raw: FactionFile, pack: PackFile) -> None:
        self.file, self.slug, self.raw, self.pack = file, slug, raw, pack
        self.name = raw.name
        self.weapons = {uid: self._weapon(uid, weapon) for uid, weapon in raw.weapons.items()}
        reader = AbilityReader(file, slug, raw.name, pack.unit_keywords)
        self.own = reader.read("abilities", "unit", raw.abilities)
        self.common = reader.read("army", "army", raw.army)
        self.stratagems = reader.read("stratagems", "stratagem", raw.stratagems)
        for uid, detachment in raw.detachments.items():
            self._check_stratagems(f"detachments.{uid}", detachment.stratagems)
        for uid, unit in raw.units.items():
            self._check_unit(uid, unit)

    def _fail(self, place: str, problem: str) -> PackError:
        return PackError(self.file, place, problem)

    def _read(self, place: str, reader: Callable[[str], T], text: str | int) -> T:
        try:
            return reader(str(text))
        except ValueError as error:
            raise self._fail(place, str(error)) from error

    def _known(self, place: str, keywords: Iterable[str]) -> None:
        for keyword in keywords:
            if keyword not in self.pack.unit_keywords:
                raise self._fail(place, f"unknown unit keyword '{keyword}'; pack.toml lists those that there are")

    def _weapon(self, uid: str, raw: WeaponFile) -> Weapon:
        place = f"weapons.{uid}"
        keywords = tuple(self._read(f"{place}.keywords", read_weapon_keyword, text) for text in raw.keywords)
        self._known(f"{place}.keywords", (keyword.target for keyword in keywords if keyword.target is not None))
        if raw.ap > 0 or not 0 <= raw.skill <= 6:
            raise self._fail(place, "ap is zero or negative; skill is 2 to 6, or 0 for a weapon that hits by itself")
        return Weapon(
            uid=f"{self.slug}.{uid}",
            name=raw.name,
            range=raw.range,
            attacks=self._read(f"{place}.attacks", Amount.parse, raw.attacks),
            skill=raw.skill or None,
            strength=self._read(f"{place}.strength", Amount.parse, raw.strength),
            ap=raw.ap,
            damage=self._read(f"{place}.damage", Amount.parse, raw.damage),
            keywords=keywords,
            mode=raw.mode,
        )

    def _check_unit(self, uid: str, unit: UnitFile) -> None:
        place = f"units.{uid}"
        self._known(f"{place}.keywords", unit.keywords)
        self._abilities(uid)
        models = {model.name for model in unit.models}
        named = [weapon for model in unit.models for weapon in model.weapons]
        for option in unit.options.values():
            named += [*option.gains, *option.loses]
            if option.model not in models:
                raise self._fail(f"{place}.options", f"there is no miniature '{option.model}' in this unit")
        for model in unit.models:
            if problem := size_problem(model.size):
                raise self._fail(f"{place}.models.{model.name}", problem)
        for weapon in named:
            if weapon not in self.weapons:
                raise self._fail(place, f"unknown weapon '{weapon}'")
        for led in unit.leads:
            if led not in self.raw.units:
                raise self._fail(f"{place}.leads", f"unknown unit '{led}'")

    def _abilities(self, uid: str) -> tuple[Ability, ...]:
        place = f"units.{uid}.abilities"
        rules = (self._read(place, read_unit_ability, text) for text in self.raw.units[uid].abilities)
        texts = self.pack.abilities
        core = [Ability(_title(rule), texts[rule.name], source=self.name, rule=rule) for rule in rules]
        for name in self.raw.units[uid].own:
            if name not in self.own:
                raise self._fail(f"units.{uid}.own", f"unknown ability '{name}'; there are: {', '.join(self.own)}")
        own = [self.own[name] for name in self.raw.units[uid].own]
        return (*core, *(map(_of_leader, own) if self.raw.units[uid].leads else own))

    def _check_stratagems(self, place: str, names: Iterable[str]) -> None:
        for name in names:
            if name not in self.stratagems:
                raise self._fail(place, f"unknown stratagem '{name}'; there are: {', '.join(self.stratagems)}")

    def army_abilities(self, detachment: str) -> tuple[Ability, ...]:
        """What all its armies have, and the stratagems of the detachment."""
        named = self.raw.detachments[detachment].stratagems
        return (*self.common.values(), *(self.stratagems[name] for name in named))

    def unit(self, chosen: ChosenUnit, uid: str, file: str, place: str) -> UnitSheet:
        """The chosen unit's sheet, its points summed up. Raises PackError for counts that the unit does not allow."""
        raw = self.raw.units.get(chosen.unit)
        if raw is None:
            raise PackError(file, place, f"unknown unit '{chosen.unit}'; {self.name} has: {', '.join(self.raw.units)}")
        counts = _counts(raw, chosen, file, place)
        _check_options(raw, chosen, sum(counts.values()), file, place)
        abilities = self._abilities(chosen.unit)
        fnp = next((a.rule for a in abilities if a.rule and a.rule.name == "feel no pain"), None)
        groups = [group for model in raw.models for group in self._groups(raw, model, counts[model.name], chosen, fnp)]
        points = sum(model.points * counts[model.name] for model in raw.models)
        points += sum(raw.options[option].points * count for option, count in chosen.options.items())
        return UnitSheet(
            uid=uid,
            name=raw.name,
            points=points,
            miniatures=tuple(groups),
            keywords=raw.keywords,
            faction_keywords=self.raw.keywords,
            abilities=abilities,
            leads=tuple(self.raw.units[led].name for led in raw.leads),
            warlord=chosen.warlord,
            role=raw.role,
        )

    def _groups(
        self, unit: UnitFile, model: ModelFile, count: int, chosen: ChosenUnit, fnp: Keyword | None
    ) -> list[MiniatureSheet]:
        """The miniatures of one kind, split by what they carry; a miniature takes one option at most."""
        profile = _profile(model.profile or unit.profile, fnp)
        groups: list[MiniatureSheet] = []
        for option_id, taken in chosen.options.items():
            option = unit.options[option_id]
            if option.model == model.name and taken:
                name = model.name if count == taken else f"{model.name} ({option.name})"
                groups.append(self._group(name, taken, model, profile, _loadout(model, option)))
                count -= taken
        if count:
            groups.insert(0, self._group(model.name, count, model, profile, list(model.weapons)))
        return groups

    def _group(self, name: str, count: int, model: ModelFile, profile: Profile, weapons: list[str]) -> MiniatureSheet:
        carried = tuple(Carried(self.weapons[uid], weapons.count(uid)) for uid in dict.fromkeys(weapons))
        return model.size.under(MiniatureSheet(name, count, profile, carried))


def size_problem(size: BaseSize) -> str:
    """Why no base is so; '' where one may be."""
    if size.rectangular and not size.length:
        return "a rectangular base needs a length"
    if size.length and not size.rectangular and size.length <= size.width:
        return "an oval base is longer than it is wide; a round one has no length"
    return ""


def _of_leader(ability: Ability) -> Ability:
    """A leader's reach and sight are its own, not those of the unit that it joins."""
    return ability if ability.use is None else replace(ability, use=replace(ability.use, of_model=True))


def _title(rule: Keyword) -> str:
    name = " ".join(word.capitalize() for word in rule.name.split())
    if rule.value is None:
        return name
    suffix = {"feel no pain": "+", "scouts": '"'}.get(rule.name, "")
    return f"{name} {rule.value}{suffix}"


def _profile(raw: ProfileFile, fnp: Keyword | None) -> Profile:
    return Profile(
        movement=raw.move,
        toughness=raw.toughness,
        save=raw.save,
        wounds=raw.wounds,
        leadership=raw.leadership,
        objective_controlled=raw.oc,
        invuln=raw.invuln,
        fnp=fnp.value.plus if fnp is not None and fnp.value is not None else None,
    )


def _loadout(model: ModelFile, option: OptionFile) -> list[str]:
    return [weapon for weapon in model.weapons if weapon not in option.loses] + list(option.gains)


def _counts(unit: UnitFile, chosen: ChosenUnit, file: str, place: str) -> dict[str, int]:
    counts = {model.name: chosen.models.get(model.name, model.least) for model in unit.models}
    for name in chosen.models:
        if name not in counts:
            raise PackError(file, place, f"{unit.name} has no miniature '{name}'; it has: {', '.join(counts)}")
    for model in unit.models:
        if not model.least <= counts[model.name] <= model.most:
            problem = f"{counts[model.name]} of '{model.name}', where {model.least} to {model.most} are allowed"
            raise PackError(file, place, problem)
    return counts


def _check_options(unit: UnitFile, chosen: ChosenUnit, size: int, file: str, place: str) -> None:
    for uid, count in chosen.options.items():
        option = unit.options.get(uid)
        if option is None:
            there = ", ".join(unit.options) or "none"
            raise PackError(file, place, f"{unit.name} has no option '{uid}'; it has: {there}")
        allowed = min(option.most, size // option.every)
        if not 0 <= count <= allowed:
            raise PackError(file, place, f"{count} of option '{uid}', where {allowed} are allowed")
    for model in unit.models:
        taken = sum(n for uid, n in chosen.options.items() if unit.options[uid].model == model.name)
        count = chosen.models.get(model.name, model.least)
        if taken > count:
            raise PackError(file, place, f"{taken} options for {count} of '{model.name}'")


def build_army(file: str, slug: str, raw: ArmyFile, factions: Mapping[str, Faction], pack: PackFile) -> ArmySheet:
    """A sample army's sheet. Raises PackError if its stated points are not the sum of its units'."""
    faction = factions.get(raw.faction)
    if faction is None:
        raise PackError(file, "faction", f"unknown faction '{raw.faction}'; there are: {', '.join(factions)}")
    if raw.detachment not in faction.raw.detachments:
        there = ", ".join(faction.raw.detachments)
        raise PackError(file, "detachment", f"unknown detachment '{raw.detachment}'; {faction.name} has: {there}")
    units = tuple(
        faction.unit(chosen, f"{slug}.{number}-{chosen.unit}", file, f"units[{number}]")
        for number, chosen in enumerate(raw.units)
    )
    computed = sum(unit.points for unit in units)
    if computed != raw.points:
        raise PackError(file, "points", f"{raw.points} are stated, its units sum up to {computed}")
    if sum(unit.warlord for unit in units) != 1:
        raise PackError(file, "units", "exactly one unit is the warlord")
    detachment = faction.raw.detachments[raw.detachment].name
    abilities = faction.army_abilities(raw.detachment)
    return ArmySheet(raw.name, pack.uid, faction.name, detachment, raw.points, computed, units, abilities)


def build_layout(file: str, slug: str, raw: LayoutFile) -> Layout:
    """A board from its written half. Raises PackError for a piece that leaves the board or is not its own twin."""
    terrain = tuple(piece for written in raw.terrain for piece in _terrain(file, written))
    objectives: list[Objective] = []
    for written in raw.objectives:
        objectives.append(Objective(written.name, written.location))
        if written.twin:
            objectives.append(Objective(written.twin, turned(written.location)))
        elif turned(written.location) != written.location:
            raise PackError(file, f"objectives.{written.name}", "it is not in the centre, so its twin needs a name")
    zones = (
        Zone(raw.zone.name, raw.zone.coordinates),
        Zone(raw.zone.twin, tuple(turned(point) for point in raw.zone.coordinates)),
    )
    layout = Layout(slug, raw.name, terrain, zones, tuple(objectives), raw.description)
    _check_on_board(file, layout)
    return layout


def _terrain(file: str, raw: TerrainFile) -> list[Terrain]:
    if any(low >= high for low, high in pairwise((0.0, *raw.floors))):
        raise PackError(file, f"terrain.{raw.name}.floors", "floors lie above the ground, each higher than the last")
    piece = Terrain(raw.name, raw.coordinates, raw.obscuring, raw.walls, raw.height, raw.floors)
    coordinates: Polygon = tuple(turned(point) for point in raw.coordinates)
    walls = tuple((turned(a), turned(b)) for a, b in raw.walls)
    if raw.twin:
        return [piece, Terrain(raw.twin, coordinates, raw.obscuring, walls, raw.height, raw.floors)]
    if set(coordinates) != set(raw.coordinates):
        raise PackError(file, f"terrain.{raw.name}", "it is not its own half turn, so its twin needs a name")
    return [piece]


def turned(point: Point) -> Point:
    """The point turned half round the board's centre, to a thousandth of an inch."""
    return round(BOARD_WIDTH - point[0], 3), round(BOARD_HEIGHT - point[1], 3)


def _check_on_board(file: str, layout: Layout) -> None:
    points = [(f"terrain.{piece.name}", point) for piece in layout.terrain for point in piece.coordinates]
    points += [(f"terrain.{t.name}.walls", end) for t in layout.terrain for wall in t.walls for end in wall]
    points += [(f"zone.{zone.name}", point) for zone in layout.zones for point in zone.coordinates]
    points += [(f"objectives.{objective.name}", objective.location) for objective in layout.objectives]
    for place, (x, y) in points:
        if not (0 <= x <= BOARD_WIDTH and 0 <= y <= BOARD_HEIGHT):
            raise PackError(file, place, f"({x:g}, {y:g}) is off the board, {BOARD_WIDTH:g} by {BOARD_HEIGHT:g}")


def build_mission(slug: str, raw: MissionFile) -> Mission:
    return Mission(
        uid=slug,
        name=raw.name,
        per_objective=raw.per_objective,
        hold_more=raw.hold_more,
        first_round=raw.first_round,
        turn_cap=raw.turn_cap,
        total_cap=raw.total_cap,
        description=raw.description,
        per_unit_destroyed=raw.per_unit_destroyed,
        per_far_objective=raw.per_far_objective,
        per_centre=raw.per_centre,
    )


def build_secondary(file: str, uid: str, raw: SecondaryFile, pack: PackFile) -> Secondary:
    """A secondary mission. Raises PackError for points that cannot be scored and for unknown keywords."""
    place = f"secondaries.{uid}"
    if raw.needed < 1 or not 0 < raw.points <= raw.cap or raw.each < 0:
        raise PackError(file, place, "needed is 1 or more, points 1 to the cap, each zero or more")
    if raw.keyword and (raw.keyword not in pack.unit_keywords or raw.kind not in _ABOUT_UNITS):
        raise PackError(file, place, f"unit keyword '{raw.keyword}' is unknown, or not for '{raw.kind}'")
    return Secondary(
        uid, raw.name, raw.kind, raw.needed, raw.points, raw.each, raw.cap, raw.keyword, raw.fixed, raw.description
    )


_ABOUT_UNITS = frozenset({"units destroyed", "wounded units", "units shocked"})

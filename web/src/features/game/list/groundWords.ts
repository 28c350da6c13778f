import type { GameState } from '@/shared/api';
import { materialOf } from '@/features/battle-map';

type MapData = GameState['map_data'];
export type TerrainPiece = MapData['terrain'][number];
export type Zone = MapData['deployment_zones'][number];

const inches = (value: number): string => `${value.toFixed(1)}″`;

type Corners = readonly (readonly [number, number])[];

const isUpright = (corners: Corners): boolean =>
  corners.length === 4 && [0, 1].every((of) => new Set(corners.map((corner) => corner[of])).size === 2);

/** Where a shape is: an upright rectangle by its sides, any other by its corners. */
function reach(corners: Corners): string {
  if (!isUpright(corners))
    return `corners at ${corners.map(([x, y]) => `${inches(x)} and ${inches(y)}`).join('; ')}, from the left and the top`;
  const span = (of: 0 | 1): string => {
    const along = corners.map((corner) => corner[of]);
    return `${inches(Math.min(...along))} to ${inches(Math.max(...along))}`;
  };
  return `${span(0)} from the left and ${span(1)} from the top`;
}

const isBuilding = ({ name }: TerrainPiece): boolean => /building/i.test(name);

const blocks = (piece: TerrainPiece): boolean => piece.obscuring || isBuilding(piece);

/** What the rules make of a piece, a sentence each. */
function effects(piece: TerrainPiece): string[] {
  const { walls, floors = [], height } = piece;
  const through = blocks(piece) || height > 0 ? ', and to those shot at through it' : '';
  const found = [
    blocks(piece) && 'Blocks sight through it; units in it can see out and be seen.',
    `Gives cover to miniatures in it or touching it${through}.`,
    walls.length > 0 && 'Its walls are in the way of moves, but not of infantry, beasts, swarms and units that fly.',
    floors.length > 0 &&
      `Upper floors at ${floors.map(inches).join(' and ')}, for infantry, beasts, swarms and units that fly.`,
  ];
  return found.filter((each) => typeof each === 'string');
}

/** A piece of terrain in words: what it is, where, how high, and what it does. */
export function terrainLine(piece: TerrainPiece): string {
  const kind = isBuilding(piece) ? 'building' : materialOf(piece);
  const high = piece.height > 0 ? `, ${inches(piece.height)} high` : '';
  return [`${kind}, ${reach(piece.coordinates)}${high}.`, ...effects(piece)].join(' ');
}

/** A zone in words: whose it is, and where. */
export function zoneLine({ game_model: { armies } }: GameState, zone: Zone): string {
  const owner = armies[zone.owner_army_index]?.name;
  return `${owner ? `of ${owner}, ` : ''}${reach(zone.shape)}.`;
}

import type { GameState } from '@/shared/api';
import { materialOf } from '@/features/battle-map';

type MapData = GameState['map_data'];
export type TerrainPiece = MapData['terrain'][number];
export type Zone = MapData['deployment_zones'][number];

const inches = (value: number): string => `${value.toFixed(1)}″`;

/** How far a shape reaches: 'from 8.0″ to 14.0″ from the left and 12.0″ to 18.0″ from the top'. */
function reach(corners: readonly (readonly [number, number])[]): string {
  const span = (of: 0 | 1): string => {
    const along = corners.map((corner) => corner[of]);
    return `${inches(Math.min(...along))} to ${inches(Math.max(...along))}`;
  };
  return `from ${span(0)} from the left and ${span(1)} from the top`;
}

const isBuilding = ({ name }: TerrainPiece): boolean => /building/i.test(name);

const blocks = (piece: TerrainPiece): boolean => piece.obscuring || isBuilding(piece);

/** What the rules make of a piece, a sentence each. */
function effects(piece: TerrainPiece): string[] {
  const { walls, floors = [], height } = piece;
  const through = blocks(piece) || height > 0 ? ', and to those who are shot at through it' : '';
  const found = [
    blocks(piece) && 'Blocks sight through it; who stands in it sees out and is seen.',
    `Gives cover to those who stand in it or touch it${through}.`,
    walls.length > 0 && 'Its walls are in the way of moves, but not of infantry, beasts, swarms and what flies.',
    floors.length > 0 &&
      `Upper floors at ${floors.map(inches).join(' and ')}, for infantry, beasts, swarms and what flies.`,
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

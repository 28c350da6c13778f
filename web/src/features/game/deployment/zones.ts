import type { GameState } from '@/shared/api';

/** The zones as their buttons name them; the board has names of its own for them. */
export const ZONES = ['Blue Zone', 'Red Zone'] as const;
export type ZoneIndex = 0 | 1;

/** Whether this window's player is to choose a zone now. */
export const choosesZone = ({ request, sides }: GameState): boolean =>
  request?.kinds[0] === 'zone' && request.mine && request.controller === 'human' && sides.length > 0;

/** What the board calls a zone. */
export const zoneName = ({ map_data: { deployment_zones: zones } }: GameState, zone: ZoneIndex): string =>
  zones[zone]?.name || ZONES[zone];

/** How the roll for the zones went: who won it, by which dice, and what the winner took. */
export interface ZoneRoll {
  winner: string;
  /** The dice that decided, blue before red. */
  faces: readonly [number, number];
  won: ZoneIndex;
  zone: string;
}

/** Null until the zone is chosen. */
export function zoneRollOf(state: GameState): ZoneRoll | null {
  const { rolls, winner_army_uuid: uuid, zones_chosen: chosen } = state.deployment_status;
  const { armies } = state.game_model;
  const won = armies.findIndex((army) => army.uuid === uuid);
  const [blue, red] = rolls.at(-1) ?? [];
  const zone = state.map_data.deployment_zones.find((each) => each.owner_army_index === won);
  if (!chosen || !zone || blue === undefined || red === undefined) return null;
  return { winner: armies[won]?.name ?? '', faces: [blue, red], won: won === 0 ? 0 : 1, zone: zone.name };
}

/** "Saltmarsh Host won the roll, 5 to 2, and took Upper Terrace." */
export function zoneRollSaid({ winner, faces: [blue, red], won, zone }: ZoneRoll): string {
  const [high, low] = won === 0 ? [blue, red] : [red, blue];
  return `${winner} won the roll, ${high} to ${low}, and took ${zone}.`;
}

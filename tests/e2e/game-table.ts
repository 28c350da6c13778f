import type { Page } from '@playwright/test';
import { enrol } from './support';

interface State {
  number: number;
  request: { kinds: string[]; controller: string; army_uuid: string } | null;
  game_model: {
    phase: string;
    phase_time: string;
    armies: {
      uuid: string;
      name: string;
      deployment_zone: number | null;
      units: {
        uuid: string;
        name: string;
        deployed: boolean;
        location: [number, number] | null;
        miniatures: { elevation?: number }[];
      }[];
    }[];
  };
  deployment_status: { current_army_uuid: string; all_units_deployed: boolean; units_to_deploy: { uuid: string }[][] };
  map_data: { deployment_zones: { owner_army_index: number; shape: [number, number][] }[] };
}

/** A battle of one player's two armies, as the server sends it. */
export interface Battle {
  id: string;
  state: () => Promise<State>;
  /** Answers whether the call was taken. */
  post: (path: string, body?: object) => Promise<boolean>;
}

/** A game between two sample armies that one person commands, or one of them the computer; begun, its page signed in. */
export async function newBattle(
  page: Page,
  layout?: string,
  second: 'human' | 'ai' = 'human',
  own_dice = false,
  armies = ['vow-2000', 'fen-2000'],
): Promise<Battle> {
  const { token } = await enrol(page);
  await page.addInitScript((value) => localStorage.setItem('access_token', value), token);
  const headers = { authorization: `Bearer ${token}` };
  const made = await page.request.post('/api/game/create_new_game', {
    headers,
    data: { game_name: 'At the weir', description: '', simulation: false },
  });
  const id: string = (await made.json()).game_id;
  await page.request.patch(`/api/game/${id}/setup`, {
    headers,
    data: {
      ...(layout && { game: await chosenOn(page, id, headers, layout) }),
      army_0: { id: armies[0], player: 'Ada', own_dice },
      army_1: { id: armies[1], player: 'Ben', controller: second, own_dice },
    },
  });
  const post = async (path: string, data: object = {}) =>
    (await page.request.post(`/api/game/${id}/${path}`, { headers, data })).ok();
  await post('start');
  return { id, post, state: async () => (await page.request.get(`/api/games/${id}/state`, { headers })).json() };
}

/** What the game has chosen so far, on another board. */
async function chosenOn(page: Page, id: string, headers: Record<string, string>, layout: string): Promise<object> {
  const { chosen } = await (await page.request.get(`/api/game/${id}/setup`, { headers })).json();
  return { ...chosen, layout };
}

/** Plays on to the first movement of a unit: units are set up all over their zones, what does not fit is in reserve. */
export const toMovement = (battle: Battle): Promise<void> =>
  playTo(battle, (now) => now.game_model.phase === 'movement' && !!now.request?.kinds.includes('move'));

/** Plays on, nobody doing more than they must, until it has come to that. */
export async function playTo({ state, post }: Battle, come: (now: State) => boolean): Promise<void> {
  for (let now = await state(); !come(now); now = await state()) {
    const kind = now.request?.kinds[0];
    if (kind === 'roll') await post('roll', { stage: 'all' });
    else if (kind === 'zone')
      await post('update_deployment', {
        selecting_army_uuid: now.request!.army_uuid,
        deployment_zones: [],
        selected_zone_index: 0,
      });
    else if (kind === 'pass' || kind === 'place' || kind === 'remove')
      await post('answer', { answer: { choice: kind } });
    else if (now.game_model.phase === 'deployment' && !now.deployment_status.all_units_deployed) await setUp(now, post);
    else if (!(await post('advance_phase_time'))) throw new Error(`The battle does not go on from ${kind}.`);
  }
}

async function setUp(now: State, post: Battle['post']): Promise<void> {
  const side = now.game_model.armies.findIndex((army) => army.uuid === now.deployment_status.current_army_uuid);
  const shape = now.map_data.deployment_zones.find((zone) => zone.owner_army_index === side)!.shape;
  const [xs, ys] = [shape.map(([x]) => x), shape.map(([, y]) => y)];
  const unit_uuid = now.deployment_status.units_to_deploy[side]![0]!.uuid;
  for (let x = Math.min(...xs) + 4; x < Math.max(...xs); x += 5) {
    for (let y = Math.min(...ys) + 4; y < Math.max(...ys); y += 5) {
      if (await post('finalize_unit_deployment', { unit_uuid, location: [x, y] })) return;
    }
  }
  await post('finalize_unit_deployment', { unit_uuid, in_reserves: true });
}

/** Where the board stands on the screen, and how many pixels an inch has. */
export async function inchOf(page: Page): Promise<{ left: number; top: number; inch: number }> {
  const box = (await page.getByTestId('board').boundingBox())!;
  return { left: box.x, top: box.y, inch: box.width / 60 };
}

import { readFileSync } from 'node:fs';
import { expect, type APIResponse, type Page } from '@playwright/test';
import { enrol } from './support';
import { askEverything } from './stops';

/** A small battle of two armies of our own, fast enough to be upon each other in the first turn. */

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- the answers of the server as they are
type Spot = [number, number];

const characteristics = (values: Record<string, string>) =>
  Object.entries(values).map(([name, $text]) => ({ name, $text }));
const profile = (name: string, typeName: string, values: Record<string, string>) => ({
  name,
  typeName,
  hidden: false,
  characteristics: characteristics(values),
});

function weapon(name: string, count: number, values: Record<string, string>) {
  const melee = values.Range === 'Melee';
  return {
    id: name,
    name,
    type: 'upgrade',
    from: 'entry',
    number: count,
    profiles: [profile(name, melee ? 'Melee Weapons' : 'Ranged Weapons', { Keywords: '-', ...values })],
  };
}

/** What the units of an army have beside their arms. */
interface Gifts {
  /** They may feel no pain. */
  tough?: boolean;
  /** The first unit scouts ahead, and the army picks a song in each command phase. */
  gifted?: boolean;
  /** The first unit of each army is an aircraft. */
  winged?: boolean;
  /** The armies have a detachment of this name, with a rule that nobody can read. */
  detachment?: string;
}

const SONGS = [
  'In your Command phase, you can select one of the abilities listed below to take effect until the start of your next Command phase.',
  'SONG OF REEDS',
  'Ranged weapons equipped by RIVER FOLK models from your army have the [SUSTAINED HITS 1] ability.',
  'SONG OF IRON',
  'Melee weapons equipped by RIVER FOLK models from your army have the [LANCE] ability.',
].join('\n');
const ability = (name: string, Description = name) => profile(name, 'Abilities', { Description });

/** Five miniatures with a gun and two blades. */
function unit(name: string, abilities: readonly ReturnType<typeof profile>[]) {
  const arms = [
    weapon('Thorn rifle', 5, { Range: '24"', A: '2', BS: '3+', S: '4', AP: '-1', D: '1' }),
    weapon('Trench blade', 5, { Range: 'Melee', A: '3', WS: '3+', S: '4', AP: '0', D: '1' }),
    weapon('Boat hook', 5, { Range: 'Melee', A: '1', WS: '4+', S: '6', AP: '-1', D: '2' }),
  ];
  return {
    id: name,
    name,
    type: 'unit',
    from: 'entry',
    number: 1,
    profiles: [profile(name, 'Unit', { M: '40"', T: '4', SV: '4+', W: '2', LD: '6+', OC: '1' }), ...abilities],
    selections: [{ id: `${name}-model`, name, type: 'model', from: 'entry', number: 5, selections: arms }],
    categories: [
      { name: 'Infantry', primary: true },
      { name: 'Faction: River Folk', primary: false },
    ],
    costs: [{ name: 'pts', typeId: 'p', value: 100 }],
  };
}

/** One aircraft, which cannot hover. */
const aircraft = (name: string) => ({
  ...unit(name, []),
  profiles: [profile(name, 'Unit', { M: '20+"', T: '9', SV: '3+', W: '12', LD: '7+', OC: '0' })],
  selections: [
    {
      id: `${name}-model`,
      name,
      type: 'model',
      from: 'entry',
      number: 1,
      selections: [weapon('Storm cannon', 1, { Range: '36"', A: '4', BS: '3+', S: '8', AP: '-1', D: '2' })],
    },
  ],
  categories: ['Vehicle', 'Fly', 'Aircraft', 'Faction: River Folk'].map((each) => ({ name: each, primary: false })),
});

const abilitiesOf = (index: number, { tough, gifted }: Gifts) => [
  ...(tough ? [ability('Feel No Pain 6+')] : []),
  ...(gifted && index === 0 ? [ability('Scouts 6"'), ability('Songs of the River', SONGS)] : []),
];

const detached = (name: string) => ({
  id: 'detachment',
  name: 'Detachment',
  type: 'upgrade',
  from: 'entry',
  number: 1,
  categories: [{ name: 'Configuration', primary: true }],
  selections: [
    {
      id: 'detached',
      name,
      type: 'upgrade',
      from: 'entry',
      number: 1,
      rules: [{ name: 'Lantern oath', description: 'Lamps are lit and songs are sung.', hidden: false }],
    },
  ],
});

const roster = (name: string, units: readonly string[], gifts: Gifts) => ({
  roster: {
    id: name,
    name,
    gameSystemId: 'sys-352e-adc2-7639-d6a9',
    gameSystemName: 'Some Game',
    battleScribeVersion: '2.03',
    costs: [{ name: 'pts', typeId: 'p', value: 200 }],
    forces: [
      {
        name: 'Muster',
        catalogueName: 'Lowlands - River Folk',
        selections: [
          ...(gifts.detachment ? [detached(gifts.detachment)] : []),
          ...units.map((each, index) =>
            gifts.winged && index === 0 ? aircraft(each) : unit(each, abilitiesOf(index, gifts)),
          ),
        ],
      },
    ],
  },
});

export const ARMIES = [
  ['Torch Runners', 'Bridge Watch'],
  ['Reed Stalkers', 'Mill Guard'],
] as const;

export class Skirmish {
  private constructor(
    private readonly page: Page,
    private readonly tokens: readonly [string, string],
    readonly gameId: string,
    public state: Json,
  ) {}

  /**
   * A game that has begun, of somebody who is signed in on the page. Both armies are the person's, or `controllers`';
   * with another page the second army is that of the user who is signed in there. A `physical` game is played on a table
   * without terrain.
   */
  static async begin(
    page: Page,
    controllers: readonly ['human' | 'ai', 'human' | 'ai'] = ['human', 'human'],
    {
      other,
      login,
      physical = false,
      computer = {},
      agreed = false,
      ...gifts
    }: Gifts & {
      other?: Page;
      /** Of somebody who is signed in already. */ login?: string;
      physical?: boolean;
      /** How strong the computer plays, and the seconds that it may think in a turn. */
      computer?: { level?: string; seconds?: number };
      /** Both agree to what is done by hand. */
      agreed?: boolean;
    } = {},
  ): Promise<Skirmish> {
    const token = login ?? (await entered(page));
    const second = other ? await entered(other) : token;
    const headers = { authorization: `Bearer ${token}` };
    const made = await page.request.post('/api/game/create_new_game', {
      headers,
      data: { game_name: 'At the ford', description: '', simulation: false },
    });
    const gameId: string = (await made.json()).game_id;
    if (other) {
      const link: string = (
        await good(await page.request.post(`/api/game/${gameId}/invitations`, { headers, data: { side: 1 } }))
      ).url;
      await good(
        await page.request.post(`/api/invitations/${link.split('/').pop()}`, {
          headers: { authorization: `Bearer ${second}` },
        }),
      );
    }
    for (const [side, units] of ARMIES.entries()) {
      const headers = { authorization: `Bearer ${side ? second : token}` };
      const file = {
        name: `side${side}.json`,
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(roster(`Side ${side}`, units, gifts))),
      };
      const id = (await (await page.request.post('/api/upload_list', { headers, multipart: { file } })).json())
        .roster_id;
      await good(
        await page.request.patch(`/api/game/${gameId}/setup`, {
          headers,
          data: {
            [`army_${side}`]: {
              source: 'roster',
              id: String(id),
              player: `Player ${side + 1}`,
              controller: controllers[side],
              own_dice: true,
              hand_agreed: agreed,
              ...(controllers[side] === 'ai' && computer),
            },
          },
        }),
      );
    }
    if (physical) {
      const { chosen } = await good(await page.request.get(`/api/game/${gameId}/setup`, { headers }));
      const [{ name, zones, objectives }] = (await good(await page.request.get('/api/layouts', { headers }))).layouts;
      await good(
        await page.request.patch(`/api/game/${gameId}/setup`, {
          headers,
          data: { game: { ...chosen, mode: 'physical', board: { name, zones, objectives, terrain: [] } } },
        }),
      );
    }
    if (other) {
      const guest = { headers: { authorization: `Bearer ${second}` } };
      const { terms } = await good(await page.request.get(`/api/game/${gameId}/setup`, guest));
      await good(await page.request.post(`/api/game/${gameId}/setup/agreement`, { ...guest, data: { terms } }));
    }
    await good(await page.request.post(`/api/game/${gameId}/start`, { headers }));
    for (const each of new Set([token, second]))
      await askEverything(page.request, gameId, { authorization: `Bearer ${each}` });
    const state = await (await page.request.get(`/api/games/${gameId}/state`, { headers })).json();
    return new Skirmish(page, [token, second], gameId, state);
  }

  /** The login of a side's player. */
  headersOf(side: 0 | 1): Record<string, string> {
    return { authorization: `Bearer ${this.tokens[side]}` };
  }

  /** Calls as the player whose turn it is to answer. */
  async post(path: string, data: Json = {}): Promise<APIResponse> {
    return this.page.request.post(`/api/game/${this.gameId}/${path}`, {
      headers: { authorization: `Bearer ${this.tokens[this.due]}` },
      data,
    });
  }

  /** A photo that lies on this machine: of the table, or of the dice tray. */
  async photograph(path: string, of: 'table' | 'dice tray' = 'table'): Promise<Json> {
    const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: readFileSync(path) };
    return good(
      await this.page.request.post(`/api/game/${this.gameId}/photos`, {
        headers: { authorization: `Bearer ${this.tokens[0]}` },
        multipart: { file, dice_tray: String(of === 'dice tray') },
      }),
    );
  }

  /** Says where the dice tray lies in the photos. */
  async tray(dice_tray_coordinates: Json): Promise<void> {
    await good(
      await this.page.request.patch(`/api/game/${this.gameId}/camera`, {
        headers: { authorization: `Bearer ${this.tokens[0]}` },
        data: { dice_tray_coordinates },
      }),
    );
  }

  /** The game as it is now, whatever was done in a browser since. */
  async now(): Promise<Json> {
    this.state = await good(
      await this.page.request.get(`/api/games/${this.gameId}/state`, {
        headers: { authorization: `Bearer ${this.tokens[0]}` },
      }),
    );
    return this.state;
  }

  /** The side that is asked. */
  get due(): 0 | 1 {
    return this.state.request?.army_uuid === this.state.game_model.armies[1].uuid ? 1 : 0;
  }

  /** A call that has to go well; the state after it. */
  async did(path: string, data: Json = {}): Promise<Json> {
    this.state = await good(await this.post(path, data));
    return this.state;
  }

  units(side: number): Json[] {
    return this.state.game_model.armies[side].units;
  }

  get active(): number {
    return this.state.game_model.armies.findIndex((army: Json) => army.uuid === this.state.current_army_uuid);
  }

  /** The middle of an army's deployment zone. */
  zoneMiddle(side: number): Spot {
    const shape: Spot[] = this.state.map_data.deployment_zones.find(
      (zone: Json) => zone.owner_army_index === side,
    ).shape;
    return [
      shape.reduce((sum, [x]) => sum + x, 0) / shape.length,
      shape.reduce((sum, [, y]) => sum + y, 0) / shape.length,
    ];
  }

  /** The place on the straight way from one unit to another, so many inches before it gets there. */
  towards(unit: string, foe: string, apart: number): Spot {
    const [[x, y], [toX, toY]] = [unit, foe].map(
      (name) => [...this.units(0), ...this.units(1)].find((each) => each.name === name)?.location,
    ) as [Spot, Spot];
    const share = 1 - apart / Math.hypot(toX - x, toY - y);
    return [x + (toX - x) * share, y + (toY - y) * share];
  }

  /** Everybody set up, the units of an army far from each other. */
  async deploy(): Promise<void> {
    await this.did('roll', { stage: 'deployment' });
    await this.did('update_deployment', {
      selecting_army_uuid: this.state.deployment_status.winner_army_uuid,
      selected_zone_index: 0,
    });
    await this.setEverybodyUp();
  }

  /** All units that are not set up yet, in turns. */
  async setEverybodyUp(): Promise<void> {
    while (!this.state.deployment_status.all_units_deployed) {
      if (this.state.request.controller === 'ai') await this.did('ai_step');
      else await this.setUp();
    }
  }

  private async setUp(): Promise<void> {
    const status = this.state.deployment_status;
    const side = this.state.game_model.armies.findIndex((army: Json) => army.uuid === status.current_army_uuid);
    const shape: Spot[] = this.state.map_data.deployment_zones.find(
      (zone: Json) => zone.owner_army_index === side,
    ).shape;
    const [xs, ys] = [shape.map(([x]) => x), shape.map(([, y]) => y)];
    const last = status.units_to_deploy[side].length === 1;
    for (let tried = 0; tried < 60; tried += 1) {
      const step = last ? 59 - tried : tried;
      const across = (low: number, high: number, share: number) => low + (high - low) * share;
      const location = [
        across(Math.min(...xs), Math.max(...xs), 0.15 + 0.175 * (step % 5)),
        across(Math.min(...ys), Math.max(...ys), 0.1 + 0.07 * Math.floor(step / 5)),
      ];
      const answer = await this.post('finalize_unit_deployment', {
        unit_uuid: status.units_to_deploy[side][0].uuid,
        location,
      });
      if (answer.ok()) {
        this.state = await answer.json();
        return;
      }
    }
    throw new Error('There is no room to set a unit up.');
  }

  /** Goes on until the phase's middle. */
  async until(phase: string, time = 'middle'): Promise<void> {
    for (
      let step = 0;
      step < 200 && !(this.state.game_model.phase === phase && this.state.game_model.phase_time === time);
      step += 1
    ) {
      const { kinds, controller, units } = this.state.request;
      if (kinds[0] === 'pass' && controller === 'human') await this.did('answer', { answer: { choice: 'pass' } });
      else if (controller === 'ai') await this.did('ai_step');
      else if (kinds[0] === 'roll') await this.did('roll', { stage: 'all' });
      else if (kinds[0] === 'place' || kinds[0] === 'remove')
        await this.did('answer', { answer: { choice: kinds[0] } });
      else if (this.state.game_model.phase_time === 'middle' && kinds[0] === 'move')
        await this.did('movement_phase/finalize', { unit_uuid: units[0], movement_type: 'stationary' });
      else await this.did('advance_phase_time');
    }
  }

  /** Plays on, doing the least that the rules ask for, until it is so. */
  async playOn(done: (state: Json) => boolean): Promise<void> {
    for (let step = 0; step < 600 && this.state.request && !done(this.state); step += 1) {
      const { kinds, controller, units, unit_uuid: acting } = this.state.request;
      const [kind] = kinds;
      if (controller === 'ai') await this.did('ai_step');
      else if (kind === 'zone') await this.did('answer', { answer: { choice: 'zone', zone: 0 } });
      else if (kind === 'deploy') await this.setUp();
      else if (kind === 'move')
        await this.did('movement_phase/finalize', { unit_uuid: units[0], movement_type: 'stationary' });
      else if (kind === 'fight') await this.did('combat_phase/select_unit', { unit_uuid: units[0] });
      else if (kind === 'strike')
        await this.did('combat_phase/select_targets', {
          targets: aimed(this.state.units.find((each: Json) => each.uuid === acting)),
        });
      else await this.did('answer', { answer: { choice: kind === 'shoot' || kind === 'charge' ? 'end' : kind } });
    }
  }

  /** Moves a unit of the active army to about so many inches from the middle of an enemy, or a little farther where it cannot. */
  async closeIn(apart: number): Promise<void> {
    await this.until('movement');
    let refusal = '';
    for (const mover of this.units(this.active))
      for (const new_location of [apart, apart + 2, apart + 4].flatMap((inches) =>
        this.units(1 - this.active).flatMap((foe) => around(foe.location, inches)),
      )) {
        const move = { unit_uuid: mover.uuid, movement_type: 'move', new_location };
        const answer = await this.post('movement_phase/finalize', move);
        if (answer.ok()) {
          this.state = await answer.json();
          if (this.state.request.kinds[0] === 'pass') await this.playOn(({ request }) => request.kinds[0] !== 'pass');
          return;
        }
        const { code, detail } = await answer.json();
        refusal = detail;
        if (code === 'engaged') break;
      }
    throw new Error(`There is no way to the enemy: ${refusal}`);
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/game/${this.gameId}/view${query}`);
    await expect(this.page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  }
}

/** Somebody new, signed in on the page. */
async function entered(page: Page): Promise<string> {
  const { token } = await enrol(page);
  await page.goto('/favicon.svg');
  await page.evaluate((value) => localStorage.setItem('access_token', value), token);
  return token;
}

/** Places at a distance, round about. */
const around = ([x, y]: Spot, apart: number): Spot[] =>
  Array.from({ length: 24 }, (_, turn) => (turn * Math.PI) / 12).map((angle) => [
    x + Math.cos(angle) * apart,
    y + Math.sin(angle) * apart,
  ]);

/** The unit's first weapon that has a target, at the first of them. */
function aimed(unit: Json): Json[] {
  const weapon = unit.weapons.find((each: Json) => each.targets.length);
  return weapon
    ? [{ unit_uuid: unit.uuid, weapon_uuid: weapon.weapon_uuid, target_unit_uuid: weapon.targets[0].target_unit_uuid }]
    : [];
}

async function good(answer: APIResponse): Promise<Json> {
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

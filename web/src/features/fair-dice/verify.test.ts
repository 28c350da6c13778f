import { expect, test } from 'vitest';
import battle from '@/test/fixtures/sealed-battle.json';
import { readLog, verify, type BattleLog } from './verify';
import { Device, fresh, keep, type PendingRoll } from './device';
import { canonical } from './canonical';
import { hashed, isSigned, sha256Text } from './bytes';
import { LENGTH, valueFor } from './chain';

const TEXT = JSON.stringify(battle);
const log = (): BattleLog => readLog(TEXT);

test('a battle that the server recorded verifies', async () => {
  const verdict = await verify(log());
  expect(verdict.fault).toBeNull();
  expect(verdict.rolls).toBeGreaterThan(10);
  expect(verdict.witnessed).toBe(verdict.rolls);
  expect(verdict.undone).toBeGreaterThan(0);
});

const sealed = (battle: BattleLog) => battle.records.findIndex(({ proof }, at) => proof && at > 5);

test.each([
  [
    'forged-die',
    (battle: BattleLog) => {
      const die = battle.records[sealed(battle)]?.dice[0];
      if (die) die[2] = die[2].map((face) => (face % die[1]) + 1);
    },
  ],
  [
    'changed-choice',
    (battle: BattleLog) => {
      const record = battle.records[sealed(battle)];
      if (record) record.choice = { choice: 'pass' };
    },
  ],
  [
    'missing-reveal',
    (battle: BattleLog) => {
      const record = battle.records[sealed(battle)];
      if (record?.proof) record.proof.reveals = record.proof.reveals.filter(({ role }) => role !== 'witness');
    },
  ],
  [
    'forged-reveal',
    (battle: BattleLog) => {
      const [first] = battle.records[sealed(battle)]?.proof?.reveals ?? [];
      if (first) first.value = 'ab'.repeat(32);
    },
  ],
  [
    'changed-party',
    (battle: BattleLog) => {
      const [, party] = battle.parties;
      if (party) party.key = `04${'ab'.repeat(64)}`;
    },
  ],
  [
    'missing-reveal',
    (battle: BattleLog) => {
      const record = battle.records[sealed(battle)];
      if (record) record.proof = null;
    },
  ],
])('%s is named', async (kind, cheat) => {
  const battle = log();
  cheat(battle);
  expect((await verify(battle)).fault?.kind).toBe(kind);
});

test('a choice without dice cannot be changed either', async () => {
  const battle = log();
  const record = battle.records.find(({ dice, proof }) => !dice.length && !proof);
  if (record) record.choice = { choice: 'end' };
  expect((await verify(battle)).fault?.kind).toBe('changed-history');
});

test('receipts show what the log leaves out', async () => {
  const battle = log();
  const { proof } = battle.records[sealed(battle)] ?? {};
  const right = { [proof?.roll ?? 0]: { fixed: await sha256Text(proof?.statement ?? ''), role: 'witness' as const } };
  expect((await verify(battle, right)).fault).toBeNull();
  const other = { [proof?.roll ?? 0]: { fixed: 'ff', role: 'witness' as const } };
  expect((await verify(battle, other)).fault?.kind).toBe('changed-choice');
  expect((await verify(battle, { 99999: { fixed: 'ff', role: 'witness' } })).fault?.kind).toBe('missing-roll');
});

test('a file that is no log is refused with a sentence', () => {
  expect(() => readLog('{')).toThrow('not readable JSON');
  expect(() => readLog('[]')).toThrow('no battle log');
});

test('canonical text is that of the server', () => {
  expect(canonical({ b: 1.0, a: [0.5, 12, 'é', null, true] })).toBe('{"a":[0.5,12,"é",null,true],"b":1}');
  expect(canonical([0.00005, -0, 1e-7])).toBe('[5e-05,0,1e-07]');
});

async function device() {
  const found = await fresh();
  found.since = 1;
  found.sides = [1];
  return Device.open('a-game', found);
}

async function roll(own: Device, more: Partial<PendingRoll> = {}): Promise<PendingRoll> {
  const parties = [
    { sides: [], anchor: '11'.repeat(32), key: '', since: 1 },
    { sides: [1], anchor: own.anchor, key: own.point, since: 1 },
  ];
  const fields = {
    game: 'a-game',
    roll: 1,
    witness: 1,
    thrower: null,
    parties: await sha256Text(canonical(parties)),
    choice: { choice: 'roll' },
  };
  return {
    roll: 1,
    statement: canonical(fields),
    parties,
    witness: 1,
    thrower: null,
    witnessed: null,
    awaits: ['witness'],
    ...more,
  };
}

test('a device reveals the value that it fixed, and signs what it saw', async () => {
  const own = await device();
  const asked = await roll(own);
  expect(own.due(asked)).toBe('witness');
  const { value, seal } = await own.reveal(asked, 'witness');
  expect(await hashed(value, 1)).toBe(own.anchor);
  expect(await isSigned(own.point, `witness:${await sha256Text(asked.statement)}:${value}`, seal)).toBe(true);
});

test('a device reveals for one statement of a roll only', async () => {
  const own = await device();
  const asked = await roll(own);
  await own.reveal(asked, 'witness');
  await own.reveal(asked, 'witness');
  const other = { ...asked, statement: asked.statement.replace('"roll"}', '"pass"}') };
  await expect(own.reveal(other, 'witness')).rejects.toThrow('another choice');
});

test('a device takes no statement that is not what it is said to be', async () => {
  const own = await device();
  const asked = await roll(own);
  const elsewhere = canonical({ ...(JSON.parse(asked.statement) as object), game: 'another' });
  await expect(own.reveal({ ...asked, statement: elsewhere }, 'witness')).rejects.toThrow('another roll');
  await expect(own.reveal({ ...asked, parties: asked.parties.slice(1) }, 'witness')).rejects.toThrow('another roll');
  const thrower = await roll(own, { witness: 0, thrower: 1, witnessed: '22'.repeat(32), awaits: ['thrower'] });
  const said = canonical({ ...(JSON.parse(thrower.statement) as object), witness: 0, thrower: 1 });
  await expect(own.reveal({ ...thrower, statement: said }, 'thrower')).rejects.toThrow(
    'witness revealed another value',
  );
});

test('a chain has a value for each of its rolls and no more', async () => {
  const found = await fresh();
  keep('a-game', found);
  const chain = Array.from({ length: LENGTH + 1 }, (_, at) => String(at));
  expect(valueFor(chain, 5, 4)).toBeUndefined();
  expect(valueFor(chain, 5, 5)).toBe(String(LENGTH - 1));
  expect(valueFor(chain, 5, LENGTH + 4)).toBe('0');
  expect(valueFor(chain, 5, LENGTH + 5)).toBeUndefined();
});

import { describe, expect, test } from 'vitest';
import { chargeable, gameState, request, unit, weapon } from '../../staged.test-kit';
import { chosenNow, missing, preselected, rivals, whyAimed } from '../../panels/fights/targets';
import { aimedAt, aimingPhase, attackerOf, attackers, chargerOf, isInReach, isSoleTarget } from './targeting';

const at = (uuid: string, name: string) => ({
  target_unit_uuid: uuid,
  target_miniature_uuid: `${uuid}-1`,
  target_unit_name: name,
  distance: 8,
  location: [20, 20] as [number, number],
});
const REEDS = at('reeds', 'Reed Stalkers');
const MILL = at('mill', 'Mill Guard');
const RIFLE = weapon('rifle', { targets: [REEDS, MILL] });
const CANNON = weapon('cannon', { bearers: ['m3'], targets: [MILL] });
const RUNNERS = unit('runners', 'Torch Runners', { weapons: [RIFLE, CANNON] });
const BRIDGE = unit('bridge', 'Bridge Watch', { weapons: [weapon('spear', { targets: [] })] });

const shooting = (selected: string | null = null, more = {}) =>
  gameState({
    phase: 'shooting',
    asked: request(['shoot', 'end'], { selected_unit_uuid: selected, ...more }),
    units: [RUNNERS, BRIDGE],
  });

describe('aiming by the map', () => {
  test('units with something to aim at may be picked, only by their own player', () => {
    expect(attackers(shooting()).map((each) => each.uuid)).toEqual(['runners']);
    expect(aimingPhase(shooting())).toBe('shooting');
    expect(aimingPhase(shooting(null, { mine: false }))).toBeNull();
    expect(aimingPhase(shooting(null, { controller: 'ai' }))).toBeNull();
    expect(attackerOf(shooting())).toBeNull();
    expect(attackerOf(shooting('runners'))?.name).toBe('Torch Runners');
  });

  test('all weapons that reach are aimed, the others stay', () => {
    const chosen = { rifle: 'mill', cannon: 'mill' };
    expect(aimedAt([RIFLE, CANNON], chosen, 'reeds')).toEqual({ rifle: 'reeds', cannon: 'mill' });
    expect(aimedAt([RIFLE, CANNON], { rifle: 'reeds', cannon: 'hold' }, 'mill')).toEqual({
      rifle: 'mill',
      cannon: 'mill',
    });
    expect(isInReach(RUNNERS, 'reeds')).toBe(true);
    expect(isInReach(BRIDGE, 'reeds')).toBe(false);
    expect(isSoleTarget(['reeds'], 'reeds')).toBe(true);
    expect(isSoleTarget(['reeds', 'mill'], 'reeds')).toBe(false);
  });

  test('who charges is one that may and has somebody in reach', () => {
    const charging = (kinds: string[]) =>
      gameState({
        phase: 'charge',
        asked: request(kinds),
        more: { chargeable_units: [chargeable('runners', 'Torch Runners')] },
      });
    expect(chargerOf(charging(['charge', 'end']), 'runners')?.unit_name).toBe('Torch Runners');
    expect(chargerOf(charging(['charge', 'end']), 'bridge')).toBeNull();
    expect(chargerOf(charging(['roll']), 'runners')).toBeNull();
  });
});

describe('what the player chose before', () => {
  const [maul, fists] = [
    weapon('Maul', { weapon_range: 'Melee', bearers: ['m3'], targets: [REEDS] }),
    weapon('Fists', { weapon_range: 'Melee', targets: [REEDS] }),
  ];

  test('leaves no weapon without a target that came into reach since, with its shots or by its pile-in', () => {
    expect(chosenNow([maul, fists], { rifle: 'mill' })).toEqual({ Maul: 'reeds', Fists: 'reeds' });
    expect(chosenNow([maul, fists], { Fists: 'reeds' })).toEqual({ Maul: 'reeds', Fists: 'reeds' });
    expect(chosenNow([RIFLE, CANNON], { rifle: 'gone', cannon: 'hold' })).toEqual({ rifle: 'reeds', cannon: 'hold' });
  });

  test('stands where it still can be, and holds what the same hands would use', () => {
    expect(chosenNow([RIFLE], { rifle: 'mill' })).toEqual({ rifle: 'mill' });
    expect(chosenNow([RIFLE], { rifle: '' })).toEqual({ rifle: '' });
    const hook = weapon('Hook', { weapon_range: 'Melee', targets: [REEDS] });
    expect(chosenNow([fists, hook], { Fists: 'reeds' })).toEqual({ Fists: 'reeds', Hook: 'hold' });
  });

  test('names the weapons that have no target yet', () => {
    expect(missing([maul, fists], { Maul: '', Fists: 'reeds' })).toBe('Maul has no target yet.');
    expect(missing([maul, fists], {})).toBe('Maul and Fists have no target yet.');
    expect(missing([maul, fists], { Maul: 'hold', Fists: 'reeds' })).toBe('');
    expect(missing([weapon('Spear', { targets: [] })], {})).toBe('');
  });
});

describe('what weapons are aimed at before anything is chosen', () => {
  test('a miniature strikes with one weapon: of two in the same hands the second is held', () => {
    const [light, heavy] = [
      weapon('Knife', { weapon_range: 'Melee', strength: '3' }),
      weapon('Hammer', { weapon_range: 'Melee', strength: '8' }),
    ];
    expect(preselected([light, heavy])).toEqual({ Knife: 'hold', Hammer: 'reeds' });
    expect(preselected([light, weapon('Teeth', { weapon_range: 'Melee', keywords: ['extra attacks'] })])).toEqual({
      Knife: 'reeds',
      Teeth: 'reeds',
    });
    expect(rivals(weapon('Rifle'), weapon('Pistol', { keywords: ['pistol'] }))).toBe(true);
    expect(rivals(weapon('Rifle'), weapon('Cannon'))).toBe(false);
  });

  test('the target that loses the largest share of its wounds comes first, and it is said why', () => {
    const [reeds, mill] = [
      { ...REEDS, expected: 2, wounds: 10 },
      { ...MILL, expected: 1.5, wounds: 3 },
    ];
    const gun = weapon('gun', { targets: [reeds, mill] });
    const mortar = weapon('mortar', { targets: [{ ...REEDS, expected: 1, wounds: 10 }] });
    const chosen = preselected([gun, mortar]);
    expect(chosen).toEqual({ gun: 'mill', mortar: 'reeds' });
    expect(whyAimed([gun, mortar], chosen)).toBe(
      'Aimed at Mill Guard: 1.5 of its 3 wounds expected (50%), the largest share of 2 targets.',
    );
    expect(whyAimed([gun, mortar], { ...chosen, gun: 'reeds' })).toBe('');
    expect(whyAimed([mortar], preselected([mortar]))).toBe('');
    const [soft, hard] = [
      weapon('soft', { mode: 'staff', strength: '9', targets: [{ ...REEDS, expected: 1, wounds: 10 }] }),
      weapon('hard', { mode: 'staff', strength: '3', targets: [{ ...REEDS, expected: 2, wounds: 10 }] }),
    ];
    expect(preselected([soft, hard])).toEqual({ soft: 'hold', hard: 'reeds' });
  });

  test('a weapon that shoots once a battle is held, unless the unit has nothing else or an enemy is chosen', () => {
    const missile = weapon('missile', { keywords: ['One Shot'], targets: [REEDS, MILL] });
    expect(preselected([RIFLE, missile])).toEqual({ rifle: 'reeds', missile: 'hold' });
    expect(preselected([missile])).toEqual({ missile: 'reeds' });
    expect(aimedAt([RIFLE, missile], preselected([RIFLE, missile]), 'mill')).toEqual({
      rifle: 'mill',
      missile: 'mill',
    });
  });
});

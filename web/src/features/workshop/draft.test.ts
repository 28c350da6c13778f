import { describe, expect, it } from 'vitest';
import type { EffectForm } from '@/shared/api';
import { diceOf, diceText } from '@/shared/dice';
import { fitted, newEffect, put, whoMay, withAbility } from './draft';

const MOVE: EffectForm = { kind: 'move', group: 'Movement', label: 'Move', lasts: true, of_moments: false, fields: [] };
const HEAL: EffectForm = { ...MOVE, kind: 'heal', lasts: false, of_moments: true };

describe('what a form makes of a rule', () => {
  it('reads dice and numbers, and writes them again', () => {
    for (const text of ['D6', '2D3', 'D6+1', '4']) expect(diceText(diceOf(text))).toBe(text);
    expect(diceOf('d3 + 2')).toEqual({ count: 1, sides: 3, plus: 2 });
    for (const text of ['', 'D7', 'six', '-1']) expect(diceOf(text)).toBeNull();
  });

  it('begins an effect with somebody and a time that it may have', () => {
    expect(newEffect(MOVE, 'army', null)).toMatchObject({ kind: 'move', who: 'army' });
    expect(newEffect(MOVE, 'stratagem', 'friend')).toMatchObject({ who: 'self', duration: 'phase' });
    expect(newEffect(HEAL, 'unit', 'enemy')).toMatchObject({ who: 'target', duration: undefined });
  });

  it('gives an effect to who may have it when the use changes', () => {
    const effect = newEffect(MOVE, 'stratagem', 'enemy');
    expect(effect.who).toBe('target');
    expect(fitted(effect, MOVE, 'stratagem', 'friend').who).toBe('self');
    expect(fitted({ kind: 'heal', when: 'command end', who: 'army' }, HEAL, 'army', null).who).toBe('self');
    expect(whoMay('stratagem', 'none', '')).toEqual(['army']);
  });

  it('puts and takes out in a copy', () => {
    const list = ['a', 'b'];
    expect(put(list, 1, 'c')).toEqual(['a', 'c']);
    expect(put(list, 0, undefined)).toEqual(['b']);
    expect(list).toEqual(['a', 'b']);
  });

  it('keeps one rule of a name for a unit', () => {
    const once = withAbility([], 'Guard', { name: 'Keen' });
    const twice = withAbility(once, 'Guard', { name: 'Keen', text: 'again' });
    expect(twice).toEqual([{ name: 'Guard', abilities: [{ name: 'Keen', text: 'again' }] }]);
  });
});

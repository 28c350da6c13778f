/** Numbers that may hold dice, as the rules have them and as they are typed. */
export interface Dice {
  count?: number;
  sides?: number;
  plus?: number;
}

const DICE = /^(?:(\d*)d([36])(?:\+(\d+))?|(\d+))$/;
/** 'D6+1' as the rules have it; null for what are no dice. */
export function diceOf(text: string): Dice | null {
  const found = DICE.exec(text.toLowerCase().replaceAll(' ', ''));
  if (!found) return null;
  const [, count, sides, plus, flat] = found;
  if (flat !== undefined) return { plus: Number(flat) };
  return { count: Number(count || 1), sides: Number(sides), ...(plus ? { plus: Number(plus) } : {}) };
}

const isDice = (value: unknown): value is Dice => typeof value === 'object' && value !== null;
export function diceText(value: unknown): string {
  if (!isDice(value)) return '';
  const { count = 0, sides = 0, plus = 0 } = value;
  if (!count) return String(plus);
  return `${count > 1 ? count : ''}D${sides}${plus ? `+${plus}` : ''}`;
}

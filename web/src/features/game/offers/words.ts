import type { OfferState } from '@/shared/api';

const CLOCK = {
  start: 'start a chess clock',
  pause: 'pause the clock',
  resume: 'let the clock run again',
  stop: 'stop the clock for good',
};

interface Words {
  /** After the name of the army whose player offers it. */
  asked: string;
  /** To the player who offered it. */
  offered: string;
}

function ofClock({ do: change = 'start', minutes }: OfferState['what']): Words {
  const what = `${CLOCK[change]}${change === 'start' ? ` with ${minutes} minutes each` : ''}`;
  return { asked: `wants to ${what}.`, offered: `You want to ${what}.` };
}

function ofDice({ faces = [], source, stage }: OfferState['what']): Words {
  const dice = `${stage ? `${stage.replaceAll('_', ' ')}, ` : ''}${source === 'camera' ? 'read from a photo' : 'typed in'}): ${faces.join(', ')}`;
  return {
    asked: `entered real dice, yours among them (${dice}. Are they right?`,
    offered: `You entered real dice, your opponent's among them (${dice}.`,
  };
}

/** An offer in words, to both players. */
export function inWords({ kind, what }: OfferState): Words {
  if (kind === 'clock') return ofClock(what);
  if (kind === 'dice') return ofDice(what);
  if (kind === 'coach')
    return {
      asked: 'wants both players to be able to ask the coach what it would do.',
      offered: 'You want both players to be able to ask the coach.',
    };
  if (kind === 'by_hand')
    return { asked: `wants to do by hand: ${what.words}.`, offered: `You want to do by hand: ${what.words}.` };
  if (kind === 'draw') return { asked: 'offers a draw.', offered: 'You offered a draw.' };
  return {
    asked:
      "has lost its device's part of this roll. May the roll go on without it? Its dice are then made by your device and the server.",
    offered: "You asked to roll without your device's part.",
  };
}

const DECLINED: Readonly<Record<OfferState['kind'], string>> = {
  draw: 'The other player declined the draw.',
  clock: 'The other player declined: the clock stays as it is.',
  dice: 'The other player declined the dice that you entered.',
  coach: 'The other player declined: the coach is not asked.',
  by_hand: 'The other player declined: nothing is done by hand.',
  lost_device: 'The other player declined: the roll waits.',
};

/** To the player who offered it, once the other has declined. */
export const declined = (kind: string): string =>
  Object.entries(DECLINED).find(([each]) => each === kind)?.[1] ?? 'The other player declined.';

const LAPSED: Readonly<Partial<Record<string, string>>> = {
  draw: 'your offer of a draw no longer stands.',
  dice: 'the dice that you entered are not used.',
  by_hand: 'nothing is done by hand.',
};

/** To the player who offered it, where the battle went on before the other had answered. */
export const lapsed = (kind: string): string =>
  `The battle went on before the other player answered: ${LAPSED[kind] ?? 'your offer no longer stands.'}`;

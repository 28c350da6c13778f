import { answered, getBattleLog, getDice, joinDice, lostDevice, revealDice } from '@/shared/api';
import type { PendingRoll, Reveal } from './device';

export interface DiceState {
  sealed: boolean;
  sides: number[];
  rolls: number;
  pending: PendingRoll | null;
}

/** How the game's dice are made, and the roll under way. */
export const askDice = async (gameId: string): Promise<DiceState | undefined> =>
  answered(getDice({ path: { game_id: gameId } }));

export const join = async (gameId: string, anchor: string, key: string) =>
  answered(joinDice({ path: { game_id: gameId }, body: { anchor, key } }));

export const send = async (gameId: string, reveal: Reveal): Promise<void> =>
  void (await answered(revealDice({ path: { game_id: gameId }, body: reveal })));

export const giveUp = async (gameId: string): Promise<void> =>
  void (await answered(lostDevice({ path: { game_id: gameId } })));

/** The game's log as a file. */
export const fetchLog = async (gameId: string): Promise<string> =>
  JSON.stringify(await answered(getBattleLog({ path: { game_id: gameId } })));

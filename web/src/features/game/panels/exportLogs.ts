import { useState } from 'react';
import { answered, getLogs, sentence } from '@/shared/api';
import { fields, readBattleLog, recentEntries, type Action, type BattleLog } from '@/shared/battle-log';
import { saveFile } from '@/shared/saveFile';
import { toast } from '@/shared/ui';

export const newestFirst = (log: BattleLog): Action[] =>
  recentEntries(log, log.total).sort((a, b) =>
    a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : b.id - a.id,
  );

/** The game's log with boards, phases and armies, as the log page opens it again. Entries without them stand oldest first. */
async function exported(gameId: string): Promise<object> {
  const answer = fields(await answered(getLogs({ path: { game_id: gameId } })));
  const log = readBattleLog(answer, gameId);
  const logs = Array.isArray(answer.logs)
    ? newestFirst(log)
        .reverse()
        .map((each) => each.raw)
    : answer.logs;
  return { ...answer, incremental: false, game_id: gameId, total: log.total, logs };
}

/** Saves the game's log as a file, as it is at this moment. */
export function useExport(gameId: string): readonly [() => Promise<void>, boolean] {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const content = await exported(gameId);
      saveFile(`game-${gameId}-logs-${new Date().toISOString().slice(0, 10)}.json`, JSON.stringify(content));
    } catch (error) {
      console.error('Logs not exported', error);
      toast(sentence(error), 'error');
    } finally {
      setBusy(false);
    }
  };
  return [run, busy];
}

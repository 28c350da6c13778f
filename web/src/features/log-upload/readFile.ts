import { fields, isFields, NoLogs, readBattleLog, text, type BattleLog } from '@/shared/battle-log';
import { answered, uploadLog } from '@/shared/api';

/** A file's text. Rejects with 'Failed to read file'. */
function fileText(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('Failed to read file'));
    reader.readAsText(file);
  });
}

/** What an uploaded file turned out to be: a timeline that can be shown at once, or a battle that the server has to replay. */
export type Opened = { kind: 'timeline'; log: BattleLog } | { kind: 'stored'; url: string };

/** A battle's own log (its choices), as opposed to the timeline that is made from it. */
const isBattle = (content: unknown): boolean =>
  isFields(content) && ('choices' in content || 'records' in content) && !('rounds' in content) && !('logs' in content);

/** Opens a log file. Throws a SyntaxError for text that is not JSON, NoLogs for JSON without logs or with an empty list of them. */
export async function openLogFile(file: File): Promise<Opened> {
  const content: unknown = JSON.parse(await fileText(file));
  if (isBattle(content)) return { kind: 'stored', url: await storeBattle(file) };
  const log = readBattleLog(content);
  if (log.total === 0)
    throw new NoLogs('the file has an empty list of logs; save the log again when the battle has begun');
  return { kind: 'timeline', log };
}

/** Sends a battle's choices to the server, which plays them again; gives the page where the battle stands. */
async function storeBattle(file: File): Promise<string> {
  const answer = fields(await answered(uploadLog({ body: { file } })));
  return text(answer.url) || `/shared/${text(answer.game_id)}/logs`;
}

export const READ_FAILED = 'Failed to read file';

import type { Missing, ShownRoster } from '@/shared/api';
import { fields, isFields, list, text, type Fields } from '@/shared/battle-log';

const ROSTER = 'roster_dict';
const BESIDE = 'roster_import';

export interface StoredRoster {
  roster: unknown;
  report: unknown;
  rosterId: string | null;
  /** What the shelf did not have for a list of names. */
  missing?: readonly Missing[];
}

/** Keeps the last upload in this browser: the roster under `roster_dict`, what came with it beside it. Throws if the browser has no room. */
export function storeRoster({ roster, report, rosterId, missing }: StoredRoster): void {
  localStorage.setItem(ROSTER, JSON.stringify(roster));
  localStorage.setItem(BESIDE, JSON.stringify({ report, rosterId, missing }));
}

function parsed(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** The last upload; null where there is none. */
export function storedRoster(): StoredRoster | null {
  const roster = parsed(ROSTER);
  if (!isFields(roster)) return null;
  const beside = parsed(BESIDE);
  const rest = isFields(beside) ? beside : {};
  return {
    roster,
    report: rest.report ?? roster.report,
    rosterId: typeof rest.rosterId === 'string' ? rest.rosterId : null,
    missing: list(rest.missing).map(fields).map(missing),
  };
}

const missing = (raw: Fields): Missing => ({
  uid: text(raw.uid),
  name: text(raw.name),
  sheet: raw.sheet === true,
  gear: list(raw.gear).map(text).filter(Boolean),
});

/** What the server answered, as it is kept. */
export const storedOf = (answer: ShownRoster | undefined): StoredRoster => ({
  roster: answer?.roster_dict,
  report: answer?.report,
  rosterId: answer?.roster_id ?? null,
  missing: answer?.missing ?? [],
});

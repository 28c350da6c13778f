import { isFields } from '@/shared/battle-log';

const ROSTER = 'roster_dict';
const BESIDE = 'roster_import';

export interface StoredRoster {
  roster: unknown;
  report: unknown;
  rosterId: string | null;
}

/** Keeps the last upload in this browser: the roster under `roster_dict`, what came with it beside it. Throws where the browser has no room. */
export function storeRoster({ roster, report, rosterId }: StoredRoster): void {
  localStorage.setItem(ROSTER, JSON.stringify(roster));
  localStorage.setItem(BESIDE, JSON.stringify({ report, rosterId }));
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
  };
}

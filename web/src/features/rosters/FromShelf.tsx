import type { Missing } from '@/shared/api';
import type { Remark } from './readRoster';

const MISSING = 'sheet-missing';
const GROUPS: readonly { title: string; codes: readonly string[] }[] = [
  { title: 'Without a data sheet', codes: [MISSING] },
  { title: 'Things that were not found', codes: ['gear-missing', 'gear-borrowed', 'enhancement-missing'] },
  { title: 'Found on your shelf', codes: ['sheet-chosen', 'detachment-chosen', 'model-chosen', 'points-differ'] },
  { title: 'Units that were not read', codes: ['unit-unknown'] },
  { title: 'Lines that were not understood', codes: ['line-unread'] },
];
const OF_NAMES = [MISSING, 'sheet-chosen'];

/** Whether it is the import of a list of names, whose data sheets are taken from the shelf. */
export const isListOfNames = (remarks: readonly Remark[]): boolean =>
  remarks.some(({ code }) => OF_NAMES.includes(code));

export const isOfShelf = ({ code }: Remark): boolean => GROUPS.some(({ codes }) => codes.includes(code));

interface Props {
  remarks: readonly Remark[];
  /** What the units lack, as the server states it beside the remarks. */
  missing: readonly Missing[];
}

/** What was chosen for each unit of a list and what was not found, each under its own head. */
export function FromShelf({ remarks, missing }: Props) {
  const groups = GROUPS.map(({ title, codes }) => ({
    title,
    of: remarks.filter(({ code }) => codes.includes(code)),
  })).filter(({ of }) => of.length > 0);
  const without = missing.filter(({ sheet }) => sheet);
  return (
    <div className="flex flex-col gap-3 text-sm">
      {groups.map(({ title, of }) => (
        <div key={title}>
          <h4 className="label text-faint">
            {title} <span className="figure">{of.reduce((sum, { times }) => sum + times, 0)}</span>
          </h4>
          {of[0]?.code === MISSING && without.length > 1 ? (
            <WithoutSheet units={without} />
          ) : (
            <Lines of={of.map(({ message }) => message)} />
          )}
        </div>
      ))}
    </div>
  );
}

/** Several units without a data sheet: what they have in common is said once. */
function WithoutSheet({ units }: { units: readonly Missing[] }) {
  const alike = new Map<string, { unit: Missing; times: number }>();
  for (const unit of units) {
    const key = JSON.stringify([unit.name, unit.gear]);
    alike.set(key, { unit, times: (alike.get(key)?.times ?? 0) + 1 });
  }
  const lines = [...alike.values()].map(({ unit: { name, gear }, times }) =>
    [times > 1 ? `${name} × ${times}` : name, gear.join(', ')].filter(Boolean).join(': '),
  );
  return (
    <>
      <p className="mt-1 text-soft">No data sheets of these names are on your shelf, so they can't be set up:</p>
      <Lines of={lines} />
    </>
  );
}

const Lines = ({ of }: { of: readonly string[] }) => (
  <ul className="mt-1 flex flex-col gap-1 text-soft">
    {of.map((line) => (
      <li key={line} className="break-words">
        {line}
      </li>
    ))}
  </ul>
);

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

/** What was chosen for each unit of a list and what was not found, each under its own head. */
export function FromShelf({ remarks }: { remarks: readonly Remark[] }) {
  const groups = GROUPS.map(({ title, codes }) => ({
    title,
    of: remarks.filter(({ code }) => codes.includes(code)),
  })).filter(({ of }) => of.length > 0);
  return (
    <div className="flex flex-col gap-3 text-sm">
      {groups.map(({ title, of }) => (
        <div key={title}>
          <h4 className="label text-faint">
            {title} <span className="figure">{of.reduce((sum, { times }) => sum + times, 0)}</span>
          </h4>
          <Said of={of} />
        </div>
      ))}
    </div>
  );
}

/** Each remark; of several units without a data sheet what they have in common is said once. */
function Said({ of }: { of: readonly Remark[] }) {
  const common = of.length > 1 && of.every(({ code }) => code === MISSING);
  return (
    <>
      {common && (
        <p className="mt-1 text-soft">No data sheets of these names are on your shelf, so they can't be set up:</p>
      )}
      <ul className="mt-1 flex flex-col gap-1 text-soft">
        {of.map((remark) => (
          <li key={remark.message} className="break-words">
            {common ? missing(remark) : remark.message}
          </li>
        ))}
      </ul>
    </>
  );
}

/** 'Rowers × 2: Oar, Drum': how often a unit is there, and what it holds. */
function missing({ message, where: [name = ''], times }: Remark): string {
  const [, held] = /It holds (.*)\.$/.exec(message) ?? [];
  return `${name}${times > 1 ? ` × ${times}` : ''}${held ? `: ${held}` : ''}`;
}

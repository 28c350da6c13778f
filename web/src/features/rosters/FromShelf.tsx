import type { Remark } from './readRoster';

const GROUPS: readonly { title: string; codes: readonly string[] }[] = [
  { title: 'Without a data sheet', codes: ['sheet-missing'] },
  { title: 'Things that were not found', codes: ['gear-missing', 'gear-borrowed', 'enhancement-missing'] },
  { title: 'Found on your shelf', codes: ['sheet-chosen', 'detachment-chosen', 'model-chosen', 'points-differ'] },
  { title: 'Units that were not read', codes: ['unit-unknown'] },
  { title: 'Lines that were not understood', codes: ['line-unread'] },
];
const OF_NAMES = ['sheet-missing', 'sheet-chosen'];

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
            {title} <span className="figure">{of.length}</span>
          </h4>
          <ul className="mt-1 flex flex-col gap-1 text-soft">
            {of.map(({ message }) => (
              <li key={message} className="break-words">
                {message}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

import type { Remark } from './readRoster';

const GROUPS: readonly { title: string; codes: readonly string[] }[] = [
  { title: 'Units that were not read', codes: ['unit-unknown', 'unit-unresolved'] },
  { title: 'Wargear without a place', codes: ['wargear-lost'] },
  { title: 'Points', codes: ['points-unstated', 'points-mismatch'] },
  { title: 'Lines that were not understood', codes: ['line-unread'] },
];
const WHOLE = 'stat-lines-lost';

/** Whether it is the import of a list of names, which cannot hold what an army needs. */
export const isTextList = (remarks: readonly Remark[]): boolean => remarks.some(({ code }) => code === WHOLE);

export const isLoss = ({ code }: Remark): boolean => code === WHOLE || GROUPS.some(({ codes }) => codes.includes(code));

/** What a text list named and the army does not have: units, wargear and points, each under its own head. */
export function Losses({ remarks }: { remarks: readonly Remark[] }) {
  const lost = GROUPS.map(({ title, codes }) => ({
    title,
    of: remarks.filter(({ code }) => codes.includes(code)),
  })).filter(({ of }) => of.length > 0);
  return (
    <div className="flex flex-col gap-3 text-sm">
      {remarks
        .filter(({ code }) => code === WHOLE)
        .map(({ message }) => (
          <p key={message}>{message}</p>
        ))}
      {lost.map(({ title, of }) => (
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

import type { ReactNode } from 'react';
import type { Missing } from '@/shared/api';
import { Card, cx } from '@/shared/ui';
import { FromShelf, isListOfNames, isOfShelf } from './FromShelf';
import { modelsIn, type Remark, type Roster } from './readRoster';
import { Verdict } from './Verdict';

/** What an opponent might object to. None of it keeps an army from a battle. */
const LEGALITY = new Set([
  'points-over-limit',
  'too-many-copies',
  'enhancement-doubled',
  'enhancements-too-many',
  'enhancement-bearer',
  'enhancement-untaken',
  'no-warlord',
  'warlords-too-many',
  'warlord-no-character',
  'leader-mismatch',
  'leader-idle',
]);

interface Props {
  roster: Roster;
  remarks: readonly Remark[];
  /** What the units of a list of names lack. */
  missing: readonly Missing[];
}

/** What an import came to: what was read, what could not be, whether the army can fight. */
export function ImportReport({ roster, remarks, missing }: Props) {
  const names = isListOfNames(remarks);
  const legality = remarks.filter(({ code }) => LEGALITY.has(code));
  const others = remarks.filter((each) => !LEGALITY.has(each.code) && !(names && isOfShelf(each)));
  const serious = others.filter((each) => each.severity !== 'info');
  const minor = others.filter((each) => each.severity === 'info');
  const leftOut = roster.playable ? roster.units.filter((unit) => unit.leftOut).map((unit) => unit.name) : [];
  return (
    <Card title="Import report" actions={<Verdict playable={roster.playable} leftOut={leftOut.length} />}>
      {!roster.playable && (
        <p className="mb-3 border-l-2 border-bad pl-3">
          {roster.reason || 'This roster cannot be set up for a battle.'}
        </p>
      )}
      {leftOut.length > 0 && (
        <p className="mb-3 border-l-2 border-lamp pl-3">
          This army fights without what the file gives no usable values for: {leftOut.join(', ')}.
        </p>
      )}
      <Totals roster={roster} />
      {legality.length > 0 && (
        <section aria-label="Points and legality" className="mt-4 border-t border-line pt-4">
          <h3 className="label text-soft">Points and legality</h3>
          <p className="mb-2 text-sm text-faint">An opponent might object to this. The army fights all the same.</p>
          <Lines remarks={legality} />
        </section>
      )}
      {names && (
        <section aria-label="From your shelf" className="mt-4 border-t border-line pt-4">
          <h3 className="label mb-2 text-soft">From your shelf</h3>
          <FromShelf remarks={remarks} missing={missing} />
        </section>
      )}
      <div
        className={cx(
          'mt-4 flex flex-col gap-3 border-t border-line pt-4',
          remarks.length > 0 && others.length === 0 && 'hidden',
        )}>
        {remarks.length === 0 && <p className="text-soft">Everything in the file was read.</p>}
        {serious.length > 0 && <Remarks title="What could not be read as it stands" remarks={serious} open />}
        {minor.length > 0 && (
          <Remarks
            title={minor.length === 1 ? '1 remark' : `${minor.length} remarks`}
            remarks={minor}
            open={serious.length === 0 && minor.length < 5}
          />
        )}
      </div>
    </Card>
  );
}

function Totals({ roster: { units, pointsStated, pointsComputed } }: { roster: Roster }) {
  const differs = pointsStated !== null && pointsComputed !== null && pointsStated !== pointsComputed;
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4 lg:grid-cols-2">
        <Figure name="Units">{units.length}</Figure>
        <Figure name="Miniatures">{modelsIn(units)}</Figure>
        <Figure name="Points stated">{pointsStated ?? '–'}</Figure>
        <Figure name="Points computed">{pointsComputed ?? '–'}</Figure>
      </dl>
      {differs && (
        <p className="mt-2 text-sm text-soft">
          The file states {pointsStated} points, its units add up to {pointsComputed}.
        </p>
      )}
    </>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="label text-xs text-faint">{name}</dt>
      <dd className="figure text-xl leading-tight">{children}</dd>
    </div>
  );
}

const MARKS: Record<string, [string, string, string]> = {
  error: ['✕', 'text-bad', 'Error'],
  warning: ['!', 'figure text-lamp', 'Warning'],
};

function Remarks({ title, remarks, open }: { title: string; remarks: readonly Remark[]; open: boolean }) {
  return (
    <details open={open} className="group">
      <summary className="label flex min-h-9 cursor-pointer items-center gap-2 rounded-sm text-soft hover:text-ink coarse:min-h-11">
        <span aria-hidden="true" className="transition-transform duration-(--swift) group-open:rotate-90">
          ▸
        </span>
        {title}
      </summary>
      <Lines remarks={remarks} />
    </details>
  );
}

function Lines({ remarks }: { remarks: readonly Remark[] }) {
  return (
    <ul className="mt-1 flex flex-col gap-2">
      {remarks.map((remark) => {
        const [mark, ink, word] = MARKS[remark.severity] ?? ['i', 'figure text-faint', 'Note'];
        return (
          <li key={remark.severity + remark.message} className="grid grid-cols-[1.25rem_1fr] text-sm">
            <span className={ink}>
              <span aria-hidden="true">{mark}</span>
              <span className="sr-only">{word}:</span>
            </span>
            <span className="min-w-0">
              {remark.message}
              {remark.where.length > 0 && (
                <span className="block text-xs break-words text-faint">{places(remark.where)}</span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The ends of the paths: the unit's name says more to a player than the file's structure. */
function places(where: readonly string[]): string {
  const names = where.map((path) => path.split('/').at(-1) ?? path);
  return names.length > 6 ? `${names.slice(0, 6).join(', ')} and ${names.length - 6} more` : names.join(', ');
}

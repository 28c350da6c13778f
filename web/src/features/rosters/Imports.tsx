import { useNavigate } from 'react-router';
import { Button, Icon } from '@/shared/ui';
import { FromShelf, isListOfNames } from './FromShelf';
import { modelsIn, readReport, readRoster } from './readRoster';
import { storeRoster, type StoredRoster } from './storage';
import type { Import } from './useImports';
import { Verdict } from './Verdict';

/** What became of each file, in the order in which they came. */
export function Imports({ imports }: { imports: readonly Import[] }) {
  const refused = imports.filter(({ state }) => state === 'refused').length;
  const done = imports.filter(({ state }) => state === 'read').length + refused;
  return (
    <section aria-labelledby="imports" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="imports" className="label text-base">
          What became of the files
        </h2>
        <p role="status" className="text-sm text-faint">
          {done} of {imports.length} done{refused > 0 && `, ${refused} could not be read`}
        </p>
      </div>
      <ul className="flex flex-col gap-2">
        {imports.map((each) => (
          <Outcome key={each.id} of={each} />
        ))}
      </ul>
    </section>
  );
}

function Outcome({ of: { name, state, stored, learned, problem } }: { of: Import }) {
  return (
    <li aria-label={name} className="flex flex-col gap-2 rounded border border-line bg-panel p-3">
      <p className="flex items-center gap-2 text-sm text-faint">
        <Mark state={state} />
        <span className="min-w-0 break-words">{name}</span>
      </p>
      {state === 'refused' && <p className="text-bad">{problem}</p>}
      {stored && (stored.rosterId !== null || !learned) && <Army stored={stored} />}
      {learned !== undefined && learned > 0 && (
        <p className="text-sm text-soft">
          {learned === 1 ? '1 data sheet of it is' : `${learned} data sheets of it are`} on your shelf now: lists that
          name these units find them there.
        </p>
      )}
    </li>
  );
}

function Mark({ state }: Pick<Import, 'state'>) {
  if (state === 'read')
    return (
      <span className="text-good">
        <Icon name="check" size={16} />
        <span className="sr-only">Read:</span>
      </span>
    );
  if (state === 'refused')
    return (
      <span className="text-bad">
        <Icon name="close" size={16} />
        <span className="sr-only">Not read:</span>
      </span>
    );
  return (
    <span>
      <Icon name="clock" size={16} />
      <span className="sr-only">{state === 'reading' ? 'Being read:' : 'Waiting:'}</span>
    </span>
  );
}

function Army({ stored }: { stored: StoredRoster }) {
  const navigate = useNavigate();
  const roster = readRoster(stored.roster);
  const remarks = readReport(stored.report);
  if (!roster) return <p className="text-bad">The answer of the server could not be read. Please try again.</p>;
  const open = () => {
    storeRoster(stored);
    void navigate('/display');
  };
  const units = roster.units.length === 1 ? '1 unit' : `${roster.units.length} units`;
  const models = modelsIn(roster.units);
  const warnings = remarks.filter(({ severity }) => severity !== 'info').length;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <h3 className="font-semibold break-words">{roster.name}</h3>
          <p className="text-sm text-soft">
            {roster.pointsComputed ?? '–'} points · {units}
            {models > 0 && (models === 1 ? ', 1 miniature' : `, ${models} miniatures`)}
          </p>
        </div>
        <Verdict playable={roster.playable} leftOut={roster.units.filter((unit) => unit.leftOut).length} />
        <Button onClick={open}>Open</Button>
      </div>
      {isListOfNames(remarks) ? (
        <details open={warnings > 0} className="border-t border-line pt-2">
          <summary className="label cursor-pointer rounded-sm py-1 text-soft hover:text-ink coarse:py-3">
            From your shelf
          </summary>
          <div className="mt-2">
            <FromShelf remarks={remarks} missing={stored.missing ?? []} />
          </div>
        </details>
      ) : (
        warnings > 0 && (
          <p className="text-sm text-soft">
            {warnings === 1 ? '1 thing' : `${warnings} things`} could not be read as{' '}
            {warnings === 1 ? 'it stands' : 'they stand'}: the army's page says what.
          </p>
        )
      )}
      {!roster.playable && <p className="text-sm text-soft">{roster.reason}</p>}
    </>
  );
}

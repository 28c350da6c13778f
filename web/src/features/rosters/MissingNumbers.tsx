import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import {
  answered,
  fillRoster,
  getRosterOptions,
  listRostersOptions,
  listShelfOptions,
  sentence,
  type Missing,
  type ShownRoster,
  type TypedUnit,
} from '@/shared/api';
import { Button, Card, Field, Input, LinkButton, Notice, toast } from '@/shared/ui';
import { typedUnit, type Typed } from './typed';

const STATS = [
  ['movement', 'M', 'inches'],
  ['toughness', 'T', ''],
  ['save', 'SV', '3 for 3+'],
  ['wounds', 'W', ''],
  ['leadership', 'LD', '6 for 6+'],
  ['objective_controlled', 'OC', ''],
  ['invuln', 'INV', 'empty for none'],
] as const;
const VALUES = [
  ['range', 'Range', '24" or Melee'],
  ['attacks', 'A', 'D6+1'],
  ['skill', 'Hit', '3+ or N/A'],
  ['strength', 'S', '4'],
  ['ap', 'AP', '-1'],
  ['damage', 'D', '1'],
  ['keywords', 'Keywords', 'Heavy, Blast'],
] as const;

interface Props {
  rosterId: string;
  missing: readonly Missing[];
  onFilled: (answer: ShownRoster) => void;
}

/** What a list of names still lacks: found on the shelf by now, or typed in here, unit by unit. */
export function MissingNumbers({ rosterId, missing, onFilled }: Props) {
  const fill = useFill(rosterId, onFilled);
  const sheets = missing.filter(({ sheet }) => sheet).length;
  return (
    <Card
      title="What is still missing"
      actions={
        <Button icon="roster" busy={fill.isPending} onClick={() => fill.mutate([])}>
          Look on the shelf again
        </Button>
      }>
      <p className="mb-3 text-sm text-soft">
        {sheets > 0
          ? 'Upload a roster or a data file that has these units, then look again; or type their numbers in.'
          : 'Type in what is missing. What is no weapon can stay empty.'}{' '}
        <LinkButton tone="quiet" to="/upload_list">
          Upload
        </LinkButton>
      </p>
      {fill.isError && <Notice text={sentence(fill.error)} />}
      <ul className="flex flex-col">
        {missing.map((each) => (
          <li key={each.uid} className="border-t border-line">
            <details className="group" open={missing.length === 1}>
              <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded-sm hover:text-lamp">
                <span aria-hidden="true" className="text-faint transition-transform group-open:rotate-90">
                  ▸
                </span>
                <span className="min-w-0 flex-1 font-semibold break-words">{each.name}</span>
                <span className="text-sm text-faint">
                  {each.sheet ? 'no data sheet' : `${each.gear.length} missing`}
                </span>
              </summary>
              <Numbers missing={each} busy={fill.isPending} onTyped={(unit) => fill.mutate([unit])} />
            </details>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function useFill(rosterId: string, onFilled: (answer: ShownRoster) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (units: TypedUnit[]) => answered(fillRoster({ path: { roster_id: rosterId }, body: { units } })),
    onSuccess: (answer) => {
      if (!answer) return;
      queries.setQueryData(getRosterOptions({ path: { roster_id: rosterId } }).queryKey, answer);
      void queries.invalidateQueries({ queryKey: listRostersOptions().queryKey });
      void queries.invalidateQueries({ queryKey: listShelfOptions().queryKey });
      const left = answer.missing?.length ?? 0;
      toast(
        left === 0
          ? 'Nothing is missing any more.'
          : left === 1
            ? '1 unit still lacks something.'
            : `${left} units still lack something.`,
      );
      onFilled(answer);
    },
  });
}

function Numbers({ missing, busy, onTyped }: { missing: Missing; busy: boolean; onTyped: (unit: TypedUnit) => void }) {
  const [typed, setTyped] = useState<Typed>({});
  const [problem, setProblem] = useState<string | null>(null);
  const set = (key: string, value: string) => setTyped((known) => ({ ...known, [key]: value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const unit = typedUnit(missing, typed);
    setProblem(typeof unit === 'string' ? unit : null);
    if (typeof unit !== 'string') onTyped(unit);
  };
  return (
    <form noValidate aria-label={`Numbers of ${missing.name}`} className="flex flex-col gap-4 pb-4" onSubmit={submit}>
      {missing.sheet && (
        <>
          <fieldset className="grid grid-cols-3 gap-3 sm:grid-cols-7">
            <legend className="label col-span-full mb-1 text-sm text-soft">Stat line of each model</legend>
            {STATS.map(([key, label, hint]) => (
              <Field key={key} label={label} hint={hint}>
                <Input
                  inputMode="numeric"
                  value={typed[key] ?? ''}
                  onChange={(event) => set(key, event.target.value)}
                />
              </Field>
            ))}
          </fieldset>
          <Field label="Keywords" hint="Such as infantry, character, fly; they decide bases and what may pass walls.">
            <Input value={typed.words ?? ''} onChange={(event) => set('words', event.target.value)} />
          </Field>
        </>
      )}
      {missing.gear.map((name) => (
        <fieldset key={name} className="grid grid-cols-3 gap-3 border-t border-line pt-3 sm:grid-cols-7">
          <legend className="label text-sm text-soft">{name}</legend>
          {VALUES.map(([key, label, hint]) => (
            <Field key={key} label={label} hint={hint}>
              <Input
                value={typed[`${name}/${key}`] ?? ''}
                onChange={(event) => set(`${name}/${key}`, event.target.value)}
              />
            </Field>
          ))}
        </fieldset>
      ))}
      {problem && <Notice text={problem} />}
      <Button type="submit" tone="primary" busy={busy} className="self-start">
        Use these numbers
      </Button>
    </form>
  );
}

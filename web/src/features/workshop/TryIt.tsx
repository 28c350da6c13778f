import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  answerOf,
  listOptionsOptions,
  listRostersOptions,
  listTrialUnitsOptions,
  sentence,
  tryRule,
  type Rule,
  type RuleOption,
  type TrialAnswer,
  type TrialRow,
} from '@/shared/api';
import { Button, Card, Field, Input, Notice, Select } from '@/shared/ui';
import { type RuleLevel } from './draft';

interface Props {
  level: RuleLevel;
  rule: Rule;
  /** The rule can be read: what cannot be is not tried. */
  ready: boolean;
  roster: string | undefined;
  unit: string | undefined;
}

/** The odds of a unit's attacks, and of those at it, without the rule and with it. */
export function TryIt({ level, rule, ready, roster, unit }: Props) {
  const armies = useArmies();
  const [own, setOwn] = useState<Pick>({ army: roster });
  const [foe, setFoe] = useState<Pick>({});
  const [distance, setDistance] = useState('12');
  const [option, setOption] = useState(0);
  const [mine, theirs] = [own.army ?? armies[0]?.id ?? '', foe.army ?? armies.at(-1)?.id ?? ''];
  const named = useUnits(mine).findIndex((name) => name === unit || name.startsWith(`${unit} `));
  const chosen = own.unit ?? Math.max(named, 0);
  const far = Math.min(48, Math.max(1, Number(distance) || 12));
  const sides = { army: mine, unit: chosen, other_army: theirs, other_unit: foe.unit ?? 0 };
  const trial = useMutation({
    mutationFn: () => answerOf(tryRule({ body: { rule, level, ...sides, option, distance: far } })),
  });
  return (
    <Card title="Try it">
      <div className="flex flex-col gap-3">
        <PickUnit
          labels={['Army', 'Unit with the rule']}
          armies={armies}
          pick={{ army: mine, unit: chosen }}
          onPick={setOwn}
        />
        <PickUnit
          labels={['Against', 'Enemy unit']}
          armies={armies}
          pick={{ army: theirs, unit: foe.unit }}
          onPick={setFoe}
        />
        <OptionPick options={rule.options ?? []} option={option} onOption={setOption} />
        <Field label="Inches apart">
          <Input inputMode="numeric" value={distance} onChange={(event) => setDistance(event.target.value)} />
        </Field>
        <Button
          tone="primary"
          disabled={!ready || !mine || !theirs}
          busy={trial.isPending}
          onClick={() => trial.mutate()}>
          Try it
        </Button>
        {trial.isError && <Notice text={sentence(trial.error)} />}
        {trial.data && <Outcome tried={trial.data} />}
      </div>
    </Card>
  );
}

interface OptionProps {
  options: readonly RuleOption[];
  option: number;
  onOption: (option: number) => void;
}

/** Which of a rule's options is tried. */
function OptionPick({ options, option, onOption }: OptionProps) {
  if (options.length === 0) return null;
  return (
    <Field label="Option to try">
      <Select value={option} onChange={(event) => onOption(Number(event.target.value))}>
        {options.map(({ name }, index) => (
          <option key={index} value={index}>
            {name || `Option ${index + 1}`}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** A unit of an army; undefined where nothing was picked yet. */
interface Pick {
  army?: string | undefined;
  unit?: number | undefined;
}

interface Army {
  id: string;
  name: string;
}

function useArmies(): Army[] {
  const rosters = useQuery({
    ...listRostersOptions(),
    select: ({ rosters }) => rosters.filter((each) => each.playable),
  });
  const samples = useQuery({ ...listOptionsOptions(), select: ({ samples }) => samples });
  return [
    ...(rosters.data ?? []).map((each) => ({ id: each.roster_id, name: each.name })),
    ...(samples.data ?? []).map((each) => ({ id: each.id, name: each.name })),
  ];
}

const useUnits = (army: string): string[] =>
  useQuery({ ...listTrialUnitsOptions({ path: { army } }), enabled: army !== '' }).data?.units ?? [];

interface PickProps {
  labels: readonly [string, string];
  armies: readonly Army[];
  pick: Pick;
  onPick: (pick: Pick) => void;
}

function PickUnit({ labels, armies, pick, onPick }: PickProps) {
  const units = useUnits(pick.army ?? '');
  return (
    <>
      <Field label={labels[0]}>
        <Select value={pick.army} onChange={(event) => onPick({ army: event.target.value, unit: 0 })}>
          {armies.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={labels[1]}>
        <Select
          value={pick.unit ?? 0}
          onChange={(event) => onPick({ army: pick.army, unit: Number(event.target.value) })}>
          {units.map((name, index) => (
            <option key={index} value={index}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}

const SIDES = [
  { defending: false, title: 'Its attacks' },
  { defending: true, title: 'Attacks at it' },
] as const;

function Outcome({ tried }: { tried: TrialAnswer }) {
  return (
    <div aria-live="polite" className="flex flex-col gap-3 text-sm">
      {!tried.shown && <p className="text-soft">It changes no odds of these attacks.</p>}
      {tried.assumed.length > 0 && <p className="text-faint">Taken for granted: {tried.assumed.join('; ')}.</p>}
      {SIDES.map(({ defending, title }) => (
        <Odds key={title} title={title} rows={tried.rows.filter((row) => row.defending === defending)} />
      ))}
    </div>
  );
}

const two = (number: number): string => number.toFixed(2);

function Odds({ title, rows }: { title: string; rows: readonly TrialRow[] }) {
  if (rows.length === 0) return null;
  return (
    <table className="w-full text-left" aria-label={title}>
      <thead>
        <tr className="label text-xs text-faint">
          <th scope="col" className="py-1 pr-2 font-semibold">
            {title}
          </th>
          <th scope="col" className="px-1 text-right font-semibold">
            Before
          </th>
          <th scope="col" className="pl-1 text-right font-semibold">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} className="border-t border-line">
            <th scope="row" className="py-1 pr-2 font-normal break-words">
              {row.weapon}
            </th>
            <td className="figure px-1 text-right">{two(row.damage_before)}</td>
            <td className="figure pl-1 text-right">
              {row.damage_after === row.damage_before ? two(row.damage_after) : <b>{two(row.damage_after)}</b>}
            </td>
          </tr>
        ))}
      </tbody>
      <caption className="caption-bottom pt-1 text-left text-xs text-faint">Wounds lost on average</caption>
    </table>
  );
}

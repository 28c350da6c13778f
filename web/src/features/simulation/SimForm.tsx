import { useEffect } from 'react';
import { Boards, BoardTextures, Rows, Segments, useBoards, useRosters } from '@/features/game-setup';
import { sentence, type Options } from '@/shared/api';
import { Button, Card, cx, Field, Input, Notice, Select, Skeleton } from '@/shared/ui';
import { many } from './numbers';
import { useChoices, useLimits } from './useChoices';
import { useStartSimulation, type Wanted } from './useSimulation';

const COUNTS = [20, 100, 500, 2000, 10_000];
const MOST_SEED = 2 ** 53 - 1;

interface SimFormProps {
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
  onStarted: (jobId: string) => void;
}

/** Two armies, their temper, the board, how many battles and from which seed. */
export function SimForm({ wanted, onChange, onStarted }: SimFormProps) {
  const choices = useChoices();
  const boards = useBoards();
  const limits = useLimits();
  const start = useStartSimulation(onStarted);
  const options = choices.data;
  useEffect(() => {
    const first =
      options && boards.data && !wanted.layout ? preselected(wanted, options, boards.data[0]?.id ?? '') : null;
    if (first) onChange(first);
  }, [options, boards.data, wanted, onChange]);
  const failed = [choices, boards, limits].find((each) => each.isError);
  if (failed)
    return <Notice text={sentence(failed.error)} onRetry={() => void failed.refetch()} busy={failed.isFetching} />;
  if (!options || !boards.data || !limits.data)
    return (
      <div role="status" aria-label="Loading what there is to choose" className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
      </div>
    );
  const seedWrong = !/^\d+$/.test(wanted.seed.trim()) || Number(wanted.seed) > MOST_SEED;
  const allowed = { ...wanted, battles: Math.min(wanted.battles, limits.data.most_battles) };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!seedWrong) start.mutate(allowed);
      }}>
      <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_minmax(0,1fr)]">
        <SimArmy side={0} wanted={wanted} options={options} onChange={onChange} />
        <SimArmy side={1} wanted={wanted} options={options} onChange={onChange} />
        <Battlefield
          wanted={wanted}
          boards={boards.data}
          mostBattles={limits.data.most_battles}
          seedWrong={seedWrong}
          onChange={onChange}
        />
      </div>
      {start.isError && (
        <Notice text={sentence(start.error)} onRetry={() => start.mutate(allowed)} busy={start.isPending} />
      )}
      <div className="flex justify-end">
        <Button
          type="submit"
          tone="primary"
          size="large"
          icon="play"
          className="w-full sm:w-auto"
          disabled={seedWrong}
          busy={start.isPending}>
          Fight the battles
        </Button>
      </div>
    </form>
  );
}

interface BattlefieldProps extends Pick<SimFormProps, 'wanted' | 'onChange'> {
  boards: NonNullable<ReturnType<typeof useBoards>['data']>;
  mostBattles: number;
  seedWrong: boolean;
}

function Battlefield({ wanted, boards, mostBattles, seedWrong, onChange }: BattlefieldProps) {
  const counts = COUNTS.filter((count) => count < mostBattles);
  return (
    <Card className="md:col-span-2 xl:order-1 xl:col-span-1" title="Battlefield">
      <BoardTextures />
      <div className="flex flex-col gap-5">
        <Boards plans={boards} value={wanted.layout} onChange={(layout) => onChange({ ...wanted, layout })} />
        <Segments
          label="Battles"
          choices={[...counts, mostBattles].map((count) => ({ value: String(count), title: many(count) }))}
          value={String(Math.min(wanted.battles, mostBattles))}
          onChange={(value) => onChange({ ...wanted, battles: Number(value) })}
        />
        <Field
          label="Seed"
          hint="The same seed gives the same battles."
          error={seedWrong ? 'Write a whole number from 0 to 9007199254740991.' : null}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={wanted.seed}
            onChange={(event) => onChange({ ...wanted, seed: event.target.value })}
          />
        </Field>
      </div>
    </Card>
  );
}

/** Two armies of different factions, of the smallest size. */
function preselected(wanted: Wanted, { samples }: Pick<Options, 'samples'>, layout: string): Wanted {
  const bySize = [...samples].sort((a, b) => a.points - b.points);
  const first = bySize[0];
  const second = bySize.find((each) => each.faction !== first?.faction) ?? first;
  return { ...wanted, layout, armies: [first?.id ?? '', second?.id ?? ''] };
}

interface SimArmyProps {
  side: 0 | 1;
  wanted: Wanted;
  options: Pick<Options, 'samples' | 'personalities'>;
  onChange: (wanted: Wanted) => void;
}

function SimArmy({ side, wanted, options, onChange }: SimArmyProps) {
  const rosters = useRosters();
  const put = <T,>(pair: [T, T], value: T): [T, T] => (side === 0 ? [value, pair[1]] : [pair[0], value]);
  const name = side === 0 ? 'Blue army' : 'Red army';
  const armies = [
    ...(rosters.data ?? []).map((each) => ({
      value: each.roster_id,
      title: each.name,
      text: each.playable
        ? `Your roster${each.faction && ` · ${each.faction}`} · ${each.points} points · ${each.units} units`
        : 'Your roster · cannot be played',
      disabled: !each.playable,
    })),
    ...options.samples.map((each) => ({
      value: each.id,
      title: each.name,
      text: `${each.faction} · ${each.points} points · ${each.units} units`,
    })),
  ];
  return (
    <section
      aria-label={name}
      className={cx(
        'flex min-w-0 flex-col gap-5 rounded border border-t-4 border-line bg-panel p-4',
        side === 0 ? 'border-t-blue-army' : 'border-t-red-army xl:order-2',
      )}>
      <h2 className={cx('label text-base', side === 0 ? 'text-blue-army' : 'text-red-army')}>{name}</h2>
      <Rows
        label="Army"
        scroll
        choices={armies}
        value={wanted.armies[side]}
        onChange={(id) => onChange({ ...wanted, armies: put(wanted.armies, id) })}
      />
      <Field
        label="Personality"
        hint={options.personalities.find((each) => each.id === wanted.personalities[side])?.description}>
        <Select
          value={wanted.personalities[side]}
          onChange={(event) => onChange({ ...wanted, personalities: put(wanted.personalities, event.target.value) })}>
          {options.personalities.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </Select>
      </Field>
    </section>
  );
}

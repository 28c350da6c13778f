import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { sentence, type ArmyState, type GameState } from '@/shared/api';
import { Badge, Notice, Skeleton, Tabs } from '@/shared/ui';
import { useGameState } from '../client/context';
import { phaseLabel } from '../board';
import { ControllerBadge, PanelHead } from '../panels/parts';

/** A panel's head with the moment that it is shown for. */
export function MomentHead({ title, children }: { title: string; children?: ReactNode }) {
  const { round, turn, phase, phase_time: time } = useGameState().game_model;
  return (
    <>
      <PanelHead title={title}>{children}</PanelHead>
      <p className="flex flex-wrap gap-1.5">
        <Badge>Round {round}</Badge>
        <Badge>Turn {turn}</Badge>
        <Badge>Phase {phaseLabel(phase)}</Badge>
        <Badge>Time {time}</Badge>
      </p>
    </>
  );
}

interface LoadedProps<T> {
  query: Pick<UseQueryResult<T[]>, 'data' | 'error' | 'isFetching'> & { refetch: () => Promise<unknown> };
  /** What is loaded, as the sentences have it: "stratagems". */
  what: string;
  empty: string;
  children: (found: T[]) => ReactNode;
}

/** A list while it loads, where it failed, where it is empty, and as it is. */
export function Loaded<T>({ query, what, empty, children }: LoadedProps<T>) {
  if (query.data?.length) return children(query.data);
  if (query.error)
    return (
      <Notice
        text={`Error loading ${what}: ${sentence(query.error)}`}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      />
    );
  if (query.data) return <p className="text-soft">{empty}</p>;
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="text-soft">Loading {what}...</p>
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  );
}

/** The side that is asked now, if it is the caller's; else the caller's own. */
function firstShown({ request, sides, game_model: { armies } }: GameState): 0 | 1 {
  const asked = armies.findIndex((army) => army.uuid === request?.army_uuid);
  const side = sides.includes(asked) ? asked : sides[0];
  return side === 1 ? 1 : 0;
}

/** A tab for each army; the first is the one that is asked now, if it is the caller's. */
export function ArmyTabs({ children }: { children: (army: ArmyState) => ReactNode }) {
  const state = useGameState();
  const { armies } = state.game_model;
  const [chosen, setChosen] = useState(() => armies[firstShown(state)].uuid);
  return (
    <Tabs
      label="Armies"
      value={chosen}
      onChange={setChosen}
      tabs={armies.map((army, index) => ({
        value: army.uuid,
        title: army.name || `Army ${index + 1}`,
        content: (
          <div className="flex flex-col gap-3">
            <p>
              <ControllerBadge controller={army.controller} />
            </p>
            {children(army)}
          </div>
        ),
      }))}
    />
  );
}

/** A heading and what stands under it. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="label text-soft">{title}</h3>
      {children}
    </section>
  );
}

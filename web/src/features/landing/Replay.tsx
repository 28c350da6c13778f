import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { BattleMap, type MapLayers, type Ruler } from '@/features/battle-map';
import { callPublic } from '@/shared/api';
import { readBattleLog, type BattleLog } from '@/shared/battle-log';
import { IconButton, Notice } from '@/shared/ui';
import { EmptyTable } from './EmptyTable';
import { momentsOf, stillOf, type Moment } from './moments';
import { useReplay, type Replay as Playing } from './useReplay';

const LAYERS: MapLayers = { terrain: true, objectives: true, zones: true, hiddenArmies: [] };
const NO_RULER: Ruler = { start: null, end: null };
const NOBODY: readonly string[] = [];
const nothing = (): void => undefined;

const fetchDemo = async (): Promise<BattleLog> =>
  readBattleLog(await callPublic('/api/game/shared/demo/brief'), 'demo');

const useTabShown = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed);
      return () => document.removeEventListener('visibilitychange', changed);
    },
    () => document.visibilityState === 'visible',
  );

/** The demo battle on the real board, playing by itself phase by phase while it is in sight. */
export function Replay({ inSight }: { inSight: boolean }) {
  const { data, error, isFetching, refetch } = useQuery({ queryKey: ['landing', 'demo'], queryFn: fetchDemo });
  if (error)
    return (
      <div className="replay-failed">
        <Notice text="The demo battle did not load." busy={isFetching} onRetry={() => void refetch()} />
      </div>
    );
  return data?.frames.length ? <Battle log={data} inSight={inSight} /> : <EmptyTable />;
}

function Battle({ log, inSight }: { log: BattleLog; inSight: boolean }) {
  const moments = useMemo(() => momentsOf(log), [log]);
  const shown = useTabShown();
  const replay = useReplay(moments.length, stillOf(moments), inSight && shown);
  const moment = moments[replay.index];
  if (!moment) return <EmptyTable />;
  return (
    <>
      <div className="replay-board" inert data-moment={moment.frame.key}>
        <BattleMap
          board={moment.frame.board}
          armies={log.armies}
          layers={LAYERS}
          graphics={moment.graphics}
          involved={NOBODY}
          acted={NOBODY}
          selectedId={null}
          onSelect={nothing}
          ruler={NO_RULER}
          onMeasure={nothing}
          measuring={false}
          onMeasuring={nothing}
        />
      </div>
      <Strip {...{ log, moment, moments, replay }} />
    </>
  );
}

interface StripProps {
  log: BattleLog;
  moment: Moment;
  moments: readonly Moment[];
  replay: Playing;
}

/** Under the board: pause, where the battle stands, the score, and the way into the whole battle. */
function Strip({ log, moment, moments, replay }: StripProps) {
  return (
    <figcaption className="replay-strip">
      <IconButton
        icon={replay.playing ? 'pause' : 'play'}
        label={replay.playing ? 'Pause the replay' : 'Play the replay'}
        className="size-11"
        onClick={replay.toggle}
      />
      <div className="min-w-0 flex-1">
        <div className="replay-facts">
          <p className="label">{moment.title}</p>
          <p className="flex min-w-0 gap-x-4 overflow-hidden">
            {log.armies.map((army) => (
              <span key={army.id} className="figure flex min-w-0 items-baseline gap-1 text-sm text-soft">
                <span className="replay-army" data-army={army.colorIndex} />
                <span className="truncate">{army.name}</span>{' '}
                {moment.frame.board.scores.find((each) => each.armyId === army.id)?.vp ?? 0}
              </span>
            ))}
          </p>
        </div>
        <p className="line-clamp-2 min-h-[2.8em] text-sm text-faint lg:line-clamp-1 lg:min-h-0">{moment.message}</p>
      </div>
      <Link
        to="/shared/demo/logs"
        className="label hidden min-h-11 shrink-0 items-center text-soft underline decoration-line-strong underline-offset-4 hover:text-ink sm:flex">
        Whole battle
      </Link>
      <div className="replay-course" aria-hidden="true">
        {moments.map((each, index) => (
          <span
            key={each.frame.key}
            data-gone={index <= replay.index || undefined}
            data-round={each.frame.round !== moments[index - 1]?.frame.round || undefined}
          />
        ))}
      </div>
    </figcaption>
  );
}

import { useCallback, useEffect, useMemo } from 'react';
import { phaseName, type Action, type BattleLog, type Frame } from '@/shared/battle-log';
import { actionGraphics, actorOf, involvedUnits } from '@/features/actions';
import {
  exactFrame,
  findAction,
  firstPlace,
  frameIndex,
  stepAction,
  stepPhase,
  type Place,
  type Variant,
} from './position';
import { useView } from './viewStore';

const STEP_MS = 1500;
const NO_ACTIONS: readonly Action[] = [];

export interface Viewer {
  log: BattleLog;
  variant: Variant;
  place: Place;
  index: number;
  frame: Frame;
  actions: readonly Action[];
  openAction: Action | null;
  title: string;
  step: (direction: 1 | -1) => void;
  stepPhase: (direction: 1 | -1) => void;
  goToAction: (id: number) => void;
}

/** What a log shows at the place the view stands at, and the ways to go on from there. */
export function useViewer(log: BattleLog, variant: Variant): Viewer | null {
  const { frames } = log;
  const stored = useView((state) => state.place);
  const openId = useView((state) => state.openId);
  const goTo = useView((state) => state.goTo);
  const place = useMemo(() => stored ?? firstPlace(frames, variant), [stored, frames, variant]);
  const step = useCallback(
    (direction: 1 | -1) => {
      const next = stepAction(frames, place, openId, direction);
      if (next) goTo(next.place, next.actionId);
      else useView.getState().setPlaying(false);
    },
    [frames, place, openId, goTo],
  );
  const byPhase = useCallback(
    (direction: 1 | -1) => {
      const next = stepPhase(frames, place, direction);
      if (next) goTo(next);
    },
    [frames, place, goTo],
  );
  const goToAction = useCallback(
    (id: number) => {
      const found = findAction(frames, id);
      if (found) goTo(found.place, id);
    },
    [frames, goTo],
  );
  usePlayback(step);
  const index = frameIndex(frames, place);
  const frame = frames[index];
  if (!frame) return null;
  const actions = exactFrame(frames, place)?.actions ?? NO_ACTIONS;
  const openAction = actions.find((each) => each.id === openId) ?? null;
  const title = `Round ${place.round} · Turn ${place.turn} · ${phaseName(place.phase)}`;
  return { log, variant, place, index, frame, actions, openAction, title, step, stepPhase: byPhase, goToAction };
}

/** While playing, a step at each beat. */
function usePlayback(step: (direction: 1 | -1) => void): void {
  const playing = useView((state) => state.playing);
  const speed = useView((state) => state.speed);
  useEffect(() => {
    if (!playing) return;
    const beat = setTimeout(() => step(1), STEP_MS / speed);
    return () => clearTimeout(beat);
  }, [playing, speed, step]);
}

const NOTHING = { graphics: [], involved: [], acted: [] };

/** The open action's drawing, the units it speaks of, and those that acted before it in this phase. */
export function useOpenAction({ openAction, actions }: Pick<Viewer, 'openAction' | 'actions'>) {
  return useMemo(() => {
    if (!openAction) return NOTHING;
    const involved = involvedUnits(openAction);
    const before = actions.slice(0, actions.indexOf(openAction)).map(actorOf);
    return {
      graphics: actionGraphics(openAction),
      involved,
      acted: before.filter((each) => each && !involved.includes(each)),
    };
  }, [openAction, actions]);
}

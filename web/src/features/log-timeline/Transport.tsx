import { IconButton } from '@/shared/ui';
import type { Viewer } from './useViewer';
import { useView, type Speed } from './viewStore';

const NEXT_SPEED: Record<Speed, Speed> = { 1: 2, 2: 4, 4: 1 };

/** Play, pause and steps; on a phone within a thumb's reach. */
export function Transport({ viewer }: { viewer: Viewer }) {
  const playing = useView((state) => state.playing);
  const speed = useView((state) => state.speed);
  const setPlaying = useView((state) => state.setPlaying);
  const setSpeed = useView((state) => state.setSpeed);
  return (
    <div role="toolbar" aria-label="Playback" className="flex items-center gap-1">
      <IconButton icon="phaseBack" label="Previous phase" onClick={() => viewer.stepPhase(-1)} />
      <IconButton icon="back" label="Previous action" onClick={() => viewer.step(-1)} />
      <IconButton
        icon={playing ? 'pause' : 'play'}
        label={playing ? 'Pause' : 'Play'}
        lit
        onClick={() => setPlaying(!playing)}
      />
      <IconButton icon="next" label="Next action" onClick={() => viewer.step(1)} />
      <IconButton icon="phaseNext" label="Next phase" onClick={() => viewer.stepPhase(1)} />
      <button
        type="button"
        className="figure min-h-9 min-w-9 rounded-sm px-1 text-soft hover:bg-raised coarse:min-h-11 coarse:min-w-11"
        aria-label={`Speed ${speed} times`}
        onClick={() => setSpeed(NEXT_SPEED[speed])}>
        {speed}×
      </button>
    </div>
  );
}

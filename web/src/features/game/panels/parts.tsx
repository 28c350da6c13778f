import type { ReactNode } from 'react';
import { aiStep } from '@/shared/api';
import { Badge, Button, Notice } from '@/shared/ui';
import { useGame } from '../context';
import type { WireArmy } from '../wire';
import { useComputer } from './AiAction';

/** A panel's head, and below it why the last call was refused: `quiet` where that stands at a unit instead. */
export function PanelHead({ title, quiet = false, children }: { title: string; quiet?: boolean; children?: ReactNode }) {
  const { error, clear } = useGame();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="label text-base">{title}</h2>
        {children}
      </div>
      {error && !quiet && <Notice text={error}><button type="button" className="label min-h-9 px-2 text-soft hover:text-ink" onClick={clear}>Dismiss</button></Notice>}
    </>
  );
}

/** Who commands an army: a person or the computer. */
export function ControllerBadge({ controller }: { controller: WireArmy['controller'] }) {
  return <Badge icon={controller === 'ai' ? 'settings' : 'user'}>{controller === 'ai' ? 'AI' : 'Human'}</Badge>;
}

/** Lets the computer answer what is due; there only while it has to. */
export function AiStep({ text = 'Let the computer act', working = 'Thinking...' }: { text?: string; working?: string }) {
  const { gameId, state, busy } = useGame();
  const act = useComputer();
  if (state.request?.controller !== 'ai') return null;
  return <Button icon="play" tone="primary" className="min-h-11" disabled={busy} onClick={() => void act(() => aiStep({ path: { game_id: gameId } }))}>{busy ? working : text}</Button>;
}

import type { ReactNode } from 'react';
import { aiStep, type ArmyState } from '@/shared/api';
import { Badge, Button } from '@/shared/ui';
import { useComputerActs, useGameId, useGameState } from '../client/context';
import { Refusal } from './Act';
import { useComputer } from './AiAction';

/** A panel's head. */
export function PanelHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h2 className="label text-base">{title}</h2>
      {children}
    </div>
  );
}

/** Who commands an army: a person or the computer. */
export function ControllerBadge({ controller }: { controller: ArmyState['controller'] }) {
  return <Badge icon={controller === 'ai' ? 'settings' : 'user'}>{controller === 'ai' ? 'AI' : 'Human'}</Badge>;
}

/** Lets the computer answer what is due; there only while it has to, and does not so by itself. */
export function AiStep({
  text = 'Let the computer act',
  working = 'Thinking...',
}: {
  text?: string;
  working?: string;
}) {
  const gameId = useGameId();
  const state = useGameState();
  const computer = useComputer();
  if (useComputerActs() || state.request?.controller !== 'ai') return null;
  return (
    <>
      <Button
        icon="play"
        tone="primary"
        className="min-h-11"
        disabled={computer.locked}
        onClick={() => void computer.act(() => aiStep({ path: { game_id: gameId } }))}>
        {computer.busy ? working : text}
      </Button>
      <Refusal of={computer} />
    </>
  );
}

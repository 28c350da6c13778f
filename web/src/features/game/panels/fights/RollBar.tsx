import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button, cx } from '@/shared/ui';
import { useGameState } from '../../client/context';
import type { Command } from '../../client/useCommand';
import { Refusal } from '../Act';
import { TypedDice } from './TypedDice';

interface RollBarProps {
  /** What the button says; another roll has another name. */
  label: string;
  /** Faces that the roll takes, where that is known beforehand. */
  due: number | null;
  /** Dice that say first how many others there are: 'D6+3'. */
  first?: string;
  /** The dice are several weapons'. */
  several?: boolean;
  command: Command;
  /** Whether there is anything to roll. */
  able?: boolean;
  className?: string;
  /** More buttons, after the first. */
  children?: ReactNode;
  onRoll: () => void;
  /** Rolls with these faces; whether they were taken. */
  onUse: (faces: number[]) => Promise<boolean>;
  /** Own dice are wanted, or no more. */
  onOwn?: (open: boolean) => void;
}

/** The button of a roll that is due, your own dice, and why it was refused. */
export function RollBar({
  label,
  due,
  first = '',
  several = false,
  command,
  able = true,
  className,
  children,
  onRoll,
  onUse,
  onOwn,
}: RollBarProps) {
  const state = useGameState();
  const [own, setOwn] = useState(false);
  const takesDice = able && due !== 0;
  const form = useRef<HTMLDivElement>(null);
  // On a phone it opens below what the panel shows.
  useEffect(() => {
    if (own) form.current?.scrollIntoView({ block: 'nearest' });
  }, [own]);
  const open = (on: boolean) => {
    setOwn(on);
    onOwn?.(on);
  };
  return (
    <>
      <div className={cx('flex flex-wrap gap-2', className)}>
        <Button
          tone={able ? 'primary' : 'plain'}
          icon={able ? 'dice' : 'check'}
          className="min-h-11 grow"
          busy={command.busy}
          disabled={command.locked || !able}
          onClick={onRoll}>
          {label}
        </Button>
        {children}
        {takesDice && state.dice.own_dice && (
          <Button tone="quiet" className="min-h-11" aria-expanded={own} onClick={() => open(!own)}>
            Own dice
          </Button>
        )}
      </div>
      {own && takesDice && (
        <div ref={form}>
          <TypedDice key={label} due={due} first={first} several={several} busy={command.locked} onUse={onUse} />
        </div>
      )}
      <Refusal of={command} />
    </>
  );
}

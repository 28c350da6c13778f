import { Badge } from '@/shared/ui';

/** Whether an army fights: ready only if every unit of it can be set up. */
export function Verdict({ playable, leftOut }: { playable: boolean; leftOut: number }) {
  if (!playable)
    return (
      <Badge tone="bad" icon="close">
        Cannot fight
      </Badge>
    );
  return leftOut > 0 ? (
    <Badge tone="lamp" icon="flag">
      {leftOut === 1 ? 'Fights without 1 unit' : `Fights without ${leftOut} units`}
    </Badge>
  ) : (
    <Badge tone="good" icon="check">
      Ready to fight
    </Badge>
  );
}

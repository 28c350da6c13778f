import { useState } from 'react';
import { Button, Dialog } from '@/shared/ui';
import { AbilityCard } from '../abilities/AbilityCard';
import { useAbilities } from '../abilities/useAbilities';
import { useGameState, useTable } from '../client/context';
import { momentKey, type Offered } from './offered';

/** What may be used for nothing at this step, which going on stopped for: a press leads to its card. */
export function MayUse() {
  const moment = useGameState(momentKey);
  const offered = useTable((table) => table.offered);
  return offered?.moment === moment ? <Usable key={moment} offered={offered} /> : null;
}

const listed = (names: readonly string[]): string =>
  names.length > 2 ? `${names.slice(0, 2).join(', ')} …` : names.join(' or ');

function Usable({ offered }: { offered: Offered }) {
  const abilities = useAbilities();
  const [open, setOpen] = useState(false);
  const usable = abilities.data?.filter((each) => offered.ids.includes(each.id) && each.overall_active) ?? [];
  if (!usable.length) return null;
  const names = [...new Set(usable.map((each) => each.name))];
  return (
    <>
      <Button tone="plain" icon="shock" className="prompt-use min-h-11" onClick={() => setOpen(true)}>
        Use {listed(names)}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="What you may use now"
        description="It costs no command points. It is over for this step once you go on.">
        <div className="mt-4 flex flex-col gap-3">
          {usable.map((each) => (
            <AbilityCard key={each.id} ability={each} kind="castable" />
          ))}
        </div>
      </Dialog>
    </>
  );
}

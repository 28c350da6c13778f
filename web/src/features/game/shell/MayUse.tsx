import { useState } from 'react';
import type { AbilityState } from '@/shared/api';
import { Button, Dialog, Icon } from '@/shared/ui';
import { AbilityCard } from '../abilities/AbilityCard';
import { ActivatedModal } from '../abilities/ActivatedModal';
import { SelectModal } from '../abilities/SelectModal';
import { useAbilities } from '../abilities/useAbilities';
import { useGameState, useTable } from '../client/context';
import { momentKey, offersOf, type Offer, type Offered } from './offered';

/** What may be used for nothing in this phase, which going on stopped for: a press leads to its card. */
export function MayUse() {
  const moment = useGameState(momentKey);
  const offered = useTable((table) => table.offered);
  return offered?.moment === moment ? <Usable key={moment} offered={offered} /> : null;
}

const listed = (names: readonly string[]): string =>
  names.length > 2 ? `${names.slice(0, 2).join(', ')} …` : names.join(' or ');

function Usable({ offered }: { offered: Offered }) {
  const state = useGameState();
  const abilities = useAbilities();
  const [open, setOpen] = useState(false);
  const mine = state.request?.mine === true && state.request.kinds.includes('use');
  const usable = abilities.data?.filter((each) => offered.ids.includes(each.id) && each.overall_active) ?? [];
  if (!mine || !usable.length) return null;
  const offers = offersOf(state, usable);
  return (
    <>
      <Button tone="plain" icon="shock" className="prompt-use min-h-11" onClick={() => setOpen(true)}>
        Use {listed([...new Set(offers.map((each) => each.name))])}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="What you may use now"
        description="It costs no command points, and can be used until the phase is over.">
        <div className="mt-4 flex flex-col gap-3">
          {offers.map((each) => (
            <OfferCard key={`${each.name} ${each.description}`} offer={each} />
          ))}
        </div>
      </Dialog>
    </>
  );
}

function OfferCard({ offer: { name, description, bearers } }: { offer: Offer }) {
  const [used, setUsed] = useState<AbilityState | null>(null);
  const [one, ...others] = bearers;
  if (one && !others.length) return <AbilityCard ability={one.ability} kind="castable" />;
  const close = () => setUsed(null);
  return (
    <article className="unit-card-open" aria-label={name}>
      <h4 className="font-semibold">{name}</h4>
      <ul className="flex flex-col gap-1">
        {bearers.map(({ who, ability }) => (
          <li key={who} className="flex items-center justify-between gap-2">
            <span>{who}</span>
            <Button className="min-h-11" aria-label={`${who}: use ${name}`} onClick={() => setUsed(ability)}>
              Use
            </Button>
          </li>
        ))}
      </ul>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center gap-1 text-soft">
          <Icon name="chevron" size={14} />
          What it says
        </summary>
        <p className="whitespace-pre-line text-soft">{description}</p>
      </details>
      {used?.is_selectable && <SelectModal ability={used} onClose={close} />}
      {used && !used.is_selectable && <ActivatedModal ability={used} onClose={close} />}
    </article>
  );
}

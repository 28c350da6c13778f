import type { AbilityState } from '@/shared/api';
import { useState } from 'react';
import { Badge, Button, Icon } from '@/shared/ui';
import { useGameState } from '../client/context';
import { ActivatedModal } from './ActivatedModal';
import { ByHand } from './ByHand';
import { EffectList } from './EffectList';
import { JsonDialog } from './JsonDialog';
import { SelectModal } from './SelectModal';
import { isActivated } from './kinds';

const INACTIVE = 'This ability is not currently active and cannot be activated';
const CHECKS = [
  ['time_check', 'Time'],
  ['action_check', 'Action'],
  ['expiration_check', 'Expiry'],
  ['casts_check', 'Casts'],
] as const;

type Kind = 'ability' | 'castable' | 'stratagem';
type Shown = 'json' | 'raw' | 'activate' | 'select' | null;

const labelOf = (ability: AbilityState): string =>
  ability.meta.stratagem ? 'Stratagem' : ability.is_selectable ? 'Selectable' : isActivated(ability) ? 'Activated' : '';

/** What sort of ability it is. Where it can be used, dashes about it are in the text, but are not seen. */
function Label({ text, kind }: { text: string; kind: Kind }) {
  const dash = kind === 'castable' && <span className="sr-only">-</span>;
  return (
    <p className="label text-lamp">
      {dash}
      {text}
      {dash}
    </p>
  );
}

const processed = ({
  name,
  overall_active: active,
  is_selectable: selectable,
  meta,
  location,
  effects,
  trigger_conditions: checks,
  why_not: why,
}: AbilityState) => ({ name, active, selectable, meta, location, effects, checks, why });

/** An ability or stratagem: what it does, whether it works now, why not, and the way to use it. */
export function AbilityCard({ ability, kind }: { ability: AbilityState; kind: Kind }) {
  const [shown, setShown] = useState<Shown>(null);
  const { overall_active: active, meta } = ability;
  const close = () => setShown(null);
  return (
    <article className="unit-card-open" aria-label={ability.name}>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          {labelOf(ability) && <Label text={labelOf(ability)} kind={kind} />}
          <h4 className="font-semibold">{ability.name}</h4>
        </div>
        <div className="flex flex-wrap gap-1.5">
          {meta.stratagem && <Badge tone="lamp">{meta.cost ?? 0} CP</Badge>}
          <Badge tone={active ? 'good' : 'plain'}>{active ? 'Active' : 'Inactive'}</Badge>
        </div>
      </div>
      {ability.description && <p className="whitespace-pre-line text-soft">{ability.description}</p>}
      <p className="text-sm text-faint">
        {[meta.source && `Source: ${meta.source}`, `Type: ${meta.type}`].filter(Boolean).join(' · ')}
      </p>
      {ability.selected && <p className="text-sm">Chosen: {ability.selected}</p>}
      <EffectList effects={ability.effects} />
      {!active && <WhyNot ability={ability} open={kind === 'ability'} />}
      {ability.by_hand && <ByHand ability={ability} />}
      <CardButtons ability={ability} kind={kind} onShow={setShown} />
      {shown === 'json' && (
        <JsonDialog
          title={ability.name}
          value={kind === 'ability' ? processed(ability) : ability}
          {...(kind === 'ability' && { raw: ability })}
          onClose={close}
        />
      )}
      {shown === 'raw' && (
        <JsonDialog title={ability.name} value={processed(ability)} raw={ability} tab="raw" onClose={close} />
      )}
      {shown === 'activate' && <ActivatedModal ability={ability} onClose={close} />}
      {shown === 'select' && <SelectModal ability={ability} onClose={close} />}
    </article>
  );
}

function CardButtons({ ability, kind, onShow }: { ability: AbilityState; kind: Kind; onShow: (shown: Shown) => void }) {
  const state = useGameState();
  const side = state.game_model.armies.findIndex((army) => army.uuid === ability.location.army_uuid);
  const use = ability.is_selectable ? 'select' : isActivated(ability) ? 'activate' : null;
  const able = ability.overall_active && state.sides.includes(side);
  return (
    <div className="flex flex-wrap gap-2">
      {use && (
        <Button
          tone={able ? 'primary' : 'plain'}
          disabled={!able}
          className="min-h-11"
          onClick={() => ability.overall_active && onShow(use)}
          title={able ? undefined : ability.overall_active ? 'The other player commands this army' : INACTIVE}>
          {use === 'select' ? 'Select' : 'Activate'}
        </Button>
      )}
      <Button tone="quiet" className="min-h-11" onClick={() => onShow('json')}>
        View JSON
      </Button>
      {kind === 'ability' && (
        <Button tone="quiet" className="min-h-11" onClick={() => onShow('raw')}>
          View Raw JSON
        </Button>
      )}
    </div>
  );
}

function WhyNot({ ability, open }: { ability: AbilityState; open: boolean }) {
  return (
    <div className="border-l-2 border-line-strong pl-3 text-sm">
      {ability.why_not && <p>{ability.why_not}</p>}
      {open && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center gap-1 text-soft">
            <Icon name="chevron" size={14} />
            Why not triggered?
          </summary>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-1 pb-1">
            {CHECKS.map(([check, name]) => {
              const holds = ability.trigger_conditions[check];
              return (
                <div key={check} className="flex justify-between gap-2">
                  <dt className="text-soft">{name}</dt>
                  <dd className={holds ? 'text-good' : 'text-bad'}>{holds ? '✓ Met' : '✕ Not met'}</dd>
                </div>
              );
            })}
          </dl>
        </details>
      )}
    </div>
  );
}

import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { advancePhaseTime, aiCharge, type GameState } from '@/shared/api';
import { Button, confirm } from '@/shared/ui';
import { useGameId, useGameState, useTable } from '../client/context';
import { useCommand } from '../client/useCommand';
import { ableIn, listed } from '../shell/leftOver';
import { Act, Refusal } from './Act';
import { AiAction, AiSaid } from './AiAction';
import { RecordCard, RollCard } from './fights/ChargeCards';
import { mustRoll } from './fights/charging';
import { DueCard } from './fights/DueCard';
import { ControllerBadge, PanelHead } from './parts';

const registered = (state: GameState): number => Object.keys(state.recorded_charges).length;

/** Whether the panel rolls: it starts so where charges are registered or rolled already, and goes on to it by itself. */
function useRolling(state: GameState): [boolean, (rolling: boolean) => void] {
  const [wanted, setWanted] = useState<boolean | null>(() =>
    registered(state) > 0 || (state.charge_results.length > 0 && !state.chargeable_units.length) ? true : null,
  );
  return [
    wanted ?? (mustRoll(state) || (state.charge_results.length > 0 && !state.chargeable_units.length)),
    setWanted,
  ];
}

/** Charges: registered one by one, then rolled. */
export function ChargePanel() {
  const gameId = useGameId();
  const state = useGameState();
  const [rolling, setRolling] = useRolling(state);
  const [declined, decline] = useState<readonly string[]>([]);
  const { request } = state;
  const controller = request?.controller ?? 'human';
  const due = request?.kinds[0] === 'roll' || request?.kinds[0] === 'place';
  const acting = state.chargeable_units.length > 0;
  const aiMay = controller === 'ai' && request?.mine && !rolling && acting && registered(state) === 0;
  const ai = () => aiCharge({ path: { game_id: gameId } });
  return (
    <>
      <PanelHead title={`Units Awaiting Charge - ${state.current_army_name}`}>
        <ControllerBadge controller={controller} />
      </PanelHead>
      <p className="text-sm text-soft">
        Current army <span className="text-ink">{state.current_army_name}</span>
      </p>
      {aiMay && <AiAction text="AI Select Unit & Target" working="AI Charging..." call={ai} />}
      <AiSaid />
      {controller === 'ai' && <Debug rolling={rolling} onRoll={() => setRolling(true)} ai={ai} />}
      {due && <DueCard />}
      {rolling ? (
        <Rolling onBack={() => setRolling(false)} />
      ) : (
        <Recording declined={declined} decline={decline} onRoll={() => setRolling(true)} />
      )}
      <Footer declined={declined} />
    </>
  );
}

interface RecordingProps {
  /** Units of which the player said that they do not charge. */
  declined: readonly string[];
  decline: (change: (known: readonly string[]) => readonly string[]) => void;
  onRoll: () => void;
}

/** The first sub-phase: each unit's target is chosen and registered. */
function Recording({ declined, decline, onRoll }: RecordingProps) {
  const state = useGameState();
  const { involve, mark, select } = useTable();
  const [picks, setPicks] = useState<Record<string, string>>({});
  const human = state.request?.controller === 'human' && state.request.mine;
  const units = state.chargeable_units;
  const pick = (unitId: string, target: string | null) => {
    setPicks((known) =>
      Object.fromEntries([
        ...Object.entries(known).filter(([id]) => id !== unitId),
        ...(target ? [[unitId, target] as const] : []),
      ]),
    );
    decline((known) => known.filter((id) => id !== unitId));
    involve(target ? [unitId, target] : [unitId]);
    mark(target ? { unitId, circles: [], targets: [target], kind: 'charge' } : null);
  };
  useEffect(
    () => () => {
      involve([]);
      mark(null);
      select(null);
    },
    [involve, mark, select],
  );
  if (!units.length) return <p className="text-soft">No units currently require charge actions.</p>;
  const done =
    registered(state) > 0 &&
    units.every((unit) => state.recorded_charges[unit.unit_uuid] ?? declined.includes(unit.unit_uuid));
  return (
    <>
      <ul className="flex flex-col gap-2">
        {units.map((unit) => (
          <RecordCard
            key={unit.unit_uuid}
            unit={unit}
            picks={picks}
            declined={declined.includes(unit.unit_uuid)}
            human={human}
            onPick={(target) => pick(unit.unit_uuid, target)}
            onDecline={(on) =>
              decline((known) => (on ? [...known, unit.unit_uuid] : known.filter((id) => id !== unit.unit_uuid)))
            }
          />
        ))}
      </ul>
      {(done || (registered(state) > 0 && !human)) && (
        <Button tone="primary" className="min-h-11" onClick={onRoll}>
          Proceed to Charge Rolls
        </Button>
      )}
      {registered(state) > 0 && (
        <p className="figure text-sm text-soft" role="status">
          {registered(state)} of {units.length} units have recorded charges
        </p>
      )}
    </>
  );
}

/** The second: each registered charge is rolled. */
function Rolling({ onBack }: { onBack: () => void }) {
  const state = useGameState();
  const { charge_results: results, recorded_charges: recorded } = state;
  const charged = state.game_model.armies
    .flatMap((army) => army.units)
    .filter((unit) => unit.charged && unit.army_uuid === state.current_army_uuid)
    .map((unit) => unit.uuid);
  const units = [...new Set([...Object.keys(recorded), ...results.map((each) => each.charging_unit_uuid), ...charged])];
  const more = state.chargeable_units.filter((unit) => !recorded[unit.unit_uuid]);
  return (
    <>
      {units.length === 0 && <p className="text-soft">No units with recorded charges.</p>}
      <ul className="flex flex-col gap-2">
        {units.map((unitId) => (
          <RollCard
            key={unitId}
            unitId={unitId}
            result={recorded[unitId] ? undefined : results.find((each) => each.charging_unit_uuid === unitId)}
          />
        ))}
      </ul>
      {more.length > 0 && (
        <Button tone="quiet" className="min-h-11" onClick={onBack}>
          Register more charges ({more.length} can)
        </Button>
      )}
    </>
  );
}

/** What ending the phase would lose: charges that are registered, else those that could be. Null where there is nothing. */
function lost(state: GameState, declined: readonly string[]): string | null {
  const open = registered(state);
  if (open) return `${open} registered ${open === 1 ? 'charge is' : 'charges are'} not rolled yet.`;
  const able = ableIn(state, 'charge').filter((each) => !declined.includes(each.unit_uuid));
  return able.length ? `${listed(able.map(({ unit_name: name, could }) => `${name} could ${could}`))}.` : null;
}

function Footer({ declined }: { declined: readonly string[] }) {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const open = registered(state);
  const end = async () => {
    const text = lost(state, declined);
    if (text && !(await confirm({ title: 'End Charge Phase?', text, action: 'End Charge Phase' }))) return;
    await command.run((number) => advancePhaseTime({ path: { game_id: gameId }, body: { number } }));
  };
  return (
    <footer className="flex flex-col gap-2">
      <Refusal of={command} />
      {state.request?.mine && (
        <Button
          tone={state.chargeable_units.length || open ? 'plain' : 'primary'}
          className="min-h-11"
          busy={command.busy}
          disabled={command.locked || !state.request.kinds.includes('end')}
          onClick={() => void end()}>
          End Charge Phase
        </Button>
      )}
    </footer>
  );
}

/** What the computer's charges depend on; shown with ?debug=1. */
function Debug({
  rolling,
  onRoll,
  ai,
}: {
  rolling: boolean;
  onRoll: () => void;
  ai: () => ReturnType<typeof aiCharge>;
}) {
  const state = useGameState();
  const [query] = useSearchParams();
  if (query.get('debug') !== '1') return null;
  const facts = [
    ['Controller', 'ai'],
    ['Roll phase', String(rolling)],
    ['Units with actions', String(state.chargeable_units.length)],
    ['Registered charges', String(registered(state))],
  ] as const;
  return (
    <section aria-label="Debug" className="border border-dashed border-line-strong p-3 text-sm">
      <dl>
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-3">
            <dt className="text-soft">{name}</dt>
            <dd className="figure">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-2 flex flex-wrap gap-2">
        <Act call={ai}>DEBUG: Force AI Charge</Act>
        <Button onClick={onRoll}>DEBUG: Force Start Charge Rolls</Button>
      </div>
    </section>
  );
}

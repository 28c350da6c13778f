import { useState } from 'react';
import { processCharge, recordCharges, type ChargeResult, type ChargingUnit } from '@/shared/api';
import { Die } from '@/features/dice-table';
import { Badge, Button, cx, UnitImage } from '@/shared/ui';
import { useGameId, useGameState } from '../../client/context';
import { unitOf } from '../../board';
import { isChargeRollOpen } from '../../reactions/rolls';
import { useOfferRoll } from '../../dice-tray';
import { useCommand } from '../../client/useCommand';
import { Refusal } from '../Act';
import { chargeChance, chargeNeeds, signed } from './charging';
import { RollBar } from './RollBar';

const REACH = 12;

interface RecordCardProps {
  unit: ChargingUnit;
  /** Chosen and not yet registered: the charger's uuid by the target's. */
  picks: Readonly<Record<string, string>>;
  declined: boolean;
  human: boolean;
  onPick: (target: string | null) => void;
  onDecline: (declined: boolean) => void;
}

/** A unit that could charge: its targets, how far, how likely. */
export function RecordCard({ unit, picks, declined, human, onPick, onDecline }: RecordCardProps) {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const recorded = state.recorded_charges[unit.unit_uuid];
  const pick = picks[unit.unit_uuid];
  const register = async () => {
    if (!pick) return;
    const done = await command.run((number) =>
      recordCharges({ path: { game_id: gameId }, body: { charges: { [unit.unit_uuid]: [pick] }, number } }),
    );
    if (done) onPick(null);
  };
  return (
    <li className="unit-card-open">
      <CardHead unit={unit} registered={Boolean(recorded)} />
      {!human && <p className="text-soft">This unit will be controlled by AI</p>}
      {!human && recorded && <p className="label text-good">Charges Recorded</p>}
      {human && <Targets unit={unit} picks={picks} onPick={onPick} />}
      {human && (
        <div className="flex flex-wrap gap-2">
          <Button
            tone={pick ? 'primary' : 'plain'}
            className="min-h-11 grow"
            busy={command.busy}
            disabled={command.locked || !pick || Boolean(recorded)}
            onClick={() => void register()}>
            {recorded ? 'Charges Recorded' : 'Register Charges'}
          </Button>
          {!recorded && (
            <Button
              tone="quiet"
              className="min-h-11"
              aria-pressed={declined}
              onClick={() => {
                onPick(null);
                onDecline(!declined);
              }}>
              {declined ? 'Stays after all' : 'Does not charge'}
            </Button>
          )}
        </div>
      )}
      <Refusal of={command} />
    </li>
  );
}

function CardHead({ unit, registered }: { unit: ChargingUnit; registered: boolean }) {
  const figures = [
    ['Movement', unit.movement],
    ['Charge Bonus', unit.charge_bonus],
    ['Max Charge Range', unit.movement + unit.charge_bonus + REACH],
  ] as const;
  return (
    <>
      <div className="flex items-center gap-3">
        <UnitImage transponder={unit.transponder} className="size-9" />
        <p className="min-w-0 flex-1 font-semibold">
          {unit.unit_name}
          <span className="label block text-xs text-faint">Charging Unit</span>
        </p>
        {registered && (
          <Badge tone="good" icon="check">
            Charges Registered
          </Badge>
        )}
      </div>
      <dl className="grid grid-cols-3 gap-2 text-sm">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-faint">{name}</dt>
            <dd className="figure text-base">{value}″</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Who else has chosen or registered this target. */
function otherCharger(
  targetId: string,
  unitId: string,
  picks: Readonly<Record<string, string>>,
  recorded: Readonly<Record<string, readonly string[]>>,
): string | null {
  const registered = Object.entries(recorded).find(
    ([charger, targets]) => charger !== unitId && targets.includes(targetId),
  );
  const picked = Object.entries(picks).find(([charger, target]) => charger !== unitId && target === targetId);
  return registered?.[0] ?? picked?.[0] ?? null;
}

function Targets({ unit, picks, onPick }: Pick<RecordCardProps, 'unit' | 'picks' | 'onPick'>) {
  const state = useGameState();
  const recorded = state.recorded_charges[unit.unit_uuid];
  const pick = recorded?.[0] ?? picks[unit.unit_uuid];
  return (
    <ul className="flex flex-col gap-1">
      {unit.targets.map((target) => {
        const chosen = pick === target.target_unit_uuid;
        const other = otherCharger(target.target_unit_uuid, unit.unit_uuid, picks, state.recorded_charges);
        return (
          <li key={target.target_unit_uuid}>
            <button
              type="button"
              className={cx('unit-card flex flex-wrap items-center gap-2', chosen && 'font-semibold')}
              aria-pressed={chosen}
              disabled={Boolean(recorded) || !target.in_range}
              onClick={() => onPick(chosen ? null : target.target_unit_uuid)}>
              <span className="min-w-0 flex-1">{target.target_unit_name}</span>
              <span className="figure text-soft">{target.distance.toFixed(1)}″</span>
              <span className="figure" title={chargeNeeds(target.needed, unit.charge_bonus)}>
                {target.needed}+{unit.charge_bonus ? ` with ${signed(unit.charge_bonus)}` : ''}{' '}
                <span className="text-soft">{chargeChance(target.needed, unit.charge_bonus)}%</span>
              </span>
              {target.in_range && <Badge>In Range</Badge>}
              {other && <Badge>Targeted</Badge>}
              {chosen && (
                <Badge tone="lamp" icon="check">
                  Selected by {unit.unit_name}
                </Badge>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** A registered charge that is to be rolled, or one that was. */
export function RollCard({ unitId, result }: { unitId: string; result: ChargeResult | undefined }) {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const [own, setOwn] = useState(false);
  const unit = unitOf(state, unitId);
  const targets = state.recorded_charges[unitId] ?? [];
  const able =
    targets.length > 0 && (state.request?.mine ?? false) && (state.request?.kinds.includes('charge') ?? false);
  const known = state.chargeable_units.find((each) => each.unit_uuid === unitId);
  const roll = async (faces?: number[], source: 'typed' | 'camera' = 'typed') =>
    Boolean(
      await command.run((number) =>
        processCharge({
          path: { game_id: gameId },
          body: { charging_unit_uuid: unitId, number, ...(faces && { dice: { faces, source } }) },
        }),
      ),
    );
  useOfferRoll(own && able ? { count: 2, use: (faces) => roll(faces, 'camera'), refusal: command.error } : null);
  const label = targets.length ? 'Roll Charge' : result ? 'Charge Processed' : 'Already Charged';
  return (
    <li className="unit-card-open">
      <div className="flex items-center gap-3">
        <UnitImage transponder={unit?.transponder ?? null} className="size-9" />
        <p className="min-w-0 flex-1 font-semibold">{unit?.name}</p>
      </div>
      {targets.map((uuid) => {
        const target = known?.targets.find((each) => each.target_unit_uuid === uuid);
        return (
          <p key={uuid} className="flex flex-wrap justify-between gap-3">
            <span>{unitOf(state, uuid)?.name}</span>
            {target && known && (
              <span className="figure text-soft">
                {target.distance.toFixed(1)}″, {chargeNeeds(target.needed, known.charge_bonus)}:{' '}
                {chargeChance(target.needed, known.charge_bonus)}%
              </span>
            )}
          </p>
        );
      })}
      {result && <Result result={result} />}
      <RollBar
        label={label}
        due={2}
        command={command}
        able={able}
        onRoll={() => void roll()}
        onUse={roll}
        onOwn={setOwn}
      />
    </li>
  );
}

function Result({ result }: { result: ChargeResult }) {
  const open = useGameState((state) => isChargeRollOpen(state) && state.charge_results.at(-1) === result);
  const more = result.charge_roll - result.dice.reduce((sum, face) => sum + face, 0);
  return (
    <div className="flex flex-col gap-2" role="status">
      <p className="flex items-center gap-2">
        <span className="label text-soft">Roll</span>
        {result.dice.map((face, index) => (
          <Die key={index} face={face} success={result.charge_success} />
        ))}
        {more !== 0 && <span className="figure text-soft">{signed(more)}</span>}
        <span className="figure text-lg">{result.charge_roll}</span>
      </p>
      <ul className="flex flex-col gap-1">
        {result.targets.map((target) => (
          <li key={target.target_uuid} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              {target.target_name} <span className="figure text-soft">{target.target_distance.toFixed(1)}″</span>
            </span>
            <Badge
              tone={target.charge_success ? 'good' : open ? 'lamp' : 'bad'}
              icon={target.charge_success ? 'check' : open ? undefined : 'close'}>
              {target.charge_success ? 'Success!' : open ? 'Not far enough so far' : 'Failed'}
            </Badge>
          </li>
        ))}
      </ul>
      <details>
        <summary className="label min-h-9 cursor-pointer content-center text-soft coarse:min-h-11">
          Charge Details
        </summary>
        <p className="text-sm text-soft">{result.message}</p>
        <p className="figure text-sm">
          Roll {result.charge_roll}, needed {result.needed}
        </p>
      </details>
    </div>
  );
}

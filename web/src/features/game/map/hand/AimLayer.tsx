import { toMapPoint } from '@/shared/geometry';
import { toPoint, unitOf } from '../../board';
import { useGameState } from '../../client/context';
import { chargeChance, signed } from '../../panels/fights/charging';
import { useOdds } from '../../panels/fights/useOdds';
import type { Attack } from './useAttack';
import type { Charge } from './useCharge';

/** At each target what it would come to: damage and chance beside those aimed at, the dice of a charge beside those in reach. */
export function AimLayer({ attack, charge }: { attack: Attack | null; charge: Charge | null }) {
  if (attack) return <Shots attack={attack} />;
  if (charge) return <PlannedCharge charge={charge} />;
  return null;
}

function Shots({ attack }: { attack: Attack }) {
  const odds = useOdds(attack.aims);
  return odds.data?.targets.map((each) => (
    <Tag
      key={each.target_unit_uuid}
      unitId={each.target_unit_uuid}
      figure={`${each.damage.mean.toFixed(1)} of ${each.wounds}`}
      word={`${each.slain.mean.toFixed(1)} slain`}
      chosen
    />
  ));
}

function PlannedCharge({ charge: { unit, target } }: { charge: Charge }) {
  return unit.targets
    .filter((each) => each.in_range)
    .map((each) => (
      <Tag
        key={each.target_unit_uuid}
        unitId={each.target_unit_uuid}
        figure={unit.charge_bonus ? `${each.needed} (${signed(unit.charge_bonus)})` : `${each.needed}+`}
        word={`${chargeChance(each.needed, unit.charge_bonus)}%`}
        chosen={each === target}
      />
    ));
}

interface TagProps {
  unitId: string;
  figure: string;
  word: string;
  chosen: boolean;
}

function Tag({ unitId, figure, word, chosen }: TagProps) {
  const state = useGameState();
  const at = unitOf(state, unitId)?.location;
  if (!at) return null;
  const { x, y } = toMapPoint(toPoint(at));
  return (
    <g
      transform={`translate(${Math.min(560, Math.max(40, x))} ${Math.max(34, y)})`}
      pointerEvents="none"
      data-testid="aim-tag"
      data-chosen={chosen || undefined}
      className="aim-tag">
      <g className="token">
        <rect x="-38" y="-47" width="76" height="32" rx="3" />
        <text textAnchor="middle" y="-33" className="aim-figure">
          {figure}
        </text>
        <text textAnchor="middle" y="-20" className="aim-word">
          {word}
        </text>
      </g>
    </g>
  );
}

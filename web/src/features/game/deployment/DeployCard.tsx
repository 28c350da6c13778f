import { Fragment, useId } from 'react';
import type { UnitState } from '@/shared/api';
import { useGameState } from '../client/context';
import { unitOf } from '../board';
import { deployFacts } from './facts';

interface DeployCardProps {
  unitId: string;
  name: string;
  pressed: boolean;
  open: boolean;
  onChoose: () => void;
}

/** A unit that is still to be set up, with what helps to choose it and its place. */
export function DeployCard({ unitId, name, pressed, open, onChoose }: DeployCardProps) {
  const unit = unitOf(useGameState(), unitId);
  const id = useId();
  return (
    <button
      type="button"
      className="unit-card"
      aria-pressed={pressed}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-facts`}
      disabled={!open}
      onClick={onChoose}>
      <span id={`${id}-name`} className="font-semibold">
        {name}
        {unit?.marker && (
          <>
            {' '}
            <span className="figure text-soft" title="Its printed transponder">
              {unit.marker}
            </span>
          </>
        )}
      </span>
      <span id={`${id}-facts`} className="deploy-facts">
        {unit && <Facts unit={unit} />}
      </span>
    </button>
  );
}

function Facts({ unit }: { unit: UnitState }) {
  const { figures, kind, rules } = deployFacts(unit);
  return (
    <>
      <span className="figure">{figures}</span> {kind && <span>{kind}</span>}
      {rules.map((rule) => (
        <Fragment key={rule}>
          {' '}
          <span className="deploy-rule">{rule}</span>
        </Fragment>
      ))}
    </>
  );
}

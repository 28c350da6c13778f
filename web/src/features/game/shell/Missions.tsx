import { useEffect, useRef, useState } from 'react';
import type { ArmyState } from '@/shared/api';
import { IconButton } from '@/shared/ui';
import { useGameState } from '../client/context';
import { progress, secondarySum } from './MissionStrip';

type MissionScored = NonNullable<ArmyState['missions_scored']>[number];

/** The missions of both armies, behind a word: the primary with its text, and the secondaries in hand. */
export function Missions() {
  const { mission, armies } = useGameState((state) => state.game_model);
  const { root, onToggle, close } = useClosing();
  return (
    <details ref={root} className="missions" onToggle={onToggle}>
      <summary className="label">Missions</summary>
      <div className="missions-sheet">
        <IconButton icon="close" label="Close the missions" className="missions-close" onClick={close} />
        <p>
          <strong>{mission.name}</strong> {mission.description} {mission.scoring}
        </p>
        {armies.map((army) => (
          <dl key={army.uuid}>
            <dt className="label">
              {army.name || `Army ${army.player_number}`}: {army.primary} VP primary, {army.secondary} VP secondary
            </dt>
            {army.missions_in_hand?.map((each) => (
              <dd key={each.name}>
                <strong>{each.name}</strong> {each.text} <span className="figure text-soft">({progress(each)})</span>
              </dd>
            ))}
            {army.secondary > 0 && <dd className="text-soft">{secondarySum(army)}.</dd>}
            {army.missions_scored?.map((each) => (
              <Scored key={each.name} mission={each} />
            ))}
          </dl>
        ))}
      </div>
    </details>
  );
}

/** What a mission brought, each time with what for. */
const Scored = ({ mission: { name, gains = [] } }: { mission: MissionScored }) =>
  gains.map(({ round, points, what }, index) => (
    <dd key={index}>
      <span className="figure">+{points}</span> {name}: {what}, in round {round}
    </dd>
  ));

/** It lies over the table: Escape, a press outside of it and its own button close it. */
function useClosing() {
  const root = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => {
    const inside = root.current?.contains(document.activeElement);
    if (root.current) root.current.open = false;
    if (inside) root.current?.querySelector<HTMLElement>('summary')?.focus();
  };
  useEffect(() => {
    if (!open) return undefined;
    const stop = new AbortController();
    const elsewhere = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) close();
    };
    const escaped = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // What is selected or in hand on the map stays so.
      event.preventDefault();
      close();
    };
    document.addEventListener('pointerdown', elsewhere, { capture: true, signal: stop.signal });
    document.addEventListener('keydown', escaped, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, [open]);
  return { root, onToggle: () => setOpen(root.current?.open === true), close };
}

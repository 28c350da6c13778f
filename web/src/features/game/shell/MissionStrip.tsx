import type { ArmyState, GameState } from '@/shared/api';
import { useGameState } from '../client/context';

/** Whose missions this window's player has in view: his own; of both, those of the army that acts. */
function ownArmy({ sides, game_model: { armies }, current_army_uuid: current }: GameState): ArmyState {
  const own = armies.filter((army, side) => sides.includes(side) && army.controller === 'human');
  return own.find((army) => army.uuid === current) ?? own[0] ?? armies[0];
}

type Mission = NonNullable<ArmyState['missions_in_hand']>[number];

/** How far a mission has come as the table stands, what it would bring so, and what it has brought already. */
export function progress({ counted, needed, worth, scored }: Mission): string {
  const before = scored ? `, ${scored} VP so far` : '';
  return `${needed > 1 ? `${counted} of ${needed}, ` : ''}+${worth} VP now${before}`;
}

/** "Secondary missions 8 VP in all: Break Their Line 5, Hold the Ford 3" */
export function secondarySum({ secondary, missions_scored: scored = [] }: ArmyState): string {
  const each = scored.map(({ name, points }) => `${name} ${points}`).join(', ');
  return `Secondary missions ${secondary} VP in all${each && `: ${each}`}`;
}

/** The missions in hand with their texts and what they have scored, where a window has the room for it. */
export function MissionStrip() {
  const state = useGameState();
  const { mission, objectives } = state.game_model;
  const army = ownArmy(state);
  const held = objectives.filter((each) => each.held_by === army.uuid).length;
  return (
    <section className="mission-strip" aria-label="Missions in hand">
      <Cell name={mission.name} text={mission.scoring} hover={`${mission.description}\n${mission.scoring}`}>
        {`${army.primary} VP · ${held} of ${objectives.length} held`}
      </Cell>
      {army.missions_in_hand?.map((each) => (
        <Cell key={each.name} name={each.name} text={each.text} hover={`${each.text}\n${secondarySum(army)}`}>
          {progress(each)}
        </Cell>
      ))}
    </section>
  );
}

function Cell({ name, text, hover, children }: { name: string; text: string; hover: string; children: string }) {
  return (
    <div title={hover}>
      <p>
        <strong>{name}</strong> <span className="figure text-soft">{children}</span>
      </p>
      <p className="mission-text text-soft">{text}</p>
    </div>
  );
}

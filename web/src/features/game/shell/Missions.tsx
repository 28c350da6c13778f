import { useGameState } from '../client/context';
import { progress } from './MissionStrip';

/** The missions of both armies, behind a word: the primary with its text, and the secondaries in hand. */
export function Missions() {
  const { mission, armies } = useGameState((state) => state.game_model);
  return (
    <details className="missions">
      <summary className="label">Missions</summary>
      <div className="missions-sheet">
        <p>
          <strong>{mission.name}</strong> {mission.description}
        </p>
        {armies.map((army) => (
          <dl key={army.uuid}>
            <dt className="label">
              {army.name || `Army ${army.player_number}`}: {army.primary} primary, {army.secondary} secondary
            </dt>
            {army.missions_in_hand?.map((each) => (
              <dd key={each.name}>
                <strong>{each.name}</strong> {each.text} <span className="figure text-soft">({progress(each)})</span>
              </dd>
            ))}
          </dl>
        ))}
      </div>
    </details>
  );
}

import { answer, moveUnit, rollDice } from '@/shared/api';
import { Button } from '@/shared/ui';
import { useGameId, useGameState } from '../../client/context';
import { unitOf } from '../../board';
import { useOfferRoll } from '../../dice-tray';
import { useCommand } from '../../client/useCommand';
import { onFloor } from '../../map/floors';
import { useShortcuts } from '../../map/shortcuts';
import { AiStep } from '../parts';
import { GhostWords, PlaceRefused, useChosen, useDragged, usePlaceCommand } from '../Placing';
import { RollBar } from './RollBar';

const PLACES: Record<string, string> = {
  charge: 'The charge reaches: the unit moves into engagement.',
  pile_in: 'The unit piles in, up to 3 inches.',
  consolidate: 'The unit consolidates, up to 3 inches.',
};

/** Dice or a move that are due between two choices: a charge that was answered, a pile-in, a consolidation. */
export function DueCard() {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const { request } = state;
  const path = { game_id: gameId };
  const roll = async (faces?: number[], source: 'typed' | 'camera' = 'typed') =>
    Boolean(
      await command.run((number) =>
        rollDice({ path, body: { stage: 'all', number, ...(faces && { dice: { faces, source } }) } }),
      ),
    );
  const placing = request?.kinds[0] === 'place';
  useOfferRoll(
    request?.mine && !placing ? { count: 2, use: (faces) => roll(faces, 'camera'), refusal: command.error } : null,
  );
  if (!request) return null;
  const human = request.controller === 'human' && request.mine;
  return (
    <div className="unit-card-open">
      <p className="font-semibold">{unitOf(state, request.unit_uuid)?.name}</p>
      <p className="text-soft">
        {placing ? (PLACES[request.why] ?? 'The unit may move.') : `The dice of the ${request.stage} are due.`}
      </p>
      {placing && <AiStep />}
      {placing && human && <Closing />}
      {!placing && request.mine && (
        <RollBar label="Roll" due={2} command={command} onRoll={() => void roll()} onUse={roll} />
      )}
      {!request.mine && <p className="text-soft">Waiting for {request.army_name}.</p>}
    </div>
  );
}

/** A move to the enemy is made on the map, or by the shortest way. */
function Closing() {
  const gameId = useGameId();
  const { request } = useGameState();
  const command = usePlaceCommand();
  const chosen = useChosen();
  const id = request?.unit_uuid ?? undefined;
  useDragged(id, request?.limit ?? 0);
  const path = { game_id: gameId };
  const shortest = () => void command.run((number) => answer({ path, body: { answer: { choice: 'place' }, number } }));
  const go = () =>
    void command.run((number) =>
      moveUnit({
        path,
        body: {
          unit_uuid: id ?? '',
          movement_type: 'move',
          new_location: chosen?.location ?? null,
          places: chosen?.places ?? [],
          ...(chosen?.facings && { facings: chosen.facings }),
          ...onFloor(chosen?.floor ?? null),
          number,
        },
      }),
    );
  useShortcuts({ confirm: chosen && !command.locked ? go : undefined });
  return (
    <div className="placing">
      <GhostWords empty="Drag the unit on the map, or click its place" />
      <PlaceRefused />
      <div className="flex flex-wrap gap-2">
        {chosen && (
          <Button tone="primary" className="min-h-11" busy={command.busy} disabled={command.locked} onClick={go}>
            Put it down
          </Button>
        )}
        <Button
          tone={chosen ? undefined : 'primary'}
          className="min-h-11"
          busy={!chosen && command.busy}
          disabled={command.locked}
          onClick={shortest}>
          Take the shortest way
        </Button>
      </div>
    </div>
  );
}

import { useState } from 'react';
import { selectAbility, sentence, type AbilityState } from '@/shared/api';
import { Button, Dialog, Notice, Skeleton } from '@/shared/ui';
import { useGameId } from '../client/context';
import { Refusal } from '../panels/Act';
import { useCommand } from '../client/useCommand';
import { Aims, useTargets } from './aims';
import { JsonDialog } from './JsonDialog';

/** Takes one of an ability's choices, for somebody where it is aimed; what came of it is then shown as JSON. */
export function SelectModal({ ability, onClose }: { ability: AbilityState; onClose: () => void }) {
  const gameId = useGameId();
  const command = useCommand();
  const [chosen, setChosen] = useState('');
  const [shown, setShown] = useState<unknown>(null);
  const [aimed, setAimed] = useState('');
  const choices = ability.choosable_abilities;
  const needs = ability.meta.target !== 'none';
  const targets = useTargets(ability, needs);
  const take = async () => {
    const body = {
      parent_ability_id: ability.id,
      selected_ability_uuid: chosen,
      ...(needs && { target_uuids: [aimed] }),
    };
    const done = await command.run((number) => selectAbility({ path: { game_id: gameId }, body: { ...body, number } }));
    if (done) setShown(done.answer?.result ?? choices.find((each) => each.uuid === chosen));
  };
  if (shown) return <JsonDialog title={ability.name} value={shown} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={ability.name}
      description="Choose one of the following:">
      <div className="mt-4 flex flex-col gap-3">
        {choices.length === 0 && <p className="text-soft">This ability has nothing to choose from.</p>}
        <ul className="flex flex-col gap-2">
          {choices.map((each) => (
            <Choice key={each.uuid} choice={each} chosen={chosen === each.uuid} onChoose={() => setChosen(each.uuid)} />
          ))}
        </ul>
        {needs && targets.isPending && <Skeleton className="h-24" />}
        {needs && targets.error && (
          <Notice text={sentence(targets.error)} onRetry={() => void targets.refetch()} busy={targets.isFetching} />
        )}
        {needs && targets.data && (
          <Aims aims={targets.data} chosen={[aimed]} title="Select a Target:" onChoose={setAimed} />
        )}
        <Refusal of={command} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button className="min-h-11" onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone="primary"
            className="min-h-11"
            busy={command.busy}
            disabled={command.locked || !chosen || (needs && !aimed)}
            onClick={() => void take()}>
            Confirm Selection
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  choice: AbilityState['choosable_abilities'][number];
  chosen: boolean;
  onChoose: () => void;
}

function Choice({ choice, chosen, onChoose }: ChoiceProps) {
  return (
    <li className="flex items-center justify-between gap-3 border-b border-line pb-2 last:border-0">
      <span className="min-w-0">
        <span className="block font-semibold">{choice.name}</span>
        <span className="block text-sm text-soft">{choice.description}</span>
      </span>
      <Button
        className="min-h-11"
        aria-pressed={chosen}
        aria-label={`Select ${choice.name}`}
        tone={chosen ? 'primary' : 'plain'}
        onClick={onChoose}>
        {chosen ? '✓ Select' : 'Select'}
      </Button>
    </li>
  );
}

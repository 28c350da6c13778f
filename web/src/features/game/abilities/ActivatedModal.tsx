import { useState } from 'react';
import { activateAbility, sentence, type AbilityState } from '@/shared/api';
import { Button, Dialog, Notice, Skeleton, toast } from '@/shared/ui';
import { useGameId } from '../client/context';
import { Refusal } from '../panels/Act';
import { useCommand } from '../client/useCommand';
import { Aims, useTargets } from './aims';
import { isJoin, needsTargets } from './kinds';

/** 'Quick Step is used on Reed Stalkers, for 1 CP.' */
function usedWords({ name, meta: { cost } }: AbilityState, targets: readonly { name: string }[]): string {
  const on = targets.length ? ` on ${targets.map((each) => each.name).join(', ')}` : '';
  return `${name} is used${on}${cost ? `, for ${cost} CP` : ''}.`;
}

/** Uses an ability: choose its target, then confirm or cancel. */
export function ActivatedModal({ ability, onClose }: { ability: AbilityState; onClose: () => void }) {
  const gameId = useGameId();
  const command = useCommand();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const needs = needsTargets(ability);
  const join = isJoin(ability);
  const targets = useTargets(ability, needs);
  const choose = (uuid: string) =>
    setChosen((now) => (now.includes(uuid) ? now.filter((each) => each !== uuid) : join ? [uuid] : [...now, uuid]));
  const use = async () => {
    const body = { ability_id: ability.id, target_uuids: [...chosen] };
    const done = await command.run((number) =>
      activateAbility({ path: { game_id: gameId }, body: { ...body, number } }),
    );
    if (!done) return;
    toast(usedWords(ability, targets.data?.filter(({ uuid }) => chosen.includes(uuid)) ?? []));
    onClose();
  };
  const first = targets.data?.find((each) => each.uuid === chosen[0]);
  const activate = chosen.length ? `Activate (${chosen.length} targets)` : 'Activate';
  const confirm = join ? (first ? `Join to ${first.name}` : 'Select Target Unit') : activate;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={ability.name}
      description={ability.description || 'Use it now.'}>
      <div className="mt-4 flex flex-col gap-3">
        {ability.location.unit_name && <p>Used by {ability.location.unit_name}.</p>}
        {!needs && <p>Are you sure you want to activate this ability?</p>}
        {needs && targets.isPending && <Skeleton className="h-24" />}
        {needs && targets.error && (
          <Notice text={sentence(targets.error)} onRetry={() => void targets.refetch()} busy={targets.isFetching} />
        )}
        {targets.data && (
          <Aims
            aims={targets.data}
            chosen={chosen}
            title={join ? 'Select Target Unit to Join:' : 'Select Targets:'}
            onChoose={choose}
          />
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
            disabled={command.locked || (needs && chosen.length === 0)}
            onClick={() => void use()}>
            {confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

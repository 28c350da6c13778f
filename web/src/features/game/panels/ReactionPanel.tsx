import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Die } from '@/features/dice-table';
import {
  activateAbility,
  answer,
  answeredAs,
  listAbilities,
  listStratagems,
  listTargets,
  sentence,
  type AbilityState,
  type AbilityTarget,
} from '@/shared/api';
import { zAbilities, zAbilityTargets, zStratagems } from '@/shared/api/validators';
import { Badge, cx, Notice, Skeleton } from '@/shared/ui';
import { unitOf } from '../board';
import { useGame } from '../context';
import type { GameCall } from '../useGame';
import { reactionWords } from './fights/reactions';
import { groupsOf, resolvingNow } from './fights/attackRows';
import { AttackTable } from './fights/AttackTable';
import { Act } from './Act';
import { AiSaid } from './AiAction';
import { AiStep, ControllerBadge, PanelHead } from './parts';

/** Something happened that an army may answer: what, with what, at what price; or pass. */
export function ReactionPanel() {
  const { gameId, state } = useGame();
  const { request } = state;
  if (!request) return null;
  const attack = resolvingNow(state);
  const human = request.controller === 'human';
  const army = state.game_model.armies.find((each) => each.uuid === request.army_uuid);
  return (
    <>
      <PanelHead title="Answer">
        <ControllerBadge controller={request.controller} />
      </PanelHead>
      <AiSaid />
      <div>
        <p className="text-lg font-semibold">{reactionWords(request)}</p>
        <p className="text-soft">
          {request.army_name} may answer{army ? ` with ${army.cp} CP` : ''}.
          {request.units.length > 0 &&
            ` It is about ${request.units
              .map((unit) => unitOf(state, unit)?.name)
              .filter(Boolean)
              .join(', ')}.`}
        </p>
      </div>
      {!human && request.mine && <AiStep />}
      {human && !request.mine && (
        <p className="text-soft" role="status">
          Waiting for {request.army_name}.
        </p>
      )}
      {human && request.mine && (
        <>
          {/* Before the offers, which come later: it must not move under the finger that is about to press it. */}
          <Act
            tone="primary"
            className="min-h-11"
            call={(number) => answer({ path: { game_id: gameId }, body: { answer: { choice: 'pass' }, number } })}>
            Pass
          </Act>
          {request.kinds.includes('use') && <Offers cp={army?.cp ?? 0} />}
        </>
      )}
      {attack && <AttackTable groups={groupsOf(attack)} stage={attack.stage} />}
    </>
  );
}

/** What may be used now, as the server finds it. */
function Offers({ cp }: { cp: number }) {
  const { gameId, state } = useGame();
  const offers = useQuery({
    queryKey: ['game', gameId, 'reactions', state.number],
    queryFn: async () => {
      const path = { game_id: gameId };
      const [plain, paid] = await Promise.all([
        answeredAs(zAbilities, listAbilities({ path })),
        answeredAs(zStratagems, listStratagems({ path })),
      ]);
      return [...paid.stratagems, ...plain.abilities];
    },
  });
  if (offers.error)
    return <Notice text={sentence(offers.error)} onRetry={() => void offers.refetch()} busy={offers.isFetching} />;
  if (!offers.data) return <Skeleton className="h-28" />;
  const usable = offers.data.filter(
    (each) =>
      each.overall_active && each.meta.activated_ability && each.location.army_uuid === state.request?.army_uuid,
  );
  if (!usable.length) return <p className="text-soft">Nothing can be used on this.</p>;
  return (
    <ul className="flex flex-col gap-2">
      {usable.map((each) => (
        <li key={each.uuid}>
          <Offer ability={each} cp={cp} />
        </li>
      ))}
    </ul>
  );
}

function Offer({ ability, cp }: { ability: AbilityState; cp: number }) {
  const { gameId, state } = useGame();
  const [target, setTarget] = useState('');
  const [dieIndex, setDie] = useState<number | null>(null);
  const dice = state.request?.dice ?? [];
  const targets = useQuery({
    queryKey: ['game', gameId, 'reaction-targets', ability.uuid, state.number],
    queryFn: async () =>
      (await answeredAs(zAbilityTargets, listTargets({ path: { game_id: gameId, ability_id: ability.uuid } }))).targets,
  });
  const known = targets.data ?? [];
  const chosen = target || (known.length === 1 ? (known[0]?.uuid ?? '') : '');
  const die = dieIndex === null ? null : (dice[dieIndex] ?? null);
  const ready = targets.isSuccess && (known.length === 0 || Boolean(chosen)) && (dice.length === 0 || die !== null);
  const use: GameCall = (number) =>
    activateAbility({
      path: { game_id: gameId },
      body: {
        ability_id: ability.uuid,
        target_uuids: die ? [die.unit_uuid] : chosen ? [chosen] : [],
        number,
        ...(die && { die: { volley: die.volley, die: die.die } }),
      },
    });
  return (
    <div className="unit-card-open">
      <p className="flex flex-wrap items-center gap-2">
        <span className="flex-1 font-semibold">{ability.name}</span>
        {ability.location.unit_name && <span className="text-sm text-soft">{ability.location.unit_name}</span>}
        <Badge tone="lamp">{ability.meta.cost} CP</Badge>
      </p>
      <p className="text-soft">{ability.description}</p>
      {dice.length > 0 ? (
        <DicePicker picked={dieIndex} onPick={setDie} />
      ) : (
        <TargetPicker targets={known} chosen={chosen} name={ability.name} onChoose={setTarget} />
      )}
      <Act className="min-h-11" disabled={!ready || ability.meta.cost > cp} call={use}>
        Use {ability.name}
      </Act>
    </div>
  );
}

function TargetPicker({
  targets,
  chosen,
  name,
  onChoose,
}: {
  targets: readonly AbilityTarget[];
  chosen: string;
  name: string;
  onChoose: (uuid: string) => void;
}) {
  if (!targets.length) return null;
  return (
    <div role="group" aria-label={`${name}: unit`} className="flex flex-col gap-1">
      {targets.map((each) => (
        <button
          key={each.uuid}
          type="button"
          className="unit-card flex justify-between gap-2"
          aria-pressed={chosen === each.uuid}
          onClick={() => onChoose(each.uuid)}>
          <span>{each.name}</span>
          {each.distance !== null && <span className="figure text-soft">{each.distance.toFixed(1)}″</span>}
        </button>
      ))}
    </div>
  );
}

/** The dice of the roll that may be thrown again, each once. */
function DicePicker({ picked, onPick }: { picked: number | null; onPick: (index: number) => void }) {
  const { state } = useGame();
  return (
    <div role="group" aria-label="The die to throw again" className="flex flex-wrap gap-1">
      {state.request?.dice.map((die, index) => (
        <button
          key={`${die.volley}-${die.die}`}
          type="button"
          className={cx('die-key', picked === index && 'die-key-chosen')}
          aria-pressed={picked === index}
          aria-label={`${die.face}, ${die.weapon_name} at ${die.target_unit_name}`}
          onClick={() => onPick(index)}>
          <Die face={die.face} success={null} size={28} />
        </button>
      ))}
    </div>
  );
}

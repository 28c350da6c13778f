import { useQuery } from '@tanstack/react-query';
import { answeredAs, listTargets, type AbilityState, type AbilityTarget } from '@/shared/api';
import { zAbilityTargets } from '@/shared/api/validators';
import { cx } from '@/shared/ui';
import { useGameId } from '../client/context';

/** The units that an ability can be used on now; asked for where it is aimed at somebody. */
export function useTargets(ability: AbilityState, enabled: boolean) {
  const gameId = useGameId();
  return useQuery({
    queryKey: ['game', gameId, 'targets', ability.id],
    enabled,
    refetchOnMount: 'always',
    queryFn: async () => {
      const path = { game_id: gameId, ability_id: ability.id };
      const found = await answeredAs(zAbilityTargets, listTargets({ path })).catch((error: unknown) => {
        console.error('Ability targets not loaded', error);
        throw error;
      });
      return found.targets;
    },
  });
}

interface AimsProps {
  aims: readonly AbilityTarget[];
  chosen: readonly string[];
  title: string;
  onChoose: (uuid: string) => void;
}

/** The unit that an ability is used on, to be chosen. */
export function Aims({ aims, chosen, title, onChoose }: AimsProps) {
  if (!aims.length)
    return (
      <div role="status">
        <p className="font-semibold">No Valid Targets</p>
        <p className="text-soft">This ability requires targets, but no valid targets are currently available.</p>
      </div>
    );
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="label mb-2 text-soft">{title}</legend>
      {aims.map((aim) => (
        <button
          key={aim.uuid}
          type="button"
          aria-pressed={chosen.includes(aim.uuid)}
          className="unit-card"
          onClick={() => onChoose(aim.uuid)}>
          <span className="flex items-baseline justify-between gap-3">
            <span className={cx('font-semibold', chosen.includes(aim.uuid) && 'text-lamp')}>
              {chosen.includes(aim.uuid) && '✓ '}
              {aim.name}
            </span>
            {aim.distance !== null && <span className="figure">{aim.distance.toFixed(1)}″</span>}
          </span>
          <span className="block text-sm text-soft">
            {aim.target_type}
            {aim.keywords.length > 0 && ` · ${aim.keywords.join(', ')}`}
          </span>
          {aim.joinable_info && (
            <span className="block text-sm text-soft">
              Joinable via {aim.joinable_info.source_ability} ({aim.joinable_info.source_miniature_name})
            </span>
          )}
        </button>
      ))}
    </fieldset>
  );
}

import { useQuery } from '@tanstack/react-query';
import { answeredAs, getOdds, type TargetOdds } from '@/shared/api';
import { zAttackOdds } from '@/shared/api/validators';
import { useGameId, useGameState } from '../../client/context';
import type { Aim } from './targets';

export const percent = (chance: number): string =>
  chance > 0.995 && chance < 1 ? '>99%' : chance > 0 && chance < 0.005 ? '<1%' : `${Math.round(chance * 100)}%`;

/**
 * 'Reed Stalkers: 2.3 of 10 wounds, 1.1 of 5 slain, destroyed 4%'; nothing is said twice of a single miniature, nor of
 * miniatures of one wound each.
 */
export const oddsLine = ({ target_unit_name: name, damage, wounds, slain, models, destroyed }: TargetOdds): string =>
  `${name}: ${[
    ...(models > 1 && models === wounds
      ? []
      : [`${damage.mean.toFixed(1)} of ${wounds} wound${wounds === 1 ? '' : 's'}`]),
    ...(models > 1 ? [`${slain.mean.toFixed(1)} of ${models} slain`] : []),
    `destroyed ${percent(destroyed)}`,
  ].join(', ')}`;

/** What chosen attacks would do; asked once for all who show it. */
export function useOdds(aims: readonly Aim[]) {
  const gameId = useGameId();
  const number = useGameState((state) => state.number);
  return useQuery({
    queryKey: ['game', gameId, 'odds', number, aims],
    queryFn: () => answeredAs(zAttackOdds, getOdds({ path: { game_id: gameId }, body: { targets: [...aims] } })),
    enabled: aims.length > 0,
    placeholderData: (known) => known,
    retry: false,
  });
}

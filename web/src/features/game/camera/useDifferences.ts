import type { Spot } from '../board';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { photoIdOf, useCamera } from '@/features/table-camera';
import {
  acceptDifference,
  answered,
  getDifferences,
  HttpError,
  sentence,
  type Difference,
  type GameState,
} from '@/shared/api';
import { useGame } from '../context';
import { gameKey, takeIn } from '../useGame';

/** What the photo that was read last shows that the battle does not know. */
export function useDifferences() {
  const { gameId } = useGame();
  const imageId = useCamera((camera) => photoIdOf(camera.analysis?.imageUrl ?? ''));
  return useQuery({
    queryKey: ['game', gameId, 'differences', imageId],
    enabled: imageId !== '',
    retry: false,
    queryFn: async () =>
      (await answered(getDifferences({ path: { game_id: gameId }, query: { image_id: imageId } }))) ?? null,
  });
}

/** How a unit that the photo shows elsewhere got there. */
export type How = 'move' | 'advance' | 'fall_back';

export interface Acceptance {
  difference: Difference;
  how: How;
  /** Where its living stand, in their order, where somebody corrected what the photo shows. */
  places?: Spot[];
}

/** Takes over what the photo shows, unit by unit; keeps why the battle refused one. */
export function useAccept(imageId: string) {
  const { gameId } = useGame();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const one = async ({ difference, how, places }: Acceptance): Promise<string> => {
    const { number } = queries.getQueryData<GameState>(gameKey(gameId)) ?? {};
    try {
      const body = {
        image_id: imageId,
        unit_uuid: difference.unit_uuid,
        how,
        number,
        ...(places && { places: places.map(([x, y]): [number, number] => [x, y]) }),
      };
      await takeIn(queries, gameId, await answered(acceptDifference({ path: { game_id: gameId }, body })));
      return '';
    } catch (thrown) {
      return thrown instanceof HttpError
        ? [sentence(thrown), thrown.measure].filter(Boolean).join(' ')
        : sentence(thrown);
    }
  };
  /** Whether all of them were taken. */
  const accept = async (those: readonly Acceptance[]): Promise<boolean> => {
    setBusy(true);
    const told: Record<string, string> = {};
    for (const each of those) told[each.difference.unit_uuid] = await one(each);
    setRefused((before) => ({ ...before, ...told }));
    await queries.invalidateQueries({ queryKey: ['game', gameId] });
    setBusy(false);
    return Object.values(told).every((each) => !each);
  };
  return { accept, busy, refused };
}

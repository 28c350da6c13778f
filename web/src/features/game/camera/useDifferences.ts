import { useClient, useGameId } from '../client/context';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { photoIdOf, useCamera } from '@/features/table-camera';
import { acceptDifference, answered, getDifferences, type AcceptCall, type Difference } from '@/shared/api';

/** What the photo that was read last shows that the battle does not know. */
export function useDifferences() {
  const gameId = useGameId();
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

/**
 * What somebody corrected of what the photo shows: where a unit's living stand, how they face, in their order, and on
 * which floor, or which of the photo's miniatures they are.
 */
export type ByHand = Partial<Pick<AcceptCall, 'places' | 'facings' | 'floor' | 'models'>>;

export interface Acceptance {
  difference: Difference;
  how: How;
  /** What the player's own dice of the move show; without them the site rolls. */
  faces?: number[];
  byHand?: ByHand;
}

const MOVED_ON = 'The battle moved on.';

/** Takes over what the photo shows, unit by unit; keeps why the battle refused one. */
export function useAccept(imageId: string) {
  const gameId = useGameId();
  const client = useClient();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const one = async ({ difference, how, faces, byHand }: Acceptance): Promise<string> => {
    const body = {
      image_id: imageId,
      unit_uuid: difference.unit_uuid,
      how,
      ...(faces && { dice: { faces, source: 'typed' as const } }),
      ...byHand,
    };
    const { refused } = await client.send(
      (number) => acceptDifference({ path: { game_id: gameId }, body: { ...body, number } }),
      { quiet: true },
    );
    return refused ? [refused.error || MOVED_ON, refused.measure].filter(Boolean).join(' ') : '';
  };
  /** Whether all of them were taken. */
  const accept = async (those: readonly Acceptance[]): Promise<boolean> => {
    setBusy(true);
    const refusals: Record<string, string> = {};
    for (const each of those) refusals[each.difference.unit_uuid] = await one(each);
    setRefused((before) => ({ ...before, ...refusals }));
    await queries.invalidateQueries({ queryKey: ['game', gameId] });
    setBusy(false);
    return Object.values(refusals).every((each) => !each);
  };
  return { accept, busy, refused };
}

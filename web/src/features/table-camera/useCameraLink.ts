import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answered, getCamera } from '@/shared/api';
import { emitGameEvent } from '@/shared/socket';
import { CameraLink } from './link';

const cameraKey = (gameId: string) => ['camera', gameId] as const;

/** Keeps the camera of a game connected while the component lives. A game without one has no channel. */
export function useCameraLink(gameId: string, on: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!on || !gameId) return;
    const link = new CameraLink(gameId, {
      changed: () => emitGameEvent({ type: 'game-updated', gameId }),
      diceTaken: () => void queries.invalidateQueries({ queryKey: ['game', gameId, 'dice-image'] }),
      phoneCame: () => void queries.invalidateQueries({ queryKey: cameraKey(gameId) }),
    });
    link.open();
    return () => link.close();
  }, [gameId, on, queries]);
}

/** How far the camera of a game is set up. */
export function useCameraState(gameId: string, on = true) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: cameraKey(gameId),
    enabled: on && gameId !== '',
    queryFn: async () => (await answered(getCamera({ path: { game_id: gameId } }))) ?? null,
  });
  return { ...query, put: (state: unknown) => queries.setQueryData(cameraKey(gameId), state) };
}

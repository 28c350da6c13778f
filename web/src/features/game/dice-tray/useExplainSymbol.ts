import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, explainDiceSymbol, listDiceSymbolsOptions, sentence } from '@/shared/api';
import type { FoundDie } from './found';

/** Has the server remember which face a symbol on dice stands for, and says how that went. */
export function useExplainSymbol(gameId: string, imageId: string) {
  const queries = useQueryClient();
  const { mutate, data, error } = useMutation({
    mutationFn: ({ dice, face }: { dice: readonly FoundDie[]; face: number }) =>
      answered(
        explainDiceSymbol({
          path: { game_id: gameId },
          body: { image_id: imageId, dice: dice.map(({ number }) => number), face },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: listDiceSymbolsOptions().queryKey }),
  });
  return {
    explain: (dice: readonly FoundDie[], face: number) => mutate({ dice, face }),
    /** The face that was remembered last. */
    face: data?.face ?? null,
    error: error ? sentence(error, 'The symbol could not be remembered') : '',
  };
}

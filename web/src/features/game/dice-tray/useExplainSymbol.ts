import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, explainDiceSymbol, forgetDiceSymbol, listDiceSymbolsOptions, sentence } from '@/shared/api';
import type { FoundDie } from './found';

interface Answer {
  dice: readonly FoundDie[];
  face: number;
}

/** Has the server remember which face a symbol on dice stands for, or forget it again, and says how that went. */
export function useExplainSymbol(gameId: string, imageId: string) {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: listDiceSymbolsOptions().queryKey });
  const explaining = useMutation({
    mutationFn: ({ dice, face }: Answer) => {
      const body = { image_id: imageId, dice: dice.map(({ number }) => number), face };
      return answered(explainDiceSymbol({ path: { game_id: gameId }, body }));
    },
    onSuccess,
  });
  const forgetting = useMutation({
    mutationFn: (id: number) => answered(forgetDiceSymbol({ path: { symbol_id: id } })),
    onSuccess: () => {
      explaining.reset();
      return onSuccess();
    },
  });
  const { data } = explaining;
  const error = explaining.error ?? forgetting.error;
  return {
    explain: (dice: readonly FoundDie[], face: number) => explaining.mutate({ dice, face }),
    forget: () => data && forgetting.mutate(data.id),
    busy: forgetting.isPending,
    /** The face that was remembered last. */
    face: data?.face ?? null,
    error: error ? sentence(error, 'The symbol could not be remembered') : '',
  };
}

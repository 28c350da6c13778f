import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Die } from '@/features/dice-table';
import { answered, forgetDiceSymbol, listDiceSymbolsOptions, sentence, type DiceSymbolRow } from '@/shared/api';
import { Card, IconButton, Notice, toast } from '@/shared/ui';

/** The symbols on one's dice, with the faces that they stand for; nothing before the first was explained. */
export function DiceSymbolsCard() {
  const symbols = useQuery({ ...listDiceSymbolsOptions(), select: (list) => list.symbols });
  if (symbols.isError)
    return (
      <Card title="Symbols on your dice">
        <Notice text={sentence(symbols.error)} onRetry={() => void symbols.refetch()} />
      </Card>
    );
  if (!symbols.data?.length) return null;
  return (
    <Card title="Symbols on your dice">
      <p className="text-soft">
        Photos of your dice are read by these. Forget one, and dice that show it are asked about again.
      </p>
      <ul aria-label="Symbols" className="mt-3 grid gap-2 sm:grid-cols-2 lg:grid-cols-1">
        {symbols.data.map((symbol) => (
          <Symbol key={symbol.id} symbol={symbol} />
        ))}
      </ul>
    </Card>
  );
}

function Symbol({ symbol: { id, face, picture } }: { symbol: DiceSymbolRow }) {
  const queries = useQueryClient();
  const forget = useMutation({
    mutationFn: () => answered(forgetDiceSymbol({ path: { symbol_id: id } })),
    onSuccess: () => {
      toast('Forgotten.');
      queries.setQueryData(
        listDiceSymbolsOptions().queryKey,
        (known) => known && { symbols: known.symbols.filter((each) => each.id !== id) },
      );
    },
    onError: (error) => toast(sentence(error)),
  });
  return (
    <li className="flex items-center gap-3 rounded border border-line p-2">
      <img src={picture} alt="" className="size-12 rounded-sm" />
      <span className="flex flex-1 items-center gap-2">
        counts as <Die face={face} success={null} size={24} />
      </span>
      <IconButton
        icon="trash"
        label={`Forget the symbol that counts as ${String(face)}`}
        disabled={forget.isPending}
        onClick={() => forget.mutate()}
      />
    </li>
  );
}

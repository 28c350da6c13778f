import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, deleteSheet, listShelfOptions, sentence, type SheetRow } from '@/shared/api';
import { Field, IconButton, Input, Notice, Skeleton, toast } from '@/shared/ui';

const MOST = 60;
const KINDS: Record<SheetRow['kind'], string> = {
  unit: 'Unit',
  enhancement: 'Enhancement',
  detachment: 'Detachment',
  army: 'Army rules',
};

/** The user's shelf: data sheets that their uploads taught, which lists of names are filled in from. */
export function ShelfList() {
  const shelf = useQuery({ ...listShelfOptions(), select: ({ sheets }) => sheets });
  const [wanted, setWanted] = useState('');
  const fits = (sheet: SheetRow) =>
    `${sheet.name} ${sheet.faction} ${sheet.origin}`.toLowerCase().includes(wanted.trim().toLowerCase());
  const found = (shelf.data ?? []).filter(fits);
  return (
    <section aria-labelledby="shelf" className="flex flex-col gap-3 border-t border-line pt-6">
      <div>
        <h2 id="shelf" className="label text-lg">
          Your shelf
        </h2>
        <p className="text-soft">
          Every roster that you upload teaches its units, weapons and enhancements. Lists of names, such as the text of
          an app, are filled in from here. Nobody else sees it.
        </p>
      </div>
      {shelf.isPending && <Skeleton className="h-24" />}
      {shelf.isError && <Notice text={sentence(shelf.error)} onRetry={() => void shelf.refetch()} />}
      {shelf.data?.length === 0 && (
        <p className="text-soft">
          It is empty. Upload a roster with profiles (.ros, .rosz, New Recruit's JSON) or a data file (.cat).
        </p>
      )}
      {shelf.data && shelf.data.length > 0 && (
        <>
          <Field label="Search the shelf" hideLabel>
            <Input
              type="search"
              placeholder={`Search ${shelf.data.length} sheets`}
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          </Field>
          <ul aria-label="Data sheets" className="grid grid-cols-1 gap-x-6 md:grid-cols-2">
            {found.slice(0, MOST).map((sheet) => (
              <Sheet key={sheet.id} sheet={sheet} />
            ))}
          </ul>
          <p role="status" className="text-sm text-faint">
            {found.length > MOST
              ? `${MOST} of ${found.length} sheets are shown: search for more.`
              : `${found.length} sheets`}
          </p>
        </>
      )}
    </section>
  );
}

function Sheet({ sheet }: { sheet: SheetRow }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => answered(deleteSheet({ path: { sheet_id: sheet.id } })),
    onSuccess: () => {
      toast('Taken off the shelf.');
      queries.setQueryData(
        listShelfOptions().queryKey,
        (known) => known && { ...known, sheets: known.sheets.filter(({ id }) => id !== sheet.id) },
      );
    },
    onError: (error) => toast(sentence(error)),
  });
  const facts = [
    sheet.kind === 'unit' ? (sheet.weapons === 1 ? '1 weapon' : `${sheet.weapons} weapons`) : KINDS[sheet.kind],
    sheet.faction,
    sheet.source === 'typed' ? 'typed in' : `from ${sheet.origin}`,
  ];
  return (
    <li className="flex items-center gap-2 border-b border-line py-1">
      <span className="min-w-0 flex-1">
        <span className="block break-words">{sheet.name}</span>
        <span className="block text-sm break-words text-faint">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <IconButton
        icon="trash"
        label={`Take ${sheet.name} off the shelf`}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      />
    </li>
  );
}

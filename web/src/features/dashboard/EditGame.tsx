import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useChangeGame } from '@/features/after-battle';
import { sentence, type ListedGame } from '@/shared/api';
import { Button, Dialog, Field, Input, Notice, Textarea } from '@/shared/ui';

/** Changes a game's name and description. */
export function EditGame({ game }: { game: Pick<ListedGame, 'game_id' | 'game_name' | 'description'> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="edit" onClick={() => setOpen(true)}>
        Edit
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Edit game" description="How it stands in your list.">
        <EditForm game={game} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function EditForm({
  game,
  onClose,
}: {
  game: Pick<ListedGame, 'game_id' | 'game_name' | 'description'>;
  onClose: () => void;
}) {
  const change = useChangeGame(game.game_id);
  const { register, handleSubmit } = useForm({
    defaultValues: { game_name: game.game_name, description: game.description },
  });
  return (
    <form
      className="mt-5 flex flex-col gap-4"
      onSubmit={(event) => void handleSubmit((typed) => change.mutate(typed, { onSuccess: onClose }))(event)}>
      <Field label="Game Name">
        <Input autoFocus autoComplete="off" {...register('game_name')} />
      </Field>
      <Field label="Description">
        <Textarea rows={3} {...register('description')} />
      </Field>
      {change.isError && <Notice text={sentence(change.error)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={change.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

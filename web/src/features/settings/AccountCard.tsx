import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { answered, sentence, updateProfile } from '@/shared/api';
import { renameUser, type User } from '@/shared/session';
import { Button, Card, Field, Input, Notice, toast } from '@/shared/ui';

/** Who one is here; the display name can be changed. */
export function AccountCard({ user }: { user: User }) {
  const { register, handleSubmit, reset } = useForm({ values: { display_name: user.displayName } });
  const save = useMutation({
    mutationFn: (body: { display_name: string }) => answered(updateProfile({ body })),
    onSuccess: (saved, typed) => {
      const name = saved?.display_name ?? typed.display_name;
      renameUser(name);
      reset({ display_name: name });
      toast('Display name updated!');
    },
  });
  return (
    <Card title="Account">
      <dl className="grid grid-cols-[6rem_1fr] gap-y-2">
        <dt className="label pt-0.5 text-faint">User ID</dt>
        <dd className="figure text-base">{user.id}</dd>
        <dt className="label pt-0.5 text-faint">Email</dt>
        <dd className="min-w-0 break-words">{user.email}</dd>
      </dl>
      <form
        className="mt-5 flex flex-col gap-4 border-t border-line pt-5"
        onSubmit={(event) => void handleSubmit((typed) => save.mutate(typed))(event)}>
        <Field label="Display name" hint="What other players see.">
          <Input autoComplete="nickname" {...register('display_name')} />
        </Field>
        {save.isError && <Notice text={sentence(save.error)} />}
        <div>
          <Button type="submit" tone="primary" busy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}

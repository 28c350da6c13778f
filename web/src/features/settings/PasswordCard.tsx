import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { answered, changePassword, sentence } from '@/shared/api';
import { Button, Card, Field, Notice, PasswordInput, toast } from '@/shared/ui';

interface Typed {
  old_password: string;
  new_password: string;
}
const EMPTY: Typed = { old_password: '', new_password: '' };

/** A new password; all other logins end. */
export function PasswordCard() {
  const { register, handleSubmit, reset } = useForm<Typed>({ defaultValues: EMPTY });
  const save = useMutation({
    mutationFn: (body: Typed) => answered(changePassword({ body })),
    onSuccess: () => {
      reset(EMPTY);
      toast('Password changed. All other logins have ended.');
    },
  });
  return (
    <Card title="Password">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => void handleSubmit((typed) => save.mutate(typed))(event)}>
        <Field label="Old password">
          <PasswordInput autoComplete="current-password" {...register('old_password')} />
        </Field>
        <Field label="New password" hint="At least 8 characters. Everywhere else you will be logged out.">
          <PasswordInput autoComplete="new-password" {...register('new_password')} />
        </Field>
        {save.isError && <Notice text={sentence(save.error)} />}
        <div>
          <Button type="submit" busy={save.isPending}>
            Change the password
          </Button>
        </div>
      </form>
    </Card>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { EntryFrame, TextLink } from '@/features/entry';
import { answered, resetPassword, sentence } from '@/shared/api';
import { Button, Field, LinkButton, Notice, PasswordInput, toast } from '@/shared/ui';

/** Chooses a new password with a link from an email. */
export function ResetPage() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const { register, handleSubmit } = useForm({ defaultValues: { password: '' } });
  const send = useMutation({
    mutationFn: ({ password }: { password: string }) => answered(resetPassword({ body: { token, password } })),
    onSuccess: () => {
      toast('Your new password is set. Please log in with it.');
      void navigate('/login', { replace: true });
    },
  });
  return (
    <EntryFrame
      title="Choose a new password"
      text="Everywhere else you will be logged out."
      foot={<TextLink to="/login">Back to the login</TextLink>}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => void handleSubmit((typed) => send.mutate(typed))(event)}>
        <Field label="New password" hint="At least 8 characters.">
          <PasswordInput autoComplete="new-password" {...register('password')} />
        </Field>
        {send.isError && (
          <Notice text={sentence(send.error)}>
            <LinkButton to="/forgot">Ask for a new link</LinkButton>
          </Notice>
        )}
        <Button type="submit" tone="primary" size="large" busy={send.isPending}>
          Set the password
        </Button>
      </form>
    </EntryFrame>
  );
}

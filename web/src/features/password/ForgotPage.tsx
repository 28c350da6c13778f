import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { EntryFrame, TextLink } from '@/features/entry';
import { answered, forgotPassword, sentence } from '@/shared/api';
import { Button, Field, Input, Notice } from '@/shared/ui';

/** Asks for the link with which a new password is chosen. */
export function ForgotPage() {
  const { register, handleSubmit } = useForm({ defaultValues: { email: '' } });
  const send = useMutation({ mutationFn: (body: { email: string }) => answered(forgotPassword({ body })) });
  return (
    <EntryFrame
      title="Forgot your password?"
      text="We send a link with which you can choose a new one."
      foot={<TextLink to="/login">Back to the login</TextLink>}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => void handleSubmit((typed) => send.mutate(typed))(event)}>
        <Field label="Email">
          <Input type="email" autoComplete="username" {...register('email')} />
        </Field>
        {send.isError && <Notice text={sentence(send.error)} />}
        {send.data && <Notice tone={send.data.sent_by === 'email' ? 'good' : 'info'} text={send.data.detail} />}
        <Button type="submit" tone="primary" size="large" busy={send.isPending}>
          Send the link
        </Button>
      </form>
    </EntryFrame>
  );
}

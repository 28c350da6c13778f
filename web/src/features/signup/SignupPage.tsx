import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { EntryFrame, ProviderButton, TextLink } from '@/features/entry';
import { answered, HttpError, register as signUp, sentence } from '@/shared/api';
import { elsewhere, keepFresh } from '@/shared/session';
import { Button, Checkbox, Field, Input, Notice, PasswordInput, toast } from '@/shared/ui';

interface Typed {
  email: string;
  password: string;
  display_name: string;
}

const FAILED = 'Something went wrong during registration.';
const reason = (error: unknown): string =>
  error instanceof HttpError ? error.detail || FAILED : sentence(error, FAILED);

/** Makes an account, then leads through the login, which needs nothing typed again. */
export function SignupPage() {
  const [search] = useSearchParams();
  const { search: query } = useLocation();
  return (
    <EntryFrame
      title="Sign Up"
      text="Bring your army, fight a battle against a friend or the computer, and keep every die of it."
      foot={
        <p>
          Already have an account? <TextLink to={`/login${query}`}>Log in</TextLink>
        </p>
      }>
      <SignupForm />
      <ProviderButton next={elsewhere(search)} />
    </EntryFrame>
  );
}

function SignupForm() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [accepted, setAccepted] = useState(false);
  const { register, handleSubmit } = useForm<Typed>({ defaultValues: { email: '', password: '', display_name: '' } });
  const send = useMutation({
    mutationFn: (typed: Typed) => answered(signUp({ body: typed })),
    onSuccess: (_, typed) => {
      toast('Your account is ready.');
      keepFresh(typed);
      void navigate(`/login${search}`, { state: { email: typed.email } });
    },
  });
  return (
    <form className="flex flex-col gap-5" onSubmit={(event) => void handleSubmit((typed) => send.mutate(typed))(event)}>
      <Field label="Email">
        <Input type="email" autoComplete="email" {...register('email')} />
      </Field>
      <Field label="Password" hint="At least 8 characters.">
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field label="Display name" hint="What other players see.">
        <Input autoComplete="nickname" {...register('display_name')} />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label="I accept the terms" checked={accepted} onChange={setAccepted} />
        <span className="text-sm text-soft">
          <TextLink to="/terms" target="_blank">
            Read the terms
          </TextLink>
        </span>
      </div>
      {send.isError && <Notice text={`Error: ${reason(send.error)}`} />}
      <Button type="submit" tone="primary" size="large" busy={send.isPending} disabled={!accepted}>
        Signup
      </Button>
    </form>
  );
}

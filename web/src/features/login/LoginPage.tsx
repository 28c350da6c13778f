import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { EntryFrame, ProviderButton, TextLink } from '@/features/entry';
import { answered, HttpError, login, sentence } from '@/shared/api';
import { fields, text } from '@/shared/battle-log';
import { afterLogin, elsewhere, signIn, takeFresh } from '@/shared/session';
import { Button, Checkbox, Field, Input, Notice, PasswordInput } from '@/shared/ui';
import { useWait } from './useWait';

interface Typed {
  email: string;
  password: string;
}

/** Logs in, then goes on to where the login was asked for. */
export function LoginPage() {
  const [search] = useSearchParams();
  const { search: query } = useLocation();
  return (
    <EntryFrame
      title="Log in"
      text="Your games, rosters and battle reports are behind this door."
      foot={
        <p>
          No account yet? <TextLink to={`/signup${query}`}>Sign Up</TextLink>
        </p>
      }>
      {search.has('next') && <Notice tone="info" text="Please log in to go on where you were." />}
      <LoginForm />
      <ProviderButton next={elsewhere(search)} />
    </EntryFrame>
  );
}

function LoginForm() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const wait = useWait();
  const [remember, setRemember] = useState(true);
  const { register, handleSubmit } = useForm<Typed>({
    defaultValues: { email: text(fields(location.state).email), password: '' },
  });
  const send = useMutation({
    mutationFn: (typed: Typed) => answered(login({ body: { ...typed, remember } })),
    onSuccess: (answer) => {
      const to = afterLogin(search);
      signIn(answer?.access_token ?? '', remember);
      void navigate(to, { replace: true });
    },
    onError: (error) => {
      console.error('Login failed', error);
      if (error instanceof HttpError && error.retryAfter) wait.start(error.retryAfter);
    },
  });
  const { mutate } = send;
  useEffect(() => {
    const fresh = takeFresh();
    if (fresh) mutate({ email: fresh.email, password: fresh.password });
  }, [mutate]);
  return (
    <form className="flex flex-col gap-5" onSubmit={(event) => void handleSubmit((typed) => send.mutate(typed))(event)}>
      <Field label="Email">
        <Input type="email" autoComplete="username" {...register('email')} />
      </Field>
      <Field label="Password" aside={<TextLink to="/forgot">Forgot Password?</TextLink>}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      <Checkbox label="Remember me" checked={remember} onChange={setRemember} />
      {send.isError && (
        <Notice text={sentence(send.error)}>
          {wait.left > 0 && (
            <span className="figure text-lg text-soft" aria-hidden="true">
              {wait.left} s
            </span>
          )}
        </Notice>
      )}
      <Button type="submit" tone="primary" size="large" busy={send.isPending} disabled={wait.left > 0}>
        Log in
      </Button>
    </form>
  );
}

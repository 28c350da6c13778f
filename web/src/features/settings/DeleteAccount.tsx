import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { answered, deleteAccount, sentence } from '@/shared/api';
import { forgetLogin } from '@/shared/session';
import { Button, Dialog, Field, Input, Notice, PasswordInput, toast } from '@/shared/ui';

interface DeleteAccountProps {
  email: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}
interface Typed {
  password: string;
  email: string;
}

/** Asks for the password (or the address, where a login comes from the provider) before everything is removed. */
export function DeleteAccount({ email, open, onOpenChange }: DeleteAccountProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete your account?"
      description="Your games, rosters, logs and achievements are removed. This cannot be undone.">
      <Farewell email={email} onCancel={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Farewell({ email, onCancel }: { email: string; onCancel: () => void }) {
  const navigate = useNavigate();
  const [byEmail, setByEmail] = useState(false);
  const { register, handleSubmit } = useForm<Typed>({ defaultValues: { password: '', email: '' } });
  const send = useMutation({
    mutationFn: (typed: Typed) =>
      answered(deleteAccount({ body: byEmail ? { email: typed.email } : { password: typed.password } })),
    onSuccess: () => {
      forgetLogin();
      toast('Your account is deleted.');
      void navigate('/');
    },
  });
  return (
    <form
      className="mt-5 flex flex-col gap-4"
      onSubmit={(event) => void handleSubmit((typed) => send.mutate(typed))(event)}>
      {byEmail ? (
        <Field label="Your email" hint={`To confirm, type ${email}`}>
          <Input autoFocus type="email" autoComplete="off" {...register('email')} />
        </Field>
      ) : (
        <Field label="Your password">
          <PasswordInput autoFocus autoComplete="current-password" {...register('password')} />
        </Field>
      )}
      <button
        type="button"
        className="min-h-9 self-start rounded-sm text-sm text-soft underline decoration-line-strong underline-offset-4 hover:text-ink coarse:min-h-11"
        onClick={() => setByEmail(!byEmail)}>
        {byEmail ? 'Confirm with my password' : 'I log in with Google and have no password'}
      </button>
      {send.isError && <Notice text={sentence(send.error)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" tone="danger" busy={send.isPending}>
          Delete everything
        </Button>
      </div>
    </form>
  );
}

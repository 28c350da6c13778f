import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { EntryFrame } from '@/features/entry';
import { sentence } from '@/shared/api';
import { Button, Field, Input, Notice } from '@/shared/ui';
import { join } from './pairing';

interface JoinFormProps {
  /** Where a game's camera page is. */
  cameraOf: (gameId: string) => string;
  /** What stands in the field to begin with. */
  code?: string;
  /** Why a code is asked for, where the phone had one or was paired. */
  problem: string;
}

const LETTERS = 8;
const INCOMPLETE = `A pairing code has ${LETTERS} letters and digits.`;

const bare = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** Pairs the phone by a code that is typed. */
export function JoinForm({ cameraOf, code = '', problem }: JoinFormProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(code);
  const [incomplete, setIncomplete] = useState(false);
  const pairing = useMutation({
    mutationFn: join,
    onSuccess: ({ gameId }) => void navigate(cameraOf(gameId), { replace: true }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const whole = bare(typed).length === LETTERS;
    setIncomplete(!whole);
    if (whole) pairing.mutate(bare(typed));
  };
  return (
    <EntryFrame
      title="Make this phone the camera"
      text="Open the game on the other screen, have it show its pairing code, and scan the picture with this phone. Or type the code here.">
      {pairing.isIdle && problem && <Notice text={problem} />}
      {pairing.isError && <Notice text={sentence(pairing.error)} />}
      <form className="flex flex-col gap-5" noValidate onSubmit={submit}>
        <Field label="Pairing code" hint="It is good for ten minutes, and once." error={incomplete ? INCOMPLETE : null}>
          <Input
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            maxLength={32}
            className="figure text-lg tracking-[0.2em] uppercase"
          />
        </Field>
        <Button type="submit" tone="primary" size="large" icon="camera" busy={pairing.isPending}>
          Pair this phone
        </Button>
      </form>
    </EntryFrame>
  );
}

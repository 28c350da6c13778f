import { useRef, useState, type FormEvent } from 'react';
import { answered, HttpError, subscribe } from '@/shared/api';
import { isOffered } from '@/shared/offers';
import { Button, Field, Input, Notice } from '@/shared/ui';

type Outcome = { done: string } | { wrong: string } | null;

const LETTERS =
  'A letter when there is something to tell: what was built, what was measured, what went wrong. Nothing else, and never to anybody else.';
const NO_LETTERS =
  'This server cannot send letters yet. Your address is kept for the day it can, and goes to nobody else.';
const NO_ADDRESS = 'Please write your email address first.';
const BAD_ADDRESS = 'That is not an email address. It looks like name@example.org.';
const NOT_SENT = 'The address was not sent. Please try again.';

/** The sentence for an address that cannot be one; null for one that can. */
const problemOf = (input: HTMLInputElement): string | null =>
  input.value.trim() === '' ? NO_ADDRESS : input.validity.valid ? null : BAD_ADDRESS;

async function send(email: string): Promise<Outcome> {
  try {
    const answer = await answered(subscribe({ body: { email } }));
    return { done: answer?.detail ?? 'Thank you.' };
  } catch (error) {
    return { wrong: error instanceof HttpError && error.detail ? error.detail : NOT_SENT };
  }
}

/** An address for news. What comes of it is said in place, and what was typed stays until it is taken. */
export function Newsletter() {
  const input = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!input.current) return;
    const wrong = problemOf(input.current);
    if (wrong) {
      setOutcome({ wrong });
      input.current.focus();
      return;
    }
    setBusy(true);
    setOutcome(await send(input.current.value.trim()));
    setBusy(false);
  };
  return (
    <section className="band newsletter" aria-labelledby="newsletter-title">
      <div className="band-inner newsletter-inner">
        <div>
          <h2 id="newsletter-title" className="headline">
            Word from the front
          </h2>
          <p className="mt-2 max-w-md text-soft">{isOffered('mail') ? LETTERS : NO_LETTERS}</p>
        </div>
        {outcome && 'done' in outcome ? (
          <Notice tone="good" text={outcome.done} />
        ) : (
          <form
            noValidate
            className="flex flex-col gap-3 sm:flex-row sm:items-start"
            onSubmit={(event) => void submit(event)}>
            <Field label="Email address" hideLabel error={outcome?.wrong} className="flex-1">
              <Input
                ref={input}
                type="email"
                name="email"
                autoComplete="email"
                placeholder="name@example.org"
                onChange={() => outcome && setOutcome(null)}
              />
            </Field>
            <Button type="submit" tone="primary" busy={busy} className="min-h-11 px-6">
              Subscribe Now
            </Button>
          </form>
        )}
      </div>
    </section>
  );
}

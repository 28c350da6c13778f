import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { afterLogin, begunHere, signIn } from '@/shared/session';

const AFTER_SUCCESS_MS = 1500;
const AFTER_FAILURE_MS = 3000;

export interface Outcome {
  good: boolean;
  text: string;
  to: string;
}

const failed = (text: string): Outcome => ({ good: false, text, to: '/login' });

/** What the identity provider's answer comes to. A message means a failure, whatever else is there. */
function conclude(search: URLSearchParams, to: string): Outcome {
  const message = search.get('message');
  const token = search.get('token');
  if (message) return failed(`Authentication failed: ${message}`);
  if (!token) return failed('No authentication token received');
  if (!begunHere(search))
    return failed('Authentication failed: This login was not begun in this window. Please log in again.');
  try {
    signIn(token);
    return { good: true, text: 'Authentication successful! Redirecting...', to };
  } catch (error) {
    console.error('The token was not kept', error);
    return failed('Authentication failed. Please try again.');
  }
}

/** Keeps the token, takes it out of the address at once, and goes on after a moment. */
export function useOutcome(): Outcome | null {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // As the address was at first: the token leaves it, and the remembered page is forgotten by the login.
  const [given] = useState(() => ({ search, to: afterLogin(search) }));
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    void Promise.resolve(conclude(given.search, given.to)).then(setOutcome);
    void navigate(pathname, { replace: true });
  }, [given, navigate, pathname]);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(
      () => void navigate(outcome.to, { replace: true }),
      outcome.good ? AFTER_SUCCESS_MS : AFTER_FAILURE_MS,
    );
    return () => clearTimeout(timer);
  }, [navigate, outcome]);
  return outcome;
}

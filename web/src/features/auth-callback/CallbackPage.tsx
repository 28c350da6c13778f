import { EntryFrame } from '@/features/entry';
import { LinkButton, Notice, Skeleton } from '@/shared/ui';
import { useOutcome } from './useOutcome';

/** Where the identity provider sends the browser back to: says how the login went, and goes on. */
export function CallbackPage() {
  const outcome = useOutcome();
  return (
    <EntryFrame title="Logging in">
      {outcome ? <Notice tone={outcome.good ? 'good' : 'error'} text={outcome.text} /> : <Skeleton className="h-12" />}
      {outcome && (
        <LinkButton to={outcome.to} replace size="large">
          {outcome.good ? 'Go on' : 'Back to the login'}
        </LinkButton>
      )}
    </EntryFrame>
  );
}

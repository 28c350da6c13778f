import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { EntryFrame, TextLink } from '@/features/entry';
import {
  acceptInvitation,
  answered,
  getInvitationOptions,
  getRollsBeforeOptions,
  HttpError,
  sentence,
} from '@/shared/api';
import { accessToken, loginFor } from '@/shared/session';
import { Badge, Button, LinkButton, Notice, Skeleton } from '@/shared/ui';

const ARMIES = ['blue', 'red'] as const;
const day = (date: string): string =>
  new Date(date).toLocaleDateString(undefined, { day: 'numeric', month: 'long', year: 'numeric' });

/** The link that an opponent was sent: who asks, to which game, and the seat to take. */
export function InvitationPage() {
  const { token = '' } = useParams();
  const asked = useQuery(getInvitationOptions({ path: { token } }));
  const mine = useOwnSeat(token, asked.error);
  const invitation = asked.data;
  const army = ARMIES[invitation?.side ?? 1] ?? 'red';
  const opposing = invitation?.armies?.[1 - invitation.side];
  if (mine.data) return <Navigate to={`/game/${mine.data.game_id}`} replace />;
  return (
    <EntryFrame
      title={invitation ? `${invitation.from} challenges you` : 'An invitation'}
      foot={<TextLink to="/shared/demo/logs">Watch a battle first</TextLink>}>
      {asked.isPending && <Skeleton className="h-32" />}
      {asked.isError && !mine.isPending && (
        <Refused token={token} error={asked.error} busy={asked.isFetching} onRetry={() => void asked.refetch()} />
      )}
      {invitation && (
        <>
          <dl className="grid grid-cols-[6rem_1fr] gap-y-2 border-y border-line py-4">
            <dt className="label pt-0.5 text-faint">Game</dt>
            <dd className="font-semibold break-words">{invitation.game_name}</dd>
            <dt className="label pt-0.5 text-faint">Your army</dt>
            <dd className={army === 'blue' ? 'text-blue-army' : 'text-red-army'}>the {army} army</dd>
            {opposing && (
              <>
                <dt className="label pt-0.5 text-faint">Against</dt>
                <dd className="break-words">{opposing}</dd>
              </>
            )}
            <dt className="label pt-0.5 text-faint">Good until</dt>
            <dd>{day(invitation.expires_at)}</dd>
          </dl>
          {invitation.begun && <Begun token={token} rolls={invitation.rolls ?? 0} back={invitation.taken_back ?? 0} />}
          <Answer token={token} />
        </>
      )}
    </EntryFrame>
  );
}

/** What happened before somebody is asked to sit down: every die, also those of choices that were taken back. */
function Begun({ token, rolls, back }: { token: string; rolls: number; back: number }) {
  const [open, setOpen] = useState(false);
  const asked = useQuery({
    ...getRollsBeforeOptions({ path: { token } }),
    enabled: open,
    select: ({ rolls }) => rolls,
  });
  return (
    <div className="flex flex-col gap-3">
      <p>
        <strong>This battle has begun.</strong> {amount(rolls, 'roll')} of dice, {amount(back, 'choice')} taken back.
        All of it stays in the log. If it should be a fresh game, ask for one.
      </p>
      <Button className="min-h-11 self-start" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide the dice' : 'See every die that fell'}
      </Button>
      {open && asked.isPending && <Skeleton className="h-24" />}
      {asked.isError && (
        <Notice text={sentence(asked.error)} onRetry={() => void asked.refetch()} busy={asked.isFetching} />
      )}
      {open && asked.data && (
        <ol
          className="max-h-72 overflow-auto border-y border-line py-2 text-sm"
          tabIndex={0}
          aria-label="Dice that fell">
          {asked.data.length === 0 && <li className="text-soft">No die has fallen yet.</li>}
          {asked.data.map((each, index) => (
            <li key={index} className="flex flex-wrap items-center gap-x-2 py-0.5">
              <span className={each.undone ? 'line-through' : undefined}>
                {each.what.replaceAll('_', ' ')}: <span className="figure">{each.faces.join(', ')}</span>
              </span>
              {each.undone && <Badge>taken back</Badge>}
              {each.own && <Badge tone="lamp">own dice</Badge>}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

const amount = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const USED = 410;
const UNKNOWN = 404;

/** Why the link leads nowhere. One that is used or over stays so: there is nothing to try again. */
function Refused({
  token,
  error,
  busy,
  onRetry,
}: {
  token: string;
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}) {
  const status = error instanceof HttpError ? error.status : 0;
  if (status !== USED && status !== UNKNOWN) return <Notice text={sentence(error)} onRetry={onRetry} busy={busy} />;
  return (
    <>
      <Notice text={sentence(error)} />
      {status === USED && !accessToken() && (
        <p className="text-soft">
          Did you take the seat? <TextLink to={loginFor(`/invitation/${token}`)}>Log in</TextLink> to go on to your
          game.
        </p>
      )}
    </>
  );
}

/** A link that has been used leads its user back to the game: taking the seat again changes nothing. */
function useOwnSeat(token: string, error: unknown) {
  const used = error instanceof HttpError && error.status === USED && accessToken() !== null;
  const asked = useQuery({
    queryKey: ['invitation', token, 'own'],
    enabled: used,
    retry: false,
    queryFn: () => answered(acceptInvitation({ path: { token } })),
  });
  return { data: asked.data, isPending: used && asked.isPending };
}

function Answer({ token }: { token: string }) {
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: () => answered(acceptInvitation({ path: { token } })),
    onSuccess: (answer) => void navigate(`/games/setup/${answer?.game_id ?? ''}`),
  });
  if (!accessToken()) {
    const login = loginFor(`/invitation/${token}`);
    return (
      <>
        <p className="text-soft">Please log in to take your seat. You come back here.</p>
        <LinkButton to={login} tone="primary" size="large">
          Log in
        </LinkButton>
        <p className="text-soft">
          No account yet? <TextLink to={login.replace('/login', '/signup')}>Sign Up</TextLink>
        </p>
      </>
    );
  }
  return (
    <>
      {accept.isError && <Notice text={sentence(accept.error)} />}
      <Button tone="primary" size="large" busy={accept.isPending} onClick={() => accept.mutate()}>
        Take the seat
      </Button>
    </>
  );
}

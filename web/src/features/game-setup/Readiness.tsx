import { useIsMutating } from '@tanstack/react-query';
import { sentence, type Prepared } from '@/shared/api';
import { keepComputerPlays } from '@/shared/computerPlays';
import { Button, cx, Icon, LinkButton, Notice } from '@/shared/ui';
import { setupKey, useAgree, useStart } from './useSetup';

/** Somebody plays the computer on the screen: it answers by itself, unless that is switched off at the table. */
const againstComputer = ({ armies, chosen }: Prepared): boolean =>
  chosen.mode !== 'physical' && armies.filter((army) => army?.controller === 'ai').length === 1;

/** What is ready, what is missing, and the start. It stays in sight at the page's lower edge. */
export function Readiness({ setup }: { setup: Prepared }) {
  const missing = setup.readiness.filter((each) => !each.ready).map(({ what, detail }) => `${what}: ${detail}`);
  return (
    <section
      aria-label="Readiness"
      className="setup-readiness sticky bottom-0 z-20 -mx-4 flex flex-col gap-3 border-t border-line-strong bg-raised px-4 py-3 sm:mx-0 sm:rounded-t sm:border-x">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ul
          className={cx(
            'grid min-w-0 flex-1 basis-72 gap-x-3 gap-y-1',
            columns(setup.readiness.length),
            !missing.length && 'max-sm:sr-only',
          )}>
          {setup.readiness.map((row) => (
            <ReadinessRow key={row.what} {...row} />
          ))}
        </ul>
        {setup.owner ? <Start setup={setup} /> : <Agree setup={setup} />}
      </div>
      <Saved gameId={setup.game_id} />
      <p id="start-missing" className="sr-only">
        {missing.length ? missing.join(' ') : 'Everything is ready.'}
      </p>
    </section>
  );
}

const columns = (rows: number) =>
  rows > 4
    ? 'sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5'
    : rows > 3
      ? 'sm:grid-cols-2 lg:grid-cols-4'
      : 'sm:grid-cols-3';

/** On a phone, whose height is short, only what is missing is shown. */
function ReadinessRow({ what, ready, detail }: Prepared['readiness'][number]) {
  return (
    <li className={cx('flex min-w-0 items-start gap-2', ready && 'max-sm:sr-only')}>
      <span className={cx('mt-0.5 shrink-0', ready ? 'text-good' : 'text-lamp')}>
        <Icon name={ready ? 'check' : 'clock'} size={16} />
      </span>
      <span className="min-w-0">
        <span className="label sm:block">
          {what}
          <span className="sr-only">{ready ? ': ready' : ': missing'}</span>
        </span>{' '}
        <span className="text-sm text-soft sm:block">{detail}</span>
      </span>
    </li>
  );
}

/** The owner begins the battle, with the set-up that is on the screen. */
function Start({ setup }: { setup: Prepared }) {
  const { mutate, ...start } = useStart(setup.game_id);
  const begin = () => {
    if (againstComputer(setup)) keepComputerPlays(true);
    mutate(setup.terms);
  };
  return <GoOn label="Start Game" icon="swords" able={setup.can_start} go={begin} call={start} />;
}

/** The other player agrees to the set-up on the screen, as often as it changes. */
function Agree({ setup }: { setup: Prepared }) {
  const { mutate, ...agree } = useAgree(setup.game_id);
  if (setup.agreed !== false)
    return <p className="text-soft">{setup.agreed && 'You agree. '}The game's owner starts it.</p>;
  const give = () => mutate(setup.terms);
  return <GoOn label="Agree to the set-up" icon="check" able={setup.can_agree} go={give} call={agree} />;
}

interface GoOnProps {
  label: string;
  icon: 'swords' | 'check';
  able: boolean;
  go: () => void;
  call: { error: Error | null; isPending: boolean };
}

/** The button that all the choices lead to, and why the server refused it. */
function GoOn({ label, icon, able, go, call: { error, isPending: busy } }: GoOnProps) {
  return (
    <>
      {error && (
        <div className="order-first w-full">
          <Notice text={sentence(error)} onRetry={go} busy={busy} />
        </div>
      )}
      <Button
        tone="primary"
        size="large"
        icon={icon}
        className="grow sm:grow-0"
        disabled={!able}
        busy={busy}
        aria-describedby="start-missing"
        onClick={go}>
        {label}
      </Button>
    </>
  );
}

/** Whether everything that was chosen has reached the server: a player who leaves before that loses the rest. */
function Saved({ gameId }: { gameId: string }) {
  const saving = useIsMutating({ mutationKey: setupKey(gameId) }) > 0;
  return (
    <p role="status" className="text-sm text-soft">
      {saving ? 'Saving your choices...' : 'Your choices are saved.'}
    </p>
  );
}

/** In its place once the battle has begun. */
export function BackToTable({ gameId }: { gameId: string }) {
  return (
    <section
      aria-label="The battle"
      className="flex flex-wrap items-center justify-between gap-3 rounded border border-lamp bg-lamp-soft px-4 py-3">
      <p className="min-w-0 flex-1 basis-56">The battle has begun. Its set-up can no longer be changed.</p>
      <LinkButton tone="primary" size="large" icon="swords" to={`/game/${gameId}/view`}>
        Back to the table
      </LinkButton>
    </section>
  );
}

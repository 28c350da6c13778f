import { useCallback } from 'react';
import { Button, Icon, Notice, Progress } from '@/shared/ui';
import type { Outbox, Shot } from './outbox';
import type { Shutter } from './useShutter';

interface ProgressingProps {
  shutter: Shutter;
  /** The page has no picture: a person takes the photos. */
  byHand: boolean;
  connected: boolean;
  shots: readonly Shot[];
  outbox: Outbox;
}

const named = (diceTray: boolean): string => (diceTray ? 'the dice tray' : 'the table');
const clock = (date: Date): string =>
  date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** What the phone is doing, what it has sent, and what went wrong with it. */
export function Progressing({ shutter, byHand, connected, shots, outbox }: ProgressingProps) {
  const latest = shots.at(-1);
  return (
    <section aria-label="Photos" className="flex flex-col gap-2">
      <div className="flex min-h-14 items-center gap-3">
        {latest && <Thumbnail shot={latest} />}
        <p role="status" className="min-w-0 flex-1">
          {doing(shutter, byHand, connected, shots)}
        </p>
      </div>
      {shots
        .filter(({ state }) => state === 'sending')
        .map((shot) => (
          <Progress key={shot.id} label={`Sending the ${kindOf(shot)} of ${named(shot.diceTray)}`} value={shot.share} />
        ))}
      {shutter.problem && (
        <Notice
          text={`No photo of ${named(shutter.next?.diceTray ?? false)}: ${shutter.problem}`}
          onRetry={shutter.retry}
        />
      )}
      <Unsent shots={shots} outbox={outbox} />
    </section>
  );
}

function doing({ next, taking }: Shutter, byHand: boolean, connected: boolean, shots: readonly Shot[]): string {
  if (taking && next) return `Photographing ${named(next.diceTray)}`;
  if (next && byHand) return `The table asks for a photo of ${named(next.diceTray)}.`;
  const waiting = shots.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  if (waiting) return waiting === 1 ? 'Sending a photo' : `Sending ${String(waiting)} photos`;
  const latest = shots.at(-1);
  if (latest?.state === 'sent') return `Sent: ${named(latest.diceTray)}, ${clock(latest.taken)}.`;
  if (latest?.state === 'failed') return `Not sent yet: ${named(latest.diceTray)}, ${clock(latest.taken)}.`;
  return connected
    ? 'Waiting for the table to ask for a photo.'
    : 'The table cannot ask for photos now. What you take here is sent as soon as the server can be reached.';
}

/** What did not reach the server: sent again by hand, or by itself once the connection is back. What it does not take can only be deleted. */
function Unsent({ shots, outbox }: { shots: readonly Shot[]; outbox: Outbox }) {
  const failed = shots.filter(({ state }) => state === 'failed');
  const [first] = failed;
  const kept = shots.filter(({ state }) => state === 'failed' || state === 'waiting').length;
  return (
    <>
      {first && (
        <Notice
          text={`${kept === 1 ? 'A photo is' : `${String(kept)} photos are`} not sent. ${first.problem}`}
          onRetry={() => outbox.retry()}
        />
      )}
      {shots
        .filter(({ state }) => state === 'refused')
        .map((shot) => (
          <Notice
            key={shot.id}
            text={`The server did not take the ${kindOf(shot)} of ${named(shot.diceTray)}. ${shot.problem}`}>
            <Button icon="trash" onClick={() => outbox.delete(shot.id)}>
              Delete the {kindOf(shot)}
            </Button>
          </Notice>
        ))}
    </>
  );
}

const isFilm = ({ file }: Shot): boolean => file.type.startsWith('video/');
const kindOf = (shot: Shot): string => (isFilm(shot) ? 'film' : 'photo');

function Thumbnail({ shot }: { shot: Shot }) {
  const { file, diceTray, state } = shot;
  const show = useCallback(
    (picture: HTMLImageElement) => {
      picture.src = URL.createObjectURL(file);
      return () => URL.revokeObjectURL(picture.src);
    },
    [file],
  );
  return (
    <span className="relative block size-14 shrink-0 overflow-hidden rounded-sm border border-line-strong bg-well">
      {isFilm(shot) ? (
        <span
          role="img"
          aria-label={`The latest film, of ${named(diceTray)}`}
          className="grid size-full place-items-center">
          <Icon name="play" size={24} />
        </span>
      ) : (
        <img ref={show} alt={`The latest photo, of ${named(diceTray)}`} className="size-full object-cover" />
      )}
      {state === 'sent' && (
        <span className="absolute right-0 bottom-0 bg-panel text-good">
          <Icon name="check" size={16} />
        </span>
      )}
    </span>
  );
}

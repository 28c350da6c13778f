import { useCallback, useState, type DragEvent } from 'react';
import { useSearchParams } from 'react-router';
import { sentence } from '@/shared/api';
import { saveFile } from '@/shared/saveFile';
import { Button, Card, Notice, PageHeader, Progress } from '@/shared/ui';
import { fetchLog } from './api';
import { canHash } from './bytes';
import { kept, type Receipt } from './device';
import { readLog, verify, type Verdict } from './verify';
import './verify.css';

interface Done {
  at: 'done';
  verdict: Verdict;
  game: string;
  receipts: boolean;
}
type Step = { at: 'empty' } | { at: 'checking'; share: number } | Done | { at: 'failed'; sentence: string };

const INTRODUCTION =
  'Each roll of a battle combines secrets that the server and both players fixed beforehand and revealed afterwards. This page checks all of them in your browser, even offline: nothing is uploaded.';

/** Checks a whole battle in this browser: nothing leaves it, and it needs no connection. */
export function VerifyPage() {
  const [query] = useSearchParams();
  const { step, check } = useCheck();
  const game = query.get('game');
  const busy = step.at === 'checking';
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-5 px-4 py-8">
      <PageHeader title="Check a battle's dice" text={INTRODUCTION} />
      {!canHash() && (
        <Notice text="Browsers can check dice only on pages loaded over https. Open this page over https." />
      )}
      {game && (
        <Button tone="primary" className="min-h-11 self-start" busy={busy} onClick={() => check(fetchLog(game))}>
          Check this game
        </Button>
      )}
      <FileDrop busy={busy} take={(file) => check(file.text())} />
      {step.at === 'checking' && <Progress label="Checked so far" value={step.share} />}
      {step.at === 'failed' && <Notice text={step.sentence} />}
      {step.at === 'done' && <Result {...step} />}
      <p className="text-soft">
        This page checks the dice, not what followed from them (losses, scores). The command{' '}
        <code>highground verify battle.json</code> checks that as well.
      </p>
    </div>
  );
}

function useCheck(): { step: Step; check: (text: Promise<string>) => void } {
  const [step, setStep] = useState<Step>({ at: 'empty' });
  const check = useCallback((text: Promise<string>) => {
    const run = async () => {
      setStep({ at: 'checking', share: 0 });
      const log = readLog(await text);
      const receipts: Record<string, Receipt> = kept(log.game)?.receipts ?? {};
      const verdict = await verify(log, receipts, (share) => setStep({ at: 'checking', share }));
      setStep({ at: 'done', verdict, game: log.game, receipts: Object.keys(receipts).length > 0 });
    };
    void run().catch((reason: unknown) => setStep({ at: 'failed', sentence: sentence(reason) }));
  }, []);
  return { step, check };
}

function FileDrop({ busy, take }: { busy: boolean; take: (file: File) => void }) {
  const [over, setOver] = useState(false);
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) take(file);
  };
  return (
    <label
      className="verify-drop"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}>
      <span className="font-semibold">Choose a battle's file, or drop it here</span>
      <span className="text-soft">A game's log panel has "Save for Checking"; the file's name ends in .json.</span>
      <input
        type="file"
        className="mt-2 min-h-11 text-sm text-soft file:mr-3 file:min-h-9 file:cursor-pointer file:rounded-sm file:border file:border-line-strong file:bg-raised file:px-3 file:text-ink"
        accept=".json,application/json"
        disabled={busy}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) take(file);
          event.target.value = '';
        }}
      />
    </label>
  );
}

function Result({ verdict, game, receipts }: Done) {
  const { fault, rolls, witnessed } = verdict;
  if (!verdict.sealed)
    return (
      <Notice
        tone="info"
        text="The dice of this battle come from a seed: the computer against itself, or a battle for tests. The command highground verify checks it by playing it again."
      />
    );
  return (
    <Card title={fault ? 'The dice do not check out' : 'All dice check out'}>
      <div className="flex flex-col gap-4">
        <Notice
          tone={fault ? 'error' : 'good'}
          text={
            fault
              ? `${fault.sentence} (choice ${fault.choice})`
              : `${amount(verdict.choices, 'choice')} and ${amount(verdict.dice, 'die', 'dice')} in ${amount(rolls, 'roll')} checked.`
          }
        />
        <Witnessed witnessed={witnessed} rolls={rolls} />
        <dl className="verify-figures">
          <div>
            <dt>Rolls with a witness</dt>
            <dd>
              {witnessed} of {rolls}
            </dd>
          </div>
          <div>
            <dt>Choices taken back, kept in the log</dt>
            <dd>{verdict.undone}</dd>
          </div>
          <div>
            <dt>Choices with dice that players rolled themselves</dt>
            <dd>{verdict.own}</dd>
          </div>
        </dl>
        {verdict.notes.map((note) => (
          <p key={note} className="text-soft">
            {note}
          </p>
        ))}
        {receipts && <p className="text-soft">This browser's own record of the rolls was compared as well.</p>}
        {receipts && (
          <Button className="min-h-11 self-start" onClick={() => save(game)}>
            Save this record
          </Button>
        )}
      </div>
    </Card>
  );
}

const amount = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** The share of rolls that both players took part in, drawn. */
const Witnessed = ({ witnessed, rolls }: { witnessed: number; rolls: number }) => (
  <div className="verify-bar" role="img" aria-label={`${witnessed} of ${rolls} rolls had a witness`}>
    <span style={{ inlineSize: `${rolls ? (100 * witnessed) / rolls : 0}%` }} />
  </div>
);

const save = (game: string): void => saveFile(`receipts-${game}.json`, JSON.stringify(kept(game)?.receipts ?? {}));

import { useState, type DragEvent, type FormEvent } from 'react';
import type { BattleLog } from '@/shared/battle-log';
import { Button, cx, Icon } from '@/shared/ui';
import { openLogFile, READ_FAILED } from './readFile';

interface LogUploadProps {
  onLog: (log: BattleLog, file: File) => void;
  /** A battle that the server keeps: its page. */
  onStored: (url: string) => void;
  demo: React.ReactNode;
}

/** How a file's failure is said: what went wrong, in the specification's words. */
function uploadFailure(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason === READ_FAILED ? READ_FAILED : `Error reading log file: ${reason}`;
}

/** Opens a battle from a file: chosen, or dropped on the form. */
export function LogUpload({ onLog, onStored, demo }: LogUploadProps) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file) return setProblem('Please select a file to upload');
    setProblem(null);
    setBusy(true);
    try {
      const opened = await openLogFile(file);
      if (opened.kind === 'timeline') onLog(opened.log, file);
      else onStored(opened.url);
    } catch (error) {
      console.error('Log file not opened', error);
      setProblem(uploadFailure(error));
    } finally {
      setBusy(false);
    }
  };
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setFile(event.dataTransfer.files[0] ?? null);
  };
  return (
    <form
      className="mx-auto flex w-full max-w-xl flex-col gap-5"
      noValidate
      onSubmit={(event) => void submit(event)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={dropped}>
      <FileField
        problem={problem}
        onFile={(chosen) => {
          setFile(chosen);
          setProblem(null);
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" tone="primary" className="min-h-11 px-5" disabled={busy}>
          <Icon name="upload" size={16} />
          {busy ? 'Opening…' : 'Upload and Visualize'}
        </Button>
        {demo}
      </div>
    </form>
  );
}

function FileField({ problem, onFile }: { problem: string | null; onFile: (file: File | null) => void }) {
  return (
    <div
      className={cx(
        'flex flex-col gap-3 border border-dashed px-5 py-8',
        problem ? 'border-bad' : 'border-line-strong',
      )}>
      <label htmlFor="log-file" className="font-semibold">
        Select a JSON log file:
      </label>
      <input
        id="log-file"
        type="file"
        accept=".json"
        aria-describedby={problem ? 'log-file-problem' : 'log-file-hint'}
        aria-invalid={problem !== null}
        onChange={(event) => onFile(event.target.files?.[0] ?? null)}
        className="min-h-11 text-sm text-soft file:mr-3 file:min-h-9 file:cursor-pointer file:rounded-sm file:border file:border-line-strong file:bg-raised file:px-3 file:text-ink"
      />
      <p id="log-file-hint" className="text-sm text-faint">
        A battle log or a saved timeline. It can also be dropped here.
      </p>
      {problem && (
        <p id="log-file-problem" role="alert" className="text-sm text-bad">
          <span aria-hidden="true">✕ </span>
          <span>{problem}</span>
        </p>
      )}
    </div>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useState, type DragEvent, type FormEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { EntryFrame } from '@/features/entry';
import { answered, sendingWith, sentence, uploadRoster } from '@/shared/api';
import { accessToken } from '@/shared/session';
import { Button, cx, Icon, Notice, Progress } from '@/shared/ui';
import { AnyFiles } from './AnyFiles';
import { FILE_FIELD } from './fileField';
import { storedOf, storeRoster } from './storage';
import { useImports } from './useImports';

const ASK = 'Please select a .ros file';
const READ_ALREADY = 'The files above have been read already. Open their lists there.';
const FAILED = 'Upload failed, see console for details.';
const isRos = (file: File): boolean => file.name.toLowerCase().endsWith('.ros');

/** Sends a roster file to the server, keeps what it read, and shows it. */
export function UploadPage() {
  const { imports, add } = useImports();
  const { choose, file, problem, send, share, submit } = useUpload(imports.some(({ state }) => state === 'read'));
  return (
    <EntryFrame
      title="Upload a roster"
      text="Your army as its list builder wrote it. You see at once what was read of it, and what was not.">
      <AnyFiles imports={imports} onAdd={add} />
      <p className="label flex items-center gap-3 text-faint">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </p>
      <form noValidate aria-label="One file" onSubmit={submit}>
        <DropZone file={file} problem={problem} onChoose={choose}>
          {send.isPending && (
            <Progress label={share < 1 ? 'Sending' : 'Reading the roster'} value={share < 1 ? share : null} />
          )}
          {send.isError && (
            <Notice
              text={
                <>
                  <span>{FAILED}</span> <span>{sentence(send.error)}</span>
                </>
              }
              onRetry={() => file && send.mutate(file)}
            />
          )}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" tone="primary" size="large" icon="upload" busy={send.isPending}>
              Upload
            </Button>
            {!accessToken() && (
              <p className="min-w-0 flex-1 basis-48 text-sm text-faint">
                Without a login the roster stays in this browser only.
              </p>
            )}
          </div>
        </DropZone>
      </form>
    </EntryFrame>
  );
}

/** `read`: files of any format have been read already, above the field for one. */
function useUpload(read: boolean) {
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [share, setShare] = useState(0);
  const send = useMutation({
    mutationFn: (chosen: File) => answered(uploadRoster({ body: { file: chosen }, fetch: sendingWith(setShare) })),
    onMutate: () => setShare(0),
    onSuccess: (answer) => {
      storeRoster(storedOf(answer));
      void navigate('/display');
    },
    onError: (error) => console.error('Roster not uploaded', error),
  });
  const choose = (chosen: File | null) => {
    send.reset();
    const fits = chosen !== null && isRos(chosen);
    setFile(fits ? chosen : null);
    setProblem(null);
    if (chosen && !fits)
      setProblem(`${chosen.name} does not end in .ros. Files of other list builders go into the field above.`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file) send.mutate(file);
    else setProblem(problem ?? (read ? READ_ALREADY : 'No file is chosen yet.'));
  };
  return { choose, file, problem, send, share, submit };
}

interface DropZoneProps {
  file: File | null;
  problem: string | null;
  onChoose: (file: File | null) => void;
  /** What sends the file, and says how far it is. */
  children: ReactNode;
}

function DropZone({ file, problem, onChoose, children }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onChoose(event.dataTransfer.files[0] ?? null);
  };
  return (
    <div
      data-testid="drop"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
      className={cx(
        'flex flex-col gap-3 rounded border border-dashed px-5 py-6 transition-colors duration-(--swift)',
        over ? 'border-lamp bg-lamp-soft' : problem ? 'border-bad' : 'border-line-strong',
      )}>
      <label htmlFor="roster-file" className="flex items-center gap-2 text-lg font-semibold">
        <span className="text-faint">
          <Icon name="roster" size={22} />
        </span>
        Select a roster file (.ros)
      </label>
      <input
        id="roster-file"
        type="file"
        accept=".ros"
        className={FILE_FIELD}
        aria-invalid={problem !== null}
        aria-describedby={problem ? 'roster-problem' : 'roster-hint'}
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
      />
      <p id="roster-hint" className="text-sm text-faint">
        Only one, picked or dropped here. “Upload” sends it and opens the army.
      </p>
      {file && (
        <p className="flex gap-2 text-sm">
          <span aria-hidden="true" className="text-good">
            ✓
          </span>
          <span className="min-w-0 break-words">
            {file.name} <span className="text-faint">({Math.max(1, Math.round(file.size / 1024))} kB)</span>
          </span>
        </p>
      )}
      {problem && <Problem text={problem} />}
      {children}
    </div>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <p id="roster-problem" role="alert" className="flex gap-1.5 text-sm text-bad">
      <span aria-hidden="true">✕</span>
      <span className="min-w-0 break-words">
        <span>{ASK}</span>
        <span className="block">{text}</span>
      </span>
    </p>
  );
}

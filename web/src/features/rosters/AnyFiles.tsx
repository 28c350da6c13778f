import { useId, useState, type DragEvent } from 'react';
import { Button, cx, Field, Icon, Textarea } from '@/shared/ui';
import { FILE_FIELD } from './fileField';
import { Imports } from './Imports';
import type { Import } from './useImports';

const FORMATS = '.ros,.rosz,.json,.txt,.cat,.catz';

interface AnyFilesProps {
  imports: readonly Import[];
  onAdd: (files: readonly File[]) => void;
}

/** One field for every format that the server reads: files dropped or picked, several at once, or a list that is pasted. */
export function AnyFiles({ imports, onAdd }: AnyFilesProps) {
  const [over, setOver] = useState(false);
  const id = useId();
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onAdd([...event.dataTransfer.files]);
  };
  return (
    <section aria-label="Any format" className="flex flex-col gap-4">
      <div
        data-testid="drop-any"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropped}
        className={cx(
          'flex flex-col gap-3 rounded border border-dashed px-5 pt-6 pb-3 transition-colors duration-(--swift)',
          over ? 'border-lamp bg-lamp-soft' : 'border-line-strong',
        )}>
        <label htmlFor={id} className="flex items-center gap-2 text-lg font-semibold">
          <span className="text-faint">
            <Icon name="upload" size={22} />
          </span>
          Roster files of any format
        </label>
        <input
          id={id}
          type="file"
          multiple
          accept={FORMATS}
          className={FILE_FIELD}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            onAdd([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <p id={`${id}-hint`} className="text-sm text-faint">
          .ros, .rosz, .json or .txt, and data files (.cat) for your shelf. As many as you like, picked or dropped here:
          they are read at once.
        </p>
        <Pasted onPaste={(text) => onAdd([new File([text], 'Pasted list.txt', { type: 'text/plain' })])} />
      </div>
      {imports.length > 0 && <Imports imports={imports} />}
    </section>
  );
}

function Pasted({ onPaste }: { onPaste: (text: string) => void }) {
  const [text, setText] = useState('');
  const read = () => {
    onPaste(text);
    setText('');
  };
  return (
    <details className="group border-t border-line">
      <summary className="label flex min-h-11 cursor-pointer items-center gap-2 rounded-sm text-soft hover:text-ink">
        <span aria-hidden="true" className="transition-transform duration-(--swift) group-open:rotate-90">
          ▸
        </span>
        Paste a list
      </summary>
      <div className="flex flex-col items-start gap-3">
        <Field
          label="The list as text"
          hint="A text names units and weapons. Their data sheets are taken from your shelf: from rosters that you uploaded before."
          className="w-full">
          <Textarea rows={6} spellCheck={false} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Button icon="roster" disabled={!text.trim()} onClick={read}>
          Read the list
        </Button>
      </div>
    </details>
  );
}

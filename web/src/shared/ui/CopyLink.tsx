import { useRef } from 'react';
import { IconButton } from './Button';
import { Field, Input } from './Field';
import { toast } from './Toaster';

/** A link to hand on: shown in full, copied by its button. */
export function CopyLink({ label, path }: { label: string; path: string }) {
  const input = useRef<HTMLInputElement>(null);
  const url = new URL(path, window.location.origin).href;
  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(url);
      toast('Link copied.');
    } catch {
      // Browsers refuse the clipboard to pages without https: the selected text can still be copied by hand.
      toast('The link is selected. Copy it with Ctrl+C.');
    }
  };
  return (
    <Field label={label}>
      <span className="flex gap-1">
        <Input ref={input} readOnly value={url} onFocus={(event) => event.target.select()} />
        <IconButton
          icon="copy"
          label="Copy the link"
          className="size-11 border border-line-strong"
          onClick={() => void copy()}
        />
      </span>
    </Field>
  );
}

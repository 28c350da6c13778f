import { useRef } from 'react';
import { Button } from '@/shared/ui';

interface PhotoFileProps {
  label: string;
  busy: boolean;
  onChoose: (file: File) => void;
}

/** A photo from this device, in place of one that the phone takes. */
export function PhotoFile({ label, busy, onChoose }: PhotoFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = (file: File | undefined) => {
    if (file) onChoose(file);
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*,.heic"
        hidden
        data-testid="photo-file"
        aria-label={label}
        onChange={(event) => chosen(event.target.files?.[0])}
      />
      <Button icon="upload" busy={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}

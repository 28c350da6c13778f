// Not through the index, so that the dialog's code loads with this file and not with the page.
import { Checkbox } from '@/shared/ui';
import { Dialog } from '@/shared/ui/Dialog';
import { KEYS } from './useKeys';
import { useKeysOn } from '@/shared/keysOn';

/** Lists the keys, and turns them off for people who trip over single keys. */
export default function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { on, setOn } = useKeysOn();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keys"
      description="They work while no slider or field has the focus.">
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2">
        {KEYS.map(([key, text]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="figure rounded-sm border border-line-strong bg-well px-2 py-0.5 text-sm">{key}</kbd>
            </dt>
            <dd className="text-sm text-soft">{text}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 border-t border-line pt-3">
        <Checkbox label="Single keys work" checked={on} onChange={setOn} />
      </div>
    </Dialog>
  );
}

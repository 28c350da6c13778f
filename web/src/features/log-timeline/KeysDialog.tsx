import { Dialog } from '@/shared/ui';
import { KEYS } from './useKeys';

export default function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys" description="They work while no slider or field has the focus.">
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2">
        {KEYS.map(([key, text]) => (
          <div key={key} className="contents">
            <dt><kbd className="figure rounded-sm border border-line-strong bg-well px-2 py-0.5 text-sm">{key}</kbd></dt>
            <dd className="text-sm text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

import { Dialog, Tabs } from '@/shared/ui';

interface JsonDialogProps {
  title: string;
  value: unknown;
  raw?: unknown;
  tab?: 'processed' | 'raw';
  onClose: () => void;
}

const Block = ({ value }: { value: unknown }) => (
  <pre
    tabIndex={0}
    aria-label="JSON"
    className="max-h-[55dvh] overflow-auto rounded-sm border border-line bg-well p-3 text-xs whitespace-pre-wrap wrap-anywhere">
    {JSON.stringify(value, null, 2)}
  </pre>
);

/** What the server sent, as it sent it; with `raw` what is shown and what was received stand in two tabs. */
export function JsonDialog({ title, value, raw, tab = 'processed', onClose }: JsonDialogProps) {
  const order = tab === 'raw' ? ['raw', 'processed'] : ['processed', 'raw'];
  const tabs = order.map((each) => ({
    value: each,
    title: each === 'raw' ? 'Raw' : 'Processed',
    content: <Block value={each === 'raw' ? raw : value} />,
  }));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description="As JSON, for those who look closely.">
      <div className="mt-4">{raw === undefined ? <Block value={value} /> : <Tabs label="JSON" tabs={tabs} />}</div>
    </Dialog>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, exportAccount, sentence } from '@/shared/api';
import { saveFile } from '@/shared/saveFile';
import { Button, Card, Notice } from '@/shared/ui';
import { DeleteAccount } from './DeleteAccount';

const FILE_NAME = 'highground-export.zip';

/** What is kept about oneself: take it along, or have it removed. */
export function DataCard({ email }: { email: string }) {
  const [leaving, setLeaving] = useState(false);
  const take = useMutation({
    mutationFn: () => answered(exportAccount()),
    onSuccess: (file) => {
      if (file instanceof Blob) saveFile(FILE_NAME, file);
    },
  });
  return (
    <Card title="Your data">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-56 text-soft">Games, rosters, logs and achievements in one file.</p>
        <Button icon="download" busy={take.isPending} onClick={() => take.mutate()}>
          Export
        </Button>
      </div>
      {take.isError && (
        <div className="mt-3">
          <Notice text={sentence(take.error)} onRetry={() => take.mutate()} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="min-w-0 flex-1 basis-56 text-soft">Your account and everything in it, removed for good.</p>
        <Button tone="danger" icon="trash" onClick={() => setLeaving(true)}>
          Delete account
        </Button>
      </div>
      <DeleteAccount email={email} open={leaving} onOpenChange={setLeaving} />
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { answered, pairCamera, sentence } from '@/shared/api';
import { Button, CopyLink, Dialog, Notice, Skeleton } from '@/shared/ui';
import { useCamera } from './cameraStore';
import { linkProblem } from './linkProblem';

/** The code by which a phone becomes the game's camera: to be scanned, or opened as a link, or typed. */
export function PairingDialog({ gameId, onClose }: { gameId: string; onClose: () => void }) {
  const phone = useCamera((camera) => camera.phone);
  const code = useQuery({
    queryKey: ['pairing', gameId],
    retry: false,
    gcTime: 0,
    queryFn: async () => (await answered(pairCamera({ path: { game_id: gameId } }))) ?? null,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Pair a phone"
      description="Scan the code with the phone that is to watch the table. It takes the place of one that was paired before.">
      <div className="mt-4 flex flex-col gap-4">
        {code.isPending && <Skeleton className="mx-auto size-56" />}
        {code.isError && (
          <Notice text={sentence(code.error)} onRetry={() => void code.refetch()} busy={code.isFetching} />
        )}
        {code.data && (
          <>
            <img
              className="pairing-code"
              src={`data:image/svg+xml,${encodeURIComponent(code.data.qr)}`}
              alt={`QR code of ${code.data.url}`}
            />
            <p className="text-center">
              Code{' '}
              <strong className="figure text-lg" data-testid="pairing-code">
                {code.data.code.replace(/(.{4})/, '$1-')}
              </strong>
            </p>
            <CopyLink label="Link for the phone" path={code.data.url} />
            {linkProblem(code.data.url) && (
              <p className="border-l-2 border-lamp pl-3 text-sm">{linkProblem(code.data.url)}</p>
            )}
            <p className="text-sm text-soft">Good once, until {new Date(code.data.expires).toLocaleTimeString()}.</p>
          </>
        )}
        {phone && <Notice tone="good" text="A phone watches the table." />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button icon="refresh" busy={code.isFetching} onClick={() => void code.refetch()}>
            New code
          </Button>
          <Button tone={phone ? 'primary' : 'plain'} onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

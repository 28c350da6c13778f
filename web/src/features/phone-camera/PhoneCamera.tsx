import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { EntryFrame } from '@/features/entry';
import { HttpError, sentence } from '@/shared/api';
import { Skeleton } from '@/shared/ui';
import { Camera } from './Camera';
import { JoinForm } from './JoinForm';
import { endingOf, join, usePairing } from './pairing';

const cameraOf = (gameId: string): string => `/game/${gameId}/camera`;

/** The page of the phone above the table: paired by a code, then the game's camera. */
export function PhoneCamera() {
  const { gameId = '' } = useParams();
  const [query] = useSearchParams();
  const code = query.get('code');
  const pairing = usePairing(gameId);
  if (code) return <Linked gameId={gameId} code={code} />;
  if (pairing) return <Camera key={pairing.token} pairing={pairing} />;
  return <JoinForm cameraOf={cameraOf} problem={endingOf(gameId)} />;
}

/** Paired by the QR picture's link. One that is opened again leads to the pairing that it made. */
function Linked({ gameId, code }: { gameId: string; code: string }) {
  const pairing = usePairing(gameId);
  const joined = useQuery({
    queryKey: ['camera', 'join', code],
    queryFn: () => join(code),
    retry: false,
    staleTime: Infinity,
  });
  const used = joined.error instanceof HttpError && joined.error.status === 404;
  if (joined.data) return <Navigate to={cameraOf(joined.data.gameId)} replace />;
  if (used && pairing) return <Navigate to={cameraOf(gameId)} replace />;
  if (joined.isPending)
    return (
      <EntryFrame title="Pairing this phone">
        <Skeleton className="h-24" />
      </EntryFrame>
    );
  return <JoinForm cameraOf={cameraOf} code={used ? '' : code} problem={sentence(joined.error)} />;
}

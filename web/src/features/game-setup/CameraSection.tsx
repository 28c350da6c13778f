import { CameraSetup, useCameraLink } from '@/features/table-camera';

/** The camera of a game that is played on a real table. */
export function CameraSection({ gameId }: { gameId: string }) {
  useCameraLink(gameId, true);
  return (
    <section aria-label="Camera" className="flex min-w-0 flex-col gap-4 rounded border border-line bg-panel p-4">
      <div>
        <h2 className="text-lg font-semibold">The camera</h2>
        <p className="text-soft">
          A phone above the table follows the miniatures and reads the dice. The battle can begin without it.
        </p>
      </div>
      <CameraSetup gameId={gameId} />
    </section>
  );
}

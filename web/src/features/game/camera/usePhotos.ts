import { NoPicture, traySelection, useCamera, useCameraState, type CameraActions } from '@/features/table-camera';
import { sentence } from '@/shared/api';
import { toast } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { saySystem } from '../chat/chatStore';

const START = 'Taking battlefield photo for analysis...';
const FAILED = 'Failed to take photo. Please try again.';
const OLD_ONE = 'The camera sent no new picture. The latest photo is read instead.';
const NO_IMAGE = 'No image available for processing. Please take a picture first.';
const NO_ID = 'No image ID available for processing.';
export const NO_TRAY = 'No dice tray coordinates configured';

/** Reads the photo that the server has as the latest. */
async function analyseLatest(link: CameraActions): Promise<void> {
  const latest = await link.refresh();
  if (!latest?.image_url) toast(NO_IMAGE, 'error');
  else if (!latest.image_id) toast(NO_ID, 'error');
  else await link.analyse(latest.image_id);
}

/** Has the phone photograph the table, and what it took read; where none answers, the photo that is there. */
async function photographTable(gameId: string, link: CameraActions, paired: boolean): Promise<void> {
  await link.take({ paired }).catch(async (reason: unknown) => {
    if (!(reason instanceof NoPicture)) throw reason;
    if (!(await link.refresh())?.image_url) return;
    saySystem(gameId, OLD_ONE);
    toast(OLD_ONE);
  });
  await analyseLatest(link);
}

/** The photos that this page can ask for: of a physical game alone, and only while the camera is connected. */
export function usePhotos() {
  const gameId = useGameId();
  const state = useGameState();
  const { link, connected, stage } = useCamera();
  const physical = state.game_model.digital === false;
  const camera = useCameraState(gameId, physical).data;
  const tray = traySelection(camera?.dice_tray_coordinates);
  const usable = physical && connected && gameId !== '' ? link : null;
  const paired = camera?.paired ?? false;
  const run = async (act: () => Promise<unknown>) => {
    try {
      await act();
    } catch (reason) {
      console.error('A photo could not be taken', reason);
      saySystem(gameId, FAILED);
      if (!(reason instanceof NoPicture)) toast(sentence(reason), 'error');
    }
  };
  return {
    usable: usable !== null,
    stage,
    tray,
    /** The camera has no phone that could take a picture. */
    phoneless: camera?.paired === false,
    takePhoto: () => {
      if (!usable) return;
      saySystem(gameId, START);
      void run(() => photographTable(gameId, usable, paired));
    },
    takeDicePhoto: () => {
      if (usable && tray) void run(() => usable.take({ tray, paired }));
    },
    readPhoto: (imageId: string) => {
      if (link) void run(() => link.analyse(imageId));
    },
    readFile: (file: File) => {
      if (link) void run(async () => link.analyse(await link.upload(file)));
    },
  };
}

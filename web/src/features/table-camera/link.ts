import { answered, getLatestImage, HttpError, processPhoto, uploadPhoto, type LatestImage } from '@/shared/api';
import { isFields, text } from '@/shared/battle-log';
import { CameraChannel, type SocketMessage } from '@/shared/socket';
import { toast } from '@/shared/ui';
import { DICE, keepAnalysis, keptAnalysis, photoIdOf, tableAnalysis } from './analysis';
import { NO_CAMERA, NO_PHOTO, useCamera, type CameraActions } from './cameraStore';
import { USUAL_SIZE, type TraySelection } from './tray';

/** How long a phone may take for a picture, and how long is waited where none is known to be there. */
const PATIENCE_MS = { known: 20_000, unknown: 4_000 };

/** From this age on, a photo that arrives has waited on the phone. */
const WAITED_S = 30;

/** Nobody took the picture that was asked for. */
export class NoPicture extends Error {}

interface Waiting {
  dice: boolean;
  timer: number;
  resolve: (imageId: string) => void;
  reject: (why: Error) => void;
}

export interface LinkEvents {
  /** The game's state, and what hangs on it, has to be loaded again. */
  changed: () => void;
  diceTaken: () => void;
  phoneCame: () => void;
}

const { getState: now, setState: put } = useCamera;

/** What this page does with the camera of a game: asks for pictures, has them read, and hears of both. */
export class CameraLink implements CameraActions {
  private readonly channel: CameraChannel;
  private readonly device = `page-${Math.random().toString(36).slice(2)}`;
  private waiting: Waiting | null = null;

  constructor(
    readonly gameId: string,
    private readonly events: LinkEvents,
  ) {
    this.channel = new CameraChannel(gameId, {
      message: (message) => this.hear(message),
      status: (connected, refused) => this.turned(connected, refused),
    });
  }

  open(): void {
    put({ ...NO_CAMERA, gameId: this.gameId, analysis: keptAnalysis(this.gameId), link: this });
    this.channel.connect();
    void this.refresh();
  }

  /** The component that waited for a picture has gone with the page: nothing is reported. */
  close(): void {
    this.stopWaiting();
    this.channel.disconnect();
    if (now().link === this) put(NO_CAMERA);
  }

  /** Lets the camera go until it is connected by hand. */
  disconnect(): void {
    this.channel.disconnect();
    put({ stopped: true });
  }

  reconnect(): void {
    put({ stopped: false });
    this.channel.reconnect();
  }

  /** Asks the phone for a picture, of the dice tray where its rectangle is given. The picture's id, once it is there.
   * `paired`: a phone belongs to the game, even if it has not been heard yet. */
  take({ tray, paired = false }: { tray?: TraySelection; paired?: boolean } = {}): Promise<string> {
    this.channel.send('take_picture', { dice_tray: tray !== undefined, ...(tray && { selection: tray }) });
    this.stopWaiting()?.reject(new NoPicture());
    put({ stage: 'taking' });
    return new Promise((resolve, reject) => {
      const timer = window.setTimeout(
        () => this.stopWaiting()?.reject(new NoPicture()),
        PATIENCE_MS[(now().phone ?? paired) ? 'known' : 'unknown'],
      );
      this.waiting = { dice: tray !== undefined, timer, resolve, reject };
    });
  }

  /** A picture that lies on this device, in place of one that the phone takes. Its id. */
  async upload(file: File, dice = false): Promise<string> {
    return (
      (await answered(uploadPhoto({ path: { game_id: this.gameId }, body: { file, dice_tray: dice } })))?.image_id ?? ''
    );
  }

  /** Has a photo of the table read; what comes of it is heard later. */
  async analyse(imageId: string): Promise<void> {
    put({ stage: 'reading' });
    try {
      await answered(processPhoto({ path: { game_id: this.gameId }, body: { image_id: imageId } }));
    } catch (error) {
      put({ stage: 'idle' });
      throw error;
    }
  }

  /** The latest photo as the server has it. Who may not see it has none. */
  async refresh(): Promise<LatestImage | null> {
    try {
      const latest = (await answered(getLatestImage({ path: { game_id: this.gameId } }))) ?? null;
      if (latest?.exists && now().link === this) this.showLatest(latest);
      return latest;
    } catch (error) {
      if (error instanceof HttpError && error.status === 401)
        console.warn('The latest image is for those who are logged in', error);
      else console.error('The latest image could not be loaded', error);
      return null;
    }
  }

  private showLatest({ image_id, image_url, width, height, analysis, processed_at }: LatestImage): void {
    const raw = analysis && { ...analysis, processed_at: processed_at ?? '' };
    const read = tableAnalysis(raw);
    if (raw && read) {
      keepAnalysis(this.gameId, raw);
      put({ analysis: read, stage: now().stage === 'reading' ? 'idle' : now().stage });
    }
    const known = read ?? now().analysis;
    const objects = known && image_url && known.imageUrl === image_url ? known.objects : {};
    now().show({
      id: image_id ?? '',
      url: image_url ?? null,
      width: width ?? USUAL_SIZE.width,
      height: height ?? USUAL_SIZE.height,
      objects,
      grid: known?.grid ?? [],
    });
  }

  private turned(connected: boolean, refused: string): void {
    const { connected: before, stage } = now();
    // the end of a reading may have been missed meanwhile: it must not hold up the next photo
    put({
      connected,
      refused,
      ...(!connected && { phone: null, ...(stage === 'reading' && { stage: 'idle' as const }) }),
    });
    if (!connected || before) return;
    this.channel.send('camera_connected', { device_id: this.device });
    void this.refresh();
  }

  private hear({ type, payload }: SocketMessage): void {
    if (type === 'image_captured') this.captured(payload);
    else if (type === 'job_completed') this.completed(payload);
    else if (type === 'camera_connected' && payload.phone === true) {
      put({ phone: true });
      this.events.phoneCame();
    } else if (type === 'disconnect' && payload.phone === true) put({ phone: false });
    else if (type === 'error') console.error('The camera channel reported an error', payload);
  }

  private captured(payload: SocketMessage['payload']): void {
    const [dice, url] = [payload.dice_tray === true, text(payload.image_url)];
    const imageId = text(payload.image_id) || photoIdOf(url);
    // A photo that has waited on the phone shows the table as it was: it is not the one that is waited for.
    const waited = typeof payload.age === 'number' && payload.age > WAITED_S;
    if (dice) this.events.diceTaken();
    else if (url && !waited) now().show({ ...NO_PHOTO, id: imageId, url, grid: now().photo.grid });
    void this.refresh();
    if (!waited && this.waiting?.dice === dice) this.stopWaiting()?.resolve(imageId);
  }

  private completed({ result, job_type, detail }: SocketMessage['payload']): void {
    const dice = job_type === 'dice' || (isFields(result) && result.analysis_type === DICE);
    if (!dice) put({ stage: 'idle' });
    if (isFields(result)) this.takeResult({ processed_at: new Date().toISOString(), ...result }, dice);
    else if (text(detail)) toast(text(detail), 'error');
    this.events.changed();
  }

  private takeResult(raw: Readonly<Record<string, unknown>>, dice: boolean): void {
    keepAnalysis(this.gameId, raw);
    const analysis = tableAnalysis(raw);
    if (dice || !analysis) return;
    put({ analysis });
    const { photo, show } = now();
    const same = !analysis.imageUrl || analysis.imageUrl === photo.url;
    show({
      ...(!same && { id: photoIdOf(analysis.imageUrl), url: analysis.imageUrl }),
      objects: analysis.objects,
      grid: analysis.grid,
    });
  }

  /** Nothing is waited for any more; what was. */
  private stopWaiting(): Waiting | null {
    const { waiting } = this;
    this.waiting = null;
    if (!waiting) return null;
    window.clearTimeout(waiting.timer);
    if (now().stage === 'taking') put({ stage: 'idle' });
    return waiting;
  }
}

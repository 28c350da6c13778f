import { createClient, createConfig } from './generated/client';
import { joinAsCamera, uploadPhoto } from './generated/sdk.gen';
import type { Paired, UploadPhotoResponse } from './generated/types.gen';
import { answered } from './http';
import { reach } from './reach';
import { sendingWith } from './progress';

/** Never carries the login that may be stored here too: a paired phone has a token of its own. */
const client = createClient(createConfig({ baseUrl: window.location.origin, fetch: (request) => reach(request) }));

/** Exchanges a pairing code for a phone's token. Throws as `answered` does. */
export const joinAsPhone = (code: string): Promise<Paired | undefined> =>
  answered(joinAsCamera({ client, body: { code } }));

interface PhonePhoto {
  token: string;
  gameId: string;
  file: File;
  /** Further photos of the same roll of dice. */
  more: readonly File[];
  diceTray: boolean;
  /** Seconds since it was taken. */
  age: number;
  /** Ends the upload. */
  signal: AbortSignal;
  /** Hears how much has been sent, from 0 to 1. */
  onShare: (share: number) => void;
}

/** Sends a paired phone's photo. Throws as `answered` does. */
export const uploadAsPhone = ({
  token,
  gameId,
  file,
  more,
  diceTray,
  age,
  signal,
  onShare,
}: PhonePhoto): Promise<UploadPhotoResponse | undefined> =>
  answered(
    uploadPhoto({
      client,
      auth: token,
      path: { game_id: gameId },
      body: { file, dice_tray: diceTray, more: [...more], age },
      signal,
      fetch: sendingWith(onShare),
    }),
  );

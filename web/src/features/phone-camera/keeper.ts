/** A photo as it lies on the phone until the server has it. */
export interface KeptPhoto {
  id: number;
  file: File;
  diceTray: boolean;
  /** Further photos of the same roll. Of what an older page kept there are none. */
  more?: readonly File[];
}

/** Where photos lie that the server does not have. */
export interface Keeper {
  load: () => Promise<KeptPhoto[]>;
  keep: (photo: KeptPhoto) => Promise<void>;
  drop: (id: number) => Promise<void>;
}

const DATABASE = 'highground-camera';
const PHOTOS = 'photos';

const finished = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The browser's storage failed."));
  });

let opening: Promise<IDBDatabase> | null = null;

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(PHOTOS);
  return finished(request);
}

async function photos(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  opening ??= opened();
  return (await opening).transaction(PHOTOS, mode).objectStore(PHOTOS);
}

/** Keeps a game's photos in the browser's storage, so that a page that the phone has put away loses none. */
export const storageOf = (gameId: string): Keeper => ({
  load: async () =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this browser wrote it
    finished((await photos('readonly')).getAll(IDBKeyRange.bound([gameId], [gameId, []]))) as Promise<KeptPhoto[]>,
  keep: async (photo) => void (await finished((await photos('readwrite')).put(photo, [gameId, photo.id]))),
  drop: async (id) => void (await finished((await photos('readwrite')).delete([gameId, id]))),
});

import { create } from 'zustand';

interface UsedPhotoStore {
  imageId: string | null;
  used: (imageId: string | null) => void;
}

/** The last photo of the tray whose dice answered a roll: the next roll takes others, so a new photo is due. */
export const useUsedPhoto = create<UsedPhotoStore>((set) => ({
  imageId: null,
  used: (imageId) => set({ imageId }),
}));

import { create } from 'zustand';

/** Whether the player's last press was one of the keyboard's, and not of a pointer. */
export const useByKeys = create<{ on: boolean }>(() => ({ on: false }));

const tell = (on: boolean) => () => {
  if (useByKeys.getState().on !== on) useByKeys.setState({ on });
};
window.addEventListener('keydown', tell(true), { capture: true });
window.addEventListener('pointerdown', tell(false), { capture: true });

export { BoardTextures } from './BoardPicture';
export { Boards } from './BoardSection';
export { useBoards } from './boards';
export { GameSetup } from './GameSetup';
export { Rows, Segments } from './picks';
export { useRosters, useSetup } from './useSetup';

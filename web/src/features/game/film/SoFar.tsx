import { SO_FAR } from './beats';

/** Follows a sentence about dice that may still be rerolled. */
export const SoFar = () => <span className="text-soft"> {SO_FAR}</span>;

/** Follows a sentence about dice that may still be rerolled. */
export const SoFar = () => <span className="text-soft"> (so far: the roll may still be changed)</span>;

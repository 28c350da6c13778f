/** A phone, upright or on its side, as the style sheets of the table have it. */
export const PHONE = '(max-width: 599px), (max-width: 1023px) and (max-height: 500px)';
/** Anything larger. */
export const ROOMY = '(min-width: 600px) and (min-height: 501px), (min-width: 1024px)';

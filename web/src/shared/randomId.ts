/** Sixteen random hexadecimal digits. `crypto.randomUUID` is there in a secure context alone, and a club's site may have none. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');

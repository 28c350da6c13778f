/** Hashes and signatures by WebCrypto, with values as lower-case hexadecimal text. */

const encoder = new TextEncoder();
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** Browsers offer WebCrypto over https and on this very machine alone. */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined;

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The bytes of hexadecimal text. Throws for any other text. */
export function bytes(text: string): Uint8Array<ArrayBuffer> {
  if (text.length % 2 || !/^[0-9a-f]*$/.test(text)) throw new Error('This is no hexadecimal text.');
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export const sha256 = async (data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', data));

export const sha256Text = async (text: string): Promise<string> => hex(await sha256(encoder.encode(text)));

/** HMAC-SHA256 of data under a key. */
export async function hmac(
  key: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, data));
}

export const hmacText = (key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> =>
  hmac(key, encoder.encode(text));

/** A value hashed so many times. */
export async function hashed(value: string, times: number): Promise<string> {
  let current = bytes(value);
  for (let step = 0; step < times; step += 1) current = await sha256(current);
  return hex(current);
}

/** A new key for signatures, as a JSON Web Key. */
export async function newKey(): Promise<JsonWebKey> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['sign', 'verify']);
  return crypto.subtle.exportKey('jwk', pair.privateKey);
}

/** The public half as an uncompressed point. */
export function pointOf({ x, y }: JsonWebKey): string {
  const part = (text = '') =>
    hex(Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (each) => each.charCodeAt(0)));
  return `04${part(x)}${part(y)}`;
}

export const importKey = (key: JsonWebKey): Promise<CryptoKey> =>
  crypto.subtle.importKey('jwk', key, CURVE, false, ['sign']);

/** ECDSA over P-256 with SHA-256: r and s. */
export const signed = async (key: CryptoKey, text: string): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.sign(SIGNATURE, key, encoder.encode(text))));

/** Whether a signature is this key's of the text; false too for what is no key or no signature. */
export async function isSigned(point: string, text: string, signature: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', bytes(point), CURVE, false, ['verify']);
    return await crypto.subtle.verify(SIGNATURE, key, bytes(signature), encoder.encode(text));
  } catch {
    return false;
  }
}

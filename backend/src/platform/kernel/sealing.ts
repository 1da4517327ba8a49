import { type KeyObject, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Seals a text with AES-256-GCM, bound to a place: it opens nowhere else. Returns base64. */
export const seal = (key: KeyObject, text: string | Buffer, place: string): string => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text as string), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
};

/** @throws Error if the key, the place, or any byte differs */
export const open = (key: KeyObject, sealed: string, place: string): Buffer => {
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(0, 12);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 }).setAAD(
    Buffer.from(place),
  );
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
};

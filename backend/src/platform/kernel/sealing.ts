import { type KeyObject, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Seals a text with AES-256-GCM and binds it to a place: it cannot be opened anywhere else. Returns
 * base64.
 */
export const sealText = (key: KeyObject, plaintext: string | Buffer, place: string): string => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const ciphertext = Buffer.concat([cipher.update(plaintext as string), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64');
};

/** @throws Error if the key, the place, or any byte differs */
export const openSealed = (key: KeyObject, sealedText: string, place: string): Buffer => {
  const sealedBytes = Buffer.from(sealedText, 'base64');
  const nonce = sealedBytes.subarray(0, 12);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 }).setAAD(
    Buffer.from(place),
  );
  decipher.setAuthTag(sealedBytes.subarray(12, 28));
  return Buffer.concat([decipher.update(sealedBytes.subarray(28)), decipher.final()]);
};

import { type KeyObject, createSecretKey, hkdfSync } from 'node:crypto';
import { openSealed, sealText } from '../kernel/sealing.js';

/** An encrypted key and the fingerprint of the secret that encrypted it. */
export type WrappedKey = Readonly<{ secret: string; wrapped: string }>;

const KEY_BYTES = 32;

const deriveKey = (secret: string, purpose: string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, '', `courtly ${purpose}`, length));

/** Wraps keys with the first of KEY_SECRETS, and unwraps them with any of them. */
export class KeyWrapping {
  private readonly keysByFingerprint: ReadonlyMap<string, KeyObject>;
  /** The fingerprint of the secret that wraps new keys. */
  readonly newestFingerprint: string;

  constructor(secrets: readonly string[]) {
    const keyEntries = secrets.map((secret) => {
      const fingerprint = deriveKey(secret, 'fingerprint of a secret', 4).toString('hex');
      return [fingerprint, createSecretKey(deriveKey(secret, 'person keys', KEY_BYTES))] as const;
    });
    this.keysByFingerprint = new Map(keyEntries);
    this.newestFingerprint = keyEntries[0]![0];
  }

  /** Encrypts a key, bound to the document that stores it. */
  wrapKey(key: Buffer, place: string): WrappedKey {
    return {
      secret: this.newestFingerprint,
      wrapped: sealText(this.keysByFingerprint.get(this.newestFingerprint)!, key, place),
    };
  }

  lists(fingerprint: string): boolean {
    return this.keysByFingerprint.has(fingerprint);
  }

  /** @throws Error if no secret opens it, or if it does not have 32 bytes */
  unwrapKey({ secret, wrapped }: WrappedKey, place: string): Buffer {
    const secretKey = this.keysByFingerprint.get(secret);
    if (!secretKey)
      throw new Error(
        `The key of ${place} is wrapped with a secret (${secret}) that KEY_SECRETS does not list.`,
      );
    const key = openSealed(secretKey, wrapped, place);
    if (key.length !== KEY_BYTES) throw new Error(`It has ${key.length} bytes, not ${KEY_BYTES}.`);
    return key;
  }
}

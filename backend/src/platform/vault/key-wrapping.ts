import { type KeyObject, createSecretKey, hkdfSync } from 'node:crypto';
import { openSealed, sealText } from '../kernel/sealing.js';

/** An encrypted key and the fingerprint of the secret that encrypted it. */
export type Wrapped = Readonly<{ secret: string; wrapped: string }>;

const derive = (secret: string, purpose: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, '', `courtly ${purpose}`, bytes));

/** Wraps keys with the first of KEY_SECRETS and unwraps them with any. */
export class KeyWrapping {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  /** The fingerprint of the secret that wraps new keys. */
  readonly newest: string;

  constructor(secrets: readonly string[]) {
    const entries = secrets.map((secret) => {
      const fingerprint = derive(secret, 'fingerprint of a secret', 4).toString('hex');
      return [fingerprint, createSecretKey(derive(secret, 'person keys', 32))] as const;
    });
    this.keys = new Map(entries);
    this.newest = entries[0]![0];
  }

  /** Encrypts a key, bound to the document that stores it. */
  wrap(key: Buffer, place: string): Wrapped {
    return { secret: this.newest, wrapped: sealText(this.keys.get(this.newest)!, key, place) };
  }

  /** @throws Error if no secret opens it */
  unwrap({ secret, wrapped }: Wrapped, place: string): Buffer {
    const key = this.keys.get(secret);
    if (!key)
      throw new Error(
        `The key of ${place} is wrapped with a secret (${secret}) that KEY_SECRETS does not list.`,
      );
    return openSealed(key, wrapped, place);
  }
}

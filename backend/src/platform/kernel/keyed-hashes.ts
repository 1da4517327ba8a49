import {
  type KeyObject,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';

/**
 * Keyed hashes of personal texts for places that are never erased: HMAC-SHA-256 with one key per
 * kind, derived from LOOKUP_SECRETS; 64 hexadecimal digits. The first secret creates new hashes;
 * lookups accept hashes of all secrets.
 */
@Injectable()
export class KeyedHashes {
  private readonly secretKeys = new Map<string, KeyObject>();

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'LOOKUP_SECRETS'>) {}

  /** The hash of a name, ignoring case. */
  hashOfName(kind: string, name: string): string {
    return this.hashesOfName(kind, name)[0]!;
  }

  /** The hashes of a name under each secret, newest first. */
  hashesOfName(kind: string, name: string): readonly string[] {
    return this.hashesOf(kind, name.normalize('NFKC').toLowerCase());
  }

  hashOf(kind: string, text: string): string {
    return this.hashUnder(this.config.LOOKUP_SECRETS[0]!, kind, text);
  }

  /** The hashes of a text under each secret, newest first. */
  hashesOf(kind: string, text: string): readonly string[] {
    return this.config.LOOKUP_SECRETS.map((secret) => this.hashUnder(secret, kind, text));
  }

  /**
   * Accepts the hash of a text, or the first half of that hash, under any secret, so links survive
   * a change of secrets. Compares in constant time.
   */
  isProofOf(proof: string, kind: string, text: string): boolean {
    if (!/^[0-9a-f]{32,64}$/.test(proof)) return false;
    const matchesHash = (hash: string) =>
      timingSafeEqual(Buffer.from(proof), Buffer.from(hash.slice(0, proof.length)));
    return this.hashesOf(kind, text).some(matchesHash);
  }

  private hashUnder(secret: string, kind: string, text: string): string {
    const cacheKey = `${kind} ${secret}`;
    const secretKey =
      this.secretKeys.get(cacheKey) ??
      createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `courtly ${kind} hashes`, 32)));
    this.secretKeys.set(cacheKey, secretKey);
    return createHmac('sha256', secretKey).update(text).digest('hex');
  }
}

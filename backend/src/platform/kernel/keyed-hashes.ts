import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';

/**
 * Keyed hashes of personal texts for places that are never erased: HMAC-SHA-256 with one key per
 * kind, derived from LOOKUP_SECRETS; 64 hexadecimal digits. The first secret makes new hashes;
 * lookups accept all of them.
 */
@Injectable()
export class KeyedHashes {
  private readonly secretKeys = new Map<string, Buffer>();

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'LOOKUP_SECRETS'>) {}

  /** The hash of a name that ignores case. */
  hashOfName(textKind: string, name: string): string {
    return this.hashesOfName(textKind, name)[0]!;
  }

  /** The hashes of a name under each secret, newest first. */
  hashesOfName(textKind: string, name: string): readonly string[] {
    return this.hashesOf(textKind, name.normalize('NFKC').toLowerCase());
  }

  hashOf(textKind: string, text: string): string {
    return this.hashUnder(this.config.LOOKUP_SECRETS[0]!, textKind, text);
  }

  /** The hashes of a text under each secret, newest first. */
  hashesOf(textKind: string, text: string): readonly string[] {
    return this.config.LOOKUP_SECRETS.map((secret) => this.hashUnder(secret, textKind, text));
  }

  /**
   * Accepts the hash of a text or its first half under any secret, so links survive a change of
   * secrets. Compares in constant time.
   */
  isProofOf(proof: string, textKind: string, text: string): boolean {
    if (!/^[0-9a-f]{32,64}$/.test(proof)) return false;
    const matchesHash = (hash: string) =>
      timingSafeEqual(Buffer.from(proof), Buffer.from(hash.slice(0, proof.length)));
    return this.hashesOf(textKind, text).some(matchesHash);
  }

  private hashUnder(secret: string, textKind: string, text: string): string {
    const name = `${textKind} ${secret}`;
    const secretKey =
      this.secretKeys.get(name) ??
      Buffer.from(hkdfSync('sha256', secret, '', `courtly ${textKind} hashes`, 32));
    this.secretKeys.set(name, secretKey);
    return createHmac('sha256', secretKey).update(text).digest('hex');
  }
}

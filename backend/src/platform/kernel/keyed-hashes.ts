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
  private readonly keys = new Map<string, Buffer>();

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'LOOKUP_SECRETS'>) {}

  /** The hash of a name that ignores case. */
  ofName(kind: string, name: string): string {
    return this.allOfName(kind, name)[0]!;
  }

  /** The hashes of a name under each secret, newest first. */
  allOfName(kind: string, name: string): readonly string[] {
    return this.allOf(kind, name.normalize('NFKC').toLowerCase());
  }

  of(kind: string, text: string): string {
    return this.under(this.config.LOOKUP_SECRETS[0]!, kind, text);
  }

  /** The hashes of a text under each secret, newest first. */
  allOf(kind: string, text: string): readonly string[] {
    return this.config.LOOKUP_SECRETS.map((secret) => this.under(secret, kind, text));
  }

  /**
   * Accepts the hash of a text or its first half under any secret, so links survive a change of
   * secrets. Compares in constant time.
   */
  proves(proof: string, kind: string, text: string): boolean {
    if (!/^[0-9a-f]{32,64}$/.test(proof)) return false;
    const isProof = (hash: string) =>
      timingSafeEqual(Buffer.from(proof), Buffer.from(hash.slice(0, proof.length)));
    return this.allOf(kind, text).some(isProof);
  }

  private under(secret: string, kind: string, text: string): string {
    const name = `${kind} ${secret}`;
    const key =
      this.keys.get(name) ??
      Buffer.from(hkdfSync('sha256', secret, '', `courtly ${kind} hashes`, 32));
    this.keys.set(name, key);
    return createHmac('sha256', key).update(text).digest('hex');
  }
}

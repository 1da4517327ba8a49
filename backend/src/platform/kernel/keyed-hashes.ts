import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';

/**
 * Names for personal texts in places that are not erased: HMAC-SHA-256 under keys derived from LOOKUP_SECRETS, one for each kind,
 * as 64 hexadecimal digits. Without them nobody can tell whether a hash is of a text that they guess. The first secret makes
 * what is new; what is looked up may have been made with any of them.
 */
@Injectable()
export class KeyedHashes {
  private readonly keys = new Map<string, Buffer>();

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'LOOKUP_SECRETS'>) {}

  /** The same for names that differ only in case. */
  ofName(kind: string, name: string): string {
    return this.allOfName(kind, name)[0]!;
  }

  /** What the name is and was called, under each secret, the newest first. */
  allOfName(kind: string, name: string): readonly string[] {
    return this.allOf(kind, name.normalize('NFKC').toLowerCase());
  }

  of(kind: string, text: string): string {
    return this.under(this.config.LOOKUP_SECRETS[0]!, kind, text);
  }

  /** The hash under each secret, the newest first. */
  allOf(kind: string, text: string): readonly string[] {
    return this.config.LOOKUP_SECRETS.map((secret) => this.under(secret, kind, text));
  }

  /**
   * Whether a proof is the hash of a text, or at least its first half, under any of the secrets: links go on where a secret is
   * replaced. No answer takes longer the more of a proof is right.
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

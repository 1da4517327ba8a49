import { createHmac, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';

type Kind = 'email' | 'username' | 'address' | 'registration' | 'request' | 'cityRequest';

/**
 * Names for personal texts in places that are not erased: HMAC-SHA-256 under keys derived from SECRET, one for each kind, as
 * 64 hexadecimal digits. Without SECRET nobody can tell whether a hash is of a text that they guess.
 */
@Injectable()
export class KeyedHashes {
  private readonly keys = new Map<Kind, Buffer>();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** The same for names that differ only in case. */
  ofName(kind: 'email' | 'username' | 'cityRequest', name: string): string {
    return this.of(kind, name.normalize('NFKC').toLowerCase());
  }

  of(kind: Kind, text: string): string {
    const key =
      this.keys.get(kind) ?? Buffer.from(hkdfSync('sha256', this.config.SECRET, '', `courtly ${kind} hashes`, 32));
    this.keys.set(kind, key);
    return createHmac('sha256', key).update(text).digest('hex');
  }
}

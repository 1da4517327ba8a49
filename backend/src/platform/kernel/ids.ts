import { type KeyObject, createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';

const READABLE_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Derives ids by HMAC-SHA-256 with a key from the first of LOOKUP_SECRETS. A retry gets the ids of
 * the first attempt, and outsiders can neither choose an id nor guess its source.
 */
@Injectable()
export class Ids {
  private readonly hmacKey: KeyObject;

  constructor(@Inject(CONFIG) { LOOKUP_SECRETS }: Pick<Config, 'LOOKUP_SECRETS'>) {
    this.hmacKey = createSecretKey(
      Buffer.from(hkdfSync('sha256', LOOKUP_SECRETS[0]!, '', 'courtly ids', 32)),
    );
  }

  /** A UUID (version 8) that depends on every part and their order. */
  derived(...parts: readonly string[]): string {
    const hashBytes = this.hashOf(JSON.stringify(parts));
    hashBytes[6] = (hashBytes[6]! & 0x0f) | 0x80;
    hashBytes[8] = (hashBytes[8]! & 0x3f) | 0x80;
    const hexDigits = hashBytes.toString('hex', 0, 16);
    return [
      hexDigits.slice(0, 8),
      hexDigits.slice(8, 12),
      hexDigits.slice(12, 16),
      hexDigits.slice(16, 20),
      hexDigits.slice(20),
    ].join('-');
  }

  /** An id that people can read aloud: up to 32 unambiguous letters and digits. */
  short(source: string, length: number): string {
    const hashBytes = this.hashOf(source);
    let shortId = '';
    for (let index = 0; index < Math.min(length, hashBytes.length); index++)
      shortId += READABLE_ALPHABET[hashBytes[index]! & 31];
    return shortId;
  }

  private hashOf(text: string): Buffer {
    return createHmac('sha256', this.hmacKey).update(text).digest();
  }
}

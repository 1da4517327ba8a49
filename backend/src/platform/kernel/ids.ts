import { type KeyObject, createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';

const LEGIBLE = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Derives ids by HMAC-SHA-256 with a key from the first of LOOKUP_SECRETS. A retry gets the ids of
 * the first try, and outsiders can neither choose an id nor guess its source.
 */
@Injectable()
export class Ids {
  private readonly key: KeyObject;

  constructor(@Inject(CONFIG) { LOOKUP_SECRETS }: Pick<Config, 'LOOKUP_SECRETS'>) {
    this.key = createSecretKey(
      Buffer.from(hkdfSync('sha256', LOOKUP_SECRETS[0]!, '', 'courtly ids', 32)),
    );
  }

  /** A UUID (version 8) that depends on every part and their order. */
  derived(...parts: readonly string[]): string {
    const bytes = this.hash(JSON.stringify(parts));
    bytes[6] = (bytes[6]! & 0x0f) | 0x80;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = bytes.toString('hex', 0, 16);
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      hex.slice(12, 16),
      hex.slice(16, 20),
      hex.slice(20),
    ].join('-');
  }

  /** An id that people can read out: unambiguous letters and digits, at most 32 of them. */
  short(from: string, length: number): string {
    const bytes = this.hash(from);
    let id = '';
    for (let index = 0; index < Math.min(length, bytes.length); index++)
      id += LEGIBLE[bytes[index]! & 31];
    return id;
  }

  private hash(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest();
  }
}

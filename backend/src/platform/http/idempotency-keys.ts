import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error.js';
import { KeyedHashes } from '../kernel/keyed-hashes.js';
import { RedisClient } from '../stores/redis.js';
import { fingerprintOf } from './fingerprint.js';
import type { CourtlyRequest } from './request.js';

const REMEMBERED_S = 24 * 60 * 60;

/**
 * Remembers for a day, as keyed hashes, which request used a key. Retries do not depend on it,
 * because event ids derive from the key. It only detects a second request to another stream, so
 * losing Redis is harmless.
 */
@Injectable()
export class IdempotencyKeys {
  constructor(
    private readonly redis: RedisClient,
    private readonly hashes: KeyedHashes,
  ) {}

  /** @throws DomainError idempotency_mismatch; invalid_request for a key that is too long */
  async check(request: CourtlyRequest): Promise<void> {
    const key = request.get('Idempotency-Key');
    if (!key) return;
    if (key.length > 255)
      throw new DomainError('invalid_request', 'An Idempotency-Key has at most 255 characters.');
    const fingerprint = fingerprintOf(request);
    const name = `${this.redis.prefix}:key:${this.hashes.of('request', `${request.user?.id ?? 'visitor'}\n${key}`)}`;
    const before = await this.firstUse(name, fingerprint).catch(() => fingerprint);
    if (before !== fingerprint)
      throw new DomainError(
        'idempotency_mismatch',
        'This Idempotency-Key was used for another request. Use a new key for a new request.',
      );
  }

  /** The fingerprint of the first request that used the key. */
  private async firstUse(name: string, fingerprint: string): Promise<string> {
    const { commands } = this.redis;
    if (await commands.set(name, fingerprint, 'EX', REMEMBERED_S, 'NX')) return fingerprint;
    return (await commands.get(name)) ?? fingerprint;
  }
}

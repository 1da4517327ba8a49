import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error.js';
import { KeyedHashes } from '../kernel/keyed-hashes.js';
import { RedisClient } from '../stores/redis.js';
import { fingerprintOf } from './fingerprint.js';
import type { CourtlyRequest } from './request.js';

const KEY_LIFETIME_SECONDS = 24 * 60 * 60;

/**
 * Remembers for a day, as keyed hashes, which request used a key, to detect its reuse for another
 * stream. Retries rely on event ids derived from the key, so losing Redis is harmless.
 */
@Injectable()
export class IdempotencyKeys {
  constructor(
    private readonly redisClient: RedisClient,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  /** @throws DomainError idempotency_mismatch; invalid_request if the key is too long */
  async checkKey(request: CourtlyRequest): Promise<void> {
    const idempotencyKey = request.get('Idempotency-Key');
    if (!idempotencyKey) return;
    if (idempotencyKey.length > 255)
      throw new DomainError('invalid_request', 'Use an Idempotency-Key of at most 255 characters.');
    const fingerprint = fingerprintOf(request);
    const redisKey = `${this.redisClient.keyPrefix}:key:${this.keyedHashes.hashOf('request', `${request.user?.id ?? 'visitor'}\n${idempotencyKey}`)}`;
    const firstFingerprint = await this.firstFingerprintOf(redisKey, fingerprint).catch(
      () => fingerprint,
    );
    if (firstFingerprint !== fingerprint)
      throw new DomainError(
        'idempotency_mismatch',
        'This Idempotency-Key was used for another request. Use a new key for a new request.',
      );
  }

  /** The fingerprint of the first request that used the key. */
  private async firstFingerprintOf(redisKey: string, fingerprint: string): Promise<string> {
    const { commands } = this.redisClient;
    if (await commands.set(redisKey, fingerprint, 'EX', KEY_LIFETIME_SECONDS, 'NX'))
      return fingerprint;
    return (await commands.get(redisKey)) ?? fingerprint;
  }
}

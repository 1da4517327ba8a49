import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../../platform/kernel/clock.js';
import { RedisClient } from '../../../platform/stores/redis.js';
import { EndedSessions } from './ended-sessions.service.js';

const HOUR_MS = 60 * 60 * 1000;
/** A session lasts 14 days from its sign-in. */
export const SESSION_LASTS_MS = 14 * 24 * HOUR_MS;
/** One person's, which are more than anybody has browsers: the one that was used longest ago ends when another begins. */
export const MOST_SESSIONS = 50;
const NOTED = 5_000;

/** A session by its id, and when it was last used: UTC milliseconds, to the hour after its first. */
export type Indexed = Readonly<{ id: string; seen: number }>;

/**
 * Which sessions a person has, so that they can be shown and ended: a sorted set in Redis for each person, of session ids by
 * when they were last used. An id may outlive its session, and no session is without its id.
 */
@Injectable()
export class SessionIndex {
  /** The hour in which this process last noted a session. */
  private readonly noted = new LRUCache<string, number>({ max: NOTED });

  constructor(
    private readonly redis: RedisClient,
    private readonly ends: EndedSessions,
    private readonly clock: Clock,
  ) {}

  /** Where the store of sessions keeps one. */
  keyOf(sessionId: string): string {
    return `${this.redis.prefix}:session:${sessionId}`;
  }

  /** Called before a session is saved: one that nobody could end must not exist. */
  async add(userId: string, sessionId: string): Promise<void> {
    const now = this.clock.now();
    const { commands } = this.redis;
    this.noted.set(sessionId, Math.floor(now / HOUR_MS));
    await commands.zadd(this.listOf(userId), now, sessionId);
    await commands.pexpire(this.listOf(userId), SESSION_LASTS_MS);
    const known = await this.of(userId);
    const gone = known.filter(({ seen }) => seen < now - SESSION_LASTS_MS);
    const tooMany = known.filter((one) => !gone.includes(one)).slice(MOST_SESSIONS);
    await this.end(
      userId,
      [...gone, ...tooMany].map(({ id }) => id),
    );
  }

  /** Notes once an hour that a session is used; while Redis is away nobody knows. */
  seen(userId: string, sessionId: string): void {
    const now = this.clock.now();
    const hour = Math.floor(now / HOUR_MS);
    if (this.noted.get(sessionId) === hour) return;
    this.noted.set(sessionId, hour);
    // Only where it is listed: a session that has ended meanwhile must not come back.
    this.redis.commands
      .zadd(this.listOf(userId), 'XX', 'GT', now, sessionId)
      .catch(() => this.noted.delete(sessionId));
  }

  /** The newest use first. */
  async of(userId: string): Promise<readonly Indexed[]> {
    const pairs = await this.redis.commands.zrevrange(this.listOf(userId), 0, -1, 'WITHSCORES');
    return Array.from({ length: pairs.length / 2 }, (_, n) => ({
      id: pairs[2 * n]!,
      seen: Number(pairs[2 * n + 1]),
    }));
  }

  /** Ends sessions of a person, here and in every process. */
  async end(userId: string, sessionIds: readonly string[]): Promise<void> {
    for (const sessionId of sessionIds) {
      await this.redis.commands.del(this.keyOf(sessionId));
      await this.ends.announce(sessionId);
      await this.forget(userId, sessionId);
    }
  }

  /** A session is gone already. */
  async forget(userId: string, sessionId: string): Promise<void> {
    await this.redis.commands.zrem(this.listOf(userId), sessionId);
  }

  /** Ends all sessions of a person, but for one where its id is given. */
  async endAll(userId: string, exceptId?: string): Promise<void> {
    const ids = (await this.of(userId)).map(({ id }) => id);
    await this.end(
      userId,
      ids.filter((id) => id !== exceptId),
    );
  }

  private listOf(userId: string): string {
    return `${this.redis.prefix}:sessions-of:${userId}`;
  }
}

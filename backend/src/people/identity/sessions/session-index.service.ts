import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../../platform/kernel/clock.js';
import { RedisClient } from '../../../platform/stores/redis.js';
import { EndedSessions } from './ended-sessions.service.js';
import { DAY_MS, HOUR_MS } from '../../../platform/kernel/local-time.js';

/** Counted from sign-in. */
export const SESSION_LIFETIME_MS = 14 * DAY_MS;
/** The limit per user. A new session beyond it ends the least recently used one. */
export const MOST_SESSIONS = 50;
const MOST_NOTED = 5_000;

/** `lastUsedMs` is the last use in UTC milliseconds, updated at most once an hour. */
export type IndexedSession = Readonly<{ id: string; lastUsedMs: number }>;

/**
 * Lists the sessions of each user in a Redis sorted set of session ids, ordered by last use. An id
 * may outlive its session, but no session is missing.
 */
@Injectable()
export class SessionIndex {
  private readonly notedHours = new LRUCache<string, number>({ max: MOST_NOTED });

  constructor(
    private readonly redisClient: RedisClient,
    private readonly endedSessions: EndedSessions,
    private readonly clock: Clock,
  ) {}

  sessionKeyOf(sessionId: string): string {
    return `${this.redisClient.keyPrefix}:session:${sessionId}`;
  }

  /** Call this before saving the session, so that every session can be ended. */
  async addSession(userId: string, sessionId: string): Promise<void> {
    const nowMs = this.clock.now();
    const { commands } = this.redisClient;
    this.notedHours.set(sessionId, Math.floor(nowMs / HOUR_MS));
    await commands.zadd(this.listKeyOf(userId), nowMs, sessionId);
    await commands.pexpire(this.listKeyOf(userId), SESSION_LIFETIME_MS);
    const indexedSessions = await this.sessionsOf(userId);
    const expiredSessions = indexedSessions.filter(
      ({ lastUsedMs }) => lastUsedMs < nowMs - SESSION_LIFETIME_MS,
    );
    const surplusSessions = indexedSessions
      .filter((indexedSession) => !expiredSessions.includes(indexedSession))
      .slice(MOST_SESSIONS);
    await this.endSessions(
      userId,
      [...expiredSessions, ...surplusSessions].map(({ id }) => id),
    );
  }

  /** Records the last use at most once an hour, if Redis is available. */
  noteUse(userId: string, sessionId: string): void {
    const nowMs = this.clock.now();
    const currentHour = Math.floor(nowMs / HOUR_MS);
    if (this.notedHours.get(sessionId) === currentHour) return;
    this.notedHours.set(sessionId, currentHour);
    // XX, because an ended session must not be added again.
    this.redisClient.commands
      .zadd(this.listKeyOf(userId), 'XX', 'GT', nowMs, sessionId)
      .catch(() => this.notedHours.delete(sessionId));
  }

  /** The most recently used session is first. */
  async sessionsOf(userId: string): Promise<readonly IndexedSession[]> {
    const scoredIds = await this.redisClient.commands.zrevrange(
      this.listKeyOf(userId),
      0,
      -1,
      'WITHSCORES',
    );
    return Array.from({ length: scoredIds.length / 2 }, (_, index) => ({
      id: scoredIds[2 * index]!,
      lastUsedMs: Number(scoredIds[2 * index + 1]),
    }));
  }

  async endSessions(userId: string, sessionIds: readonly string[]): Promise<void> {
    for (const sessionId of sessionIds) {
      await this.redisClient.commands.del(this.sessionKeyOf(sessionId));
      await this.endedSessions.announce(sessionId);
      await this.removeSession(userId, sessionId);
    }
  }

  async removeSession(userId: string, sessionId: string): Promise<void> {
    await this.redisClient.commands.zrem(this.listKeyOf(userId), sessionId);
  }

  async endAll(userId: string, exceptSessionId?: string): Promise<void> {
    const sessionIds = (await this.sessionsOf(userId)).map(({ id }) => id);
    await this.endSessions(
      userId,
      sessionIds.filter((id) => id !== exceptSessionId),
    );
  }

  private listKeyOf(userId: string): string {
    return `${this.redisClient.keyPrefix}:sessions-of:${userId}`;
  }
}

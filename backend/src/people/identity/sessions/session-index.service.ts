import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../../platform/kernel/clock.js';
import { RedisClient } from '../../../platform/stores/redis.js';
import { EndedSessions } from './ended-sessions.service.js';

const HOUR_MS = 60 * 60 * 1000;
/** A session lasts 14 days from its sign-in. */
export const SESSION_LIFETIME_MS = 14 * 24 * HOUR_MS;
/** One person's, which are more than anybody has browsers: the one that was used longest ago ends when another begins. */
export const MOST_SESSIONS = 50;
const MOST_NOTED = 5_000;

/** A session by its id, and when it was last used: UTC milliseconds, to the hour after its first. */
export type IndexedSession = Readonly<{ id: string; lastUsedMs: number }>;

/**
 * Which sessions a person has, so that they can be shown and ended: a sorted set in Redis for each person, of session ids by
 * when they were last used. An id may outlive its session, and no session is without its id.
 */
@Injectable()
export class SessionIndex {
  /** The hour in which this process last noted a session. */
  private readonly notedHours = new LRUCache<string, number>({ max: MOST_NOTED });

  constructor(
    private readonly redisClient: RedisClient,
    private readonly endedSessions: EndedSessions,
    private readonly clock: Clock,
  ) {}

  /** Where the store of sessions keeps one. */
  sessionKeyOf(sessionId: string): string {
    return `${this.redisClient.keyPrefix}:session:${sessionId}`;
  }

  /** Called before a session is saved: one that nobody could end must not exist. */
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

  /** Notes once an hour that a session is used; while Redis is away nobody knows. */
  noteUse(userId: string, sessionId: string): void {
    const nowMs = this.clock.now();
    const currentHour = Math.floor(nowMs / HOUR_MS);
    if (this.notedHours.get(sessionId) === currentHour) return;
    this.notedHours.set(sessionId, currentHour);
    // Only where it is listed: a session that has ended meanwhile must not come back.
    this.redisClient.commands
      .zadd(this.listKeyOf(userId), 'XX', 'GT', nowMs, sessionId)
      .catch(() => this.notedHours.delete(sessionId));
  }

  /** The newest use first. */
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

  /** Ends sessions of a person, here and in every process. */
  async endSessions(userId: string, sessionIds: readonly string[]): Promise<void> {
    for (const sessionId of sessionIds) {
      await this.redisClient.commands.del(this.sessionKeyOf(sessionId));
      await this.endedSessions.announce(sessionId);
      await this.removeSession(userId, sessionId);
    }
  }

  /** A session is gone already. */
  async removeSession(userId: string, sessionId: string): Promise<void> {
    await this.redisClient.commands.zrem(this.listKeyOf(userId), sessionId);
  }

  /** Ends all sessions of a person, but for one where its id is given. */
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

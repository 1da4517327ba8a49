import type { Session } from '@courtly/contracts/identity';
import { Injectable } from '@nestjs/common';
import type { SessionData } from 'express-session';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { RedisClient } from '../../../platform/stores/redis.js';
import { type IndexedSession, SessionIndex } from './session-index.service.js';
import { HOUR_MS } from '../../../platform/kernel/local-time.js';

/**
 * The time of last use, rounded down to the hour but not before the session started, so that lists
 * do not reveal exactly when people are active.
 */
const lastSeenHour = (lastUsedMs: number, since: string): string => {
  const usedHour = new Date(Math.floor(lastUsedMs / HOUR_MS) * HOUR_MS).toISOString();
  return usedHour > since ? usedHour : since;
};

/** Lists identify sessions by a hash of their id, because the id itself grants access. */
@Injectable()
export class SessionQueries {
  constructor(
    private readonly sessionIndex: SessionIndex,
    private readonly redisClient: RedisClient,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  async sessionsOf(userId: string, currentSessionId: string): Promise<Session[]> {
    const sessionViews = await Promise.all(
      (await this.sessionIndex.sessionsOf(userId)).map((indexedSession) =>
        this.viewOfSession(userId, indexedSession, currentSessionId),
      ),
    );
    return sessionViews.flatMap((session) => session ?? []);
  }

  /** @throws DomainError not_found */
  async sessionIdOf(userId: string, sessionKey: string): Promise<string> {
    const matchingSession = (await this.sessionIndex.sessionsOf(userId)).find(
      ({ id }) => this.sessionKeyOf(id) === sessionKey,
    );
    if (!matchingSession)
      throw new DomainError('not_found', 'This session has already ended. Please reload the list.');
    return matchingSession.id;
  }

  private async viewOfSession(
    userId: string,
    { id, lastUsedMs }: IndexedSession,
    currentSessionId: string,
  ): Promise<Session | null> {
    const sessionJson = await this.redisClient.commands.get(this.sessionIndex.sessionKeyOf(id));
    if (!sessionJson) {
      await this.sessionIndex.removeSession(userId, id);
      return null;
    }
    const { since = '', browser = '', usedSecondFactor } = JSON.parse(sessionJson) as SessionData;
    return {
      key: this.sessionKeyOf(id),
      browser,
      since,
      lastSeen: lastSeenHour(lastUsedMs, since),
      isCurrent: id === currentSessionId,
      usedSecondFactor: usedSecondFactor ?? false,
    };
  }

  private sessionKeyOf(sessionId: string): string {
    return this.keyedHashes.hashOf('session', sessionId);
  }
}

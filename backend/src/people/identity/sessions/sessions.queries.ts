import type { Session } from '@courtly/contracts/identity';
import { Injectable } from '@nestjs/common';
import type { SessionData } from 'express-session';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { RedisClient } from '../../../platform/stores/redis.js';
import { type Indexed, SessionIndex } from './session-index.service.js';

const HOUR_MS = 60 * 60 * 1000;

/** To the hour, and never before the session began: what somebody did when is nobody's business, not even in a list. */
const lastSeen = (seen: number, since: string): string => {
  const hour = new Date(Math.floor(seen / HOUR_MS) * HOUR_MS).toISOString();
  return hour > since ? hour : since;
};

/** The sessions that a person has, each under a key that is a hash of its id: the id itself would open it. */
@Injectable()
export class SessionQueries {
  constructor(
    private readonly index: SessionIndex,
    private readonly redis: RedisClient,
    private readonly hashes: KeyedHashes,
  ) {}

  async of(userId: string, currentId: string): Promise<Session[]> {
    const found = await Promise.all(
      (await this.index.of(userId)).map((one) => this.shown(userId, one, currentId)),
    );
    return found.flatMap((session) => session ?? []);
  }

  /** The id of the session with that key. @throws DomainError not_found */
  async idOf(userId: string, key: string): Promise<string> {
    const found = (await this.index.of(userId)).find(({ id }) => this.keyOf(id) === key);
    if (!found)
      throw new DomainError('not_found', 'This session has ended already. Look at the list again.');
    return found.id;
  }

  private async shown(
    userId: string,
    { id, seen }: Indexed,
    currentId: string,
  ): Promise<Session | null> {
    const text = await this.redis.commands.get(this.index.keyOf(id));
    if (!text) {
      await this.index.forget(userId, id);
      return null;
    }
    const { since = '', browser = '' } = JSON.parse(text) as SessionData;
    return {
      key: this.keyOf(id),
      browser,
      since,
      lastSeen: lastSeen(seen, since),
      isCurrent: id === currentId,
    };
  }

  private keyOf(sessionId: string): string {
    return this.hashes.of('session', sessionId);
  }
}

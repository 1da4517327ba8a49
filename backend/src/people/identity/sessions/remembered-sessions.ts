import session, { type SessionData } from 'express-session';
import { LRUCache } from 'lru-cache';
import type { EndedSessions } from './ended-sessions.service.js';

const REMEMBERED_MS = 5_000;
const CLOCK_STEP_MS = 100;
const MOST_REMEMBERED = 5_000;

type SessionCallback = (failure: unknown, sessionData?: SessionData | null) => void;
type DoneCallback = (failure?: unknown) => void;

/**
 * Reads each of up to 5,000 sessions at most once in five seconds, until its end is announced.
 * Caches none while Redis is disconnected. If Redis hangs, an end takes five seconds longer.
 */
export class RememberedSessions extends session.Store {
  /** Stored as JSON, because callers may modify a session. */
  private readonly remembered = new LRUCache<string, string>({
    max: MOST_REMEMBERED,
    ttl: REMEMBERED_MS,
    ttlResolution: CLOCK_STEP_MS,
  });
  private isListening = false;
  private endings = 0;

  constructor(
    private readonly sessionStore: session.Store,
    private readonly endedSessions: Pick<EndedSessions, 'ended' | 'listening' | 'announce'>,
  ) {
    super();
    endedSessions.ended.subscribe((sessionId) => this.forgetSession(sessionId));
    endedSessions.listening.subscribe((isListening) => {
      this.isListening = isListening;
      this.endings++;
      this.remembered.clear();
    });
  }

  override get(sessionId: string, callback: SessionCallback): void {
    const rememberedJson = this.remembered.get(sessionId);
    if (rememberedJson)
      return queueMicrotask(() => callback(null, JSON.parse(rememberedJson) as SessionData));
    const endingsBefore = this.endings;
    this.sessionStore.get(sessionId, (failure: unknown, sessionData?: SessionData | null) => {
      // Do not cache the session if any session ended during the read, because it may be this one.
      if (sessionData && this.isListening && this.endings === endingsBefore)
        this.remembered.set(sessionId, JSON.stringify(sessionData));
      callback(failure, sessionData);
    });
  }

  override set(sessionId: string, sessionData: SessionData, callback?: DoneCallback): void {
    this.forgetSession(sessionId);
    this.sessionStore.set(sessionId, sessionData, callback);
  }

  override destroy(sessionId: string, callback?: DoneCallback): void {
    this.forgetSession(sessionId);
    this.sessionStore.destroy(sessionId, (failure?: unknown) => {
      if (failure) return callback?.(failure);
      void this.endedSessions.announce(sessionId).then(() => callback?.());
    });
  }

  private forgetSession(sessionId: string) {
    this.endings++;
    this.remembered.delete(sessionId);
  }
}

import session, { type SessionData } from 'express-session';
import { LRUCache } from 'lru-cache';
import type { EndedSessions } from './ended-sessions.service.js';

const REMEMBERED_MS = 5_000;
const CLOCK_STEP_MS = 100;
const MOST = 5_000;

type Found = (failure: unknown, data?: SessionData | null) => void;
type Done = (failure?: unknown) => void;

/**
 * A session store that reads a session once in five seconds, however many requests carry it. A session that ends is forgotten
 * at once in every process that hears of it; while this process cannot hear, it remembers nothing. At worst, where Redis
 * hangs without closing connections, a session is believed for five seconds after its end. Holds at most 5,000, of some 200 bytes.
 */
export class RememberedSessions extends session.Store {
  /** As JSON, since whoever gets a session may change it. */
  private readonly remembered = new LRUCache<string, string>({
    max: MOST,
    ttl: REMEMBERED_MS,
    ttlResolution: CLOCK_STEP_MS,
  });
  private isListening = false;
  private endings = 0;

  constructor(
    private readonly store: session.Store,
    private readonly ends: Pick<EndedSessions, 'ended' | 'listening' | 'announce'>,
  ) {
    super();
    ends.ended.subscribe((sessionId) => this.forget(sessionId));
    ends.listening.subscribe((isListening) => {
      this.isListening = isListening;
      this.endings++;
      this.remembered.clear();
    });
  }

  override get(sessionId: string, found: Found): void {
    const known = this.remembered.get(sessionId);
    if (known) return queueMicrotask(() => found(null, JSON.parse(known) as SessionData));
    const before = this.endings;
    this.store.get(sessionId, (failure: unknown, data?: SessionData | null) => {
      // What ended while Redis was asked may be this one.
      if (data && this.isListening && this.endings === before)
        this.remembered.set(sessionId, JSON.stringify(data));
      found(failure, data);
    });
  }

  override set(sessionId: string, data: SessionData, done?: Done): void {
    this.forget(sessionId);
    this.store.set(sessionId, data, done);
  }

  override destroy(sessionId: string, done?: Done): void {
    this.forget(sessionId);
    this.store.destroy(sessionId, (failure?: unknown) => {
      if (failure) return done?.(failure);
      void this.ends.announce(sessionId).then(() => done?.());
    });
  }

  private forget(sessionId: string) {
    this.endings++;
    this.remembered.delete(sessionId);
  }
}

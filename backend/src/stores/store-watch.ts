import { Logger } from '@nestjs/common';

const SAY_AGAIN_MS = 30_000;

/**
 * Tells the log of a store that is lost or refuses: one structured line at once, one every 30 seconds while it lasts, and one
 * when it is back. Whoever calls the store reports what became of each call.
 */
export class StoreWatch {
  private readonly logger = new Logger('stores');
  private stopped = false;
  private lost: { since: number; error: string; reminder: NodeJS.Timeout } | undefined;

  constructor(private readonly store: string) {}

  get isLost(): boolean {
    return this.lost !== undefined;
  }

  /** For how long it has been lost; 0 while it is not. */
  get lostMs(): number {
    return this.lost ? Date.now() - this.lost.since : 0;
  }

  /** A call was answered, whatever the answer was. */
  answered(): void {
    if (!this.lost) return;
    const { since, reminder } = this.lost;
    clearInterval(reminder);
    this.lost = undefined;
    this.logger.log({ store: this.store, state: 'back', seconds: secondsSince(since) });
  }

  /** The store was not reached, or refuses to serve this process at all. */
  failed(error: unknown): void {
    if (this.stopped) return;
    const text = error instanceof Error ? error.message : String(error);
    if (this.lost) {
      this.lost.error = text;
      return;
    }
    const reminder = setInterval(() => this.say(), SAY_AGAIN_MS).unref();
    this.lost = { since: Date.now(), error: text, reminder };
    this.say();
  }

  /** From now on this process closes its connections itself. */
  stop(): void {
    this.stopped = true;
    clearInterval(this.lost?.reminder);
  }

  private say() {
    const { since, error } = this.lost!;
    const at = new Date(since).toISOString();
    this.logger.error({ store: this.store, state: 'lost', since: at, seconds: secondsSince(since), error });
  }
}

const secondsSince = (ms: number): number => Math.round((Date.now() - ms) / 1000);

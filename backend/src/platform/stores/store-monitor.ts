import { Logger } from '@nestjs/common';

const SAY_AGAIN_MS = 30_000;

/**
 * Tells the log of a store that is lost or refuses: one structured line at once, one every 30 seconds while it lasts, and one
 * when it is back. Whoever calls the store reports what became of each call.
 */
export class StoreMonitor {
  private readonly logger = new Logger('stores');
  private stopped = false;
  private lost: Readonly<{ since: string; at: number; reminder: NodeJS.Timeout }> | undefined;
  private error = '';

  constructor(private readonly store: string) {}

  get isUnavailable(): boolean {
    return this.lost !== undefined;
  }

  /** For how long it has been lost; 0 while it is not. */
  get unavailableMs(): number {
    return this.lost ? performance.now() - this.lost.at : 0;
  }

  /** A call was answered, whatever the answer was. */
  markReachable(): void {
    if (!this.lost) return;
    const { at, reminder } = this.lost;
    clearInterval(reminder);
    this.lost = undefined;
    this.logger.log({ store: this.store, state: 'back', seconds: secondsSince(at) });
  }

  /** The store was not reached, or refuses to serve this process at all. */
  markUnreachable(error: unknown): void {
    if (this.stopped) return;
    this.error = error instanceof Error ? error.message : String(error);
    if (this.lost) return;
    const reminder = setInterval(() => this.say(), SAY_AGAIN_MS).unref();
    this.lost = { since: new Date().toISOString(), at: performance.now(), reminder };
    this.say();
  }

  /** From now on this process closes its connections itself. */
  stop(): void {
    this.stopped = true;
    clearInterval(this.lost?.reminder);
  }

  private say() {
    const { since, at } = this.lost!;
    const { store, error } = this;
    this.logger.error({ store, state: 'lost', since, seconds: secondsSince(at), error });
  }
}

const secondsSince = (at: number): number => Math.round((performance.now() - at) / 1000);

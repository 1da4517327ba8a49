import { Logger } from '@nestjs/common';

const SAY_AGAIN_MS = 30_000;

/**
 * Logs outages of a store: one structured line at the start, every 30 seconds, and at the end.
 * Callers report the outcome of each call.
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

  /** The duration of the current outage; 0 if the store is reachable. */
  get unavailableMs(): number {
    return this.lost ? performance.now() - this.lost.at : 0;
  }

  /** The store answered a call, even with an error. */
  markReachable(): void {
    if (!this.lost) return;
    const { at, reminder } = this.lost;
    clearInterval(reminder);
    this.lost = undefined;
    this.logger.log({ store: this.store, state: 'back', seconds: secondsSince(at) });
  }

  /** The store could not be reached or refuses to serve this process. */
  markUnreachable(error: unknown): void {
    if (this.stopped) return;
    this.error = error instanceof Error ? error.message : String(error);
    if (this.lost) return;
    const reminder = setInterval(() => this.say(), SAY_AGAIN_MS).unref();
    this.lost = { since: new Date().toISOString(), at: performance.now(), reminder };
    this.say();
  }

  /** The process is about to close its connections. */
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

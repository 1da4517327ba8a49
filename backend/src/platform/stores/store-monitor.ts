import { Logger } from '@nestjs/common';

const LOG_INTERVAL_MS = 30_000;

/**
 * Logs outages of a store in structured lines: at the start, every 30 seconds, and at the end.
 * Callers report the outcome of each call.
 */
export class StoreMonitor {
  private readonly logger = new Logger('stores');
  private isStopped = false;
  private currentOutage:
    | { since: string; at: number; reminder: NodeJS.Timeout; isLogged: boolean }
    | undefined;
  private lastError = '';
  private lastLoggedAt = -Infinity;
  /** Outages soon after a logged one: on a busy machine, there can be many per second. */
  private unloggedOutages = 0;

  constructor(private readonly storeName: string) {}

  get isUnavailable(): boolean {
    return this.currentOutage !== undefined;
  }

  /** The duration of the current outage; 0 if the store is reachable. */
  get unavailableMs(): number {
    return this.currentOutage ? performance.now() - this.currentOutage.at : 0;
  }

  /** Call this if the store responded, even with an error. */
  markReachable(): void {
    if (!this.currentOutage) return;
    const { at, reminder, isLogged } = this.currentOutage;
    clearInterval(reminder);
    this.currentOutage = undefined;
    if (!isLogged) {
      this.unloggedOutages += 1;
      return;
    }
    this.logger.log({ store: this.storeName, state: 'back', seconds: secondsSince(at) });
  }

  /** Call this if the store could not be reached or refuses to serve this process. */
  markUnreachable(error: unknown): void {
    if (this.isStopped) return;
    this.lastError = error instanceof Error ? error.message : String(error);
    if (this.currentOutage) return;
    const at = performance.now();
    const reminder = setInterval(() => this.logOutage(), LOG_INTERVAL_MS).unref();
    this.currentOutage = { since: new Date().toISOString(), at, reminder, isLogged: false };
    if (at - this.lastLoggedAt >= LOG_INTERVAL_MS) this.logOutage();
  }

  /** Call this before the process closes its connections. */
  stopMonitoring(): void {
    this.isStopped = true;
    clearInterval(this.currentOutage?.reminder);
  }

  private logOutage() {
    const { since, at } = this.currentOutage!;
    const { storeName: store, lastError: error, unloggedOutages } = this;
    const earlierOutages = unloggedOutages > 0 ? { earlierOutages: unloggedOutages } : {};
    const seconds = secondsSince(at);
    this.logger.error({ store, state: 'lost', since, seconds, error, ...earlierOutages });
    this.currentOutage!.isLogged = true;
    this.lastLoggedAt = performance.now();
    this.unloggedOutages = 0;
  }
}

const secondsSince = (startTime: number): number =>
  Math.round((performance.now() - startTime) / 1000);

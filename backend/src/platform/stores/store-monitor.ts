import { Logger } from '@nestjs/common';

const REMINDER_INTERVAL_MS = 30_000;

/**
 * Logs outages of a store in structured lines: at the start, every 30 seconds, and at the end.
 * Callers report the outcome of each call.
 */
export class StoreMonitor {
  private readonly logger = new Logger('stores');
  private isStopped = false;
  private currentOutage:
    | Readonly<{ since: string; at: number; reminder: NodeJS.Timeout }>
    | undefined;
  private lastError = '';

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
    const { at, reminder } = this.currentOutage;
    clearInterval(reminder);
    this.currentOutage = undefined;
    this.logger.log({ store: this.storeName, state: 'back', seconds: secondsSince(at) });
  }

  /** Call this if the store could not be reached or refuses to serve this process. */
  markUnreachable(error: unknown): void {
    if (this.isStopped) return;
    this.lastError = error instanceof Error ? error.message : String(error);
    if (this.currentOutage) return;
    const reminder = setInterval(() => this.logOutage(), REMINDER_INTERVAL_MS).unref();
    this.currentOutage = { since: new Date().toISOString(), at: performance.now(), reminder };
    this.logOutage();
  }

  /** Call this before the process closes its connections. */
  stopMonitoring(): void {
    this.isStopped = true;
    clearInterval(this.currentOutage?.reminder);
  }

  private logOutage() {
    const { since, at } = this.currentOutage!;
    const { storeName: store, lastError: error } = this;
    this.logger.error({ store, state: 'lost', since, seconds: secondsSince(at), error });
  }
}

const secondsSince = (startTime: number): number =>
  Math.round((performance.now() - startTime) / 1000);

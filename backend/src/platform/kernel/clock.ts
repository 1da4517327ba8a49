import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';

/** A machine's clock that was ahead is put right by less than this, as a rule. */
const LARGEST_CORRECTION_MS = 5_000;

/**
 * The application's time: the machine's, moved by CLOCK_OFFSET_MS in development so that tomorrow can be tried today. It
 * stands still where the machine's is put back by a little, so that what happens later never has an earlier time.
 */
@Injectable()
export class Clock {
  private latest = 0;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Milliseconds since 1970, UTC. */
  now(): number {
    const now = Date.now();
    this.latest = this.latest - now < LARGEST_CORRECTION_MS ? Math.max(this.latest, now) : now;
    return this.latest + this.config.CLOCK_OFFSET_MS;
  }

  /** The same instant as the contract writes it. */
  instant(): string {
    return new Date(this.now()).toISOString();
  }
}

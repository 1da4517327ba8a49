import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';

/** Machines usually correct a fast clock by less than this. */
const MAX_CORRECTION_MS = 5_000;

/**
 * The application's time: the machine's time plus CLOCK_OFFSET_MS. It never runs backward: if the
 * machine's clock is set back slightly, it pauses until the clock catches up.
 */
@Injectable()
export class Clock {
  private latestTime = 0;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Milliseconds since 1970, UTC. */
  now(): number {
    const machineTime = Date.now();
    this.latestTime =
      this.latestTime - machineTime < MAX_CORRECTION_MS
        ? Math.max(this.latestTime, machineTime)
        : machineTime;
    return this.latestTime + this.config.CLOCK_OFFSET_MS;
  }

  /** The current instant in the format of the contract. */
  instant(): string {
    return new Date(this.now()).toISOString();
  }
}

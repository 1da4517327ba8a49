import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';

/** The application's time: the machine's, moved by CLOCK_OFFSET_MS in development so that tomorrow can be tried today. */
@Injectable()
export class Clock {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Milliseconds since 1970, UTC. */
  now(): number {
    return Date.now() + this.config.CLOCK_OFFSET_MS;
  }

  /** The same instant as the contract writes it. */
  instant(): string {
    return new Date(this.now()).toISOString();
  }
}

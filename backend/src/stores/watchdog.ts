import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';

const LOOK_EVERY_MS = 5_000;
/** Each call that a part makes is given up within fifteen seconds: a part that did nothing for a minute will do nothing more. */
const LOOKS = 12;

/**
 * Hears from the parts of this process that follow the log, and ends the process when one of them stands still, so that whoever
 * supervises it starts another, and other processes take its work. Looks are counted and not time: a process that was stopped
 * itself has looked once.
 */
@Injectable()
export class Watchdog implements OnApplicationShutdown {
  private readonly logger = new Logger('watchdog');
  private readonly looks = new Map<string, number>();
  private readonly excuses = new Map<string, () => boolean>();
  private readonly looking = setInterval(() => this.look(), LOOK_EVERY_MS).unref();

  /** What is done when a part stands still. */
  onStandstill: () => void = () => process.exit(70);

  /** A part has got on with its work, or has tried to in vain: from now on it is heard of again within a minute. */
  moved(part: string): void {
    this.looks.set(part, 0);
  }

  /** While this is so, a part may wait for as long as it takes. */
  excuse(part: string, isExcused: () => boolean): void {
    this.excuses.set(part, isExcused);
  }

  /** A part has ended. */
  rests(part: string): void {
    this.looks.delete(part);
  }

  onApplicationShutdown() {
    clearInterval(this.looking);
  }

  private look() {
    for (const [part, before] of this.looks) {
      const looks = this.excuses.get(part)?.() ? 0 : before + 1;
      this.looks.set(part, looks);
      if (looks < LOOKS) continue;
      this.logger.fatal({ part, standsStillForSeconds: (LOOKS * LOOK_EVERY_MS) / 1_000 });
      this.looks.delete(part);
      this.onStandstill();
    }
  }
}

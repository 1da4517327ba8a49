import type { SeededScheduler } from './scheduler.js';

/**
 * A new promise for each call, because a shared promise would keep every process that waits for it
 * alive.
 */
const never = () => new Promise<never>(() => undefined);

/** A process that can be killed between any two calls to a store or to Stripe. */
export class SimulatedProcess {
  private stepsLeft = Infinity;
  private isDead = false;
  private reportDeath!: () => void;
  /** Resolves when the process is killed. Whatever it was doing never continues. */
  readonly death = new Promise<void>((resolve) => (this.reportDeath = resolve));

  constructor(private readonly scheduler: SeededScheduler) {}

  /** Kills the process after this many steps. */
  killAfter(steps: number): void {
    this.stepsLeft = steps;
  }

  surviveFaults(): void {
    this.stepsLeft = Infinity;
  }

  /** There is one step before each call and one after it. */
  async step(): Promise<void> {
    await this.scheduler.turn();
    if (!this.isDead && this.stepsLeft-- <= 0) {
      this.isDead = true;
      this.reportDeath();
    }
    if (this.isDead) await never();
  }
}

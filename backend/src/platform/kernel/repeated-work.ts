/** Repeats a worker's task. A shutdown waits for the current run, which must not throw. */
export class RepeatedWork {
  private timer: NodeJS.Timeout | undefined;
  private currentRun: Promise<void> = Promise.resolve();

  constructor(
    private readonly intervalMs: number,
    private readonly work: () => Promise<void>,
  ) {}

  /** Runs the work after each interval. */
  start() {
    this.timer = setInterval(() => this.run(), this.intervalMs).unref();
  }

  /** Runs the work now, and then after each interval. */
  startNow() {
    this.run();
    this.start();
  }

  async stop() {
    clearInterval(this.timer);
    await this.currentRun;
  }

  private run() {
    this.currentRun = this.work();
  }
}

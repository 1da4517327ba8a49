import type { SimulatedApplication } from './simulated-time.js';

type Act = Readonly<{ at: number; number: number; run: () => Promise<unknown> }>;

/** What happens in the demo, in chronological order. An act can schedule later ones. */
export class Story {
  private acts: Act[] = [];
  private count = 0;

  constructor(private readonly endsAt: number) {}

  /** Acts after the end of the story are left to the workers of the application. */
  at(instant: number | string, run: () => Promise<unknown>): void {
    const at = typeof instant === 'string' ? Date.parse(instant) : instant;
    if (at > this.endsAt) return;
    const act = { at, number: this.count++, run };
    let [low, high] = [0, this.acts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.acts[middle]!.at > at) low = middle + 1;
      else high = middle;
    }
    this.acts.splice(low, 0, act);
  }

  async tell({ moveTo }: SimulatedApplication, report: (line: string) => void): Promise<void> {
    let told = 0;
    for (let act = this.acts.pop(); act; act = this.acts.pop()) {
      moveTo(act.at);
      await act.run();
      told += 1;
      if (told % 100 === 0) report(`${told} of ${told + this.acts.length}`);
    }
  }
}

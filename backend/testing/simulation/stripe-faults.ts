import type { CallFault } from './stripe-client.js';

/** The keys of steps whose refusals are recorded. Of a membership, these are only refunds. */
const STEP_KEY = /^(?:booking:[^:]+:(?:capture|cancel|refund|payout|reversal)|elite:refund):/;
const MAX_REPETITIONS = 5;

type Overtaking = Readonly<{ call: 'refunds' | 'transfers'; act: () => Promise<unknown> }>;

/** The faults between Courtly and Stripe. */
export class StripeFaults {
  private callFaults: (CallFault | null)[] = [];
  private isRestricted = false;
  private declinesCapture = false;
  private overtaking: Overtaking | null = null;
  private readonly refusals = new Map<string, number>();
  /** Whether the bank declined to charge an authorized card. */
  wasCaptureDeclined = false;

  /** The next calls meet these faults, in order. */
  failCalls(faults: readonly (CallFault | null)[]): void {
    this.callFaults.push(...faults);
  }

  /** Stripe refuses every change until the faults end. */
  restrictPlatform(): void {
    this.isRestricted = true;
  }

  /** The bank declines the next charge of an authorized card, whenever that is. */
  declineCapture(): void {
    this.declinesCapture = true;
  }

  /** Someone acts after a worker has decided on the next such call and before it is sent. */
  overtakeNext(call: Overtaking['call'], act: Overtaking['act']): void {
    this.overtaking = { call, act };
  }

  async letOthersAct(method: string, path: string): Promise<void> {
    const { overtaking } = this;
    if (!overtaking || method !== 'POST' || path !== `/v1/${overtaking.call}`) return;
    this.overtaking = null;
    await overtaking.act();
  }

  /**
   * The keys of steps that were called again although Stripe had refused them. A refusal that is
   * recorded changes the key. A few repetitions are possible, because a process can die before.
   */
  get repeatedKeys(): string[] {
    return [...this.refusals]
      .filter(([key, count]) => STEP_KEY.test(key) && count > MAX_REPETITIONS)
      .map(([key]) => key);
  }

  end(): void {
    this.callFaults = [];
    this.isRestricted = false;
    this.overtaking = null;
  }

  /** The fault of the next call. Reads are never refused. */
  next(method: string, path: string, idempotencyKey = ''): CallFault | null {
    if (method !== 'GET' && this.isRestricted) {
      this.refusals.set(idempotencyKey, (this.refusals.get(idempotencyKey) ?? 0) + 1);
      return 'refused';
    }
    if (this.declinesCapture && path.endsWith('/capture')) {
      this.declinesCapture = false;
      this.wasCaptureDeclined = true;
      return 'card declined';
    }
    return this.callFaults.shift() ?? null;
  }
}

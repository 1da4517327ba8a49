import { MAX_REFUSALS } from '../../src/platform/processes/refusals.js';
import type { CallFault } from './stripe-client.js';

/**
 * The keys of steps whose refusals are recorded. The end of a subscription has no key: Stripe
 * accepts keys only for POST.
 */
const STEP_KEY =
  /^(?:booking:[^:]+:(?:capture|cancel|refund|payout|reversal):|elite:refund:|elite:[^:]+:(?:cancel|finalize|void):|DELETE )/;
const MAX_REPETITIONS = 5;
/** Refusals of a call without a key do not change it, so the attempts of its step add up. */
const MAX_KEYLESS_REPETITIONS = MAX_REFUSALS + MAX_REPETITIONS;

type Overtaking = Readonly<{ call: 'refunds' | 'transfers'; act: () => Promise<unknown> }>;

/** The faults between Courtly and Stripe. */
export class StripeFaults {
  private callFaults: (CallFault | null)[] = [];
  private restriction: 'refused' | 'invalid' | null = null;
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
  restrictPlatform(refusal: 'refused' | 'invalid' = 'refused'): void {
    this.restriction = refusal;
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
      .filter(([key, count]) => {
        const mostCount = key.startsWith('DELETE') ? MAX_KEYLESS_REPETITIONS : MAX_REPETITIONS;
        return STEP_KEY.test(key) && count > mostCount;
      })
      .map(([key]) => key);
  }

  end(): void {
    this.callFaults = [];
    this.restriction = null;
    this.overtaking = null;
  }

  /** The fault of the next call. Reads are never refused. */
  next(method: string, path: string, idempotencyKey = `${method} ${path}`): CallFault | null {
    if (method !== 'GET' && this.restriction) {
      this.refusals.set(idempotencyKey, (this.refusals.get(idempotencyKey) ?? 0) + 1);
      return this.restriction;
    }
    if (this.declinesCapture && path.endsWith('/capture')) {
      this.declinesCapture = false;
      this.wasCaptureDeclined = true;
      return 'card declined';
    }
    return this.callFaults.shift() ?? null;
  }
}

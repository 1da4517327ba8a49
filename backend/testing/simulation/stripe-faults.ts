import { MAX_REFUSALS } from '../../src/platform/processes/refusals.js';
import { type Call, type CallFault, type Delay, isDelay } from './stripe-client.js';

/**
 * The keys of steps whose refusals are recorded. The end of a subscription has no key: Stripe
 * accepts keys only for POST.
 */
const STEP_KEY =
  /^(?:booking:[^:]+:(?:capture|cancel|refund|payout|reversal):|elite:refund:|elite:[^:]+:(?:cancel|finalize|void):|DELETE )/;
const MAX_REPETITIONS = 5;
/** Refusals of a call without a key do not change it, so the attempts of its step add up. */
const MAX_KEYLESS_REPETITIONS = MAX_REFUSALS + MAX_REPETITIONS;

/** `dueAt` is in Unix milliseconds. */
type LateCall = Readonly<{
  idempotencyKey: string | undefined;
  isAtStripe: boolean;
  dueAt: number;
  call: Call;
}>;

type Overtaking = Readonly<{ call: 'refunds' | 'transfers'; act: () => Promise<unknown> }>;

/** The faults between Courtly and Stripe. */
export class StripeFaults {
  private callFaults: (CallFault | null)[] = [];
  private restriction: 'refused' | 'invalid' | null = null;
  private declinesCapture = false;
  private overtaking: Overtaking | null = null;
  private lateCalls: readonly LateCall[] = [];
  private readonly refusals = new Map<string, number>();
  /** Whether the bank declined to charge an authorized card. */
  wasCaptureDeclined = false;

  constructor(private readonly readTime: () => number) {}

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

  /** A call whose caller has timed out takes effect later. */
  callLater(
    { delayedSeconds, isAtStripe }: Delay,
    idempotencyKey: string | undefined,
    call: Call,
  ): void {
    const dueAt = this.readTime() + delayedSeconds * 1_000;
    this.lateCalls = [...this.lateCalls, { idempotencyKey, isAtStripe, dueAt, call }];
  }

  /** When the next late call takes effect, in Unix milliseconds. */
  nextLateCallAt(): number {
    return Math.min(...this.lateCalls.map(({ dueAt }) => dueAt));
  }

  /**
   * Takes the late calls that are due. A call that arrives only now is refused if Stripe has
   * refused its key or refuses every change.
   */
  takeLateCalls(): Call[] {
    const now = this.readTime();
    const dueCalls = this.lateCalls.filter(({ dueAt }) => dueAt <= now);
    this.lateCalls = this.lateCalls.filter(({ dueAt }) => dueAt > now);
    return dueCalls
      .filter(
        ({ isAtStripe, idempotencyKey }) =>
          isAtStripe || (!this.restriction && !this.refusals.has(idempotencyKey ?? '')),
      )
      .map(({ call }) => call);
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
    const isInUse = this.lateCalls.some(
      (late) => late.isAtStripe && late.idempotencyKey === idempotencyKey,
    );
    if (isInUse) return 'key in use';
    const refuse = (refusal: CallFault) => {
      this.refusals.set(idempotencyKey, (this.refusals.get(idempotencyKey) ?? 0) + 1);
      return refusal;
    };
    if (method !== 'GET' && this.restriction) return refuse(this.restriction);
    if (this.declinesCapture && path.endsWith('/capture')) {
      this.declinesCapture = false;
      this.wasCaptureDeclined = true;
      return refuse('card declined');
    }
    // Only a change can take effect late, so a read leaves the delay to the next change.
    if (method === 'GET' && isDelay(this.callFaults[0])) return null;
    return this.callFaults.shift() ?? null;
  }
}

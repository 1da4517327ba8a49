import type { CallFault } from './stripe-client.js';

/** The faults between Courtly and Stripe. */
export class StripeFaults {
  private callFaults: (CallFault | null)[] = [];
  private isRestricted = false;
  private declinesCapture = false;
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

  end(): void {
    this.callFaults = [];
    this.isRestricted = false;
  }

  /** The fault of the next call. Reads are never refused. */
  next(method: string, path: string): CallFault | null {
    if (method === 'POST' && this.isRestricted) return 'refused';
    if (this.declinesCapture && path.endsWith('/capture')) {
      this.declinesCapture = false;
      this.wasCaptureDeclined = true;
      return 'card declined';
    }
    return this.callFaults.shift() ?? null;
  }
}

import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { PlatformPayoutEvent } from './platform-payout.events.js';

/** `sentAt` (UTC) is when the amount left the balance. */
export type PlatformPayout = Readonly<{
  payoutId: string;
  amountCents: number;
  isReturned: boolean;
  failureCode: string | null;
  sentAt: string;
}>;

export type PlatformPayoutCommand = Message<
  'RecordPlatformPayout',
  PlatformPayout & Readonly<{ at: string }>
>;

/** A payout to Courtly's bank. A bank can return it even after it has arrived. */
export const platformPayout: Decider<
  'unknown' | 'sent' | 'returned',
  PlatformPayoutCommand,
  PlatformPayoutEvent
> = {
  category: 'platformPayout',
  initial: 'unknown',

  decide({ data: { payoutId, amountCents, isReturned, failureCode, sentAt, at } }, state) {
    const events: PlatformPayoutEvent[] = [];
    if (state === 'unknown')
      events.push({ type: 'PlatformPayoutSent', data: { payoutId, amountCents, sentAt } });
    if (isReturned && state !== 'returned') {
      const data = { payoutId, amountCents, failureCode, returnedAt: at };
      events.push({ type: 'PlatformPayoutReturned', data });
    }
    return events;
  },

  evolve: (_state, { type }) => (type === 'PlatformPayoutSent' ? 'sent' : 'returned'),
};

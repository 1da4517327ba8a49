import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { PlatformTopUpEvent } from './platform-top-up.events.js';

/** `toppedUpAt` (UTC) is when Stripe created the top-up. */
export type PlatformTopUp = Readonly<{
  topUpId: string;
  amountCents: number;
  isReversed: boolean;
  toppedUpAt: string;
}>;

export type PlatformTopUpCommand = Message<
  'RecordPlatformTopUp',
  PlatformTopUp & Readonly<{ at: string }>
>;

/** A top-up of the platform's balance from Courtly's bank. */
export const platformTopUp: Decider<
  'unknown' | 'received' | 'reversed',
  PlatformTopUpCommand,
  PlatformTopUpEvent
> = {
  category: 'platformTopUp',
  initial: 'unknown',

  decide({ data: { topUpId, amountCents, isReversed, toppedUpAt, at } }, state) {
    const events: PlatformTopUpEvent[] = [];
    if (state === 'unknown')
      events.push({ type: 'PlatformToppedUp', data: { topUpId, amountCents, toppedUpAt } });
    if (isReversed && state !== 'reversed')
      events.push({
        type: 'PlatformTopUpReversed',
        data: { topUpId, amountCents, reversedAt: at },
      });
    return events;
  },

  evolve: (_state, { type }) => (type === 'PlatformToppedUp' ? 'received' : 'reversed'),
};

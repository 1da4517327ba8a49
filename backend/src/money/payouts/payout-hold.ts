import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { PayoutHoldEvent } from './payout-hold.events.js';

type HoldData = Readonly<{
  hostId: string;
  bookingId: string | null;
  reason: string;
  adminId: string;
  at: string;
}>;

export type PayoutHoldCommand = Message<'HoldPayout' | 'ReleasePayout', HoldData>;

/**
 * Whether an admin or an open claim holds the payouts of a host or a booking, and who caused it.
 * Each hold and each release has a reason.
 */
export const payoutHold: Decider<
  Readonly<{ isHeld: boolean; heldBy: string | null }>,
  PayoutHoldCommand,
  PayoutHoldEvent
> = {
  category: 'payoutHold',
  initial: { isHeld: false, heldBy: null },

  decide({ type, data: { adminId, at, ...holdFields } }, { isHeld }) {
    if (isHeld === (type === 'HoldPayout')) return [];
    if (type === 'HoldPayout')
      return [{ type: 'PayoutHeld', data: { ...holdFields, heldBy: adminId, heldAt: at } }];
    return [
      { type: 'PayoutReleased', data: { ...holdFields, releasedBy: adminId, releasedAt: at } },
    ];
  },

  evolve: (_, { type, data }) =>
    type === 'PayoutHeld' ? { isHeld: true, heldBy: data.heldBy } : { isHeld: false, heldBy: null },
};

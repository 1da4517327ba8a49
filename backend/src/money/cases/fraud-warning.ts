import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { FraudWarningEvent } from './fraud-warning.events.js';

export type FraudWarningReceived = Extract<FraudWarningEvent, { type: 'FraudWarningReceived' }>;
export type FraudWarningCommand = Message<'RecordFraudWarning', FraudWarningReceived['data']>;

/**
 * A warning is recorded once. It ends if Stripe later shows that a refund can no longer prevent a
 * dispute.
 */
export const fraudWarning: Decider<
  'unknown' | 'open' | 'ended',
  FraudWarningCommand,
  FraudWarningEvent
> = {
  category: 'fraudWarning',
  initial: 'unknown',
  decide({ data }, state) {
    if (state === 'unknown') return [{ type: 'FraudWarningReceived', data }];
    if (state === 'ended' || data.isActionable) return [];
    const { warningId, bookingId, paidBy, amountCents, receivedAt: endedAt } = data;
    return [
      { type: 'FraudWarningEnded', data: { warningId, bookingId, paidBy, amountCents, endedAt } },
    ];
  },
  evolve: (_, { type, data }) =>
    type === 'FraudWarningReceived' && data.isActionable ? 'open' : 'ended',
};

import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { FraudWarningEvent } from './fraud-warning.events.js';

export type FraudWarningReceived = Extract<FraudWarningEvent, { type: 'FraudWarningReceived' }>;
export type FraudWarningCommand = Message<'RecordFraudWarning', FraudWarningReceived['data']>;

type AtRisk = Pick<FraudWarningReceived['data'], 'amountCents' | 'isCharged' | 'refundedCents'>;

const atRiskIn = ({ amountCents, isCharged, refundedCents }: AtRisk): AtRisk => ({
  amountCents,
  isCharged,
  refundedCents,
});

const isSame = (left: AtRisk, right: AtRisk): boolean =>
  left.amountCents === right.amountCents &&
  left.isCharged === right.isCharged &&
  Object.keys(left.refundedCents).every((refundId) => refundId in right.refundedCents) &&
  Object.keys(right.refundedCents).every((refundId) => refundId in left.refundedCents);

/**
 * A warning is recorded once, and again if Stripe later shows another amount. It ends once a refund
 * can no longer prevent a dispute. The state of an open warning is the amount at risk.
 */
export const fraudWarning: Decider<
  'unknown' | 'ended' | AtRisk,
  FraudWarningCommand,
  FraudWarningEvent
> = {
  category: 'fraudWarning',
  initial: 'unknown',
  decide({ data }, state) {
    if (state === 'unknown') return [{ type: 'FraudWarningReceived', data }];
    if (state === 'ended') return [];
    const { warningId, bookingId, paidBy, amountCents, receivedAt: at } = data;
    const charge = { warningId, bookingId, paidBy };
    const atRisk = atRiskIn(data);
    if (!data.isActionable)
      return [{ type: 'FraudWarningEnded', data: { ...charge, amountCents, endedAt: at } }];
    // Another process read Stripe earlier but records it later.
    const isOutdated = state.isCharged && !atRisk.isCharged;
    return isOutdated || isSame(atRisk, state)
      ? []
      : [{ type: 'FraudWarningChanged', data: { ...charge, ...atRisk, changedAt: at } }];
  },
  evolve(_, { type, data }) {
    if (type === 'FraudWarningEnded') return 'ended';
    return type === 'FraudWarningChanged' || data.isActionable ? atRiskIn(data) : 'ended';
  },
};

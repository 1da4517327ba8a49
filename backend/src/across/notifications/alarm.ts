import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import { transferGroupOf } from '../../money/payments/payment.js';
import type { PaymentEvent } from '../../money/payments/payment.events.js';
import type { PayoutEvent } from '../../money/payouts/payout.events.js';
import type { AlarmEvent } from './alarm.events.js';

/** The data of an alarm that all admins share. */
export type Alarm = Omit<AlarmEvent['data'], 'adminId' | 'raisedAt'>;

export const alarmingEventTypes = [
  'PaymentDisputed',
  'PaymentDisputeClosed',
  'PaymentRefundFailed',
  'PaymentMismatched',
  'PayoutRefused',
  'PayoutReversed',
  'EliteIntentMismatched',
] as const;
export type AlarmingEvent = Extract<
  PaymentEvent | PayoutEvent | MembershipEvent,
  { type: (typeof alarmingEventTypes)[number] }
>;

const noRefusal = { code: null, tryAgainAt: null } as const;

/**
 * What admins are alerted about, or null: a bank's inquiry that ended without money, or a refusal
 * that repeats. `causeId` is the id of the event.
 */
export const toAlarm = (causeId: string, { type, data }: AlarmingEvent): Alarm | null => {
  if (type === 'EliteIntentMismatched')
    return {
      ...noRefusal,
      causeId,
      type: 'membership_mismatched',
      playerId: data.userId,
      stripeId: data.intentId,
      amountCents: data.foundCents,
      bookingId: '',
      courtId: '',
      startTime: data.foundAt,
      endTime: data.foundAt,
      zone: 'UTC',
    };
  const { bookingId, courtId, playerId, startTime, endTime, zone } = data;
  const booking = { bookingId, courtId, playerId, startTime, endTime, zone };
  const hour = { ...noRefusal, ...booking, causeId };
  switch (type) {
    case 'PaymentDisputed': {
      const { disputeId: stripeId, amountCents, totalCents } = data;
      return amountCents > 0
        ? { ...hour, type: 'payment_disputed', stripeId, amountCents }
        : { ...hour, type: 'payment_inquiry', stripeId, amountCents: totalCents };
    }
    case 'PaymentDisputeClosed': {
      const { disputeId: stripeId, won, returnedCents, totalCents } = data;
      if (!won) return { ...hour, type: 'payment_dispute_lost', stripeId, amountCents: totalCents };
      return returnedCents > 0
        ? { ...hour, type: 'payment_dispute_won', stripeId, amountCents: returnedCents }
        : null;
    }
    case 'PayoutRefused': {
      const { step, isRepeated, amountCents, code, tryAgainAt } = data;
      return isRepeated
        ? null
        : {
            ...hour,
            type: step === 'transfer' ? 'transfer_refused' : 'reversal_refused',
            stripeId: transferGroupOf(bookingId),
            amountCents,
            code,
            tryAgainAt,
          };
    }
    case 'PayoutReversed': {
      const { reversalId: stripeId, amountCents } = data;
      return { ...hour, type: 'host_payout_reversed', stripeId, amountCents };
    }
    case 'PaymentRefundFailed': {
      const { refundId: stripeId, amountCents } = data;
      return { ...hour, type: 'refund_came_back', stripeId, amountCents };
    }
    case 'PaymentMismatched': {
      const { intentId: stripeId, foundCents: amountCents } = data;
      return { ...hour, type: 'payment_mismatched', stripeId, amountCents };
    }
  }
};

export type AlarmCommand = Message<
  'RaiseAlarm',
  Readonly<{ alarm: Alarm; adminIds: readonly string[]; raisedAt: string }>
>;

/**
 * The admins alerted about one event. Each is alerted once, no matter how often the alarm is
 * raised.
 */
export const alarm: Decider<readonly string[], AlarmCommand, AlarmEvent> = {
  category: 'alarm',
  initial: [],
  decide: ({ data: { alarm: raisedAlarm, adminIds, raisedAt } }, alarmedAdminIds) =>
    adminIds
      .filter((adminId) => !alarmedAdminIds.includes(adminId))
      .map((adminId) => ({
        type: 'AdminAlarmed',
        data: { ...raisedAlarm, adminId, raisedAt },
      })),
  evolve: (alarmedAdminIds, { data }) => [...alarmedAdminIds, data.adminId],
};

import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import type { PaymentEvent } from '../../money/payments/payment.events.js';
import type { AlarmEvent } from './alarm.events.js';

/** The data of an alarm that all admins share. */
export type Alarm = Omit<AlarmEvent['data'], 'adminId' | 'raisedAt'>;

export type AlarmingEvent =
  | Extract<PaymentEvent, { type: 'PaymentDisputed' | 'PaymentRefundFailed' | 'PaymentMismatched' }>
  | Extract<MembershipEvent, { type: 'EliteIntentMismatched' }>;

/** `causeId` is the id of the event. */
export const toAlarm = (causeId: string, { type, data }: AlarmingEvent): Alarm => {
  if (type === 'EliteIntentMismatched')
    return {
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
  const hour = { causeId, bookingId, courtId, playerId, startTime, endTime, zone };
  switch (type) {
    case 'PaymentDisputed': {
      const { disputeId: stripeId, amountCents } = data;
      return { ...hour, type: 'payment_disputed', stripeId, amountCents };
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

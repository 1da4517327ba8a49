import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import type { PaymentEvent } from '../../money/payments/payment.events.js';
import type { AlarmEvent } from './alarm.events.js';

/** What one alarm says, whoever hears it. */
export type Alarm = Omit<AlarmEvent['data'], 'adminId' | 'raisedAt'>;

/** The events of a payment, or of a membership, that an admin has to look at. */
export type AlarmingEvent =
  | Extract<PaymentEvent, { type: 'PaymentDisputed' | 'PaymentRefundFailed' | 'PaymentMismatched' }>
  | Extract<MembershipEvent, { type: 'EliteIntentMismatched' }>;

/** The alarm that follows from an event, whose id tells one from the next. */
export const alarmOf = (causeId: string, { type, data }: AlarmingEvent): Alarm => {
  if (type === 'EliteIntentMismatched') {
    const { userId: playerId, intentId: stripeId, foundCents: amountCents, foundAt: at } = data;
    const found = { causeId, playerId, stripeId, amountCents, startTime: at, endTime: at };
    return { ...found, type: 'membership_mismatched', bookingId: '', courtId: '', zone: 'UTC' };
  }
  const { bookingId, courtId, playerId, startTime, endTime, zone } = data;
  const its = { causeId, bookingId, courtId, playerId, startTime, endTime, zone };
  switch (type) {
    case 'PaymentDisputed':
      return {
        ...its,
        type: 'payment_disputed',
        stripeId: data.disputeId,
        amountCents: data.amountCents,
      };
    case 'PaymentRefundFailed':
      return {
        ...its,
        type: 'refund_came_back',
        stripeId: data.refundId,
        amountCents: data.amountCents,
      };
    case 'PaymentMismatched':
      return {
        ...its,
        type: 'payment_mismatched',
        stripeId: data.intentId,
        amountCents: data.foundCents,
      };
  }
};

export type AlarmCommand = Message<
  'RaiseAlarm',
  Readonly<{ alarm: Alarm; adminIds: readonly string[]; raisedAt: string }>
>;

/** Who was told of one event. Each admin is told once, however often the alarm is raised. */
export const alarm: Decider<readonly string[], AlarmCommand, AlarmEvent> = {
  category: 'alarm',
  initial: [],
  decide: ({ data: { alarm: its, adminIds, raisedAt } }, told) =>
    adminIds
      .filter((adminId) => !told.includes(adminId))
      .map((adminId) => ({ type: 'AdminAlarmed', data: { ...its, adminId, raisedAt } })),
  evolve: (told, { data }) => [...told, data.adminId],
};

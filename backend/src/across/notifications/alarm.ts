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
export const toAlarm = (causingEventId: string, { type, data }: AlarmingEvent): Alarm => {
  if (type === 'EliteIntentMismatched') {
    const { userId: playerId, intentId: stripeId, foundCents: amountCents, foundAt } = data;
    const membershipFields = {
      causeId: causingEventId,
      playerId,
      stripeId,
      amountCents,
      startTime: foundAt,
      endTime: foundAt,
    };
    return {
      ...membershipFields,
      type: 'membership_mismatched',
      bookingId: '',
      courtId: '',
      zone: 'UTC',
    };
  }
  const { bookingId, courtId, playerId, startTime, endTime, zone } = data;
  const bookingFields = {
    causeId: causingEventId,
    bookingId,
    courtId,
    playerId,
    startTime,
    endTime,
    zone,
  };
  switch (type) {
    case 'PaymentDisputed':
      return {
        ...bookingFields,
        type: 'payment_disputed',
        stripeId: data.disputeId,
        amountCents: data.amountCents,
      };
    case 'PaymentRefundFailed':
      return {
        ...bookingFields,
        type: 'refund_came_back',
        stripeId: data.refundId,
        amountCents: data.amountCents,
      };
    case 'PaymentMismatched':
      return {
        ...bookingFields,
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

/** The admins alarmed about one event. Each is alarmed once, however often the alarm is raised. */
export const alarm: Decider<readonly string[], AlarmCommand, AlarmEvent> = {
  category: 'alarm',
  initial: [],
  decide: ({ data: { alarm: raisedAlarm, adminIds, raisedAt } }, alarmedAdminIds) =>
    adminIds
      .filter((alarmedAdminId) => !alarmedAdminIds.includes(alarmedAdminId))
      .map((alarmedAdminId) => ({
        type: 'AdminAlarmed',
        data: { ...raisedAlarm, adminId: alarmedAdminId, raisedAt },
      })),
  evolve: (alarmedAdminIds, { data }) => [...alarmedAdminIds, data.adminId],
};

import { describe, expect, it } from '@jest/globals';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { systemContext } from '../../platform/kernel/context.js';
import {
  bookingApproved,
  bookingRequest,
  instantAt,
  bookingCancelled,
  bookingCompleted,
  bookingRequested,
  bookingMoved,
  localTimeChanged,
} from '../../../testing/court-day.js';
import type { PaymentEvent } from '../../money/payments/payment.events.js';
import type { PayoutEvent } from '../../money/payouts/payout.events.js';
import { fold, inStream } from '../../../testing/projection.js';
import {
  SendReminderEmailCommand,
  SendBookingEmailCommand,
  SendMembershipAlarmEmailCommand,
  SendPlatformAlarmEmailCommand,
} from './notification-emails.commands.js';
import {
  disputeClosed,
  paymentCaptured,
  paymentDisputed,
  paidBooking,
  paymentRefundFailed,
  ofWrongCharge,
  paymentRefunded,
  payoutAdjusted,
  payoutRefused,
  payoutReversed,
  payoutTransferred,
} from '../../../testing/paid-booking.js';
import type { AlarmEvent } from './alarm.events.js';
import { type AlarmingEvent, toAlarm } from './alarm.js';
import { alarms } from './alarms.projection.js';
import { RaiseAlarmCommand } from './alarms.commands.js';
import type { CourtNotificationEvent } from './court-notifications.js';
import {
  alarmMails,
  courtMails,
  dayReminders,
  hourReminders,
  moneyAlarms,
  moneyMails,
  bookingMails,
} from './notifications.process.js';
import { isReminderLate } from './reminders.js';
import type { MoneyEvent } from './recipients.js';

const recorded = (candidateEvent: BookingEvent) =>
  inStream('courtDay-roxbury_2027-03-13', candidateEvent)[0]!;
const notified = (candidateEvent: BookingEvent) =>
  bookingMails.react(recorded(candidateEvent)).map(({ data }) => [data.personId, data.type]);

describe('an email about a moved hour', () => {
  it('goes to the host, and to the player for their calendar', () =>
    expect(notified(bookingMoved())).toEqual([
      ['hana', 'hour_moved'],
      ['pavel', 'hour_moved_by_you'],
    ]));
});

describe('an email about a changed clock time', () => {
  it('goes to both sides, with the offset that they were shown', () =>
    expect(bookingMails.react(recorded(localTimeChanged())).map(({ data }) => data)).toMatchObject([
      { personId: 'pavel', type: 'local_time_changed', previousOffsetMinutes: -480 },
      { personId: 'hana', type: 'local_time_changed', previousOffsetMinutes: -480 },
    ]));

  it('goes only to the player if the host has not seen the request', () =>
    expect(notified(localTimeChanged({ neverPaid: true }))).toEqual([
      ['pavel', 'local_time_changed'],
    ]));
});

describe('a booking email', () => {
  it('is queued after its event, as a job that contains only ids', () =>
    expect(bookingMails.react(recorded(bookingRequested({ notes: 'ring twice' })))).toEqual([
      {
        id: 'notice.courtDay-roxbury_2027-03-13#0',
        due: null,
        data: {
          personId: 'hana',
          bookingId: 'booking-1',
          type: 'request_received',
          amountCents: null,
          at: '2027-03-10T12:00:00.000Z',
        },
      },
      {
        id: 'notice.courtDay-roxbury_2027-03-13#0.request_sent',
        due: null,
        data: {
          personId: 'pavel',
          bookingId: 'booking-1',
          type: 'request_sent',
          amountCents: null,
          at: '2027-03-10T12:00:00.000Z',
        },
      },
    ]));

  it('goes to the party that did not cause the event', () => {
    expect(notified(bookingApproved())).toEqual([['pavel', 'request_approved']]);
    expect(notified(bookingApproved({ approvedBy: 'instant' }))).toEqual([
      ['hana', 'booking_received'],
      ['pavel', 'request_approved'],
    ]);
    expect(notified(bookingCancelled({ approvedAt: null }))).toEqual([
      ['hana', 'cancelled_by_player'],
    ]);
    expect(notified(bookingCompleted())).toEqual([]);
  });

  it('also goes to a player who cancels a confirmed booking', () =>
    expect(notified(bookingCancelled({ approvedAt: '2027-03-10T13:00:00.000Z' }))).toEqual([
      ['hana', 'cancelled_by_player'],
      ['pavel', 'cancelled_by_you'],
    ]));

  it('goes to both sides if the charge of an approved booking fails', () => {
    const candidateEvent = recorded(bookingCancelled({ reason: 'payment_failed' }));
    const jobs = bookingMails.react(candidateEvent);
    expect(jobs.map(({ data }) => [data.personId, data.type])).toEqual([
      ['pavel', 'payment_failed'],
      ['hana', 'charge_failed'],
    ]);
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(2);
    expect(notified(bookingCancelled({ reason: 'payment_failed', neverPaid: true }))).toEqual([
      ['pavel', 'payment_failed'],
    ]);
  });

  it('goes to both sides if an admin cancels, but not to a host who never saw the request', () => {
    const jobs = bookingMails.react(recorded(bookingCancelled({ reason: 'operator_cancelled' })));
    expect(jobs.map(({ data }) => [data.personId, data.type])).toEqual([
      ['pavel', 'cancelled_by_operator'],
      ['hana', 'booking_cancelled_by_operator'],
    ]);
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(2);
    expect(notified(bookingCancelled({ reason: 'operator_cancelled', neverPaid: true }))).toEqual([
      ['pavel', 'cancelled_by_operator'],
    ]);
  });

  it('informs a host, by ids only, that an admin hid or showed their court', () => {
    const about = {
      courtId: 'roxbury',
      hostId: 'hana',
      zone: 'America/Los_Angeles',
      reason: 'The fence is broken.',
    };
    const events: CourtNotificationEvent[] = [
      { type: 'CourtHidden', data: { ...about, at: instantAt('10:00') } },
      { type: 'CourtUnhidden', data: { ...about, at: instantAt('11:00') } },
    ];
    const jobs = inStream('court-roxbury', ...events).flatMap((candidateEvent) =>
      courtMails.react(candidateEvent),
    );
    expect(jobs.map(({ data }) => data)).toEqual(
      ['court_hidden', 'court_shown'].map((notificationType) => ({
        personId: 'hana',
        courtId: 'roxbury',
        type: notificationType,
      })),
    );
  });

  it('informs the recipient of money that moved, but not of money never authorized', () => {
    const news = (candidateEvent: MoneyEvent) =>
      moneyMails
        .react(inStream('payment-booking-1', candidateEvent)[0]!)
        .map(({ data }) => [data.personId, data.type, data.amountCents]);
    const released = (wasAuthorised: boolean): MoneyEvent => ({
      type: 'PaymentReleased',
      data: { ...paidBooking, intentId: 'pi_1', wasAuthorised, releasedAt: instantAt('10:00') },
    });
    expect(news(paymentCaptured as MoneyEvent)).toEqual([['pavel', 'charged', 33_000]]);
    expect(news(released(true))).toEqual([['pavel', 'hold_released', 33_000]]);
    expect(news(released(false))).toEqual([]);
    expect(news(paymentRefunded(16_500) as MoneyEvent)).toEqual([['pavel', 'refunded', 16_500]]);
    expect(news(paymentRefundFailed(16_500) as MoneyEvent)).toEqual([
      ['pavel', 'refund_failed', 16_500],
    ]);
    expect(news(payoutTransferred() as MoneyEvent)).toEqual([['hana', 'paid_out', 29_700]]);
  });

  it('informs only the player about a charge that differs from the price, in its currency', () => {
    const news = (candidateEvent: PaymentEvent) =>
      moneyMails
        .react(inStream('payment-booking-1', candidateEvent as MoneyEvent)[0]!)
        .map(({ data }) => [data.personId, data.type, data.amountCents, data.currency]);
    expect(news(ofWrongCharge(paymentRefunded(500), 'eur'))).toEqual([
      ['pavel', 'refunded', 500, 'eur'],
    ]);
    expect(news(ofWrongCharge(paymentDisputed(500), 'eur'))).toEqual([]);
  });

  it.each([paymentRefunded(500), paymentRefundFailed(500)])(
    'informs no one of a refund that is recorded long after it was made: $type',
    (refundEvent) => {
      const late = { ...refundEvent, data: { ...refundEvent.data, madeAt: instantAt('10:00') } };
      const recordedEvent = inStream('payment-booking-1', late as MoneyEvent)[0]!;
      expect(moneyMails.react(recordedEvent)).toEqual([]);
    },
  );

  it('informs the host of money that they lose or must wait for', () => {
    const news = (...events: (PaymentEvent | PayoutEvent)[]) =>
      inStream('payment-booking-1', ...(events as MoneyEvent[])).flatMap((candidateEvent) =>
        moneyMails
          .react(candidateEvent)
          .map(({ data }) => [data.personId, data.type, data.amountCents, data.refusal]),
      );
    const [adjusted] = inStream('payout-booking-1', payoutAdjusted(-2_000) as MoneyEvent);
    expect(moneyMails.react(adjusted!).map(({ data }) => data)).toMatchObject([
      { type: 'payout_adjusted', amountCents: -2_000, adjustmentId: 'adjustment-1' },
    ]);
    const orderedRefund = (hostCents: number): PaymentEvent => ({
      type: 'PaymentRefundOrdered',
      data: {
        ...paidBooking,
        orderId: 'order-1',
        amountCents: 5_000,
        hostCents,
        platformCents: 5_000 - hostCents,
        reason: 'The lights failed.',
        orderedBy: 'avery',
        orderedAt: instantAt('10:00'),
      },
    });
    const tryAgainAt = '2027-03-14T20:00:00.000Z';
    const refused = payoutRefused(tryAgainAt) as Extract<PayoutEvent, { type: 'PayoutRefused' }>;
    const refusedAs = (changes: Partial<(typeof refused)['data']>): PayoutEvent => ({
      ...refused,
      data: { ...refused.data, ...changes },
    });
    expect(
      news(
        orderedRefund(2_000),
        paymentDisputed(),
        disputeClosed('won'),
        disputeClosed('lost'),
        payoutReversed(10_000),
        refused,
      ),
    ).toEqual([
      ['hana', 'refund_borne', 2_000, null],
      ['hana', 'charge_disputed', 33_000, null],
      ['hana', 'dispute_won', 33_000, null],
      ['hana', 'dispute_lost', null, null],
      ['hana', 'payout_reversed', 10_000, null],
      ['hana', 'payout_refused', 29_700, { code: 'account_closed', tryAgainAt }],
    ]);
    expect(
      news(
        orderedRefund(0),
        paymentDisputed(0, 0),
        refusedAs({ isRepeated: true }),
        refusedAs({ step: 'reverse' }),
      ),
    ).toEqual([]);
  });

  it('about an alarm is swept for a day, and the alarm itself until an admin is alerted', () => {
    const alarm = toAlarm('payment-booking-1#0', paymentDisputed() as AlarmingEvent)!;
    const alarmed: AlarmEvent = {
      type: 'AdminAlarmed',
      data: { ...alarm, adminId: 'avery', raisedAt: instantAt('10:00') },
    };
    const [dispute, recordedAlarm] = inStream<AlarmingEvent | AlarmEvent>(
      'payment-booking-1',
      paymentDisputed() as AlarmingEvent,
      alarmed,
    );
    const documentAfter = (...events: (typeof dispute)[]) => [
      ...fold(alarms, ...(events as never[])).values(),
    ];
    const now = '2027-03-14T12:00:00.000Z';
    expect(moneyAlarms.sweep!.filters(now)).toEqual([{ isRaised: false }]);
    expect(documentAfter(dispute)).toMatchObject([{ isRaised: false }]);
    expect(documentAfter(dispute).flatMap(moneyAlarms.sweep!.jobs)).toEqual(
      moneyAlarms.react(dispute as never),
    );
    expect(alarmMails.sweep!.filters(now)).toEqual([
      { alarmedAt: { $gt: '2027-03-13T12:00:00.000Z' } },
    ]);
    expect(documentAfter(dispute, recordedAlarm).flatMap(alarmMails.sweep!.jobs)).toEqual(
      alarmMails.react(recordedAlarm as never),
    );
  });

  it('goes to each alerted admin about a money problem', () => {
    const dispute = inStream('payment-booking-1', paymentDisputed() as AlarmingEvent)[0]!;
    const alarm = toAlarm(dispute.id, paymentDisputed() as AlarmingEvent)!;
    expect(moneyAlarms.react(dispute)).toEqual([
      { id: `alarm.${dispute.id}`, due: null, data: alarm },
    ]);
    const context = systemContext('a job', instantAt('10:00'));
    expect(moneyAlarms.command(alarm, context)).toEqual(new RaiseAlarmCommand(alarm, context));
    const alarmed: AlarmEvent = {
      type: 'AdminAlarmed',
      data: { ...alarm, adminId: 'avery', raisedAt: instantAt('10:00') },
    };
    const jobs = alarmMails.react(inStream('alarm-1', alarmed)[0]!);
    const notified = {
      bookingId: 'booking-1',
      type: 'payment_disputed',
      amountCents: 33_000,
      stripeId: 'du_1',
    };
    expect(jobs.map(({ data }) => data)).toMatchObject([{ personId: 'avery', ...notified }]);
    const ofPlatform = { ...alarmed, data: { ...alarmed.data, type: 'money_findings' } } as const;
    const [platformJob] = alarmMails.react(inStream('alarm-3', ofPlatform)[0]!);
    const platformEmail = {
      personId: 'avery',
      type: 'money_findings',
      amountCents: 33_000,
    } as const;
    expect(platformJob!.data).toEqual(platformEmail);
    expect(alarmMails.command(platformEmail, context)).toEqual(
      new SendPlatformAlarmEmailCommand(platformEmail, context),
    );
    const ofMembership = {
      ...alarmed,
      data: { ...alarmed.data, type: 'membership_mismatched' },
    } as const;
    const [job] = alarmMails.react(inStream('alarm-2', ofMembership)[0]!);
    const emailJob = {
      personId: 'avery',
      memberId: 'pavel',
      type: 'membership_mismatched',
      amountCents: 33_000,
      currency: 'usd',
      stripeId: 'du_1',
      refusal: null,
    } as const;
    expect(job!.data).toEqual(emailJob);
    expect(alarmMails.command(emailJob, context)).toEqual(
      new SendMembershipAlarmEmailCommand(emailJob, context),
    );
  });

  it('is sent by a command', () => {
    const about = { personId: 'hana', bookingId: 'booking-1', type: 'request_received' } as const;
    const news = { ...about, amountCents: null, at: instantAt('10:00') };
    const context = systemContext('a job', instantAt('10:00'));
    expect(bookingMails.command(news, context)).toEqual(new SendBookingEmailCommand(news, context));
  });
});

const confirmed: Booking = {
  ...bookingRequest(),
  status: 'confirmed',
  approvedAt: '2027-03-10T13:00:00.000Z',
  paymentStatus: 'not_required',
  completedAt: null,
  cancellation: null,
};

describe('a reminder', () => {
  it('goes to both sides a day and an hour before a confirmed booking', () => {
    const jobs = [dayReminders, hourReminders].flatMap(({ sweep }) => sweep!.jobs(confirmed));
    expect(jobs.map(({ id, due: dueAt, data }) => [id, dueAt, data.personId])).toEqual([
      ['day-reminder.booking-1.player', '2027-03-12T18:00:00.000Z', 'pavel'],
      ['day-reminder.booking-1.host', '2027-03-12T18:00:00.000Z', 'hana'],
      ['hour-reminder.booking-1.player', instantAt('17:00'), 'pavel'],
      ['hour-reminder.booking-1.host', instantAt('17:00'), 'hana'],
    ]);
  });

  it('skips bookings that are not confirmed or were confirmed after it was due', () => {
    const late = { ...confirmed, approvedAt: '2027-03-12T18:30:00.000Z' };
    expect(dayReminders.sweep!.jobs(late)).toEqual([]);
    expect(hourReminders.sweep!.jobs(late)).toHaveLength(2);
    expect(dayReminders.sweep!.jobs({ ...confirmed, status: 'cancelled' })).toEqual([]);
  });

  it('is found by the sweep from half an hour before it is due until half an hour after', () => {
    const [filter] = dayReminders.sweep!.filters('2027-03-12T18:30:00.000Z');
    expect(filter).toEqual({
      status: 'confirmed',
      endTime: { $gt: instantAt('18:30'), $lte: instantAt('19:30') },
    });
    const [later] = hourReminders.sweep!.filters(instantAt('17:59'));
    expect(later).toEqual({
      status: 'confirmed',
      endTime: { $gt: instantAt('18:59'), $lte: instantAt('19:59') },
    });
  });

  it('expires half an hour after it was due', () => {
    expect(isReminderLate('hour', confirmed, instantAt('17:30'))).toBe(false);
    expect(isReminderLate('hour', confirmed, '2027-03-13T17:30:00.001Z')).toBe(true);
  });

  it('is sent by a command', () => {
    const reminder = { personId: 'hana', bookingId: 'booking-1', ahead: 'day' } as const;
    const context = systemContext('a job', instantAt('10:00'));
    expect(dayReminders.command(reminder, context)).toEqual(
      new SendReminderEmailCommand(reminder, context),
    );
  });
});

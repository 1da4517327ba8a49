import { describe, expect, it } from '@jest/globals';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import {
  bookingApproved,
  bookingRequest,
  bookingAuthorised,
  bookingCancelled,
  bookingCompleted,
  bookingRequested,
  bookingMoved,
  localTimeChanged,
} from '../../../testing/court-day.js';
import type { PaymentEvent } from '../../money/payments/payment.events.js';
import type { PayoutEvent } from '../../money/payouts/payout.events.js';
import {
  disputeClosed,
  paidBooking,
  paymentCaptured,
  paymentDisputed,
  paymentRefundFailed,
  ofWrongCharge,
  paymentRefunded,
  payoutAdjusted,
  payoutRefused,
  payoutReversed,
  payoutTransferred,
  refundOrdered,
  settledOtherwise,
} from '../../../testing/paid-booking.js';
import { fold, inStream } from '../../../testing/projection.js';
import type { CourtNotificationEvent } from './court-notifications.js';
import type { NotificationMarksEvent } from './notification-marks.events.js';
import type { RatingCorrectionEvent } from '../../play/rankings/rankings.events.js';
import { notifications } from './notifications.projection.js';
import type { AlarmEvent } from './alarm.events.js';
import { type AlarmingEvent, toAlarm } from './alarm.js';
import type { MoneyEvent } from './recipients.js';

type Known =
  | Exclude<BookingEvent, { type: 'BookingCompleted' }>
  | MoneyEvent
  | AlarmEvent
  | NotificationMarksEvent;

const after = (
  ...events: (BookingEvent | PaymentEvent | PayoutEvent | AlarmEvent | NotificationMarksEvent)[]
) => fold(notifications, ...inStream('courtDay-roxbury_2027-03-13', ...(events as Known[])));
const instant = () => bookingApproved({ approvedBy: 'instant' });
const read = (userId: string, ...noticeIds: string[]): NotificationMarksEvent => ({
  type: 'NoticesRead',
  data: { userId, noticeIds, readAt: '2027-03-10T15:00:00.000Z' },
});
const notified = (documents: ReturnType<typeof after>) =>
  [...documents].map(([id, { personId, type, read, answerBy }]) => [
    id,
    personId,
    type,
    read,
    answerBy,
  ]);

const { answerBy } = bookingRequest();
const requestRow = ['booking-1.requested', 'hana', 'request_received', false, answerBy];
const answered = ['booking-1.requested', 'hana', 'request_received', true, null];

describe('admin notifications', () => {
  const alarm = toAlarm('event-1', paymentDisputed() as AlarmingEvent)!;
  const respondBy = '2027-03-22T23:59:59.000Z';
  const alarmed = (alarmedAdminId: string): AlarmEvent => ({
    type: 'AdminAlarmed',
    data: { ...alarm, adminId: alarmedAdminId, respondBy, raisedAt: '2027-03-14T10:00:01.000Z' },
  });
  it('show each alarm to each admin, with separate read marks', () => {
    const documents = after(
      alarmed('avery'),
      alarmed('blake'),
      read('blake', 'event-1.blake', 'event-1.avery'),
    );
    expect(notified(documents)).toEqual([
      ['event-1.avery', 'avery', 'payment_disputed', false, respondBy],
      ['event-1.blake', 'blake', 'payment_disputed', true, respondBy],
    ]);
    expect(documents.get('event-1.avery')).toMatchObject({
      side: 'admin',
      amountCents: 33_000,
      stripeId: 'du_1',
    });
  });
});

it('notify the host of the new time of a moved hour', () => {
  const moved = [...after(bookingRequested(), bookingApproved(), bookingMoved()).values()].filter(
    ({ type }) => type === 'hour_moved',
  );
  expect(moved).toMatchObject([
    { personId: 'hana', side: 'host', startTime: '2027-03-13T21:00:00.000Z', read: false },
  ]);
});

describe('notifications of a changed clock time', () => {
  const sidesOf = (documents: ReturnType<typeof after>) =>
    [...documents.values()]
      .filter(({ type }) => type === 'local_time_changed')
      .map(({ personId, side, offsets }) => [personId, side, offsets]);
  const offsets = { before: '-08:00', after: '-07:00' };

  it('show both sides the offset before and after', () =>
    expect(sidesOf(after(bookingRequested(), localTimeChanged()))).toEqual([
      ['pavel', 'player', offsets],
      ['hana', 'host', offsets],
    ]));

  it('go only to the player about a request that the host has not seen', () =>
    expect(sidesOf(after(localTimeChanged({ neverPaid: true })))).toEqual([
      ['pavel', 'player', offsets],
    ]));
});

describe('booking notifications', () => {
  it('ask the host to respond to a request by its deadline', () => {
    const [notification] = [...after(bookingRequested()).values()];
    const { bookingId, courtId, playerId, startTime, endTime, zone } = bookingRequest();
    expect(notification).toEqual({
      bookingId,
      courtId,
      playerId,
      startTime,
      endTime,
      zone,
      answerBy,
      personId: 'hana',
      side: 'host',
      type: 'request_received',
      declineReason: null,
      read: false,
      amountCents: null,
      currency: 'usd',
      stripeId: null,
      at: '2027-03-10T12:00:00.000Z',
    });
  });

  it('inform only the host of an instant booking, once', () =>
    expect(notified(after(bookingRequested(), instant()))).toEqual([
      ['booking-1.requested', 'hana', 'booking_received', false, null],
    ]));

  it('inform the player of an approval, and count as read for the host', () =>
    expect(notified(after(bookingRequested(), bookingApproved()))).toEqual([
      answered,
      ['booking-1.approved', 'pavel', 'request_approved', false, null],
    ]));

  it('inform the player of a decline and its reason', () => {
    const documents = after(
      bookingRequested(),
      bookingCancelled({ reason: 'host_declined', declineReason: 'weather' }),
    );
    expect(notified(documents)).toEqual([
      answered,
      ['booking-1.cancelled', 'pavel', 'request_declined', false, null],
    ]);
    expect(documents.get('booking-1.cancelled')?.declineReason).toBe('weather');
  });

  it('inform the player of an expired request, and replace the notification of the host', () =>
    expect(
      notified(after(bookingRequested(), bookingCancelled({ reason: 'host_did_not_answer' }))),
    ).toEqual([
      ['booking-1.requested', 'hana', 'request_unanswered', false, null],
      ['booking-1.cancelled', 'pavel', 'request_unanswered', false, null],
    ]));

  it.each([
    ['host_cancelled', 'cancelled_by_host'],
    ['hours_closed', 'cancelled_by_closure'],
  ] as const)('inform the player of a cancellation (%s)', (reason, notificationType) =>
    expect(notified(after(bookingRequested(), bookingCancelled({ reason })))).toEqual([
      answered,
      ['booking-1.cancelled', 'pavel', notificationType, false, null],
    ]),
  );

  it('inform both sides when an admin cancels, except a host who never saw the request', () => {
    const reason = 'operator_cancelled';
    expect(
      notified(
        after(
          bookingRequested(),
          bookingApproved(),
          read('hana', 'booking-1.requested'),
          bookingCancelled({ reason }),
        ),
      ),
    ).toEqual([
      ['booking-1.requested', 'hana', 'booking_cancelled_by_operator', false, null],
      ['booking-1.approved', 'pavel', 'request_approved', false, null],
      ['booking-1.cancelled', 'pavel', 'cancelled_by_operator', false, null],
    ]);
    const unseen = [
      bookingRequested({ payBy: '2027-03-10T12:15:00.000Z' }),
      bookingCancelled({ reason, neverPaid: true }),
    ];
    expect(notified(after(...unseen)).map(([, person]) => person)).toEqual(['pavel']);
  });

  it('inform the host when an admin hides a court, with the reason, or shows it again', () => {
    const about = {
      courtId: 'roxbury',
      hostId: 'hana',
      zone: 'America/Los_Angeles',
      reason: 'The fence is broken.',
    };
    const recordedAt = '2027-03-10T12:00:00.000Z';
    const events: CourtNotificationEvent[] = [
      { type: 'CourtHidden', data: { ...about, at: recordedAt } },
      { type: 'CourtUnhidden', data: { ...about, reason: 'It is mended.', at: recordedAt } },
    ];
    const documents = fold(notifications, ...inStream('court-roxbury', ...events));
    expect([...documents.values()].map(({ type, reason }) => [type, reason])).toEqual([
      ['court_hidden', 'The fence is broken.'],
      ['court_shown', undefined],
    ]);
    for (const document of documents.values()) {
      expect(document).toMatchObject({
        personId: 'hana',
        side: 'host',
        courtId: 'roxbury',
        bookingId: '',
        read: false,
      });
      expect([notifications.audience!(document), notifications.people!(document)]).toEqual([
        ['hana'],
        ['hana', 'hana'],
      ]);
    }
  });

  it('inform the host when the player cancels', () =>
    expect(notified(after(bookingRequested(), bookingCancelled()))).toEqual([
      answered,
      ['booking-1.cancelled', 'hana', 'cancelled_by_player', false, null],
    ]));

  it('stay as they are when the booking is completed', () =>
    expect([...after(bookingRequested(), instant(), bookingCompleted())]).toEqual(
      expect.arrayContaining([...after(bookingRequested(), instant())]),
    ));

  it('reach no one else, and contain no text that people wrote', () => {
    const documents = after(
      bookingRequested({ notes: 'a secret' }),
      bookingCancelled({ note: 'another' }),
    );
    for (const document of documents.values())
      expect(notifications.audience!(document)).toEqual([document.personId]);
    expect(JSON.stringify([...documents])).not.toMatch(/a secret|another/);
  });
});

describe('notifications of a booking paid by card', () => {
  const payBy = '2027-03-10T12:15:00.000Z';
  const unpaid = bookingRequested({ payBy });
  const authorisedRequest = bookingAuthorised({ payBy });

  it('start with the authorization, like any request', () => {
    expect(notified(after(unpaid))).toEqual([]);
    expect(notified(after(unpaid, authorisedRequest))).toEqual([requestRow]);
    expect(notified(after(unpaid, authorisedRequest, instant()))).toEqual([
      ['booking-1.requested', 'hana', 'booking_received', false, null],
    ]);
  });

  it('do not inform a host of a canceled request that they never saw', () => {
    expect(notified(after(unpaid, bookingCancelled({ neverPaid: true })))).toEqual([]);
    expect(notified(after(unpaid, authorisedRequest, bookingCancelled()))).toEqual([
      answered,
      ['booking-1.cancelled', 'hana', 'cancelled_by_player', false, null],
    ]);
  });

  it('inform the player if the payment is late or the charge fails', () => {
    expect(
      notified(after(unpaid, bookingCancelled({ reason: 'not_paid', neverPaid: true }))),
    ).toEqual([['booking-1.cancelled', 'pavel', 'request_not_paid', false, null]]);
    expect(
      notified(after(unpaid, authorisedRequest, bookingCancelled({ reason: 'payment_failed' }))),
    ).toEqual([
      ['booking-1.requested', 'hana', 'charge_failed', false, null],
      ['booking-1.cancelled', 'pavel', 'payment_failed', false, null],
    ]);
  });
});

describe('money notifications', () => {
  it('show each amount that moved once, including partial refunds', () => {
    const documents = after(
      paymentCaptured,
      paymentRefunded(10_000),
      paymentRefunded(6_500, 're_2'),
      paymentRefundFailed(10_000),
      payoutTransferred(),
    );
    expect(
      [...documents].map(([id, { personId, type, amountCents }]) => [
        id,
        personId,
        type,
        amountCents,
      ]),
    ).toEqual([
      ['booking-1.PaymentCaptured', 'pavel', 'charged', 33_000],
      ['booking-1.PaymentRefunded.re_1', 'pavel', 'refunded', 10_000],
      ['booking-1.PaymentRefunded.re_2', 'pavel', 'refunded', 6_500],
      ['booking-1.PaymentRefundFailed.re_1', 'pavel', 'refund_failed', 10_000],
      ['booking-1.PayoutTransferred', 'hana', 'paid_out', 29_700],
    ]);
  });

  it('show a refund in the currency of the charge', () =>
    expect([...after(ofWrongCharge(paymentRefunded(500), 'eur')).values()]).toMatchObject([
      { personId: 'pavel', type: 'refunded', amountCents: 500, currency: 'eur' },
    ]));

  it('inform the host if a payout is refused after a success, but not of retries', () => {
    const refused = payoutRefused('2027-03-14T20:00:00.000Z') as Extract<
      PayoutEvent,
      { type: 'PayoutRefused' }
    >;
    const repeated: PayoutEvent = { ...refused, data: { ...refused.data, isRepeated: true } };
    const refusalRow = 'booking-1.PayoutRefused';
    const isRead = (...events: PayoutEvent[]) =>
      after(refused, read('hana', refusalRow), ...events).get(refusalRow)!.read;
    expect([isRead(), isRead(repeated), isRead(payoutTransferred(), refused)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('inform the host of a manual refund only if they bear a part', () => {
    const shares = (...orders: Parameters<typeof refundOrdered>[0][]) =>
      orders.flatMap((order) =>
        [...after(refundOrdered(order)).values()].map(({ personId, type, amountCents }) => [
          personId,
          type,
          amountCents,
        ]),
      );
    expect(shares({ hostCents: 2_000, platformCents: 3_000 })).toEqual([
      ['hana', 'refund_borne', 2_000],
    ]);
    expect(shares({ platformCents: 5_000 })).toEqual([]);
  });

  it('inform both sides of a debt', () => {
    const documents = after({
      type: 'PaymentOverdue',
      data: { ...paidBooking, amountCents: 33_000, overdueAt: '2027-03-14T10:00:00.000Z' },
    });
    expect([...documents].map(([id, { personId, type }]) => [id, personId, type])).toEqual([
      ['booking-1.PaymentOverdue.player', 'pavel', 'payment_overdue'],
      ['booking-1.PaymentOverdue.host', 'hana', 'charge_overdue'],
    ]);
  });

  it('inform both sides of a payment outside Stripe or a waiver', () => {
    const rowsAfter = (settled: PaymentEvent) =>
      [...after(settled)].map(([id, { personId, type }]) => [id, personId, type]);
    expect(rowsAfter(settledOtherwise('charge', 33_000))).toEqual([
      ['booking-1.PaymentSettledOtherwise.order-1.player', 'pavel', 'payment_settled'],
      ['booking-1.PaymentSettledOtherwise.order-1.host', 'hana', 'charge_settled'],
    ]);
    expect(rowsAfter(settledOtherwise('charge', 33_000, { outcome: 'waived' }))).toEqual([
      ['booking-1.PaymentSettledOtherwise.order-1.player', 'pavel', 'payment_waived'],
      ['booking-1.PaymentSettledOtherwise.order-1', 'hana', 'charge_waived'],
    ]);
    expect(rowsAfter(settledOtherwise('refund', 33_000))).toEqual([
      ['booking-1.PaymentSettledOtherwise.order-1', 'pavel', 'refund_settled'],
    ]);
    expect(rowsAfter(settledOtherwise('refund', 33_000, { outcome: 'waived' }))).toEqual([
      ['booking-1.PaymentSettledOtherwise.order-1', 'pavel', 'refund_waived'],
    ]);
    expect(rowsAfter(settledOtherwise('hold', 0, { outcome: 'waived' }))).toEqual([]);
  });

  it('explain an adjusted payout to the host', () =>
    expect([...after(payoutAdjusted(-2_000), payoutAdjusted(500, 'adjustment-2'))]).toMatchObject([
      [
        'booking-1.PayoutAdjusted.adjustment-1',
        {
          personId: 'hana',
          side: 'host',
          type: 'payout_adjusted',
          amountCents: -2_000,
          reason: 'You repaired the lights.',
        },
      ],
      ['booking-1.PayoutAdjusted.adjustment-2', { amountCents: 500 }],
    ]));

  it('list each reversal and dispute of a host', () => {
    const documents = after(
      paymentDisputed(),
      disputeClosed('lost'),
      payoutReversed(10_000),
      payoutReversed(700, 'trr_2'),
    );
    expect(documents.get('booking-1.PayoutReversed.trr_1')!.reason).toBe(
      "A dispute about the player's payment was lost.",
    );
    expect(
      [...documents].map(([id, { personId, side, type, amountCents }]) => [
        id,
        personId,
        side,
        type,
        amountCents,
      ]),
    ).toEqual([
      ['booking-1.PaymentDisputed.du_1', 'hana', 'host', 'charge_disputed', 33_000],
      ['booking-1.PaymentDisputeClosed.du_1', 'hana', 'host', 'dispute_lost', null],
      ['booking-1.PayoutReversed.trr_1', 'hana', 'host', 'payout_reversed', 10_000],
      ['booking-1.PayoutReversed.trr_2', 'hana', 'host', 'payout_reversed', 700],
    ]);
  });
});

describe('a notification', () => {
  it('counts as read once its recipient marks it', () =>
    expect(notified(after(bookingRequested(), read('hana', 'booking-1.requested')))).toEqual([
      requestRow.with(3, true),
    ]));

  it('ignores marks of other users and of missing notifications', () =>
    expect(
      notified(
        after(bookingRequested(), read('pavel', 'booking-1.requested', 'booking-2.requested')),
      ),
    ).toEqual([requestRow]));
});

it('a notification of a changed rating names neither booking nor players', () => {
  const recordedEvent: RatingCorrectionEvent = {
    type: 'RatingCorrected',
    data: {
      playerId: 'olga',
      matchId: 'booking-1_pavel',
      courtId: 'roxbury',
      zone: 'America/Los_Angeles',
      playedAt: '2027-03-13T18:00:00.000Z',
      sport: 'tennis',
      discipline: 'singles',
      before: 4.2,
      after: 4.1,
      formulaId: 'games-share-glicko-1',
      correctedAt: '2027-03-14T18:00:00.000Z',
    },
  };
  const [notification] = fold(
    notifications,
    ...inStream('ratingCorrection-booking-1_pavel', recordedEvent),
  ).values();
  expect(notification).toMatchObject({
    personId: 'olga',
    type: 'rating_changed',
    bookingId: '',
    read: false,
  });
  expect(notification).toMatchObject({
    startTime: '2027-03-13T18:00:00.000Z',
    endTime: '2027-03-13T19:00:00.000Z',
  });
  expect(JSON.stringify(notification)).not.toContain('pavel');
});

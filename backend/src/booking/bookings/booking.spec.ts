import { describe, expect, it } from '@jest/globals';
import {
  APPROVED_AT,
  AUTHORISED_AT,
  type Requested,
  aRequest,
  approved,
  at,
  authorised,
  cancelBooking,
  cancelled,
  completed,
  requested,
} from '../../../testing/court-day.js';
import { specification } from '../../../testing/specification.js';
import { booking } from './booking.js';

const given = specification(booking);

const early = '2027-03-10T15:00:00.000Z';
const late = '2027-03-12T20:00:00.000Z';
const deadline = '2027-03-11T12:00:00.000Z';
const justBeforeDeadline = '2027-03-11T11:59:59.999Z';

const aBooking = booking.evolve(null, requested());
const bookingId = 'booking-1';
const request = (changes: Partial<Requested> = {}, instantBook = false) =>
  ({ type: 'RequestBooking', data: aRequest({ instantBook, ...changes }) }) as const;
const approve = (when = early) =>
  ({ type: 'ApproveBooking', data: { bookingId, at: when } }) as const;
const decline = (when = early) =>
  ({
    type: 'DeclineBooking',
    data: { bookingId, at: when, declineReason: 'maintenance', note: 'New lines' },
  }) as const;
const cancelAsPlayer = (when = early, note = '') => cancelBooking({ at: when, note });
const cancelAsHost = (when = early, excuse: 'weather' | 'safety' | null = null) =>
  cancelBooking({ at: when, reason: 'host_cancelled', excuse });
const closeOver = cancelBooking({ at: early, reason: 'hours_closed', note: 'resurfacing' });
const expire = (when: string) =>
  ({ type: 'ExpireRequest', data: { bookingId, at: when } }) as const;
const complete = (when: string) =>
  ({ type: 'CompleteBooking', data: { bookingId, at: when } }) as const;

const byPlayer = (changes: Parameters<typeof cancelled>[0] = {}) =>
  cancelled({ cancelledAt: early, ...changes });
const byHost = (changes: Parameters<typeof cancelled>[0] = {}) =>
  cancelled({
    cancelledAt: early,
    reason: 'host_cancelled',
    rule: 'by_host',
    noteBy: 'hana',
    ...changes,
  });

const cancelledLate = {
  approvedAt: APPROVED_AT,
  rule: 'late',
  cancelledAt: late,
  refundCents: 16_500,
  hostCents: 14_850,
  platformCents: 1_650,
} as const;

describe('requesting an hour', () => {
  it('creates a pending booking with the agreed terms', () =>
    given()
      .when(request({ notes: 'Two of us' }))
      .then(requested({ notes: 'Two of us' })));

  it('confirms an instant booking immediately', () =>
    given()
      .when(request({}, true))
      .then(
        requested({ instantBook: true }),
        approved({ approvedBy: 'instant', approvedAt: '2027-03-10T12:00:00.000Z' }),
      ));

  it('fails with the id of another booking in any state', () => {
    const elsewhere = request({ playerId: 'quinn' });
    given(requested()).when(elsewhere).thenRefused('conflict');
    given(requested(), approved(), completed()).when(elsewhere).thenRefused('conflict');
    given(requested(), cancelled()).when(elsewhere).thenRefused('conflict');
  });

  it('fails for the host, who can close hours instead', () =>
    given()
      .when(request({ playerId: 'hana' }))
      .thenRefused('forbidden'));
});

describe('approving a request', () => {
  it('confirms the booking', () =>
    given(requested())
      .when(approve())
      .then(approved({ approvedAt: early })));

  it('succeeds until just before the answer deadline', () =>
    given(requested())
      .when(approve(justBeforeDeadline))
      .then(approved({ approvedAt: justBeforeDeadline })));

  it('fails at the answer deadline', () =>
    given(requested()).when(approve(deadline)).thenRefused('wrong_status'));

  it('fails the second time', () =>
    given(requested(), approved()).when(approve()).thenRefused('wrong_status'));

  it('fails after a cancellation and after the hour', () => {
    given(requested(), cancelled()).when(approve()).thenRefused('wrong_status');
    given(requested(), approved(), completed()).when(approve()).thenRefused('wrong_status');
  });

  it('fails for an unknown booking', () => given().when(approve()).thenRefused('not_found'));
});

describe('canceling as the player', () => {
  it('withdraws a pending request for free and keeps the note', () =>
    given(requested())
      .when(cancelAsPlayer(early, 'Rain'))
      .then(byPlayer({ note: 'Rain' })));

  it('refunds everything a day ahead', () =>
    given(requested(), approved())
      .when(cancelAsPlayer())
      .then(byPlayer({ approvedAt: APPROVED_AT, rule: 'free' })));

  it('refunds half within the last day', () =>
    given(requested(), approved()).when(cancelAsPlayer(late)).then(byPlayer(cancelledLate)));

  it('refunds nothing once the hour has started', () =>
    given(requested(), approved())
      .when(cancelAsPlayer(at('18:00')))
      .then(
        byPlayer({
          approvedAt: APPROVED_AT,
          rule: 'started',
          cancelledAt: at('18:00'),
          refundCents: 0,
          hostCents: 29_700,
          platformCents: 3_300,
        }),
      ));

  it('fails once the hour is over', () => {
    given(requested(), approved())
      .when(cancelAsPlayer(at('19:00')))
      .thenRefused('wrong_status');
    given(requested(), approved(), completed())
      .when(cancelAsPlayer(at('18:30')))
      .thenRefused('wrong_status');
  });

  it('fails the second time, so that money is refunded once', () => {
    given(requested(), cancelled()).when(cancelAsPlayer()).thenRefused('wrong_status');
    given(requested(), byHost()).when(cancelAsPlayer()).thenRefused('wrong_status');
  });

  it('fails for an unknown booking of the player', () =>
    given().when(cancelAsPlayer()).thenRefused('not_found'));
});

describe('declining a request', () => {
  it("keeps the reason and the host's note", () =>
    given(requested())
      .when(decline())
      .then(byHost({ reason: 'host_declined', declineReason: 'maintenance', note: 'New lines' })));

  it('fails at the answer deadline of the declined request', () =>
    given(requested()).when(decline(deadline)).thenRefused('wrong_status'));

  it('fails for an answered, canceled, or unknown request', () => {
    given(requested(), approved()).when(decline()).thenRefused('wrong_status');
    given(requested(), cancelled()).when(decline()).thenRefused('wrong_status');
    given().when(decline()).thenRefused('not_found');
  });
});

describe('canceling as the host', () => {
  it('fails for a pending request, which must be declined with a reason', () =>
    given(requested()).when(cancelAsHost()).thenRefused('wrong_status'));

  it.each([early, late, at('18:30')])('refunds everything for a confirmed booking at %s', (when) =>
    given(requested(), approved())
      .when(cancelAsHost(when))
      .then(byHost({ approvedAt: APPROVED_AT, cancelledAt: when })),
  );

  it('keeps the excuse', () =>
    given(requested(), approved())
      .when(cancelAsHost(early, 'weather'))
      .then(byHost({ approvedAt: APPROVED_AT, excuse: 'weather' })));

  it('fails for a canceled or completed booking and after the hour', () => {
    given(requested(), cancelled()).when(cancelAsHost()).thenRefused('wrong_status');
    given(requested(), approved(), completed()).when(cancelAsHost()).thenRefused('wrong_status');
    given(requested(), approved())
      .when(cancelAsHost(at('19:00')))
      .thenRefused('wrong_status');
  });

  it('fails for an unknown booking of the host', () =>
    given().when(cancelAsHost()).thenRefused('not_found'));
});

describe('canceling by closing hours', () => {
  it('refunds everything for pending and confirmed bookings', () => {
    const closedOver = { reason: 'hours_closed', note: 'resurfacing' } as const;
    given(requested()).when(closeOver).then(byHost(closedOver));
    given(requested(), approved())
      .when(closeOver)
      .then(byHost({ ...closedOver, approvedAt: APPROVED_AT }));
  });
});

describe('a cancellation with an expected refund', () => {
  it('succeeds if the refund matches', () =>
    given(requested(), approved())
      .when(cancelBooking({ at: late, expectedRefundCents: 16_500 }))
      .then(byPlayer(cancelledLate)));

  it('fails with a new quote if the refund differs', () => {
    given(requested(), approved())
      .when(cancelBooking({ at: late, expectedRefundCents: 33_000 }))
      .thenRefused('price_changed');
    expect(() =>
      booking.decide(cancelBooking({ at: early, expectedRefundCents: 0 }), aBooking),
    ).toThrow(
      expect.objectContaining({
        details: { quote: expect.objectContaining({ rule: 'pending', refundAmount: '330.00' }) },
      }),
    );
  });
});

describe('a request without an answer from the host', () => {
  it.each([deadline, '2027-03-12T23:00:00.000Z'])(
    'expires as of its deadline, even if noticed at %s',
    (when) =>
      given(requested())
        .when(expire(when))
        .then(byHost({ reason: 'host_did_not_answer', cancelledAt: deadline })),
  );

  it('does not expire before the deadline', () =>
    given(requested()).when(expire(justBeforeDeadline)).thenNothing());

  it('does not expire once answered, canceled, or expired', () => {
    given(requested(), approved()).when(expire(deadline)).thenNothing();
    given(requested(), cancelled()).when(expire(deadline)).thenNothing();
    given(requested(), byHost({ reason: 'host_did_not_answer' }))
      .when(expire(deadline))
      .thenNothing();
  });

  it('ignores an unknown booking', () => given().when(expire(deadline)).thenNothing());
});

describe('the end of a booked hour', () => {
  it.each([at('19:00'), '2027-03-20T00:00:00.000Z'])(
    'completes the booking as of its end, even if noticed at %s',
    (when) => given(requested(), approved()).when(complete(when)).then(completed()),
  );

  it('does not complete the booking early', () =>
    given(requested(), approved()).when(complete('2027-03-13T18:59:59.999Z')).thenNothing());

  it('completes no pending, canceled, completed, or unknown booking', () => {
    given(requested())
      .when(complete(at('19:00')))
      .thenNothing();
    given(requested(), approved(), cancelled())
      .when(complete(at('19:00')))
      .thenNothing();
    given(requested(), approved(), completed())
      .when(complete(at('19:00')))
      .thenNothing();
    given()
      .when(complete(at('19:00')))
      .thenNothing();
  });
});

describe('a booking paid by card', () => {
  const payBy = '2027-03-10T12:15:00.000Z';
  const unpaid = requested({ payBy });
  const instant = requested({ payBy, instantBook: true });
  const command = (type: 'AuthorisePayment' | 'ExpirePayment' | 'FailPayment', when: string) =>
    ({ type, data: { bookingId, at: when } }) as const;
  const authorise = command('AuthorisePayment', AUTHORISED_AT);
  const notPaid = cancelled({
    payBy,
    reason: 'not_paid',
    rule: 'not_paid',
    neverPaid: true,
    cancelledAt: payBy,
  });
  const authorisedEvent = (changes: Parameters<typeof authorised>[0] = {}) =>
    authorised({ payBy, ...changes });

  it('awaits the authorization, even with instant booking', () => {
    given().when(request({ payBy })).then(unpaid);
    given().when(request({ payBy }, true)).then(instant);
  });

  it('awaits the host after the authorization unless it is an instant booking', () => {
    given(unpaid).when(authorise).then(authorisedEvent());
    given(instant)
      .when(authorise)
      .then(
        authorisedEvent(),
        approved({ payBy, approvedBy: 'instant', approvedAt: AUTHORISED_AT }),
      );
  });

  it('accepts one authorization while it is live and unpaid', () => {
    given(unpaid, authorisedEvent()).when(authorise).thenNothing();
    given(requested()).when(authorise).thenNothing();
    given(unpaid, notPaid).when(authorise).thenNothing();
    given().when(authorise).thenNothing();
  });

  it('rejects an answer from the host before the authorization', () => {
    given(unpaid).when(approve()).thenRefused('wrong_status');
    given(unpaid).when(decline()).thenRefused('wrong_status');
    given(unpaid, authorisedEvent())
      .when(approve())
      .then(approved({ payBy, approvedAt: early }));
  });

  it('expires only at the payment deadline and only while unpaid', () => {
    given(unpaid).when(command('ExpirePayment', '2027-03-10T12:14:59.999Z')).thenNothing();
    given(unpaid).when(command('ExpirePayment', payBy)).then(notPaid);
    given(unpaid).when(command('ExpirePayment', late)).then(notPaid);
    given(unpaid, authorisedEvent()).when(command('ExpirePayment', late)).thenNothing();
  });

  it('accepts an authorization after the payment deadline while it is live', () =>
    given(unpaid)
      .when(command('AuthorisePayment', '2027-03-10T12:16:00.000Z'))
      .then(authorisedEvent({ authorisedAt: '2027-03-10T12:16:00.000Z' })));

  it('ignores the answer deadline while unpaid', () =>
    given(unpaid).when(expire(deadline)).thenNothing());

  it('records a cancellation before payment as one the host has not seen', () => {
    given(unpaid)
      .when(cancelAsPlayer())
      .then(byPlayer({ payBy, neverPaid: true }));
    given(unpaid, authorisedEvent()).when(cancelAsPlayer()).then(byPlayer({ payBy }));
  });

  it('ends if the charge fails while it is live', () => {
    const failed = {
      payBy,
      reason: 'payment_failed',
      rule: 'not_paid',
      cancelledAt: early,
    } as const;
    given(unpaid, authorisedEvent()).when(command('FailPayment', early)).then(cancelled(failed));
    given(unpaid, authorisedEvent(), approved())
      .when(command('FailPayment', early))
      .then(cancelled({ ...failed, approvedAt: APPROVED_AT }));
    given(unpaid, authorisedEvent(), approved(), completed())
      .when(command('FailPayment', late))
      .thenNothing();
  });
});

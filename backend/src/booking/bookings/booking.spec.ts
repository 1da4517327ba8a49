import { describe, expect, it } from '@jest/globals';
import {
  APPROVED_AT,
  AUTHORISED_AT,
  type Requested,
  bookingRequest,
  bookingApproved,
  instantAt,
  bookingAuthorised,
  cancelBooking,
  bookingCancelled,
  bookingCompleted,
  bookingRequested,
  localTimeChanged,
} from '../../../testing/court-day.js';
import { specification } from '../../../testing/specification.js';
import { booking } from './booking.js';

const given = specification(booking);

const early = '2027-03-10T15:00:00.000Z';
const late = '2027-03-12T20:00:00.000Z';
const deadline = '2027-03-11T12:00:00.000Z';
const justBeforeDeadline = '2027-03-11T11:59:59.999Z';

const aBooking = booking.evolve(null, bookingRequested());
const bookingId = 'booking-1';
const request = (changes: Partial<Requested> = {}, instantBook = false) =>
  ({ type: 'RequestBooking', data: bookingRequest({ instantBook, ...changes }) }) as const;
const approve = (when = early) =>
  ({ type: 'ApproveBooking', data: { bookingId, at: when } }) as const;
const decline = (when = early, declineReason: 'maintenance' | null = 'maintenance') =>
  ({
    type: 'DeclineBooking',
    data: { bookingId, at: when, declineReason, note: 'New lines' },
  }) as const;
const cancelAsPlayer = (when = early, note = '') => cancelBooking({ at: when, note });
const cancelAsHost = (when = early, excuse: 'weather' | 'safety' | null = null) =>
  cancelBooking({ at: when, reason: 'host_cancelled', excuse });
const closeOver = cancelBooking({ at: early, reason: 'hours_closed', note: 'resurfacing' });
const expire = (when: string) =>
  ({ type: 'ExpireRequest', data: { bookingId, at: when } }) as const;
const complete = (when: string) =>
  ({ type: 'CompleteBooking', data: { bookingId, at: when } }) as const;

const byPlayer = (changes: Parameters<typeof bookingCancelled>[0] = {}) =>
  bookingCancelled({ cancelledAt: early, ...changes });
const byHost = (changes: Parameters<typeof bookingCancelled>[0] = {}) =>
  bookingCancelled({
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
      .then(bookingRequested({ notes: 'Two of us' })));

  it('confirms an instant booking immediately', () =>
    given()
      .when(request({}, true))
      .then(
        bookingRequested({ instantBook: true }),
        bookingApproved({ approvedBy: 'instant', approvedAt: '2027-03-10T12:00:00.000Z' }),
      ));

  it('fails if its id belongs to another booking, in any state', () => {
    const elsewhere = request({ playerId: 'quinn' });
    given(bookingRequested()).when(elsewhere).thenRefused('conflict');
    given(bookingRequested(), bookingApproved(), bookingCompleted())
      .when(elsewhere)
      .thenRefused('conflict');
    given(bookingRequested(), bookingCancelled()).when(elsewhere).thenRefused('conflict');
  });

  it('fails for the host, who can close hours instead', () =>
    given()
      .when(request({ playerId: 'hana' }))
      .thenRefused('forbidden'));
});

describe('approving a request', () => {
  it('confirms the booking', () =>
    given(bookingRequested())
      .when(approve())
      .then(bookingApproved({ approvedAt: early })));

  it('succeeds until just before the response deadline', () =>
    given(bookingRequested())
      .when(approve(justBeforeDeadline))
      .then(bookingApproved({ approvedAt: justBeforeDeadline })));

  it('fails at the response deadline', () =>
    given(bookingRequested()).when(approve(deadline)).thenRefused('wrong_status'));

  it('fails the second time', () =>
    given(bookingRequested(), bookingApproved()).when(approve()).thenRefused('wrong_status'));

  it('fails after a cancellation and after the hour', () => {
    given(bookingRequested(), bookingCancelled()).when(approve()).thenRefused('wrong_status');
    given(bookingRequested(), bookingApproved(), bookingCompleted())
      .when(approve())
      .thenRefused('wrong_status');
  });

  it('fails for an unknown booking', () => given().when(approve()).thenRefused('not_found'));
});

describe('canceling as the player', () => {
  it('cancels a pending request for free and keeps the note', () =>
    given(bookingRequested())
      .when(cancelAsPlayer(early, 'Rain'))
      .then(byPlayer({ note: 'Rain' })));

  it('refunds everything a day ahead', () =>
    given(bookingRequested(), bookingApproved())
      .when(cancelAsPlayer())
      .then(byPlayer({ approvedAt: APPROVED_AT, rule: 'free' })));

  it('refunds half within the last day', () =>
    given(bookingRequested(), bookingApproved())
      .when(cancelAsPlayer(late))
      .then(byPlayer(cancelledLate)));

  it('refunds nothing once the hour has started', () =>
    given(bookingRequested(), bookingApproved())
      .when(cancelAsPlayer(instantAt('18:00')))
      .then(
        byPlayer({
          approvedAt: APPROVED_AT,
          rule: 'started',
          cancelledAt: instantAt('18:00'),
          refundCents: 0,
          hostCents: 29_700,
          platformCents: 3_300,
        }),
      ));

  it('fails once the hour is over', () => {
    given(bookingRequested(), bookingApproved())
      .when(cancelAsPlayer(instantAt('19:00')))
      .thenRefused('wrong_status');
    given(bookingRequested(), bookingApproved(), bookingCompleted())
      .when(cancelAsPlayer(instantAt('18:30')))
      .thenRefused('wrong_status');
  });

  it('fails the second time, so that money is refunded once', () => {
    given(bookingRequested(), bookingCancelled())
      .when(cancelAsPlayer())
      .thenRefused('wrong_status');
    given(bookingRequested(), byHost()).when(cancelAsPlayer()).thenRefused('wrong_status');
  });

  it('fails for an unknown booking', () => given().when(cancelAsPlayer()).thenRefused('not_found'));
});

describe('declining a request', () => {
  it("keeps the reason and the host's note", () =>
    given(bookingRequested())
      .when(decline())
      .then(byHost({ reason: 'host_declined', declineReason: 'maintenance', note: 'New lines' })));

  it('fails without a reason', () =>
    given(bookingRequested()).when(decline(early, null)).thenRefused('invalid_request'));

  it('fails at the response deadline of the declined request', () =>
    given(bookingRequested()).when(decline(deadline)).thenRefused('wrong_status'));

  it('fails for an approved, canceled, or unknown request', () => {
    given(bookingRequested(), bookingApproved()).when(decline()).thenRefused('wrong_status');
    given(bookingRequested(), bookingCancelled()).when(decline()).thenRefused('wrong_status');
    given().when(decline()).thenRefused('not_found');
  });
});

describe('canceling as the host', () => {
  it('fails for a pending request, which must be declined with a reason', () =>
    given(bookingRequested()).when(cancelAsHost()).thenRefused('wrong_status'));

  it.each([early, late, instantAt('18:30')])(
    'refunds everything for a confirmed booking at %s',
    (when) =>
      given(bookingRequested(), bookingApproved())
        .when(cancelAsHost(when))
        .then(byHost({ approvedAt: APPROVED_AT, cancelledAt: when })),
  );

  it('keeps the excuse', () =>
    given(bookingRequested(), bookingApproved())
      .when(cancelAsHost(early, 'weather'))
      .then(byHost({ approvedAt: APPROVED_AT, excuse: 'weather' })));

  it('fails for a canceled or completed booking and after the hour', () => {
    given(bookingRequested(), bookingCancelled()).when(cancelAsHost()).thenRefused('wrong_status');
    given(bookingRequested(), bookingApproved(), bookingCompleted())
      .when(cancelAsHost())
      .thenRefused('wrong_status');
    given(bookingRequested(), bookingApproved())
      .when(cancelAsHost(instantAt('19:00')))
      .thenRefused('wrong_status');
  });

  it('fails for an unknown booking', () => given().when(cancelAsHost()).thenRefused('not_found'));
});

describe('canceling by closing hours', () => {
  it('refunds everything for pending and confirmed bookings', () => {
    const closedOver = { reason: 'hours_closed', note: 'resurfacing' } as const;
    given(bookingRequested()).when(closeOver).then(byHost(closedOver));
    given(bookingRequested(), bookingApproved())
      .when(closeOver)
      .then(byHost({ ...closedOver, approvedAt: APPROVED_AT }));
  });
});

describe('a cancellation with an expected refund', () => {
  it('succeeds if the refund matches', () =>
    given(bookingRequested(), bookingApproved())
      .when(cancelBooking({ at: late, expectedRefundCents: 16_500 }))
      .then(byPlayer(cancelledLate)));

  it('fails with a new quote if the refund differs', () => {
    given(bookingRequested(), bookingApproved())
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

describe('a request without a response from the host', () => {
  it.each([deadline, '2027-03-12T23:00:00.000Z'])(
    'expires as of its deadline, even if its job runs at %s',
    (when) =>
      given(bookingRequested())
        .when(expire(when))
        .then(byHost({ reason: 'host_did_not_answer', cancelledAt: deadline })),
  );

  it('does not expire before the deadline', () =>
    given(bookingRequested()).when(expire(justBeforeDeadline)).thenNothing());

  it('does not expire once it is approved, canceled, or expired', () => {
    given(bookingRequested(), bookingApproved()).when(expire(deadline)).thenNothing();
    given(bookingRequested(), bookingCancelled()).when(expire(deadline)).thenNothing();
    given(bookingRequested(), byHost({ reason: 'host_did_not_answer' }))
      .when(expire(deadline))
      .thenNothing();
  });

  it('ignores an unknown booking', () => given().when(expire(deadline)).thenNothing());
});

describe('the end of a booked hour', () => {
  it.each([instantAt('19:00'), '2027-03-20T00:00:00.000Z'])(
    'completes the booking as of its end, even if its job runs at %s',
    (when) =>
      given(bookingRequested(), bookingApproved()).when(complete(when)).then(bookingCompleted()),
  );

  it('does not complete the booking early', () =>
    given(bookingRequested(), bookingApproved())
      .when(complete('2027-03-13T18:59:59.999Z'))
      .thenNothing());

  it('leaves pending, canceled, completed, and unknown bookings unchanged', () => {
    given(bookingRequested())
      .when(complete(instantAt('19:00')))
      .thenNothing();
    given(bookingRequested(), bookingApproved(), bookingCancelled())
      .when(complete(instantAt('19:00')))
      .thenNothing();
    given(bookingRequested(), bookingApproved(), bookingCompleted())
      .when(complete(instantAt('19:00')))
      .thenNothing();
    given()
      .when(complete(instantAt('19:00')))
      .thenNothing();
  });
});

describe('a booking paid by card', () => {
  const payBy = '2027-03-10T12:15:00.000Z';
  const unpaid = bookingRequested({ payBy });
  const instant = bookingRequested({ payBy, instantBook: true });
  const command = (type: 'AuthorisePayment' | 'ExpirePayment' | 'FailPayment', when: string) =>
    ({ type, data: { bookingId, at: when } }) as const;
  const authorise = command('AuthorisePayment', AUTHORISED_AT);
  const notPaid = bookingCancelled({
    payBy,
    reason: 'not_paid',
    rule: 'not_paid',
    neverPaid: true,
    cancelledAt: payBy,
  });
  const authorisedEvent = (changes: Parameters<typeof bookingAuthorised>[0] = {}) =>
    bookingAuthorised({ payBy, ...changes });

  it('awaits the authorization, even with instant booking', () => {
    given().when(request({ payBy })).then(unpaid);
    given().when(request({ payBy }, true)).then(instant);
  });

  it('awaits the host after the authorization, unless it is an instant booking', () => {
    given(unpaid).when(authorise).then(authorisedEvent());
    given(instant)
      .when(authorise)
      .then(
        authorisedEvent(),
        bookingApproved({ payBy, approvedBy: 'instant', approvedAt: AUTHORISED_AT }),
      );
  });

  it('accepts one authorization while it is live and unpaid', () => {
    given(unpaid, authorisedEvent()).when(authorise).thenNothing();
    given(bookingRequested()).when(authorise).thenNothing();
    given(unpaid, notPaid).when(authorise).thenNothing();
    given().when(authorise).thenNothing();
  });

  it('rejects a response from the host before the authorization', () => {
    given(unpaid).when(approve()).thenRefused('wrong_status');
    given(unpaid).when(decline()).thenRefused('wrong_status');
    given(unpaid, authorisedEvent())
      .when(approve())
      .then(bookingApproved({ payBy, approvedAt: early }));
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

  it('ignores the response deadline while unpaid', () =>
    given(unpaid).when(expire(deadline)).thenNothing());

  it('records that the host has not seen a request canceled before payment', () => {
    given(unpaid)
      .when(cancelAsPlayer())
      .then(byPlayer({ payBy, neverPaid: true }));
    given(unpaid, authorisedEvent()).when(cancelAsPlayer()).then(byPlayer({ payBy }));
  });

  it('ends if its charge fails while it is live', () => {
    const failed = {
      payBy,
      reason: 'payment_failed',
      rule: 'not_paid',
      cancelledAt: early,
    } as const;
    given(unpaid, authorisedEvent())
      .when(command('FailPayment', early))
      .then(bookingCancelled(failed));
    given(unpaid, authorisedEvent(), bookingApproved())
      .when(command('FailPayment', early))
      .then(bookingCancelled({ ...failed, approvedAt: APPROVED_AT }));
    given(unpaid, authorisedEvent(), bookingApproved(), bookingCompleted())
      .when(command('FailPayment', late))
      .thenNothing();
  });
});

describe('the clock time of a booking under new zone data', () => {
  const shown = bookingRequested({ offsetMinutes: -480 });
  const note = (offsetMinutes: number, at = '2027-03-11T12:00:00.000Z') =>
    ({ type: 'NoteOffset', data: { bookingId, at, offsetMinutes, zoneData: '2027a' } }) as const;

  it('is recorded once if it differs from the one shown, without moving the instants', () => {
    given(shown).when(note(-420)).then(localTimeChanged());
    given(shown, localTimeChanged()).when(note(-420)).thenNothing();
    given(shown).when(note(-480)).thenNothing();
  });

  it('is compared with the last recorded one', () =>
    given(shown, localTimeChanged())
      .when(note(-480))
      .then(localTimeChanged({ previousOffsetMinutes: -420, offsetMinutes: -480 })));

  it('is not compared for a request from an earlier release', () =>
    given(bookingRequested()).when(note(-420)).thenNothing());

  it('does not matter once the hour has started or the booking has ended', () => {
    given(shown)
      .when(note(-420, instantAt('18:00')))
      .thenNothing();
    given(shown, bookingCancelled()).when(note(-420)).thenNothing();
  });

  it('is recorded with whether the host has seen the request', () => {
    const payBy = '2027-03-11T13:00:00.000Z';
    given(bookingRequested({ offsetMinutes: -480, payBy }))
      .when(note(-420))
      .then(localTimeChanged({ payBy, neverPaid: true }));
  });
});

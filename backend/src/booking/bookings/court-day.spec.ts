import { describe, it } from '@jest/globals';
import {
  APPROVED_AT,
  bookingApproved,
  instantAt,
  cancelBooking,
  bookingCancelled,
  hoursClosed,
  bookingCompleted,
  courtHours,
  hourRange,
  hoursReopened,
  requestBooking,
  bookingMoved,
  bookingRequested,
} from '../../../testing/court-day.js';
import { specification } from '../../../testing/specification.js';
import { courtDay } from './court-day.js';

const given = specification(courtDay);

const early = '2027-03-10T15:00:00.000Z';
const deadline = '2027-03-11T12:00:00.000Z';

const otherBooking = { bookingId: 'booking-2', playerId: 'quinn' };
const limits = { closureChangesPerCourtDay: 48 };
const close = (from: string, to: string, cancelBookings = false, at = early) =>
  ({
    type: 'CloseHours',
    data: { ...courtHours(from, to), reason: 'resurfacing', cancelBookings, at, limits },
  }) as const;
const reopen = (from: string, to: string) =>
  ({ type: 'ReopenHours', data: { ...courtHours(from, to), limits } }) as const;

/** How a closure or an expired request ends a booking. */
const byHost = (changes: Parameters<typeof bookingCancelled>[0] = {}) =>
  bookingCancelled({ cancelledAt: early, rule: 'by_host', noteBy: 'hana', ...changes });

describe('moving a confirmed booking to another hour of its court-day', () => {
  const confirmed = [bookingRequested(), bookingApproved()];
  const move = (hours = hourRange('21:00', '22:00'), at = instantAt('17:30')) =>
    ({
      type: 'MoveBooking',
      data: { bookingId: 'booking-1', at, ...hours, offsetMinutes: -480 },
    }) as const;

  it('keeps the price', () =>
    given(...confirmed)
      .when(move())
      .then(bookingMoved()));

  it('does nothing if it is repeated', () =>
    given(...confirmed, bookingMoved())
      .when(move())
      .thenNothing());

  it('fails if another booking occupies the hour', () =>
    given(...confirmed, bookingRequested({ ...otherBooking, ...hourRange('21:00', '22:00') }))
      .when(move())
      .thenRefused('slot_taken'));

  it('fails if the host has closed the hour', () =>
    given(...confirmed, hoursClosed('20:00', '22:00'))
      .when(move())
      .thenRefused('slot_taken'));

  it('frees the hour that it had, and occupies the new one', () => {
    const forTheHour = { ...otherBooking, ...hourRange('18:00', '19:00') };
    given(...confirmed, bookingMoved())
      .when(requestBooking(forTheHour))
      .then(bookingRequested(forTheHour));
    given(...confirmed, bookingMoved())
      .when(requestBooking({ ...otherBooking, ...hourRange('21:00', '22:00') }))
      .thenRefused('slot_taken');
  });

  it('fails for a request, after the end, and after a cancellation', () => {
    given(bookingRequested()).when(move()).thenRefused('wrong_status');
    given(...confirmed)
      .when(move(hourRange('21:00', '22:00'), instantAt('19:00')))
      .thenRefused('wrong_status');
    given(...confirmed, bookingCancelled({ approvedAt: APPROVED_AT }))
      .when(move())
      .thenRefused('wrong_status');
  });

  it('moves its end, when it completes', () => {
    const complete = (at: string) =>
      ({ type: 'CompleteBooking', data: { bookingId: 'booking-1', at } }) as const;
    given(...confirmed, bookingMoved())
      .when(complete(instantAt('19:00')))
      .thenNothing();
    given(...confirmed, bookingMoved())
      .when(complete(instantAt('22:00')))
      .then(bookingCompleted({ ...hourRange('21:00', '22:00'), completedAt: instantAt('22:00') }));
  });

  it('fails the cancellation of the hour that it had', () =>
    given(...confirmed, bookingMoved())
      .when(cancelBooking({ at: instantAt('17:31'), startTime: instantAt('18:00') }))
      .thenRefused('wrong_status'));
});

describe('requesting an hour of a court-day', () => {
  it('reserves a free hour until the host responds', () =>
    given()
      .when(requestBooking({ notes: 'Two of us' }))
      .then(bookingRequested({ notes: 'Two of us' })));

  it('fails for a second booking while a request for the hour is pending', () =>
    given(bookingRequested()).when(requestBooking(otherBooking)).thenRefused('slot_taken'));

  it('fails while a confirmed booking occupies the hour', () =>
    given(bookingRequested(), bookingApproved())
      .when(requestBooking(otherBooking))
      .thenRefused('slot_taken'));

  it('fails for the player who already has the hour', () =>
    given(bookingRequested())
      .when(requestBooking({ bookingId: 'booking-2' }))
      .thenRefused('slot_taken'));

  it.each([
    ['begins during', '18:30', '19:30'],
    ['ends during', '17:30', '18:30'],
    ['lies within', '18:15', '18:45'],
    ['spans', '17:00', '20:00'],
    ['shares the last minute of', '18:59', '19:59'],
  ])('fails if the time %s a booked hour', (_how, from, to) =>
    given(bookingRequested())
      .when(requestBooking({ ...otherBooking, ...hourRange(from, to) }))
      .thenRefused('slot_taken'),
  );

  it.each([
    ['before', '17:00', '18:00'],
    ['after', '19:00', '20:00'],
  ])('succeeds for the hour right %s a booking', (_when, from, to) =>
    given(bookingRequested())
      .when(requestBooking({ ...otherBooking, ...hourRange(from, to) }))
      .then(bookingRequested({ ...otherBooking, ...hourRange(from, to) })),
  );

  it('succeeds once the previous booking is canceled', () =>
    given(bookingRequested(), bookingApproved(), bookingCancelled())
      .when(requestBooking(otherBooking))
      .then(bookingRequested(otherBooking)));

  it('fails for hours that are fully or partly closed', () => {
    given(hoursClosed('18:00', '19:00')).when(requestBooking()).thenRefused('slot_taken');
    given(hoursClosed('18:30', '22:00')).when(requestBooking()).thenRefused('slot_taken');
  });

  it('fails if its id belongs to another booking, regardless of its state', () => {
    const elsewhere = requestBooking({ ...hourRange('20:00', '21:00'), playerId: 'quinn' });
    given(bookingRequested()).when(elsewhere).thenRefused('conflict');
    given(bookingRequested(), bookingApproved(), bookingCompleted())
      .when(elsewhere)
      .thenRefused('conflict');
    given(bookingRequested(), bookingCancelled()).when(elsewhere).thenRefused('conflict');
  });

  it('succeeds once the host reopens the hour', () =>
    given(hoursClosed('17:00', '22:00'), hoursReopened('18:00', '19:00'))
      .when(requestBooking())
      .then(bookingRequested()));
});

describe('the limit on hours per player and court-day', () => {
  const second = { bookingId: 'booking-2', ...hourRange('19:00', '20:00') };
  const third = { bookingId: 'booking-3', ...hourRange('20:00', '21:00') };

  it('counts pending and confirmed bookings', () =>
    given(bookingRequested(), bookingApproved(), bookingRequested(second))
      .when(requestBooking(third, { hoursPerCourtDay: 2 }))
      .thenRefused('fair_use'));

  it('allows the number of hours in the policy', () =>
    given(bookingRequested())
      .when(requestBooking(second, { hoursPerCourtDay: 2 }))
      .then(bookingRequested(second)));

  it('frees an hour after a cancellation', () =>
    given(bookingRequested(), bookingRequested(second), bookingCancelled())
      .when(requestBooking(third, { hoursPerCourtDay: 2 }))
      .then(bookingRequested(third)));

  it('ignores bookings of other players', () =>
    given(
      bookingRequested(otherBooking),
      bookingRequested({ ...second, playerId: 'ruth', bookingId: 'booking-4' }),
    )
      .when(requestBooking(third, { hoursPerCourtDay: 1 }))
      .then(bookingRequested(third)));

  it('allows any number if the policy sets no limit', () =>
    given(bookingRequested(), bookingRequested(second))
      .when(requestBooking(third))
      .then(bookingRequested(third)));

  it('applies only if the hour is free', () =>
    given(bookingRequested())
      .when(requestBooking({ bookingId: 'booking-2' }, { hoursPerCourtDay: 1 }))
      .thenRefused('slot_taken'));
});

describe('the limit on requests per player and court-day', () => {
  const repeatedRequest = requestBooking({ bookingId: 'booking-3' }, { requestsPerCourtDay: 2 });

  it('counts ended requests, so that the stream cannot grow forever', () =>
    given(
      bookingRequested(),
      bookingCancelled(),
      bookingRequested({ bookingId: 'booking-2' }),
      bookingCancelled({ bookingId: 'booking-2' }),
    )
      .when(repeatedRequest)
      .thenRefused('fair_use'));

  it('allows the number of requests in the policy', () =>
    given(
      bookingRequested(),
      bookingCancelled(),
      bookingRequested(otherBooking),
      bookingCancelled(otherBooking),
    )
      .when(repeatedRequest)
      .then(bookingRequested({ bookingId: 'booking-3' })));
});

describe('a booking of the day', () => {
  it('responds only to commands with its own id', () =>
    given(bookingRequested(), bookingRequested({ ...otherBooking, ...hourRange('19:00', '20:00') }))
      .when(cancelBooking({ bookingId: 'booking-2', at: early }))
      .then(
        bookingCancelled({
          ...otherBooking,
          ...hourRange('19:00', '20:00'),
          noteBy: 'quinn',
          cancelledAt: early,
        }),
      ));

  it('does not exist without a request', () =>
    given(bookingRequested(otherBooking)).when(cancelBooking()).thenRefused('not_found'));
});

describe('closing hours of a court-day', () => {
  it('makes the hours unavailable', () =>
    given().when(close('17:00', '20:00')).then(hoursClosed('17:00', '20:00')));

  it('fails while a live booking occupies one of the hours', () => {
    given(bookingRequested()).when(close('17:00', '20:00')).thenRefused('hours_booked');
    given(bookingRequested(), bookingApproved())
      .when(close('18:59', '20:00'))
      .thenRefused('hours_booked');
  });

  it('leaves adjacent bookings alone', () =>
    given(bookingRequested()).when(close('19:00', '20:00')).then(hoursClosed('19:00', '20:00')));

  it('completes or expires past bookings without refunds', () => {
    const afterwards = close('17:00', '22:00', true, instantAt('19:00'));
    given(bookingRequested(), bookingApproved())
      .when(afterwards)
      .then(bookingCompleted(), hoursClosed('17:00', '22:00'));
    given(bookingRequested())
      .when(afterwards)
      .then(
        byHost({ reason: 'host_did_not_answer', cancelledAt: deadline }),
        hoursClosed('17:00', '22:00'),
      );
  });

  it('succeeds once the booking is canceled', () =>
    given(bookingRequested(), bookingCancelled())
      .when(close('17:00', '20:00'))
      .then(hoursClosed('17:00', '20:00')));

  it("cancels bookings with a full refund at the host's request", () =>
    given(
      bookingRequested(),
      bookingApproved(),
      bookingRequested({ ...otherBooking, ...hourRange('19:00', '20:00') }),
    )
      .when(close('17:00', '20:00', true))
      .then(
        byHost({ approvedAt: APPROVED_AT, reason: 'hours_closed', note: 'resurfacing' }),
        byHost({
          ...otherBooking,
          ...hourRange('19:00', '20:00'),
          reason: 'hours_closed',
          note: 'resurfacing',
        }),
        hoursClosed('17:00', '20:00'),
      ));

  it('does nothing for hours that are already closed', () => {
    given(hoursClosed('17:00', '20:00')).when(close('17:00', '20:00')).thenNothing();
    given(hoursClosed('17:00', '20:00')).when(close('18:00', '19:00')).thenNothing();
  });

  it('closes reopened hours', () =>
    given(hoursClosed('17:00', '20:00'), hoursReopened('18:00', '19:00'))
      .when(close('18:00', '19:00'))
      .then(hoursClosed('18:00', '19:00')));

  it('extends a closure', () =>
    given(hoursClosed('17:00', '19:00'))
      .when(close('18:00', '20:00'))
      .then(hoursClosed('18:00', '20:00')));
});

describe('the limit on closure changes', () => {
  const twice = [hoursClosed('17:00', '18:00'), hoursReopened('17:00', '18:00')] as const;
  const limits = { closureChangesPerCourtDay: 2 };

  it('counts closing and reopening, so that the stream cannot grow forever', () => {
    const command = close('18:00', '19:00');
    given(...twice)
      .when({ ...command, data: { ...command.data, limits } })
      .thenRefused('fair_use');
    given(...twice, hoursClosed('17:00', '18:00'))
      .when({ type: 'ReopenHours', data: { ...courtHours('17:00', '18:00'), limits } })
      .thenRefused('fair_use');
  });

  it('ignores commands without effect', () =>
    given(...twice)
      .when({ type: 'ReopenHours', data: { ...courtHours('17:00', '18:00'), limits } })
      .thenNothing());
});

it('a court-day adopts standard time once', () => {
  const data = {
    courtId: 'roxbury',
    hostId: 'hana',
    zone: 'America/Los_Angeles',
    adoptedAt: early,
  };
  const adopt = { type: 'AdoptStandardTime', data } as const;
  const adopted = { type: 'StandardTimeAdopted', data } as const;
  given().when(adopt).then(adopted);
  given(adopted).when(adopt).thenNothing();
});

describe('reopening hours of a court-day', () => {
  it('makes closed hours available', () =>
    given(hoursClosed('17:00', '20:00'))
      .when(reopen('17:00', '20:00'))
      .then(hoursReopened('17:00', '20:00')));

  it('does nothing for open hours', () => {
    given().when(reopen('17:00', '20:00')).thenNothing();
    given(hoursClosed('17:00', '18:00')).when(reopen('18:00', '20:00')).thenNothing();
    given(hoursClosed('17:00', '20:00'), hoursReopened('17:00', '20:00'))
      .when(reopen('17:00', '20:00'))
      .thenNothing();
  });

  it.each([
    ['before', '17:00', '18:00'],
    ['after', '19:00', '20:00'],
  ])('keeps the hour %s the reopened one closed', (_which, from, to) =>
    given(hoursClosed('17:00', '20:00'), hoursReopened('18:00', '19:00'))
      .when(requestBooking({ ...hourRange(from, to) }))
      .thenRefused('slot_taken'),
  );

  it('reopens an hour that was closed twice', () =>
    given(
      hoursClosed('17:00', '19:00'),
      hoursClosed('18:00', '20:00'),
      hoursReopened('18:00', '19:00'),
    )
      .when(requestBooking())
      .then(bookingRequested()));
});

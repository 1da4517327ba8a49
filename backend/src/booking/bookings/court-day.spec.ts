import { describe, it } from '@jest/globals';
import {
  APPROVED_AT,
  approved,
  at,
  cancelBooking,
  cancelled,
  closed,
  completed,
  courtHours,
  hours,
  reopened,
  requestBooking,
  requested,
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
const byHost = (changes: Parameters<typeof cancelled>[0] = {}) =>
  cancelled({ cancelledAt: early, rule: 'by_host', noteBy: 'hana', ...changes });

describe('requesting an hour of a court-day', () => {
  it('reserves a free hour until the host answers', () =>
    given()
      .when(requestBooking({ notes: 'Two of us' }))
      .then(requested({ notes: 'Two of us' })));

  it('fails for a second booking while a request for the hour is pending', () =>
    given(requested()).when(requestBooking(otherBooking)).thenRefused('slot_taken'));

  it('fails while a confirmed booking occupies the hour', () =>
    given(requested(), approved()).when(requestBooking(otherBooking)).thenRefused('slot_taken'));

  it('fails for the player who already has the hour', () =>
    given(requested())
      .when(requestBooking({ bookingId: 'booking-2' }))
      .thenRefused('slot_taken'));

  it.each([
    ['begins in the middle of it', '18:30', '19:30'],
    ['ends in the middle of it', '17:30', '18:30'],
    ['lies inside it', '18:15', '18:45'],
    ['spans it', '17:00', '20:00'],
    ['shares its last minute', '18:59', '19:59'],
  ])('fails if the time %s', (_how, from, to) =>
    given(requested())
      .when(requestBooking({ ...otherBooking, ...hours(from, to) }))
      .thenRefused('slot_taken'),
  );

  it.each([
    ['before', '17:00', '18:00'],
    ['after', '19:00', '20:00'],
  ])('succeeds for the hour right %s a booking', (_when, from, to) =>
    given(requested())
      .when(requestBooking({ ...otherBooking, ...hours(from, to) }))
      .then(requested({ ...otherBooking, ...hours(from, to) })),
  );

  it('succeeds once the previous booking is canceled', () =>
    given(requested(), approved(), cancelled())
      .when(requestBooking(otherBooking))
      .then(requested(otherBooking)));

  it('fails in hours that are fully or partly closed', () => {
    given(closed('18:00', '19:00')).when(requestBooking()).thenRefused('slot_taken');
    given(closed('18:30', '22:00')).when(requestBooking()).thenRefused('slot_taken');
  });

  it('fails with the id of another booking, whatever its state', () => {
    const elsewhere = requestBooking({ ...hours('20:00', '21:00'), playerId: 'quinn' });
    given(requested()).when(elsewhere).thenRefused('conflict');
    given(requested(), approved(), completed()).when(elsewhere).thenRefused('conflict');
    given(requested(), cancelled()).when(elsewhere).thenRefused('conflict');
  });

  it('succeeds once the host reopens the hour', () =>
    given(closed('17:00', '22:00'), reopened('18:00', '19:00'))
      .when(requestBooking())
      .then(requested()));
});

describe('the limit of hours per player and court-day', () => {
  const second = { bookingId: 'booking-2', ...hours('19:00', '20:00') };
  const third = { bookingId: 'booking-3', ...hours('20:00', '21:00') };

  it('counts pending and confirmed bookings', () =>
    given(requested(), approved(), requested(second))
      .when(requestBooking(third, { hoursPerCourtDay: 2 }))
      .thenRefused('fair_use'));

  it('allows as many hours as the policy says', () =>
    given(requested())
      .when(requestBooking(second, { hoursPerCourtDay: 2 }))
      .then(requested(second)));

  it('frees an hour with a cancellation', () =>
    given(requested(), requested(second), cancelled())
      .when(requestBooking(third, { hoursPerCourtDay: 2 }))
      .then(requested(third)));

  it('ignores bookings of other players', () =>
    given(
      requested(otherBooking),
      requested({ ...second, playerId: 'ruth', bookingId: 'booking-4' }),
    )
      .when(requestBooking(third, { hoursPerCourtDay: 1 }))
      .then(requested(third)));

  it('allows any number if the policy sets no limit', () =>
    given(requested(), requested(second)).when(requestBooking(third)).then(requested(third)));

  it('applies only if the hour is free', () =>
    given(requested())
      .when(requestBooking({ bookingId: 'booking-2' }, { hoursPerCourtDay: 1 }))
      .thenRefused('slot_taken'));
});

describe('the limit of requests per player and court-day', () => {
  const repeatedRequest = requestBooking({ bookingId: 'booking-3' }, { requestsPerCourtDay: 2 });

  it('counts ended requests, so that the stream cannot grow forever', () =>
    given(
      requested(),
      cancelled(),
      requested({ bookingId: 'booking-2' }),
      cancelled({ bookingId: 'booking-2' }),
    )
      .when(repeatedRequest)
      .thenRefused('fair_use'));

  it('allows as many requests as the policy says', () =>
    given(requested(), cancelled(), requested(otherBooking), cancelled(otherBooking))
      .when(repeatedRequest)
      .then(requested({ bookingId: 'booking-3' })));
});

describe('an existing booking of the day', () => {
  it('decides commands for its own id only', () =>
    given(requested(), requested({ ...otherBooking, ...hours('19:00', '20:00') }))
      .when(cancelBooking({ bookingId: 'booking-2', at: early }))
      .then(
        cancelled({
          ...otherBooking,
          ...hours('19:00', '20:00'),
          noteBy: 'quinn',
          cancelledAt: early,
        }),
      ));

  it('does not exist without a request', () =>
    given(requested(otherBooking)).when(cancelBooking()).thenRefused('not_found'));
});

describe('closing hours of a court-day', () => {
  it('makes the hours unavailable', () =>
    given().when(close('17:00', '20:00')).then(closed('17:00', '20:00')));

  it('fails while a live booking occupies one of the hours', () => {
    given(requested()).when(close('17:00', '20:00')).thenRefused('hours_booked');
    given(requested(), approved()).when(close('18:59', '20:00')).thenRefused('hours_booked');
  });

  it('leaves adjacent bookings alone', () =>
    given(requested()).when(close('19:00', '20:00')).then(closed('19:00', '20:00')));

  it('completes or expires past bookings without refunds', () => {
    const afterwards = close('17:00', '22:00', true, at('19:00'));
    given(requested(), approved()).when(afterwards).then(completed(), closed('17:00', '22:00'));
    given(requested())
      .when(afterwards)
      .then(
        byHost({ reason: 'host_did_not_answer', cancelledAt: deadline }),
        closed('17:00', '22:00'),
      );
  });

  it('succeeds once the booking is canceled', () =>
    given(requested(), cancelled()).when(close('17:00', '20:00')).then(closed('17:00', '20:00')));

  it('cancels bookings with a full refund on request of the host', () =>
    given(requested(), approved(), requested({ ...otherBooking, ...hours('19:00', '20:00') }))
      .when(close('17:00', '20:00', true))
      .then(
        byHost({ approvedAt: APPROVED_AT, reason: 'hours_closed', note: 'resurfacing' }),
        byHost({
          ...otherBooking,
          ...hours('19:00', '20:00'),
          reason: 'hours_closed',
          note: 'resurfacing',
        }),
        closed('17:00', '20:00'),
      ));

  it('does nothing for hours that are already closed', () => {
    given(closed('17:00', '20:00')).when(close('17:00', '20:00')).thenNothing();
    given(closed('17:00', '20:00')).when(close('18:00', '19:00')).thenNothing();
  });

  it('closes reopened hours', () =>
    given(closed('17:00', '20:00'), reopened('18:00', '19:00'))
      .when(close('18:00', '19:00'))
      .then(closed('18:00', '19:00')));

  it('extends a closure', () =>
    given(closed('17:00', '19:00')).when(close('18:00', '20:00')).then(closed('18:00', '20:00')));
});

describe('the limit of closure changes', () => {
  const twice = [closed('17:00', '18:00'), reopened('17:00', '18:00')] as const;
  const limits = { closureChangesPerCourtDay: 2 };

  it('counts closing and reopening, so that the stream cannot grow forever', () => {
    const command = close('18:00', '19:00');
    given(...twice)
      .when({ ...command, data: { ...command.data, limits } })
      .thenRefused('fair_use');
    given(...twice, closed('17:00', '18:00'))
      .when({ type: 'ReopenHours', data: { ...courtHours('17:00', '18:00'), limits } })
      .thenRefused('fair_use');
  });

  it('ignores commands without effect', () =>
    given(...twice)
      .when({ type: 'ReopenHours', data: { ...courtHours('17:00', '18:00'), limits } })
      .thenNothing());
});

describe('reopening hours of a court-day', () => {
  it('makes closed hours available', () =>
    given(closed('17:00', '20:00'))
      .when(reopen('17:00', '20:00'))
      .then(reopened('17:00', '20:00')));

  it('does nothing for open hours', () => {
    given().when(reopen('17:00', '20:00')).thenNothing();
    given(closed('17:00', '18:00')).when(reopen('18:00', '20:00')).thenNothing();
    given(closed('17:00', '20:00'), reopened('17:00', '20:00'))
      .when(reopen('17:00', '20:00'))
      .thenNothing();
  });

  it.each([
    ['before', '17:00', '18:00'],
    ['after', '19:00', '20:00'],
  ])('keeps the hour %s closed', (_which, from, to) =>
    given(closed('17:00', '20:00'), reopened('18:00', '19:00'))
      .when(requestBooking({ ...hours(from, to) }))
      .thenRefused('slot_taken'),
  );

  it('reopens an hour that was closed twice', () =>
    given(closed('17:00', '19:00'), closed('18:00', '20:00'), reopened('18:00', '19:00'))
      .when(requestBooking())
      .then(requested()));
});

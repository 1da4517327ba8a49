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

const another = { bookingId: 'booking-2', playerId: 'quinn' };
const limits = { closureChangesPerCourtDay: 48 };
const close = (from: string, to: string, cancelBookings = false, at = early) =>
  ({
    type: 'CloseHours',
    data: { ...courtHours(from, to), reason: 'resurfacing', cancelBookings, at, limits },
  }) as const;
const reopen = (from: string, to: string) =>
  ({ type: 'ReopenHours', data: { ...courtHours(from, to), limits } }) as const;

/** As a closure, or a request without an answer, ends a booking. */
const byHost = (changes: Parameters<typeof cancelled>[0] = {}) =>
  cancelled({ cancelledAt: early, rule: 'by_host', noteBy: 'hana', ...changes });

describe('asking for an hour', () => {
  it('holds a free hour for the player until the host answers', () =>
    given()
      .when(requestBooking({ notes: 'Two of us' }))
      .then(requested({ notes: 'Two of us' })));

  it('is refused while another request for the hour is pending', () =>
    given(requested()).when(requestBooking(another)).thenRefused('slot_taken'));

  it('is refused while a confirmed booking holds the hour', () =>
    given(requested(), approved()).when(requestBooking(another)).thenRefused('slot_taken'));

  it('is refused to the player who already holds the hour', () =>
    given(requested())
      .when(requestBooking({ bookingId: 'booking-2' }))
      .thenRefused('slot_taken'));

  it.each([
    ['begins in the middle of it', '18:30', '19:30'],
    ['ends in the middle of it', '17:30', '18:30'],
    ['lies inside it', '18:15', '18:45'],
    ['spans it', '17:00', '20:00'],
    ['shares its last minute', '18:59', '19:59'],
  ])('is refused where the time %s', (_how, from, to) =>
    given(requested())
      .when(requestBooking({ ...another, ...hours(from, to) }))
      .thenRefused('slot_taken'),
  );

  it.each([
    ['before', '17:00', '18:00'],
    ['after', '19:00', '20:00'],
  ])('is free to have the hour right %s', (_when, from, to) =>
    given(requested())
      .when(requestBooking({ ...another, ...hours(from, to) }))
      .then(requested({ ...another, ...hours(from, to) })),
  );

  it('gets the hour once the booking in it is cancelled', () =>
    given(requested(), approved(), cancelled())
      .when(requestBooking(another))
      .then(requested(another)));

  it('is refused in hours that the host has closed, also when only a part is closed', () => {
    given(closed('18:00', '19:00')).when(requestBooking()).thenRefused('slot_taken');
    given(closed('18:30', '22:00')).when(requestBooking()).thenRefused('slot_taken');
  });

  it('is refused under the id of another booking, whatever became of that one', () => {
    const elsewhere = requestBooking({ ...hours('20:00', '21:00'), playerId: 'quinn' });
    given(requested()).when(elsewhere).thenRefused('conflict');
    given(requested(), approved(), completed()).when(elsewhere).thenRefused('conflict');
    given(requested(), cancelled()).when(elsewhere).thenRefused('conflict');
  });

  it('gets the hour once the host opens it again', () =>
    given(closed('17:00', '22:00'), reopened('18:00', '19:00'))
      .when(requestBooking())
      .then(requested()));
});

describe('the hours one player may hold of a court and day', () => {
  const second = { bookingId: 'booking-2', ...hours('19:00', '20:00') };
  const third = { bookingId: 'booking-3', ...hours('20:00', '21:00') };

  it('are counted while pending or confirmed', () =>
    given(requested(), approved(), requested(second))
      .when(requestBooking(third, { hoursPerCourtDay: 2 }))
      .thenRefused('fair_use'));

  it('may all be held', () =>
    given(requested())
      .when(requestBooking(second, { hoursPerCourtDay: 2 }))
      .then(requested(second)));

  it('come free with a cancellation', () =>
    given(requested(), requested(second), cancelled())
      .when(requestBooking(third, { hoursPerCourtDay: 2 }))
      .then(requested(third)));

  it("are not used up by other players' bookings", () =>
    given(requested(another), requested({ ...second, playerId: 'ruth', bookingId: 'booking-4' }))
      .when(requestBooking(third, { hoursPerCourtDay: 1 }))
      .then(requested(third)));

  it('have no limit where the policy sets none', () =>
    given(requested(), requested(second)).when(requestBooking(third)).then(requested(third)));

  it('do not matter where the hour is taken anyway', () =>
    given(requested())
      .when(requestBooking({ bookingId: 'booking-2' }, { hoursPerCourtDay: 1 }))
      .thenRefused('slot_taken'));
});

describe('the requests one player may make for a court and day', () => {
  const again = requestBooking({ bookingId: 'booking-3' }, { requestsPerCourtDay: 2 });

  it('are counted however they ended, so that nobody makes a day grow for ever', () =>
    given(
      requested(),
      cancelled(),
      requested({ bookingId: 'booking-2' }),
      cancelled({ bookingId: 'booking-2' }),
    )
      .when(again)
      .thenRefused('fair_use'));

  it('may all be made', () =>
    given(requested(), cancelled(), requested(another), cancelled(another))
      .when(again)
      .then(requested({ bookingId: 'booking-3' })));
});

describe('the life of a booking', () => {
  it('is decided by the booking that is meant', () =>
    given(requested(), requested({ ...another, ...hours('19:00', '20:00') }))
      .when(cancelBooking({ bookingId: 'booking-2', at: early }))
      .then(
        cancelled({ ...another, ...hours('19:00', '20:00'), noteBy: 'quinn', cancelledAt: early }),
      ));

  it('begins with a request', () =>
    given(requested(another)).when(cancelBooking()).thenRefused('not_found'));
});

describe('closing hours', () => {
  it('keeps them from being booked', () =>
    given().when(close('17:00', '20:00')).then(closed('17:00', '20:00')));

  it('is refused while a live booking holds one', () => {
    given(requested()).when(close('17:00', '20:00')).thenRefused('hours_booked');
    given(requested(), approved()).when(close('18:59', '20:00')).thenRefused('hours_booked');
  });

  it('leaves bookings beside them alone', () =>
    given(requested()).when(close('19:00', '20:00')).then(closed('19:00', '20:00')));

  it('after a booked hour is over says what became of it, and gives nothing back', () => {
    const afterwards = close('17:00', '22:00', true, at('19:00'));
    given(requested(), approved()).when(afterwards).then(completed(), closed('17:00', '22:00'));
    given(requested())
      .when(afterwards)
      .then(
        byHost({ reason: 'host_did_not_answer', cancelledAt: deadline }),
        closed('17:00', '22:00'),
      );
  });

  it('is possible once the booking is cancelled', () =>
    given(requested(), cancelled()).when(close('17:00', '20:00')).then(closed('17:00', '20:00')));

  it('cancels the bookings in them when the host says so, all with a full refund', () =>
    given(requested(), approved(), requested({ ...another, ...hours('19:00', '20:00') }))
      .when(close('17:00', '20:00', true))
      .then(
        byHost({ approvedAt: APPROVED_AT, reason: 'hours_closed', note: 'resurfacing' }),
        byHost({
          ...another,
          ...hours('19:00', '20:00'),
          reason: 'hours_closed',
          note: 'resurfacing',
        }),
        closed('17:00', '20:00'),
      ));

  it('does nothing where they are closed already', () => {
    given(closed('17:00', '20:00')).when(close('17:00', '20:00')).thenNothing();
    given(closed('17:00', '20:00')).when(close('18:00', '19:00')).thenNothing();
  });

  it('closes again what was opened in between', () =>
    given(closed('17:00', '20:00'), reopened('18:00', '19:00'))
      .when(close('18:00', '19:00'))
      .then(closed('18:00', '19:00')));

  it('closes more than was closed', () =>
    given(closed('17:00', '19:00')).when(close('18:00', '20:00')).then(closed('18:00', '20:00')));
});

describe('how often the closed hours of a day may change', () => {
  const twice = [closed('17:00', '18:00'), reopened('17:00', '18:00')] as const;
  const limits = { closureChangesPerCourtDay: 2 };

  it('has a limit for closing and for opening, so that nobody makes a day grow for ever', () => {
    const command = close('18:00', '19:00');
    given(...twice)
      .when({ ...command, data: { ...command.data, limits } })
      .thenRefused('fair_use');
    given(...twice, closed('17:00', '18:00'))
      .when({ type: 'ReopenHours', data: { ...courtHours('17:00', '18:00'), limits } })
      .thenRefused('fair_use');
  });

  it('does not count what changes nothing', () =>
    given(...twice)
      .when({ type: 'ReopenHours', data: { ...courtHours('17:00', '18:00'), limits } })
      .thenNothing());
});

describe('opening hours again', () => {
  it('opens what is closed', () =>
    given(closed('17:00', '20:00'))
      .when(reopen('17:00', '20:00'))
      .then(reopened('17:00', '20:00')));

  it('does nothing where nothing is closed', () => {
    given().when(reopen('17:00', '20:00')).thenNothing();
    given(closed('17:00', '18:00')).when(reopen('18:00', '20:00')).thenNothing();
    given(closed('17:00', '20:00'), reopened('17:00', '20:00'))
      .when(reopen('17:00', '20:00'))
      .thenNothing();
  });

  it.each([
    ['before', '17:00', '18:00'],
    ['after', '19:00', '20:00'],
  ])('leaves the part %s closed', (_which, from, to) =>
    given(closed('17:00', '20:00'), reopened('18:00', '19:00'))
      .when(requestBooking({ ...hours(from, to) }))
      .thenRefused('slot_taken'),
  );

  it('opens an hour that was closed twice', () =>
    given(closed('17:00', '19:00'), closed('18:00', '20:00'), reopened('18:00', '19:00'))
      .when(requestBooking())
      .then(requested()));
});

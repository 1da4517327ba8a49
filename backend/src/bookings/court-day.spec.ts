import { describe, it } from '@jest/globals';
import {
  COURT,
  approved,
  at,
  cancelled,
  closed,
  completed,
  hours,
  reopened,
  requestBooking,
  requested,
} from '../testing/court-day.js';
import { specification } from '../testing/specification.js';
import { courtDay } from './court-day.js';

const given = specification(courtDay);

const early = '2027-03-10T15:00:00.000Z';
const late = '2027-03-12T20:00:00.000Z';
const deadline = '2027-03-11T12:00:00.000Z';
const justBeforeDeadline = '2027-03-11T11:59:59.999Z';

const another = { bookingId: 'booking-2', playerId: 'quinn' };
const approve = (when = early) => ({ type: 'ApproveBooking', data: { bookingId: 'booking-1', at: when } }) as const;
const cancelAsPlayer = (when = early, note = '') =>
  ({ type: 'CancelAsPlayer', data: { bookingId: 'booking-1', at: when, note } }) as const;
const cancelAsHost = (when = early, excuse: 'weather' | 'safety' | null = null) =>
  ({ type: 'CancelAsHost', data: { bookingId: 'booking-1', at: when, note: '', excuse } }) as const;
const expire = (when: string) => ({ type: 'ExpireRequest', data: { bookingId: 'booking-1', at: when } }) as const;
const complete = (when: string) => ({ type: 'CompleteBooking', data: { bookingId: 'booking-1', at: when } }) as const;
const close = (from: string, to: string, cancelBookings = false, when = early) =>
  ({
    type: 'CloseHours',
    data: { courtId: COURT, ...hours(from, to), reason: 'resurfacing', cancelBookings, at: when },
  }) as const;
const reopen = (from: string, to: string) =>
  ({ type: 'ReopenHours', data: { courtId: COURT, ...hours(from, to) } }) as const;

const byPlayer = (changes: Parameters<typeof cancelled>[0] = {}) => cancelled({ cancelledAt: early, ...changes });
const byHost = (changes: Parameters<typeof cancelled>[0] = {}) =>
  cancelled({ cancelledAt: early, reason: 'host_cancelled', rule: 'by_host', ...changes });

describe('asking for an hour', () => {
  it('holds a free hour for the player until the host answers', () =>
    given()
      .when(requestBooking({ notes: 'Two of us' }))
      .then(requested({ notes: 'Two of us' })));

  it('is confirmed at once where the court is booked instantly', () =>
    given()
      .when(requestBooking({}, { instantBook: true }))
      .then(requested(), {
        type: 'BookingApproved',
        data: { bookingId: 'booking-1', approvedBy: 'instant', approvedAt: '2027-03-10T12:00:00.000Z' },
      }));

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
    given(requested(), approved(), cancelled()).when(requestBooking(another)).then(requested(another)));

  it('is refused in hours that the host has closed, also when only a part is closed', () => {
    given(closed('18:00', '19:00')).when(requestBooking()).thenRefused('slot_taken');
    given(closed('18:30', '22:00')).when(requestBooking()).thenRefused('slot_taken');
  });

  it('gets the hour once the host opens it again', () =>
    given(closed('17:00', '22:00'), reopened('18:00', '19:00')).when(requestBooking()).then(requested()));
});

describe('the hours one player may hold of a court and day', () => {
  const second = { bookingId: 'booking-2', ...hours('19:00', '20:00') };
  const third = { bookingId: 'booking-3', ...hours('20:00', '21:00') };

  it('are counted while pending or confirmed', () =>
    given(requested(), approved(), requested(second))
      .when(requestBooking(third, { hoursPerPlayer: 2 }))
      .thenRefused('fair_use'));

  it('may all be held', () =>
    given(requested())
      .when(requestBooking(second, { hoursPerPlayer: 2 }))
      .then(requested(second)));

  it('come free with a cancellation', () =>
    given(requested(), requested(second), cancelled())
      .when(requestBooking(third, { hoursPerPlayer: 2 }))
      .then(requested(third)));

  it("are not used up by other players' bookings", () =>
    given(requested(another), requested({ ...second, playerId: 'ruth', bookingId: 'booking-4' }))
      .when(requestBooking(third, { hoursPerPlayer: 1 }))
      .then(requested(third)));

  it('have no limit where the policy sets none', () =>
    given(requested(), requested(second)).when(requestBooking(third)).then(requested(third)));

  it('do not matter where the hour is taken anyway', () =>
    given(requested())
      .when(requestBooking({ bookingId: 'booking-2' }, { hoursPerPlayer: 1 }))
      .thenRefused('slot_taken'));
});

describe('approving a request', () => {
  it('confirms it', () => given(requested()).when(approve()).then(approved('booking-1', early)));

  it('is possible until just before the deadline to answer', () =>
    given(requested()).when(approve(justBeforeDeadline)).then(approved('booking-1', justBeforeDeadline)));

  it('is refused from the deadline on', () => given(requested()).when(approve(deadline)).thenRefused('wrong_status'));

  it('is refused the second time', () => given(requested(), approved()).when(approve()).thenRefused('wrong_status'));

  it('is refused after a cancellation and after the end', () => {
    given(requested(), cancelled()).when(approve()).thenRefused('wrong_status');
    given(requested(), approved(), completed()).when(approve()).thenRefused('wrong_status');
  });

  it('is refused for a booking that the day does not know', () =>
    given(requested(another)).when(approve()).thenRefused('not_found'));
});

describe('cancelling as the player', () => {
  it('gives up a pending request free of charge, with the note kept', () =>
    given(requested())
      .when(cancelAsPlayer(early, 'Rain'))
      .then(byPlayer({ note: 'Rain' })));

  it('gives everything back a day ahead', () =>
    given(requested(), approved())
      .when(cancelAsPlayer())
      .then(byPlayer({ rule: 'free' })));

  it('gives half back later than that', () =>
    given(requested(), approved())
      .when(cancelAsPlayer(late))
      .then(
        byPlayer({ rule: 'late', cancelledAt: late, refundCents: 16_500, hostCents: 14_850, platformCents: 1_650 }),
      ));

  it('gives nothing back once the hour has started', () =>
    given(requested(), approved())
      .when(cancelAsPlayer(at('18:00')))
      .then(
        byPlayer({
          rule: 'started',
          cancelledAt: at('18:00'),
          refundCents: 0,
          hostCents: 29_700,
          platformCents: 3_300,
        }),
      ));

  it('is refused from the end of the hour on', () => {
    given(requested(), approved())
      .when(cancelAsPlayer(at('19:00')))
      .thenRefused('wrong_status');
    given(requested(), approved(), completed())
      .when(cancelAsPlayer(at('18:30')))
      .thenRefused('wrong_status');
  });

  it('is refused the second time, so that money goes back once', () => {
    given(requested(), cancelled()).when(cancelAsPlayer()).thenRefused('wrong_status');
    given(requested(), byHost()).when(cancelAsPlayer()).thenRefused('wrong_status');
  });

  it('is refused for a booking that the day does not know', () =>
    given().when(cancelAsPlayer()).thenRefused('not_found'));
});

describe('cancelling as the host', () => {
  it('declines a pending request', () =>
    given(requested())
      .when(cancelAsHost())
      .then(byHost({ reason: 'host_declined' })));

  it.each([early, late, at('18:30')])('gives everything back of a confirmed booking, at %s', (when) =>
    given(requested(), approved())
      .when(cancelAsHost(when))
      .then(byHost({ cancelledAt: when })),
  );

  it('keeps the excuse', () =>
    given(requested(), approved())
      .when(cancelAsHost(early, 'weather'))
      .then(byHost({ excuse: 'weather' })));

  it('is refused when it is cancelled, completed or over', () => {
    given(requested(), cancelled()).when(cancelAsHost()).thenRefused('wrong_status');
    given(requested(), approved(), completed()).when(cancelAsHost()).thenRefused('wrong_status');
    given(requested(), approved())
      .when(cancelAsHost(at('19:00')))
      .thenRefused('wrong_status');
  });

  it('is refused for a booking that the day does not know', () =>
    given(requested(another)).when(cancelAsHost()).thenRefused('not_found'));
});

describe('a request that the host leaves unanswered', () => {
  it.each([deadline, '2027-03-12T23:00:00.000Z'])(
    'expires as of the deadline, however late that is noticed: %s',
    (when) =>
      given(requested())
        .when(expire(when))
        .then(byHost({ reason: 'host_did_not_answer', cancelledAt: deadline })),
  );

  it('does not expire a moment too early', () => given(requested()).when(expire(justBeforeDeadline)).thenNothing());

  it('does not expire once answered, cancelled or expired', () => {
    given(requested(), approved()).when(expire(deadline)).thenNothing();
    given(requested(), cancelled()).when(expire(deadline)).thenNothing();
    given(requested(), byHost({ reason: 'host_did_not_answer' }))
      .when(expire(deadline))
      .thenNothing();
  });

  it('may be unknown', () => given().when(expire(deadline)).thenNothing());
});

describe('the end of a booked hour', () => {
  it.each([at('19:00'), '2027-03-20T00:00:00.000Z'])('completes the booking as of its end, noticed at %s', (when) =>
    given(requested(), approved()).when(complete(when)).then(completed()),
  );

  it('is not reached a moment before', () =>
    given(requested(), approved()).when(complete('2027-03-13T18:59:59.999Z')).thenNothing());

  it('completes nothing that is pending, cancelled, completed or unknown', () => {
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

describe('closing hours', () => {
  it('keeps them from being booked', () => given().when(close('17:00', '20:00')).then(closed('17:00', '20:00')));

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
      .then(byHost({ reason: 'host_did_not_answer', cancelledAt: deadline }), closed('17:00', '22:00'));
  });

  it('is possible once the booking is cancelled', () =>
    given(requested(), cancelled()).when(close('17:00', '20:00')).then(closed('17:00', '20:00')));

  it('cancels the bookings in them when the host says so, all with a full refund', () =>
    given(requested(), approved(), requested({ ...another, ...hours('19:00', '20:00') }))
      .when(close('17:00', '20:00', true))
      .then(
        byHost({ reason: 'hours_closed', note: 'resurfacing' }),
        byHost({ ...another, reason: 'hours_closed', note: 'resurfacing' }),
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

describe('opening hours again', () => {
  it('opens what is closed', () =>
    given(closed('17:00', '20:00')).when(reopen('17:00', '20:00')).then(reopened('17:00', '20:00')));

  it('does nothing where nothing is closed', () => {
    given().when(reopen('17:00', '20:00')).thenNothing();
    given(closed('17:00', '18:00')).when(reopen('18:00', '20:00')).thenNothing();
    given(closed('17:00', '20:00'), reopened('17:00', '20:00')).when(reopen('17:00', '20:00')).thenNothing();
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

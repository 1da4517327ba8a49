import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { buildBooking, buildHostBooking } from '../../testing/booking';
import { holdSession, mockApi } from '../../testing/server';
import { SAVED_BOOKINGS_KEY, handleSessionEnded, handleSignedOut } from '../session/session';
import { bookingQuery, bookingsQuery } from './booking-queries';
import { type SavedBookings, saveBooking, saveBookings } from './saved-bookings';

const saved = () =>
  JSON.parse(localStorage.getItem(SAVED_BOOKINGS_KEY) ?? 'null') as SavedBookings | null;
const savedIds = () => saved()?.bookings.map(({ id }) => id);

beforeEach(() => holdSession(true));
afterEach(() => {
  holdSession(false);
  localStorage.clear();
});

describe('saveBookings', () => {
  it('saves the texts of open bookings in the time zone of their courts', () => {
    const arrival = { notes: 'Park by the barn.', gateCode: '4711#' };
    saveBookings([
      buildBooking({ arrival }),
      buildBooking({ id: 'b2', status: 'pending' }),
      buildBooking({ id: 'b3', status: 'cancelled' }),
    ]);
    expect(saved()!.bookings).toMatchObject([
      {
        court: 'Camelback Clay',
        time: expect.stringMatching(/^Friday, March 13, 2099, 10:00\W+11:00\sAM MST$/),
        address: '1 E Lincoln Dr',
        status: '',
        notes: 'Park by the barn.',
        gateCode: '4711#',
      },
      { id: 'b2', status: "The host hasn't confirmed this booking yet.", gateCode: '' },
    ]);
  });

  it('saves nothing after the member has signed out', () => {
    holdSession(false);
    saveBookings([buildBooking()]);
    expect(saved()).toBeNull();
  });
});

describe('saveBooking', () => {
  const arrival = { notes: '', gateCode: '4711#' };

  it('updates a saved booking', () => {
    saveBookings([buildBooking(), buildBooking({ id: 'b2' })]);
    saveBooking(buildBooking({ id: 'b2', arrival }));
    expect(saved()!.bookings.map(({ gateCode }) => gateCode)).toEqual(['', '4711#']);
  });

  it('removes a canceled booking', () => {
    saveBookings([buildBooking(), buildBooking({ id: 'b2' })]);
    saveBooking(buildBooking({ status: 'cancelled' }));
    expect(savedIds()).toEqual(['b2']);
  });

  it('ignores other bookings, such as those of the member as a host', () => {
    saveBookings([buildBooking()]);
    saveBooking(buildHostBooking({ id: 'b9' }));
    expect(savedIds()).toEqual(['b1']);
  });

  it('ignores text that it cannot read', () => {
    localStorage.setItem(SAVED_BOOKINGS_KEY, '{');
    expect(() => saveBooking(buildBooking())).not.toThrow();
  });
});

describe('the saved bookings', () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const load = async (filters: Parameters<typeof bookingsQuery>[0]) =>
    queryClient.fetchInfiniteQuery(bookingsQuery(filters));

  it('follow the whole list of upcoming bookings and the page of a booking', async () => {
    let gateCode: string | null = null;
    const booking = () => buildBooking({ arrival: { notes: '', gateCode } });
    mockApi({
      'GET /api/bookings': () => [200, [booking()]],
      'GET /api/bookings/b1': () => [200, booking()],
    });
    holdSession(true);
    await load({ when: 'past' });
    await load({ when: 'upcoming', limit: 3 });
    expect(saved()).toBeNull();
    await load({ when: 'upcoming' });
    expect(savedIds()).toEqual(['b1']);
    gateCode = '4711#';
    await queryClient.fetchQuery(bookingQuery('b1'));
    expect(saved()!.bookings[0]!.gateCode).toBe('4711#');
  });

  it.each([
    ['signs out', handleSignedOut],
    ['loses the session', handleSessionEnded],
  ])('are removed when the member %s', (_, end) => {
    queryClient.setQueryData(['/api/auth/me'], { id: 'u1' });
    saveBookings([buildBooking()]);
    expect(savedIds()).toEqual(['b1']);
    end(queryClient);
    expect(saved()).toBeNull();
  });
});

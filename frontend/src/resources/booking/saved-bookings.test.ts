import type { User } from '@courtly/contracts/identity';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { buildBooking, buildHostBooking } from '../../testing/booking';
import { holdSession, mockApi } from '../../testing/server';
import { robin } from '../../testing/render';
import {
  SAVED_BOOKINGS_KEY,
  dropSavedBookings,
  handleSessionEnded,
  handleSignedOut,
  meQuery,
} from '../session/session';
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

  it('updates a saved booking, but not the time of the list', () => {
    saveBookings([buildBooking(), buildBooking({ id: 'b2' })]);
    const earlier = { ...saved()!, savedAt: '2027-03-01T08:00:00.000Z' };
    localStorage.setItem(SAVED_BOOKINGS_KEY, JSON.stringify(earlier));
    saveBooking(buildBooking({ id: 'b2', arrival }));
    expect(saved()!.bookings.map(({ gateCode }) => gateCode)).toEqual(['', '4711#']);
    expect(saved()!.savedAt).toBe('2027-03-01T08:00:00.000Z');
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

  it.each(['{', '{}'])('ignores text that it cannot read: %s', (text) => {
    localStorage.setItem(SAVED_BOOKINGS_KEY, text);
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

  const loadUser = () =>
    queryClient.fetchQuery({ ...meQuery, initialData: undefined, retry: false });
  it.each<[string, () => unknown, User | undefined]>([
    ['when the member signs out', () => handleSignedOut(queryClient), robin],
    ['when the server ends the session', () => handleSessionEnded(queryClient), robin],
    [
      'when it has ended before the user is loaded',
      () => handleSessionEnded(queryClient),
      undefined,
    ],
    ['when the server no longer knows the session', loadUser, undefined],
    [
      'at the next visit after the session has expired',
      () => {
        holdSession(false);
        dropSavedBookings();
      },
      undefined,
    ],
  ])('are removed %s', async (_, end, user) => {
    queryClient.clear();
    mockApi({ 'GET /api/auth/me': () => [401, { code: 'not_signed_in', message: 'Sign in.' }] });
    if (user) queryClient.setQueryData(meQuery.queryKey, user);
    saveBookings([buildBooking()]);
    expect(savedIds()).toEqual(['b1']);
    await end();
    expect(saved()).toBeNull();
  });

  it('stay if the user cannot be loaded', async () => {
    mockApi({ 'GET /api/auth/me': () => [500, { code: 'internal', message: 'Failed.' }] });
    saveBookings([buildBooking()]);
    await expect(loadUser()).rejects.toThrow('Failed to fetch user');
    expect(savedIds()).toEqual(['b1']);
  });
});

import { expect, it } from '@jest/globals';
import { matchLogged, matchWithdrawn, playerLeft } from '../../../testing/match.js';
import { fold, inStream } from '../../../testing/projection.js';
import { challengedHours } from './challenged-hours.projection.js';

const hour = {
  bookingId: 'booking-1',
  courtId: 'roxbury',
  challengerId: 'pavel',
  opponentId: 'olga',
  startTime: '2027-03-13T18:00:00.000Z',
  endTime: '2027-03-13T19:00:00.000Z',
  zone: 'America/Los_Angeles',
};
const confirmed = {
  type: 'ChallengeConfirmed',
  data: { ...hour, confirmedAt: '2027-03-01T12:00:00.000Z' },
} as const;
const completed = { type: 'BookingCompleted', data: { bookingId: 'booking-1' } } as never;
const after = (...events: unknown[]) =>
  fold(challengedHours, ...inStream('challenge-booking-1', ...(events as never[]))).get(
    'booking-1',
  );

it('a challenged hour can be logged once it is over, until it has a result', () => {
  expect(after(confirmed)).toEqual({ ...hour, isOver: false, isLogged: false });
  expect(after(confirmed, completed)).toMatchObject({ isOver: true, isLogged: false });
  expect(after(confirmed, completed, matchLogged())).toMatchObject({ isLogged: true });
  expect(after(confirmed, completed, matchLogged(), matchWithdrawn())).toMatchObject({
    isLogged: false,
  });
  expect(after(confirmed, completed, matchLogged(), playerLeft())).toMatchObject({
    isLogged: false,
  });
  const stillThere = [{ placeId: 'place-2', side: 'opponent', playerId: 'rosa' }] as const;
  expect(
    after(confirmed, completed, matchLogged(), playerLeft({ players: [...stillThere] })),
  ).toMatchObject({ isLogged: true });
});

it('an hour without a challenge is not listed', () =>
  expect(after(completed, matchLogged())).toBeUndefined());

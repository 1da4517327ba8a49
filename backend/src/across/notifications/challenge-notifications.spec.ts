import { expect, it } from '@jest/globals';
import { fold, inStream } from '../../../testing/projection.js';
import type { ChallengeNews } from './challenge-notifications.js';
import { notices } from './notifications.projection.js';

const its = {
  bookingId: 'booking-1',
  courtId: 'roxbury',
  challengerId: 'pavel',
  opponentId: 'olga',
  startTime: '2027-03-13T18:00:00.000Z',
  endTime: '2027-03-13T19:00:00.000Z',
  zone: 'America/Los_Angeles',
};
const confirmed: ChallengeNews = {
  type: 'ChallengeConfirmed',
  data: { ...its, confirmedAt: '2027-03-10T12:00:00.000Z' },
};

it('an opponent is told once of the hour that challenges them, and not which booking it is', () => {
  const told = [
    ...fold(notices, ...inStream('challenge-booking-1', confirmed, confirmed)).values(),
  ];
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({
    type: 'match_challenge',
    personId: 'olga',
    playerId: 'pavel',
    bookingId: '',
    read: false,
    courtId: 'roxbury',
    startTime: its.startTime,
    endTime: its.endTime,
    zone: its.zone,
  });
});

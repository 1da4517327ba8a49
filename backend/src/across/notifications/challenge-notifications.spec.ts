import { expect, it } from '@jest/globals';
import { fold, inStream } from '../../../testing/projection.js';
import type { ChallengeNotificationEvent } from './match-notifications.js';
import { notifications } from './notifications.projection.js';

const challengeData = {
  bookingId: 'booking-1',
  courtId: 'roxbury',
  challengerId: 'pavel',
  opponentId: 'olga',
  startTime: '2027-03-13T18:00:00.000Z',
  endTime: '2027-03-13T19:00:00.000Z',
  zone: 'America/Los_Angeles',
};
const confirmed: ChallengeNotificationEvent = {
  type: 'ChallengeConfirmed',
  data: { ...challengeData, confirmedAt: '2027-03-10T12:00:00.000Z' },
};

it('notifies a challenged opponent once, with the hour but not its booking', () => {
  const notified = [
    ...fold(notifications, ...inStream('challenge-booking-1', confirmed, confirmed)).values(),
  ];
  expect(notified).toHaveLength(1);
  expect(notified[0]).toMatchObject({
    type: 'match_challenge',
    personId: 'olga',
    playerId: 'pavel',
    bookingId: '',
    read: false,
    courtId: 'roxbury',
    startTime: challengeData.startTime,
    endTime: challengeData.endTime,
    zone: challengeData.zone,
  });
});

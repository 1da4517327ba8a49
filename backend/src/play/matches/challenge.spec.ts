import { describe, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { challenge } from './challenge.js';
import type { ChallengeEvent } from './challenge.events.js';

const given = specification(challenge);
const AT = '2027-03-10T12:00:00.000Z';
const challengeFields = {
  bookingId: 'booking-1',
  courtId: 'roxbury',
  challengerId: 'pavel',
  opponentId: 'olga',
  startTime: '2027-03-13T18:00:00.000Z',
  endTime: '2027-03-13T19:00:00.000Z',
  zone: 'America/Los_Angeles',
};
const challenged: ChallengeEvent = {
  type: 'PlayerChallenged',
  data: { ...challengeFields, challengedAt: AT },
};
const confirmed: ChallengeEvent = {
  type: 'ChallengeConfirmed',
  data: { ...challengeFields, confirmedAt: AT },
};
const send = (opponentId = 'olga') =>
  ({
    type: 'ChallengePlayer',
    data: { ...challengeFields, opponentId, challengedAt: AT },
  }) as const;
const confirm = { type: 'ConfirmChallenge', data: { at: AT } } as const;

describe('a challenge', () => {
  it('names one opponent per hour', () => {
    given().when(send()).then(challenged);
    given(challenged).when(send()).thenNothing();
    given(challenged).when(send('rosa')).thenRefused('wrong_status');
  });
  it('notifies the opponent once, no matter how often the hour is confirmed', () => {
    given(challenged).when(confirm).then(confirmed);
    given(challenged, confirmed).when(confirm).thenNothing();
  });
  it('confirms nothing for an hour without a challenge', () => given().when(confirm).thenNothing());
});

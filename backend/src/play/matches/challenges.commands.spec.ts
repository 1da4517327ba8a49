import { expect, it } from '@jest/globals';
import { courtDay } from '../../booking/bookings/court-day.js';
import { person } from '../../people/identity/person.js';
import { systemContext } from '../../platform/kernel/context.js';
import { ChallengePlayerCommand, ChallengePlayerHandler } from './challenges.commands.js';

const BOOKING_ID = 'roxbury-20270313-a1b2c3d4';
const booking = {
  bookingId: BOOKING_ID,
  courtId: 'roxbury',
  playerId: 'pavel',
  status: 'confirmed',
  startTime: '2027-03-13T18:00:00.000Z',
  endTime: '2027-03-13T19:00:00.000Z',
  zone: 'UTC',
};

const challengeOlga = async (suspension: object | null) => {
  const olga = { userId: 'olga', email: 'olga@example.test', suspension, pageAudience: 'everyone' };
  const load = async (decider: unknown) => {
    if (decider === courtDay) return { bookings: new Map([[BOOKING_ID, booking]]) };
    return decider === person ? { ...olga, roles: ['player'] } : null;
  };
  const handler = new ChallengePlayerHandler(
    { handle: async () => ({ position: '1' }) } as never,
    { load } as never,
    { consume: async () => undefined } as never,
    { hashOf: () => 'hash' } as never,
    { relationTo: async () => 'opponent' } as never,
    { requireContact: async () => undefined } as never,
  );
  const context = systemContext('challenge 1', '2027-03-10T12:00:00.000Z');
  return handler.execute(
    new ChallengePlayerCommand(
      { bookingId: BOOKING_ID, playerId: 'olga' },
      { ...context, actor: { kind: 'user', id: 'pavel' } as never },
    ),
  );
};

it('a suspended player cannot be challenged, and is refused like an unknown player', async () => {
  await expect(challengeOlga(null)).resolves.toBeDefined();
  await expect(challengeOlga({ since: '2027-03-01T12:00:00.000Z' })).rejects.toMatchObject({
    code: 'not_found',
  });
});

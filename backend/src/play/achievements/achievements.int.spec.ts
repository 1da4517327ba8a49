import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Achievement } from '@courtly/contracts/achievements';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { createCompletedBooking } from '../../../testing/completed-booking.js';
import { eventually } from '../../../testing/stores.js';

let courtly: Courtly;

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
});

afterAll(async () => {
  await courtly?.stop();
});

const seenBy = async (member: Member, playerId: string) => {
  const { body } = await member.agent.get(`/api/players/${playerId}/achievements`).expect(200);
  return new Map((body as Achievement[]).map((achievement) => [achievement.id, achievement]));
};

it('shows players their progress and its events, and others only earned achievements', async () => {
  const [host, player] = [await courtly.register('owner'), await courtly.player()];
  const booking = await createCompletedBooking(courtly, host, await courtly.court(host), player);
  const first = await eventually('the first hour is earned', async () => {
    const firstHour = (await seenBy(player, player.user.id)).get('first-hour');
    return firstHour?.earned && firstHour;
  });
  expect(first).toMatchObject({ progress: 1, maxProgress: 1, earnedDate: booking.endTime });
  expect(first.events).toHaveLength(1);
  const ownAchievements = await seenBy(player, player.user.id);
  expect(ownAchievements.get('regular')).toMatchObject({
    earned: false,
    progress: 1,
    maxProgress: 50,
    events: [],
  });
  expect(ownAchievements.get('aces')).toMatchObject({
    isTracked: false,
    earned: false,
    progress: 0,
  });
  const ofHost = await seenBy(player, host.user.id);
  expect([...ofHost.keys()]).toEqual(['open-gate']);
  expect(ofHost.get('open-gate')?.events).toEqual([]);
  expect((await seenBy(player, 'nobody')).size).toBe(0);
});

import { expect, it } from '@jest/globals';
import { courts } from '../../booking/courts/courts.projection.js';
import type { ViewerRelation } from '../../people/identity/page-privacy.js';
import { people } from '../../people/identity/people.projection.js';
import { PlayerQueries } from './players.queries.js';
import { ratedMatches } from './rated-matches.projection.js';

const user = (userId: string, roles: readonly string[]) => ({
  userId,
  roles,
  email: `${userId}@example.test`,
  username: userId,
  firstName: userId,
  lastName: 'Base',
  pageAudience: 'everyone',
  suspension: null,
});
const receipt = {
  playerId: 'nadia',
  matchId: 'match-1',
  playedAt: '2027-03-13T17:00:00.000Z',
  zone: 'America/Phoenix',
  logged: '42',
  courtId: 'roxbury',
  partnerId: null,
  opponentIds: ['other'],
};
const documents = new Map<unknown, readonly unknown[]>([
  [people, [user('nadia', ['player']), user('other', ['player']), user('hana', ['owner'])]],
  [courts, [{ courtId: 'roxbury', name: 'Roxbury', hostId: 'hana', isActive: true }]],
  [ratedMatches, []],
]);
const queriesOf = (relation: ViewerRelation, listing: boolean) =>
  new PlayerQueries(
    { read: async () => [receipt] } as never,
    {
      read: async (model: unknown, read: (collection: unknown) => unknown) =>
        read({ find: () => ({ toArray: async () => documents.get(model) }) }),
    } as never,
    {} as never,
    { relationTo: async () => relation, opponentsAmong: async () => new Map() } as never,
    {} as never,
    { hashOf: () => 'hash' } as never,
    {} as never,
    { policy: { hostApproval: { payouts: true, listing } } } as never,
  );
const request = { limit: 20, sport: 'tennis' } as const;
const courtShownTo = async (relation: ViewerRelation, listing: boolean) => {
  const viewer = { id: relation === 'self' ? 'nadia' : 'other', role: 'player' } as const;
  const { page } = await queriesOf(relation, listing).receiptsOfPlayer('nadia', viewer, request);
  return page.items.map(({ court }) => court?.name ?? null);
};

it('hides the courts of unapproved hosts from other people if the policy says so', async () => {
  for (const relation of ['self', 'admin', 'opponent'] as const)
    expect([relation, await courtShownTo(relation, false)]).toEqual([relation, ['Roxbury']]);
  for (const relation of ['self', 'admin'] as const)
    expect([relation, await courtShownTo(relation, true)]).toEqual([relation, ['Roxbury']]);
  expect(await courtShownTo('opponent', true)).toEqual([null]);
});

it('shows the courts of unapproved hosts to admins who review a flag', async () => {
  const { page } = await queriesOf('admin', true).flaggedMatches('nadia', request);
  expect(page.items).toMatchObject([{ court: { id: 'roxbury', name: 'Roxbury' } }]);
});

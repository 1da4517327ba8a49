import { expect, it } from '@jest/globals';
import { people } from '../../people/identity/people.projection.js';
import { AchievementQueries } from './achievements.queries.js';

const earned = { reached: 1, counted: [], since: null, earned: { at: '2027-03-13', events: [] } };
const documents = (projection: unknown) =>
  projection === people
    ? { pageAudience: 'everyone', roles: ['owner'] }
    : { progress: { 'five-figures': earned, 'open-gate': earned } };
const shownTo = async (relation: string) => {
  const readModels = {
    read: async (projection: unknown, query: (collection: object) => unknown) =>
      query({ findOne: async () => documents(projection) }),
  };
  const queries = new AchievementQueries(
    readModels as never,
    { relationTo: async () => relation } as never,
  );
  const views = await queries.ofPlayer('hana', { id: 'viewer', role: 'player' } as never);
  return views.filter((each) => each.earned).map(({ id }) => id);
};

it("shows achievements for a host's earnings only to the host", async () => {
  expect(await shownTo('self')).toEqual(['open-gate', 'five-figures']);
  for (const relation of ['opponent', 'stranger', 'admin'])
    expect(await shownTo(relation)).not.toContain('five-figures');
  expect(await shownTo('opponent')).toEqual(['open-gate']);
});

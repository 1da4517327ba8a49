import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { CourtSearchResult } from '@courtly/contracts/search';
import { EventStore } from '../../platform/stores/event-store.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';

let courtly: Courtly;
let host: Member;
let firstCourt: CourtDetail;
let secondCourt: CourtDetail;

beforeAll(async () => {
  courtly = await startCourtly();
  host = await courtly.register('owner');
  firstCourt = await courtly.court(host, { name: 'First' });
  secondCourt = await courtly.court(host, { name: 'Second' });
});
afterAll(() => courtly?.stop());

const add = ({ agent }: Member, { id }: Pick<CourtDetail, 'id'>) =>
  agent.put(`/api/favourites/${id}`).send({});
const remove = ({ agent }: Member, { id }: Pick<CourtDetail, 'id'>) =>
  agent.delete(`/api/favourites/${id}`).send({});

it("lists only the user's favorites, newest first, as soon as they change", async () => {
  const [player, otherMember] = await Promise.all([courtly.register(), courtly.register()]);
  expect((await add(player, firstCourt).expect(200)).body).toEqual([firstCourt.id]);
  const addedResponse = await add(player, secondCourt).expect(200);
  expect(addedResponse.body).toEqual([secondCourt.id, firstCourt.id]);
  const position = addedResponse.get('Courtly-Position')!;
  const listed = player.agent.get('/api/favourites').set('Courtly-After', position);
  expect((await listed.expect(200)).body).toEqual([secondCourt.id, firstCourt.id]);
  expect((await otherMember.agent.get('/api/favourites').expect(200)).body).toEqual([]);
});

it('filters a search by favorites only for a signed-in user', async () => {
  const player = await courtly.register();
  const courtNames = async (query: string, position: string) => {
    const { body } = await player.agent
      .get(`/api/search?${query}`)
      .set('Courtly-After', position)
      .expect(200);
    return (body as CourtSearchResult[]).map(({ name }) => name);
  };
  const position = (await add(player, secondCourt).expect(200)).get('Courtly-Position')!;
  expect(await courtNames('favourites=1', position)).toEqual(['Second']);
  expect(await courtNames('', position)).toEqual(['Second', 'First']);
  const after = (await remove(player, secondCourt).expect(200)).get('Courtly-Position')!;
  expect(await courtNames('favourites=1', after)).toEqual([]);
  expect((await courtly.visitor().get('/api/search?favourites=1').expect(401)).body).toMatchObject({
    code: 'not_signed_in',
  });
});

it('lets users remove a hidden court but not add one', async () => {
  const player = await courtly.register();
  const hiddenCourt = await courtly.court(host, { name: 'Hidden' });
  await add(player, hiddenCourt).expect(200);
  await host.agent
    .patch(`/api/courts/${hiddenCourt.id}/status`)
    .send({ isActive: false })
    .expect(200);
  expect((await remove(player, hiddenCourt).expect(200)).body).toEqual([]);
  await add(player, hiddenCourt).expect(404);
});

it('encrypts the court in the log', async () => {
  const player = await courtly.register();
  await add(player, firstCourt).expect(200);
  const stored = await courtly.app.get(EventStore).read(`favourites-${player.user.id}`);
  expect(stored.map(({ type }) => type)).toEqual(['FavouriteAdded']);
  expect(JSON.stringify(stored.map(({ data }) => data))).not.toContain(firstCourt.id);
});

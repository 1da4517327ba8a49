import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { FlaggedPlayer, RatingReceipt } from '@courtly/contracts/rankings';
import { anAdmin } from '../../../testing/admin.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { nextPageUrl } from '../../../testing/pages.js';
import { results } from '../../../testing/results.js';
import { eventually } from '../../../testing/stores.js';

let courtly: Courtly;
let admin: Member;
beforeAll(async () => {
  courtly = await startCourtly();
  admin = await anAdmin(courtly);
});
afterAll(() => courtly?.stop());

const flagged = async (query = {}) =>
  admin.agent.get('/api/admin/rating-flags').query(query).expect(200);

it('shows admins a closed pair and a losing streak, without affecting the players', async () => {
  const [ann, ben] = [
    await courtly.register('player', { firstName: 'Ann' }),
    await courtly.register('player', { firstName: 'Ben' }),
  ];
  const { play } = results(courtly);
  for (let hour = 10; hour < 20; hour++)
    await play({
      loggerId: ann.user.id,
      opponentId: ben.user.id,
      playedAt: `2026-09-01T${hour}:00:00.000Z`,
    });
  const players = await eventually(
    'both players are flagged',
    async () => {
      // The route fails before the first table.
      const { status, body } = await admin.agent.get('/api/admin/rating-flags');
      return status === 200 && (body as FlaggedPlayer[]).length === 2 && (body as FlaggedPlayer[]);
    },
    40_000,
  );
  const of = ({ user }: Member) => players.find(({ id }) => id === user.id)!;
  const pair = (otherMember: Member, name: string) => ({
    kind: 'closed_pair',
    share: 1,
    other: { id: otherMember.user.id, name: `${name} Baseline` },
  });
  expect(of(ann)).toMatchObject({ name: 'Ann Baseline', matches: 10 });
  expect(of(ann).flags).toContainEqual(pair(ben, 'Ben'));
  expect(of(ben).flags).toEqual([pair(ann, 'Ann'), { kind: 'losing_run', other: null, share: 1 }]);
  const firstResponse = await flagged({ limit: 1 });
  const secondResponse = await admin.agent.get(nextPageUrl(firstResponse)!).expect(200);
  expect(
    [firstResponse, secondResponse].flatMap(({ body }) =>
      (body as FlaggedPlayer[]).map(({ id }) => id),
    ),
  ).toEqual(players.map(({ id }) => id));
  for (const { agent } of [ann, ben]) await agent.get('/api/auth/me').expect(200);

  const decide = (path: string, body: object) =>
    admin.agent.post(`/api/admin/${path}`).send({ reason: 'Two accounts of one person.', ...body });
  const dismissal = { kind: 'closed_pair', otherId: ann.user.id };
  await decide(`rating-flags/${ben.user.id}/dismissals`, dismissal).expect(200);
  await decide(`rating-flags/${ben.user.id}/dismissals`, { ...dismissal, otherId: null }).expect(
    404,
  );
  await decide(`players/${admin.user.id}/ranking-visibility`, { isHidden: true }).expect(403);
  const hiding = await decide(`players/${ann.user.id}/ranking-visibility`, { isHidden: true });
  expect(hiding.body).toEqual({ isHidden: true });
  const { body } = await admin.agent
    .get('/api/admin/rating-flags')
    .set('Courtly-After', hiding.get('Courtly-Position')!)
    .expect(200);
  const [annNow, benNow] = [ann, ben].map(({ user }) =>
    (body as FlaggedPlayer[]).find(({ id }) => id === user.id),
  );
  expect(annNow).toMatchObject({ isHidden: true });
  expect(benNow!.flags.map(({ kind }) => kind)).toEqual(['losing_run']);
});

it('lets an admin void a match with a reason, but not one in which they played', async () => {
  const [cleo, dev] = [
    await courtly.register('player', { firstName: 'Cleo' }),
    await courtly.register('player', { firstName: 'Dev' }),
  ];
  const { play } = results(courtly);
  const playedAt = '2026-10-01T10:00:00.000Z';
  await play({ loggerId: cleo.user.id, opponentId: dev.user.id, playedAt });
  const own = await play({
    loggerId: cleo.user.id,
    opponentId: admin.user.id,
    playedAt: '2026-10-02T10:00:00.000Z',
  });
  const receiptsOf = async (reader: Member) =>
    (await reader.agent.get(`/api/ratings/${cleo.user.id}/receipts`).expect(200))
      .body as RatingReceipt[];
  const shown = await eventually(
    'both matches are rated',
    async () => {
      const { body } = await admin.agent
        .get(`/api/admin/rating-flags/${cleo.user.id}/matches`)
        .expect(200);
      return (body as RatingReceipt[]).length === 2 && (body as RatingReceipt[]);
    },
    40_000,
  );
  const { matchId } = shown.find(({ opponents }) => opponents[0]!.id === dev.user.id)!;
  const voidMatch = (id: string) =>
    admin.agent.post(`/api/admin/matches/${id}/void`).send({ reason: 'No one played then.' });
  await voidMatch(own.matchId).expect(403);
  await voidMatch('unknown').expect(404);
  await voidMatch(matchId!).expect(200);
  await eventually(
    'the ratings no longer include the match',
    async () => (await receiptsOf(cleo)).length === 1,
    40_000,
  );
  for (const { agent } of [cleo, dev])
    await eventually('the player is notified', async () => {
      const { body } = await agent.get('/api/notices').expect(200);
      return (body as { type: string }[]).some(({ type }) => type === 'match_voided');
    });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  FREE_RANKING_ROWS,
  type OwnRank,
  type Player,
  type RankingEntry,
  type RatingReceipt,
} from '@courtly/contracts/rankings';
import { MEMBERSHIP_TIERS, type MembershipTiers } from '../../people/identity/membership-tiers.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { nextPageUrl } from '../../../testing/pages.js';
import { results } from '../../../testing/results.js';
import { eventually } from '../../../testing/stores.js';
import { RatingRefreshes } from './rating-refreshes.service.js';
import { TableStore } from './table-store.service.js';

let courtly: Courtly;
let members: Member[];
let membershipTiers: MembershipTiers;
const PLAYERS = FREE_RANKING_ROWS + 2;
const day = (n: number) => new Date(Date.UTC(2026, 8, 1, 18) + n * 86_400_000).toISOString();

const read = async <T>({ agent }: Pick<Member, 'agent'>, path: string) =>
  (await agent.get(path).expect(200)).body as T;
const list = (requester: Member, query = '') =>
  read<RankingEntry[]>(requester, `/api/rankings?limit=48${query}`);
const readOwnRank = (requester: Member, query = '') =>
  read<OwnRank>(requester, `/api/rankings/me?${query}`);
const shownUpTo = (logPosition: string) =>
  eventually(
    'the table is published',
    async () => ((await readOwnRank(members[0]!)).inputPosition ?? '') >= logPosition,
    40_000,
  );
const asMember = () => jest.spyOn(membershipTiers, 'tierOf').mockResolvedValue('elite');

/** Each player beats all later ones, so the first player is the best. */
beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  membershipTiers = courtly.app.get(MEMBERSHIP_TIERS, { strict: false });
  members = [];
  for (let index = 0; index < PLAYERS; index++)
    members.push(
      await courtly.register('player', { firstName: `P${index}`, lastName: 'Baseline' }),
    );
  for (const member of members) await courtly.verifyEmail(member);
  const { play } = results(courtly);
  let last = '';
  for (let round = 0; round < 5; round++)
    for (let index = 0; index < PLAYERS; index++) {
      const [firstPlayer, otherMember] = [members[index]!, members[(index + round + 1) % PLAYERS]!];
      const games = index < (index + round + 1) % PLAYERS ? ([6, 3] as const) : ([3, 6] as const);
      const playedMatch = {
        loggerId: firstPlayer.user.id,
        opponentId: otherMember.user.id,
        playedAt: day(round * PLAYERS + index),
        games,
      };
      last = (await play(playedMatch)).position;
    }
  await shownUpTo(last);
});
afterAll(() => courtly?.stop());

describe('GET /api/rankings', () => {
  it('orders players with five rated matches by lower bound', async () => {
    const rating = asMember();
    const entries = await list(members[0]!);
    rating.mockRestore();
    expect(entries.map(({ rank }) => rank)).toEqual(
      Array.from({ length: PLAYERS }, (_, index) => index + 1),
    );
    expect(entries[0]).toMatchObject({
      tier: 'Elite',
      totalMatches: 10,
      ustaRating: null,
      lastName: 'Baseline',
    });
    expect(entries.find(({ id }) => id === members[0]!.user.id)!.isChallengeable).toBe(false);
    expect(entries.find(({ id }) => id === members[1]!.user.id)).toMatchObject({
      isChallengeable: true,
      avatar: null,
    });
  });

  it('ends after twenty rows on the free tier, regardless of page size and cursor', async () => {
    const [player] = members as [Member];
    const response = await player.agent.get('/api/rankings?limit=48').expect(200);
    expect(response.body).toHaveLength(FREE_RANKING_ROWS);
    expect(nextPageUrl(response)).toBeUndefined();
    const ranks: number[] = [];
    for (let path: string | undefined = '/api/rankings?limit=8'; path;) {
      const pageResponse = await player.agent.get(path).expect(200);
      ranks.push(...(pageResponse.body as RankingEntry[]).map(({ rank }) => rank));
      path = nextPageUrl(pageResponse);
    }
    expect(ranks).toEqual(Array.from({ length: FREE_RANKING_ROWS }, (_, index) => index + 1));
    const { epoch } = (await courtly.app.get(TableStore, { strict: false }).published())!;
    const cursorOf = (cursor: object) => Buffer.from(JSON.stringify(cursor)).toString('base64url');
    const beyond = cursorOf({ epoch, place: FREE_RANKING_ROWS });
    expect(await list(player, `&cursor=${beyond}`)).toEqual([]);
    const older = cursorOf({ epoch: epoch - 1_000, place: 1 });
    await player.agent.get(`/api/rankings?cursor=${older}`).expect(409);
  });

  it('returns all rows to members', async () => {
    const rating = asMember();
    const ranks: number[] = [];
    for (let path: string | undefined = '/api/rankings?limit=8'; path;) {
      const pageResponse = await members[0]!.agent.get(path).expect(200);
      ranks.push(...(pageResponse.body as RankingEntry[]).map(({ rank }) => rank));
      path = nextPageUrl(pageResponse);
    }
    rating.mockRestore();
    expect(ranks).toEqual(Array.from({ length: PLAYERS }, (_, index) => index + 1));
  });

  it('requires a membership for clay', async () => {
    await members[0]!.agent.get('/api/rankings?tab=clay').expect(403);
    await members[0]!.agent.get('/api/rankings/me?tab=clay').expect(403);
    const rating = asMember();
    expect(await list(members[0]!, '&tab=clay')).toEqual([]);
    rating.mockRestore();
  });

  it('lists the caller, their opponents, and followed players as friends', async () => {
    const newcomer = await courtly.register();
    const followed = members[7]!.user;
    expect(await list(newcomer, '&tab=friends')).toEqual([]);
    const response = await newcomer.agent
      .put(`/api/players/${followed.id}/follow`)
      .send({})
      .expect(204);
    const listed = newcomer.agent
      .get('/api/rankings?tab=friends')
      .set('Courtly-After', response.get('Courtly-Position')!);
    expect((await listed.expect(200)).body).toMatchObject([
      { id: followed.id, rank: 1, firstName: 'P7' },
    ]);
    expect(await list(members[0]!, '&tab=friends')).toHaveLength(11);
    expect(await readOwnRank(members[0]!, 'tab=friends')).toMatchObject({ rank: 1, of: 11 });
  });

  it('lists players of the home city once a table is published', async () => {
    const [first, second] = [members[2]!, members[5]!];
    for (const [{ agent }, homeCity] of [
      [first, 'Paradise  Valley'],
      [second, 'paradise valley'],
    ] as const) {
      const profile = { firstName: 'Robin', lastName: 'Baseline', phone: '4805550123', homeCity };
      const response = await agent.patch('/api/auth/me').send(profile).expect(200);
      await agent
        .get(`/api/rankings`)
        .set('Courtly-After', response.get('Courtly-Position')!)
        .expect(200);
    }
    expect(await readOwnRank(first, 'tab=local')).toMatchObject({ rank: null, of: 0 });
    await courtly.app.get(RatingRefreshes, { strict: false }).refresh();
    expect((await list(first, '&tab=local')).map(({ id, rank }) => [id, rank])).toEqual([
      [first.user.id, 1],
      [second.user.id, 2],
    ]);
    expect(await readOwnRank(second, 'tab=local')).toMatchObject({ rank: 2, of: 2 });
    expect(await list(members[0]!, '&tab=local')).toEqual([]);
  });
});

describe('a shared ranking page', () => {
  it('looks the same to everyone not on it, and shows a new name once it is projected', async () => {
    const [firstPlayer, otherMember] = [await courtly.register(), await courtly.register()];
    const [standing] = members as [Member];
    const previousRow = await list(firstPlayer);
    expect(previousRow.map(({ isChallengeable }) => isChallengeable)).not.toContain(false);
    expect(await list(otherMember)).toEqual(previousRow);
    expect((await list(standing)).find(({ id }) => id === standing.user.id)).toMatchObject({
      isChallengeable: false,
    });
    expect(await list(otherMember)).toEqual(previousRow);
    const profile = {
      firstName: 'Renamed',
      lastName: 'Baseline',
      phone: '4805550123',
      homeCity: 'Scottsdale',
    };
    await standing.agent.patch('/api/auth/me').send(profile).expect(200);
    await eventually(
      'the new name',
      async () => (await list(otherMember))[0]!.firstName === 'Renamed',
    );
  });
});

describe('GET /api/rankings/me', () => {
  it("returns the caller's rank, rating, and formula", async () => {
    const best = await readOwnRank(members[0]!);
    expect(best).toMatchObject({
      rank: 1,
      of: PLAYERS,
      tier: 'Elite',
      matchesToRank: 0,
      formula: 'games-share-glicko-2',
    });
    expect(best.rating).toMatchObject({ matches: 10, provisional: false });
    expect(await readOwnRank(await courtly.register())).toMatchObject({
      rank: null,
      tier: null,
      rating: null,
      matchesToRank: 5,
    });
  });
});

describe('GET /api/ratings/:playerId/receipts', () => {
  it('returns the newest receipts first, each starting where the previous one ended', async () => {
    const { id } = members[3]!.user;
    const receipts: RatingReceipt[] = [];
    for (let path: string | undefined = `/api/ratings/${id}/receipts?limit=4`; path;) {
      const pageResponse = await members[0]!.agent.get(path).expect(200);
      receipts.push(...(pageResponse.body as RatingReceipt[]));
      path = nextPageUrl(pageResponse);
    }
    expect(receipts).toHaveLength(10);
    const inOrder = [...receipts].reverse();
    expect(inOrder.map(({ playedAt }) => playedAt)).toEqual(
      inOrder.map(({ playedAt }) => playedAt).sort(),
    );
    for (const [index, member] of inOrder.entries())
      expect(member.before.figure).toBe(index === 0 ? 4 : inOrder[index - 1]!.after.figure);
    expect(receipts[0]!.opponents[0]!.name).toMatch(/^(P\d+|Robin) Baseline$/);
    expect(receipts[0]).toMatchObject({
      formula: 'games-share-glicko-2',
      court: null,
      partner: null,
      surface: 'hard',
    });
  });

  it('returns 404 for an unknown player', async () => {
    await members[0]!.agent.get('/api/ratings/nobody/receipts').expect(404);
  });
});

describe('GET /api/players/:playerId', () => {
  it('returns ratings, results, and whether the caller follows the player', async () => {
    const { id, username } = members[4]!.user;
    const playerPage = await read<Player>(members[0]!, `/api/players/${id}`);
    expect(playerPage).toMatchObject({
      id,
      username,
      firstName: 'P4',
      isFollowed: false,
      totalMatches: 10,
      draws: 0,
    });
    expect(playerPage.wins + playerPage.losses).toBe(10);
    expect(playerPage.ratings).toMatchObject({ singles: { matches: 10 }, doubles: null });
    expect(playerPage.onSurfaces).toMatchObject([
      { surface: 'hard', discipline: 'singles', matches: 10 },
    ]);
    const text = JSON.stringify(playerPage);
    for (const hidden of [members[4]!.email, '4805550123']) expect(text).not.toContain(hidden);
  });

  it('follows and unfollows a player, but not oneself', async () => {
    const [follower, followed] = [members[8]!, members[9]!.user];
    const followedBy = async (answer: { get(name: string): string | undefined }) => {
      const playerRequest = follower.agent
        .get(`/api/players/${followed.id}`)
        .set('Courtly-After', answer.get('Courtly-Position')!);
      return ((await playerRequest.expect(200)).body as Player).isFollowed;
    };
    expect(
      await followedBy(
        await follower.agent.put(`/api/players/${followed.id}/follow`).send({}).expect(204),
      ),
    ).toBe(true);
    await follower.agent.put(`/api/players/${follower.user.id}/follow`).send({}).expect(404);
    expect(
      await followedBy(
        await follower.agent.delete(`/api/players/${followed.id}/follow`).send({}).expect(204),
      ),
    ).toBe(false);
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { PageAudience } from '@courtly/contracts/identity';
import { FREE_RANKING_ROWS, LATEST_SKILLS } from '@courtly/contracts/ranking-limits';
import type { OwnRank, Player, RankingEntry, RatingReceipt } from '@courtly/contracts/rankings';
import { MEMBERSHIP_TIERS, type MembershipTiers } from '../../people/identity/membership-tiers.js';
import { anAdmin } from '../../../testing/admin.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { nextPageUrl } from '../../../testing/pages.js';
import { results } from '../../../testing/results.js';
import { eventually } from '../../../testing/stores.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
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
    expect(response.get('Courtly-Limited')).toBe('true');
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
      expect(pageResponse.get('Courtly-Limited')).toBe('false');
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
    const localResponse = await second.agent.get('/api/rankings?tab=local').expect(200);
    expect(localResponse.get('Courtly-Limited')).toBe('false');
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
      'the list shows the new name',
      async () => (await list(otherMember))[0]!.firstName === 'Renamed',
    );
  });
});

describe('another sport', () => {
  it('has its own ratings, ranking, and receipts, and changes no tennis rating', async () => {
    const [best, loser] = [members[0]!, members[PLAYERS - 1]!];
    const before = await readOwnRank(best);
    const { play } = results(courtly);
    const { position } = await play({
      loggerId: loser.user.id,
      opponentId: best.user.id,
      playedAt: day(200),
      sport: 'pickleball',
    });
    await shownUpTo(position);
    const { inputPosition: _, publishedAt: __, rating, ...rank } = await readOwnRank(best);
    expect(before).toMatchObject(rank);
    expect(rating).toMatchObject({ figure: before.rating!.figure, matches: 10 });
    expect(await readOwnRank(best, 'sport=pickleball')).toMatchObject({
      rank: null,
      rating: { matches: 1, provisional: true },
    });
    expect(await list(best, '&sport=pickleball')).toEqual([]);
    const receiptsIn = (sport: string) =>
      read<RatingReceipt[]>(best, `/api/ratings/${best.user.id}/receipts?sport=${sport}`);
    expect(await receiptsIn('pickleball')).toMatchObject([{ sport: 'pickleball' }]);
    expect(await receiptsIn('tennis')).toHaveLength(10);
    const page = (query: string) => read<Player>(best, `/api/players/${best.user.id}${query}`);
    expect(await page('')).toMatchObject({
      sport: 'tennis',
      totalMatches: 10,
      sports: [
        { sport: 'tennis', singles: { rank: 1, of: PLAYERS } },
        { sport: 'pickleball', singles: { rank: null, of: 0 }, doubles: null },
      ],
    });
    expect(await page('?sport=pickleball')).toMatchObject({
      sport: 'pickleball',
      totalMatches: 1,
      losses: 1,
    });
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
      formula: 'games-share-glicko-3',
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
    expect(inOrder.map(({ playedOn }) => playedOn)).toEqual(
      inOrder.map(({ playedOn }) => playedOn).sort(),
    );
    for (const [index, member] of inOrder.entries())
      expect(member.before.figure).toBe(index === 0 ? 4 : inOrder[index - 1]!.after.figure);
    expect(receipts[0]!.opponents[0]!.name).toMatch(/^(P\d+|Robin) Baseline$/);
    expect(receipts[0]).toMatchObject({
      formula: 'games-share-glicko-3',
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

  it('returns the results and the expected share of games of the caller against the player', async () => {
    const [strong, weak] = [members[0]!, members[1]!];
    const seenBy = async (viewer: Member, player: Member) =>
      (await read<Player>(viewer, `/api/players/${player.user.id}`)).versus;
    const ofStrong = (await seenBy(strong, weak))!;
    const ofWeak = (await seenBy(weak, strong))!;
    expect(ofStrong).toMatchObject({ wins: 1, losses: 0, draws: 0 });
    expect(ofWeak).toMatchObject({ wins: 0, losses: 1, draws: 0 });
    expect(ofStrong.expected).toBeGreaterThan(0.5);
    expect(ofStrong.expected! + ofWeak.expected!).toBeCloseTo(1, 6);
    expect(await seenBy(strong, strong)).toBeNull();
  });

  it('leaves out results to which the player has not responded', async () => {
    const [logger, silent] = [members[5]!, members[6]!];
    const { position } = await results(courtly).play({
      loggerId: logger.user.id,
      opponentId: silent.user.id,
      playedAt: day(201),
      sport: 'pickleball',
      isSilent: true,
    });
    await shownUpTo(position);
    const versus = async (viewer: Member, player: Member) =>
      (await read<Player>(viewer, `/api/players/${player.user.id}?sport=pickleball`)).versus;
    expect(await versus(logger, silent)).toMatchObject({ wins: 0, losses: 0 });
    expect(await versus(silent, logger)).toMatchObject({ wins: 0, losses: 1 });
  });

  it('shows a follow until the caller ends it, and no one can follow themselves', async () => {
    const [follower, followed] = [members[8]!, members[9]!.user];
    const followedBy = async (response: { get(name: string): string | undefined }) => {
      const playerRequest = follower.agent
        .get(`/api/players/${followed.id}`)
        .set('Courtly-After', response.get('Courtly-Position')!);
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

describe('the places gained', () => {
  it('compare the rank with the one after the matches played four weeks earlier', async () => {
    const group = [members[13]!, members[14]!, members[15]!, members[16]!];
    const [first, , , last] = group as [Member, Member, Member, Member];
    const { play } = results(courtly);
    const playedDaysAgo = async (daysAgo: number, winner: Member, loser: Member) =>
      (
        await play({
          loggerId: winner.user.id,
          opponentId: loser.user.id,
          playedAt: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
          sport: 'pickleball',
        })
      ).position;
    for (const round of [0, 1])
      for (const [index, winner] of group.entries())
        for (const loser of group.slice(index + 1)) await playedDaysAgo(60 - round, winner, loser);
    let position = '';
    for (const daysAgo of [5, 4, 3, 2])
      for (const loser of group.slice(0, 3)) position = await playedDaysAgo(daysAgo, last, loser);
    await shownUpTo(position);
    const movements = async (query: string) =>
      Object.fromEntries(
        (await list(first, `&sport=pickleball${query}`)).map(({ id, rank, movement }) => [
          id,
          [rank, movement],
        ]),
      );
    const all = await movements('');
    expect(all[last.user.id]).toEqual([1, 3]);
    expect(all[first.user.id]![1]).toBeLessThan(0);
    expect(await movements('&tab=friends')).toEqual(all);
    const own = await readOwnRank(last, 'sport=pickleball');
    expect(own).toMatchObject({ rank: 1, movement: 3 });
    expect(await readOwnRank(last, 'sport=pickleball&tab=friends')).toMatchObject({ movement: 3 });
    expect(own.skills).toHaveLength(LATEST_SKILLS);
    expect(own.skills.at(-1)).toBeGreaterThan(own.skills[0]!);
    const [latest] = await read<RatingReceipt[]>(
      last,
      `/api/ratings/${last.user.id}/receipts?sport=pickleball`,
    );
    expect(own.skills.at(-1)).toBe(latest!.after.figure);
  });
});

describe('the privacy setting of a player', () => {
  const choose = async ({ agent }: Member, pageAudience: PageAudience) => {
    const response = await agent.put('/api/auth/me/privacy').send({ pageAudience }).expect(200);
    expect(response.body).toMatchObject({ pageAudience });
    const after = response.get('Courtly-Position') ?? '';
    await members[0]!.agent.get('/api/rankings').set('Courtly-After', after).expect(200);
  };
  const pageOf = (viewer: Member, { user }: Member) => viewer.agent.get(`/api/players/${user.id}`);
  const receiptsOf = (viewer: Member, { user }: Member) =>
    read<RatingReceipt[]>(viewer, `/api/ratings/${user.id}/receipts`);

  it('decides what strangers and opponents see, on the page, in rankings, and in histories', async () => {
    const [player, opponent] = [members[10]!, members[11]!];
    const [stranger, follower] = [await courtly.register(), await courtly.register()];
    await choose(player, 'everyone');
    const follow = follower.agent.put(`/api/players/${player.user.id}/follow`).send({});
    const followedAt = (await follow.expect(204)).get('Courtly-Position')!;
    const friends = follower.agent.get('/api/rankings?tab=friends');
    expect((await friends.set('Courtly-After', followedAt).expect(200)).body).toMatchObject([
      { id: player.user.id },
    ]);
    const page = (await pageOf(stranger, player).expect(200)).body as Player;
    expect(page).toMatchObject({
      lastName: 'Baseline',
      totalMatches: 10,
      sections: { history: true, whereabouts: false, contact: true },
    });
    for (const receipt of await receiptsOf(stranger, player))
      expect(receipt).toMatchObject({ playedAt: null, matchId: null, court: null });
    const shared = (await receiptsOf(opponent, player)).filter(({ matchId }) => matchId !== null);
    expect(shared).toHaveLength(1);
    expect(shared[0]!.playedAt).toMatch(/T/);

    await choose(player, 'opponents');
    expect((await pageOf(stranger, player).expect(200)).body).toMatchObject({
      firstName: 'P10',
      lastName: '',
      username: '',
      homeCity: '',
      memberSince: null,
      totalMatches: 0,
      ratings: { singles: null, doubles: null },
      sections: { about: false, results: false, history: false, contact: false },
    });
    expect(await receiptsOf(stranger, player)).toEqual([]);
    await stranger.agent.put(`/api/players/${player.user.id}/follow`).send({}).expect(404);
    expect((await pageOf(opponent, player).expect(200)).body).toMatchObject({
      lastName: 'Baseline',
      sections: { whereabouts: true },
    });
    const rowOf = async (viewer: Member, rank: number) =>
      (await list(viewer)).find((entry) => entry.rank === rank)!;
    const { rank } = (await list(player)).find(({ id }) => id === player.user.id)!;
    const withoutName = {
      id: expect.stringMatching(/^private-/),
      firstName: 'Private',
      lastName: 'player',
      isChallengeable: false,
      hasPage: false,
      totalMatches: 10,
    };
    expect(await rowOf(stranger, rank)).toMatchObject(withoutName);
    expect(JSON.stringify(await list(stranger))).not.toContain(player.user.id);
    const friendIds = async (viewer: Member) =>
      (await list(viewer, '&tab=friends')).map(({ id }) => id);
    expect(await friendIds(opponent)).toContain(player.user.id);
    // A follower who is not an opponent would recognize even a row without a name.
    expect(await friendIds(follower)).toEqual([]);

    await choose(player, 'only_me');
    await pageOf(stranger, player).expect(404);
    await pageOf(opponent, player).expect(404);
    await opponent.agent.get(`/api/ratings/${player.user.id}/receipts`).expect(404);
    expect(await read(stranger, `/api/players/${player.user.id}/achievements`)).toEqual([]);
    expect(await rowOf(stranger, rank)).toMatchObject({
      firstName: 'Private',
      lastName: 'player',
      hasPage: false,
    });
    expect((await rowOf(stranger, rank)).id).not.toBe(player.user.id);
    expect(await rowOf(player, rank)).toMatchObject({ id: player.user.id, lastName: 'Baseline' });
    expect((await list(opponent, '&tab=friends')).map(({ id }) => id)).not.toContain(
      player.user.id,
    );
    const others = (await receiptsOf(stranger, opponent)).flatMap(({ opponents }) => opponents);
    expect(others).toContainEqual({ id: null, name: 'A player with a private history' });
    expect(JSON.stringify(others)).not.toContain('P10 ');
    await pageOf(player, player).expect(200);
    await choose(player, 'everyone');
  });

  it('leaves people whose city is hidden out of local rankings', async () => {
    const [player, neighbor] = [members[8]!, members[9]!];
    for (const { agent } of [player, neighbor]) {
      const names = { firstName: 'Robin', lastName: 'Baseline', phone: '4805550123' };
      const profile = { ...names, homeCity: 'Cave Creek' };
      await agent.patch('/api/auth/me').send(profile).expect(200);
    }
    await choose(player, 'everyone');
    const refresh = () => courtly.app.get(RatingRefreshes, { strict: false }).refresh();
    await refresh();
    const local = async () => (await list(neighbor, '&tab=local')).map(({ rank }) => rank);
    expect(await local()).toEqual([1, 2]);
    await choose(player, 'opponents');
    expect(await local()).toHaveLength(1);
    await refresh();
    expect(await readOwnRank(player, 'tab=local')).toMatchObject({ rank: null });
    expect(await readOwnRank(neighbor, 'tab=local')).toMatchObject({ rank: 1, of: 1 });
    expect(await local()).toEqual([1]);
    await choose(player, 'everyone');
  });

  it('shows strangers only the first name of a person with a court', async () => {
    const host = await courtly.register('owner', { firstName: 'Hana', lastName: 'Secretname' });
    const { body } = await pageOf(members[0]!, host).expect(200);
    expect(body).toMatchObject({ firstName: 'Hana', lastName: '', username: '' });
  });

  it('records that an admin opened a page that strangers may not see', async () => {
    const admin = await anAdmin(courtly);
    const player = members[12]!;
    await choose(player, 'only_me');
    expect((await pageOf(admin, player).expect(200)).body).toMatchObject({ lastName: 'Baseline' });
    await choose(player, 'everyone');
    const query = `type=PersonalDataRead&actor=${admin.user.id}&person=${player.user.id}`;
    const reads = () => read<unknown[]>(admin, `/api/admin/audit?${query}`);
    await eventually('the access is recorded', async () => (await reads()).length === 1);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { KEPT_REPLAYS, MOST_OPEN_REPLAYS } from '@courtly/contracts/rating-replays';
import type { AuditEvent } from '@courtly/contracts/audit';
import type {
  RatingFormulas,
  RatingReplay,
  ReplayedPlayer,
  ReplayedProfile,
} from '@courtly/contracts/rating-replays';
import { CommandBus } from '@nestjs/cqrs';
import { GrantRoleCommand } from '../../people/identity/identity.commands.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import { Mongo } from '../../platform/stores/mongo.js';
import type { PlayerProfile } from './player-profile.js';
import type { Comparison } from './replay.js';
import { commandLine } from '../../../testing/command-line.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { killPoints } from '../../../testing/kill-points.js';
import { nextPageUrl } from '../../../testing/pages.js';
import { results } from '../../../testing/results.js';
import { eventually } from '../../../testing/stores.js';
import { ratingReplay } from './rating-replay.js';
import { ReplayStore } from './replay-store.service.js';
import { TableStore } from './table-store.service.js';

let courtly: Courtly;
let admin: Member;
let members: Member[];

const day = (n: number) => new Date(Date.UTC(2026, 8, 1, 18) + n * 86_400_000).toISOString();
const get = async <T>(path: string) => (await admin.agent.get(path).expect(200)).body as T;
const ask = (requestBody: object) =>
  admin.agent.post('/api/admin/rating-replays').send(requestBody);
const show = (id: string) => get<RatingReplay>(`/api/admin/rating-replays/${id}`);
const until = (id: string, status: RatingReplay['status']) =>
  eventually(
    `the replay is ${status}`,
    async () => {
      const currentReplay = await show(id);
      return currentReplay.status === status && currentReplay;
    },
    30_000,
  );
/** Requests a replay and waits until it appears in the list. */
const requestReplay = async (requestBody: object) => {
  const response = await ask(requestBody).expect(201);
  const { id } = response.body as RatingReplay;
  await admin.agent
    .get(`/api/admin/rating-replays/${id}`)
    .set('Courtly-After', response.get('Courtly-Position')!)
    .expect(200);
  return id;
};
const finished = async (requestBody: object) => until(await requestReplay(requestBody), 'finished');

/**
 * Blocks workers at the start of a replay, either before or after it is stored, until `go` is
 * called.
 */
const hold = (when: 'before' | 'after') => {
  const store = courtly.app.get(ReplayStore, { strict: false });
  const { promise: startGate, resolve: go } = Promise.withResolvers<undefined>();
  const begin = store.begin.bind(store);
  jest.spyOn(store, 'begin').mockImplementation(async (...beginArguments) => {
    if (when === 'before') await startGate;
    await begin(...beginArguments);
    await startGate;
  });
  return { store, go: () => go(undefined) };
};

/** Six players, each of whom plays the next ones in five rounds. The first player is the best. */
beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  admin = await courtly.register();
  const grant = new GrantRoleCommand(
    { email: admin.email, role: 'admin' },
    systemContext('an admin', new Date().toISOString()),
  );
  await courtly.app.get(CommandBus).execute(grant);
  members = await Promise.all(
    Array.from({ length: 6 }, (_, index) => courtly.register('player', { firstName: `P${index}` })),
  );
  const { play } = results(courtly);
  for (let round = 0; round < 5; round++)
    for (let index = 0; index < 6; index++) {
      const other = (index + round + 1) % 6;
      if (other === index) continue;
      const games = index < other ? ([6, 2] as const) : ([3, 6] as const);
      const playedMatch = {
        loggerId: members[index]!.user.id,
        opponentId: members[other]!.user.id,
        playedAt: day(round * 6 + index),
        games,
      };
      await play(playedMatch);
    }
});
afterAll(() => courtly?.stop());
afterEach(() => void jest.restoreAllMocks());

describe('a replay', () => {
  it("equals the command line's replay of the same matches", async () => {
    const body = { formula: 'elo', parameters: { most: 400 } };
    const { result, replayed, compared, isKept, asOf } = await finished(body);
    expect([replayed.formulaId, compared.formulaId]).toEqual([
      'elo-1(most=400)',
      'games-share-glicko-3',
    ]);
    expect(isKept).toBe(true);
    const run = commandLine(courtly.stores.environment);
    const args = [
      'rankings',
      'replay',
      '--json',
      '--formula',
      'elo',
      '--set',
      'most=400',
      '--as-of',
      asOf,
    ];
    const printedReplay = JSON.parse((await run(args)).printed) as Comparison & {
      inputPosition: string;
    };
    expect(result).toMatchObject({
      inputPosition: printedReplay.inputPosition,
      matches: printedReplay.matches,
      replayed: {
        hash: printedReplay.replayed.hash,
        errors: { logLoss: printedReplay.replayed.errors.logLoss },
      },
      compared: {
        hash: printedReplay.compared.hash,
        errors: { brier: printedReplay.compared.errors.brier },
      },
      moved: { singles: { players: 6, moved: printedReplay.movers.singles.moved } },
    });
    expect(result!.replayed.errors.bins).toHaveLength(10);
  });

  it('lists players by change or by rank, in pages, with names', async () => {
    const { id } = await finished({ formula: 'glicko2' });
    const path = `/api/admin/rating-replays/${id}/players?limit=4`;
    const firstResponse = await admin.agent.get(path).expect(200);
    const nextPage = await admin.agent.get(nextPageUrl(firstResponse)!).expect(200);
    const movers = [...firstResponse.body, ...nextPage.body] as ReplayedPlayer[];
    expect(movers).toHaveLength(5);
    expect(nextPageUrl(nextPage)).toBeUndefined();
    const distances = movers.map(({ change }) => Math.abs(change));
    expect(distances).toEqual([...distances].sort((a, b) => b - a));
    const ranking = await get<ReplayedPlayer[]>(`${path}&order=rank`);
    expect(ranking.map(({ replayed }) => replayed.rank)).toEqual([1, 2, 3, 4]);
    expect(ranking[0]!.name).toBe('P0 Baseline');
    expect(ranking.filter(({ change }) => change === 0).map(({ name }) => name)).toEqual([
      'P2 Baseline',
    ]);
    expect(await get<ReplayedPlayer[]>(`${path}&discipline=doubles`)).toEqual([]);
  });

  it('ignores responses after its instant', async () => {
    const asOf = day(12);
    const { result } = await finished({ formula: 'games-share-glicko-3', asOf });
    const run = commandLine(courtly.stores.environment);
    const printedReplay = JSON.parse(
      (await run(['rankings', 'replay', '--json', '--as-of', asOf])).printed,
    ) as Comparison;
    expect(printedReplay.matches).toBeGreaterThan(3);
    expect(result).toMatchObject({
      matches: printedReplay.matches,
      replayed: { hash: printedReplay.replayed.hash },
    });
    expect(result!.moved.singles.moved).toBe(0);
  });

  it.each([
    [{ playerId: 'nadia@example.com' }, 'playerId'],
    [{ playerId: 'Nadia Ferro' }, 'playerId'],
    [{ formula: 'luck' }, 'formula'],
    [{ formula: 'elo', parameters: { luck: 1 } }, 'luck'],
    [{ formula: 'elo', parameters: { most: -1 } }, 'most'],
    [{ formula: 'elo', parameters: { most: true } }, 'most'],
    [{ formula: 'elo', parameters: { offset: 0 } }, 'offset'],
    [{ formula: 'glicko2', parameters: { periodDays: 0 } }, 'periodDays'],
  ])('rejects %j', async (body, field) => {
    const { details } = (await ask(body).expect(400)).body as {
      details: { fields: { field: string }[] };
    };
    expect(details.fields.map((fieldError) => fieldError.field)).toEqual([field]);
  });

  it('rejects non-admins and unknown replays', async () => {
    await members[0]!.agent.get('/api/admin/rating-replays').expect(403);
    await admin.agent.get('/api/admin/rating-replays/unknown/players').expect(404);
    await admin.agent.post('/api/admin/rating-replays/unknown/cancel').expect(404);
  });
});

describe('a replayed profile', () => {
  const profileOf = (id: string) => get<ReplayedProfile>(`/api/admin/rating-replays/${id}/profile`);

  it("equals the command line's profile of the same instant", async () => {
    const { id: playerId } = members[0]!.user;
    const asOf = day(20);
    const { id, replayed, ...replay } = await finished({ playerId, asOf });
    expect([replay.playerId, replayed.formulaId]).toEqual([playerId, 'games-share-glicko-1']);
    const run = commandLine(courtly.stores.environment);
    const printedReplay = JSON.parse(
      (await run(['rankings', 'player', playerId, '--json', '--as-of', asOf])).printed,
    ) as Pick<PlayerProfile, 'receipts'> & { rows: NonNullable<PlayerProfile['row']>[] };
    const { figure, range, matches, rank, wins, losses, draws, surfaces } =
      printedReplay.rows[0]!.singles!;
    const profile = await profileOf(id);
    expect(profile).toMatchObject({
      player: { id: playerId, name: 'P0 Baseline' },
      formulaId: replayed.formulaId,
      asOf,
      standings: [{ discipline: 'singles', figure, range, matches, rank, wins, losses, draws }],
      receipts: printedReplay.receipts.map(
        ({ matchId, before: ratingBefore, after, expected }) => ({
          matchId,
          before: ratingBefore,
          after,
          expected,
        }),
      ),
    });
    expect(profile.standings[0]!.onSurfaces).toMatchObject([
      { surface: 'hard', figure: surfaces[0]!.figure },
    ]);
    expect(profile.receipts[0]!.opponents[0]!.name).toMatch(/^P\d Baseline$/);
    const today = await profileOf((await finished({ playerId })).id);
    expect(matches).toBeGreaterThan(0);
    expect(today.standings[0]!.matches).toBeGreaterThan(matches);
  });

  it('records the read for everyone who appears in it', async () => {
    const { id } = await finished({ playerId: members[1]!.user.id });
    const { receipts } = await profileOf(id);
    const noted = async (person: string) => {
      const query = `type=PersonalDataRead&actor=${admin.user.id}&person=${person}`;
      const auditEvents = await get<AuditEvent[]>(`/api/admin/audit?${query}`);
      const opened = await Promise.all(
        auditEvents.map(({ id: event }) =>
          get<{ data: object }>(`/api/admin/audit/events/${event}`),
        ),
      );
      return opened.some(({ data }) => {
        const { what: readSubject, about } = data as { what: string; about: string };
        return readSubject === 'ratings' && about === id;
      });
    };
    for (const person of [members[1]!.user.id, receipts[0]!.opponents[0]!.id])
      await eventually('the read is recorded', () => noted(person));
  });

  it('is not read from a replay stored by a release without sports', async () => {
    const { id } = await finished({ playerId: members[0]!.user.id });
    await profileOf(id);
    const { readModels } = courtly.app.get(Mongo, { strict: false });
    const stored = (kind: string, version: number) =>
      readModels.collection<{ _id: string }>(`ratingReplay${kind}@${version}`);
    const withoutSport = <T>(document: T): T =>
      JSON.parse(
        JSON.stringify(document, (key, value) =>
          key === 'sport' ? undefined : (value as unknown),
        ),
      ) as T;
    for (const kind of ['Heads', 'Profiles'])
      for (const version of [2, 3]) {
        const moved = await stored(kind, version).findOneAndDelete({ _id: id });
        if (moved) await stored(kind, 2).insertOne(withoutSport(moved));
      }
    expect((await show(id)).isKept).toBe(false);
    await admin.agent.get(`/api/admin/rating-replays/${id}/profile`).expect(404);
  });

  it('stays empty before the first rated match, and is missing for an unrequested player', async () => {
    const unknownProfile = await profileOf((await finished({ playerId: 'nobody' })).id);
    expect(unknownProfile).toMatchObject({
      player: { id: 'nobody', name: null },
      standings: [],
      receipts: [],
    });
    const { id } = await finished({ formula: 'elo' });
    await admin.agent.get(`/api/admin/rating-replays/${id}/profile`).expect(404);
  });
});

describe('a worker that dies during a replay', () => {
  const points = ['the begin', 'the rows', 'the profile', 'the end'] as const;
  const whose = () => members[2]!.user.id;
  const body = () => ({ formula: 'elo', parameters: { most: 123 }, playerId: whose() });

  it.each(points.flatMap((point) => [`before ${point}`, `after ${point}`]))(
    'leaves it to the next worker, which computes the same hash: %s',
    async (point) => {
      const { result } = await finished(body());
      const kills = killPoints();
      const [store, handling] = [ReplayStore, CommandHandling].map((provider) =>
        courtly.app.get(provider, { strict: false }),
      );
      kills.around(store!, 'begin', () => 'the begin');
      kills.around(store!, 'addStandings', () => 'the rows');
      kills.around(store!, 'addProfile', () => 'the profile');
      kills.around(handling!, 'handle', ([decider, , command]) =>
        decider === ratingReplay && (command as { type: string }).type === 'FinishReplay'
          ? 'the end'
          : null,
      );
      kills.arm(point);
      const again = await finished(body());
      expect(kills.kills()).toBe(1);
      expect(again.result!.replayed.hash).toBe(result!.replayed.hash);
      await eventually(
        'the rows of the replay are stored',
        async () => (await show(again.id)).isKept,
        30_000,
      );
      expect(
        await get<ReplayedPlayer[]>(`/api/admin/rating-replays/${again.id}/players`),
      ).toHaveLength(6);
      const { player } = await get<ReplayedProfile>(
        `/api/admin/rating-replays/${again.id}/profile`,
      );
      expect(player.id).toBe(whose());
    },
  );
});

describe('rating replays', () => {
  it('leave no data when canceled while running', async () => {
    const { store, go } = hold('after');
    try {
      const id = await requestReplay({ formula: 'glicko2' });
      expect((await until(id, 'running')).progress).toBe(0);
      await admin.agent.post(`/api/admin/rating-replays/${id}/cancel`).expect(200);
      go();
      expect(await until(id, 'cancelled')).toMatchObject({ result: null, isKept: false });
      await eventually('no data remains', async () => (await store.headsOf([id])).size === 0);
      expect(await store.rows.countDocuments({ replayId: id })).toBe(0);
    } finally {
      go();
    }
  });

  it('wait in a queue of limited length', async () => {
    const { go } = hold('before');
    const open: string[] = [];
    try {
      for (let count = 0; count < MOST_OPEN_REPLAYS; count++)
        open.push(await requestReplay({ formula: 'elo' }));
      expect((await ask({ formula: 'elo' }).expect(409)).body).toMatchObject({ code: 'fair_use' });
    } finally {
      go();
    }
    for (const id of open) await until(id, 'finished');
    await finished({ formula: 'elo' });
  });

  it('keep the standings of only the latest few', async () => {
    for (let count = 0; count <= KEPT_REPLAYS; count++) await finished({ formula: 'elo' });
    const listed = await eventually('the standings of older replays are deleted', async () => {
      const listedReplays = await get<RatingReplay[]>('/api/admin/rating-replays');
      return listedReplays.filter(({ isKept }) => isKept).length === KEPT_REPLAYS && listedReplays;
    });
    expect(listed.slice(0, KEPT_REPLAYS).every(({ isKept }) => isKept)).toBe(true);
    const old = listed[KEPT_REPLAYS]!;
    expect(old.result).not.toBeNull();
    await admin.agent.get(`/api/admin/rating-replays/${old.id}/players`).expect(404);
  });
});

it('the players of a replay and the published ranking are exported as CSV with ids', async () => {
  const replay = await finished({ formula: 'elo' });
  const csv = async (path: string) => {
    const { text } = await admin.agent
      .get(path)
      .expect(200)
      .expect('Content-Type', /^text\/csv/);
    return text.trim().split('\r\n');
  };
  const [heading, ...players] = await csv(`/api/admin/rating-replays/${replay.id}/players.csv`);
  expect(heading).toContain('"sport","discipline","playerId","change"');
  const listed = await get<ReplayedPlayer[]>(
    `/api/admin/rating-replays/${replay.id}/players?limit=48`,
  );
  expect(players.map((line) => line.split(',')[2])).toEqual(listed.map(({ id }) => `"${id}"`));
  await admin.agent.get('/api/admin/rating-replays/unknown/players.csv').expect(404);
  const [, ...ranked] = await csv('/api/admin/rankings.csv');
  const tableStore = courtly.app.get(TableStore, { strict: false });
  const { ranked: counts, formulaId } = (await tableStore.published())!;
  expect(ranked).toHaveLength(counts.tennis.singles.all);
  for (const line of ranked) expect(line).toMatch(/^"tennis","singles","\d+","[^"@]+","\d/);
  for (const line of ranked) expect(line).toContain(`"${formulaId}"`);
  expect(await csv('/api/admin/rankings.csv?sport=pickleball')).toHaveLength(1);
});

describe('a rating formula', () => {
  it('can be adopted and reverted the same way', async () => {
    const formulas = () => get<RatingFormulas>('/api/admin/rating-formulas');
    const { inForce, formulas: listedFormulas } = await formulas();
    expect(inForce.formulaId).toBe('games-share-glicko-3');
    expect(listedFormulas.find(({ formula }) => formula === 'elo')!.parameters).toMatchObject({
      most: 250,
    });
    const adopt = (
      formulaName: string,
      parameters: object,
      expectedCurrent: string,
      evidence: object = { acknowledged: true },
    ) =>
      admin.agent.post('/api/admin/rating-formulas/adoptions').send({
        formula: formulaName,
        parameters,
        expectedCurrent,
        reason: 'It forecasts better.',
        ...evidence,
      });
    const compared = await finished({ formula: 'elo', parameters: { most: 200 } });
    expect(compared.result!.evidence).toMatchObject({
      verdict: 'too_few',
      matches: compared.result!.replayed.errors.matches,
      sentence: expect.stringMatching(/^Too few matches to say\. Log loss .* tennis matches/),
    });
    const { id: replayId } = compared;
    const outdated = await finished({
      formula: 'elo',
      parameters: { most: 200 },
      asOf: new Date(Date.now() - 31 * 86_400_000).toISOString(),
    });
    for (const [evidence, verdict] of [
      [{}, null],
      [{ replayId }, 'too_few'],
      [{ replayId: outdated.id }, null],
    ] as const) {
      const refused = await adopt('elo', { most: 200 }, 'games-share-glicko-3', evidence);
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({
        code: 'evidence_unacknowledged',
        details: { verdict },
      });
    }
    const unknown = { replayId: 'unknown', acknowledged: true };
    await adopt('elo', { most: 200 }, 'games-share-glicko-3', unknown).expect(404);
    const acknowledged = { replayId, acknowledged: true };
    await adopt('elo', { most: 200 }, 'games-share-glicko-3', acknowledged).expect(200);
    expect(await formulas()).toMatchObject({
      inForce: { formulaId: 'elo-1(most=200)' },
      before: inForce,
    });
    await eventually(
      'the new formula has rated all players',
      async () => (await formulas()).published?.formulaId === 'elo-1(most=200)',
      30_000,
    );
    const past = await finished({ asOf: day(12) });
    expect([past.replayed, past.compared]).toMatchObject([
      // Before anyone adopted a formula, the first one was in force.
      { formulaId: 'games-share-glicko-1' },
      { formulaId: 'elo-1(most=200)' },
    ]);
    expect((await finished({ parameters: { most: 180 } })).replayed.formulaId).toBe(
      'elo-1(most=180)',
    );
    expect((await adopt('glicko2', {}, 'games-share-glicko-3').expect(409)).body.code).toBe(
      'conflict',
    );
    const { before: formulaBefore } = await formulas();
    await adopt(formulaBefore!.formula, formulaBefore!.parameters, 'elo-1(most=200)').expect(200);
    expect(await formulas()).toMatchObject({ inForce, before: { formulaId: 'elo-1(most=200)' } });
  });
});

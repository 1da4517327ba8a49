import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { NotificationItem } from '@courtly/contracts/notifications';
import { systemContext } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { commandLine } from '../../../testing/command-line.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { tableContentOf, expectedContent } from '../../../testing/published-ratings.js';
import { results } from '../../../testing/results.js';
import { eventually } from '../../../testing/stores.js';
import { AdoptFormulaCommand } from './formula.commands.js';
import { RatingRefreshes } from './rating-refreshes.service.js';
import { TableBuilder } from './table-builder.service.js';
import { Overtaken, type PublishedTable, TableStore } from './table-store.service.js';
import { Mongo } from '../../platform/stores/mongo.js';

let courtly: Courtly;
let tableStore: TableStore;
let builder: TableBuilder;
let refreshes: RatingRefreshes;
let people: Member[];
let ids: string[];
let days = 0;
let matches: string[];

const nextDay = () => new Date(Date.UTC(2026, 0, 1, 18) + days++ * 86_400_000).toISOString();
const publishedTable = async (): Promise<PublishedTable> => (await tableStore.published())!;
const upTo = (logPosition: string) =>
  eventually(
    'the table is published',
    async () => {
      const now = await tableStore.published();
      return now && now.inputPosition >= logPosition && now;
    },
    25_000,
  );
const playOne = (index = days) =>
  results(courtly).play({
    loggerId: ids[index % 4]!,
    opponentId: ids[(index + 1 + (index % 3)) % 4]!,
    playedAt: nextDay(),
    games: index % 5 === 0 ? [2, 6] : [6, 1 + (index % 4)],
    surface: index % 3 === 0 ? 'clay' : 'hard',
  });

const content = () => tableContentOf(tableStore);
const expected = (formula?: string) => expectedContent(courtly, tableStore, formula);

beforeAll(async () => {
  courtly = await startCourtly();
  [tableStore, builder, refreshes] = [
    courtly.app.get(TableStore),
    courtly.app.get(TableBuilder),
    courtly.app.get(RatingRefreshes),
  ];
  people = await Promise.all([1, 2, 3, 4].map(() => courtly.register()));
  for (const member of people) await courtly.verifyEmail(member);
  ids = people.map(({ user }) => user.id);
  const played = [];
  for (let index = 0; index < 24; index++) played.push(await playOne());
  matches = played.map(({ matchId }) => matchId);
  await upTo(played.at(-1)!.position);
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => courtly?.stop());

it('a table equals a plain fold of the matches, no matter which table it replaced', async () => {
  expect(await content()).toEqual(await expected());
  const { position } = await playOne();
  await upTo(position);
  expect(await content()).toEqual(await expected());
});

it('withdrawing an old match changes the figures of all later players', async () => {
  const previousContent = await content();
  await upTo(await results(courtly).withdraw(matches[2]!, ids[2]!));
  const after = await content();
  expect(after).toEqual(await expected());
  expect(after.receipts.length).toBe(previousContent.receipts.length - 2);
  const changed = after.rows.filter(
    (row, index) => row.singles!.figure !== previousContent.rows[index]!.singles!.figure,
  );
  expect(changed.length).toBeGreaterThan(2);
});

it('a withdrawal notifies the players of later matches once, but not its own players', async () => {
  const { play, withdraw } = results(courtly);
  const [later, ...otherPlayers] = [
    await courtly.register(),
    await courtly.register(),
    await courtly.register(),
  ];
  const [firstPlayer, other] = otherPlayers.map(({ user }) => user.id) as [string, string];
  const wrong = await play({
    loggerId: firstPlayer,
    opponentId: other,
    playedAt: nextDay(),
    games: [30, 0],
  });
  await upTo(
    (
      await play({
        loggerId: later.user.id,
        opponentId: firstPlayer,
        playedAt: nextDay(),
        games: [20, 20],
      })
    ).position,
  );
  const figure = async () =>
    (await tableStore.rows(await publishedTable()).findOne({ _id: `tennis.${later.user.id}` }))!
      .singles!.figure;
  const previousFigure = await figure();
  const { epoch } = await upTo(await withdraw(wrong.matchId, firstPlayer));
  const after = await figure();
  expect(after).toBeLessThan(previousFigure);
  await refreshes.refresh();
  expect((await publishedTable()).epoch).toBeGreaterThan(epoch);
  const correctionEvents = await courtly.app
    .get(Streams)
    .events(`ratingCorrection-${wrong.matchId}`);
  expect(correctionEvents.map(({ data }) => data)).toMatchObject([
    {
      playerId: later.user.id,
      discipline: 'singles',
      before: previousFigure,
      after,
      courtId: 'roxbury',
    },
  ]);
  const [notification] = await eventually('the notification is listed', async () => {
    const { body } = await later.agent.get('/api/notices').expect(200);
    return (body as NotificationItem[]).length > 0 && (body as NotificationItem[]);
  });
  expect(notification).toMatchObject({
    type: 'rating_changed',
    bookingId: '',
    player: null,
    read: false,
  });
});

it('rates a late result at its time of play', async () => {
  const [firstPlayer, other] = ids as [string, string];
  const late = await results(courtly).play({
    loggerId: firstPlayer,
    opponentId: other,
    playedAt: '2026-01-03T06:00:00.000Z',
    games: [1, 6],
  });
  await upTo(late.position);
  expect(await content()).toEqual(await expected());
});

it('builds few tables for concurrent results', async () => {
  const builds = jest.spyOn(builder, 'build');
  const played = await Promise.all(Array.from({ length: 30 }, (_, index) => playOne(index)));
  await upTo(
    played
      .map(({ position }) => position)
      .sort()
      .at(-1)!,
  );
  expect(builds.mock.calls.length).toBeLessThan(10);
  expect(await content()).toEqual(await expected());
});

it('requests during a build share one later build', async () => {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const addRows = tableStore.addRows.bind(tableStore);
  jest
    .spyOn(tableStore, 'addRows')
    .mockImplementationOnce(async (...addArguments) =>
      released.then(() => addRows(...addArguments)),
    );
  const builds = jest.spyOn(builder, 'build');
  const first = refreshes.refresh();
  await eventually('the first build has started', () =>
    Promise.resolve(builds.mock.calls.length === 1),
  );
  const [second, third] = [refreshes.refresh(), refreshes.refresh()];
  expect(second).not.toBe(first);
  expect(third).toBe(second);
  release();
  await Promise.all([first, second]);
  expect(builds.mock.calls.length).toBe(2);
});

describe('an interrupted build', () => {
  it.each(['addReceipts', 'addRows', 'publish', 'deleteUnused'] as const)(
    'in %s leaves a complete table, and the next build succeeds',
    async (method) => {
      const [previousContent, head] = [await content(), await publishedTable()];
      const { position } = await playOne();
      // The job for this result may run first; then this test's own build follows it.
      await upTo(position);
      // That job deletes old tables after it publishes. Wait for it; otherwise, the injected
      // failure affects it.
      await refreshes.refresh();
      const tableContent = await content();
      jest.spyOn(tableStore, method).mockRejectedValueOnce(new Error('killed'));
      await expect(builder.build()).rejects.toThrow('killed');
      expect((await content()).receipts).toEqual(tableContent.receipts);
      expect((await content()).rows.length).toBe(previousContent.rows.length);
      jest.restoreAllMocks();
      await builder.build();
      expect((await publishedTable()).epoch).toBeGreaterThan(head.epoch);
      expect(await content()).toEqual(await expected());
    },
  );

  it('leaves no data after two more tables', async () => {
    await builder.build();
    await builder.build();
    const now = await publishedTable();
    const { readModels } = courtly.app.get(Mongo);
    const collectionInfos = await readModels.listCollections({}, { nameOnly: true }).toArray();
    expect(collectionInfos.filter(({ name }) => name.startsWith('rankings@')).length).toBe(2);
    const { receipts } = await content();
    expect(
      await tableStore.receipts.countDocuments({ ended: null, epoch: { $lte: now.epoch } }),
    ).toBe(receipts.length);
  });
});

it('publishes the later of two concurrent builds', async () => {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const addRows = tableStore.addRows.bind(tableStore);
  jest
    .spyOn(tableStore, 'addRows')
    .mockImplementationOnce(async (...addArguments) =>
      released.then(() => addRows(...addArguments)),
    );
  const sleeper = builder.build();
  const outcome = expect(sleeper).rejects.toThrow(Overtaken);
  await eventually('the slow build has started', () =>
    Promise.resolve(jest.mocked(tableStore.addRows).mock.calls.length === 1),
  );
  const { epoch } = await builder.build();
  release();
  await outcome;
  expect((await publishedTable()).epoch).toBe(epoch);
  expect(await content()).toEqual(await expected());
});

it('verify finds a changed figure and a changed receipt', async () => {
  const verify = async () => {
    const { printed } = await commandLine(courtly.stores.environment)(['verify', '--json']);
    const { violations } = JSON.parse(printed) as {
      violations: { stream: string; problem: string }[];
    };
    return violations.filter(({ stream }) => stream.startsWith('ratings/'));
  };
  expect(await verify()).toEqual([]);
  const tableRows = tableStore.rows(await publishedTable());
  const receipt = (await tableStore.receipts.findOne({ playerId: ids[1]!, ended: null }))!;
  await tableRows.updateOne({ _id: `tennis.${ids[0]!}` }, { $inc: { 'singles.figure': 1 } });
  await tableStore.receipts.updateOne({ _id: receipt._id }, { $set: { expected: 2 } });
  const verifyProblems = await verify();
  await tableRows.updateOne({ _id: `tennis.${ids[0]!}` }, { $inc: { 'singles.figure': -1 } });
  await tableStore.receipts.replaceOne({ _id: receipt._id }, receipt);
  expect(
    verifyProblems.map(({ stream, problem }) => [stream, problem.split(' ').slice(0, 2).join(' ')]),
  ).toEqual([
    [`ratings/tennis.${ids[1]!}`, 'the receipt'],
    [`ratings/tennis.${ids[0]!}`, 'the ratings'],
  ]);
});

describe('another formula', () => {
  const adopt = (formulaName: string, expectedCurrent: string) =>
    courtly.app.get(CommandBus).execute(
      new AdoptFormulaCommand(
        {
          formula: formulaName,
          parameters: {},
          expectedCurrent,
          reason: 'It forecasts better.',
          replayId: null,
          acknowledged: true,
        },
        {
          ...systemContext(randomUUID(), '2027-03-10T12:00:00.000Z'),
        },
      ),
    );

  it('changes all ratings, and reverting restores the figures', async () => {
    const previousContent = await content();
    await upTo((await adopt('elo', 'games-share-glicko-3')).position!);
    expect(await content()).toEqual(await expected('elo'));
    await upTo((await adopt('games-share-glicko-3', 'elo-1')).position!);
    expect((await content()).receipts).toEqual(previousContent.receipts);
    expect(await content()).toEqual(await expected());
  });

  it('refuses the second of two concurrent adoptions', async () => {
    const both = await Promise.allSettled([
      adopt('elo', 'games-share-glicko-3'),
      adopt('glicko2', 'games-share-glicko-3'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict' },
    });
  });
});

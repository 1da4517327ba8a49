import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEventStoreDb } from '@courtly/standin-eventstoredb';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PlayerRow, Receipt } from '../rankings/ranking-table.js';
import type { RatedMatch } from '../ratings/formula.js';
import { gamesShareDefaults } from '../ratings/games-share-glicko.js';
import { tourRow } from '../ratings/tour-file.js';
import type { Comparison } from '../replay/replay.js';
import { hashOfLines } from '../replay/ratings-hash.js';
import { commandLine } from '../testing/command-line.js';
import { referenceRatings } from '../testing/reference-ratings.js';
import { ratingsCommand } from './exports.js';
import { matchesCommand } from './matches.js';
import { rankingsCommand } from './rankings.js';

const HEADING = 'played_on,surface,winner_id,loser_id,score,best_of';
const DAYS = 60;
const A_DAY = 8;

/** Eight matches a day among ten players, so that those of a day depend on their order. */
const rows = Array.from({ length: DAYS * A_DAY }, (_, index) => {
  const day = new Date(Date.UTC(2020, 0, 1 + Math.floor(index / A_DAY))).toISOString().slice(0, 10);
  const winner = 1 + ((index * 7) % 10);
  const loser = 1 + ((winner + 2 + (index % 3)) % 10);
  return `${day},${['Hard', 'Clay', ''][index % 3]},p${winner},p${loser},6-${index % 5} 6-4,3`;
});

/** What a replay of the file must come to, by code that shares nothing with it. */
const hashOf = (some: readonly string[]): string => {
  const rated = some.map((row, index): RatedMatch => {
    const cells = row.split(',');
    const record = Object.fromEntries(HEADING.split(',').map((name, column) => [name, cells[column]]));
    const { match } = tourRow(record, index) as { match: RatedMatch };
    const imported = (side: readonly string[]) => side.map((id) => `imported-${id}`);
    return {
      ...match,
      playedAt: match.playedAt + (index % A_DAY) * 1_000,
      surface: match.surface?.toLowerCase() ?? null,
      sides: [imported(match.sides[0]), imported(match.sides[1])],
    };
  });
  return hashOfLines([referenceRatings(rated, gamesShareDefaults)]);
};

type Replayed = Comparison & Readonly<{ inputPosition: string }>;

/** An event store of its own, which an environment names: no other store is ever asked. */
const start = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'courtly-replay-'));
  const store = await startEventStoreDb({ file: join(folder, 'events.db'), port: 0 });
  const run = commandLine([matchesCommand, rankingsCommand, ratingsCommand], {
    NODE_ENV: 'test',
    EVENTSTORE_URL: store.url,
    MONGODB_URI: 'mongodb://127.0.0.1:1',
    REDIS_URL: 'redis://127.0.0.1:1',
    SESSION_SECRETS: 'a secret of sessions for tests alone',
    KEY_SECRETS: 'a long secret of keys for tests alone',
    LOOKUP_SECRETS: 'a secret of lookups for tests alone',
    POLICY_FILE: 'deploy/policies/unpaid.json',
  });
  const write = async (...lines: readonly string[]) => {
    const path = join(folder, 'matches.csv');
    await writeFile(path, [HEADING, ...lines, ''].join('\n'));
    return path;
  };
  return {
    run,
    write,
    load: async (...lines: readonly string[]) => run(['matches', 'import', await write(...lines)]),
    replay: async (...args: readonly string[]) =>
      JSON.parse((await run(['rankings', 'replay', '--json', ...args])).printed) as Replayed,
    async stop() {
      await store.stop();
      await rm(folder, { recursive: true });
    },
  };
};

describe('matches that others have recorded', () => {
  let one: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => void (one = await start()));
  afterAll(() => one.stop());

  it('are imported, and rated as a plain reference rates them', async () => {
    expect(await one.load(...rows)).toMatchObject({ code: 0, printed: expect.stringMatching(/imported +480\n/) });
    const { matches, replayed } = await one.replay();
    expect(matches).toBe(rows.length);
    expect(replayed.hash).toBe(hashOf(rows));
  });

  it('are imported once, however often, in whatever part', async () => {
    const before = await one.replay();
    for (const some of [rows, rows.slice(100, 300), [...rows].reverse()])
      expect((await one.load(...some)).printed).toMatch(/imported +0\nknown +(480|200)\n/);
    expect(await one.replay()).toEqual(before);
  });

  it('count from when they were played on, for every instant', async () => {
    const day = rows[30 * A_DAY]!.slice(0, 10);
    const { matches, replayed } = await one.replay('--as-of', day);
    expect(matches).toBe(31 * A_DAY);
    expect(replayed.hash).toBe(hashOf(rows.slice(0, 31 * A_DAY)));
    // To the millisecond: the second match of a day is played a second after the first.
    expect(await one.replay('--as-of', `${day}T00:00:00.999Z`)).toMatchObject({ matches: 30 * A_DAY + 1 });
    expect(await one.replay('--as-of', `${day}T00:00:01Z`)).toMatchObject({ matches: 30 * A_DAY + 2 });
  });

  it('say who would move by other numbers, and nobody by the same', async () => {
    const same = await one.replay();
    expect(same.replayed).toEqual(same.compared);
    expect(same.movers.singles.moved).toBe(0);
    const other = await one.replay('--set', 'gameWeight=0.4', '--movers', '3');
    expect(other.compared.hash).toBe(same.replayed.hash);
    expect(other.replayed).toMatchObject({ formula: 'games-share-glicko-1(gameWeight=0.4)' });
    expect(other.movers.singles.moved).toBeGreaterThan(3);
    const [first, second] = other.movers.singles.farthest;
    expect(other.movers.singles.farthest).toHaveLength(3);
    expect(Math.abs(first!.change)).toBeGreaterThanOrEqual(Math.abs(second!.change));
    expect(first!.after.rating.figure - first!.before.rating.figure).toBeCloseTo(first!.change, 9);
    expect(await one.replay('--set', 'gameWeight=0.4', '--movers', '3')).toEqual(other);
    const { printed } = await one.run(['rankings', 'replay', '--formula', 'elo', '--compare', 'glicko2']);
    expect(printed).toMatch(/glicko-2-1 +elo-1 +change/);
  });

  it('begin anew after an interruption, and come to the same', async () => {
    const { replayed } = await one.replay();
    expect(await one.run(['rankings', 'replay', '--json'], (interrupt) => interrupt())).toMatchObject({
      code: 1,
      printed: '',
      noted: 'Interrupted.',
    });
    expect((await one.replay()).replayed).toEqual(replayed);
  });

  it.each([
    [['--formula', 'guess'], 'There is no formula guess'],
    [['--set', 'luck=1'], 'There is no number luck'],
    [['--set', 'gameWeight'], ''],
    [['--set', 'gameWeight=-1'], 'gameWeight is a number from 0 on'],
    [['--as-of', 'soon'], ''],
  ])('are not replayed with %j', async (args, reason) => {
    const { code, printed, noted } = await one.run(['rankings', 'replay', '--json', ...args]);
    expect({ code, printed }).toEqual({ code: 1, printed: '' });
    expect(noted).toContain(reason);
  });
});

type Shown = Readonly<{ ranked: number; at: string; rows: PlayerRow[] }>;

describe('ratings as of an instant', () => {
  let one: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    one = await start();
    await one.load(...rows);
  });
  afterAll(() => one.stop());

  const json = async <T>(...args: readonly string[]) => JSON.parse((await one.run(args)).printed) as T;
  const lines = async (...args: readonly string[]) =>
    (await one.run(args)).printed.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
  const day = rows[30 * A_DAY]!.slice(0, 10);

  it('are a ranking, with players of imported matches only where they are asked for', async () => {
    expect(await json<Shown>('rankings', 'show', '--json')).toMatchObject({ ranked: 0, rows: [] });
    const { ranked, rows: now } = await json<Shown>('rankings', 'show', '--json', '--imported');
    expect(ranked).toBe(10);
    expect(now.map(({ singles }) => singles!.rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const then = await json<Shown>('rankings', 'show', '--json', '--imported', '--as-of', day, '--top', '2');
    expect(then.at).toBe(`${day}T23:59:59.999Z`);
    expect(then.rows).toHaveLength(2);
    const matches = (shown: Shown['rows']) => shown[0]!.singles!.matches;
    expect(matches(then.rows)).toBeLessThan(matches(now));
    expect((await one.run(['rankings', 'show', '--imported'])).printed).toContain('singles, 10 ranked: formula games');
  });

  it("are a player's figures, and what the last matches did to them", async () => {
    type Profile = { row: PlayerRow; receipts: Receipt[] };
    const { row, receipts } = await json<Profile>('rankings', 'player', 'imported-p3', '--json', '--as-of', day);
    expect(receipts).toHaveLength(10);
    expect(receipts[0]!.after.figure).toBeCloseTo(row.singles!.figure, 0);
    expect(receipts.map(({ playedAt }) => playedAt)).toEqual(
      receipts
        .map(({ playedAt }) => playedAt)
        .sort()
        .reverse(),
    );
    expect(receipts[0]!.playedAt <= `${day}T23:59:59Z`).toBe(true);
    const { code, noted } = await one.run(['rankings', 'player', 'nobody']);
    expect({ code, noted }).toEqual({ code: 1, noted: 'nobody has no rated match by then.' });
    expect((await one.run(['rankings', 'player', 'imported-p3'])).printed).toContain('(confirmed');
  });

  it('are exported with where they come from: each match, each rank, and what each match did', async () => {
    const { inputPosition } = await one.replay();
    const [source, ...receipts] = await lines('ratings', 'receipts', 'export', '--format', 'jsonl');
    expect(source).toMatchObject({ formulaId: 'games-share-glicko-1', inputPosition });
    expect(receipts).toHaveLength(2 * rows.length);
    const own = receipts.filter(({ playerId }) => playerId === 'imported-p3');
    for (const [index, receipt] of own.slice(1).entries())
      expect(receipt['figureBefore']).toBeCloseTo(own[index]!['figureAfter'] as number, 5);
    const [of, ...matches] = await lines('matches', 'export', '--format', 'jsonl', '--as-of', day);
    expect(of).toEqual({
      inputPosition: matches
        .map((match) => match['lastPosition'])
        .sort()
        .at(-1),
      asOf: `${day}T23:59:59.999Z`,
    });
    expect(matches).toHaveLength(31 * A_DAY);
    expect(new Set(matches.map(({ lastEventId }) => lastEventId)).size).toBe(31 * A_DAY);
    const csv = (await one.run(['rankings', 'export', '--imported'])).printed.split('\r\n');
    expect(csv[0]).toContain('"discipline","rank","playerId"');
    expect(csv[1]).toContain(`"games-share-glicko-1","${inputPosition}"`);
    expect(csv).toHaveLength(11);
  });
});

describe('an import', () => {
  let one: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => void (one = await start()));
  afterAll(() => one.stop());

  it('that was cut off is finished by the next one', async () => {
    const file = await one.write(...rows);
    const cut = await one.run(['matches', 'import', file], (interrupt) => interrupt());
    expect(cut).toMatchObject({ code: 1, noted: 'Interrupted.' });
    const { printed, noted } = await one.run(['matches', 'import', file]);
    expect(noted).toMatch(/^480 rows/);
    const [imported, known] = ['imported', 'known'].map((name) =>
      Number(new RegExp(`${name} +(\\d+)`).exec(printed)?.[1]),
    );
    expect(known).toBeGreaterThan(0);
    expect(imported! + known!).toBe(rows.length);
    expect((await one.replay()).replayed.hash).toBe(hashOf(rows));
  });

  it('tells refused rows by their line, takes the rest, and fails', async () => {
    const { code, printed, noted } = await one.load(
      '2021-01-01,Hard,a,b,6-4 6-4,3',
      '2021-01-01,Hard,a,b,6:4,3',
      '2021-01-01,Hard,=cmd(),b,6-4 6-4,3',
      '2021-01-01,Hard,a,b',
      `2021-01-01,Hard,a,${'b'.repeat(33)},6-4 6-4,3`,
      `2021-01-01,Hard,a,b,${'6-4 '.repeat(60)},3`,
      `2021-01-01,Hard,a,b,${'50-49 '.repeat(3)},3`,
      '2121-01-01,Hard,a,b,6-4 6-4,3',
      '2021-01-01,\u001b[31mHard,a,b,6-4 6-4,3',
      '2021-01-01,Hard,a,b,6\u001b[31m,3',
      '2021-01-02,Hard,a,b,W/O,3',
      '2021-01-02,Hard,a,b,RET,3',
      '2021-01-02,Hard,b,a,6-4 6-4,3',
    );
    expect(code).toBe(1);
    expect(printed).toMatch(/imported +2\nknown +0\nnot played +2\nrefused +9$/);
    expect(noted).toContain('line 3: score "6:4" cannot be read');
    expect(noted).toContain('line 4: the ids of players are up to 32 letters and digits');
    expect(noted).toMatch(/line 5: .*length/i);
    expect(noted).toContain('line 6: the ids of players');
    expect(noted).toContain('line 7: a field is longer than 200 characters');
    expect(noted).toContain('line 8: more than 99 games');
    expect(noted).toContain('line 9: played_on lies in the future');
    expect(noted).toContain('line 10: a surface is up to 20 letters');
    expect(noted).toContain('line 11: score "6?[31m" cannot be read');
    expect(noted).toContain('9 rows were refused; the rest is imported.');
  });

  it('reads a record of any length within bounds', async () => {
    const { code, noted } = await one.load(`2021-01-03,Hard,a,b,"${'6-4 '.repeat(100_000)}",3`);
    expect(code).toBe(1);
    expect(noted.length).toBeLessThan(1_000);
  });
});

const file = resolve(import.meta.dirname, '../../../../shared/data/tennis-matches/tour-singles-1991-2019.csv');
const present = existsSync(file);
if (!present) process.stderr.write(`skipped: ${file} is not there\n`);

(present ? describe : describe.skip)('the first matches of a real tour', () => {
  let one: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => void (one = await start()));
  afterAll(() => one.stop());

  it('are imported whole', async () => {
    const lines = (await readFile(file, 'utf8')).split('\n');
    const path = await one.write();
    await writeFile(path, lines.slice(0, 3_001).join('\n'));
    const { code, printed } = await one.run(['matches', 'import', path]);
    expect({ code, refused: /refused +(\d+)/.exec(printed)?.[1] }).toEqual({ code: 0, refused: '0' });
    const imported = Number(/imported +([\d,]+)/.exec(printed)![1]!.replace(',', ''));
    expect(await one.replay()).toMatchObject({ matches: imported });
  }, 60_000);
});

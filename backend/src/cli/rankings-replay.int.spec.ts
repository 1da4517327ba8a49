import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_FORMULA } from '../play/rankings/formulas.js';
import type { PlayerRow, Receipt } from '../play/rankings/ranking-table.js';
import { A_DAY, type Imports, hashOf, importRows, startImports } from '../../testing/imports.js';

describe('imported matches', () => {
  let imports: Imports;
  beforeAll(async () => void (imports = await startImports()));
  afterAll(() => imports.stop());

  it('receive the same ratings as in a simple reference implementation', async () => {
    expect(await imports.load(...importRows)).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/imported +480\n/),
    });
    const { matches, replayed } = await imports.replay();
    expect(matches).toBe(importRows.length);
    expect(replayed.hash).toBe(hashOf(importRows));
  });

  it('are imported once, even in several parts', async () => {
    const firstReplay = await imports.replay();
    for (const some of [importRows, importRows.slice(100, 300), [...importRows].reverse()])
      expect((await imports.load(...some)).printed).toMatch(/imported +0\nknown +(480|200)\n/);
    expect(await imports.replay()).toEqual(firstReplay);
  });

  it('count from the instant at which they were played', async () => {
    const day = importRows[30 * A_DAY]!.slice(0, 10);
    const { matches, replayed } = await imports.replay('--as-of', day);
    expect(matches).toBe(31 * A_DAY);
    expect(replayed.hash).toBe(hashOf(importRows.slice(0, 31 * A_DAY)));
    // This is exact to the millisecond, because the second match of a day is played one second
    // after the first.
    expect(await imports.replay('--as-of', `${day}T00:00:00.999Z`)).toMatchObject({
      matches: 30 * A_DAY + 1,
    });
    expect(await imports.replay('--as-of', `${day}T00:00:01Z`)).toMatchObject({
      matches: 30 * A_DAY + 2,
    });
  });

  it('show which players other parameters would move', async () => {
    const same = await imports.replay('--compare', DEFAULT_FORMULA);
    expect(same.replayed).toEqual(same.compared);
    expect(same.movers.singles.moved).toBe(0);
    const heavierGames = ['--compare', DEFAULT_FORMULA, '--set', 'gameWeight=0.4', '--movers', '3'];
    const other = await imports.replay(...heavierGames);
    expect(other.compared.hash).toBe(same.replayed.hash);
    expect(other.replayed).toMatchObject({ formula: 'games-share-glicko-3(gameWeight=0.4)' });
    expect(other.movers.singles.moved).toBeGreaterThan(3);
    const [first, second] = other.movers.singles.farthest;
    expect(other.movers.singles.farthest).toHaveLength(3);
    expect(Math.abs(first!.change)).toBeGreaterThanOrEqual(Math.abs(second!.change));
    expect(first!.after.rating.figure - first!.before.rating.figure).toBeCloseTo(first!.change, 9);
    expect(await imports.replay(...heavierGames)).toEqual(other);
    const { printed } = await imports.run([
      'rankings',
      'replay',
      '--formula',
      'elo',
      '--compare',
      'glicko2',
    ]);
    expect(printed).toMatch(/glicko-2-1 +elo-1 +change/);
  });

  it('can be rated again after an interruption, with the same result', async () => {
    const { replayed } = await imports.replay();
    expect(
      await imports.run(['rankings', 'replay', '--json'], (interrupt) => interrupt()),
    ).toMatchObject({
      code: 1,
      printed: '',
      noted: 'Interrupted.',
    });
    expect((await imports.replay()).replayed).toEqual(replayed);
  });

  it.each([
    [['--formula', 'guess'], 'There is no formula guess'],
    [['--set', 'luck=1'], 'There is no parameter luck'],
    [['--set', 'gameWeight'], ''],
    [['--set', 'gameWeight=-1'], 'gameWeight must be from 0.001 to 1.'],
    [['--as-of', 'soon'], ''],
  ])('are not replayed with %j', async (args, reason) => {
    const { code, printed, noted } = await imports.run(['rankings', 'replay', '--json', ...args]);
    expect({ code, printed }).toEqual({ code: 1, printed: '' });
    expect(noted).toContain(reason);
  });
});

type Shown = Readonly<{ ranked: number; at: string; rows: PlayerRow[] }>;

describe('ratings as of an instant', () => {
  let imports: Imports;
  beforeAll(async () => {
    imports = await startImports();
    await imports.load(...importRows);
  });
  afterAll(() => imports.stop());

  const json = async <T>(...args: readonly string[]) =>
    JSON.parse((await imports.run(args)).printed) as T;
  const lines = async (...args: readonly string[]) =>
    (await imports.run(args)).printed
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const day = importRows[30 * A_DAY]!.slice(0, 10);

  it('include players of imported matches only on request', async () => {
    expect(await json<Shown>('rankings', 'show', '--json')).toMatchObject({ ranked: 0, rows: [] });
    const { ranked, rows: now } = await json<Shown>('rankings', 'show', '--json', '--imported');
    expect(ranked).toBe(10);
    expect(now.map(({ singles }) => singles!.rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const then = await json<Shown>(
      'rankings',
      'show',
      '--json',
      '--imported',
      '--as-of',
      day,
      '--top',
      '2',
    );
    expect(then.at).toBe(`${day}T23:59:59.999Z`);
    expect(then.rows).toHaveLength(2);
    const matches = (printedRows: Shown['rows']) => printedRows[0]!.singles!.matches;
    expect(matches(then.rows)).toBeLessThan(matches(now));
    expect((await imports.run(['rankings', 'show', '--imported'])).printed).toContain(
      'tennis singles, 10 ranked: formula games',
    );
    const pickleball = ['rankings', 'show', '--imported', '--sport', 'pickleball'];
    expect((await imports.run(pickleball)).printed).toContain('pickleball singles, 0 ranked');
  });

  it("show a player's ratings and the effects of the latest matches", async () => {
    type Profile = { rows: PlayerRow[]; receipts: Receipt[] };
    const { rows, receipts } = await json<Profile>(
      'rankings',
      'player',
      'imported-p3',
      '--json',
      '--as-of',
      day,
    );
    expect(receipts).toHaveLength(10);
    expect(receipts[0]!.after.figure).toBeCloseTo(rows[0]!.singles!.figure, 0);
    expect(rows.map(({ sport }) => sport)).toEqual(['tennis']);
    expect(receipts.map(({ playedAt }) => playedAt)).toEqual(
      receipts
        .map(({ playedAt }) => playedAt)
        .sort()
        .reverse(),
    );
    expect(receipts[0]!.playedAt <= `${day}T23:59:59Z`).toBe(true);
    const { code, noted } = await imports.run(['rankings', 'player', 'nobody']);
    expect({ code, noted }).toEqual({ code: 1, noted: 'nobody had no rated match by then.' });
    expect((await imports.run(['rankings', 'player', 'imported-p3'])).printed).toContain(
      '(confirmed',
    );
  });

  it('are exported with the source of each match, rank, and effect', async () => {
    const { inputPosition } = await imports.replay();
    const [source, ...receipts] = await lines('ratings', 'receipts', 'export', '--format', 'jsonl');
    expect(source).toMatchObject({ formulaId: 'games-share-glicko-1', inputPosition });
    expect(receipts).toHaveLength(2 * importRows.length);
    const ownReceipts = receipts.filter(({ playerId }) => playerId === 'imported-p3');
    for (const [index, receipt] of ownReceipts.slice(1).entries())
      expect(receipt['figureBefore']).toBeCloseTo(ownReceipts[index]!['figureAfter'] as number, 5);
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
    const exportedMatches = await lines('matches', 'export', '--format', 'jsonl');
    const eventOf = new Map(
      exportedMatches
        .slice(1)
        .map((match) => [match['matchId'], [match['lastEventId'], match['lastPosition']]]),
    );
    for (const { matchId, lastEventId, lastPosition } of receipts)
      expect([lastEventId, lastPosition]).toEqual(eventOf.get(matchId));
    const [, ...ranked] = await lines('rankings', 'export', '--format', 'jsonl', '--imported');
    const latest = ownReceipts.at(-1)!;
    expect(ranked.find(({ playerId }) => playerId === 'imported-p3')).toMatchObject({
      lastEventId: latest['lastEventId'],
      lastPosition: latest['lastPosition'],
    });
    const csv = (await imports.run(['rankings', 'export', '--imported'])).printed.split('\r\n');
    expect(csv[0]).toContain('"sport","discipline","rank","playerId"');
    expect(csv[0]).toContain('"lastEventId","lastPosition"');
    expect(csv[1]).toContain(`"games-share-glicko-1","${inputPosition}"`);
    expect(csv).toHaveLength(11);
  });
});

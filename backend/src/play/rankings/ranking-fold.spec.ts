import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { elo } from '../ratings/elo.js';
import { type RatedMatch, byRatingOrder } from '../ratings/formula.js';
import { evidenceDefaults } from '../ratings/evidence-glicko.js';
import { gamesShareDefaults } from '../ratings/games-share-glicko.js';
import { glicko2 } from '../ratings/glicko2.js';
import { histories } from '../../../testing/rated-matches.js';
import { asDocument } from '../../../testing/rated-history.js';
import { referenceRatings } from '../../../tools/ratings/reference-ratings.js';
import { seed } from '../../../testing/seed.js';
import { configuredFormula, formulaNames, parameterFields } from './formulas.js';
import { RankingFold } from './ranking-fold.js';
import type { PlayerRow, Receipt } from './ranking-table.js';

const DAY = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const timestamp = start + 500 * DAY;

/** The table after rating the matches in order, with all players listed in Phoenix. */
const tableOf = (
  matches: readonly RatedMatch[],
  rules = configuredFormula('games-share-glicko'),
) => {
  const ratingReceipts: Receipt[] = [];
  const fold = new RankingFold(rules, {
    onReceipt: (ratingReceipt) => ratingReceipts.push(ratingReceipt),
  });
  for (const match of [...matches].sort(byRatingOrder)) fold.rateDocument(asDocument(match));
  const { rows, ranked } = fold.rankingTable(timestamp, (playerId) =>
    playerId === 'erased' ? null : { city: 'Phoenix' },
  );
  return {
    rows: new Map([...rows].map((row) => [row.playerId, row])),
    ranked,
    receipts: ratingReceipts,
  };
};

const singles = (
  firstPlayer: string,
  other: string,
  day: number,
  parameterChanges: Partial<RatedMatch> = {},
): RatedMatch => ({
  matchId: `${firstPlayer} ${other} ${day}`,
  playedAt: start + day * DAY,
  position: day,
  discipline: 'singles',
  surface: 'hard',
  sides: [[firstPlayer], [other]],
  games: [6, 3],
  winner: 0,
  weight: { value: 1, reasons: ['confirmed'] },
  ...parameterChanges,
});

/** Ann beats Ben, who beats Cleo, five times each. */
const club = [0, 10, 20, 30, 40].flatMap((day) => [
  singles('ann', 'ben', day),
  singles('ben', 'cleo', day + 1),
]);

describe('the rating table', () => {
  it.each([
    ['games-share-glicko', gamesShareDefaults],
    ['games-share-glicko-2', evidenceDefaults],
    ['games-share-glicko-3', evidenceDefaults],
  ] as const)(`equals a plain fold of the matches by %s (seed ${seed})`, (formulaName, defaults) =>
    fc.assert(
      fc.property(histories, (matches) => {
        const counted = matches
          .filter(({ games: [ownGames, otherGames] }) => ownGames + otherGames > 0)
          .sort(byRatingOrder);
        const reference = new Map(
          referenceRatings(
            counted.map((match) => ({ ...match, hours: 1 })),
            defaults,
          )
            .split('\n')
            .map((line) => line.split(' '))
            .filter((words) => words.length === 5)
            .map(([discipline, player, mean, , n]) => [
              `${discipline} ${player}`,
              { mean: Number(mean), n: Number(n) },
            ]),
        );
        const { rows, receipts } = tableOf(matches, configuredFormula(formulaName));
        for (const [name, { mean, n }] of reference) {
          const [matchDiscipline, player] = name.split(' ') as ['singles' | 'doubles', string];
          expect(rows.get(player)![matchDiscipline]!.matches).toBe(n);
          const ownReceipts = receipts.filter(
            (receipt) => receipt.playerId === player && receipt.discipline === matchDiscipline,
          );
          expect(ownReceipts.at(-1)!.after.figure).toBeCloseTo(mean, 1);
        }
      }),
      { seed },
    ),
  );
});

/** Any parameters within their ranges, including both ends. */
const anyParameters = (formulaName: string) =>
  fc.record(
    Object.fromEntries(
      Object.entries(parameterFields(formulaName)).map(([name, field]) => [
        name,
        field.kind === 'switch'
          ? fc.boolean()
          : fc.oneof(
              fc.constantFrom(field.least, field.most),
              fc.double({ min: field.least, max: field.most, noNaN: true }),
            ),
      ]),
    ),
  );

describe.each(formulaNames)('a table of %s', (formulaName) => {
  it(`has only finite figures for all parameters within their ranges (seed ${seed})`, () =>
    fc.assert(
      fc.property(histories, anyParameters(formulaName), (matches, parameters) => {
        const { rows, receipts } = tableOf(matches, configuredFormula(formulaName, parameters));
        const figures = [...rows.values()].flatMap(({ singles: own, doubles }) =>
          [own, doubles].flatMap((row) => (row ? [row.lowerBound, row.figure, ...row.range] : [])),
        );
        const changes = receipts.flatMap(({ before, after, expected }) => [
          before.uncertainty,
          after.figure,
          after.uncertainty,
          expected,
        ]);
        expect([...figures, ...changes].filter((figure) => !Number.isFinite(figure))).toEqual([]);
      }),
      { seed },
    ));
});

it.each([
  ['glicko2', glicko2({ periodDays: 0 })],
  ['glicko2', glicko2({ startDeviation: 1e200 })],
  ['elo', elo({ offset: 0 })],
])('refuses a table of %s with figures that are not finite', (formulaName, formula) => {
  expect(() => tableOf(club, { ...configuredFormula(formulaName), formula })).toThrow(RangeError);
});

it('ranks players with five rated matches by lower bound', () => {
  const { rows, ranked } = tableOf(club);
  expect(ranked.tennis).toEqual({ singles: { all: 3, clay: 0 }, doubles: { all: 0, clay: 0 } });
  const ranks = ['ann', 'ben', 'cleo'].map((playerId) => rows.get(playerId)!.singles!.rank);
  expect(ranks).toEqual([1, 2, 3]);
  expect(rows.get('ann')!.singles).toMatchObject({
    matches: 5,
    provisional: false,
    cityRank: 1,
    clay: null,
  });
  const { rows: fewer } = tableOf(club.slice(0, 8));
  expect(fewer.get('ann')!.singles).toMatchObject({
    matches: 4,
    provisional: true,
    rank: null,
    cityRank: null,
  });
});

describe('the ranks at an earlier instant', () => {
  /** Cleo beats both others after day 50. */
  const comeback = [51, 52, 53, 54, 55, 56].flatMap((day) => [
    singles('cleo', 'ben', day, { games: [6, 0] }),
    singles('cleo', 'ann', day, { games: [6, 0] }),
  ]);
  const ranksAfter = (comparedDay: number, matches: readonly RatedMatch[]) => {
    const fold = new RankingFold(configuredFormula('games-share-glicko'), {
      comparedAt: new Date(start + comparedDay * DAY).toISOString(),
    });
    for (const match of [...matches].sort(byRatingOrder)) fold.rateDocument(asDocument(match));
    const { rows } = fold.rankingTable(start + 57 * DAY, () => ({ city: 'Phoenix' }));
    return Object.fromEntries(
      [...rows].map(({ playerId, singles: row }) => [
        playerId,
        [row!.rankBefore, row!.rank, row!.cityRankBefore, row!.cityRank],
      ]),
    );
  };

  it('are those of the matches played by then', () => {
    expect(ranksAfter(50, [...club, ...comeback])).toEqual({
      ann: [1, 3, 1, 3],
      ben: [2, 2, 2, 2],
      cleo: [3, 1, 3, 1],
    });
  });

  it('equal the ranks if no one has played since', () => {
    expect(ranksAfter(50, club)).toEqual({
      ann: [1, 1, 1, 1],
      ben: [2, 2, 2, 2],
      cleo: [3, 3, 3, 3],
    });
  });

  it('are missing for players who were not ranked then', () => {
    const newcomer = [51, 52, 53, 54, 55].map((day) => singles('dee', 'ann', day));
    expect(ranksAfter(50, [...club, ...newcomer]).dee).toEqual([null, 1, null, 1]);
    expect(ranksAfter(-1, club).ann).toEqual([null, 1, null, 1]);
  });

  it('are missing in a table that is not compared', () => {
    expect(tableOf(club).rows.get('ann')!.singles).toMatchObject({ rank: 1, rankBefore: null });
  });
});

it('keeps a table per sport, in which other sports do not count', () => {
  const inPickleball = (match: RatedMatch) => ({
    ...asDocument({ ...match, matchId: `pickleball ${match.matchId}` }),
    sport: 'pickleball' as const,
  });
  const both = new RankingFold(configuredFormula('games-share-glicko'));
  const ratingReceipts: Receipt[] = [];
  const withReceipts = new RankingFold(configuredFormula('games-share-glicko'), {
    onReceipt: (receipt) => ratingReceipts.push(receipt),
  });
  // In pickleball, Ben beats Ann in every match.
  const reversed = [0, 10, 20, 30, 40].map((day) => singles('ben', 'ann', day));
  for (const fold of [both, withReceipts]) {
    for (const match of club) fold.rateDocument(asDocument(match));
    for (const match of reversed) fold.rateDocument(inPickleball(match));
  }
  const rows = [...both.rankingTable(timestamp, () => ({ city: 'Phoenix' })).rows];
  const rowOf = (playerId: string, sport: string) =>
    rows.find((row) => row.playerId === playerId && row.sport === sport);
  const { rows: tennisOnly } = tableOf(club);
  for (const playerId of ['ann', 'ben', 'cleo'])
    expect(rowOf(playerId, 'tennis')).toEqual(tennisOnly.get(playerId));
  expect(rowOf('ben', 'pickleball')).toMatchObject({ wins: 5, losses: 0, singles: { rank: 1 } });
  expect(rowOf('ann', 'pickleball')).toMatchObject({ wins: 0, losses: 5, singles: { rank: 2 } });
  expect(rowOf('cleo', 'pickleball')).toBeUndefined();
  expect([both.rowCount, both.matchCount]).toEqual([5, 15]);
  expect(both.ratedPlayerIds().sort()).toEqual(['ann', 'ben', 'cleo']);
  expect(both.rankingTable(timestamp, () => ({ city: null })).ranked).toMatchObject({
    tennis: { singles: { all: 3 } },
    pickleball: { singles: { all: 2 } },
  });
  expect(
    ratingReceipts.filter(({ sport }) => sport === 'pickleball').map(({ matchId }) => matchId),
  ).toHaveLength(10);
});

it("omits erased users from the ranks, but not from other players' matches", () => {
  const renamed = club.map((clubMatch) => ({
    ...clubMatch,
    sides: clubMatch.sides.map((side) => side.map((id) => (id === 'ann' ? 'erased' : id))),
  }));
  const { rows, ranked, receipts } = tableOf(renamed as unknown as RatedMatch[]);
  expect(rows.get('erased')!.singles).toMatchObject({ matches: 5, rank: null });
  expect(rows.get('ben')!.singles!.rank).toBe(1);
  expect(ranked.tennis.singles.all).toBe(2);
  expect(receipts.filter(({ playerId }) => playerId === 'ben')[0]!.opponentIds).toEqual(['erased']);
});

it('ranks players on clay by their matches on clay', () => {
  const clay = (matches: readonly RatedMatch[]) =>
    matches.map((clubMatch) => ({ ...clubMatch, surface: 'clay' }));
  const { rows, ranked } = tableOf([
    ...club,
    ...clay([0, 10, 20, 30, 40].map((day) => singles('cleo', 'ann', day + 100))),
  ]);
  expect(ranked.tennis.singles.clay).toBe(2);
  expect(rows.get('cleo')!.singles!.clay).toMatchObject({ rank: 1, matches: 5 });
  expect(rows.get('ann')!.singles!.clay).toMatchObject({ rank: 2 });
  expect(rows.get('ben')!.singles!.clay).toBeNull();
});

it('counts results, the current winning streak, and courts', () => {
  const { rows } = tableOf([...club, singles('cleo', 'ann', 60), singles('ann', 'ben', 70)]);
  const expected = { wins: 6, losses: 1, draws: 0, streak: 1, longestStreak: 5, courtsPlayed: 1 };
  expect(rows.get('ann')).toMatchObject({
    ...expected,
    courts: [{ courtId: 'roxbury', matches: 7 }],
  });
});

it('ignores a withdrawn match, no matter where it was in the order', () => {
  const withdrawn = club[3]!;
  const remainingClub = club.filter((clubMatch) => clubMatch !== withdrawn);
  const fold = new RankingFold(configuredFormula('games-share-glicko'));
  for (const match of [...club].sort(byRatingOrder)) {
    const document = asDocument(match);
    fold.rateDocument(
      match === withdrawn ? { ...document, answer: 'withdrawn', counts: false } : document,
    );
  }
  const rows = [...fold.rankingTable(timestamp, () => ({ city: 'Phoenix' })).rows] as PlayerRow[];
  expect(new Map(rows.map((row) => [row.playerId, row]))).toEqual(tableOf(remainingClub).rows);
});

it('gives the same results and ranks with every formula', () => {
  for (const name of ['elo', 'glicko2'])
    expect(
      [...tableOf(club, configuredFormula(name)).rows.values()].map(({ wins, singles }) => [
        wins,
        singles!.rank,
      ]),
    ).toEqual([
      [5, 1],
      [5, 2],
      [0, 3],
    ]);
});

describe("a player's receipts", () => {
  it(`start where the previous one ended, and never lower a winner's rating (seed ${seed})`, () =>
    fc.assert(
      fc.property(histories, (matches) => {
        const { receipts } = tableOf(matches);
        const last = new Map<string, Receipt>();
        for (const ratingReceipt of receipts) {
          const key = `${ratingReceipt.discipline} ${ratingReceipt.playerId}`;
          const previousReceipt = last.get(key);
          if (previousReceipt)
            expect(ratingReceipt.before.figure).toBe(previousReceipt.after.figure);
          if (ratingReceipt.held)
            expect(ratingReceipt.after.figure).toBe(ratingReceipt.before.figure);
          if (ratingReceipt.result === 'win')
            expect(ratingReceipt.after.figure).toBeGreaterThanOrEqual(ratingReceipt.before.figure);
          last.set(key, ratingReceipt);
        }
      }),
      { seed },
    ));

  it("contain opponents, the player's games, and the reasons for the weight", () => {
    const { receipts } = tableOf([singles('ann', 'ben', 0), singles('ann', 'ben', 10)]);
    const [, second] = receipts.filter(({ playerId }) => playerId === 'ben');
    expect(second).toMatchObject({
      gamesWon: 3,
      gamesLost: 6,
      result: 'loss',
      partnerId: null,
      opponentIds: ['ann'],
      courtId: 'roxbury',
      weight: { value: 1 / Math.sqrt(2), reasons: ['confirmed', 'repeated_pair'] },
    });
    expect(second!.actual).toBeCloseTo(1 / 3, 5);
  });
});

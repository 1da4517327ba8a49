import { createHash } from 'node:crypto';
import type { Cli } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { RatingFold } from '@courtly/backend/play/ratings/fold';
import type { Formula, RatedMatch } from '@courtly/backend/play/ratings/formula';
import {
  gamesShareDefaults,
  gamesShareGlicko,
} from '@courtly/backend/play/ratings/games-share-glicko';
import { glicko2 } from '@courtly/backend/play/ratings/glicko2';
import { type Columns, type Table, bareRatings } from './bare-ratings.js';
import { type Figure, checkedFigure, plainFigure } from './measured.js';
import { sharedSystemRatings, pairSystemRatings } from './package-ratings.js';
import { percentile } from './percentile.js';
import { machine, report } from './report.js';

const SURFACES = ['hard', 'clay', 'grass'];
const PLAYERS_PER_MATCH = 1 / 20;
const BATCH = 1_000;
const MINUTES_A_DAY = 1_440;
/** The package ages all players at each match, so its time grows quadratically with the history. */
const MATCHES_OF_ALL = 20_000;
const BESIDE_BARE = 0.5;
const BESIDE_PACKAGE = 10;
/**
 * In rating points. The package does not round, but the product rounds to a millionth after each
 * match.
 */
const AGREES_WITHIN = 0.01;

const seeded = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

/** Generates singles matches, one per minute, in which stronger players win more games. */
const historyOf = (matchCount: number, playerCount: number): Columns => {
  const random = seeded(1);
  const matchColumns: Columns = {
    one: new Int32Array(matchCount),
    other: new Int32Array(matchCount),
    surface: new Int32Array(matchCount),
    playedAt: new Float64Array(matchCount),
    games: new Int32Array(matchCount),
    otherGames: new Int32Array(matchCount),
    weight: new Float64Array(matchCount),
  };
  for (let matchIndex = 0; matchIndex < matchCount; matchIndex++) {
    const firstPlayer = Math.floor(random() * playerCount);
    // A third of the matches are between neighbors, who meet repeatedly.
    const far = random() < 1 / 3 ? 1 : 1 + Math.floor(random() * (playerCount - 1));
    const secondPlayer = (firstPlayer + far) % playerCount;
    const shareOfTotal =
      1 / (1 + Math.exp((secondPlayer - firstPlayer) / playerCount + (random() - 0.5)));
    const gameCounts = Math.round(11 * shareOfTotal);
    matchColumns.one[matchIndex] = firstPlayer;
    matchColumns.other[matchIndex] = secondPlayer;
    matchColumns.surface[matchIndex] = Math.floor(random() * SURFACES.length);
    matchColumns.playedAt[matchIndex] = Date.UTC(2025, 0, 1) + matchIndex * 60_000;
    matchColumns.games[matchIndex] = gameCounts;
    matchColumns.otherGames[matchIndex] = 11 - gameCounts;
    matchColumns.weight[matchIndex] = random() < 0.2 ? 0.7 : 1;
  }
  return matchColumns;
};

const playersOf = (matchCount: number): number =>
  Math.max(2, Math.round(matchCount * PLAYERS_PER_MATCH));

const createPlayerIds = (playerCount: number): string[] =>
  Array.from({ length: playerCount }, (_, number) =>
    createHash('md5').update(`player ${number}`).digest('hex'),
  );

const matchesOf = (
  matchColumns: Columns,
  playerIds: readonly string[],
  firstIndex: number,
  endIndex: number,
): RatedMatch[] =>
  Array.from(matchColumns.one.subarray(firstIndex, endIndex), (firstPlayer, itemOffset) => {
    const matchIndex = firstIndex + itemOffset;
    const gameCounts = [
      matchColumns.games[matchIndex]!,
      matchColumns.otherGames[matchIndex]!,
    ] as const;
    return {
      matchId: `match ${matchIndex}`,
      playedAt: matchColumns.playedAt[matchIndex]!,
      position: matchIndex,
      discipline: 'singles',
      surface: SURFACES[matchColumns.surface[matchIndex]!]!,
      sides: [[playerIds[firstPlayer]!], [playerIds[matchColumns.other[matchIndex]!]!]],
      games: gameCounts,
      winner: gameCounts[0] > gameCounts[1] ? 0 : 1,
      weight: { value: matchColumns.weight[matchIndex]!, reasons: [] },
    };
  });

type Timed<T> = Readonly<{ result: T; micros: number }>;

/** The CPU time of this thread in microseconds. Garbage is collected first. */
const measureCpuTime = <T>(measuredWork: () => T): Timed<T> => {
  const cpuBefore = process.threadCpuUsage();
  const result = measuredWork();
  const { user, system } = process.threadCpuUsage(cpuBefore);
  return { result, micros: user + system };
};

/** Folds matches in batches, as a replay does. Generating the matches is not measured. */
const foldOf = (
  ratingFormula: Formula,
  matchColumns: Columns,
  playerIds: readonly string[],
): Timed<RatingFold> => {
  const ratingFold = new RatingFold(ratingFormula);
  let micros = 0;
  for (let firstIndex = 0; firstIndex < matchColumns.one.length; firstIndex += BATCH) {
    const ratedMatches = matchesOf(
      matchColumns,
      playerIds,
      firstIndex,
      Math.min(firstIndex + BATCH, matchColumns.one.length),
    );
    micros += measureCpuTime(() => {
      for (const ratedMatch of ratedMatches) ratingFold.rateMatch(ratedMatch);
    }).micros;
  }
  return { result: ratingFold, micros };
};

const hashOfTable = ({ mean, deviation }: Table, playerCount: number): string => {
  const sha256 = createHash('sha256');
  for (let playerEntry = 0; playerEntry < playerCount; playerEntry++) {
    const tableRows = [0, ...SURFACES.map((_, surface) => surface + 1)].map(
      (tableRow) => tableRow * playerCount + playerEntry,
    );
    sha256.update(tableRows.map((tableRow) => `${mean[tableRow]} ${deviation[tableRow]}`).join());
  }
  return sha256.digest('hex');
};

const hashOfFold = (
  ratingFold: RatingFold,
  playerIds: readonly string[],
  ratingFormula: Formula,
): string => {
  const sha256 = createHash('sha256');
  const { skill, onSurface } = ratingFormula.start(null);
  for (const playerId of playerIds) {
    const playerEntry = ratingFold.rating('singles', playerId);
    const estimates = [
      playerEntry?.skill ?? skill,
      ...SURFACES.map((name) => playerEntry?.surfaces.get(name) ?? onSurface),
    ];
    sha256.update(estimates.map(({ mean, deviation }) => `${mean} ${deviation}`).join());
  }
  return sha256.digest('hex');
};

type Round = Readonly<{ own: number; others: number }>;

/**
 * The microseconds per match of both, in alternating rounds. The first round warms up the compiler.
 */
const alternate = async <T, U>(
  roundCount: number,
  matchCount: number,
  measureFold: () => Timed<T>,
  measureBaseline: () => Timed<U>,
) => {
  const measuredRounds: Round[] = [];
  for (;;) {
    const [foldTiming, baselineTiming] = [measureFold(), measureBaseline()];
    measuredRounds.push({
      own: foldTiming.micros / matchCount,
      others: baselineTiming.micros / matchCount,
    });
    if (measuredRounds.length > roundCount)
      return {
        rounds: measuredRounds.slice(1),
        own: foldTiming.result,
        others: baselineTiming.result,
      };
    await new Promise(setImmediate);
  }
};

const ascending = (sampleValues: readonly number[]) =>
  [...sampleValues].sort((leftValue, rightValue) => leftValue - rightValue);
const median = (sampleValues: readonly number[]) => percentile(ascending(sampleValues), 0.5);
const formatMicros = (microseconds: number) => `${microseconds.toFixed(2)} us`;

const ratioOf = (measuredRounds: readonly Round[]) => {
  const ratios = ascending(measuredRounds.map(({ own, others }) => others / own));
  const middle = median(ratios);
  return {
    middle,
    text: `${middle.toFixed(2)}x (${ratios[0]!.toFixed(2)} to ${ratios.at(-1)!.toFixed(2)})`,
  };
};

const timingFigures = (
  measuredRounds: readonly Round[],
  foldLabel: string,
  baselineLabel: string,
): Figure[] => [
  plainFigure(
    foldLabel,
    formatMicros(median(measuredRounds.map((measuredRound) => measuredRound.own))),
  ),
  plainFigure(
    baselineLabel,
    formatMicros(median(measuredRounds.map((measuredRound) => measuredRound.others))),
  ),
];

const compareWithLoop = async (
  roundCount: number,
  matchColumns: Columns,
  playerIds: readonly string[],
) => {
  const ratingFormula = gamesShareGlicko();
  const runBareLoop = () =>
    measureCpuTime(() =>
      bareRatings(matchColumns, playerIds.length, SURFACES.length, gamesShareDefaults),
    );
  const comparison = await alternate(
    roundCount,
    matchColumns.one.length,
    () => foldOf(ratingFormula, matchColumns, playerIds),
    runBareLoop,
  );
  const speedRatio = ratioOf(comparison.rounds);
  const hashesMatch =
    hashOfFold(comparison.own, playerIds, ratingFormula) ===
    hashOfTable(comparison.others, playerIds.length);
  return [
    ...timingFigures(
      comparison.rounds,
      'games-share Glicko: fold, per match',
      '  bare loop over typed arrays, per match',
    ),
    checkedFigure(
      '  speed of the fold relative to the loop',
      speedRatio.text,
      `${BESIDE_BARE}x`,
      speedRatio.middle >= BESIDE_BARE,
    ),
    checkedFigure(
      'hashes of both results',
      hashesMatch ? 'the same' : 'different',
      'the same',
      hashesMatch,
    ),
  ];
};

type Package = Readonly<{ periodDays: number; ratings: typeof sharedSystemRatings }>;

const compareWithPackage = async (
  roundCount: number,
  matchCount: number,
  { periodDays, ratings }: Package,
) => {
  const playerIds = createPlayerIds(playersOf(matchCount));
  const weighted = historyOf(matchCount, playerIds.length);
  const matchColumns = { ...weighted, weight: weighted.weight.fill(1) };
  const ratingFormula = glicko2({ periodDays });
  const packageRatings = () => measureCpuTime(() => ratings(matchColumns, playerIds.length));
  const comparison = await alternate(
    roundCount,
    matchCount,
    () => foldOf(ratingFormula, matchColumns, playerIds),
    packageRatings,
  );
  const initialEstimate = ratingFormula.start(null).skill;
  const differences = playerIds.map((playerId, playerEntry) =>
    Math.abs(
      (comparison.own.rating('singles', playerId)?.skill ?? initialEstimate).mean -
        comparison.others[playerEntry]!,
    ),
  );
  const maximum = differences.reduce((minimum, firstPlayer) => Math.max(minimum, firstPlayer), 0);
  const agreed = checkedFigure(
    'largest difference in rating points',
    maximum.toFixed(6),
    String(AGREES_WITHIN),
    maximum <= AGREES_WITHIN,
  );
  return { rounds: comparison.rounds, ratio: ratioOf(comparison.rounds), agreed };
};

/**
 * Matches are one minute apart, so with a rating period of one minute, all players age once per
 * match.
 */
const compareWithSharedSystem = async (
  roundCount: number,
  matchCount: number,
): Promise<Figure[]> => {
  const packageSystem = { periodDays: 1 / MINUTES_A_DAY, ratings: sharedSystemRatings };
  const { ratio, agreed, ...comparison } = await compareWithPackage(
    roundCount,
    matchCount,
    packageSystem,
  );
  return [
    plainFigure(
      'matches, players',
      `${formatCount(matchCount)}, ${formatCount(playersOf(matchCount))}`,
    ),
    ...timingFigures(
      comparison.rounds,
      'Glicko-2: fold, per match',
      '  package, one system of all players, per match',
    ),
    checkedFigure(
      '  speed of the fold relative to the package',
      ratio.text,
      `${BESIDE_PACKAGE}x`,
      ratio.middle >= BESIDE_PACKAGE,
    ),
    agreed,
  ];
};

const compareWithPairSystems = async (
  roundCount: number,
  matchCount: number,
): Promise<Figure[]> => {
  const { ratio, agreed, ...comparison } = await compareWithPackage(roundCount, matchCount, {
    periodDays: Infinity,
    ratings: pairSystemRatings,
  });
  return [
    ...timingFigures(
      comparison.rounds,
      'Glicko-2, with idle players: fold, per match',
      '  package, one system per match, per match',
    ),
    plainFigure('  speed of the fold relative to the package', ratio.text),
    agreed,
  ];
};

export type RatingsOptions = Readonly<{ matches: number; rounds: number }>;

export const benchRatings = async (
  commandLine: Cli,
  { matches, rounds }: RatingsOptions,
): Promise<void> => {
  const playerIds = createPlayerIds(playersOf(matches));
  const matchColumns = historyOf(matches, playerIds.length);
  const figures = [
    ...machine(),
    plainFigure('matches, players', `${formatCount(matches)}, ${formatCount(playerIds.length)}`),
  ];
  figures.push(
    ...(await commandLine.step('Comparing with a bare loop', () =>
      compareWithLoop(rounds, matchColumns, playerIds),
    )),
  );
  const packageMatches = Math.min(matches, MATCHES_OF_ALL);
  figures.push(
    ...(await commandLine.step('Comparing with the package glicko2', () =>
      compareWithSharedSystem(rounds, packageMatches),
    )),
  );
  figures.push(
    ...(await commandLine.step('Comparing with one system per match', () =>
      compareWithPairSystems(rounds, matches),
    )),
  );
  report(commandLine, figures);
};

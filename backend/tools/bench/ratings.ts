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
/** The package ages every player at each match, so its time is quadratic in the history. */
const MATCHES_OF_ALL = 20_000;
const BESIDE_BARE = 0.5;
const BESIDE_PACKAGE = 10;
/**
 * In rating points. The package does not round; the product rounds to a millionth after each
 * match.
 */
const AGREES_WITHIN = 0.01;

const seeded = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

/** Generates singles matches, one per minute. Stronger players win more games. */
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
  for (let index = 0; index < matchCount; index++) {
    const firstPlayer = Math.floor(random() * playerCount);
    // A third of the matches are between neighbors, who meet repeatedly.
    const far = random() < 1 / 3 ? 1 : 1 + Math.floor(random() * (playerCount - 1));
    const secondPlayer = (firstPlayer + far) % playerCount;
    const share = 1 / (1 + Math.exp((secondPlayer - firstPlayer) / playerCount + (random() - 0.5)));
    const games = Math.round(11 * share);
    matchColumns.one[index] = firstPlayer;
    matchColumns.other[index] = secondPlayer;
    matchColumns.surface[index] = Math.floor(random() * SURFACES.length);
    matchColumns.playedAt[index] = Date.UTC(2025, 0, 1) + index * 60_000;
    matchColumns.games[index] = games;
    matchColumns.otherGames[index] = 11 - games;
    matchColumns.weight[index] = random() < 0.2 ? 0.7 : 1;
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
  ids: readonly string[],
  from: number,
  to: number,
): RatedMatch[] =>
  Array.from(matchColumns.one.subarray(from, to), (firstPlayer, offset) => {
    const index = from + offset;
    const games = [matchColumns.games[index]!, matchColumns.otherGames[index]!] as const;
    return {
      matchId: `match ${index}`,
      playedAt: matchColumns.playedAt[index]!,
      position: index,
      discipline: 'singles',
      surface: SURFACES[matchColumns.surface[index]!]!,
      sides: [[ids[firstPlayer]!], [ids[matchColumns.other[index]!]!]],
      games,
      winner: games[0] > games[1] ? 0 : 1,
      weight: { value: matchColumns.weight[index]!, reasons: [] },
    };
  });

type Timed<T> = Readonly<{ result: T; micros: number }>;

/** CPU time of this thread in microseconds. Collects garbage first. */
const measureCpuTime = <T>(measuredWork: () => T): Timed<T> => {
  const cpuBefore = process.threadCpuUsage();
  const result = measuredWork();
  const { user, system } = process.threadCpuUsage(cpuBefore);
  return { result, micros: user + system };
};

/** Folds batches, as a replay does. Generating the matches is not measured. */
const foldOf = (
  formula: Formula,
  matchColumns: Columns,
  ids: readonly string[],
): Timed<RatingFold> => {
  const fold = new RatingFold(formula);
  let micros = 0;
  for (let from = 0; from < matchColumns.one.length; from += BATCH) {
    const matches = matchesOf(
      matchColumns,
      ids,
      from,
      Math.min(from + BATCH, matchColumns.one.length),
    );
    micros += measureCpuTime(() => {
      for (const match of matches) fold.rateMatch(match);
    }).micros;
  }
  return { result: fold, micros };
};

const hashOfTable = ({ mean, deviation }: Table, playerCount: number): string => {
  const sha256 = createHash('sha256');
  for (let player = 0; player < playerCount; player++) {
    const rows = [0, ...SURFACES.map((_, surface) => surface + 1)].map(
      (row) => row * playerCount + player,
    );
    sha256.update(rows.map((row) => `${mean[row]} ${deviation[row]}`).join());
  }
  return sha256.digest('hex');
};

const hashOfFold = (fold: RatingFold, ids: readonly string[], formula: Formula): string => {
  const sha256 = createHash('sha256');
  const { skill, onSurface } = formula.start(null);
  for (const id of ids) {
    const player = fold.rating('singles', id);
    const estimates = [
      player?.skill ?? skill,
      ...SURFACES.map((name) => player?.surfaces.get(name) ?? onSurface),
    ];
    sha256.update(estimates.map(({ mean, deviation }) => `${mean} ${deviation}`).join());
  }
  return sha256.digest('hex');
};

type Round = Readonly<{ own: number; others: number }>;

/** Microseconds per match of both, in alternating rounds. The first round warms up the compiler. */
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

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const median = (values: readonly number[]) => percentile(sorted(values), 0.5);
const formatMicros = (value: number) => `${value.toFixed(2)} us`;

const ratioOf = (rounds: readonly Round[]) => {
  const ratios = sorted(rounds.map(({ own, others }) => others / own));
  const middle = median(ratios);
  return {
    middle,
    text: `${middle.toFixed(2)}x (${ratios[0]!.toFixed(2)} to ${ratios.at(-1)!.toFixed(2)})`,
  };
};

const times = (rounds: readonly Round[], foldLabel: string, baselineLabel: string): Figure[] => [
  plainFigure(foldLabel, formatMicros(median(rounds.map((round) => round.own)))),
  plainFigure(baselineLabel, formatMicros(median(rounds.map((round) => round.others)))),
];

const compareWithLoop = async (
  roundCount: number,
  matchColumns: Columns,
  ids: readonly string[],
) => {
  const formula = gamesShareGlicko();
  const runBareLoop = () =>
    measureCpuTime(() =>
      bareRatings(matchColumns, ids.length, SURFACES.length, gamesShareDefaults),
    );
  const run = await alternate(
    roundCount,
    matchColumns.one.length,
    () => foldOf(formula, matchColumns, ids),
    runBareLoop,
  );
  const ratio = ratioOf(run.rounds);
  const hashesMatch = hashOfFold(run.own, ids, formula) === hashOfTable(run.others, ids.length);
  return [
    ...times(
      run.rounds,
      'games-share Glicko: fold, per match',
      '  bare loop over typed arrays, per match',
    ),
    checkedFigure(
      '  speed of the fold relative to the loop',
      ratio.text,
      `${BESIDE_BARE}x`,
      ratio.middle >= BESIDE_BARE,
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
  const ids = createPlayerIds(playersOf(matchCount));
  const weighted = historyOf(matchCount, ids.length);
  const matchColumns = { ...weighted, weight: weighted.weight.fill(1) };
  const formula = glicko2({ periodDays });
  const packageRatings = () => measureCpuTime(() => ratings(matchColumns, ids.length));
  const run = await alternate(
    roundCount,
    matchCount,
    () => foldOf(formula, matchColumns, ids),
    packageRatings,
  );
  const start = formula.start(null).skill;
  const differences = ids.map((id, player) =>
    Math.abs((run.own.rating('singles', id)?.skill ?? start).mean - run.others[player]!),
  );
  const maximum = differences.reduce((minimum, firstPlayer) => Math.max(minimum, firstPlayer), 0);
  const agreed = checkedFigure(
    'largest difference in rating points',
    maximum.toFixed(6),
    String(AGREES_WITHIN),
    maximum <= AGREES_WITHIN,
  );
  return { rounds: run.rounds, ratio: ratioOf(run.rounds), agreed };
};

/** Matches are a minute apart, so a rating period of one minute ages all players once per match. */
const compareWithSharedSystem = async (
  roundCount: number,
  matchCount: number,
): Promise<Figure[]> => {
  const packageSystem = { periodDays: 1 / MINUTES_A_DAY, ratings: sharedSystemRatings };
  const { ratio, agreed, ...run } = await compareWithPackage(roundCount, matchCount, packageSystem);
  return [
    plainFigure(
      'matches, players',
      `${formatCount(matchCount)}, ${formatCount(playersOf(matchCount))}`,
    ),
    ...times(
      run.rounds,
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
  const { ratio, agreed, ...run } = await compareWithPackage(roundCount, matchCount, {
    periodDays: Infinity,
    ratings: pairSystemRatings,
  });
  return [
    ...times(
      run.rounds,
      'Glicko-2, with idle players: fold, per match',
      '  package, one system per match, per match',
    ),
    plainFigure('  speed of the fold relative to the package', ratio.text),
    agreed,
  ];
};

export type RatingsOptions = Readonly<{ matches: number; rounds: number }>;

export const benchRatings = async (
  cli: Cli,
  { matches, rounds }: RatingsOptions,
): Promise<void> => {
  const ids = createPlayerIds(playersOf(matches));
  const matchColumns = historyOf(matches, ids.length);
  const figures = [
    ...machine(),
    plainFigure('matches, players', `${formatCount(matches)}, ${formatCount(ids.length)}`),
  ];
  figures.push(
    ...(await cli.step('Comparing with a bare loop', () =>
      compareWithLoop(rounds, matchColumns, ids),
    )),
  );
  const packageMatches = Math.min(matches, MATCHES_OF_ALL);
  figures.push(
    ...(await cli.step('Comparing with the package glicko2', () =>
      compareWithSharedSystem(rounds, packageMatches),
    )),
  );
  figures.push(
    ...(await cli.step('Comparing with one system per match', () =>
      compareWithPairSystems(rounds, matches),
    )),
  );
  report(cli, figures);
};

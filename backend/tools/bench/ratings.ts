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
const historyOf = (matches: number, players: number): Columns => {
  const random = seeded(1);
  const columns: Columns = {
    one: new Int32Array(matches),
    other: new Int32Array(matches),
    surface: new Int32Array(matches),
    playedAt: new Float64Array(matches),
    games: new Int32Array(matches),
    otherGames: new Int32Array(matches),
    weight: new Float64Array(matches),
  };
  for (let index = 0; index < matches; index++) {
    const one = Math.floor(random() * players);
    // A third of the matches are between neighbors, who meet repeatedly.
    const far = random() < 1 / 3 ? 1 : 1 + Math.floor(random() * (players - 1));
    const other = (one + far) % players;
    const share = 1 / (1 + Math.exp((other - one) / players + (random() - 0.5)));
    const games = Math.round(11 * share);
    columns.one[index] = one;
    columns.other[index] = other;
    columns.surface[index] = Math.floor(random() * SURFACES.length);
    columns.playedAt[index] = Date.UTC(2025, 0, 1) + index * 60_000;
    columns.games[index] = games;
    columns.otherGames[index] = 11 - games;
    columns.weight[index] = random() < 0.2 ? 0.7 : 1;
  }
  return columns;
};

const playersOf = (matches: number): number => Math.max(2, Math.round(matches * PLAYERS_PER_MATCH));

const createPlayerIds = (players: number): string[] =>
  Array.from({ length: players }, (_, number) =>
    createHash('md5').update(`player ${number}`).digest('hex'),
  );

const matchesOf = (
  columns: Columns,
  ids: readonly string[],
  from: number,
  to: number,
): RatedMatch[] =>
  Array.from(columns.one.subarray(from, to), (one, offset) => {
    const index = from + offset;
    const games = [columns.games[index]!, columns.otherGames[index]!] as const;
    return {
      matchId: `match ${index}`,
      playedAt: columns.playedAt[index]!,
      position: index,
      discipline: 'singles',
      surface: SURFACES[columns.surface[index]!]!,
      sides: [[ids[one]!], [ids[columns.other[index]!]!]],
      games,
      winner: games[0] > games[1] ? 0 : 1,
      weight: { value: columns.weight[index]!, reasons: [] },
    };
  });

type Timed<T> = Readonly<{ result: T; micros: number }>;

/** CPU time of this thread in microseconds. Collects garbage first. */
const timed = <T>(work: () => T): Timed<T> => {
  const before = process.threadCpuUsage();
  const result = work();
  const { user, system } = process.threadCpuUsage(before);
  return { result, micros: user + system };
};

/** Folds batches, as a replay does. Generating the matches is not measured. */
const foldOf = (formula: Formula, columns: Columns, ids: readonly string[]): Timed<RatingFold> => {
  const fold = new RatingFold(formula);
  let micros = 0;
  for (let from = 0; from < columns.one.length; from += BATCH) {
    const matches = matchesOf(columns, ids, from, Math.min(from + BATCH, columns.one.length));
    micros += timed(() => {
      for (const match of matches) fold.rateMatch(match);
    }).micros;
  }
  return { result: fold, micros };
};

const hashOfTable = ({ mean, deviation }: Table, players: number): string => {
  const hash = createHash('sha256');
  for (let player = 0; player < players; player++) {
    const rows = [0, ...SURFACES.map((_, surface) => surface + 1)].map(
      (row) => row * players + player,
    );
    hash.update(rows.map((row) => `${mean[row]} ${deviation[row]}`).join());
  }
  return hash.digest('hex');
};

const hashOfFold = (fold: RatingFold, ids: readonly string[], formula: Formula): string => {
  const hash = createHash('sha256');
  const { skill, onSurface } = formula.start(null);
  for (const id of ids) {
    const player = fold.rating('singles', id);
    const estimates = [
      player?.skill ?? skill,
      ...SURFACES.map((name) => player?.surfaces.get(name) ?? onSurface),
    ];
    hash.update(estimates.map(({ mean, deviation }) => `${mean} ${deviation}`).join());
  }
  return hash.digest('hex');
};

type Round = Readonly<{ own: number; others: number }>;

/** Microseconds per match of both, in alternating rounds. The first round warms up the compiler. */
const alternate = async <T, U>(
  rounds: number,
  matches: number,
  own: () => Timed<T>,
  others: () => Timed<U>,
) => {
  const all: Round[] = [];
  for (;;) {
    const [ours, theirs] = [own(), others()];
    all.push({ own: ours.micros / matches, others: theirs.micros / matches });
    if (all.length > rounds)
      return { rounds: all.slice(1), own: ours.result, others: theirs.result };
    await new Promise(setImmediate);
  }
};

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const median = (values: readonly number[]) => percentile(sorted(values), 0.5);
const us = (value: number) => `${value.toFixed(2)} us`;

const ratioOf = (rounds: readonly Round[]) => {
  const ratios = sorted(rounds.map(({ own, others }) => others / own));
  const middle = median(ratios);
  return {
    middle,
    text: `${middle.toFixed(2)}x (${ratios[0]!.toFixed(2)} to ${ratios.at(-1)!.toFixed(2)})`,
  };
};

const times = (rounds: readonly Round[], own: string, others: string): Figure[] => [
  plainFigure(own, us(median(rounds.map((round) => round.own)))),
  plainFigure(others, us(median(rounds.map((round) => round.others)))),
];

const compareWithLoop = async (rounds: number, columns: Columns, ids: readonly string[]) => {
  const formula = gamesShareGlicko();
  const bare = () =>
    timed(() => bareRatings(columns, ids.length, SURFACES.length, gamesShareDefaults));
  const run = await alternate(
    rounds,
    columns.one.length,
    () => foldOf(formula, columns, ids),
    bare,
  );
  const ratio = ratioOf(run.rounds);
  const same = hashOfFold(run.own, ids, formula) === hashOfTable(run.others, ids.length);
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
    checkedFigure('hashes of both results', same ? 'the same' : 'different', 'the same', same),
  ];
};

type Package = Readonly<{ periodDays: number; ratings: typeof sharedSystemRatings }>;

const compareWithPackage = async (
  rounds: number,
  matches: number,
  { periodDays, ratings }: Package,
) => {
  const ids = createPlayerIds(playersOf(matches));
  const weighted = historyOf(matches, ids.length);
  const columns = { ...weighted, weight: weighted.weight.fill(1) };
  const formula = glicko2({ periodDays });
  const theirs = () => timed(() => ratings(columns, ids.length));
  const run = await alternate(rounds, matches, () => foldOf(formula, columns, ids), theirs);
  const start = formula.start(null).skill;
  const apart = ids.map((id, player) =>
    Math.abs((run.own.rating('singles', id)?.skill ?? start).mean - run.others[player]!),
  );
  const most = apart.reduce((least, one) => Math.max(least, one), 0);
  const agreed = checkedFigure(
    'largest difference in rating points',
    most.toFixed(6),
    String(AGREES_WITHIN),
    most <= AGREES_WITHIN,
  );
  return { rounds: run.rounds, ratio: ratioOf(run.rounds), agreed };
};

/** Matches are a minute apart, so a rating period of one minute ages all players once per match. */
const compareWithSharedSystem = async (rounds: number, matches: number): Promise<Figure[]> => {
  const own = { periodDays: 1 / MINUTES_A_DAY, ratings: sharedSystemRatings };
  const { ratio, agreed, ...run } = await compareWithPackage(rounds, matches, own);
  return [
    plainFigure('matches, players', `${formatCount(matches)}, ${formatCount(playersOf(matches))}`),
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

const compareWithPairSystems = async (rounds: number, matches: number): Promise<Figure[]> => {
  const { ratio, agreed, ...run } = await compareWithPackage(rounds, matches, {
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
  const columns = historyOf(matches, ids.length);
  const lines = [
    ...machine(),
    plainFigure('matches, players', `${formatCount(matches)}, ${formatCount(ids.length)}`),
  ];
  lines.push(
    ...(await cli.step('Comparing with a bare loop', () => compareWithLoop(rounds, columns, ids))),
  );
  const some = Math.min(matches, MATCHES_OF_ALL);
  lines.push(
    ...(await cli.step('Comparing with the package glicko2', () =>
      compareWithSharedSystem(rounds, some),
    )),
  );
  lines.push(
    ...(await cli.step('Comparing with one system per match', () =>
      compareWithPairSystems(rounds, matches),
    )),
  );
  report(cli, lines);
};

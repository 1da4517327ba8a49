import type { RatedMatch } from '../ratings/formula.js';

/**
 * `streak` counts current wins in a row, `lostInARow` losses. Games are those of the player's side.
 */
export type Tally = {
  wins: number;
  losses: number;
  draws: number;
  streak: number;
  longestStreak: number;
  lostInARow: number;
  gamesWon: number;
  gamesLost: number;
};

/** A player's results in all rated matches. */
export type PlayerRecord = {
  readonly all: Tally;
  singles: Tally | null;
  doubles: Tally | null;
  /** Matches by court id. */
  readonly courts: Map<string, number>;
  /** Matches by opponent; null after more than `MOST_OPPONENTS`. */
  opponents: Map<string, number> | null;
  /** Results that the player logged, and results that others logged. */
  readonly reports: { logged: number; loggedWins: number; others: number; othersLosses: number };
};

/** A player with more opponents cannot be part of a closed pair. */
const MOST_OPPONENTS = 32;

const emptyTally = (): Tally => ({
  wins: 0,
  losses: 0,
  draws: 0,
  gamesWon: 0,
  gamesLost: 0,
  streak: 0,
  longestStreak: 0,
  lostInARow: 0,
});

export const emptyRecord = (): PlayerRecord => ({
  all: emptyTally(),
  singles: null,
  doubles: null,
  courts: new Map(),
  opponents: new Map(),
  reports: { logged: 0, loggedWins: 0, others: 0, othersLosses: 0 },
});

export type Result = 'win' | 'loss' | 'draw';

export const resultFor = ({ winner }: Pick<RatedMatch, 'winner'>, side: 0 | 1): Result =>
  winner === null ? 'draw' : winner === side ? 'win' : 'loss';

export const matchesIn = ({
  wins,
  losses,
  draws,
}: Pick<Tally, 'wins' | 'losses' | 'draws'>): number => wins + losses + draws;

const count = (counts: Map<string, number>, key: string) =>
  counts.set(key, (counts.get(key) ?? 0) + 1);

const tally = (kept: Tally, result: Result, [own, others]: readonly [number, number]): void => {
  if (result === 'win') kept.wins++;
  else if (result === 'loss') kept.losses++;
  else kept.draws++;
  kept.streak = result === 'win' ? kept.streak + 1 : 0;
  kept.longestStreak = Math.max(kept.longestStreak, kept.streak);
  kept.lostInARow = result === 'loss' ? kept.lostInARow + 1 : 0;
  kept.gamesWon += own;
  kept.gamesLost += others;
};

/** Adds a match to a player's record. Matches arrive in the order of play. */
export const addMatch = (
  record: PlayerRecord,
  match: RatedMatch,
  { side, courtId, isLogger }: Readonly<{ side: 0 | 1; courtId: string; isLogger: boolean }>,
): void => {
  const result = resultFor(match, side);
  const games = [match.games[side], match.games[side === 0 ? 1 : 0]] as const;
  for (const kept of [record.all, (record[match.discipline] ??= emptyTally())])
    tally(kept, result, games);
  count(record.courts, courtId);
  const { opponents, reports } = record;
  for (const opponent of match.sides[side === 0 ? 1 : 0]) if (opponents) count(opponents, opponent);
  if (opponents && opponents.size > MOST_OPPONENTS) record.opponents = null;
  if (isLogger) {
    reports.logged++;
    if (result === 'win') reports.loggedWins++;
  } else {
    reports.others++;
    if (result === 'loss') reports.othersLosses++;
  }
};

import type { RatedMatch } from '../ratings/formula.js';

/**
 * `streak` counts the current consecutive wins, `lostInARow` the current consecutive losses. Games
 * are counted for the player's side.
 */
export type ResultTally = {
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
  readonly all: ResultTally;
  singles: ResultTally | null;
  doubles: ResultTally | null;
  readonly courts: Map<string, number>;
  /** The number of matches against each opponent; null if there are more than `MOST_OPPONENTS`. */
  opponents: Map<string, number> | null;
  readonly reports: { logged: number; loggedWins: number; others: number; othersLosses: number };
};

/** A player with more opponents than this cannot be part of a closed pair. */
const MOST_OPPONENTS = 32;

const emptyTally = (): ResultTally => ({
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

export type MatchResult = 'win' | 'loss' | 'draw';

export const resultForSide = (
  { winner }: Pick<RatedMatch, 'winner'>,
  sideIndex: 0 | 1,
): MatchResult => (winner === null ? 'draw' : winner === sideIndex ? 'win' : 'loss');

export const matchCountOf = ({
  wins,
  losses,
  draws,
}: Pick<ResultTally, 'wins' | 'losses' | 'draws'>): number => wins + losses + draws;

const increment = (countsByKey: Map<string, number>, countedKey: string) =>
  countsByKey.set(countedKey, (countsByKey.get(countedKey) ?? 0) + 1);

const addResult = (
  resultTally: ResultTally,
  matchResult: MatchResult,
  [ownGames, opponentGames]: readonly [number, number],
): void => {
  if (matchResult === 'win') resultTally.wins++;
  else if (matchResult === 'loss') resultTally.losses++;
  else resultTally.draws++;
  resultTally.streak = matchResult === 'win' ? resultTally.streak + 1 : 0;
  resultTally.longestStreak = Math.max(resultTally.longestStreak, resultTally.streak);
  resultTally.lostInARow = matchResult === 'loss' ? resultTally.lostInARow + 1 : 0;
  resultTally.gamesWon += ownGames;
  resultTally.gamesLost += opponentGames;
};

/** Adds a match to a player's record. Matches must arrive in order of play. */
export const addMatch = (
  playerRecord: PlayerRecord,
  match: RatedMatch,
  { side, courtId, isLogger }: Readonly<{ side: 0 | 1; courtId: string; isLogger: boolean }>,
): void => {
  const matchResult = resultForSide(match, side);
  const gamesOfSide = [match.games[side], match.games[side === 0 ? 1 : 0]] as const;
  for (const resultTally of [playerRecord.all, (playerRecord[match.discipline] ??= emptyTally())])
    addResult(resultTally, matchResult, gamesOfSide);
  increment(playerRecord.courts, courtId);
  const { opponents, reports } = playerRecord;
  for (const opponentId of match.sides[side === 0 ? 1 : 0])
    if (opponents) increment(opponents, opponentId);
  if (opponents && opponents.size > MOST_OPPONENTS) playerRecord.opponents = null;
  if (isLogger) {
    reports.logged++;
    if (matchResult === 'win') reports.loggedWins++;
  } else {
    reports.others++;
    if (matchResult === 'loss') reports.othersLosses++;
  }
};

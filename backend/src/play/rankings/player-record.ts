import type { RatedMatch } from '../ratings/formula.js';

/** How somebody did: `streak` are the wins in a row up to now, `lostInARow` the losses likewise; games are their side's. */
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

/** What a player did in all rated matches, beside what their ratings say. */
export type PlayerRecord = {
  readonly all: Tally;
  singles: Tally | null;
  doubles: Tally | null;
  /** Matches by court. */
  readonly courts: Map<string, number>;
  /** Matches by opponent; null for who has met more than a closed circle holds. */
  opponents: Map<string, number> | null;
  /** What they logged themselves, and what others did. */
  readonly reports: { logged: number; loggedWins: number; others: number; othersLosses: number };
};

/** Whoever has met more opponents plays in no closed circle. */
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

/** How a match ended for a side of it. */
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

/** Takes one more match into the record of somebody on one side of it. Matches come in the order in which they were played. */
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

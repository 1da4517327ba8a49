import type {
  OwnRank,
  RankTier,
  RankingEntry,
  Rating,
  RankingsTab,
} from '@courtly/contracts/rankings';

/** What the figure is called wherever it stands: it is no official rating of anybody. */
export const RATING_NAME = 'Courtly rating (UTR-style)';
export const LEVEL_NAME = 'Self-declared level';

/** A figure as it is shown: `6.20`. */
export const figureLabel = (figure: number): string => figure.toFixed(2);

/** `5.60–6.80` */
export const rangeLabel = ([least, most]: Rating['range']): string =>
  `${figureLabel(least)}–${figureLabel(most)}`;

export const matchesLabel = (count: number): string =>
  `${count} rated ${count === 1 ? 'match' : 'matches'}`;

/** How much stands behind a figure. */
export const ratingNote = ({ matches, provisional }: Rating): string =>
  provisional ? `Provisional, ${matchesLabel(matches)}` : matchesLabel(matches);

/** Whoever has left keeps their place and has no page. */
export const isFormer = ({ username }: RankingEntry): boolean => username === '';

/** From so many wins in a row on a streak is worth a word. */
const CLIMBING = 2;
const ON_FIRE = 4;

export type StreakFlag = Readonly<{ kind: 'fire' | 'climbing'; label: string }>;

/** The flag of somebody who keeps winning; nobody else has one. */
export const streakFlag = (streak: number): StreakFlag | null => {
  if (streak < CLIMBING) return null;
  const label = `${streak} won in a row`;
  return streak >= ON_FIRE ? { kind: 'fire', label } : { kind: 'climbing', label };
};

export const tierTones = {
  Elite: 'brass',
  Gold: 'pending',
  Silver: 'done',
  Bronze: 'neutral',
} as const satisfies Record<RankTier, string>;

const among: Record<RankingsTab, string> = {
  all: 'players',
  friends: 'among your friends',
  local: 'in your city',
  clay: 'on clay',
};

/** `of 41 players` */
export const ofLabel = (tab: RankingsTab, of: number): string => `of ${of} ${among[tab]}`;

/** What is missing for a rank, or what it means that there is none. */
export const missingLabel = ({
  matchesToRank,
  rating,
}: Pick<OwnRank, 'matchesToRank' | 'rating'>): string => {
  if (matchesToRank === 0)
    return 'This ranking does not hold you. A home city that has just changed takes until the next one.';
  const matches = `${matchesToRank} ${rating ? 'more ' : ''}confirmed ${matchesToRank === 1 ? 'match' : 'matches'}`;
  return `You are ranked from ${matches} on: log an hour that you played, with the email of your opponent.`;
};

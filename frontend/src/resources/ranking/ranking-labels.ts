import type { OwnRank, RankTier, Rating, RankingsTab } from '@courtly/contracts/rankings';

/** This is not an official rating, so always use this name. */
export const RATING_NAME = 'Courtly rating (UTR-style)';
export const LEVEL_NAME = 'Self-reported level';

/** `6.20` */
export const figureLabel = (figure: number): string => figure.toFixed(2);

/** `5.60–6.80` */
export const rangeLabel = ([lowest, highest]: Rating['range']): string =>
  `${figureLabel(lowest)}–${figureLabel(highest)}`;

export const matchesLabel = (matchCount: number): string =>
  `${matchCount} rated ${matchCount === 1 ? 'match' : 'matches'}`;

/** How many matches a rating is based on. */
export const ratingNote = ({ matches, provisional }: Rating): string =>
  provisional ? `Provisional, ${matchesLabel(matches)}` : matchesLabel(matches);

/** The shortest streak to show. */
const CLIMBING_STREAK = 2;
const HOT_STREAK = 4;

export type StreakFlag = Readonly<{ kind: 'fire' | 'climbing'; label: string }>;

export const streakFlag = (streak: number): StreakFlag | null => {
  if (streak < CLIMBING_STREAK) return null;
  const streakLabel = `${streak} won in a row`;
  return streak >= HOT_STREAK
    ? { kind: 'fire', label: streakLabel }
    : { kind: 'climbing', label: streakLabel };
};

export const tierTones = {
  Elite: 'brass',
  Gold: 'pending',
  Silver: 'done',
  Bronze: 'neutral',
} as const satisfies Record<RankTier, string>;

const groupLabels: Record<RankingsTab, string> = {
  all: 'players',
  friends: 'among your friends',
  local: 'in your city',
  clay: 'on clay',
};

/** `of 41 players` */
export const rankTotalLabel = (tab: RankingsTab, total: number): string =>
  `of ${total} ${groupLabels[tab]}`;

/** What a player still needs to be ranked. */
export const missingRankLabel = ({
  matchesToRank,
  opponentsToRank,
  rating,
}: Pick<OwnRank, 'matchesToRank' | 'opponentsToRank' | 'rating'>): string => {
  if (matchesToRank === 0 && opponentsToRank > 0) {
    const opponentsText =
      opponentsToRank === 1 ? 'one more opponent' : `${opponentsToRank} more opponents`;
    return `To be ranked, play ${opponentsText} whom the club knows well: players with several matches against different people.`;
  }
  if (matchesToRank === 0)
    return "You aren't in this ranking. It needs a verified email, and a new home city takes effect with the next update.";
  const matchesText = `${matchesToRank} ${rating ? 'more ' : ''}confirmed ${matchesToRank === 1 ? 'match' : 'matches'}`;
  return `You need ${matchesText} to be ranked. Log a match with your opponent's email.`;
};

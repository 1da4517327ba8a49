import type { Achievement } from '@courtly/contracts/achievements';
import { formatShortMoney } from '../../lib/format';

export const categoryLabels: Record<Achievement['category'], string> = {
  tennis: 'Matches',
  social: 'Social',
  milestone: 'Milestones',
  host: 'Hosting',
  premium: 'Membership',
};

export const tierLabels: Record<Achievement['tier'], string> = {
  bronze: 'Bronze',
  silver: 'Silver',
  gold: 'Gold',
  platinum: 'Platinum',
  elite: 'Elite',
};

export const rarityLabels: Record<Achievement['rarity'], string> = {
  common: 'Common',
  uncommon: 'Uncommon',
  rare: 'Rare',
  epic: 'Epic',
  legendary: 'Legendary',
};

/** Progress as text: "7 of 25 matches", "$120 of $10,000". */
export const progressLabel = ({ progress, maxProgress, unit }: Achievement): string =>
  unit === 'cents'
    ? `${formatShortMoney(`${progress / 100}`)} of ${formatShortMoney(`${maxProgress / 100}`)}`
    : `${progress} of ${maxProgress} ${unit}`;

/** Earned achievements, newest first. */
export const latestEarned = (achievements: readonly Achievement[]): Achievement[] =>
  achievements
    .filter(({ earned }) => earned)
    .sort((earlier, later) => (later.earnedDate ?? '').localeCompare(earlier.earnedDate ?? ''));

/** How many goals are suggested next. */
const SHOWN_GOALS = 3;

/** The goals with the most progress that are not earned yet. Those without any progress are left out. */
export const closestGoals = (achievements: readonly Achievement[]): Achievement[] => {
  const doneShare = ({ progress, maxProgress }: Achievement) => progress / maxProgress;
  return achievements
    .filter(({ earned, progress }) => !earned && progress > 0)
    .sort((one, other) => doneShare(other) - doneShare(one))
    .slice(0, SHOWN_GOALS);
};

export const pointsOf = (achievements: readonly Achievement[]): number =>
  achievements.reduce((totalPoints, { earned, points }) => totalPoints + (earned ? points : 0), 0);

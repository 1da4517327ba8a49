import type { Achievement } from '@courtly/contracts/achievements';
import { addDays } from '../../platform/kernel/local-time.js';
import type { FactOf } from './facts.js';
import {
  type AchievementRule,
  averageFor,
  distinctItems,
  streakOf,
  totalOf,
  winsInARow,
} from './rules.js';

/**
 * `rule` is null if no event can prove the achievement, so it can never be earned (domain rules,
 * G33). Only its owner sees a private one, even once it is earned.
 */
export type AchievementDefinition = Readonly<
  Pick<Achievement, 'id' | 'title' | 'description' | 'category' | 'tier' | 'rarity' | 'points'> & {
    rule: AchievementRule | null;
    isPrivate?: true;
  }
>;

type MatchUserFact = FactOf<'match'>;

const matchesRule = (goal: number, isCounted: (match: MatchUserFact) => boolean): AchievementRule =>
  distinctItems(goal, goal === 1 ? 'match' : 'matches', (userFact) =>
    userFact.kind === 'match' && isCounted(userFact)
      ? { source: userFact.matchId, keys: [userFact.matchId] }
      : null,
  );

const hoursRule = (goal: number, factKind: 'hourPlayed' | 'hourHosted'): AchievementRule =>
  distinctItems(goal, goal === 1 ? 'hour' : 'hours', (userFact) =>
    userFact.kind === factKind ? { source: userFact.bookingId, keys: [userFact.bookingId] } : null,
  );

const winningStreak = winsInARow(5, 'wins in a row', (userFact) =>
  userFact.kind === 'match' ? { source: userFact.matchId, won: userFact.won } : null,
);

/** A second hour on the same day does not count, but does not end the streak either. */
const playingDays = streakOf(30, 'days in a row', (userFact, lastKey) => {
  if (userFact.kind !== 'hourPlayed' || (lastKey !== undefined && userFact.day <= lastKey))
    return null;
  return {
    source: userFact.bookingId,
    key: userFact.day,
    continues: lastKey === undefined || addDays(lastKey, 1) === userFact.day,
  };
});

const playingPartners = distinctItems(10, 'people', (userFact) =>
  userFact.kind === 'match' ? { source: userFact.matchId, keys: userFact.others } : null,
);
const courtsPlayed = distinctItems(5, 'courts', (userFact) =>
  userFact.kind === 'hourPlayed' ? { source: userFact.bookingId, keys: [userFact.courtId] } : null,
);
const courtReviews = distinctItems(10, 'reviews', (userFact) =>
  userFact.kind === 'courtReviewed'
    ? { source: userFact.bookingId, keys: [userFact.bookingId] }
    : null,
);
const payoutTotal = totalOf(1_000_000, 'cents', (userFact) =>
  userFact.kind === 'paidOut' ? { source: userFact.transferId, value: userFact.cents } : null,
);
const joinedElite = (isCounted: (joining: FactOf<'joinedElite'>) => boolean): AchievementRule =>
  distinctItems(1, 'membership', (userFact) =>
    userFact.kind === 'joinedElite' && isCounted(userFact)
      ? { source: 'elite', keys: ['elite'] }
      : null,
  );

const bronzeTier = { tier: 'bronze', rarity: 'common', points: 10 } as const;
const silverTier = { tier: 'silver', rarity: 'uncommon', points: 50 } as const;
const goldTier = { tier: 'gold', rarity: 'rare', points: 100 } as const;
const platinumTier = { tier: 'platinum', rarity: 'epic', points: 250 } as const;
const eliteTier = { tier: 'elite', rarity: 'legendary', points: 500 } as const;

/** Read models and screens refer to these ids, so an id must never change its meaning. */
export const achievementList: readonly AchievementDefinition[] = [
  {
    id: 'first-match',
    title: 'First Match',
    category: 'tennis',
    ...bronzeTier,
    description: 'Play a match that your opponent confirms.',
    rule: matchesRule(1, () => true),
  },
  {
    id: 'ten-wins',
    title: 'Ten Wins',
    category: 'tennis',
    ...silverTier,
    description: 'Win ten matches.',
    rule: matchesRule(10, ({ won }) => won),
  },
  {
    id: 'winning-run',
    title: 'On Fire',
    category: 'tennis',
    ...goldTier,
    description: 'Win five matches in a row.',
    rule: winningStreak,
  },
  {
    id: 'clay-wins',
    title: 'Clay Master',
    category: 'tennis',
    ...goldTier,
    description: 'Win 25 matches on clay.',
    rule: matchesRule(25, ({ won, surface }) => won && surface === 'clay'),
  },
  {
    id: 'doubles',
    title: 'Better Together',
    category: 'tennis',
    ...silverTier,
    description: 'Play ten doubles matches.',
    rule: matchesRule(10, ({ discipline }) => discipline === 'doubles'),
  },
  {
    id: 'aces',
    title: 'Ace Machine',
    category: 'tennis',
    ...platinumTier,
    description: 'Serve 100 aces.',
    rule: null,
  },
  {
    id: 'company',
    title: 'Good Company',
    category: 'social',
    ...silverTier,
    description: 'Play with or against ten different people.',
    rule: playingPartners,
  },
  {
    id: 'explorer',
    title: 'Court Explorer',
    category: 'social',
    ...bronzeTier,
    description: 'Play on five different courts.',
    rule: courtsPlayed,
  },
  {
    id: 'critic',
    title: 'Fair Critic',
    category: 'social',
    ...bronzeTier,
    description: 'Write ten reviews of courts.',
    rule: courtReviews,
  },
  {
    id: 'first-hour',
    title: 'First Hour',
    category: 'milestone',
    ...bronzeTier,
    description: 'Play your first hour on a private court.',
    rule: hoursRule(1, 'hourPlayed'),
  },
  {
    id: 'regular',
    title: 'Regular',
    category: 'milestone',
    ...goldTier,
    description: 'Play 50 hours.',
    rule: hoursRule(50, 'hourPlayed'),
  },
  {
    id: 'thirty-days',
    title: 'Thirty Days',
    category: 'milestone',
    ...eliteTier,
    description: 'Play 30 days in a row.',
    rule: playingDays,
  },
  {
    id: 'open-gate',
    title: 'Open Gate',
    category: 'host',
    ...bronzeTier,
    description: 'Host your first hour.',
    rule: hoursRule(1, 'hourHosted'),
  },
  {
    id: 'full-house',
    title: 'Full House',
    category: 'host',
    ...goldTier,
    description: 'Host 100 hours.',
    rule: hoursRule(100, 'hourHosted'),
  },
  {
    id: 'well-loved',
    title: 'Well Loved',
    category: 'host',
    ...platinumTier,
    description: 'Keep an average of at least 4.8 stars for three months.',
    rule: averageFor(90, 4.8),
  },
  {
    id: 'five-figures',
    title: 'Five Figures',
    category: 'host',
    ...platinumTier,
    description: 'Earn $10,000 from your courts.',
    rule: payoutTotal,
    isPrivate: true,
  },
  {
    id: 'elite-member',
    title: 'Elite Member',
    category: 'premium',
    ...goldTier,
    description: 'Join Elite.',
    rule: joinedElite(() => true),
  },
  {
    id: 'founder',
    title: 'Founding Member',
    category: 'premium',
    ...eliteTier,
    description: 'Be one of the first hundred founders.',
    rule: joinedElite(({ isFounder }) => isFounder),
  },
];

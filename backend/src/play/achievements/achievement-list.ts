import type { Achievement } from '@courtly/contracts/achievements';
import { addDays } from '../../platform/kernel/local-time.js';
import type { FactOf } from './facts.js';
import { type Rule, different, inARow, meanFor, total } from './rules.js';

/** `rule` is null if no events can count the achievement, so it is never earned (G33). */
export type AchievementDefinition = Readonly<
  Pick<Achievement, 'id' | 'title' | 'description' | 'category' | 'tier' | 'rarity' | 'points'> & {
    rule: Rule | null;
  }
>;

type MatchFact = FactOf<'match'>;

const matches = (goal: number, isOne: (match: MatchFact) => boolean): Rule =>
  different(goal, goal === 1 ? 'match' : 'matches', (fact) =>
    fact.kind === 'match' && isOne(fact) ? { source: fact.matchId, keys: [fact.matchId] } : null,
  );

const hours = (goal: number, kind: 'hourPlayed' | 'hourHosted'): Rule =>
  different(goal, goal === 1 ? 'hour' : 'hours', (fact) =>
    fact.kind === kind ? { source: fact.bookingId, keys: [fact.bookingId] } : null,
  );

const wins = inARow(5, 'wins in a row', (fact) => {
  if (fact.kind !== 'match') return null;
  return { source: fact.matchId, key: fact.won ? fact.matchId : '', goesOn: fact.won };
});

/** A second hour on the same day neither counts nor ends the streak. */
const days = inARow(30, 'days in a row', (fact, last) => {
  if (fact.kind !== 'hourPlayed' || (last !== undefined && fact.day <= last)) return null;
  return {
    source: fact.bookingId,
    key: fact.day,
    goesOn: last === undefined || addDays(last, 1) === fact.day,
  };
});

const company = different(10, 'people', (fact) =>
  fact.kind === 'match' ? { source: fact.matchId, keys: fact.others } : null,
);
const courts = different(5, 'courts', (fact) =>
  fact.kind === 'hourPlayed' ? { source: fact.bookingId, keys: [fact.courtId] } : null,
);
const reviews = different(10, 'reviews', (fact) =>
  fact.kind === 'courtReviewed' ? { source: fact.bookingId, keys: [fact.bookingId] } : null,
);
const paidOut = total(1_000_000, 'cents', (fact) =>
  fact.kind === 'paidOut' ? { source: fact.transferId, value: fact.cents } : null,
);
const joined = (isOne: (joining: FactOf<'joinedElite'>) => boolean): Rule =>
  different(1, 'membership', (fact) =>
    fact.kind === 'joinedElite' && isOne(fact) ? { source: 'elite', keys: ['elite'] } : null,
  );

const bronze = { tier: 'bronze', rarity: 'common', points: 10 } as const;
const silver = { tier: 'silver', rarity: 'uncommon', points: 50 } as const;
const gold = { tier: 'gold', rarity: 'rare', points: 100 } as const;
const platinum = { tier: 'platinum', rarity: 'epic', points: 250 } as const;
const elite = { tier: 'elite', rarity: 'legendary', points: 500 } as const;

/** Read models and screens refer to ids, so an id never changes its meaning. */
export const achievementList: readonly AchievementDefinition[] = [
  {
    id: 'first-match',
    title: 'First Match',
    category: 'tennis',
    ...bronze,
    description: 'Play a match that your opponent confirms.',
    rule: matches(1, () => true),
  },
  {
    id: 'ten-wins',
    title: 'Ten Wins',
    category: 'tennis',
    ...silver,
    description: 'Win ten matches.',
    rule: matches(10, ({ won }) => won),
  },
  {
    id: 'winning-run',
    title: 'On Fire',
    category: 'tennis',
    ...gold,
    description: 'Win five matches in a row.',
    rule: wins,
  },
  {
    id: 'clay-wins',
    title: 'Clay Master',
    category: 'tennis',
    ...gold,
    description: 'Win 25 matches on clay.',
    rule: matches(25, ({ won, surface }) => won && surface === 'clay'),
  },
  {
    id: 'doubles',
    title: 'Better Together',
    category: 'tennis',
    ...silver,
    description: 'Play ten doubles matches.',
    rule: matches(10, ({ discipline }) => discipline === 'doubles'),
  },
  {
    id: 'aces',
    title: 'Ace Machine',
    category: 'tennis',
    ...platinum,
    description: 'Serve 100 aces.',
    rule: null,
  },
  {
    id: 'company',
    title: 'Good Company',
    category: 'social',
    ...silver,
    description: 'Play with or against ten different people.',
    rule: company,
  },
  {
    id: 'explorer',
    title: 'Court Explorer',
    category: 'social',
    ...bronze,
    description: 'Play on five different courts.',
    rule: courts,
  },
  {
    id: 'critic',
    title: 'Fair Critic',
    category: 'social',
    ...bronze,
    description: 'Write ten reviews of courts.',
    rule: reviews,
  },
  {
    id: 'first-hour',
    title: 'First Hour',
    category: 'milestone',
    ...bronze,
    description: 'Play your first hour on a private court.',
    rule: hours(1, 'hourPlayed'),
  },
  {
    id: 'regular',
    title: 'Regular',
    category: 'milestone',
    ...gold,
    description: 'Play 50 hours.',
    rule: hours(50, 'hourPlayed'),
  },
  {
    id: 'thirty-days',
    title: 'Thirty Days',
    category: 'milestone',
    ...elite,
    description: 'Play on 30 days in a row.',
    rule: days,
  },
  {
    id: 'open-gate',
    title: 'Open Gate',
    category: 'host',
    ...bronze,
    description: 'Host your first hour.',
    rule: hours(1, 'hourHosted'),
  },
  {
    id: 'full-house',
    title: 'Full House',
    category: 'host',
    ...gold,
    description: 'Host 100 hours.',
    rule: hours(100, 'hourHosted'),
  },
  {
    id: 'well-loved',
    title: 'Well Loved',
    category: 'host',
    ...platinum,
    description: 'Keep an average of at least 4.8 stars for three months.',
    rule: meanFor(90, 4.8),
  },
  {
    id: 'five-figures',
    title: 'Five Figures',
    category: 'host',
    ...platinum,
    description: 'Earn $10,000 with your courts.',
    rule: paidOut,
  },
  {
    id: 'elite-member',
    title: 'Elite Member',
    category: 'premium',
    ...gold,
    description: 'Join Elite.',
    rule: joined(() => true),
  },
  {
    id: 'founder',
    title: 'Founding Member',
    category: 'premium',
    ...elite,
    description: 'Be one of the first hundred founders.',
    rule: joined(({ isFounder }) => isFounder),
  },
];

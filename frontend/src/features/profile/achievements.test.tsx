import type { Achievement } from '@courtly/contracts/achievements';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { robin, renderAt } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { AchievementsTab } from './achievements-tab';
import { RecentAchievements } from './recent-achievements';

const achievement: Achievement = {
  id: 'ten-wins',
  title: 'Ten Wins',
  description: 'Win ten matches.',
  category: 'tennis',
  tier: 'silver',
  rarity: 'uncommon',
  points: 50,
  isTracked: true,
  earned: false,
  earnedDate: null,
  progress: 7,
  maxProgress: 10,
  unit: 'matches',
  events: [],
};
const earned: Achievement = {
  ...achievement,
  id: 'first-hour',
  title: 'First Hour',
  category: 'milestone',
  tier: 'bronze',
  points: 10,
  earned: true,
  earnedDate: '2027-03-13T18:00:00.000Z',
  progress: 1,
  maxProgress: 1,
  events: ['event-1'],
};
const aces: Achievement = {
  ...achievement,
  id: 'aces',
  title: 'Ace Machine',
  isTracked: false,
  maxProgress: 0,
};
const money: Achievement = {
  ...achievement,
  id: 'five-figures',
  title: 'Five Figures',
  category: 'host',
  unit: 'cents',
  progress: 12_050,
  maxProgress: 1_000_000,
};

const showAchievements = (...list: Achievement[]) =>
  mockApi({ [`GET /api/players/${robin.id}/achievements`]: () => [200, list] });

afterEach(cleanup);

it('the achievements tab shows progress and events, and no untracked achievements', async () => {
  showAchievements(achievement, earned, aces, money);
  renderAt('/profile', <AchievementsTab user={robin} />);
  await screen.findByText('First Hour');
  const item = (title: string) => within(screen.getAllByText(title)[0]!.closest('li')!);
  expect(item('Ten Wins').getByText('7 of 10 matches')).toBeTruthy();
  expect(item('First Hour').getByText('Earned by one event')).toBeTruthy();
  expect(item('First Hour').getByText('event-1')).toBeTruthy();
  expect(item('Five Figures').getByText('$120.50 of $10,000')).toBeTruthy();
  expect(screen.queryByText('Ace Machine')).toBeNull();
  expect(screen.getByText('1 of 3')).toBeTruthy();
});

it('the achievements tab suggests the goals with the most progress, and counts each section', async () => {
  const unstarted = { ...achievement, id: 'clay', title: 'Clay Wins', progress: 0 };
  showAchievements(money, unstarted, achievement, earned);
  renderAt('/profile', <AchievementsTab user={robin} />);
  const next = within(await screen.findByRole('region', { name: 'Next' }));
  const titles = next.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(['Ten Wins', 'Five Figures']);
  const summaries = [...document.querySelectorAll('summary')].map(({ textContent }) => textContent);
  expect(summaries).toEqual(
    expect.arrayContaining(['Matches0 of 2 earned', 'Milestones1 of 1 earned']),
  );
  expect(summaries.some((summary) => summary.startsWith('Social'))).toBe(false);
});

it('the overview shows the latest achievement, or how to earn the first one', async () => {
  showAchievements(achievement, earned);
  renderAt('/profile', <RecentAchievements user={robin} />);
  expect(await screen.findByText('First Hour')).toBeTruthy();
  expect(screen.queryByText('Ten Wins')).toBeNull();
  cleanup();
  showAchievements(achievement);
  renderAt('/profile', <RecentAchievements user={robin} />);
  expect(await screen.findByText(/^None yet/)).toBeTruthy();
});

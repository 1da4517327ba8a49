import type { User } from '@courtly/contracts/identity';
import type { OwnRank, RankingEntry } from '@courtly/contracts/rankings';
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { missingRankLabel, streakFlag } from '../../resources/ranking/ranking-labels';
import { entryLike, noRank, ownRankLike, ratingLike } from '../../testing/ranking';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { HowRatingsWorkPage } from './how-ratings-work-page';
import { RankingsPage } from './rankings-page';
import { readReturnPath } from '../../resources/session/return-path';

afterEach(cleanup);

const member: Partial<User> = { membershipTier: 'elite' };
type Shown = {
  entries?: RankingEntry[];
  own?: OwnRank;
  user?: Partial<User>;
  at?: string;
  more?: Handlers;
};
const show = ({
  entries = [entryLike()],
  own: ownRank = ownRankLike(),
  user = {},
  at = '/rankings',
  more: otherHandlers = {},
}: Shown = {}) => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, { ...robin, ...user }],
    'GET /api/rankings': () => [200, entries],
    'GET /api/rankings/me': () => [200, ownRank],
    ...otherHandlers,
  });
  renderAt(at, <RankingsPage />);
  return {
    requestedUrls: (name: string) =>
      apiCalls.filter((call) => call.name === name).map(({ url }) => url),
  };
};
const twentyEntries = Array.from({ length: 20 }, (_, index) =>
  entryLike({ id: `ranked-${index}`, rank: index + 1, firstName: `Nadia ${index + 1}` }),
);
const card = () => screen.findByRole('region', { name: 'Your Rank' });
const row = async (name: string) =>
  (await screen.findByRole('rowheader', { name: new RegExp(name) })).closest('tr')!;
const address = () => screen.getByTestId('address').textContent;

describe('a ranking row', () => {
  it('shows the player, the rating, and the self-reported level', async () => {
    show({ entries: [entryLike({ streak: 4, hasUpcomingMatch: true })] });
    const heads = (await screen.findAllByRole('columnheader')).map(
      ({ textContent }) => textContent,
    );
    expect(heads).toEqual([
      ...[
        'Rank',
        'Player',
        'Courtly rating (UTR-style)',
        'Self-reported level',
        'Win rate',
        'Location',
        'Challenge',
      ],
    ]);
    const nadia = within(await row('Nadia Ferro'));
    for (const words of [
      '6.20',
      '5.60–6.80',
      'Elite tier',
      'Scheduled Match',
      '4 won in a row',
      'Scottsdale',
    ])
      expect(nadia.getByText(words)).toBeTruthy();
    expect(nadia.getByText(/USTA 4.5/)).toBeTruthy();
    expect(nadia.getByText(/63%/).textContent).toBe('Win rate 63% of 14');
  });

  it('links to the challenge, profile, matches, and courts', async () => {
    show();
    const nadia = within(await row('Nadia Ferro'));
    const to = (name: string) =>
      nadia.getByRole('link', { name, hidden: true }).getAttribute('href');
    expect(to('Challenge: Nadia Ferro')).toBe('/courts?challenge=u2');
    expect(to('View Profile')).toBe('/players/u2?sport=tennis');
    expect(to('Match History')).toBe('/players/u2?tab=matches&sport=tennis');
    expect(to('Courts Played')).toBe('/players/u2?tab=courts&sport=tennis');
  });

  it('locks players who cannot be challenged and marks the user', async () => {
    const ownRow = {
      id: robin.id,
      rank: 2,
      firstName: 'Robin',
      lastName: 'Base',
      isChallengeable: false,
    };
    show({ entries: [entryLike({ isChallengeable: false }), entryLike(ownRow)] });
    const locked = within(await row('Nadia Ferro')).getByRole('button', {
      name: 'Locked: Nadia Ferro',
    });
    expect((locked as HTMLButtonElement).disabled).toBe(true);
    const robins = within(await row('Robin Base'));
    expect(robins.getByText('You')).toBeTruthy();
    expect(robins.queryByText(/Challenge|Locked/)).toBeNull();
  });

  it('has no links for a former member', async () => {
    show({
      entries: [
        entryLike({
          hasPage: false,
          username: '',
          firstName: 'Former',
          lastName: 'player',
          isChallengeable: false,
        }),
      ],
    });
    const former = within(await row('Former player'));
    expect([
      ...former.queryAllByRole('link', { hidden: true }),
      ...former.queryAllByRole('button'),
    ]).toEqual([]);
  });

  it('shows the places gained or lost, and nothing without a change or an earlier rank', async () => {
    const moved = [3, -1, 0, null].map((movement, index) =>
      entryLike({ id: `m${index}`, firstName: `Mover ${index}`, rank: index + 1, movement }),
    );
    show({ entries: moved });
    await row('Mover 0');
    const movements = screen
      .getAllByRole('row')
      .slice(1)
      .map((tableRow) => within(tableRow).queryByText(/^(?:Up|Down) /)?.textContent);
    expect(movements).toEqual([
      'Up 3 places in 28 days',
      'Down 1 place in 28 days',
      undefined,
      undefined,
    ]);
    expect(screen.getByText(/Arrows show places gained or lost/)).toBeTruthy();
  });

  it('does not mention arrows if no one moved', async () => {
    show({ entries: [entryLike({ movement: 0 })] });
    await row('Nadia Ferro');
    expect(screen.queryByText(/Arrows/)).toBeNull();
  });

  it('flags a streak by its length', () => {
    expect([0, 1, 2, 3, 4, 9].map((streak) => streakFlag(streak)?.kind)).toEqual([
      ...[undefined, undefined, 'climbing', 'climbing', 'fire', 'fire'],
    ]);
  });
});

describe('the rankings page', () => {
  it('loads the tab and discipline from the URL', async () => {
    const { requestedUrls } = show({ user: member, at: '/rankings?tab=clay&discipline=doubles' });
    await row('Nadia Ferro');
    expect(requestedUrls('GET /api/rankings')).toEqual([
      '/api/rankings?sport=tennis&tab=clay&discipline=doubles',
    ]);
    expect(requestedUrls('GET /api/rankings/me')).toEqual([
      '/api/rankings/me?sport=tennis&tab=clay&discipline=doubles',
    ]);
  });

  it('shows the ranking of the selected sport, and keeps it in the URL', async () => {
    const { requestedUrls } = show();
    await userEvent.click(await screen.findByRole('radio', { name: 'Pickleball' }));
    await waitFor(() => expect(address()).toBe('/rankings?sport=pickleball'));
    const query = 'sport=pickleball&tab=all&discipline=singles';
    await waitFor(() =>
      expect(requestedUrls('GET /api/rankings')).toContain(`/api/rankings?${query}`),
    );
    expect(requestedUrls('GET /api/rankings/me')).toContain(`/api/rankings/me?${query}`);
    expect(
      screen.getByRole('link', { name: 'View Profile', hidden: true }).getAttribute('href'),
    ).toBe('/players/u2?sport=pickleball');
  });

  it('keeps the selected tab and discipline in the URL', async () => {
    const { requestedUrls } = show();
    await row('Nadia Ferro');
    await userEvent.click(screen.getByRole('tab', { name: 'Friends' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Doubles' }));
    await waitFor(() => expect(address()).toBe('/rankings?tab=friends&discipline=doubles'));
    await waitFor(() =>
      expect(requestedUrls('GET /api/rankings')).toContain(
        '/api/rankings?sport=tennis&tab=friends&discipline=doubles',
      ),
    );
  });

  it('loads the next page by cursor', async () => {
    const next = { Link: '</api/rankings?tab=all&cursor=c2>; rel="next"' };
    show({
      user: member,
      more: {
        'GET /api/rankings': ({ query: searchParams }) =>
          searchParams.get('cursor') === 'c2'
            ? [200, [entryLike({ id: 'u9', rank: 2, firstName: 'Olga', lastName: '' })]]
            : [200, [entryLike()], next],
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Load more players' }));
    expect(await row('Olga')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load more players' })).toBeNull();
  });

  it('explains the limit if more players are ranked, even if some rows are hidden', async () => {
    show({
      more: { 'GET /api/rankings': () => [200, [entryLike()], { 'Courtly-Limited': 'true' }] },
    });
    await row('Nadia Ferro');
    expect(screen.getByText('Showing top 20 players.', { exact: false }).textContent).toBe(
      'Showing top 20 players. Join Elite for full access.',
    );
    expect(screen.getByRole('link', { name: 'Join Elite' }).getAttribute('href')).toBe('/elite');
  });

  it('shows no limit to users who see every ranked player', async () => {
    show({ entries: twentyEntries });
    await row('Nadia 20 Ferro');
    expect(screen.queryByText(/Join Elite|top 20/)).toBeNull();
  });

  it('limits clay rankings to Elite members without requesting them', async () => {
    const { requestedUrls } = show({ at: '/rankings?tab=clay' });
    expect(await screen.findByRole('heading', { name: 'Elite Required' })).toBeTruthy();
    await card();
    expect(requestedUrls('GET /api/rankings')).toEqual([]);
    expect(requestedUrls('GET /api/rankings/me')).toEqual([
      '/api/rankings/me?sport=tennis&tab=all&discipline=singles',
    ]);
  });

  it.each([
    ['/rankings', {}, 'No one is ranked yet', '/matches'],
    ['/rankings?tab=friends', {}, 'None of your friends are ranked yet', '/rankings'],
    ['/rankings?tab=local', {}, 'Where do you play?', '/profile/edit'],
    [
      '/rankings?tab=local',
      { homeCity: 'Scottsdale' },
      'No one in your city is ranked yet',
      '/matches',
    ],
    ['/rankings?tab=clay', member, 'No one is ranked on clay yet', '/courts?surface=clay'],
  ])('suggests a next step when it is empty: %s %j', async (at, user, title, to) => {
    show({ entries: [], own: noRank, at, user });
    const emptyTitle = await screen.findByText(title);
    expect(within(emptyTitle.parentElement!).getByRole('link').getAttribute('href')).toBe(to);
    expect(screen.queryByText(/Showing top/)).toBeNull();
  });

  it.each([
    ['/rankings', 1, /^Only one player is ranked so far/],
    ['/rankings?tab=local', 3, /^Only 3 players are ranked in your city so far/],
  ])('says what a small ranking is missing: %s', async (at, count, text) => {
    show({ entries: twentyEntries.slice(0, count), at, user: { homeCity: 'Scottsdale' } });
    const note = await screen.findByText(text);
    expect(note.textContent).toMatch(/A rank needs 5 confirmed matches/);
    expect(within(note).getByRole('link', { name: 'Log a match' }).getAttribute('href')).toBe(
      '/matches',
    );
  });

  it.each([
    ['among friends', '/rankings?tab=friends', 3],
    ['of ten players', '/rankings', 10],
  ])('is not called small %s', async (_, at, count) => {
    show({ entries: twentyEntries.slice(0, count), at });
    await row('Nadia 1 Ferro');
    expect(screen.queryByText(/^Only/)).toBeNull();
  });

  it('explains wide ranges by an example', async () => {
    show({ entries: [entryLike({ range: [2.18, 6.2] })] });
    expect(await screen.findByText(/A wide range, such as 2.18–6.20,/)).toBeTruthy();
    cleanup();
    show({ entries: [entryLike()] });
    await row('Nadia Ferro');
    expect(screen.queryByText(/wide range/)).toBeNull();
  });

  it('offers a retry when the ranking fails to load', async () => {
    let fails = true;
    show({ more: { 'GET /api/rankings': () => (fails ? [500, {}] : [200, [entryLike()]]) } });
    expect(await screen.findByText('Unable to load the ranking')).toBeTruthy();
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await row('Nadia Ferro')).toBeTruthy();
  });

  it('explains rankings to visitors and lets them sign in', async () => {
    mockApi({});
    renderAt('/rankings', <RankingsPage />);
    expect(screen.getByRole('heading', { level: 1, name: 'Elite Rankings' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Sign In Required' })).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Sign In' }));
    expect(readReturnPath()).toBe('/rankings');
  });
});

describe("the user's rank", () => {
  it('shows the tier, rating, range, streak, and links to explanations', async () => {
    show({ own: ownRankLike({ streak: 3 }) });
    const rankCard = within(await card());
    expect(await rankCard.findByText('of 41 players')).toBeTruthy();
    for (const words of [
      '4',
      'Elite tier',
      '6.20',
      '5.60–6.80 · 14 rated matches',
      '3 won in a row',
    ])
      expect(rankCard.getByText(words)).toBeTruthy();
    expect(rankCard.getByRole('link', { name: 'Why it changed' }).getAttribute('href')).toBe(
      '/players/u1?tab=matches&sport=tennis',
    );
    expect(rankCard.getByRole('link', { name: 'How ratings work' }).getAttribute('href')).toBe(
      '/how-ratings-work',
    );
  });

  it('shows the places gained, and the skill over the latest matches', async () => {
    show({ own: ownRankLike({ movement: 2, skills: [4.1, 4.32, 4.55] }) });
    const rankCard = within(await card());
    expect(await rankCard.findByText('Up 2 places in 28 days')).toBeTruthy();
    expect(rankCard.getByRole('img').getAttribute('aria-label')).toBe(
      'Skill from 4.10 to 4.55 in the last 3 matches',
    );
  });

  it('explains a wide range, and links to the matches of a player without a rank', async () => {
    const rating = ratingLike({ range: [3, 5.5], matches: 3, provisional: true });
    show({ own: ownRankLike({ rank: null, tier: null, rating, matchesToRank: 2 }) });
    const rankCard = within(await card());
    expect(await rankCard.findByText('A wide range. Each match narrows it.')).toBeTruthy();
    expect(rankCard.getByRole('link', { name: 'Log a match' }).getAttribute('href')).toBe(
      '/matches',
    );
  });

  it('shows no line for a single match', async () => {
    show({ own: ownRankLike({ skills: [4.1] }) });
    const rankCard = within(await card());
    expect(await rankCard.findByText('of 41 players')).toBeTruthy();
    expect(rankCard.queryByRole('img')).toBeNull();
  });

  it('shows how many matches a provisional rating still needs', async () => {
    const rating = ratingLike({ matches: 3, provisional: true });
    show({ own: ownRankLike({ rank: null, tier: null, rating, matchesToRank: 2 }) });
    const rankCard = within(await card());
    expect(await rankCard.findByText('Not ranked yet')).toBeTruthy();
    expect(rankCard.getByText(/^You need 2 more confirmed matches/)).toBeTruthy();
    expect(rankCard.getByText('5.60–6.80 · Provisional, 3 rated matches')).toBeTruthy();
  });

  it('explains how to get ranked', () => {
    expect(missingRankLabel(noRank)).toMatch(/^You need 5 confirmed matches/);
    expect(missingRankLabel({ ...noRank, matchesToRank: 1 })).toMatch(
      /^You need 1 confirmed match/,
    );
    expect(missingRankLabel({ ...noRank, matchesToRank: 0 })).toMatch(
      /^You aren't in this ranking/,
    );
    expect(missingRankLabel({ ...noRank, matchesToRank: 0, opponentsToRank: 2 })).toMatch(
      /^To be ranked, play 2 more opponents/,
    );
  });
});

it('explains the rating formula on a separate page', () => {
  mockApi({});
  renderAt('/how-ratings-work', <HowRatingsWorkPage />);
  expect(screen.getByRole('heading', { level: 1, name: 'How ratings work' })).toBeTruthy();
  expect(screen.getByText(/A win never costs you anything/)).toBeTruthy();
});

describe('the note about another formula', () => {
  const showPage = (formula: string) => {
    const ownRank = ownRankLike({ formula });
    const apiCalls = mockApi({
      'GET /api/auth/me': () => [200, robin],
      'GET /api/rankings/me': () => [200, ownRank],
    });
    renderAt('/how-ratings-work', <HowRatingsWorkPage />);
    return apiCalls;
  };

  it('names the formula in use if the page describes another one', async () => {
    showPage('elo-1');
    expect((await screen.findByRole('note')).textContent).toMatch(
      /^Courtly now uses another formula, elo-1/,
    );
  });

  it('does not appear for the described formula, even with other parameters', async () => {
    const apiCalls = showPage('games-share-glicko-3(gameWeight=0.3)');
    await waitFor(() =>
      expect(apiCalls.filter(({ name }) => name === 'GET /api/rankings/me')).toHaveLength(1),
    );
    expect(screen.queryByRole('note')).toBeNull();
  });
});

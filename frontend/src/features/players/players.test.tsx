import type { Player, RatingReceipt } from '@courtly/contracts/rankings';
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import {
  changeLabel,
  companionsLabel,
  playedOnLabel,
  receiptScoreLabel,
  receiptLines,
} from '../../resources/player/receipt-labels';
import { memberLike, ratingLike, receiptLike } from '../../testing/ranking';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { PlayerPage } from './player-page';

afterEach(cleanup);

const show = (player: Partial<Player> = {}, otherHandlers: Handlers = {}, search = '') => {
  const shownPlayer = memberLike(player);
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, robin],
    [`GET /api/players/${shownPlayer.id}`]: () => [200, shownPlayer],
    [`GET /api/ratings/${shownPlayer.id}/receipts`]: () => [200, []],
    ...otherHandlers,
  });
  renderAt(
    `/players/${shownPlayer.id}${search}`,
    <Routes>
      <Route path="/players/:playerId" element={<PlayerPage />} />
    </Routes>,
  );
  return apiCalls;
};
const region = (name: string) => screen.findByRole('region', { name });
const stat = (within_: ReturnType<typeof within>, label: string) =>
  [...within_.getByText(label).parentElement!.querySelectorAll('dd')].map(
    ({ textContent }) => textContent,
  );

describe('the player page', () => {
  it('shows the profile, ratings, record, and surfaces', async () => {
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Nadia Ferro' })).toBeTruthy();
    expect(screen.getByText('@nadia · Scottsdale · Member since May 2026')).toBeTruthy();
    expect(screen.getByText('Elite Verified')).toBeTruthy();
    const ratings = within(await region('Courtly rating (UTR-style)'));
    expect(stat(ratings, 'Tennis singles')).toEqual([
      '6.20',
      '5.60–6.80 · 14 rated matches · Rank 1 of 41',
    ]);
    expect(stat(ratings, 'Tennis doubles')).toEqual(['–', 'No rated matches']);
    expect(stat(ratings, 'Self-reported level')).toEqual([
      'USTA 4.5',
      'Self-reported, not a rating',
    ]);
    const record = within(await region('Record'));
    expect(stat(record, 'Won, lost, drawn')).toEqual(['9–5–1', 'In 15 matches']);
    expect(stat(record, 'Longest win streak')).toEqual(['5']);
    const surfaces = await screen.findByRole('table', { name: 'Ratings by surface' });
    expect(within(surfaces).getByRole('rowheader').textContent).toBe('clay, singles');
  });

  it('shows the results of the user against the player, and the expected games', async () => {
    show({ versus: { expected: 0.55, wins: 2, losses: 1, draws: 0 } });
    const versus = within(await region('You and Nadia'));
    expect(stat(versus, 'You won, lost')).toEqual(['2–1', 'In 3 rated matches']);
    expect(stat(versus, 'Expected result in singles')[0]).toBe('5.5 of 10');
  });

  it('shows no expected games against a player whom the user has not met and cannot be compared with', async () => {
    show({ versus: { expected: null, wins: 0, losses: 0, draws: 0 } });
    await region('Record');
    expect(screen.queryByRole('region', { name: 'You and Nadia' })).toBeNull();
  });

  it('draws the skill over time from the oldest to the newest match', async () => {
    const receiptOf = (id: string, figure: number) =>
      receiptLike({ id, after: { figure, uncertainty: 0.5 } });
    show(
      {},
      {
        'GET /api/ratings/u2/receipts': () => [
          200,
          [receiptOf('newest', 6.31), receiptOf('older', 6.1), receiptOf('oldest', 5.9)],
        ],
      },
    );
    expect(
      await screen.findByRole('img', { name: 'Skill from 5.90 to 6.31 in the last 3 matches' }),
    ).toBeTruthy();
  });

  it('loads no matches of a player whose history is private', async () => {
    const apiCalls = show({ sections: { ...memberLike().sections, history: false } });
    await region('Record');
    expect(apiCalls.map(({ name }) => name)).not.toContain('GET /api/ratings/u2/receipts');
  });

  it('marks a provisional rating and omits empty draws and surfaces', async () => {
    const singles = ratingLike({ matches: 1, provisional: true });
    const unranked = { ...singles, rank: null, of: 41 };
    const sports = [{ sport: 'tennis', singles: unranked, doubles: null }] as const;
    show({ sports: [...sports], draws: 0, onSurfaces: [] });
    const ratings = within(await region('Courtly rating (UTR-style)'));
    expect(stat(ratings, 'Tennis singles')[1]).toBe('5.60–6.80 · Provisional, 1 rated match');
    expect(screen.getByText('Won, lost')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('shows the ratings in each sport, and the record of the selected one', async () => {
    const rating = { ...ratingLike({ figure: 4.1 }), rank: 2, of: 9 };
    const sports: Player['sports'] = [
      ...memberLike().sports,
      { sport: 'pickleball', singles: null, doubles: rating },
    ];
    show(
      { sports },
      {
        'GET /api/players/u2': ({ query }) => [
          200,
          query.get('sport') === 'pickleball'
            ? memberLike({ sports, sport: 'pickleball', wins: 2, losses: 0, draws: 0 })
            : memberLike({ sports }),
        ],
      },
    );
    const ratings = within(await region('Courtly rating (UTR-style)'));
    expect(stat(ratings, 'Tennis singles')[0]).toBe('6.20');
    expect(stat(ratings, 'Pickleball doubles')).toEqual([
      '4.10',
      '5.60–6.80 · 14 rated matches · Rank 2 of 9',
    ]);
    await userEvent.click(screen.getByRole('radio', { name: 'Pickleball' }));
    const record = within(await region('Record, pickleball'));
    expect(stat(record, 'Won, lost')[0]).toBe('2–0');
  });

  it('names a sport from the URL that the player has not played', async () => {
    show({ sport: 'pickleball', wins: 0, losses: 0, draws: 0 }, {}, '?sport=pickleball');
    const record = within(await region('Record, pickleball'));
    expect(stat(record, 'Won, lost')[0]).toBe('0–0');
  });

  it('links to the courts the player used', async () => {
    show({}, {}, '?tab=courts');
    const court = await screen.findByRole('link', { name: 'Camelback Clay' });
    expect(court.getAttribute('href')).toBe('/courts/c1');
    expect(screen.getByText('7 matches')).toBeTruthy();
  });

  it('shows only the name of a player who shares results with opponents', async () => {
    const nothing = {
      about: false,
      results: false,
      history: false,
      whereabouts: false,
      contact: false,
    };
    show({ sections: nothing, lastName: '', username: '', homeCity: '', memberSince: null });
    expect(await screen.findByRole('heading', { level: 1, name: 'Nadia' })).toBeTruthy();
    expect(screen.getByText('This player shares results with opponents only.')).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.queryByText(/Member since/)).toBeNull();
    expect(screen.queryByRole('button', { name: /Follow/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /Challenge/ })).toBeNull();
  });

  it('explains why courts and times are missing', async () => {
    const sections = {
      about: true,
      results: true,
      history: true,
      whereabouts: false,
      contact: true,
    };
    show({ sections, courts: [] }, {}, '?tab=courts');
    expect(await screen.findByText('Only opponents see the courts and times.')).toBeTruthy();
    expect(screen.queryByText('No matches on a club court yet')).toBeNull();
    expect(playedOnLabel(receiptLike({ playedAt: null, court: null }))).toBe('Sat, Mar 13');
  });

  it('shows a not-found page for an unknown player', async () => {
    const notFound = [404, { code: 'not_found', message: 'There is no such player.' }] as const;
    show({}, { 'GET /api/players/u2': () => notFound });
    expect(await screen.findByRole('heading', { level: 1, name: 'Player Not Found' })).toBeTruthy();
  });

  it("offers no Follow or Challenge button on the user's own page", async () => {
    show({ id: robin.id, firstName: 'Robin', lastName: 'Base' });
    expect((await screen.findByRole('link', { name: 'Your Profile' })).getAttribute('href')).toBe(
      '/profile',
    );
    expect(screen.queryByRole('button', { name: /Follow/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /Challenge/ })).toBeNull();
  });
});

describe('blocking a player', () => {
  it('is explained first, and can be ended', async () => {
    let blockId: string | null = null;
    const apiCalls = show(
      {},
      {
        'GET /api/players/u2': () => [200, memberLike({ blockId })],
        'POST /api/blocks': () => {
          blockId = 'x1';
          return [201, { id: 'x1', name: 'Nadia', blockedAt: '2027-03-01T10:00:00.000Z' }];
        },
      },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Block Nadia Ferro' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Block Nadia Ferro?' }));
    expect(dialog.getByText("The other person isn't notified.")).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Block' }));
    expect(
      await screen.findByRole('button', { name: 'End the block of Nadia Ferro' }),
    ).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Challenge/ })).toBeNull();
    expect(apiCalls.find(({ name }) => name === 'POST /api/blocks')!.body).toEqual({
      playerId: 'u2',
    });
  });
});

describe('the Follow button', () => {
  const button = () => screen.findByRole('button', { name: /^Follow/ });

  it('follows optimistically and calls the server', async () => {
    let respond = () => {};
    const pendingResponse = new Promise<void>((resolve) => (respond = resolve));
    const apiCalls = show(
      {},
      { 'PUT /api/players/u2/follow': () => pendingResponse.then(() => [204] as const) },
    );
    await userEvent.click(await button());
    await waitFor(async () => expect((await button()).textContent).toBe('Following'));
    expect((await button()).getAttribute('aria-pressed')).toBe('true');
    respond();
    await waitFor(() =>
      expect(apiCalls.some(({ name }) => name === 'PUT /api/players/u2/follow')).toBe(true),
    );
  });

  it('unfollows on a second click', async () => {
    const apiCalls = show({ isFollowed: true }, { 'DELETE /api/players/u2/follow': () => [204] });
    await userEvent.click(await button());
    await waitFor(async () => expect((await button()).textContent).toBe('Follow'));
    expect(apiCalls.some(({ name }) => name === 'DELETE /api/players/u2/follow')).toBe(true);
  });

  it('rolls back and shows the reason when the server refuses', async () => {
    const serverError = { code: 'fair_use', message: 'You follow very many already.' };
    show({}, { 'PUT /api/players/u2/follow': () => [409, serverError] });
    await userEvent.click(await button());
    expect(await screen.findByText('You follow very many already.')).toBeTruthy();
    await waitFor(async () => expect((await button()).textContent).toBe('Follow'));
  });
});

describe('the match history', () => {
  const history = (
    receipts: RatingReceipt[],
    player: Partial<Player> = {},
    search = '?tab=matches',
  ) =>
    show(
      player,
      { [`GET /api/ratings/${player.id ?? 'u2'}/receipts`]: () => [200, receipts] },
      search,
    );

  it('shows the rating change of each match and expands its explanation', async () => {
    history([receiptLike()]);
    const summary = await screen.findByText('Won 6–4');
    const receipt = summary.closest('details')!;
    expect(receipt.open).toBe(false);
    await userEvent.click(summary);
    expect(receipt.open).toBe(true);
    const words = within(receipt);
    expect(words.getByText('Skill 6.31')).toBeTruthy();
    expect(words.getByText('+0.11')).toBeTruthy();
    expect(words.getByText('Nadia was expected to win 55% of the games and won 60%.')).toBeTruthy();
    expect(words.getByText('games-share-glicko-1')).toBeTruthy();
    expect(words.getByRole('link', { name: 'How ratings work' }).getAttribute('href')).toBe(
      '/how-ratings-work',
    );
  });

  it('addresses users directly on their own page', async () => {
    history([receiptLike()], { id: robin.id });
    expect(
      await screen.findByText('You were expected to win 55% of the games and won 60%.'),
    ).toBeTruthy();
  });

  it('filters matches by discipline', async () => {
    const apiCalls = history([]);
    expect(await screen.findByText('No rated matches yet')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Doubles' }));
    await waitFor(() =>
      expect(apiCalls.map(({ url }) => url)).toContain(
        '/api/ratings/u2/receipts?sport=tennis&discipline=doubles',
      ),
    );
    await waitFor(() =>
      expect(screen.getByTestId('address').textContent).toBe(
        '/players/u2?tab=matches&discipline=doubles',
      ),
    );
  });
});

describe('the explanation in a rating receipt', () => {
  const words = (changes: Partial<RatingReceipt>) => receiptLines(receiptLike(changes), null);

  it('explains the rating before, expectation, weight, change, and rating after', () => {
    expect(
      words({ expected: 0.617, actual: 0.55, after: { figure: 6.08, uncertainty: 0.57 } }),
    ).toEqual([
      'Skill before the match: 6.20, give or take 0.60.',
      'You were expected to win 62% of the games and won 55%.',
      'The match counts in full: an opponent confirmed it.',
      'That is less than expected, so the skill went down.',
      'Skill after the match: 6.08, give or take 0.57.',
    ]);
  });

  it('explains a reduced or zero weight', () => {
    const weightOf = (value: number, ...reasons: RatingReceipt['weight']['reasons']) =>
      words({ weight: { value, reasons } })[2];
    expect(weightOf(0.7 / Math.SQRT2, 'auto_confirmed', 'repeated_pair')).toBe(
      'The match counts with a weight of 0.49: no one responded in time, which counts less than a confirmation; the same players met recently, and each repeat counts less.',
    );
    expect(weightOf(0, 'disputed')).toBe("The match doesn't count: it is disputed.");
    expect(words({ weight: { value: 0, reasons: ['unclaimed'] } })[3]).toBe(
      "So the skill didn't change.",
    );
  });

  it("explains that no rating changes if the winner's would drop", () => {
    const unchanged = { held: true, expected: 0.8, actual: 0.6, after: receiptLike().before };
    expect(words(unchanged)[3]).toBe(
      'A win never lowers a rating: the skill would have dropped, so no rating changed.',
    );
    expect(words({ ...unchanged, result: 'loss' })[3]).toMatch(/^The winner would have dropped/);
  });

  it('omits a change too small to display', () => {
    expect(words({ after: { figure: 6.203, uncertainty: 0.5 } })[3]).toBe(
      'That changes the skill by less than 0.01.',
    );
  });

  it('shows the score, the players, and the change in the displayed rating', () => {
    expect(receiptScoreLabel(receiptLike({ result: 'draw', gamesWon: 4 }))).toBe('Draw 4–4');
    expect(companionsLabel(receiptLike({ partner: { id: 'u3', name: 'Olga' } }))).toBe(
      'with Olga, against Robin Base',
    );
    expect(companionsLabel(receiptLike({ opponents: [{ id: 'u4', name: '' }] }))).toBe(
      'against a former member',
    );
    const to = (figure: number) =>
      changeLabel(receiptLike({ after: { figure, uncertainty: 0.5 } }));
    expect([to(6.314), to(6.15), to(6.2)]).toEqual(['+0.11', '−0.05', '±0.00']);
  });
});

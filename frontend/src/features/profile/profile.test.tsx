import type { User } from '@courtly/contracts/identity';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Outlet, Route, Routes } from 'react-router-dom';
import { RequireMember } from '../../app/guards';
import { CourtImage } from '../../resources/court/court-image';
import { buildBooking, buildHostBooking } from '../../testing/booking';
import { courtLike, searchResultLike } from '../../testing/court';
import { figuresLike } from '../../testing/earnings';
import { entryLike, noRank, ownRankLike, ratingLike } from '../../testing/ranking';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { activityOf } from './activity';
import { EditProfilePage } from './edit-profile-page';
import { FavouriteCourts, SavedCourts } from './favourite-courts';
import { favouritesOf } from './favourites';
import { ProfilePage } from './profile-page';
import { isEliteVerified, roleLabel } from './roles';
import { readReturnPath } from '../../resources/session/return-path';

const NOW = '2027-03-13T12:00:00.000Z';
const noAchievements: Handlers = {
  'GET /api/player-record': () => [200, { played: 4, cancelled: 2, cancelledLate: 1 }],
  'GET /api/strikes': () => [
    200,
    { strikes: [], days: 90, instantOnlyFrom: 2, suspendedFrom: 4, isInstantOnly: false },
  ],
  [`GET /api/players/${robin.id}/achievements`]: () => [200, []],
};
const noFavourites: Handlers = { 'GET /api/search': () => [200, []], ...noAchievements };
const unranked: Handlers = {
  'GET /api/rankings': () => [200, []],
  'GET /api/rankings/me': () => [200, noRank],
};
const as = (user: Partial<User>): Handlers => ({
  'GET /api/auth/me': () => [200, { ...robin, ...user }],
  ...unranked,
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('profile badges', () => {
  it('name the role', () => {
    expect(
      (['player', 'owner', 'host', 'admin'] as const).map((role) => roleLabel({ role })),
    ).toEqual(['Player', 'Host', 'Host', 'Admin']);
  });

  it('mark Elite members and approved hosts as verified, whatever level they report', () => {
    expect(isEliteVerified({ ...robin, membershipTier: 'elite' })).toBe(true);
    expect(isEliteVerified({ ...robin, role: 'host' })).toBe(true);
    expect(isEliteVerified({ ...robin, role: 'owner', skillLevel: '6.0+' })).toBe(false);
  });
});

describe('profile activity', () => {
  it('sorts completed bookings by end time and the others by request time', () => {
    const bookings = [
      buildBooking({ id: 'asked', status: 'pending', createdAt: '2027-03-12T00:00:00.000Z' }),
      buildBooking({
        id: 'game',
        startTime: '2027-03-13T10:00:00.000Z',
        endTime: '2027-03-13T11:00:00.000Z',
      }),
      buildBooking({ id: 'off', status: 'cancelled', cancelReason: 'host_declined' }),
      buildHostBooking({ id: 'guest', createdAt: '2027-03-11T00:00:00.000Z' }),
    ];
    expect(
      activityOf(bookings, NOW).map(({ summary, occurredAt }) => [summary, occurredAt]),
    ).toEqual([
      ['You played at Camelback Clay', '2027-03-13T11:00:00.000Z'],
      ['You requested Camelback Clay', '2027-03-12T00:00:00.000Z'],
      ['Robin Base requested Camelback Clay', '2027-03-11T00:00:00.000Z'],
      ['Your booking of Camelback Clay was canceled', '2027-01-01T00:00:00.000Z'],
    ]);
  });

  it('says that the user canceled their own booking', () => {
    const off = buildBooking({ status: 'cancelled', cancelReason: 'player_cancelled' });
    expect(activityOf([off], NOW)[0]!.summary).toBe('You canceled your booking of Camelback Clay');
  });

  it('ranks favorite courts by bookings, excluding canceled ones', () => {
    const at = (id: string, startTime: string, status: 'completed' | 'cancelled' = 'completed') =>
      buildBooking({ status, startTime, court: { ...buildBooking().court, id } });
    const bookings = [
      at('once', '2027-01-03'),
      at('twice', '2027-01-01'),
      at('twice', '2027-01-02'),
      at('never', '2027-01-04', 'cancelled'),
      at('later', '2027-01-05'),
    ];
    expect(favouritesOf(bookings).map(({ court, times }) => [court.id, times])).toEqual([
      ['twice', 2],
      ['later', 1],
      ['once', 1],
    ]);
  });
});

describe('a court among the favorites', () => {
  const pathsOf = (container: Element) =>
    [...container.querySelectorAll('svg path')].map((path) => path.getAttribute('d'));

  it('is drawn for pickleball if that is its sport', () => {
    const { court } = buildBooking();
    mockApi({});
    const drawnPaths = (element: ReactNode) => {
      renderAt('/', element);
      const paths = pathsOf(document.body);
      cleanup();
      return paths;
    };
    const pickleballPaths = drawnPaths(<CourtImage {...court} sports={['pickleball']} />);
    expect(pickleballPaths).not.toEqual(drawnPaths(<CourtImage {...court} />));
    const booking = buildBooking({ court: { ...court, sports: ['pickleball'] } });
    expect(drawnPaths(<FavouriteCourts bookings={[booking]} />)).toEqual(pickleballPaths);
    const savedCourt = searchResultLike({ sports: ['pickleball'] });
    expect(drawnPaths(<SavedCourts courts={[savedCourt]} />)).toEqual(pickleballPaths);
  });
});

describe('the profile page', () => {
  it("shows a player's bookings and favorite courts", async () => {
    mockApi({
      ...as({ membershipTier: 'elite' }),
      ...noFavourites,
      'GET /api/bookings': () => [200, [buildBooking()]],
    });
    renderAt('/profile', <ProfilePage />);
    expect(await screen.findByRole('heading', { level: 1, name: 'Robin Base' })).toBeTruthy();
    expect(screen.getByText('Elite Verified')).toBeTruthy();
    expect(await screen.findByText('Booked once')).toBeTruthy();
    const record = await screen.findByRole('region', { name: 'Your Record' });
    expect(record.textContent).toContain('Only you see this number.1');
    await userEvent.click(screen.getByRole('tab', { name: 'Activity' }));
    expect(await screen.findByText('You booked Camelback Clay')).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByTestId('address').textContent).toBe('/profile?tab=activity'),
    );
  });

  it('shows a host their courts, payouts, and missing ratings', async () => {
    mockApi({
      ...as({ role: 'owner' }),
      ...noAchievements,
      'GET /api/bookings': () => [200, []],
      'GET /api/host/bookings': () => [200, [buildHostBooking({ status: 'completed' })]],
      'GET /api/host/figures': () => [200, figuresLike({ earned: '297.00', completed: 1 })],
      'GET /api/host/courts': () => [200, [courtLike()]],
    });
    renderAt('/profile', <ProfilePage />);
    const payouts = await screen.findByRole('region', { name: 'Earnings' });
    expect(within(payouts).getAllByText('$297.00')).toHaveLength(2);
    expect(within(screen.getByRole('region', { name: 'Rating' })).getByText('New')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Manage Courts' }).getAttribute('href')).toBe(
      '/owner/courts',
    );
  });

  it('copies an invitation link if the device has no share sheet', async () => {
    const user = userEvent.setup();
    mockApi({ ...as({}), ...noFavourites, 'GET /api/bookings': () => [200, []] });
    const copy = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    renderAt('/profile', <ProfilePage />);
    await user.click(await screen.findByRole('button', { name: 'Share Profile' }));
    expect(await screen.findByText('Invitation link copied')).toBeTruthy();
    expect(copy).toHaveBeenCalledWith('http://localhost/register?role=player');
  });
});

describe('rankings on a profile', () => {
  const showRanks = (ranks: Handlers, user: Partial<User> = {}) => {
    mockApi({ ...as(user), ...noFavourites, 'GET /api/bookings': () => [200, []], ...ranks });
    renderAt('/profile', <ProfilePage />);
  };

  it('separate the rating from the self-reported level and link to receipts', async () => {
    const ownRank = ownRankLike({
      rating: ratingLike({ figure: 5.25, range: [4.9, 5.6], matches: 1 }),
    });
    showRanks({ 'GET /api/rankings/me': () => [200, ownRank] }, { skillLevel: '4.5' });
    const link = await screen.findByRole('link', { name: 'Why it changed' });
    expect(link.getAttribute('href')).toBe('/players/u1?tab=matches&sport=tennis');
    expect(screen.getByText('Courtly rating (UTR-style)').nextElementSibling!.textContent).toBe(
      '5.25 (4.90–5.60), 1 rated match. Why it changed',
    );
    expect(screen.getByText('Self-reported level').nextElementSibling!.textContent).toBe(
      'USTA 4.5',
    );
  });

  it("list the top five and, below them, the user's rank", async () => {
    const leaders = [1, 2, 3, 4, 5].map((rank) =>
      entryLike({ id: `p${rank}`, rank, firstName: `Player ${rank}` }),
    );
    showRanks({
      'GET /api/rankings': ({ query: searchParams }) => [
        200,
        leaders.slice(0, Number(searchParams.get('limit'))),
      ],
      'GET /api/rankings/me': () => [200, ownRankLike({ rank: 12 })],
    });
    const board = await screen.findByRole('region', { name: 'Tennis leaderboard' });
    expect(await within(board).findAllByRole('listitem')).toHaveLength(5);
    expect(await within(board).findByText("You're number 12 of 41 players.")).toBeTruthy();
  });

  it('mark the user in the top five without repeating the rank', async () => {
    showRanks({
      'GET /api/rankings': () => [
        200,
        [entryLike({ id: robin.id, firstName: 'Robin', lastName: 'Base' })],
      ],
      'GET /api/rankings/me': () => [200, ownRankLike({ rank: 1 })],
    });
    const board = await screen.findByRole('region', { name: 'Tennis leaderboard' });
    expect(await within(board).findByText(', you')).toBeTruthy();
    expect(within(board).queryByText(/You're number/)).toBeNull();
  });

  it('explain what an unranked user is missing', async () => {
    showRanks({});
    const board = await screen.findByRole('region', { name: 'Tennis leaderboard' });
    expect(await within(board).findByText(/^You need 5 confirmed matches/)).toBeTruthy();
    expect(screen.getByText('No rated matches yet')).toBeTruthy();
  });
});

describe('a profile that fails to load', () => {
  const route = (
    <Routes>
      <Route element={<RequireMember loadingFallback={<Outlet />} />}>
        <Route path="/profile" element={<ProfilePage />} />
      </Route>
      <Route path="/login" element={<p>Login</p>} />
    </Routes>
  );
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  beforeEach(() => void jest.useFakeTimers());

  it('offers Refresh and Log Out after three seconds and advice after eight', async () => {
    mockApi(as({}));
    globalThis.fetch = () => new Promise(() => undefined);
    renderAt('/profile', route);
    await pass(2_999);
    expect(screen.queryByText('Still loading?')).toBeNull();
    await pass(1);
    expect(screen.getByText('Still loading?')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Log Out' })).toBeTruthy();
    expect(screen.queryByText(/logging out and back in/)).toBeNull();
    await pass(5_000);
    expect(screen.getByText(/logging out and back in/)).toBeTruthy();
  });

  it('shows an error, and does not ask members to sign in, when the session request fails', async () => {
    mockApi({ 'GET /api/auth/me': () => [500, {}] });
    renderAt('/profile', route);
    await pass(20_000);
    expect(screen.getByRole('alert').textContent).toContain("This page didn't load");
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
  });

  it('sends a visitor to sign in', async () => {
    mockApi({});
    renderAt('/profile?tab=settings', route);
    await pass(0);
    expect(screen.getByText('Login')).toBeTruthy();
    expect(readReturnPath()).toBe('/profile?tab=settings');
  });
});

describe('preferences', () => {
  const tab = '/profile?tab=preferences';

  it('update optimistically and send the whole set', async () => {
    const saved = { ...robin, surfaces: ['clay'] };
    const apiCalls = mockApi({ ...as({}), 'PUT /api/auth/me/preferences': () => [200, saved] });
    renderAt(tab, <ProfilePage />);
    const clay = await screen.findByRole<HTMLInputElement>('switch', { name: 'Clay' });
    await userEvent.click(clay);
    expect(clay.checked).toBe(true);
    await waitFor(() => expect(apiCalls.find(({ name }) => name.startsWith('PUT'))).toBeTruthy());
    expect(apiCalls.find(({ name }) => name.startsWith('PUT'))!.body).toEqual({
      skillLevel: null,
      surfaces: ['clay'],
      socialTags: [],
    });
  });

  it('turn the switch on in the same task as the click', async () => {
    mockApi({
      ...as({}),
      'PUT /api/auth/me/preferences': () => [200, { ...robin, surfaces: ['clay'] }],
    });
    renderAt(tab, <ProfilePage />);
    const clay = await screen.findByRole<HTMLInputElement>('switch', { name: 'Clay' });
    jest.useFakeTimers();
    await act(() => Promise.resolve(clay.click()));
    expect(clay.checked).toBe(true);
  });

  it('merge quick successive changes', async () => {
    const apiCalls = mockApi({
      ...as({}),
      'PUT /api/auth/me/preferences': ({ body }) => [200, { ...robin, ...(body as object) }],
    });
    renderAt(tab, <ProfilePage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Singles' }));
    await userEvent.selectOptions(screen.getByLabelText('Skill level'), '4.5');
    await userEvent.click(screen.getByRole('button', { name: 'Weekends' }));
    await waitFor(() =>
      expect(apiCalls.filter(({ name }) => name.startsWith('PUT'))).toHaveLength(3),
    );
    expect(apiCalls.at(-1)!.body).toEqual({
      skillLevel: '4.5',
      surfaces: [],
      socialTags: ['singles', 'weekends'],
    });
  });

  it('roll back if they fail to save', async () => {
    let callCount = 0;
    mockApi({
      ...unranked,
      'GET /api/auth/me': () => (callCount++ === 0 ? [200, robin] : [500, {}]),
      'PUT /api/auth/me/preferences': () => [409, { code: 'conflict', message: 'Try once more.' }],
    });
    renderAt(tab, <ProfilePage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Doubles' }));
    expect(await screen.findByText('Try once more.')).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Doubles' }).getAttribute('aria-pressed')).toBe(
        'false',
      ),
    );
  });

  it('link a host to availability and courts', async () => {
    mockApi(as({ role: 'owner' }));
    renderAt(tab, <ProfilePage />);
    expect(
      (await screen.findByRole('link', { name: 'Set Availability' })).getAttribute('href'),
    ).toBe('/owner/availability');
    expect(screen.queryByLabelText('Skill level')).toBeNull();
  });
});

describe('the profile editor', () => {
  it('saves the changes and returns to the profile', async () => {
    const apiCalls = mockApi({
      ...as({}),
      'PATCH /api/auth/me': () => [200, { ...robin, homeCity: 'Austin' }],
    });
    renderAt('/profile/edit', <EditProfilePage />);
    await userEvent.type(await screen.findByLabelText(/Home city/), 'Austin');
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Profile updated')).toBeTruthy();
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/profile'));
    expect(apiCalls.find(({ name }) => name.startsWith('PATCH'))!.body).toEqual({
      firstName: 'Robin',
      lastName: 'Base',
      phone: '4805550123',
      homeCity: 'Austin',
    });
  });

  it('shows a server error at its field', async () => {
    const fields = [{ field: 'phone', message: 'Not a phone number' }];
    mockApi({
      ...as({}),
      'PATCH /api/auth/me': () => [
        400,
        { code: 'invalid_request', message: 'Please check it.', details: { fields } },
      ],
    });
    renderAt('/profile/edit', <EditProfilePage />);
    await userEvent.type(await screen.findByLabelText('Phone'), '9');
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Not a phone number')).toBeTruthy();
    expect(screen.getByLabelText('Phone').getAttribute('aria-invalid')).toBe('true');
  });

  it('asks before discarding changes', async () => {
    mockApi(as({}));
    renderAt('/profile/edit', <EditProfilePage />);
    await userEvent.type(await screen.findByLabelText('First name'), 'a');
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
    expect(screen.getByTestId('address').textContent).toBe('/profile/edit');
  });
});

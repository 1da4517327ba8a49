import type { User } from '@courtly/contracts/identity';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import type { Session } from '../resources/session/session';
import { meQuery } from '../resources/session/session';
import { signedOut, renderAt, robin } from '../testing/render';
import { type Handlers, mockApi } from '../testing/server';
import { RequireMember } from './guards';
import { Header } from './header';
import { LogoutProvider } from '../resources/session/logout';
import { headerLinks, isUnder, menuLinks } from './navigation';
import { readReturnPath } from '../resources/session/return-path';

const labels = (items: { label: string }[]) => items.map(({ label }) => label);
const as = (role: typeof robin.role): Session => ({ state: 'signedIn', user: { ...robin, role } });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

describe('the navigation', () => {
  it('shows visitors the public links', () => {
    expect(labels(headerLinks({ state: 'signedOut', user: null }))).toEqual([
      'Explore Courts',
      'How It Works',
      'Sign In',
      'Sign Up',
    ]);
  });

  it('shows hosts and admins their dashboards', () => {
    expect(labels(headerLinks(as('player')))).toEqual([
      'My Bookings',
      'My Profile',
      'Explore',
      'Rankings',
    ]);
    expect(labels(menuLinks(as('player')))).toEqual(['Dashboard']);
    expect(labels(headerLinks(as('host')))).toContain('Host Dashboard');
    expect(labels(menuLinks(as('owner')))).toEqual([
      'Dashboard',
      'Host Dashboard',
      'Calendar',
      'List Your Court',
    ]);
    expect(labels(menuLinks(as('admin')))).toEqual(['Dashboard', 'Admin Dashboard']);
  });
});

describe('isUnder', () => {
  it.each([
    ['/', '/', true],
    ['/', '/courts', false],
    ['/courts', '/courts', true],
    ['/courts', '/courts/c1', true],
    ['/courts', '/courts/new', false],
    ['/courts', '/courts/c1/edit', false],
    ['/host-dashboard', '/courts/new', true],
    ['/host-dashboard', '/courts/c1/edit', true],
    ['/host-dashboard', '/owner/calendar', true],
    ['/host-dashboard', '/host/earnings', true],
    ['/host-dashboard', '/courts/c1', false],
  ])('with the link %s on the page %s returns %s', (to, pathname, expected) => {
    expect(isUnder(to, pathname)).toBe(expected);
  });
});

describe('the header', () => {
  const show = (me: Handlers[string], otherHandlers: Handlers = {}) => {
    mockApi({
      'GET /api/auth/me': me,
      'GET /api/notices/unread': () => [200, { unread: 0 }],
      ...otherHandlers,
    });
    return renderAt(
      '/bookings',
      <LogoutProvider>
        <Header />
        <Routes>
          <Route element={<RequireMember />}>
            <Route path="/bookings" element={<h1>Bookings</h1>} />
          </Route>
          <Route path="*" element={null} />
        </Routes>
      </LogoutProvider>,
    );
  };

  it('reserves space for its links while the session loads', async () => {
    show(signedOut);
    expect(screen.getByRole('status', { name: 'Loading your session' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
    await waitFor(() =>
      expect(screen.queryByRole('status', { name: 'Loading your session' })).toBeNull(),
    );
    expect(screen.getByRole('navigation').textContent).toContain('Apply Elite');
  });

  it('offers to load the account, and not to sign in, if the session cannot be loaded', async () => {
    jest.useFakeTimers();
    let isServerBroken = true;
    show(() => (isServerBroken ? [500, {}] : [200, robin]));
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
    isServerBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Load Account' }));
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(screen.getByRole('button', { name: 'Robin' })).toBeTruthy();
    jest.useRealTimers();
  });

  it("shows a user's first name, or the username if there is none", async () => {
    const queryClient = show(() => [200, robin]);
    expect(await screen.findByRole('button', { name: 'Robin' })).toBeTruthy();
    const nameless: User = { ...robin, firstName: '' };
    queryClient.setQueryData(meQuery.queryKey, nameless);
    expect(await screen.findByRole('button', { name: 'robin' })).toBeTruthy();
  });

  it("shows a user's avatar instead of the initials", async () => {
    const queryClient = show(() => [200, robin]);
    const button = await screen.findByRole('button', { name: 'Robin' });
    expect(button.querySelector('img')).toBeNull();
    const pictured: User = { ...robin, avatar: '/api/photos/people/u1/a.webp' };
    queryClient.setQueryData(meQuery.queryKey, pictured);
    await waitFor(() =>
      expect(button.querySelector('img')?.getAttribute('src')).toBe('/api/photos/people/u1/a.webp'),
    );
  });

  it('opens the home page when a user logs out on a page that requires sign-in', async () => {
    show(() => [200, robin], { 'POST /api/auth/logout': () => [204] });
    await userEvent.click(await screen.findByRole('button', { name: 'Log Out' }));
    expect(await screen.findByText('Logged out successfully')).toBeTruthy();
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
    expect(readReturnPath()).toBeNull();
    expect(within(screen.getByRole('navigation')).getAllByText('Sign In').length).toBeGreaterThan(
      0,
    );
  });

  it('reports a failed logout and keeps the session', async () => {
    show(() => [200, robin], {
      'POST /api/auth/logout': () => [500, { code: 'internal', message: 'Ours' }],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Log Out' }));
    expect(await screen.findByText('Error logging out')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Robin' })).toBeTruthy();
  });
});

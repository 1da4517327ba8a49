import type { SecondFactors } from '@courtly/contracts/second-factor';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { signedOut, renderAt, robin } from '../testing/render';
import { secondFactorsLike } from '../testing/second-factors';
import { type Handlers, mockApi } from '../testing/server';
import { RequireHost, RequireMember } from './guards';
import { RequireAdmin } from './require-admin';
import { readReturnPath } from '../resources/session/return-path';

const show = (me: Handlers[string]) => {
  mockApi({ 'GET /api/auth/me': me });
  renderAt(
    '/owner/dashboard?tab=analytics',
    <Routes>
      <Route element={<RequireMember />}>
        <Route path="/dashboard" element={<p>Dashboard</p>} />
        <Route element={<RequireHost />}>
          <Route path="/owner/dashboard" element={<p>Courts</p>} />
        </Route>
      </Route>
      <Route path="/login" element={<p>Login</p>} />
    </Routes>,
  );
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

/** Longer than all retries of the session request take. */
const RETRIES_MS = 20_000;

describe('a page that requires sign-in', () => {
  it('redirects a visitor to sign-in and saves the full return path', async () => {
    show(signedOut);
    expect(await screen.findByText('Login')).toBeTruthy();
    expect(readReturnPath()).toBe('/owner/dashboard?tab=analytics');
  });

  it('shows an error, and does not ask members to sign in, if the session cannot be loaded', async () => {
    jest.useFakeTimers();
    let isServerBroken = true;
    show(() => (isServerBroken ? [500, {}] : [200, { ...robin, role: 'owner' }]));
    await act(() => jest.advanceTimersByTimeAsync(RETRIES_MS));
    expect(screen.getByRole('heading', { name: "This page didn't load" })).toBeTruthy();
    expect(screen.queryByText('Login')).toBeNull();
    expect(localStorage).toHaveLength(0);
    const firstAlert = screen.getByRole('alert');
    const retryButton = screen.getByRole('button', { name: 'Try Again' });
    retryButton.focus();
    fireEvent.click(retryButton);
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(retryButton.getAttribute('aria-busy')).toBe('true');
    await act(() => jest.advanceTimersByTimeAsync(RETRIES_MS));
    expect(retryButton.getAttribute('aria-busy')).toBeNull();
    expect(document.activeElement).toBe(retryButton);
    expect(screen.getByRole('alert')).not.toBe(firstAlert);
    isServerBroken = false;
    fireEvent.click(retryButton);
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(screen.getByText('Courts')).toBeTruthy();
  });

  it('redirects a player to the dashboard if only hosts may open it', async () => {
    show(() => [200, robin]);
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard'));
  });

  it('opens for a court owner', async () => {
    show(() => [200, { ...robin, role: 'owner' }]);
    expect(await screen.findByText('Courts')).toBeTruthy();
  });
});

describe('an admin page', () => {
  const withFactors = (factors: Partial<SecondFactors>) => () =>
    [200, secondFactorsLike(factors)] as const;
  const open = (role: string, secondFactors: Handlers[string] = withFactors({})) => {
    mockApi({
      'GET /api/auth/me': () => [200, { ...robin, role }],
      'GET /api/auth/second-factors': secondFactors,
    });
    renderAt(
      '/admin/dashboard',
      <Routes>
        <Route path="/dashboard" element={<p>Dashboard</p>} />
        <Route path="/profile" element={<p>Settings</p>} />
        <Route element={<RequireMember />}>
          <Route element={<RequireAdmin />}>
            <Route path="/admin/dashboard" element={<p>Applications</p>} />
          </Route>
        </Route>
      </Routes>,
    );
  };

  it('opens for an admin', async () => {
    open('admin');
    expect(await screen.findByText('Applications')).toBeTruthy();
  });

  it('opens for an admin who signed in with a required second factor', async () => {
    open('admin', withFactors({ isRequired: true, isUsed: true }));
    expect(await screen.findByText('Applications')).toBeTruthy();
  });

  it('redirects an admin who signed in without a required second factor to the settings', async () => {
    open('admin', withFactors({ isRequired: true }));
    expect(await screen.findByText('Settings')).toBeTruthy();
    expect(screen.getByTestId('address').textContent).toBe('/profile?tab=settings');
  });

  it('shows an error, and no admin page, if the second factors cannot be loaded', async () => {
    let isServerBroken = true;
    open('admin', () => (isServerBroken ? [500, {}] : [200, secondFactorsLike()]));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Unable to load your two-step sign-in');
    expect(screen.getByRole('heading', { level: 1, name: 'Admin' })).toBeTruthy();
    expect(document.title).toBe('Admin · Courtly');
    expect(screen.queryByText('Applications')).toBeNull();
    isServerBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Applications')).toBeTruthy();
  });

  it('redirects a host to the dashboard', async () => {
    open('owner');
    expect(await screen.findByText('Dashboard')).toBeTruthy();
  });
});

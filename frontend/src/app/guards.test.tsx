import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { signedOut, renderAt, robin } from '../testing/render';
import { type Handlers, mockApi } from '../testing/server';
import { RequireAdmin, RequireHost, RequireMember } from './guards';

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

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('a page of members', () => {
  it('sends a visitor to sign in and remembers the whole address', async () => {
    show(signedOut);
    expect(await screen.findByText('Login')).toBeTruthy();
    expect(localStorage.getItem('courtly:redirect')).toBe('/owner/dashboard?tab=analytics');
  });

  it('sends a player from a page of hosts to the dashboard', async () => {
    show(() => [200, robin]);
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/dashboard'));
  });

  it('opens to an owner', async () => {
    show(() => [200, { ...robin, role: 'owner' }]);
    expect(await screen.findByText('Courts')).toBeTruthy();
  });
});

describe('a page of admins', () => {
  const open = (role: string) => {
    mockApi({ 'GET /api/auth/me': () => [200, { ...robin, role }] });
    renderAt(
      '/admin/dashboard',
      <Routes>
        <Route path="/dashboard" element={<p>Dashboard</p>} />
        <Route element={<RequireMember />}>
          <Route element={<RequireAdmin />}>
            <Route path="/admin/dashboard" element={<p>Applications</p>} />
          </Route>
        </Route>
      </Routes>,
    );
  };

  it('opens to them alone', async () => {
    open('admin');
    expect(await screen.findByText('Applications')).toBeTruthy();
  });

  it('sends a host to the dashboard', async () => {
    open('owner');
    expect(await screen.findByText('Dashboard')).toBeTruthy();
  });
});

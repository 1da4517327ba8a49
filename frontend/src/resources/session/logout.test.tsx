import { afterEach, expect, it } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { unreadQuery } from '../notification/notification-queries';
import { useUnsavedChanges } from '../../ui/guards';
import { LogoutProvider, useLogout } from './logout';

afterEach(cleanup);

function Form() {
  const logout = useLogout();
  useUnsavedChanges(true);
  return (
    <>
      <button onClick={() => void logout()}>Logout</button>
      <Link to="/">Home</Link>
    </>
  );
}

it('keeps the session if the user cancels logging out and opens the home page later', async () => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, robin],
    'POST /api/auth/logout': () => [204],
  });
  renderAt(
    '/profile/edit',
    <LogoutProvider>
      <Routes>
        <Route path="/profile/edit" element={<Form />} />
        <Route path="/" element={<p>Welcome</p>} />
      </Routes>
    </LogoutProvider>,
  );
  const press = async (button: string) =>
    userEvent.click(await screen.findByRole('button', { name: button }));
  await press('Logout');
  await press('Keep Editing');
  expect(screen.getByTestId('address').textContent).toBe('/profile/edit');
  await userEvent.click(screen.getByRole('link', { name: 'Home' }));
  await press('Discard Changes');
  await waitFor(() => expect(screen.getByText('Welcome')).toBeTruthy());
  expect(apiCalls.filter(({ name }) => name.startsWith('POST'))).toEqual([]);
});

function Unread() {
  const { data } = useQuery(unreadQuery);
  const logout = useLogout();
  return (
    <button onClick={() => void logout()}>Logout, with {data?.unread ?? 'no'} notifications</button>
  );
}

/**
 * A page whose first unread request never responds; later ones return two. Logging out responds
 * with `logoutReply`.
 */
const showUnread = (logoutResponse: readonly [number, unknown?]) => {
  const signals: AbortSignal[] = [];
  const abortedBefore: boolean[] = [];
  mockApi({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/notices/unread': ({ signal }) =>
      signals.push(signal!) > 1
        ? [200, { unread: 2 }]
        : new Promise((_, reject) =>
            signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
          ),
    'POST /api/auth/logout': () => {
      abortedBefore.push(...signals.map(({ aborted }) => aborted));
      return logoutResponse;
    },
  });
  const page = (
    <LogoutProvider>
      <Unread />
    </LogoutProvider>
  );
  renderAt('/', page);
  return abortedBefore;
};

it('cancels pending requests before ending the session', async () => {
  const abortedBefore = showUnread([204]);
  await userEvent.click(await screen.findByRole('button'));
  expect(await screen.findByText('Logged out successfully')).toBeTruthy();
  expect(abortedBefore).toEqual([true]);
});

it('refetches canceled requests if logging out fails', async () => {
  const abortedBefore = showUnread([500, { code: 'internal', message: 'Ours' }]);
  await userEvent.click(await screen.findByRole('button'));
  expect(await screen.findByText('Logout, with 2 notifications')).toBeTruthy();
  expect(abortedBefore).toEqual([true]);
});

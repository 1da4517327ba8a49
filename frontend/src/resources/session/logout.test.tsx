import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { useUnsavedChangesPrompt } from '../../lib/use-unsaved-changes-prompt';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { LogoutProvider, useLogout } from './logout';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

function Form() {
  const logout = useLogout();
  useUnsavedChangesPrompt(true);
  return (
    <>
      <button onClick={() => void logout()}>Logout</button>
      <Link to="/">Home</Link>
    </>
  );
}

it('who stays for unsaved changes, and goes home later, stays signed in', async () => {
  jest.spyOn(globalThis, 'confirm').mockReturnValueOnce(false).mockReturnValue(true);
  const calls = mockApi({ 'GET /api/auth/me': () => [200, robin], 'POST /api/auth/logout': () => [204] });
  renderAt(
    '/profile/edit',
    <LogoutProvider>
      <Routes>
        <Route path="/profile/edit" element={<Form />} />
        <Route path="/" element={<p>Welcome</p>} />
      </Routes>
    </LogoutProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect(screen.getByTestId('address').textContent).toBe('/profile/edit');
  await userEvent.click(screen.getByRole('link', { name: 'Home' }));
  await waitFor(() => expect(screen.getByText('Welcome')).toBeTruthy());
  expect(calls.filter(({ name }) => name.startsWith('POST'))).toEqual([]);
});

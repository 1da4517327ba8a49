import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { useUnsavedChangesPrompt } from '../../ui/use-unsaved-changes-prompt';
import { LogoutProvider, useLogout } from './logout';

afterEach(cleanup);

function Form() {
  const logout = useLogout();
  const { prompt } = useUnsavedChangesPrompt(true);
  return (
    <>
      <button onClick={() => void logout()}>Logout</button>
      <Link to="/">Home</Link>
      {prompt}
    </>
  );
}

it('who stays for unsaved changes, and goes home later, stays signed in', async () => {
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
  const press = async (button: string) => userEvent.click(await screen.findByRole('button', { name: button }));
  await press('Logout');
  await press('Keep Editing');
  expect(screen.getByTestId('address').textContent).toBe('/profile/edit');
  await userEvent.click(screen.getByRole('link', { name: 'Home' }));
  await press('Discard Changes');
  await waitFor(() => expect(screen.getByText('Welcome')).toBeTruthy());
  expect(calls.filter(({ name }) => name.startsWith('POST'))).toEqual([]);
});

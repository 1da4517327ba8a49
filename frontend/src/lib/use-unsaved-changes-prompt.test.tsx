import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link, RouterProvider, createMemoryRouter, useNavigate } from 'react-router-dom';
import { useUnsavedChangesPrompt } from './use-unsaved-changes-prompt';

function Form() {
  const [name, setName] = useState('');
  const allowNavigation = useUnsavedChangesPrompt(name !== '');
  const navigate = useNavigate();
  const save = () => {
    allowNavigation();
    void navigate('/profile');
  };
  return (
    <>
      <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      <Link to="?tab=two">Second tab</Link>
      <button onClick={save}>Save</button>
    </>
  );
}

const show = async () => {
  const router = createMemoryRouter(
    [
      { path: '/form', Component: Form },
      { path: '/profile', element: <h1>Profile</h1> },
    ],
    { initialEntries: ['/profile', '/form'] },
  );
  render(<RouterProvider router={router} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Robin');
  return () => act(() => router.navigate(-1));
};
const name = () => screen.getByLabelText<HTMLInputElement>('Name').value;
const profile = () => screen.findByRole('heading', { name: 'Profile' });
const confirm = jest.spyOn(window, 'confirm');

beforeEach(() => void confirm.mockReset());
afterEach(cleanup);

describe('unsaved changes', () => {
  it('outlive Back where the person stays, and are lost where not', async () => {
    confirm.mockReturnValueOnce(false).mockReturnValueOnce(true);
    const goBack = await show();
    await goBack();
    await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1));
    expect(name()).toBe('Robin');
    await goBack();
    expect(await profile()).toBeTruthy();
    expect(confirm).toHaveBeenCalledTimes(2);
  });

  it('are not asked about within the page, nor once they are saved', async () => {
    await show();
    await userEvent.click(screen.getByRole('link', { name: 'Second tab' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await profile()).toBeTruthy();
    expect(confirm).not.toHaveBeenCalled();
  });

  it('hold up the end of the page', async () => {
    await show();
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  });
});

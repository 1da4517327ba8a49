import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link, RouterProvider, createMemoryRouter, useNavigate } from 'react-router-dom';
import { useUnsavedChangesPrompt } from './use-unsaved-changes-prompt';

function Form() {
  const [name, setName] = useState('');
  const { prompt, confirmDiscard, allowNavigation } = useUnsavedChangesPrompt(name !== '');
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
      <button onClick={() => confirmDiscard(() => setName(''))}>Clear</button>
      {prompt}
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
const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });
const press = (button: string) => userEvent.click(screen.getByRole('button', { name: button }));

afterEach(cleanup);

describe('unsaved changes', () => {
  it('survive Back if the user keeps editing and are lost otherwise', async () => {
    const goBack = await show();
    await goBack();
    await question();
    await press('Keep Editing');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(name()).toBe('Robin');
    await goBack();
    await question();
    await press('Discard Changes');
    expect(await profile()).toBeTruthy();
  });

  it('cause no prompt on the same page or after saving', async () => {
    await show();
    await userEvent.click(screen.getByRole('link', { name: 'Second tab' }));
    await press('Save');
    expect(await profile()).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('cause a prompt before an action that discards them', async () => {
    await show();
    await press('Clear');
    await question();
    await press('Keep Editing');
    expect(name()).toBe('Robin');
    await press('Clear');
    await question();
    await press('Discard Changes');
    expect(name()).toBe('');
    await press('Clear');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('block unloading the page', async () => {
    await show();
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  });
});

import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useState } from 'react';
import { Link, RouterProvider, createMemoryRouter, useNavigate } from 'react-router-dom';
import { CloseButton } from './close-button';
import { Dialog } from './dialog';
import { useUnsavedChanges } from './guards';
import { NavigationGuard } from './navigation-guard';

function Form() {
  const [name, setName] = useState('');
  const { confirmDiscard, allowNavigation } = useUnsavedChanges(name !== '');
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
      <NavigationGuard />
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

function DialogPage() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="Decline"
        footer={<CloseButton>Back</CloseButton>}
      >
        <textarea aria-label="Note" />
        <label>
          <input type="checkbox" /> Notify
        </label>
        <button onClick={close}>Send</button>
      </Dialog>
      <NavigationGuard />
    </>
  );
}

const openDialog = async () => {
  const router = createMemoryRouter(
    [
      { path: '/bookings', Component: DialogPage },
      { path: '/profile', element: <h1>Profile</h1> },
    ],
    { initialEntries: ['/profile', '/bookings'] },
  );
  render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  await press('Open');
  await screen.findByRole('dialog', { name: 'Decline' });
  return { router, goBack: () => act(() => router.navigate(-1)) };
};
const dialog = () => screen.queryByRole('dialog', { name: 'Decline' });
const closings = {
  Escape: () => userEvent.keyboard('{Escape}'),
  'the close button': () => press('Close'),
  'a button of the dialog': () => press('Back'),
  'the backdrop': () => userEvent.click(document.querySelector('.bg-scrim')!),
};

describe('a dialog', () => {
  it('is closed by Back, which stays on the page', async () => {
    const { router, goBack } = await openDialog();
    await goBack();
    expect(dialog()).toBeNull();
    expect(router.state.location.pathname).toBe('/bookings');
    await goBack();
    expect(await profile()).toBeTruthy();
  });

  it.each(Object.entries(closings))('is closed by %s if nothing was entered', async (_, close) => {
    await openDialog();
    await userEvent.type(screen.getByLabelText('Note'), 'a{Backspace}');
    await userEvent.click(screen.getByLabelText('Note'));
    await close();
    expect(dialog()).toBeNull();
  });

  it.each(Object.entries(closings))('asks before %s discards entries', async (_, close) => {
    await openDialog();
    await userEvent.type(screen.getByLabelText('Note'), 'Sorry');
    await close();
    await question();
    await press('Keep Editing');
    await waitFor(() => expect(dialog()).toBeTruthy());
    expect(screen.getByLabelText('Note')).toHaveProperty('value', 'Sorry');
    await close();
    await question();
    await press('Discard Changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks before Back discards entries', async () => {
    const { router, goBack } = await openDialog();
    await userEvent.click(screen.getByLabelText('Notify'));
    await goBack();
    await question();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(dialog()).toBeTruthy());
    await goBack();
    await question();
    await press('Discard Changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/bookings');
  });

  it('closes without asking once its action is done, and Back then leaves the page', async () => {
    const { goBack } = await openDialog();
    await userEvent.type(screen.getByLabelText('Note'), 'Sorry');
    await press('Send');
    expect(dialog()).toBeNull();
    await goBack();
    expect(await profile()).toBeTruthy();
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { EditProfilePage } from '../features/profile/edit-profile-page';
import { call } from '../lib/api';
import { endSessionKey, meQuery, syncSession } from '../resources/session/session';
import { renderAt, robin, signedOut } from '../testing/render';
import { type Handlers, holdSession, mockApi } from '../testing/server';
import { Dialog } from '../ui/dialog';
import { RequireMember } from './guards';
import { SessionRecovery } from './session-recovery';

const ME = 'GET /api/auth/me';
const SAVE = 'PATCH /api/auth/me';
const LOGIN = 'POST /api/auth/login';
const wanda = {
  ...robin,
  id: 'u2',
  username: 'wanda',
  firstName: 'Wanda',
  email: 'wanda@example.test',
};

let isSessionValid = true;
/** Opens the profile editor and ends the session on the server while the member types. */
const typeUntilSessionEnds = async (handlers: Handlers = {}) => {
  isSessionValid = true;
  const unloads: Event[] = [];
  /** The browser asks whether to leave, and the member stays. */
  const reload = () => {
    const unload = new Event('beforeunload', { cancelable: true });
    unloads.push(unload);
    window.dispatchEvent(unload);
  };
  const apiCalls = mockApi({
    [ME]: () => (isSessionValid ? [200, robin] : signedOut()),
    [SAVE]: () => (isSessionValid ? [200, { ...robin, firstName: 'Robyn' }] : signedOut()),
    [LOGIN]: () => {
      isSessionValid = true;
      return [200, robin];
    },
    ...handlers,
  });
  const queryClient = renderAt(
    '/profile/edit',
    <SessionRecovery reload={reload}>
      <Routes>
        <Route element={<RequireMember />}>
          <Route path="/profile/edit" element={<EditProfilePage />} />
          <Route path="/profile" element={<p>Profile</p>} />
        </Route>
        <Route path="/login" element={<p>Login</p>} />
        <Route path="/other" element={<p>Other</p>} />
      </Routes>
      <Link to="/other">Other page</Link>
    </SessionRecovery>,
  );
  const nameField = await screen.findByLabelText<HTMLInputElement>('First name');
  await userEvent.clear(nameField);
  await userEvent.type(nameField, 'Robyn');
  isSessionValid = false;
  const callsOf = (name: string) => apiCalls.filter((apiCall) => apiCall.name === name);
  return { queryClient, nameField, unloads, callsOf };
};
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const signIn = async ({ email } = robin) => {
  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' });
  expect(within(dialog).getByLabelText<HTMLInputElement>('Email').value).toBe(email);
  await userEvent.type(within(dialog).getByLabelText('Password'), 'password1');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign In' }));
};
const currentUrl = () => screen.getByTestId('address').textContent;

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('when the session ends while a member works', () => {
  it('a write is repeated with its idempotency key after signing in again', async () => {
    const { nameField, callsOf } = await typeUntilSessionEnds();
    await click('Save Changes');
    await screen.findByRole('dialog', { name: 'Sign in again' });
    expect(nameField.isConnected && nameField.value).toBe('Robyn');
    await signIn();
    expect(await screen.findByText('Profile')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    const [refusedSave, repeatedSave, ...otherSaves] = callsOf(SAVE);
    expect(otherSaves).toEqual([]);
    expect(repeatedSave!.body).toEqual(refusedSave!.body);
    expect(repeatedSave!.headers.get('Idempotency-Key')).toBe(
      refusedSave!.headers.get('Idempotency-Key'),
    );
  });

  it('a second factor can be used in the dialog', async () => {
    const details = { ticket: 'sealed', kinds: ['totp'] };
    let attempts = 0;
    await typeUntilSessionEnds({
      [LOGIN]: () => [401, { code: 'second_factor_pending', message: 'One more step.', details }],
      'POST /api/auth/login/second-step': () => {
        attempts += 1;
        if (attempts === 1) return [401, { code: 'not_signed_in', message: 'Please start again.' }];
        isSessionValid = true;
        return [200, robin];
      },
    });
    await click('Save Changes');
    await signIn();
    await userEvent.type(await screen.findByLabelText('Code from your app'), '123456');
    await click('Sign In');
    expect(await screen.findByText('Please start again.')).toBeTruthy();
    await click('Sign In');
    expect(await screen.findByText('Profile')).toBeTruthy();
  });

  it('a background read keeps the page and what was typed', async () => {
    const { queryClient, nameField, callsOf } = await typeUntilSessionEnds();
    queryClient.setQueryData(['/api/bookings', 'b1'], 'seen before');
    act(() => void queryClient.invalidateQueries(meQuery));
    await screen.findByRole('dialog', { name: 'Sign in again' });
    expect(queryClient.getQueryData(['/api/bookings', 'b1'])).toBeUndefined();
    // A refused read of the session also removes the cookie that marks signed-in browsers.
    holdSession(false);
    const readCount = callsOf(ME).length;
    act(() => void queryClient.invalidateQueries(meQuery));
    await waitFor(() => expect(callsOf(ME)).toHaveLength(readCount + 1));
    await signIn();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(currentUrl()).toBe('/profile/edit');
    expect(nameField.isConnected && nameField.value).toBe('Robyn');
  });

  it('a dialog of the page stays open with what was typed', async () => {
    let isSaved = false;
    mockApi({
      'GET /api/auth/me': () => [200, robin],
      [SAVE]: () => (isSessionValid ? [200, robin] : signedOut()),
      [LOGIN]: () => {
        isSessionValid = true;
        return [200, robin];
      },
    });
    const onClose = jest.fn();
    const save = () =>
      call('PATCH /api/auth/me', {
        body: { firstName: 'R', lastName: 'B', phone: '4805550123', homeCity: '' },
      });
    const queryClient = renderAt(
      '/',
      <>
        <Dialog open onClose={onClose} title="Your review">
          <input aria-label="Note" />
          <button onClick={() => void save().then(() => (isSaved = true))}>Save</button>
        </Dialog>
        <SessionRecovery />
      </>,
    );
    queryClient.setQueryData(meQuery.queryKey, robin);
    await userEvent.type(await screen.findByLabelText('Note'), 'Great clay');
    isSessionValid = false;
    await click('Save');
    await screen.findByRole('dialog', { name: 'Sign in again' });
    await userEvent.keyboard('{Escape}');
    await screen.findByRole('dialog', { name: 'Stay signed out?' });
    await click('Back to Sign In');
    await signIn();
    await waitFor(() => expect(isSaved).toBe(true));
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('Great clay');
  });

  it('another account gets a clean page, and the write is never repeated', async () => {
    const { unloads, queryClient, callsOf, nameField } = await typeUntilSessionEnds({
      [SAVE]: () => (isSessionValid ? [200, wanda] : signedOut()),
      [LOGIN]: () => {
        isSessionValid = true;
        return [200, wanda];
      },
    });
    queryClient.setQueryData(['/api/bookings', 'b1'], 'private');
    await click('Save Changes');
    await signIn();
    await waitFor(() => expect(nameField.isConnected).toBe(false));
    expect(unloads.map(({ defaultPrevented }) => defaultPrevented)).toEqual([false]);
    const wandasField = await screen.findByLabelText<HTMLInputElement>('First name');
    expect(wandasField.value).toBe('Wanda');
    expect(queryClient.getQueryData(['/api/bookings', 'b1'])).toBeUndefined();
    await userEvent.type(wandasField, 'Lu');
    isSessionValid = false;
    await click('Save Changes');
    await signIn(wanda);
    expect(await screen.findByText('Profile')).toBeTruthy();
    expect(callsOf(SAVE).map(({ body }) => (body as typeof robin).firstName)).toEqual([
      'Robyn',
      'WandaLu',
      'WandaLu',
    ]);
  });

  it('a sign-in with another account in another tab opens a clean page', async () => {
    const { unloads, queryClient, nameField } = await typeUntilSessionEnds();
    act(() => void queryClient.setQueryData(meQuery.queryKey, wanda));
    await waitFor(() => expect(nameField.isConnected).toBe(false));
    expect(unloads.map(({ defaultPrevented }) => defaultPrevented)).toEqual([false]);
  });

  it('a sign-in in another tab is enough', async () => {
    const { queryClient } = await typeUntilSessionEnds();
    const end = syncSession(queryClient);
    await click('Save Changes');
    await screen.findByRole('dialog', { name: 'Sign in again' });
    isSessionValid = true;
    holdSession(true);
    act(
      () =>
        void window.dispatchEvent(new StorageEvent('storage', { key: 'courtly:session-changed' })),
    );
    expect(await screen.findByText('Profile')).toBeTruthy();
    end();
  });

  it('a sign-out in another tab keeps the page open', async () => {
    const { queryClient, nameField, callsOf } = await typeUntilSessionEnds();
    const end = syncSession(queryClient);
    await click('Save Changes');
    const dialog = await screen.findByRole('dialog', { name: 'Sign in again' });
    holdSession(false);
    localStorage.setItem('courtly:session-changed', 'signed-out:1');
    const readCount = callsOf(ME).length;
    act(() => void queryClient.invalidateQueries(meQuery));
    await waitFor(() => expect(callsOf(ME)).toHaveLength(readCount + 1));
    expect(currentUrl()).toBe('/profile/edit');
    expect(dialog.isConnected && nameField.isConnected).toBe(true);
    await signIn();
    expect(await screen.findByText('Profile')).toBeTruthy();
    end();
  });

  it('a write is not repeated on another page', async () => {
    const { callsOf } = await typeUntilSessionEnds();
    await click('Save Changes');
    const dialog = await screen.findByRole('dialog', { name: 'Sign in again' });
    expect(within(dialog).getByText(/send what you just submitted/)).toBeTruthy();
    fireEvent.click(screen.getByText('Other page'));
    fireEvent.click(await screen.findByText('Discard Changes'));
    await waitFor(() =>
      expect(within(dialog).queryByText(/send what you just submitted/)).toBeNull(),
    );
    await signIn();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(callsOf(SAVE)).toHaveLength(1);
  });

  it('a write is not repeated after five minutes', async () => {
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['performance', 'queueMicrotask'] });
    try {
      const { queryClient, callsOf, nameField } = await typeUntilSessionEnds();
      fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
      const dialog = await screen.findByRole('dialog', { name: 'Sign in again' });
      await act(() => jest.advanceTimersByTimeAsync(5 * 60_000));
      expect(within(dialog).queryByText(/send what you just submitted/)).toBeNull();
      isSessionValid = true;
      holdSession(true);
      act(() => void queryClient.invalidateQueries(meQuery));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(callsOf(SAVE)).toHaveLength(1);
      expect(nameField.value).toBe('Robyn');
    } finally {
      jest.useRealTimers();
    }
  });

  it('a request sent before the member signed in again is repeated without asking', async () => {
    let refuseLate: (reply: ReturnType<typeof signedOut>) => void = () => undefined;
    let attempts = 0;
    const { queryClient } = await typeUntilSessionEnds({
      'GET /api/bookings': () => {
        attempts += 1;
        return attempts > 1 ? [200, []] : new Promise((resolve) => (refuseLate = resolve));
      },
    });
    const lateRead = call('GET /api/bookings', { query: {} });
    await click('Save Changes');
    await signIn();
    expect(await screen.findByText('Profile')).toBeTruthy();
    refuseLate(signedOut());
    expect(await lateRead).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(queryClient.getQueryData(meQuery.queryKey)).toMatchObject({ id: robin.id });
  });

  it('a sign-out by the member does not ask them to sign in again', async () => {
    const { queryClient } = await typeUntilSessionEnds({
      'POST /api/auth/logout': () => new Promise(() => undefined),
      'GET /api/bookings': signedOut,
    });
    void queryClient
      .getMutationCache()
      .build(queryClient, {
        mutationKey: endSessionKey,
        mutationFn: () => call('POST /api/auth/logout'),
      })
      .execute(undefined);
    await expect(call('GET /api/bookings', { query: {} })).rejects.toThrow('401');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('members who stay signed out are warned, and then sent to sign-in', async () => {
    const { nameField } = await typeUntilSessionEnds();
    await click('Save Changes');
    await screen.findByRole('dialog', { name: 'Sign in again' });
    await userEvent.keyboard('{Escape}');
    expect(
      within(await screen.findByRole('dialog', { name: 'Stay signed out?' })).getByText(
        /will be lost/,
      ),
    ).toBeTruthy();
    expect(nameField.isConnected).toBe(true);
    await click('Stay Signed Out');
    expect(await screen.findByText('Login')).toBeTruthy();
  });
});

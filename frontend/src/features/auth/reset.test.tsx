import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { ForgotPasswordPage } from './forgot-password-page';
import { LoginPage } from './login-page';
import { ResetPasswordPage } from './reset-password-page';

afterEach(cleanup);

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const address = () => screen.getByTestId('address').textContent;
const writes = (calls: ReturnType<typeof mockApi>) =>
  calls.filter(({ name }) => name.startsWith('POST'));

it('links from sign-in to the forgotten password page', () => {
  mockApi({});
  renderAt('/login', <LoginPage />);
  expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe(
    '/forgot-password',
  );
});

describe('a forgotten password', () => {
  const message = 'If there is an account with this email, a link to a new password is on its way.';
  const show = (handlers: Handlers = {}) => {
    const calls = mockApi({
      'POST /api/auth/password-resets': () => [202, { message }],
      ...handlers,
    });
    renderAt('/forgot-password', <ForgotPasswordPage />);
    return calls;
  };

  it('sends a reset link and shows the message of the server', async () => {
    const calls = show();
    await userEvent.type(screen.getByLabelText('Email'), 'Robin@example.test');
    await press('Send Link');
    expect(await screen.findByText(message, { exact: false })).toBeTruthy();
    expect(writes(calls)[0]!.body).toEqual({ email: 'robin@example.test' });
    await press('Send Again');
    await waitFor(() => expect(writes(calls)).toHaveLength(2));
  });

  it('requires an email', async () => {
    const calls = show();
    await press('Send Link');
    expect(await screen.findByText('Please enter a valid email')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
    expect(writes(calls)).toEqual([]);
  });

  it('prefills the email of a signed-in member', async () => {
    show({ 'GET /api/auth/me': () => [200, robin] });
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(robin.email),
    );
  });

  it('reports too many requests', async () => {
    const refusal = {
      code: 'too_many_requests',
      message: 'Too many attempts. Please try again in 12 min.',
    };
    show({ 'POST /api/auth/password-resets': () => [429, refusal] });
    await userEvent.type(screen.getByLabelText('Email'), 'robin@example.test');
    await press('Send Link');
    expect(await screen.findByText(refusal.message)).toBeTruthy();
  });
});

describe('a new password', () => {
  const CALL = 'POST /api/auth/password-resets/u1.abc';
  const show = (handlers: Handlers = {}, at = '/reset-password?token=u1.abc') => {
    const calls = mockApi({ [CALL]: () => [204], ...handlers });
    renderAt(at, <ResetPasswordPage />);
    return calls;
  };
  const fill = async (first: string, second: string) => {
    await userEvent.type(screen.getByLabelText('New password'), first);
    await userEvent.type(screen.getByLabelText('Confirm new password'), second);
    await press('Set Password');
  };

  it('sets the password and opens the sign-in page', async () => {
    const calls = show();
    await fill('grass-court-rally', 'grass-court-rally');
    expect(await screen.findByText('Sign in with your new password.')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/login'));
    expect(writes(calls)[0]!.body).toEqual({ newPassword: 'grass-court-rally' });
  });

  it('requires the same password twice', async () => {
    const calls = show();
    await fill('grass-court-rally', 'grass-court-rall');
    expect(await screen.findByText("Passwords don't match")).toBeTruthy();
    expect(writes(calls)).toEqual([]);
  });

  it('shows a weak password at its field', async () => {
    const fields = [{ field: 'newPassword', message: 'Please choose another.' }];
    show({
      [CALL]: () => [
        400,
        { code: 'invalid_request', message: 'Please choose another.', details: { fields } },
      ],
    });
    await fill('password1', 'password1');
    expect(await screen.findByText('Please choose another.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New password')));
  });

  it.each([
    [
      'was used',
      () =>
        show({ [CALL]: () => [404, { code: 'not_found', message: 'This link does not work.' }] }),
    ],
    ['is cut off', () => show({}, '/reset-password')],
  ])('offers a new link when the link %s', async (_, open) => {
    open();
    if (screen.queryByLabelText('New password'))
      await fill('grass-court-rally', 'grass-court-rally');
    expect(await screen.findByText(/^This link no longer works/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Request a New Link' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});

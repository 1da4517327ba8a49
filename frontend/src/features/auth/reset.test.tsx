import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SessionRecovery } from '../../app/session-recovery';
import { renderAt, robin, signedOut } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { ForgotPasswordPage } from './forgot-password-page';
import { LoginPage } from './login-page';
import { ResetPasswordPage } from './reset-password-page';

afterEach(cleanup);

const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const currentUrl = () => screen.getByTestId('address').textContent;
const postedCalls = (apiCalls: ReturnType<typeof mockApi>) =>
  apiCalls.filter(({ name }) => name.startsWith('POST'));

it('links from sign-in to the forgotten password page', () => {
  mockApi({ 'GET /api/auth/providers': () => [200, []] });
  renderAt('/login', <LoginPage />);
  expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe(
    '/forgot-password',
  );
});

describe('the forgotten password page', () => {
  const message = 'If there is an account with this email, a link to a new password is on its way.';
  const renderForgotPassword = (handlers: Handlers = {}) => {
    const apiCalls = mockApi({
      'POST /api/auth/password-resets': () => [202, { message }],
      ...handlers,
    });
    renderAt('/forgot-password', <ForgotPasswordPage />);
    return apiCalls;
  };

  it("sends a reset link and shows the server's message", async () => {
    const apiCalls = renderForgotPassword();
    await userEvent.type(screen.getByLabelText('Email'), 'Robin@example.test');
    await clickButton('Send Link');
    expect(await screen.findByText(message, { exact: false })).toBeTruthy();
    expect(postedCalls(apiCalls)[0]!.body).toEqual({ email: 'robin@example.test' });
    await clickButton('Send Again');
    await waitFor(() => expect(postedCalls(apiCalls)).toHaveLength(2));
  });

  it('requires an email', async () => {
    const apiCalls = renderForgotPassword();
    await clickButton('Send Link');
    expect(await screen.findByText('Please enter a valid email')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
    expect(postedCalls(apiCalls)).toEqual([]);
  });

  it('prefills the email of a signed-in user', async () => {
    renderForgotPassword({ 'GET /api/auth/me': () => [200, robin] });
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(robin.email),
    );
  });

  it('reports too many requests', async () => {
    const rateLimitError = {
      code: 'too_many_requests',
      message: 'Too many attempts. Please try again in 12 min.',
    };
    renderForgotPassword({ 'POST /api/auth/password-resets': () => [429, rateLimitError] });
    await userEvent.type(screen.getByLabelText('Email'), 'robin@example.test');
    await clickButton('Send Link');
    expect(await screen.findByText(rateLimitError.message)).toBeTruthy();
  });
});

describe('the reset password page', () => {
  const RESET_ROUTE = 'POST /api/auth/password-resets/u1.abc';
  const renderResetPassword = (
    handlers: Handlers = {},
    initialUrl = '/reset-password?token=u1.abc',
  ) => {
    const apiCalls = mockApi({ [RESET_ROUTE]: () => [204], ...handlers });
    renderAt(
      initialUrl,
      <>
        <ResetPasswordPage />
        <SessionRecovery />
      </>,
    );
    return apiCalls;
  };
  const fillPasswords = async (firstPassword: string, secondPassword: string) => {
    await userEvent.type(screen.getByLabelText('New password'), firstPassword);
    await userEvent.type(screen.getByLabelText('Confirm new password'), secondPassword);
    await clickButton('Set Password');
  };

  it('sets the password and opens the sign-in page', async () => {
    const apiCalls = renderResetPassword();
    await fillPasswords('grass-court-rally', 'grass-court-rally');
    expect(await screen.findByText('Sign in with your new password.')).toBeTruthy();
    await waitFor(() => expect(currentUrl()).toBe('/login'));
    expect(postedCalls(apiCalls)[0]!.body).toEqual({ newPassword: 'grass-court-rally' });
  });

  it('signs out the member whose sessions it ended', async () => {
    let isReset = false;
    const me: Handlers[string] = () => (isReset ? signedOut() : [200, robin]);
    renderResetPassword({
      'GET /api/auth/me': me,
      [RESET_ROUTE]: () => {
        isReset = true;
        return [204];
      },
    });
    await fillPasswords('grass-court-rally', 'grass-court-rally');
    expect(await screen.findByText('Sign in with your new password.')).toBeTruthy();
    await waitFor(() => expect(currentUrl()).toBe('/login'));
  });

  it('requires the same password twice', async () => {
    const apiCalls = renderResetPassword();
    await fillPasswords('grass-court-rally', 'grass-court-rall');
    expect(await screen.findByText("Passwords don't match")).toBeTruthy();
    expect(postedCalls(apiCalls)).toEqual([]);
  });

  it('shows the error for a weak password at its field', async () => {
    const fields = [{ field: 'newPassword', message: 'Please choose another.' }];
    renderResetPassword({
      [RESET_ROUTE]: () => [
        400,
        { code: 'invalid_request', message: 'Please choose another.', details: { fields } },
      ],
    });
    await fillPasswords('password1', 'password1');
    expect(await screen.findByText('Please choose another.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New password')));
  });

  it.each([
    [
      'was used',
      () =>
        renderResetPassword({
          [RESET_ROUTE]: () => [404, { code: 'not_found', message: "This link doesn't work." }],
        }),
    ],
    ['is cut off', () => renderResetPassword({}, '/reset-password')],
  ])('offers a new link when the link %s', async (_, openLink) => {
    openLink();
    if (screen.queryByLabelText('New password'))
      await fillPasswords('grass-court-rally', 'grass-court-rally');
    expect(await screen.findByText(/^This link no longer works/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Request a New Link' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rememberReturnPath } from '../../resources/session/return-path';
import { signedOut, renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { LoginPage } from './login-page';
import { RegisterPage } from './register-page';

const FINISH = 'POST /api/auth/providers/google/finish';
const REGISTER = 'POST /api/auth/providers/registrations';
const currentUrl = () => screen.getByTestId('address').textContent;
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

describe('the provider buttons', () => {
  it.each([
    ['/login', <LoginPage key="login" />],
    ['/register', <RegisterPage key="register" />],
  ])('on %s appear only for configured providers', async (path, page) => {
    mockApi({ 'GET /api/auth/me': signedOut, 'GET /api/auth/providers': () => [200, ['apple']] });
    renderAt(path, page);
    expect(await screen.findByRole('button', { name: 'Continue with Apple' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
  });

  it('report a provider that does not respond', async () => {
    mockApi({
      'GET /api/auth/me': signedOut,
      'GET /api/auth/providers': () => [200, ['google']],
      'POST /api/auth/providers/google/login': () => [
        502,
        { code: 'provider_unavailable', message: "Google doesn't respond." },
      ],
    });
    renderAt('/login', <LoginPage />);
    await click('Continue with Google');
    expect(await screen.findByText("Google doesn't respond.")).toBeTruthy();
  });
});

describe('the return from a provider', () => {
  const show = (handlers: Handlers, fragment = 'provider=google&code=c&state=s&iss=i') => {
    const apiCalls = mockApi({
      'GET /api/auth/me': signedOut,
      'GET /api/auth/providers': () => [200, ['google']],
      ...handlers,
    });
    renderAt(`/login#${fragment}`, <LoginPage />);
    return (name: string) => apiCalls.filter((call) => call.name === name).map(({ body }) => body);
  };

  it('signs in and opens the requested page', async () => {
    rememberReturnPath('/bookings');
    const sent = show({ [FINISH]: () => [200, { outcome: 'signedIn', user: robin }] });
    await waitFor(() => expect(currentUrl()).toBe('/bookings'));
    expect(sent(FINISH)).toEqual([{ code: 'c', state: 's', iss: 'i' }]);
  });

  it('opens the settings after linking an account', async () => {
    show({ [FINISH]: () => [200, { outcome: 'linked' }] });
    await waitFor(() => expect(currentUrl()).toBe('/profile?tab=settings'));
  });

  it('asks for the second step', async () => {
    const details = { ticket: 'sealed', kinds: ['totp'] };
    show({ [FINISH]: () => [401, { code: 'second_factor_pending', message: '', details }] });
    expect(await screen.findByRole('heading', { name: 'Two-step sign-in' })).toBeTruthy();
  });

  it('explains a refusal once and leads back', async () => {
    const message = 'There is already an account with robin@example.test.';
    const sent = show({ [FINISH]: () => [409, { code: 'taken', message }] });
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(currentUrl()).toBe('/login');
    await click('Back to Sign In');
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
    expect(sent(FINISH)).toHaveLength(1);
  });

  const unregistered = {
    outcome: 'unregistered',
    ticket: 'sealed',
    email: 'robin@example.test',
    firstName: '',
    lastName: '',
  };

  it('registers with the name from Apple and without a password', async () => {
    const user = JSON.stringify({ name: { firstName: 'Robin', lastName: 'Volley' } });
    const fragment = new URLSearchParams({ provider: 'google', code: 'c', user }).toString();
    const sent = show(
      { [FINISH]: () => [200, unregistered], [REGISTER]: () => [201, robin] },
      fragment,
    );
    expect(await screen.findByText(/has verified robin@example\.test/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Username'), 'robin');
    await userEvent.type(screen.getByLabelText('Phone'), '4805550123');
    await click('Create Account');
    await waitFor(() => expect(currentUrl()).toBe('/'));
    expect(sent(REGISTER)).toEqual([
      {
        ticket: 'sealed',
        firstName: 'Robin',
        lastName: 'Volley',
        username: 'robin',
        phone: '4805550123',
        role: 'player',
      },
    ]);
    expect(sent(FINISH)).toEqual([{ code: 'c' }]);
  });

  it('ignores the fragment of an unknown provider', async () => {
    const sent = show({}, 'provider=evil&code=c');
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
    expect(sent(FINISH)).toEqual([]);
  });
});

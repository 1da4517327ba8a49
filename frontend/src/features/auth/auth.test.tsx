import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rememberReturnPath } from '../../resources/session/return-path';
import { signedOut, renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { LoginPage } from './login-page';
import { RegisterPage } from './register-page';
import { readReturnPath } from '../../resources/session/return-path';

const currentUrl = () => screen.getByTestId('address').textContent;
const fillFields = async (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values))
    await userEvent.type(screen.getByLabelText(label), value);
};
const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const visitor: Handlers = {
  'GET /api/auth/me': signedOut,
  'GET /api/auth/providers': () => [200, []],
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

describe('the sign-in page', () => {
  const credentials = { Email: 'robin@example.test', Password: 'password1' };

  it('returns to the requested page once', async () => {
    mockApi({ ...visitor, 'POST /api/auth/login': () => [200, robin] });
    rememberReturnPath('/courts/abc?date=2027-03-13');
    renderAt('/login', <LoginPage />);
    await fillFields(credentials);
    await clickButton('Sign In');
    expect(await screen.findByText('Welcome back!')).toBeTruthy();
    expect(screen.getByText('You have successfully logged in.')).toBeTruthy();
    await waitFor(() => expect(currentUrl()).toBe('/courts/abc?date=2027-03-13'));
    expect(readReturnPath()).toBeNull();
  });

  it('explains sign-in only to visitors who want to book', async () => {
    mockApi({ ...visitor });
    rememberReturnPath('/courts/abc?date=2027-03-13&slot=2027-03-13T16%3A00%3A00.000Z');
    renderAt('/login', <LoginPage />);
    expect(await screen.findByText(/Your selected hour will still be here/)).toBeTruthy();
    cleanup();
    rememberReturnPath('/courts/abc?date=2027-03-13');
    renderAt('/login', <LoginPage />);
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(screen.queryByText(/will still be here/)).toBeNull();
  });

  it('opens the home page if the return path is invalid', async () => {
    mockApi({ ...visitor, 'POST /api/auth/login': () => [200, robin] });
    rememberReturnPath('//evil.example');
    renderAt('/login', <LoginPage />);
    await fillFields(credentials);
    await clickButton('Sign In');
    await waitFor(() => expect(currentUrl()).toBe('/'));
  });

  it("shows the server's reason for a refusal", async () => {
    const refusedLogin = { code: 'wrong_credentials', message: 'Invalid email or password' };
    mockApi({ ...visitor, 'POST /api/auth/login': () => [401, refusedLogin] });
    renderAt('/login', <LoginPage />);
    await fillFields(credentials);
    await clickButton('Sign In');
    expect(await screen.findByText('Login failed')).toBeTruthy();
    expect(screen.getByText('Invalid email or password')).toBeTruthy();
    expect(currentUrl()).toBe('/login');
  });

  it('validates email and password before calling the server', async () => {
    const apiCalls = mockApi({ ...visitor });
    renderAt('/login', <LoginPage />);
    await fillFields({ Email: 'robin', Password: 'short' });
    await clickButton('Sign In');
    expect(await screen.findByText('Please enter a valid email')).toBeTruthy();
    expect(screen.getByText('Password must be at least 6 characters')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
    expect(apiCalls.map(({ name }) => name).sort()).toEqual(Object.keys(visitor));
  });

  it('shows and hides the password', async () => {
    mockApi({ ...visitor });
    renderAt('/login', <LoginPage />);
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password');
    await clickButton('Show password');
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text');
  });
});

describe('the second step of a sign-in', () => {
  const pending = {
    code: 'second_factor_pending',
    message: 'Your password is correct.',
    details: { ticket: 'sealed', kinds: ['totp'] },
  };
  const STEP = 'POST /api/auth/login/second-step';
  const open = async (handlers: Handlers = {}) => {
    const apiCalls = mockApi({
      ...visitor,
      'POST /api/auth/login': () => [401, pending],
      ...handlers,
    });
    rememberReturnPath('/admin/money');
    renderAt('/login', <LoginPage />);
    await fillFields({ Email: 'robin@example.test', Password: 'password1' });
    await clickButton('Sign In');
    await screen.findByRole('heading', { name: 'Two-step sign-in' });
    return () => apiCalls.filter(({ name }) => name === STEP).map(({ body }) => body);
  };

  it('asks for a code from the app, and then opens the requested page', async () => {
    const sent = await open({ [STEP]: () => [200, robin] });
    expect(document.title).not.toBe('');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText('Code from your app')),
    );
    expect(screen.queryByText('Login failed')).toBeNull();
    await fillFields({ 'Code from your app': '123 456' });
    await clickButton('Sign In');
    expect(await screen.findByText('Welcome back!')).toBeTruthy();
    expect(sent()).toEqual([{ ticket: 'sealed', code: '123456' }]);
    await waitFor(() => expect(currentUrl()).toBe('/admin/money'));
  });

  it('accepts a recovery code instead, however people type it', async () => {
    const sent = await open({ [STEP]: () => [200, robin] });
    await clickButton('Use a recovery code');
    await fillFields({ 'Recovery code': 'ABCDE-12345' });
    await clickButton('Sign In');
    expect(await screen.findByText('Welcome back!')).toBeTruthy();
    expect(sent()).toEqual([{ ticket: 'sealed', code: 'abcde12345' }]);
  });

  it('offers a passkey and the recovery codes to people without an app', async () => {
    const details = { ticket: 'sealed', kinds: ['passkey'] };
    await open({ 'POST /api/auth/login': () => [401, { ...pending, details }] });
    expect(screen.getByRole('button', { name: 'Use a Passkey' })).toBeTruthy();
    expect(screen.getByLabelText('Recovery code')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Use a code from your app' })).toBeNull();
  });

  it('focuses the passkey first, and then the code that the person chose', async () => {
    const details = { ticket: 'sealed', kinds: ['totp', 'passkey'] };
    await open({ 'POST /api/auth/login': () => [401, { ...pending, details }] });
    const passkeyButton = await screen.findByRole('button', { name: 'Use a Passkey' });
    // The form moves the focus in a timer.
    await new Promise((resolve) => setTimeout(resolve));
    expect(document.activeElement).toBe(passkeyButton);
    await clickButton('Use a recovery code');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText('Recovery code')),
    );
  });

  it('shows the error for a wrong code at the field', async () => {
    const message = 'This code is wrong.';
    const details = { fields: [{ field: 'code', message }] };
    await open({ [STEP]: () => [400, { code: 'invalid_request', message, details }] });
    await fillFields({ 'Code from your app': '123456' });
    await clickButton('Sign In');
    const error = await screen.findByText(message);
    expect(screen.getByLabelText('Code from your app').getAttribute('aria-describedby')).toContain(
      error.id,
    );
    expect(screen.queryByText('Login failed')).toBeNull();
  });

  it('says when it took too long, and starts over with the password', async () => {
    const expired = { code: 'not_signed_in', message: 'Your sign-in took too long.' };
    await open({ [STEP]: () => [401, expired] });
    await fillFields({ 'Code from your app': '123456' });
    await clickButton('Sign In');
    expect(await screen.findByText('Your sign-in took too long.')).toBeTruthy();
    await clickButton('Start over');
    expect(await screen.findByLabelText('Password')).toBeTruthy();
  });
});

describe('the registration page', () => {
  const registrationFields = {
    'First name': 'Robin',
    'Last name': 'Base',
    Username: 'robin',
    Email: 'robin@example.test',
    Phone: '4805550123',
    Password: 'password1',
  };

  it('asks for one password, which can be shown', async () => {
    const apiCalls = mockApi({ ...visitor });
    renderAt('/register', <RegisterPage />);
    await fillFields({ Password: 'short' });
    expect(screen.queryByLabelText('Confirm password')).toBeNull();
    await clickButton('Show password');
    expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('text');
    await clickButton('Create Account');
    expect(await screen.findByText('First name must be at least 2 characters')).toBeTruthy();
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
    expect(apiCalls.some(({ name }) => name.startsWith('POST'))).toBe(false);
  });

  it('lets password managers save the email that people sign in with', async () => {
    mockApi({ ...visitor });
    renderAt('/register', <RegisterPage />);
    await screen.findByRole('button', { name: 'Create Account' });
    const savedAs = (label: string) => screen.getByLabelText(label).getAttribute('autocomplete');
    expect(savedAs('Email')).toBe('username');
    expect(savedAs('Username')).toBe('nickname');
  });

  it('sends everything except the second password, then continues', async () => {
    const apiCalls = mockApi({
      ...visitor,
      'POST /api/auth/register': () => [201, robin],
    });
    rememberReturnPath('/courts/abc');
    renderAt('/register?role=owner', <RegisterPage />);
    await fillFields(registrationFields);
    await clickButton('Create Account');
    expect(await screen.findByText('Your account has been created successfully.')).toBeTruthy();
    await waitFor(() => expect(currentUrl()).toBe('/courts/abc'));
    expect(apiCalls.find(({ name }) => name.startsWith('POST'))!.body).toEqual({
      firstName: 'Robin',
      lastName: 'Base',
      username: 'robin',
      email: 'robin@example.test',
      phone: '4805550123',
      password: 'password1',
      role: 'owner',
    });
  });

  it('greets visitors who register as players', async () => {
    mockApi({ ...visitor });
    renderAt('/register?role=player', <RegisterPage />);
    expect(await screen.findByRole('heading', { name: 'Join Courtly as a Player' })).toBeTruthy();
    expect(
      screen.getByText('Connect with luxury private courts and elite tennis experiences'),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Join' })).toBeTruthy();
    expect(
      screen.getByRole<HTMLInputElement>('radio', { name: 'Book tennis courts' }).checked,
    ).toBe(true);
  });

  it('focuses the field whose value is already taken', async () => {
    const takenError = {
      code: 'taken',
      message: 'That user name is taken.',
      details: { field: 'username' },
    };
    mockApi({ ...visitor, 'POST /api/auth/register': () => [409, takenError] });
    renderAt('/register', <RegisterPage />);
    await fillFields(registrationFields);
    await clickButton('Create Account');
    expect(await screen.findByText('Registration failed')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Username')));
    expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true');
  });
});

import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { LinkedAccounts } from './linked-accounts';

afterEach(cleanup);

const google = {
  provider: 'google',
  email: 'robin@gmail.test',
  linkedAt: '2027-03-01T10:00:00.000Z',
};
const show = (linked: object[], enabled: string[], handlers: Handlers = {}) => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/auth/provider-accounts': () => [200, linked],
    'GET /api/auth/providers': () => [200, enabled],
    ...handlers,
  });
  renderAt('/profile?tab=settings', <LinkedAccounts />);
  return (name: string) => apiCalls.filter((call) => call.name === name).map(({ body }) => body);
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('linked accounts are listed next to those that can be linked', async () => {
  show([google], ['google', 'apple']);
  expect(await screen.findByText(/robin@gmail\.test · linked/)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Link Apple' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unlink Google' })).toBeTruthy();
});

it('linked accounts can be unlinked although the providers cannot be loaded', async () => {
  show([google], [], { 'GET /api/auth/providers': () => [500, {}] });
  expect(await screen.findByText('Unable to load the accounts you can link')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unlink Google' })).toBeTruthy();
});

it('accounts can be linked only with a verified email, but unlinked without one', async () => {
  show([google], ['google', 'apple'], {
    'GET /api/auth/me': () => [200, { ...robin, isEmailVerified: false }],
  });
  expect(await screen.findByText(/^Verify your email first/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unlink Google' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Link Apple' })).toBeNull();
});

it('a linked account can be unlinked with the password, even if the provider is off', async () => {
  const REMOVAL = 'POST /api/auth/provider-accounts/google/removal';
  const sent = show([google], [], { [REMOVAL]: () => [200, []] });
  await press('Unlink Google');
  await userEvent.type(await screen.findByLabelText('Your password'), 'clay-court-rally');
  await press('Unlink');
  expect(await screen.findByText('Signing in with other accounts is off.')).toBeTruthy();
  expect(sent(REMOVAL)).toEqual([{ currentPassword: 'clay-court-rally' }]);
});

it('unlinking shows the error for a wrong password at its field', async () => {
  const message = "This isn't your current password.";
  const details = { fields: [{ field: 'currentPassword', message }] };
  show([], ['google'], {
    'POST /api/auth/providers/google/link': () => [
      400,
      { code: 'invalid_request', message, details },
    ],
  });
  await press('Link Google');
  await userEvent.type(await screen.findByLabelText('Your password'), 'wrong');
  await press('Continue');
  expect(await screen.findByText(message)).toBeTruthy();
});

import type { SecondFactors } from '@courtly/contracts/second-factor';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt, robin } from '../../testing/render';
import { secondFactorsLike } from '../../testing/second-factors';
import { type Handlers, mockApi } from '../../testing/server';
import { TwoStepSettings } from './two-step-settings';

afterEach(cleanup);

const FACTORS = '/api/auth/second-factors';
const app = { id: 'f1', kind: 'totp', name: '', addedAt: '2027-03-01T10:00:00.000Z' } as const;
const isOn = secondFactorsLike({ factors: [app], recoveryCodesLeft: 10, isUsed: true });
const codes = Array.from({ length: 10 }, (_, index) => `abcde1234${index}`);
const enrollment = {
  factorId: 'f1',
  key: 'GEZDGNBVGY3TQOJQ',
  uri: 'otpauth://totp/Courtly:robin?secret=GEZDGNBVGY3TQOJQ',
  recoveryCodes: codes,
};

const show = (current: SecondFactors, handlers: Handlers = {}, user = robin) => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, user],
    [`GET ${FACTORS}`]: () => [200, current],
    ...handlers,
  });
  renderAt('/profile?tab=settings', <TwoStepSettings user={user} />);
  return (name: string) => apiCalls.filter((call) => call.name === name).map(({ body }) => body);
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const fill = async (label: string, text: string) =>
  userEvent.type(await screen.findByLabelText(label), text);

it('two-step sign-in turns on with the password and a code, and shows its recovery codes once', async () => {
  const sent = show(secondFactorsLike(), {
    [`POST ${FACTORS}/totp`]: () => [201, enrollment],
    [`PUT ${FACTORS}/totp/f1`]: () => [200, isOn],
  });
  await press('Use an App');
  await fill('Your password', 'clay-court-rally');
  await press('Continue');
  expect(await screen.findByText('GEZD GNBV GY3T QOJQ')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'QR code with the key' })).toBeTruthy();
  expect(screen.getByRole('link', { name: /Open in an app/ }).getAttribute('href')).toBe(
    enrollment.uri,
  );
  await fill('Code', '123456');
  await press('Turn On');
  const heading = await screen.findByRole('heading', { name: 'Save your recovery codes' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  const list = within(screen.getByRole('list', { name: 'Recovery codes' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
  );
  await press('I Saved Them');
  expect(await screen.findByText('10 recovery codes are left.')).toBeTruthy();
  expect(screen.queryByText('abcde-12340')).toBeNull();
  expect(sent(`POST ${FACTORS}/totp`)).toEqual([{ currentPassword: 'clay-court-rally' }]);
  expect(sent(`PUT ${FACTORS}/totp/f1`)).toEqual([{ code: '123456' }]);
});

it('two-step sign-in requires a verified email and sends a verification link', async () => {
  const LINKS = 'POST /api/auth/email-verifications/links';
  const message = 'The text of the server.';
  const unverified = { ...robin, isEmailVerified: false };
  const sent = show(secondFactorsLike(), { [LINKS]: () => [202, { message }] }, unverified);
  await press('Send Verification Link');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(sent(LINKS)).toHaveLength(1);
  expect(screen.getByText(/^Verify your email first/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull();
});

it('an unverified email prevents adding second factors, but not removing or replacing them', async () => {
  show(isOn, {}, { ...robin, isEmailVerified: false });
  expect(await screen.findByRole('button', { name: 'Send Verification Link' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Remove Authenticator app' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'New Recovery Codes' })).toBeTruthy();
});

it('shows the error for a wrong code at its field', async () => {
  const message = 'This code is wrong.';
  const details = { fields: [{ field: 'code', message }] };
  show(secondFactorsLike(), {
    [`POST ${FACTORS}/totp`]: () => [201, enrollment],
    [`PUT ${FACTORS}/totp/f1`]: () => [400, { code: 'invalid_request', message, details }],
  });
  await press('Use an App');
  await fill('Your password', 'clay-court-rally');
  await press('Continue');
  await fill('Code', '123456');
  await press('Turn On');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByText('Save your recovery codes')).toBeNull();
});

it('two-step sign-in turns off with the password and a code', async () => {
  const sent = show(isOn, {
    [`POST ${FACTORS}/f1/removal`]: () => [200, secondFactorsLike()],
  });
  await press('Remove Authenticator app');
  await fill('Your password', 'clay-court-rally');
  await fill('Code', 'ABCDE-12340');
  await press('Remove');
  expect(await screen.findByRole('button', { name: 'Use an App' })).toBeTruthy();
  expect(sent(`POST ${FACTORS}/f1/removal`)).toEqual([
    { currentPassword: 'clay-court-rally', code: 'abcde12340' },
  ]);
});

it('names an authenticator app and passkeys', async () => {
  const passkey = { ...app, id: 'f2', kind: 'passkey', name: 'Laptop' } as const;
  show({ ...isOn, factors: [app, passkey] });
  expect(await screen.findByRole('button', { name: 'Remove Laptop' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove Authenticator app' })).toBeTruthy();
  await press('New Recovery Codes');
  expect(await screen.findByRole('button', { name: 'Use a Passkey' })).toBeTruthy();
});

it('shows new recovery codes after the password and a code are entered', async () => {
  show(isOn, {
    [`POST ${FACTORS}/recovery-codes`]: () => [201, { recoveryCodes: codes }],
  });
  await press('New Recovery Codes');
  await fill('Your password', 'clay-court-rally');
  await fill('Code', '123456');
  await press('Show New Codes');
  expect(await screen.findByText('abcde-12349')).toBeTruthy();
});

it.each([
  ['to turn it on', secondFactorsLike({ isRequired: true }), /Turn it on/],
  ['to sign in again', { ...isOn, isRequired: true, isUsed: false }, /Log out, then sign in again/],
])('asks people whose role requires two-step sign-in %s', async (_, current, text) => {
  show(current);
  expect((await screen.findByRole('note')).textContent).toMatch(text);
});

it('asks no one who has signed in with a second factor', async () => {
  show({ ...isOn, isRequired: true });
  expect(await screen.findByText('On')).toBeTruthy();
  expect(screen.queryByRole('note')).toBeNull();
});

import type { Erasure } from '@courtly/contracts/erasure';
import type { Session } from '@courtly/contracts/identity';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { toast } from 'sonner';
import { membershipLike, noMembership } from '../../testing/membership';
import { noRank } from '../../testing/ranking';
import { renderAt, robin, signedOut } from '../../testing/render';
import { secondFactorsLike } from '../../testing/second-factors';
import { type Handlers, mockApi } from '../../testing/server';
import { waiverLike } from '../../testing/waiver';
import { erasureQuery } from './account-api';
import { DeleteAccountDialog } from './delete-account-dialog';
import { ConfirmEmailPage, VerifyEmailPage } from './email-link-pages';
import { ProfilePage } from './profile-page';

beforeEach(() => {
  Object.assign(globalThis, {
    createImageBitmap: () => Promise.resolve({ width: 800, height: 600 }),
  });
});
afterEach(cleanup);

const device = (changes: Partial<Session>): Session => ({
  key: 'k1',
  browser: 'Firefox on Linux',
  since: '2027-03-01T10:00:00.000Z',
  lastSeen: '2027-03-13T12:00:00.000Z',
  isCurrent: false,
  usedSecondFactor: false,
  ...changes,
});
const here = device({ key: 'k0', browser: 'Chrome on macOS', isCurrent: true });

const show = async (handlers: Handlers = {}) => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/rankings/me': () => [200, noRank],
    'GET /api/auth/sessions': () => [200, [device({}), here]],
    'GET /api/account/cards': () => [200, []],
    'GET /api/blocks': () => [200, []],
    'GET /api/membership': () => [200, noMembership],
    'GET /api/auth/second-factors': () => [200, secondFactorsLike()],
    'GET /api/auth/provider-accounts': () => [200, []],
    'GET /api/auth/providers': () => [200, []],
    'GET /api/waiver/status': () => [200, waiverLike()],
    ...handlers,
  });
  const queryClient = renderAt(
    '/profile?tab=settings',
    <Routes>
      <Route path="/profile" element={<ProfilePage />} />
      <Route path="*" element={null} />
    </Routes>,
  );
  await screen.findByRole('heading', { name: 'Password' });
  return Object.assign(apiCalls, { queryClient });
};
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const fill = async (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values))
    await userEvent.type(screen.getByLabelText(label), value);
};
const sent = (apiCalls: ReturnType<typeof mockApi>, name: string) =>
  apiCalls.filter((call) => call.name === name);

describe('the privacy setting', () => {
  const CALL = 'PUT /api/auth/me/privacy';
  const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

  it('explains each choice and saves the selected one', async () => {
    const apiCalls = await show({ [CALL]: () => [200, { ...robin, pageAudience: 'only_me' }] });
    expect(screen.getByRole('radiogroup', { name: 'Who can see your player page' })).toBeTruthy();
    expect(choice('Everyone signed in').checked).toBe(true);
    expect(screen.getByText(/Only opponents see courts, times/)).toBeTruthy();
    await userEvent.click(choice('Only me'));
    expect(await screen.findByText('Privacy saved')).toBeTruthy();
    expect(choice('Only me').checked).toBe(true);
    expect(sent(apiCalls, CALL)[0]!.body).toEqual({ pageAudience: 'only_me' });
  });

  it('returns to the previous choice if it fails to save', async () => {
    await show({ [CALL]: () => [409, { code: 'conflict', message: 'Try once more.' }] });
    await userEvent.click(choice('Opponents'));
    expect(await screen.findByText('Try once more.')).toBeTruthy();
    expect(choice('Everyone signed in').checked).toBe(true);
  });
});

describe('blocked people', () => {
  const hana = { id: 'x1', name: 'Hana', blockedAt: '2027-03-01T10:00:00.000Z' };

  it('are listed with a button that ends each block', async () => {
    let isBlocked = true;
    const apiCalls = await show({
      'GET /api/blocks': () => [200, isBlocked ? [hana] : []],
      'DELETE /api/blocks/x1': () => {
        isBlocked = false;
        return [204];
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'End the block of Hana' }));
    expect(await screen.findByText(/You don't block anyone/)).toBeTruthy();
    expect(sent(apiCalls, 'DELETE /api/blocks/x1')).toHaveLength(1);
  });
});

describe('the password settings', () => {
  const CALL = 'PUT /api/auth/me/password';
  const right = {
    'Current password': 'clay-court-rally',
    'New password': 'grass-court-rally',
    'Confirm new password': 'grass-court-rally',
  };

  it('change the password and warn that other devices are signed out', async () => {
    const apiCalls = await show({ [CALL]: () => [204] });
    apiCalls.queryClient.setQueryData(['/api/calendar'], { address: 'https://courtly.example' });
    await press('Change Password');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText('Current password')),
    );
    expect(screen.getByText(/Every other device will be signed out/)).toBeTruthy();
    await fill(right);
    await press('Save Password');
    expect(await screen.findByText('Password changed')).toBeTruthy();
    expect(sent(apiCalls, CALL)[0]!.body).toEqual({
      currentPassword: 'clay-court-rally',
      newPassword: 'grass-court-rally',
    });
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await waitFor(() => expect(sent(apiCalls, 'GET /api/auth/sessions')).toHaveLength(2));
    expect(apiCalls.queryClient.getQueryState(['/api/calendar'])!.isInvalidated).toBe(true);
  });

  it('show a server error at its field', async () => {
    const fields = [{ field: 'currentPassword', message: "This isn't your current password." }];
    await show({
      [CALL]: () => [
        400,
        { code: 'invalid_request', message: fields[0]!.message, details: { fields } },
      ],
    });
    await press('Change Password');
    await fill(right);
    await press('Save Password');
    expect(await screen.findByText("This isn't your current password.")).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText('Current password')),
    );
  });
});

describe('the email settings', () => {
  it("request a change with the password and show the server's message", async () => {
    const message = 'A link is on its way to eda@example.test.';
    const apiCalls = await show({ 'POST /api/auth/email-changes': () => [202, { message }] });
    await press('Change Email');
    await fill({ 'New email': 'Eda@example.test', 'Current password': 'clay-court-rally' });
    await press('Send Link');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent(apiCalls, 'POST /api/auth/email-changes')[0]!.body).toEqual({
      newEmail: 'eda@example.test',
      currentPassword: 'clay-court-rally',
    });
    expect(screen.queryByLabelText('New email')).toBeNull();
  });

  it('confirm the new email when the button is clicked, not when the link is opened', async () => {
    const apiCalls = mockApi({
      'GET /api/auth/me': () => [200, robin],
      'POST /api/auth/email-changes/u1.abc': () => [200, { ...robin, email: 'eda@example.test' }],
    });
    renderAt('/confirm-email?token=u1.abc', <ConfirmEmailPage />);
    expect(sent(apiCalls, 'POST /api/auth/email-changes/u1.abc')).toEqual([]);
    await press('Confirm Email');
    expect(await screen.findByText(/is now your email/)).toBeTruthy();
    expect(screen.getByText('eda@example.test')).toBeTruthy();
  });

  it.each([
    ['not_found', 404, 'This link no longer works.', undefined],
    ['taken', 409, 'An account with this email exists already.', { field: 'email' }],
  ])('show why a link is rejected: %s', async (code, status, message, details) => {
    mockApi({
      'POST /api/auth/email-changes/u1.abc': () => [status, { code, message, details }],
    });
    renderAt('/confirm-email?token=u1.abc', <ConfirmEmailPage />);
    await press('Confirm Email');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Request a New Link' }).getAttribute('href')).toBe(
      '/profile?tab=settings',
    );
  });
});

describe('the membership', () => {
  const membershipRegion = async () =>
    within(await screen.findByRole('region', { name: 'Membership' }));

  it('links users who have none to what Elite includes', async () => {
    await show();
    const link = await (
      await membershipRegion()
    ).findByRole('link', { name: 'See what Elite includes' });
    expect(link.getAttribute('href')).toBe('/elite');
  });

  it('shows the plan of a member and when it ends', async () => {
    await show({ 'GET /api/membership': () => [200, membershipLike()] });
    const region = await membershipRegion();
    expect(await region.findByText('Founding Member, No. 47')).toBeTruthy();
    expect(region.getByText(/Your year runs until .*2028\. It doesn't renew/)).toBeTruthy();
    expect(region.getByRole('link', { name: 'Manage your membership' }).getAttribute('href')).toBe(
      '/elite',
    );
  });
});

describe('an unverified email', () => {
  const CALL = 'POST /api/auth/email-verifications';
  const unverified = { ...robin, isEmailVerified: false };
  const message = 'The text of the server.';

  it('gets another link from the settings', async () => {
    const apiCalls = await show({
      'GET /api/auth/me': () => [200, unverified],
      [`${CALL}/links`]: () => [202, { message }],
    });
    const email = within(screen.getByRole('region', { name: 'Email' }));
    await userEvent.click(email.getByRole('button', { name: 'Send Verification Link' }));
    expect(await email.findByText(message)).toBeTruthy();
    await userEvent.click(email.getByRole('button', { name: 'Send Again' }));
    await waitFor(() => expect(sent(apiCalls, `${CALL}/links`)).toHaveLength(2));
  });

  it('that mail servers reject can be verified again', async () => {
    await show({
      'GET /api/auth/me': () => [200, { ...robin, emailBouncedAt: '2027-03-13T12:00:00.000Z' }],
      [`${CALL}/links`]: () => [202, { message }],
    });
    const email = within(screen.getByRole('region', { name: 'Email' }));
    expect(email.getByText(/^Our emails to robin@example.test are bouncing/)).toBeTruthy();
    await userEvent.click(email.getByRole('button', { name: 'Send Verification Link' }));
    expect(await email.findByText(message)).toBeTruthy();
  });

  it('is not mentioned once it is verified', async () => {
    await show();
    expect(screen.getByText('(verified)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send Verification Link' })).toBeNull();
  });

  const open = (handlers: Handlers) => {
    const apiCalls = mockApi({ 'GET /api/auth/me': () => [200, unverified], ...handlers });
    renderAt('/verify-email#u1.1.abc', <VerifyEmailPage />);
    return apiCalls;
  };

  it.each([
    [false, 'Thank you. Your email is verified.'],
    [true, 'This link was already used. Your email is verified.'],
  ])(
    'is verified when the button is clicked, not when the link is opened (again: %s)',
    async (wasVerified, text) => {
      const apiCalls = open({ [CALL]: () => [200, { wasVerified }] });
      expect(sent(apiCalls, CALL)).toEqual([]);
      await press('Verify Email');
      expect(await screen.findByText(text)).toBeTruthy();
      expect(sent(apiCalls, CALL)[0]!.body).toEqual({ token: 'u1.1.abc' });
    },
  );

  it('can still be verified after the skip link has replaced the fragment', async () => {
    const apiCalls = mockApi({
      'GET /api/auth/me': () => [200, unverified],
      [CALL]: () => [200, { wasVerified: false }],
    });
    renderAt(
      '/verify-email#u1.1.abc',
      <>
        <Link to="#main">Skip to content</Link>
        <VerifyEmailPage />
      </>,
    );
    await userEvent.click(screen.getByRole('link', { name: 'Skip to content' }));
    await press('Verify Email');
    await screen.findByText('Thank you. Your email is verified.');
    expect(sent(apiCalls, CALL)[0]!.body).toEqual({ token: 'u1.1.abc' });
  });

  it('can be verified by a newer link opened in the tab of an expired one', async () => {
    const apiCalls = mockApi({
      'GET /api/auth/me': () => [200, unverified],
      [CALL]: () => [404, { code: 'not_found', message }],
    });
    renderAt(
      '/verify-email#u1.1.abc',
      <>
        <Link to="#u1.2.def">Newer link</Link>
        <VerifyEmailPage />
      </>,
    );
    await press('Verify Email');
    await screen.findByText(message);
    await userEvent.click(screen.getByRole('link', { name: 'Newer link' }));
    await press('Verify Email');
    await waitFor(() =>
      expect(sent(apiCalls, CALL).map(({ body }) => body)).toEqual([
        { token: 'u1.1.abc' },
        { token: 'u1.2.def' },
      ]),
    );
  });

  it('cannot be verified by an expired link', async () => {
    open({ [CALL]: () => [404, { code: 'not_found', message }] });
    await press('Verify Email');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Request a New Link' })).toBeTruthy();
  });

  it("can be verified after signing out of another account's session", async () => {
    const earlierToasts = [...toast.getHistory()];
    let isSignedOut = false;
    open({
      'GET /api/auth/me': () => (isSignedOut ? signedOut() : [200, unverified]),
      'POST /api/auth/logout': () => {
        isSignedOut = true;
        return [204];
      },
      [CALL]: () =>
        isSignedOut ? [200, { wasVerified: false }] : [403, { code: 'forbidden', message }],
    });
    await press('Verify Email');
    expect(await screen.findByText(message)).toBeTruthy();
    await press('Sign Out');
    await userEvent.click(await screen.findByRole('button', { name: 'Verify Email' }));
    expect(await screen.findByText(/Your email is verified/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign In' })).toBeTruthy();
    expect(toast.getHistory()).toEqual(earlierToasts);
  });
});

describe('the card settings', () => {
  const visa = { id: 'pm_1', brand: 'visa', last4: '4242', expiresAt: '2031-12' };

  it('explain how to save a card if there is none', async () => {
    await show({});
    expect(await screen.findByText(/^You have no saved cards\./)).toBeTruthy();
  });

  it('list the saved cards and remove one', async () => {
    let cards = [visa, { ...visa, id: 'pm_2', brand: 'mastercard', last4: '4444' }];
    const apiCalls = await show({
      'GET /api/account/cards': () => [200, cards],
      'DELETE /api/account/cards/pm_2': () => {
        cards = [visa];
        return [204];
      },
    });
    const section = within(await screen.findByRole('region', { name: 'Saved cards' }));
    const rows = await section.findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Visa ending in 4242Expires 12/31Remove',
      'Mastercard ending in 4444Expires 12/31Remove',
    ]);
    await press('Remove Mastercard ending in 4444');
    expect(await screen.findByText('Mastercard ending in 4444 is no longer saved.')).toBeTruthy();
    expect(section.getAllByRole('listitem')).toHaveLength(1);
    expect(sent(apiCalls, 'DELETE /api/account/cards/pm_2')).toHaveLength(1);
  });
});

describe('the device settings', () => {
  it('list this device first, without a sign-out button', async () => {
    await show();
    const devices = within(await screen.findByRole('region', { name: 'Devices' }));
    const rows = (await devices.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^Chrome on macOS This device/);
    expect(devices.queryByRole('button', { name: 'Sign out Chrome on macOS' })).toBeNull();
  });

  it('sign out one device', async () => {
    let sessions = [device({}), here];
    await show({
      'GET /api/auth/sessions': () => [200, sessions],
      'DELETE /api/auth/sessions/k1': () => {
        sessions = [here];
        return [204];
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out Firefox on Linux' }));
    expect(await screen.findByText('Firefox on Linux is signed out.')).toBeTruthy();
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull(),
    );
    expect(screen.queryByRole('button', { name: 'Sign Out All Others' })).toBeNull();
  });

  it('sign out all other devices', async () => {
    const apiCalls = await show({ 'DELETE /api/auth/sessions': () => [204] });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign Out All Others' }));
    expect(await screen.findByText('Every other device is signed out.')).toBeTruthy();
    expect(sent(apiCalls, 'DELETE /api/auth/sessions')).toHaveLength(1);
  });
});

describe('the picture settings', () => {
  const choose = (name = 'me.png') =>
    userEvent.upload(
      screen.getByLabelText('Picture of you'),
      new File(['x'], name, { type: 'image/png' }),
    );
  const avatar = '/api/photos/people/u1/a.webp';

  it('save the chosen picture and show it in the profile', async () => {
    const apiCalls = await show({ 'PUT /api/auth/me/picture': () => [200, { ...robin, avatar }] });
    await choose();
    expect(await screen.findByText('Picture saved')).toBeTruthy();
    expect(
      (sent(apiCalls, 'PUT /api/auth/me/picture')[0]!.body as FormData).get('picture'),
    ).toBeInstanceOf(File);
    expect(document.querySelectorAll(`img[src="${avatar}"]`)).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Choose Another' })).toBeTruthy();
  });

  it("show the server's error at the button", async () => {
    const serverError = { code: 'unsupported_image', message: "This photo can't be read." };
    await show({ 'PUT /api/auth/me/picture': () => [415, serverError] });
    await choose();
    const problem = await screen.findByText(serverError.message);
    expect(
      screen.getByRole('button', { name: 'Choose a Picture' }).getAttribute('aria-describedby'),
    ).toContain(problem.id);
  });

  it('send nothing if the browser cannot read the file', async () => {
    Object.assign(globalThis, { createImageBitmap: () => Promise.reject(new Error('no picture')) });
    const apiCalls = await show();
    await choose();
    expect(await screen.findByText(/can't be read as a picture/)).toBeTruthy();
    expect(sent(apiCalls, 'PUT /api/auth/me/picture')).toEqual([]);
  });

  it('remove the picture', async () => {
    await show({
      'GET /api/auth/me': () => [200, { ...robin, avatar }],
      'DELETE /api/auth/me/picture': () => [200, robin],
    });
    await press('Remove picture');
    await waitFor(() => expect(document.querySelector(`img[src="${avatar}"]`)).toBeNull());
    expect(screen.queryByRole('button', { name: 'Remove picture' })).toBeNull();
  });
});

describe('the account deletion dialog', () => {
  const ERASE = 'POST /api/account/erase';
  const possible = { blockers: [], goes: ['Your name'], stays: ['Amounts'] };
  const member = {
    code: 'membership',
    message: 'Your membership renews. Cancel it first.',
    link: '/elite',
  } as const;
  const blocked = { ...possible, blockers: [member] };
  const open = async (handlers: Handlers) => {
    const apiCalls = await show(handlers);
    await press('Delete Account');
    await screen.findByRole('dialog', { name: 'Delete your account' });
    return apiCalls;
  };

  it('lists blockers with links to resolve them', async () => {
    await open({ 'GET /api/account/erasure': () => [200, blocked] });
    expect(await screen.findByText(member.message)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See your membership' }).getAttribute('href')).toBe(
      '/elite',
    );
    expect(screen.queryByRole('button', { name: 'Delete Permanently' })).toBeNull();
  });

  it('links to a blocker that this version does not know', async () => {
    mockApi({ 'GET /api/account/erasure': () => new Promise<never>(() => {}) });
    const client = renderAt('/', <DeleteAccountDialog onClose={() => {}} />);
    const unknown = { ...member, code: 'new_code' };
    const data = { ...possible, blockers: [unknown] } as unknown as Erasure;
    act(() => void client.setQueryData(erasureQuery.queryKey, data));
    expect((await screen.findByRole('link', { name: 'See details' })).getAttribute('href')).toBe(
      '/elite',
    );
  });

  it('lists what is deleted and kept, and requires the password and DELETE', async () => {
    const apiCalls = await open({
      'GET /api/account/erasure': () => [200, possible],
      [ERASE]: () => [202, { message: 'Erased.' }],
    });
    expect(await screen.findByText('Your name')).toBeTruthy();
    expect(screen.getByText('Amounts')).toBeTruthy();
    await fill({ 'Your password': 'clay-court-rally', 'Type DELETE to confirm': 'delete' });
    await press('Delete Permanently');
    expect(await screen.findByText('Type DELETE, in capital letters')).toBeTruthy();
    expect(sent(apiCalls, ERASE)).toEqual([]);
    await userEvent.clear(screen.getByLabelText('Type DELETE to confirm'));
    await fill({ 'Type DELETE to confirm': 'DELETE' });
    await press('Delete Permanently');
    expect(await screen.findByText('Your account is deleted')).toBeTruthy();
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
    expect(sent(apiCalls, ERASE)[0]!.body).toEqual({
      currentPassword: 'clay-court-rally',
      confirmation: 'DELETE',
    });
  });

  it('shows a blocker that appeared after the dialog opened', async () => {
    let callCount = 0;
    const details = { blockers: [member] };
    await open({
      'GET /api/account/erasure': () => [200, callCount++ === 0 ? possible : blocked],
      [ERASE]: () => [
        409,
        { code: 'erasure_blocked', message: "This account can't be erased yet.", details },
      ],
    });
    await screen.findByText('Your name');
    await fill({ 'Your password': 'clay-court-rally', 'Type DELETE to confirm': 'DELETE' });
    await press('Delete Permanently');
    expect(await screen.findByText(member.message)).toBeTruthy();
  });
});

import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from './accessible';
import { PASSWORD } from './api';
import { expect, test } from './journey';
import { canReadMails, linkIn } from './mails';
import { pageHeading, signInAs, toastWith } from './steps';

/** The code that is valid in `stepsAhead` × 30 s. Each code must be newer than the last one. */
const codeOf = (key: string, stepsAhead: number) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({
    timestamp: Date.now() + stepsAhead * 30_000,
  });

const settings = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' });

/** Saves the recovery codes and returns the first one. */
const saveRecoveryCodes = async (page: Page): Promise<string> => {
  const codes = settings(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = await codes.first().innerText();
  await settings(page).getByRole('button', { name: 'I Saved Them' }).click();
  await expect(settings(page).getByText('10 recovery codes are left.')).toBeVisible();
  return recoveryCode;
};

/** Adds a virtual authenticator that approves every request. */
const plugInAuthenticator = async (page: Page): Promise<void> => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

test('a user turns on an authenticator app, then signs in with its code and with a recovery code', async ({
  arrive,
  join,
  expected,
}) => {
  test.skip(!canReadMails, 'the emails of this Courtly are not readable');
  expected.push(/^401 /, /^400 POST \/api\/auth\/login\/second-step$/);
  const { page, me } = await join('Thea');
  await page.goto('/profile?tab=settings');
  await settings(page).getByRole('button', { name: 'Send Verification Link' }).click();
  await expect(settings(page).getByText(`We sent a link to ${me.email}.`)).toBeVisible();
  await expect(settings(page).getByRole('button', { name: 'Use an App' })).toBeHidden();
  await expectAccessible(page, 'two-step sign-in with an unverified email');
  await expect.poll(() => linkIn(me.email, '/verify-email')).not.toBe('');
  const { page: mailPage } = await arrive();
  await mailPage.goto(await linkIn(me.email, '/verify-email'));
  await mailPage.getByRole('button', { name: 'Verify Email' }).click();
  await expect(mailPage.getByText('Your email is verified.')).toBeVisible();
  await settings(page).getByRole('button', { name: 'Use an App' }).click();
  await settings(page).getByLabel('Your password').fill(PASSWORD);
  await settings(page).getByRole('button', { name: 'Continue' }).click();
  await expect(settings(page).getByRole('img', { name: 'QR code with the key' })).toBeVisible();
  await expectAccessible(page, 'the key of an app');
  const uri = await settings(page)
    .getByRole('link', { name: 'Open in an app' })
    .getAttribute('href');
  const key = new URL(uri!).searchParams.get('secret')!;
  await settings(page).getByLabel('Code', { exact: true }).fill(codeOf(key, 0));
  await settings(page).getByRole('button', { name: 'Turn On' }).click();
  await expect(settings(page).getByText('Save your recovery codes')).toBeVisible();
  await expectAccessible(page, 'recovery codes');
  const recoveryCode = await saveRecoveryCodes(page);

  const phone = await arrive();
  await phone.page.goto('/bookings');
  await signInAs(phone.page, me.email, PASSWORD);
  await expect(pageHeading(phone.page, 'Two-step sign-in')).toBeVisible();
  await expect(phone.page.getByLabel('Code from your app')).toBeFocused();
  await expectAccessible(phone.page, 'the second step');
  await phone.page.getByLabel('Code from your app').fill(codeOf(key, 1));
  await phone.page.getByRole('button', { name: 'Sign In' }).click();
  await expect(phone.page.getByText('No upcoming bookings')).toBeVisible();

  const laptop = await arrive();
  await laptop.page.goto('/bookings');
  await signInAs(laptop.page, me.email, PASSWORD);
  await laptop.page.getByRole('button', { name: 'Use a recovery code' }).click();
  const field = laptop.page.getByLabel('Recovery code');
  await field.fill('00000-00000');
  await laptop.page.getByRole('button', { name: 'Sign In' }).click();
  await expect(
    laptop.page.getByText(/^This code is wrong, expired, or already used/),
  ).toBeVisible();
  await field.fill(recoveryCode);
  await laptop.page.getByRole('button', { name: 'Sign In' }).click();
  await expect(laptop.page.getByText('No upcoming bookings')).toBeVisible();
});

test('a user adds a passkey, signs in with it, and uses it to turn off two-step sign-in', async ({
  verified,
  expected,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'Only Chromium simulates authenticators.');
  expected.push(/^401 /);
  const { page, context, me } = await verified('Petra');
  await plugInAuthenticator(page);
  await page.goto('/profile?tab=settings');
  await settings(page).getByRole('button', { name: 'Use a Passkey' }).click();
  await settings(page).getByLabel('Passkey name').fill('Phone');
  await settings(page).getByLabel('Your password').fill(PASSWORD);
  await settings(page).getByRole('button', { name: 'Add Passkey' }).click();
  await saveRecoveryCodes(page);

  await context.clearCookies();
  await page.goto('/profile?tab=settings');
  await signInAs(page, me.email, PASSWORD);
  await expect(page.getByRole('button', { name: 'Use a Passkey' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toastWith(page, 'Welcome back!')).toBeVisible();

  await settings(page).getByRole('button', { name: 'Remove Phone' }).click();
  await settings(page).getByLabel('Your password').fill(PASSWORD);
  await settings(page).getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(toastWith(page, 'Second step removed')).toBeVisible();
  await expect(settings(page).getByRole('button', { name: 'Use an App' })).toBeVisible();
});

import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { PASSWORD, newPerson } from './api';
import { expect, test as base } from './journey';
import { pageHeading, signInAs, toastWith } from './steps';

/** The stand-in for Google is at another address. */
const test = base.extend({
  expected: async ({ baseURL: _ }, use) => use([/^another host: http:\/\/127\.0\.0\.1:\d+\//]),
});

const linkedAccounts = (page: Page) => page.getByRole('region', { name: 'Linked accounts' });

/** Identifies the user on the provider's page. */
const identifyAs = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email at the provider').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
};

const continueWithGoogle = async (page: Page, email: string): Promise<void> => {
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await identifyAs(page, email);
};

test.beforeEach(async ({ request }) => {
  const providers = (await (await request.get('/api/auth/providers')).json()) as string[];
  test.skip(!providers.includes('google'), 'this Courtly has no stand-in for Google');
});

test('a visitor registers with Google, signs in with it, and has no password', async ({
  arrive,
}) => {
  const { email, username, phone } = newPerson('Gala');
  const { page } = await arrive();
  await page.goto('/bookings');
  await expectAccessible(page, 'the sign-in with a provider');
  await continueWithGoogle(page, email);
  await expect(pageHeading(page, 'Create your account')).toBeVisible();
  await expect(page.getByText(`Google has verified ${email}.`)).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Robin');
  await expectAccessible(page, 'the registration with a provider');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Phone').fill(phone);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(toastWith(page, 'Welcome!')).toBeVisible();
  await expect(page.getByText('No upcoming bookings')).toBeVisible();

  const phoneOfGala = await arrive();
  await phoneOfGala.page.goto('/bookings');
  await continueWithGoogle(phoneOfGala.page, email);
  await expect(toastWith(phoneOfGala.page, 'Welcome back!')).toBeVisible();
  await expect(phoneOfGala.page.getByText('No upcoming bookings')).toBeVisible();
  await phoneOfGala.page.goto('/profile?tab=settings');
  await expect(phoneOfGala.page.getByText(`${email} (verified)`)).toBeVisible();
  await expect(linkedAccounts(phoneOfGala.page).getByText(`${email} · linked`)).toBeVisible();
});

test('an account with the same unverified email stays with the person who has its password', async ({
  arrive,
  expected,
  join,
}) => {
  expected.push(/^409 POST \/api\/auth\/providers\/google\/finish$/, /^403 .*\/google\/link$/);
  const { me, page: ownPage } = await join('Olga');
  const { page } = await arrive();
  await page.goto('/login');
  await continueWithGoogle(page, me.email);
  await expect(pageHeading(page, 'Not signed in')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(
    `There is already an account with ${me.email}. Sign in with your password`,
  );
  await page.getByRole('button', { name: 'Back to Sign In' }).click();
  await signInAs(page, me.email, PASSWORD);
  await expect(toastWith(page, 'Welcome back!')).toBeVisible();

  await ownPage.goto('/profile?tab=settings');
  await expect(linkedAccounts(ownPage).getByText('Not linked')).toBeVisible();
  await expect(linkedAccounts(ownPage).getByRole('button', { name: 'Link Google' })).toBeHidden();
  await expect(linkedAccounts(ownPage).getByText(/^Verify your email first/)).toBeVisible();
});

test('a user links Google in the settings, signs in with it, and unlinks it', async ({
  arrive,
  expected,
  verified,
}) => {
  // Unlinking ends the session on the phone.
  expected.push(/^401 GET \/api\//);
  const { page } = await verified('Vida');
  const googleEmail = newPerson('Vida').email;
  await page.goto('/profile?tab=settings');
  await linkedAccounts(page).getByRole('button', { name: 'Link Google' }).click();
  await linkedAccounts(page).getByLabel('Your password').fill(PASSWORD);
  await expectAccessible(page, 'linking an account');
  await linkedAccounts(page).getByRole('button', { name: 'Continue' }).click();
  await identifyAs(page, googleEmail);
  await expect(toastWith(page, 'Account linked')).toBeVisible();
  await expect(linkedAccounts(page).getByText(`${googleEmail} · linked`)).toBeVisible();

  const { page: phone } = await arrive();
  await phone.goto('/bookings');
  await continueWithGoogle(phone, googleEmail);
  await expect(phone.getByText('No upcoming bookings')).toBeVisible();

  await linkedAccounts(page).getByRole('button', { name: 'Unlink Google' }).click();
  await linkedAccounts(page).getByLabel('Your password').fill(PASSWORD);
  await linkedAccounts(page).getByRole('button', { name: 'Unlink', exact: true }).click();
  await expect(toastWith(page, 'Google unlinked')).toBeVisible();
  await expect(linkedAccounts(page).getByText('Not linked')).toBeVisible();

  const { page: laptop } = await arrive();
  await laptop.goto('/login');
  await continueWithGoogle(laptop, googleEmail);
  await expect(pageHeading(laptop, 'Create your account')).toBeVisible();
});

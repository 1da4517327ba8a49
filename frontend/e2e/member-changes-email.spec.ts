import { PASSWORD } from './api';
import { expect, test } from './journey';
import { canReadMails, linkIn } from './mails';
import { pageHeading, toastWith } from './steps';

test('a user confirms a new email with an emailed link and signs in with it elsewhere', async ({
  arrive,
  join,
}) => {
  test.skip(!canReadMails, 'the emails of this Courtly are not readable');
  const { me, page } = await join('Gesa');
  const email = `new.${me.email}`;
  await page.goto('/profile?tab=settings');
  await page.getByRole('button', { name: 'Change Email' }).click();
  await page.getByLabel('New email').fill(email);
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText(`We sent a link to ${email}.`, { exact: false })).toBeVisible();
  await expect.poll(() => linkIn(email, '/confirm-email')).not.toBe('');

  // The link opens in a signed-out browser, and signing in returns to it.
  const { page: elsewhere } = await arrive();
  await elsewhere.goto(await linkIn(email, '/confirm-email'));
  await expect(pageHeading(elsewhere, 'Sign in')).toBeVisible();
  await elsewhere.getByLabel('Email').fill(me.email);
  await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await elsewhere.getByRole('button', { name: 'Sign In' }).click();
  await elsewhere.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(elsewhere.getByText(/is now your email/)).toBeVisible();

  await page.reload();
  await expect(page.getByText(`${email} (verified)`, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sign out / })).toHaveCount(1);
  await page.getByRole('button', { name: /^Sign out / }).click();
  await expect(toastWith(page, 'Signed out')).toBeVisible();
});

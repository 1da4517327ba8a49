import { expect, test } from './journey';
import { canReadMails, linkIn } from './mails';
import { pageHeading, toastWith } from './steps';

test('a user resets a forgotten password once with an emailed link', async ({
  arrive,
  join,
  expected,
}) => {
  test.skip(!canReadMails, 'the emails of this Courtly are not readable');
  expected.push(/^404 POST \/api\/auth\/password-resets\//);
  const { me } = await join('Frieda');
  const { page } = await arrive();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(pageHeading(page, 'Forgot your password?')).toBeVisible();
  await page.getByLabel('Email').fill(me.email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  await expect.poll(() => linkIn(me.email, '/reset-password')).not.toBe('');
  const link = await linkIn(me.email, '/reset-password');

  const setPassword = async (password: string) => {
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm new password').fill(password);
    await page.getByRole('button', { name: 'Set Password' }).click();
  };
  await setPassword('another one, and sung');
  await expect(toastWith(page, 'Password set')).toBeVisible();
  await page.getByLabel('Email').fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill('another one, and sung');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toastWith(page, 'Welcome back!')).toBeVisible();

  await setPassword('one too many of them');
  await expect(page.getByText(/^This link no longer works/)).toBeVisible();
  await page.getByRole('link', { name: 'Request a New Link' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(me.email);
});

test('an invalid reset link fails and offers a new one', async ({ arrive, expected }) => {
  expected.push(/^404 POST \/api\/auth\/password-resets\//);
  const { page } = await arrive();
  await page.goto('/reset-password?token=nobody.was-sent-this');
  await page.getByLabel('New password', { exact: true }).fill('another one, and sung');
  await page.getByLabel('Confirm new password').fill('another one, and sung');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page.getByText(/^This link no longer works/)).toBeVisible();
  await page.getByRole('link', { name: 'Request a New Link' }).click();
  await expect(pageHeading(page, 'Forgot your password?')).toBeVisible();
});

import { PASSWORD } from './api';
import { expect, test } from './journey';
import { pageHeading, toastWith } from './steps';

test('a user who mistypes the password sees an error, then reaches the requested page', async ({
  arrive,
  join,
  expected,
}) => {
  expected.push(/^401 POST \/api\/auth\/login$/);
  const { me } = await join('Klara');
  const { page } = await arrive();
  await page.goto('/bookings?tab=past');
  await expect(pageHeading(page, 'Sign in')).toBeVisible();
  await page.getByLabel('Email').fill(me.email);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('something else');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await password.press('Enter');
  await expect(toastWith(page, 'Login failed')).toBeVisible();
  await expect(password).toHaveValue('something else');
  await password.fill(PASSWORD);
  await password.press('Enter');
  await expect(toastWith(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/bookings?tab=past');
  await expect(page.getByText('No past bookings')).toBeVisible();
});

test('a user whose bookings load slowly sees a notice and then the bookings', async ({ join }) => {
  const { page } = await join('Lars');
  await page.clock.install();
  let go = () => {};
  const released = new Promise<void>((resolve) => (go = resolve));
  await page.route(/\/api\/bookings\?/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/bookings');
  await expect(page.getByRole('status', { name: 'Loading your bookings' })).toBeVisible();
  await expect(page.getByText('This is taking longer than usual.')).toHaveCount(0);
  await page.clock.fastForward(8_100);
  await expect(page.getByText('This is taking longer than usual.')).toBeVisible();
  go();
  await expect(page.getByText('No upcoming bookings')).toBeVisible();
  await expect(page.getByText('This is taking longer than usual.')).toHaveCount(0);
});

import { PASSWORD } from './api';
import { expect, test } from './journey';
import { pageHeading, createJpeg, signInAs, toastWith } from './steps';

const ANOTHER = 'another one, and sung';

test('a password change signs out all other browsers and only the new password works', async ({
  arrive,
  join,
  expected,
}) => {
  expected.push(/^401 /, /^400 PUT \/api\/auth\/me\/password$/);
  const { page, me } = await join('Wilma');
  const other = await arrive();
  await other.api.signIn(me.email, PASSWORD);
  await other.page.goto('/notices/preferences');
  await expect(other.page.getByRole('switch').first()).toBeVisible();

  // A window in the background neither renders nor has the focus.
  await page.bringToFront();
  await page.goto('/profile?tab=settings');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByLabel('Current password').fill('not the right one');
  await page.getByLabel('New password', { exact: true }).fill(ANOTHER);
  await page.getByLabel('Confirm new password').fill(ANOTHER);
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(toastWith(page, 'Password changed')).toBeVisible();

  await other.page.goto('/bookings');
  await expect(pageHeading(other.page, 'Sign in')).toBeVisible();
  await signInAs(other.page, me.email, PASSWORD);
  await expect(toastWith(other.page, 'Login failed')).toBeVisible();
  await signInAs(other.page, me.email, ANOTHER);
  await expect(other.page.getByText('No upcoming bookings')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Sign out / })).toHaveCount(1);
});

test('a user signs out another browser, which returns to the sign-in page', async ({
  arrive,
  join,
  expected,
}) => {
  expected.push(/^401 /);
  const { page, me } = await join('Xenia');
  const other = await arrive();
  await other.api.signIn(me.email, PASSWORD);
  await other.page.goto('/profile?tab=settings');
  const devices = page.getByRole('region', { name: 'Devices' });
  await page.goto('/profile?tab=settings');
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByRole('listitem').first()).toContainText('This device');
  await devices.getByRole('button', { name: /^Sign out / }).click();
  await expect(toastWith(page, 'Signed out')).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await other.page.reload();
  await expect(pageHeading(other.page, 'Sign in')).toBeVisible();
});

test('a user adds, replaces, and removes a profile picture', async ({ join }) => {
  const { page } = await join('Yvo');
  await page.goto('/profile?tab=settings');
  const inBar = page.getByRole('navigation', { name: 'Main' }).locator('img');
  await expect(page.getByRole('button', { name: 'Choose a Picture' })).toBeVisible();
  await expect(inBar).toHaveCount(0);
  const choose = async (color: string) =>
    page.getByLabel('Picture of you').setInputFiles(await createJpeg(page, 'me.jpg', color));
  await choose('olive');
  await expect(inBar).toBeVisible();
  await expect
    .poll(() => inBar.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const first = await inBar.getAttribute('src');
  await choose('peru');
  await expect(inBar).not.toHaveAttribute('src', first!);
  await page.goto('/courts');
  await expect(inBar).toBeVisible();
  await page.goto('/profile?tab=settings');
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(inBar).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Choose a Picture' })).toBeVisible();
  await expect(inBar).toHaveCount(0);
});

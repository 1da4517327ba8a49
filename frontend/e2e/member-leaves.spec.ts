import { readFile } from 'node:fs/promises';
import { expectAccessible } from './accessible';
import { PASSWORD, newPerson, dayAhead } from './api';
import { expect, test } from './journey';
import { pageHeading, signInAs, toastWith } from './steps';

test('a user exports their data', async ({ join, browserName }) => {
  test.skip(browserName === 'firefox', 'This Firefox does not report files that a page creates.');
  const { page, me } = await join('Zora');
  await page.goto('/profile?tab=settings');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download My Data' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({
    account: { email: me.email, firstName: 'Zora' },
    bookings: { items: [] },
  });
});

test('a user deletes their account and registers again with the same email', async ({
  arrive,
  join,
  expected,
}) => {
  expected.push(/^401 /, /^400 POST \/api\/account\/erase$/);
  const { page, me } = await join('Zoe');
  const elsewhere = await arrive();
  await elsewhere.api.signIn(me.email, PASSWORD);
  await page.goto('/profile?tab=settings');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account' });
  await expect(dialog.getByRole('heading', { name: 'What we delete' })).toBeVisible();
  await expectAccessible(page, 'the dialog that deletes an account');
  await page.emulateMedia({ colorScheme: 'light' });
  await dialog.getByLabel('Your password', { exact: true }).fill('not the right one');
  await dialog.getByLabel('Type DELETE to confirm').fill('yes');
  await dialog.getByRole('button', { name: 'Delete Permanently' }).click();
  await expect(dialog.getByText('Type DELETE, in capital letters')).toBeVisible();
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByRole('button', { name: 'Delete Permanently' }).click();
  await expect(dialog.getByText(/This isn't your current password/)).toBeVisible();
  await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete Permanently' }).click();
  await expect(toastWith(page, 'Your account is deleted')).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);

  await elsewhere.page.goto('/bookings');
  await expect(pageHeading(elsewhere.page, 'Sign in')).toBeVisible();
  await signInAs(elsewhere.page, me.email, PASSWORD);
  await expect(toastWith(elsewhere.page, 'Login failed')).toBeVisible();

  const newVisitor = await arrive();
  await expect
    .poll(async () => {
      const data = { ...newPerson('Zelda'), email: me.email };
      return (await newVisitor.context.request.post('/api/auth/register', { data })).status();
    })
    .toBe(201);
  await newVisitor.page.goto('/dashboard?tab=profile');
  const profile = newVisitor.page.getByRole('tabpanel', { name: 'Profile' });
  await expect(profile.getByText(me.email)).toBeVisible();
});

test('a user with a booking sees why the account cannot be deleted', async ({ host, player }) => {
  const { court } = await host('Leaving Lawn');
  const { page, api } = await player('Zach');
  const [slot] = await api.slots(court.id, dayAhead(5));
  await api.book(court.id, slot!);
  await page.goto('/profile?tab=settings');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account' });
  await expect(
    dialog.getByText("You have one booking that isn't over yet. Please cancel or play it first."),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete Permanently' })).toHaveCount(0);
  await expectAccessible(page, 'what blocks the erasure');
  await dialog.getByRole('link', { name: 'See your bookings' }).click();
  await expect(page).toHaveURL(/\/bookings$/);
});

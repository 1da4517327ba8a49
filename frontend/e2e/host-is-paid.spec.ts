import { expect, test } from './journey';
import { pageHeading } from './steps';

test('a host sets up payouts with the payment provider and returns to an active account', async ({
  host,
}) => {
  const { page } = await host('Ironwood Terrace');
  await page.goto('/host/earnings');
  await expect(pageHeading(page, 'Earnings')).toBeVisible();
  await page.getByRole('button', { name: 'Set Up Payouts' }).click();
  await expect(page.getByRole('heading', { name: 'Set up payouts' })).toBeVisible();
  await page.getByRole('button', { name: 'Complete onboarding' }).click();
  await expect(pageHeading(page, 'Earnings')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set Up Payouts' })).toHaveCount(0);
});

test('a host sees payouts by court and month and downloads them as a table', async ({ signIn }) => {
  const { page } = await signIn('hana');
  await page.goto('/host/earnings');
  await expect(page.getByText('Paid out').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'By court and month' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Download \d{4} \(CSV\)$/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^earnings-\d{4}\.csv$/);
});

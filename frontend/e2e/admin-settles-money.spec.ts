import { expectAccessible } from './accessible';
import { expect, test } from './journey';
import { CHARGED_DAY, pageHeading, toastWith } from './steps';

const PHONE = { width: 390, height: 844 };

test('an admin uses the keyboard to settle a refund that the bank returned', async ({
  host,
  player,
  signIn,
}) => {
  const { api: hostApi, court } = await host(`Returned Refund ${Date.now().toString(36)}`);
  await hostApi.openAlways(court.id);
  const { api: playerApi } = await player('Renata');
  const [slot] = await playerApi.slots(court.id, CHARGED_DAY);
  const booking = await playerApi.book(court.id, slot!);
  await playerApi.cancel(booking.id);
  const { page, api } = await signIn('avery');
  await api.failRefund(booking.id);

  await page.goto('/notices');
  const notification = page.getByRole('link', { name: /A refund of .* failed/ }).first();
  await notification.focus();
  await page.keyboard.press('Enter');
  await expect(pageHeading(page, 'Money')).toBeVisible();
  const row = page
    .getByRole('list', { name: 'Charges and refunds' })
    .getByRole('listitem')
    .filter({ hasText: court.name });
  await expect(row).toContainText('The bank returned a refund of');
  await expect(row).toContainText('Next attempt');
  await expectAccessible(page, 'the money desk');

  await row.getByRole('button', { name: 'Settle Another Way' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Settled outside Stripe?' });
  await expect(dialog.getByLabel('Amount in dollars')).toHaveValue(booking.totalAmount);
  await expectAccessible(page, 'a settlement outside Stripe');
  await dialog.getByLabel('How it was settled').focus();
  await page.keyboard.type('Paid by bank transfer.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Record Settlement' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toastWith(page, 'Settlement recorded')).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.setViewportSize(PHONE);
  await page.getByRole('tab', { name: 'Open' }).focus();
  await page.keyboard.press('ArrowRight');
  const done = page
    .getByRole('list', { name: 'Done cases' })
    .getByRole('listitem')
    .filter({ hasText: court.name });
  await expect(done).toContainText('Settled outside Stripe');
  await expect(done).toContainText('Paid by bank transfer.');
  await expectAccessible(page, 'done cases on a phone');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.width);
});

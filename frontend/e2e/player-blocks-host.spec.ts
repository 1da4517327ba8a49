import { expectAccessible } from './accessible';
import { expect, test } from './journey';
import { PLAY_DAY, bookNow, chooseHour, courtCard, toastWith } from './steps';

test('a player blocks a host, who can no longer be booked until the block ends', async ({
  host,
  player,
  expected,
}) => {
  expected.push(/^40[39] POST \/api\/bookings$/);
  const owner = await host('Ocotillo Court');
  const { page, api } = await player('Bettina');
  const slots = await api.slots(owner.court.id, PLAY_DAY);
  await api.book(owner.court.id, slots[0]!);
  await page.goto('/bookings');
  const card = courtCard(page, owner.court);
  await card.getByRole('button', { name: /^Block the host/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Block the host?' });
  await expect(dialog.getByText('Neither of you can book with the other.')).toBeVisible();
  await expectAccessible(page, 'the dialog that blocks a person');
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(toastWith(page, 'is blocked')).toBeVisible();

  await chooseHour(page, owner.court, slots[2]!);
  const refused = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/bookings'),
  );
  await bookNow(page).click();
  expect((await refused).ok()).toBe(false);

  await page.goto('/profile?tab=settings');
  await page.getByRole('button', { name: /^End the block of/ }).click();
  await expect(toastWith(page, 'Block ended')).toBeVisible();
  await expect(page.getByText("You don't block anyone.")).toBeVisible();
  await chooseHour(page, owner.court, slots[2]!);
  await bookNow(page).click();
  await expect(page).toHaveURL(/\/checkout\?bookingId=/);
});

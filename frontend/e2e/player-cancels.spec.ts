import { expect, test } from './journey';
import { PLAY_DAY, courtCard, toastWith } from './steps';

test('a player sees the refund, cancels, and finds the booking with its history', async ({
  host,
  player,
}) => {
  const owner = await host('Globe Mallow Court');
  const { page, api } = await player('Uma');
  const [slot] = await owner.api.slots(owner.court.id, PLAY_DAY);
  const { id } = await api.book(owner.court.id, slot!);
  await owner.api.answer(id, 'confirmed');
  await page.goto('/bookings');
  await courtCard(page, owner.court).getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' });
  await expect(dialog).toContainText("the card isn't charged");
  await expect(dialog.getByRole('definition').last()).toHaveText('$132.00');
  expect((await api.bookings())[0]!.status).toBe('confirmed');
  await dialog.getByLabel('Note').fill('A sprained ankle, sorry.');
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click();

  await expect(toastWith(page, 'Booking Canceled')).toBeVisible();
  await expect(page.getByText('No upcoming bookings')).toBeVisible();
  await page.getByRole('tab', { name: 'Canceled' }).click();
  await expect(page).toHaveURL('/bookings?tab=cancelled');
  await expect(courtCard(page, owner.court)).toContainText('Canceled by you');
  await courtCard(page, owner.court).getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'Booking history' });
  await expect(history.getByRole('listitem')).toHaveText([
    /^Requested by you/,
    /^Card authorized by Courtly/,
    /^Confirmed by the host/,
    /^Canceled by you.*Agreed refund \$132\.00.*“A sprained ankle, sorry\.”/,
  ]);
  await page.keyboard.press('Escape');
  await expect(history).toHaveCount(0);
  await expect(courtCard(page, owner.court).getByRole('button', { name: 'History' })).toBeFocused();
});

test('a player who decides not to cancel keeps the booking', async ({ host, player }) => {
  const owner = await host('Hedgehog Court');
  const { page, api } = await player('Viktor');
  const [slot] = await owner.api.slots(owner.court.id, PLAY_DAY);
  await api.book(owner.court.id, slot!);
  await page.goto('/bookings');
  await courtCard(page, owner.court).getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' });
  await expect(dialog).toContainText("The host hasn't responded yet, so nothing is charged.");
  await dialog.getByRole('button', { name: 'Keep Booking' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await api.bookings())[0]!.status).toBe('pending');
});

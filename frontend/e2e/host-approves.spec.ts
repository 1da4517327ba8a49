import { expect, test } from './journey';
import { PLAY_DAY, courtCard, toastWith } from './steps';

test('a request and its approval appear live on the open pages of host and player', async ({
  host,
  player,
}) => {
  const owner = await host('Cholla Court');
  const guest = await player('Petra');
  const [slot] = await owner.api.slots(owner.court.id, PLAY_DAY);
  let loads = 0;
  for (const { page } of [owner, guest]) page.on('load', () => (loads += 1));
  await owner.page.goto('/host-dashboard?tab=bookings');
  await expect(owner.page.getByText('No pending bookings')).toBeVisible();
  await guest.page.goto('/bookings');
  await expect(guest.page.getByText('No upcoming bookings')).toBeVisible();

  await guest.api.book(owner.court.id, slot!);
  await expect(courtCard(guest.page, owner.court)).toContainText('Pending');
  const request = owner.page.getByRole('listitem').filter({ hasText: 'Petra Journey' });
  await request.getByRole('button', { name: 'Details' }).click();
  const details = owner.page.getByRole('dialog', { name: 'Booking details' });
  await expect(details).toContainText('$118.80');
  await expect(details).not.toContainText(guest.me.email);
  await details.getByRole('button', { name: 'Approve' }).click();
  await expect(toastWith(owner.page, 'Booking Approved')).toContainText(
    'The booking has been confirmed successfully.',
  );
  await expect(request).toContainText('Confirmed');

  await expect(courtCard(guest.page, owner.court)).toContainText('Confirmed');
  await expect(
    courtCard(guest.page, owner.court).getByRole('button', { name: /Calendar/ }),
  ).toBeVisible();
  expect(loads).toBe(2);
});

test("a declined request moves to the player's canceled bookings", async ({ host, player }) => {
  const owner = await host('Desert Willow Court');
  const guest = await player('Ruben');
  const [slot] = await owner.api.slots(owner.court.id, PLAY_DAY);
  await guest.api.book(owner.court.id, slot!);
  await guest.page.goto('/bookings');
  await expect(courtCard(guest.page, owner.court)).toContainText('Pending');

  await owner.page.goto('/bookings');
  await courtCard(owner.page, owner.court).getByRole('button', { name: 'Decline' }).click();
  const dialog = owner.page.getByRole('dialog', { name: 'Decline this request?' });
  await dialog.getByLabel('Reason').selectOption('The court needs maintenance');
  await dialog.getByLabel('Note to the player').fill('New lines');
  await dialog.getByRole('button', { name: 'Decline Request' }).click();
  await expect(toastWith(owner.page, 'Booking Declined')).toBeVisible();

  await expect(guest.page.getByText('No upcoming bookings')).toBeVisible();
  await guest.page.getByRole('tab', { name: 'Canceled' }).click();
  await expect(courtCard(guest.page, owner.court)).toContainText('Declined by the host');
  await expect(courtCard(guest.page, owner.court)).toContainText('The court needs maintenance');
  await expect(courtCard(guest.page, owner.court)).toContainText('New lines');
});

import { expectAccessible } from './accessible';
import { dayAhead } from './api';
import { expect, test } from './journey';
import { courtCard, toastWith } from './steps';

test('a player claims bad weather, the host disputes it, and an admin has to decide', async ({
  host,
  player,
  signIn,
}) => {
  const owner = await host('Thunder Court');
  const details = `Lightning since noon at ${owner.court.id}.`;
  await owner.api.openAlways(owner.court.id);
  const booker = await player('Tessa');
  const days = await Promise.all(
    [dayAhead(0), dayAhead(1)].map((day) => booker.api.slots(owner.court.id, day)),
  );
  const next = days.flat().find(({ start }) => Date.parse(start) > Date.now() + 60_000);
  await booker.api.book(owner.court.id, next!);

  await booker.page.goto('/bookings');
  const card = courtCard(booker.page, owner.court);
  await card.getByRole('button', { name: /^Problems with/ }).click();
  const dialog = booker.page.getByRole('dialog', { name: 'Problems with this booking' });
  await dialog.getByLabel('Weather', { exact: true }).selectOption('Lightning');
  await dialog.getByLabel('Details').fill(details);
  await expectAccessible(booker.page, 'the form for a weather claim');
  await dialog.getByRole('button', { name: 'Send Report' }).click();
  await expect(toastWith(booker.page, 'Sent. The other side can respond now.')).toBeVisible();
  await expect(dialog.getByText(/^Waiting for the host until/)).toBeVisible();

  await owner.page.goto('/bookings');
  const hosted = courtCard(owner.page, owner.court);
  await hosted.getByRole('button', { name: /^Problems with/ }).click();
  const response = owner.page.getByRole('dialog', { name: 'Problems with this booking' });
  await expect(response.getByText(`“${details}”`)).toBeVisible();
  await response.getByLabel('Your response').fill('The sky is blue.');
  await expectAccessible(owner.page, 'the response to a weather claim');
  await response.getByRole('button', { name: 'Dispute' }).click();
  await expect(response.getByText(/^Courtly decides by/)).toBeVisible();

  await expect(dialog.getByText('The host disputes it. “The sky is blue.”')).toBeVisible();
  const admin = await signIn('avery');
  await admin.page.goto('/admin/incidents');
  const claim = admin.page.getByRole('listitem').filter({ hasText: details });
  await expect(claim).toContainText('Thunder Court');
});

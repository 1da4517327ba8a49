import { expectAccessible } from './accessible';
import { expect, test } from './journey';
import { PLAY_DAY, notificationBell, courtCard } from './steps';

test('a host messages a player, sees the reply live, and sees the phone number after approving', async ({
  host,
  player,
}) => {
  const owner = await host('Ironwood Court');
  const guest = await player('Wanda');
  const [slot] = await owner.api.slots(owner.court.id, PLAY_DAY);
  await guest.page.goto('/profile');
  const { id } = await guest.api.book(owner.court.id, slot!);
  const rows = (of: typeof guest) =>
    of.page.getByRole('dialog', { name: 'Messages' }).getByRole('listitem');
  const write = async (of: typeof guest, words: string) => {
    const dialog = of.page.getByRole('dialog', { name: 'Messages' });
    await dialog.getByLabel('Your message').fill(words);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(rows(of).last()).toContainText(words);
    await expect(dialog.getByLabel('Your message')).toHaveValue('');
  };

  await owner.page.goto('/host-dashboard?tab=bookings');
  await owner.page.getByRole('button', { name: /^Message Player: Wanda Journey/ }).click();
  await expect(owner.page.getByText('No messages yet.')).toBeVisible();
  await write(owner, 'The gate is on the left. Do you bring balls?');

  await expect(notificationBell(guest.page)).toHaveAccessibleName('Notifications, 1 new');
  await notificationBell(guest.page).click();
  await guest.page.getByRole('link', { name: /^Hollis wrote to you \(new\)/ }).click();
  await expect(guest.page).toHaveURL(`/bookings?conversation=${id}`);
  await expect(rows(guest)).toContainText('The gate is on the left.');
  await expect(guest.page.getByText('hidden until the booking is confirmed')).toBeVisible();
  await expectAccessible(guest.page, 'messages about a booking');
  await write(guest, 'Yes. Call me: 480 555 0123');
  await expect(rows(guest).last()).toContainText('once the booking is confirmed');
  // Messages count as read once they are shown, also on the page behind the dialog.
  await guest.page.keyboard.press('Escape');
  await expect(
    courtCard(guest.page, owner.court).getByRole('button', { name: /^Message Host: / }),
  ).toBeVisible();

  await expect(rows(owner)).toHaveCount(2);
  await expect(rows(owner).last()).toContainText('Yes. Call me: •••');
  await owner.api.answer(id, 'confirmed');
  await expect(rows(owner).last()).toContainText('Yes. Call me: 480 555 0123');
  await expect(owner.page.getByText('hidden until the booking is confirmed')).toBeHidden();
  await expectAccessible(owner.page, 'messages of both sides');

  await owner.page.keyboard.press('Escape');
  await guest.page.getByRole('button', { name: /^Message Host: / }).click();
  await write(guest, 'And thank you!');
  await expect(
    owner.page.getByRole('button', { name: /^Message Player, 1 new: Wanda Journey/ }),
  ).toBeVisible();
});

test('an admin reviews a reported message and removes it for both sides', async ({
  host,
  player,
  signIn,
}) => {
  const owner = await host('Brittlebush Court');
  const guest = await player('Xenia');
  const [slot] = await owner.api.slots(owner.court.id, PLAY_DAY);
  const { id } = await guest.api.book(owner.court.id, slot!);
  const words = `Pay me in cash, ${Date.now().toString(36)}.`;
  await owner.page.goto(`/host-dashboard?tab=bookings&conversation=${id}`);
  await owner.page.getByLabel('Your message').fill(words);
  await owner.page.getByLabel('Your message').press('Control+Enter');
  await expect(owner.page.getByRole('dialog').getByRole('listitem')).toContainText(words);

  await guest.page.goto(`/bookings?conversation=${id}`);
  const messages = guest.page.getByRole('dialog', { name: 'Messages' });
  await messages.getByRole('button', { name: /^Report the message from / }).click();
  const report = guest.page.getByRole('dialog', { name: 'Report this message?' });
  await report.getByLabel('Reason').selectOption('Another reason');
  await report.getByLabel('Details').fill('They want no receipt.');
  await expectAccessible(guest.page, 'the report of a message');
  await report.getByRole('button', { name: 'Report Message' }).click();
  await expect(messages).toContainText('You reported this message.');

  const { page } = await signIn('avery');
  await page.goto('/admin/reviews');
  const reported = page
    .getByRole('list', { name: 'Reported messages' })
    .getByRole('listitem')
    .filter({ hasText: words });
  await expect(reported.first()).toContainText('They want no receipt.');
  await expectAccessible(page, 'a reported message');
  await reported.first().getByRole('button', { name: 'Remove' }).click();
  const because = page.getByRole('dialog', { name: 'Remove this message?' });
  await because.getByLabel('Reason').fill('Payment outside Courtly.');
  await because.getByRole('button', { name: 'Remove Message' }).click();
  await expect(reported).toHaveCount(0);
  await expect(messages).toContainText('An admin removed this message.');
  await expect(owner.page.getByRole('dialog')).toContainText('An admin removed this message.');
});

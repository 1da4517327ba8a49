import { expect, test } from './journey';
import { canReadMails, linkIn, subjectsTo } from './mails';
import { CHARGED_DAY, PLAY_DAY, notificationBell, pageHeading } from './steps';

test("a host's response appears live in all of the player's tabs and is marked as read in each", async ({
  host,
  player,
}) => {
  const owner = await host('Jumping Cholla Court');
  const { page, context, api } = await player('Nele');
  const [slot] = await owner.api.slots(owner.court.id, CHARGED_DAY);
  const { id } = await api.book(owner.court.id, slot!);
  const second = await context.newPage();
  await page.goto('/profile');
  await second.goto('/notices');
  await expect(second.getByText('No notifications yet')).toBeVisible();
  await expect(notificationBell(page)).toHaveAccessibleName('Notifications');
  await owner.api.answer(id, 'confirmed');

  await expect(notificationBell(page)).toHaveAccessibleName('Notifications, 2 new');
  const listed = second.getByRole('main').getByRole('listitem');
  await expect(listed).toHaveText([
    /^\$132\.00 was charged to your card \(new\)Jumping Cholla Court, .*7:00\sAM/,
    /^Your request was approved \(new\)Jumping Cholla Court, .*7:00\sAM/,
  ]);
  await notificationBell(page).click();
  const latest = page.getByRole('link', { name: /^Your request was approved \(new\)/ });
  await expect(latest).toBeVisible();
  await page.getByRole('button', { name: 'Mark All as Read' }).click();
  await expect(notificationBell(page)).toHaveAccessibleName('Notifications');
  await expect(notificationBell(second)).toHaveAccessibleName('Notifications');
  await expect(listed.filter({ hasText: '(new)' })).toHaveCount(0);

  await listed.last().getByRole('link').click();
  await expect(second).toHaveURL('/bookings');
});

test('a host opens a request from its notification', async ({ host, player }) => {
  const { page, api, court } = await host('Teddy Bear Court');
  const guest = await player('Oskar');
  const [slot] = await api.slots(court.id, PLAY_DAY);
  await page.goto('/notices');
  await guest.api.book(court.id, slot!);
  await page.getByRole('link', { name: /^Oskar Journey requested a booking/ }).click();
  await expect(page.getByRole('button', { name: /^Approve Oskar Journey/ })).toBeVisible();
});

test('an unsubscribe link stops one kind of email until it is turned on again', async ({
  arrive,
  host,
  player,
}) => {
  test.skip(!canReadMails, 'the emails of this Courtly are not readable');
  const owner = await host('Catclaw Court');
  const { page, api, me } = await player('Tilda');
  const slots = await owner.api.slots(owner.court.id, CHARGED_DAY);
  const approved = async (index: number) => {
    const { id } = await api.book(owner.court.id, slots[index]!);
    await owner.api.answer(id, 'confirmed');
    return id;
  };
  await approved(0);
  await expect.poll(() => subjectsTo(me.email)).toContain('Your request was approved');

  const { page: elsewhere } = await arrive();
  await elsewhere.goto(await linkIn(me.email, '/unsubscribe'));
  await expect(pageHeading(elsewhere, 'Unsubscribe from these emails?')).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(pageHeading(elsewhere, "You're unsubscribed")).toBeVisible();
  await page.goto('/notices/preferences');
  const requests = page.getByRole('switch', { name: /^Requests/ });
  await expect(requests).not.toBeChecked();
  await expect(page.getByRole('switch', { name: /^Bookings/ })).toBeChecked();

  // A later email of another kind has arrived, and an email about the response would have arrived
  // before it.
  const id = await approved(1);
  await expect(notificationBell(page)).toHaveAccessibleName('Notifications, 4 new');
  await owner.api.cancel(id);
  await expect.poll(() => subjectsTo(me.email)).toContain('Your booking was canceled');
  expect(
    (await subjectsTo(me.email)).filter((subject) => subject === 'Your request was approved'),
  ).toHaveLength(1);

  await requests.check();
  await page.reload();
  await expect(requests).toBeChecked();
  await approved(2);
  await expect
    .poll(
      async () =>
        (await subjectsTo(me.email)).filter((subject) => subject === 'Your request was approved')
          .length,
    )
    .toBe(2);
});

import { expectAccessible, waitUntilSettled } from './accessible';
import { expect, test } from './journey';
import { PLAY_DAY, bookNow, courtCard, chooseHour } from './steps';

test.describe('overlays meet WCAG 2.2 AA', () => {
  test.slow();

  test('for players: the waiver, confirmations, drawers, and menus', async ({ host, join }) => {
    const owner = await host('Palo Verde Court');
    const { page, api } = await join('Dalia');
    const [firstSlot, secondSlot] = await owner.api.slots(owner.court.id, PLAY_DAY);
    const booking = courtCard(page, owner.court);
    await chooseHour(page, owner.court, firstSlot!);
    await bookNow(page).click();
    await expect(page.getByLabel('Waiver text')).toBeVisible();
    await expectAccessible(page, 'the waiver');
    await api.acceptWaiver();
    const { id } = await api.book(owner.court.id, firstSlot!);
    await page.goto(`/checkout?bookingId=${id}`);
    await waitUntilSettled(page);
    await expectAccessible(page, 'the summary of a booking');
    const unpaid = await api.request(owner.court.id, secondSlot!);
    await page.goto(`/checkout?bookingId=${unpaid.id}`);
    await expect(page.getByLabel('Card number')).toBeVisible();
    await expectAccessible(page, 'the payment of a booking');
    await api.cancel(unpaid.id);

    await page.goto('/bookings');
    await booking.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page, 'the history of a booking');
    await page.keyboard.press('Escape');
    await booking.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog').getByRole('definition')).toHaveCount(2);
    await expectAccessible(page, 'the question before a cancellation');
    await page.keyboard.press('Escape');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: /^Notifications/ })
      .click();
    await expect(page.getByRole('link', { name: 'All notifications' })).toBeVisible();
    await expectAccessible(page, 'the latest notifications');
    await page.keyboard.press('Escape');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: 'Dalia' })
      .click();
    await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
    await expectAccessible(page, 'the menu of a member');
    await page.keyboard.press('Escape');
    await owner.api.answer(id, 'confirmed');
    await booking.getByRole('button', { name: /Calendar/ }).click();
    await expectAccessible(page, 'the choice of a calendar');
  });

  test('for hosts: booking details, messages, confirmations, and forms', async ({
    host,
    player,
    expected,
  }) => {
    expected.push(/^409 POST .*\/closures$/);
    const { page, api, court } = await host('Quailbush Court');
    const guest = await player('Dario');
    const [firstSlot] = await api.slots(court.id, PLAY_DAY);
    await guest.api.book(court.id, firstSlot!);
    await page.goto('/host-dashboard?tab=bookings');
    await page.getByRole('button', { name: 'Details' }).click();
    await expectAccessible(page, 'the details of a booking');
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Booking Approved')).toBeVisible();
    await expectAccessible(page, 'a message in the corner');

    await page.goto(`/owner/availability?court=${court.id}&date=${PLAY_DAY}`);
    await page.getByRole('button', { name: 'More options for Friday' }).click();
    await expect(page.getByRole('button', { name: 'Copy to every day' })).toBeVisible();
    await expectAccessible(page, 'the menu of a weekday');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close Hours', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'These hours are booked' })).toContainText(
      'Dario',
    );
    await expectAccessible(page, 'the question before hours are closed');
    await page.goto('/owner/dashboard');
    await page.getByRole('button', { name: 'Add Court' }).click();
    await expect(page.getByLabel('Court name')).toBeVisible();
    await expectAccessible(page, 'the form of a new court');
  });

  test('for admins: an application and its validation errors', async ({ signIn, expected }) => {
    expected.push(/^400 PATCH .*\/status$/);
    const { page, api } = await signIn('avery');
    const { fullName, email } = await api.applyAsHost('1 Main Street, Boise');
    await page.goto(`/admin/dashboard?tab=host&search=${email}`);
    await page.getByRole('button', { name: fullName }).click();
    const dialog = page.getByRole('dialog', { name: fullName });
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expectAccessible(page, 'an application');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog.getByLabel('City')).toBeFocused();
    await dialog.getByLabel('City').fill('Boise');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog.getByLabel('Time zone')).toBeFocused();
    await expectAccessible(page, 'the question for the place of a court');
  });

  test('for visitors: the calendar and tabs of a court, and the offline banner', async ({
    arrive,
    host,
    expected,
  }) => {
    expected.push(/^offline /);
    const { api, court } = await host('Rosewood Court');
    const [firstSlot] = await api.slots(court.id, PLAY_DAY);
    const { context, page } = await arrive();
    await chooseHour(page, court, firstSlot!);
    await expect(page.getByRole('grid')).toBeVisible();
    await expectAccessible(page, 'the calendar of a court');
    for (const tab of ['Location', 'Policies']) {
      await page.getByRole('tab', { name: tab }).click();
      await waitUntilSettled(page);
      await expectAccessible(page, `what a court says under ${tab}`);
    }
    await context.setOffline(true);
    await expect(page.getByText("You're offline.")).toBeVisible();
    await expectAccessible(page, 'the banner without a network');
  });
});

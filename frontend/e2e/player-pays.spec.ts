import { dayAhead } from './api';
import { expect, test } from './journey';
import {
  CHALLENGED_CARD,
  CHARGED_DAY,
  DECLINED_CARD,
  PAYING_CARD,
  PLAY_DAY,
  bookNow,
  bookingIdOf,
  courtCard,
  chooseHour,
  pageHeading,
  payBy,
  toastWith,
} from './steps';

const HOUR_MS = 3_600_000;

test('one card is declined, another is authenticated, and the charge is refunded', async ({
  host,
  player,
  expected,
}) => {
  expected.push(/^402 POST http:\/\/127\.0\.0\.1:\d+\/v1\/payment_intents\//);
  const owner = await host('Snakewood Court');
  const { page } = await player('Ottilie');
  const slot = (await owner.api.slots(owner.court.id, CHARGED_DAY))[3]!;
  await chooseHour(page, owner.court, slot, CHARGED_DAY);
  await bookNow(page).click();
  const id = await bookingIdOf(page);
  await payBy(page, DECLINED_CARD);
  await expect(toastWith(page, 'Payment Failed')).toContainText('Your card was declined.');
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your card was declined.' }),
  ).toBeVisible();

  await payBy(page, CHALLENGED_CARD);
  await page.frameLocator('iframe').getByRole('button', { name: 'Fail authentication' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your bank did not confirm that it is you.' }),
  ).toBeVisible();
  await payBy(page, CHALLENGED_CARD);
  await page
    .frameLocator('iframe')
    .getByRole('button', { name: 'Complete authentication' })
    .click();
  await expect(pageHeading(page, 'Your request is with the host')).toBeVisible();

  await owner.api.answer(id, 'confirmed');
  await expect(pageHeading(page, 'Your court is booked')).toBeVisible();
  await expect(page.getByText('$132.00 was charged to your Visa ending in 3184.')).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'My Bookings' }).click();
  await courtCard(page, owner.court).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Booking' }).click();
  await page.getByRole('tab', { name: 'Canceled' }).click();
  await expect(courtCard(page, owner.court)).toContainText('$132.00 was refunded on');
});

test('a declined request releases the authorization on the card', async ({ host, player }) => {
  const owner = await host('Catclaw Court');
  const { page, api } = await player('Priska');
  const { id } = await api.book(
    owner.court.id,
    (await owner.api.slots(owner.court.id, PLAY_DAY))[1]!,
  );
  await page.goto(`/checkout?bookingId=${id}`);
  await expect(
    page.getByText(
      '$132.00 is authorized on your card. It will be charged only if the host approves.',
    ),
  ).toBeVisible();
  await owner.api.answer(id, 'cancelled');
  await expect(pageHeading(page, 'This booking was canceled')).toBeVisible();
  await expect(page.getByText('Declined by the host')).toBeVisible();
  await expect(
    page.getByText('Nothing was charged; the authorization on your card was released.'),
  ).toBeVisible();
});

test('a free cancellation before the charge only releases the authorization', async ({
  host,
  player,
}) => {
  const owner = await host('Creosote Court');
  const { page, api } = await player('Tamsin');
  const { id } = await api.book(
    owner.court.id,
    (await owner.api.slots(owner.court.id, PLAY_DAY))[2]!,
  );
  await owner.api.answer(id, 'confirmed');
  await page.goto('/bookings');
  await expect(courtCard(page, owner.court)).toContainText(
    /\$132\.00 is authorized on your card\. It will be charged on .* MST, unless you cancel before then\./,
  );
  await courtCard(page, owner.court).getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' });
  await expect(dialog).toContainText("Free cancellation: the card isn't charged.");
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click();
  await page.getByRole('tab', { name: 'Canceled' }).click();
  await expect(courtCard(page, owner.court)).toContainText(
    'Nothing was charged; the authorization on your card was released.',
  );
});

test('a late cancellation refunds half of the total', async ({ host, player }) => {
  const owner = await host('Bursage Court');
  const { page, api } = await player('Quirin');
  const days = await Promise.all(
    [0, 1].map((ahead) => owner.api.slots(owner.court.id, dayAhead(ahead))),
  );
  const soon = days.flat().find(({ start }) => Date.parse(start) > Date.now() + 3 * HOUR_MS)!;
  const { id } = await api.book(owner.court.id, soon);
  await owner.api.answer(id, 'confirmed');
  await page.goto('/bookings');
  await expect(courtCard(page, owner.court)).toContainText(
    '$132.00 was charged to your Visa ending in 4242.',
  );
  await courtCard(page, owner.court).getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' });
  await expect(dialog.getByRole('definition').last()).toHaveText('$66.00');
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click();
  await page.getByRole('tab', { name: 'Canceled' }).click();
  await expect(courtCard(page, owner.court)).toContainText('$66.00 was refunded on');
});

test('a player pays an unpaid booking later from the bookings page', async ({ host, player }) => {
  const owner = await host('Brittlebush Court');
  const { page, api } = await player('Rosa');
  await api.request(owner.court.id, (await owner.api.slots(owner.court.id, PLAY_DAY))[0]!);
  await page.goto('/bookings');
  await expect(courtCard(page, owner.court)).toContainText(/Not paid yet\. 1[34] minutes left\./);
  await owner.page.goto('/host-dashboard?tab=bookings');
  await expect(owner.page.getByText('No pending bookings')).toBeVisible();
  await courtCard(page, owner.court)
    .getByRole('link', { name: /^Pay for/ })
    .click();
  await payBy(page, PAYING_CARD);
  await expect(pageHeading(page, 'Your request is with the host')).toBeVisible();
  await expect(owner.page.getByRole('listitem').filter({ hasText: 'Rosa Journey' })).toBeVisible();
});

test('a player saves a card, pays the next hour with one tap, and removes the card', async ({
  host,
  player,
}) => {
  const owner = await host('Fairy Duster Court');
  const { page, api } = await player('Selma');
  const [firstSlot, secondSlot] = await owner.api.slots(owner.court.id, PLAY_DAY);
  const first = await api.request(owner.court.id, firstSlot!);
  await page.goto(`/checkout?bookingId=${first.id}`);
  await page.getByLabel('Card number').waitFor();
  await page.getByRole('checkbox', { name: /^Save this card/ }).check();
  await payBy(page, PAYING_CARD);
  await expect(pageHeading(page, 'Your request is with the host')).toBeVisible();

  const second = await api.request(owner.court.id, secondSlot!);
  await page.goto(`/checkout?bookingId=${second.id}`);
  await expect(page.getByRole('radio', { name: /^Visa ending in 4242/ })).toBeChecked();
  await page.getByRole('button', { name: /^Authorize / }).click();
  await expect(pageHeading(page, 'Your request is with the host')).toBeVisible();

  await page.goto('/profile?tab=settings');
  await page.getByRole('button', { name: 'Remove Visa ending in 4242' }).click();
  await expect(page.getByText('You have no saved cards.')).toBeVisible();
});

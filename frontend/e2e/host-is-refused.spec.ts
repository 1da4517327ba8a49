import { expect, test } from './journey';
import { PLAY_DAY, courtCard, toastWith } from './steps';

/** Delays the responses to the host until they are released. */
const holdRequest = () => {
  let go = () => {};
  const released = new Promise<void>((resolve) => (go = resolve));
  return { released, go };
};

test('a host who approves a canceled request sees it confirmed at first, then corrected', async ({
  host,
  player,
  expected,
}) => {
  expected.push(/^409 PATCH \/api\/bookings\/.*\/status$/);
  const { page, api, court } = await host('Elephant Tree Court');
  const guest = await player('Salma');
  const [slot] = await api.slots(court.id, PLAY_DAY);
  const { id } = await guest.api.book(court.id, slot!);
  await page.goto('/bookings');

  const { released, go } = holdRequest();
  await page.route('**/api/bookings/*/status', async (route) => {
    await released;
    await route.continue();
  });
  await courtCard(page, court).getByRole('button', { name: 'Approve' }).click();
  await expect(courtCard(page, court)).toContainText('Confirmed');
  await guest.api.cancel(id);
  go();
  await expect(toastWith(page, 'Error')).toBeVisible();
  await expect(page.getByText('No upcoming bookings')).toBeVisible();
  await page.getByRole('tab', { name: 'Canceled' }).click();
  await expect(courtCard(page, court)).toContainText('Canceled by the player');
});

test('a response that the server rejects is reverted', async ({ host, player, expected }) => {
  expected.push(/^409 PATCH \/api\/bookings\/.*\/status$/);
  const { page, api, court } = await host('Fairy Duster Court');
  const guest = await player('Tomas');
  const [slot] = await api.slots(court.id, PLAY_DAY);
  await guest.api.book(court.id, slot!);
  await page.goto('/bookings');

  const { released, go } = holdRequest();
  const json = {
    code: 'conflict',
    message: 'Something else happened at the same moment. Please try again.',
  };
  await page.route('**/api/bookings/*/status', async (route) => {
    await released;
    await route.fulfill({ status: 409, json });
  });
  await courtCard(page, court).getByRole('button', { name: 'Decline' }).click();
  await page.getByLabel('Reason').selectOption('Another reason');
  await page.getByRole('button', { name: 'Decline Request' }).click();
  await expect(page.getByText('No upcoming bookings')).toBeVisible();
  go();
  await expect(toastWith(page, json.message)).toBeVisible();
  await page.getByRole('button', { name: 'Keep Request' }).click();
  await page.getByRole('button', { name: 'Discard Changes' }).click();
  await expect(courtCard(page, court)).toContainText('Pending');
  await expect(courtCard(page, court).getByRole('button', { name: 'Approve' })).toBeVisible();
  expect((await guest.api.bookings()).map(({ status }) => status)).toEqual(['pending']);
});

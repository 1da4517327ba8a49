import type { Page } from '@playwright/test';
import { expect, test } from './journey';
import { PLAY_DAY, courtCard, toastWith } from './steps';

test.use({ serviceWorkers: 'allow' });

const directions = 'Use the side door, not the main gate.';

const offlinePage = (page: Page) => page.getByRole('heading', { name: 'No connection' });

test('a player without a connection sees the saved bookings, and no longer after signing out', async ({
  join,
  player,
  expected,
}) => {
  expected.push(/^offline /);
  const owner = await join('Hollis', 'owner');
  const court = await owner.api.listCourt('Ocotillo Court', { arrivalNotes: directions });
  const { context, page, api } = await player('Nadia');
  const [first, second] = await api.slots(court.id, PLAY_DAY);
  const { id } = await api.book(court.id, first!);
  await api.book(court.id, second!);
  await owner.api.answer(id, 'confirmed');
  await page.goto('/bookings');
  await expect(courtCard(page, court)).toHaveCount(2);
  await expect(courtCard(page, court).first()).toContainText(directions);
  await page.evaluate(() => navigator.serviceWorker.ready);

  await context.setOffline(true);
  await page.goto('/rankings');
  await expect(offlinePage(page)).toBeVisible();
  const [confirmed, pending] = [0, 1].map((index) => page.getByRole('listitem').nth(index));
  await expect(confirmed!).toContainText(court.name);
  await expect(confirmed!).toContainText(directions);
  await expect(confirmed!).not.toContainText('Gate code');
  await expect(pending!).toContainText("hasn't confirmed");
  await expect(page.getByText(/^As of /)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Rankings', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Nadia', exact: true }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(toastWith(page, 'Logged out successfully')).toBeVisible();
  await context.setOffline(true);
  await page.goto('/bookings');
  await expect(offlinePage(page)).toBeVisible();
  await expect(page.getByText(court.name)).toHaveCount(0);
});

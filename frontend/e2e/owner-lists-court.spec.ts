import { expect, test } from './journey';
import {
  PLAY_DAY,
  courtCard,
  followLink,
  pageHeading,
  hourRadio,
  createJpeg,
  toastWith,
} from './steps';

test('an owner lists a court with photos and hours, and players find it', async ({
  join,
  arrive,
}) => {
  const { page, me } = await join('Olwen', 'owner');
  const name = `Quail Court of ${me.username}`;
  await page.goto('/');
  await followLink(page, 'List Your Court');
  await expect(pageHeading(page, 'List Your Court')).toBeVisible();
  await page.getByRole('button', { name: 'List Court' }).click();
  await expect(page.getByLabel('Court name')).toBeFocused();
  await page.getByLabel('Court name').fill(name);
  await page
    .getByLabel('Description')
    .fill('Two steps from the kitchen garden, and out of the wind.');
  await page.getByRole('radio', { name: 'Grass Court' }).check();
  await page.getByLabel('City').fill('Scottsdale');
  await page.getByLabel('Street').fill('E Main St');
  await page.getByLabel('House number and unit').fill('7100');
  const files = [await createJpeg(page, 'a.jpg', 'olive'), await createJpeg(page, 'b.jpg', 'peru')];
  await page.getByLabel('Photos to add').setInputFiles(files);
  const photos = page.getByRole('list', { name: 'Photos' }).getByRole('img');
  await expect(photos).toHaveCount(2);
  const second = await photos.nth(1).getAttribute('src');
  await page.getByRole('button', { name: 'Move photo 2 forward' }).click();
  await expect(photos.first()).toHaveAttribute('src', second!);
  await page.getByLabel('Add an amenity').fill('Lemonade');
  await page.getByLabel('Add an amenity').press('Enter');
  await page.getByLabel('Hourly rate in $').fill('175.50');
  await page.getByRole('button', { name: 'List Court' }).click();

  await expect(toastWith(page, 'Court listed')).toBeVisible();
  await expect(pageHeading(page, 'Availability')).toBeVisible();
  await page.getByLabel('Monday: from').selectOption('9:00 AM');
  await page.getByLabel('Monday: to').selectOption('12:00 PM');
  await page.getByRole('button', { name: 'More options for Monday' }).click();
  await page.getByRole('button', { name: 'Copy to every day' }).click();
  await expect(page.getByLabel('Sunday: to')).toHaveValue('12:00');
  await page.getByRole('button', { name: 'Save Hours' }).click();
  await expect(toastWith(page, 'Hours saved')).toBeVisible();
  await expect(page.getByText('All changes saved')).toBeVisible();

  await page.goto(`${page.url()}&date=${PLAY_DAY}`);
  await page.getByLabel('From', { exact: true }).selectOption('10:00 AM');
  await page.getByLabel('To', { exact: true }).selectOption('11:00 AM');
  await page.getByLabel('Reason').fill('The grass is cut');
  await page.getByRole('button', { name: 'Close Hours', exact: true }).click();
  await expect(toastWith(page, 'Hours closed')).toBeVisible();
  await expect(page.getByRole('list', { name: 'The day' }).getByRole('listitem')).toHaveText([
    /9:00 AM – 10:00 AM.*Open/,
    /10:00 AM – 11:00 AM.*Closed: The grass is cut/,
    /11:00 AM – 12:00 PM.*Open/,
  ]);

  const { page: theirs } = await arrive();
  await theirs.goto('/courts?surface=grass');
  const listed = theirs.getByRole('article').filter({ hasText: name });
  await expect(listed).toContainText('$175.50');
  await expect(listed).toContainText('Lemonade');
  const cover = listed.locator('img');
  await cover.scrollIntoViewIfNeeded();
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await listed.getByRole('link', { name, exact: true }).click();
  await expect(pageHeading(theirs, name)).toBeVisible();
  await theirs.goto(`${theirs.url()}?date=${PLAY_DAY}`);
  await expect(theirs.getByRole('radio')).toHaveCount(2);
  for (const time of ['9:00 AM', '11:00 AM'])
    await expect(theirs.getByRole('radio', { name: `${time} MST`, exact: true })).toBeEnabled();
});

test('an owner confirms before closing a booked hour, and the player is notified', async ({
  host,
  player,
  expected,
}) => {
  expected.push(/^409 POST \/api\/courts\/\w+\/closures$/);
  const { page, api, court } = await host('Redbud Court');
  const guest = await player('Emil');
  const [slot, , later] = await api.slots(court.id, PLAY_DAY);
  await guest.api.book(court.id, slot!);
  await guest.page.goto('/bookings');
  await expect(courtCard(guest.page, court)).toContainText('Pending');

  await page.goto(`/owner/availability?court=${court.id}&date=${PLAY_DAY}`);
  await page.getByLabel('To', { exact: true }).selectOption('9:00 AM');
  await page.getByRole('button', { name: 'Close Hours', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'These hours are booked' });
  await expect(question).toContainText('Emil Journey');
  await expect(question).toContainText('$132');
  expect((await guest.api.bookings())[0]!.status).toBe('pending');
  await question.getByRole('button', { name: 'Close Anyway and Refund' }).click();
  await expect(toastWith(page, 'Hours closed')).toBeVisible();

  await expect(guest.page.getByText('No upcoming bookings')).toBeVisible();
  await guest.page.getByRole('tab', { name: 'Canceled' }).click();
  await expect(courtCard(guest.page, court)).toContainText('The host closed these hours');
  await guest.page.goto(`/courts/${court.id}?date=${PLAY_DAY}`);
  await expect(hourRadio(guest.page, later!)).toBeVisible();
  await expect(hourRadio(guest.page, slot!)).toHaveCount(0);
});

test('an owner hides a court from players and shows it again', async ({
  host,
  arrive,
  expected,
}) => {
  expected.push(/^404 GET (\/api)?\/courts\//);
  const { page, court } = await host('Smoke Tree Court');
  const { page: theirs } = await arrive();
  await theirs.goto('/courts');
  const listed = theirs.locator(`a[href="/courts/${court.id}"]`);
  await expect(listed).toBeVisible();
  await page.goto('/owner/dashboard');
  await page.getByRole('button', { name: 'Deactivate Smoke Tree Court' }).click();
  await page
    .getByRole('dialog', { name: 'Hide this court?' })
    .getByRole('button', { name: 'Deactivate' })
    .click();
  await expect(toastWith(page, 'Court deactivated')).toBeVisible();
  await expect(listed).toHaveCount(0);
  await page.getByRole('button', { name: 'Activate Smoke Tree Court', exact: true }).click();
  await expect(listed).toBeVisible();
});

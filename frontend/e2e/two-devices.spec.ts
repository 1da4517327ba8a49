import { expect, test } from './journey';
import { toastWith } from './steps';

test('hours that a host changes on two devices are merged', async ({ host, expected }) => {
  // The update may arrive after the second save.
  expected.push(/^409 PUT /);
  const { context, page, court } = await host('Yucca Court');
  const other = await context.newPage();
  for (const device of [page, other]) {
    await device.goto(`/owner/availability?court=${court.id}`);
    await expect(device.getByRole('button', { name: 'Save Hours' })).toBeVisible();
  }
  await page.getByLabel('Monday: from').selectOption('9:00 AM');
  await other.getByLabel('Tuesday: from').selectOption('10:00 AM');
  await other.getByRole('button', { name: 'Save Hours' }).click();
  await expect(toastWith(other, 'Hours saved')).toBeVisible();
  await expect(page.getByText('Updated here: Tuesday.')).toBeVisible();
  await page.getByRole('button', { name: 'Save Hours' }).click();
  await expect(toastWith(page, 'Hours saved')).toBeVisible();
  await other.reload();
  await expect(other.getByLabel('Monday: from')).toHaveValue('09:00');
  await expect(other.getByLabel('Tuesday: from')).toHaveValue('10:00');
});

import { PASSWORD, newPerson } from './api';
import { expect, test } from './journey';
import { canReadMails, linkIn } from './mails';
import { pageHeading, createJpeg, toastWith } from './steps';

test('a visitor applies as a host, an admin approves, and the draft court goes live', async ({
  arrive,
  signIn,
}) => {
  test.skip(!canReadMails, 'the emails of this Courtly are not readable');
  const { page } = await arrive();
  const applicant = newPerson('Nadia');
  const name = `Nadia ${applicant.username}`;
  await page.goto('/host-application');
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Email').fill(applicant.email);
  await page.getByLabel('Phone number').fill('480-555-0123');
  await page.getByLabel('Property address').fill('8412 E Horseshoe Ln, Paradise Valley, AZ 85253');
  await page.getByRole('radio', { name: 'Both' }).check();
  await page.getByRole('radio', { name: 'Clay Court' }).check();
  await page.getByLabel('Availability').fill('Weekday mornings');
  await page.getByLabel('Court description').fill('A quiet court between citrus trees.');
  await page.getByLabel('Photos to add').setInputFiles([await createJpeg(page, 'a.jpg', 'olive')]);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(pageHeading(page, 'Thanks for applying.')).toBeVisible();

  const { page: desk } = await signIn('avery');
  await desk.goto('/admin/dashboard?tab=host');
  await desk.getByLabel('Name or email').fill(applicant.email);
  await desk.getByRole('button', { name }).click();
  const dialog = desk.getByRole('dialog', { name });
  const photo = dialog.getByRole('img', { name: 'Court photo 1 of 1' });
  await photo.scrollIntoViewIfNeeded();
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(toastWith(desk, 'Status Updated')).toBeVisible();
  await expect(desk.getByText('No applications', { exact: true })).toBeVisible();

  await expect.poll(() => linkIn(applicant.email, '/invited')).not.toBe('');
  const link = await linkIn(applicant.email, '/invited');
  await page.goto('/register');
  await page.getByLabel('First name').fill('Nadia');
  await page.getByLabel('Last name').fill('Journey');
  await page.getByLabel('Username').fill(applicant.username);
  await page.getByLabel('Email').fill(applicant.email);
  await page.getByLabel('Phone').fill(applicant.phone);
  await page.getByRole('radio', { name: 'Book tennis courts' }).check();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).not.toHaveURL(/register/);
  await page.goto(link);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('link', { name: 'My Courts' }).click();

  const draft = 'Private court in Paradise Valley';
  await page.getByRole('button', { name: `Edit ${draft}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Court' });
  await form.getByLabel('Hourly rate in $').fill('120');
  await form.getByRole('button', { name: 'Save Court' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: `Activate ${draft}` }).click();
  await expect(page.getByRole('button', { name: `Deactivate ${draft}` })).toBeVisible();
  await expect(page.getByText('$120')).toBeVisible();
});

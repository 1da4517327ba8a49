import { newPerson } from './api';
import { expect, test } from './journey';
import { pageHeading } from './steps';

test('a visitor requests Courtly in a new city', async ({ arrive }) => {
  const { page } = await arrive();
  const { email, username } = newPerson('Asker');
  await page.goto('/');
  await page.getByRole('link', { name: 'Request Expansion' }).click();
  await expect(pageHeading(page, 'Where should we open next?')).toBeVisible();
  await page.getByLabel('City').fill(`Port ${username.replace(/[^a-z]/g, '')}`);
  await page.getByLabel('Email').fill('nonsense');
  await page.getByRole('button', { name: 'Request Expansion' }).click();
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Request Expansion' }).click();
  await expect(page.getByText("You're one of them. Thank you!")).toBeVisible();
});

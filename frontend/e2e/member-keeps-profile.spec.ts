import { expect, test } from './journey';
import { followLink, pageHeading, toastWith } from './steps';

test('a player saves playing preferences', async ({ join }) => {
  const { page, api } = await join('Greta');
  await page.goto('/');
  await followLink(page, 'My Profile');
  await expect(pageHeading(page, 'Greta Journey')).toBeVisible();
  await page.getByRole('tab', { name: 'Preferences' }).click();
  await page.getByLabel('Skill level').selectOption('4.5');
  await page.getByRole('switch', { name: 'Clay' }).check();
  await page.getByRole('switch', { name: 'Grass' }).check();
  await page.getByRole('button', { name: 'Early bird' }).click();
  await expect(page.getByText('Elite Verified', { exact: true })).toHaveCount(0);
  const savedProfile = async () => {
    const { skillLevel, surfaces, socialTags } = await api.me();
    return { skillLevel, surfaces, socialTags };
  };
  await expect
    .poll(savedProfile)
    .toEqual({ skillLevel: '4.5', surfaces: ['clay', 'grass'], socialTags: ['early bird'] });

  await page.reload();
  await expect(page.getByLabel('Skill level')).toHaveValue('4.5');
  await expect(page.getByRole('switch', { name: 'Clay' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Hard' })).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Early bird', pressed: true })).toBeVisible();
  await page.goto('/courts');
  await expect(page.getByText('Your level: 4.5')).toBeVisible();
});

test('a user changes their name, and every page shows it', async ({ join }) => {
  const { page } = await join('Hugo');
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(pageHeading(page, 'Edit Profile')).toBeVisible();
  await page.getByLabel('First name').fill('H');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('First name must be at least 2 characters')).toBeVisible();
  await page.getByLabel('First name').fill('Huberta');
  await page.getByLabel('Home city').fill('Scottsdale');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toastWith(page, 'Profile updated')).toBeVisible();
  await expect(pageHeading(page, 'Huberta Journey')).toBeVisible();
  await page.reload();
  await expect(pageHeading(page, 'Huberta Journey')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Huberta' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Scottsdale');
});

test("a user's dark theme survives reloads and navigation", async ({ join }) => {
  const { page } = await join('Ines');
  const paper = page.locator('html');
  const night = 'rgb(15, 25, 21)';
  await page.goto('/profile?tab=settings');
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
  await expect(paper).not.toHaveCSS('background-color', night);
  await page.getByRole('radio', { name: 'Night' }).check();
  await expect(paper).toHaveCSS('background-color', night);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Night' })).toBeChecked();
  await expect(paper).toHaveCSS('background-color', night);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(paper).toHaveCSS('background-color', night);
});

test('a user logs out and loses access to pages that require sign-in', async ({ join }) => {
  const { page } = await join('Jonas');
  await page.goto('/profile?tab=settings');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(toastWith(page, 'Logged out successfully')).toBeVisible();
  await expect(pageHeading(page, 'Where the Elite Play Tennis')).toBeVisible();
  await page.goto('/bookings');
  await expect(pageHeading(page, 'Sign in')).toBeVisible();
});

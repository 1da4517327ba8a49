import { expect, test } from './journey';
import { pageHeading, toastWith } from './steps';

test('a player reviews an hour and logs a match that the opponent confirms', async ({
  signIn,
  verified,
}, { project }) => {
  // Only the demo data has played hours. Each project uses a different player, because an hour can
  // be logged only once.
  const logger = await signIn(project.name.endsWith('phone') ? 'pavel' : 'yuki');
  const opponent = await verified('Olga');
  const { page } = logger;
  await page.goto('/bookings?tab=past');
  const reviews = page.getByRole('button', { name: /^Post Game Review of/ });
  await expect(reviews.first()).toBeVisible();
  const countBefore = await reviews.count();
  await reviews.first().click();
  const dialog = page.getByRole('dialog', { name: 'Post Game Review' });
  await dialog.getByRole('radio', { name: '4' }).check();
  await dialog.getByLabel('Comment').fill('Fine lines, and shade at noon.');
  await expect(dialog.getByLabel('Games won')).toHaveValue('6');
  await dialog.getByLabel('Name').fill('Olga');
  await dialog.getByLabel('Email').fill(opponent.me.email);
  await dialog.getByRole('button', { name: 'Add Player' }).click();
  await dialog.getByRole('button', { name: 'Submit Review' }).click();
  await expect(toastWith(page, 'Review submitted successfully!')).toContainText(
    'Thank you for sharing your experience.',
  );
  await expect(reviews).toHaveCount(countBefore - 1);
  await page.goto('/matches');
  await expect(page.getByRole('article').first()).toContainText(
    'Waiting for an opponent to confirm it',
  );

  await opponent.page.goto('/notices');
  await opponent.page.getByRole('link', { name: /logged a match against you/ }).click();
  await expect(pageHeading(opponent.page, 'Your Matches')).toBeVisible();
  const match = opponent.page.getByRole('article');
  await expect(match).toContainText('Lost 4–6');
  await match.getByRole('button', { name: /^Confirm:/ }).click();
  await expect(toastWith(opponent.page, 'Result confirmed')).toBeVisible();
  await expect(match.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('article').first()).toContainText('Confirmed');
  await expect(page.getByRole('article').first()).toContainText('Olga Journey');
});

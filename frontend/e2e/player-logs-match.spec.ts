import { expectAccessible } from './accessible';
import { expect, test } from './journey';
import { pageHeading, toastWith } from './steps';

test('a player reviews a court and logs a match, which is confirmed, withdrawn, and left', async ({
  signIn,
  verified,
}, { project }) => {
  // Only the demo data has played hours. Each project uses a different player, because an hour can
  // be logged only once.
  const logger = await signIn(project.name.endsWith('phone') ? 'pavel' : 'yuki');
  const opponent = await verified('Olga');
  const { page } = logger;
  await page.goto('/bookings?tab=past');
  const reviews = page.getByRole('button', { name: /^Review the Court:/ });
  const results = page.getByRole('button', { name: /^Log the Result:/ });
  await expect(reviews.first()).toBeVisible();
  const [reviewCount, resultCount] = [await reviews.count(), await results.count()];
  await reviews.first().click();
  const review = page.getByRole('dialog', { name: 'How was the court?' });
  await review.getByRole('button', { name: 'Submit Review' }).click();
  await expect(review).toContainText('Choose 1 to 5 stars');
  await expectAccessible(page, 'a review without stars');
  await review.getByRole('radio', { name: '4' }).check();
  await review.getByLabel('Comment').fill('Fine lines, and shade at noon.');
  await review.getByRole('button', { name: 'Submit Review' }).click();
  await expect(toastWith(page, 'Review submitted successfully!')).toContainText(
    'Thank you for sharing your experience.',
  );
  await expect(reviews).toHaveCount(reviewCount - 1);
  await expect(results).toHaveCount(resultCount);

  await results.first().click();
  const result = page.getByRole('dialog', { name: 'How did the match end?' });
  await result.getByRole('radio', { name: 'Win' }).check();
  await result.getByLabel('Games won').fill('4');
  await result.getByLabel('Games lost').fill('6');
  await result.getByLabel('Name').fill('Olga');
  await result.getByLabel('Email').fill(opponent.me.email);
  await result.getByRole('button', { name: 'Add Player' }).click();
  await result.getByRole('button', { name: 'Log Result' }).click();
  await expect(result).toContainText('Correct the score or the result, or add the sets.');
  await expectAccessible(page, 'a result that contradicts its score');
  await result.getByLabel('Games won').fill('6');
  await result.getByLabel('Games lost').fill('4');
  await result.getByRole('button', { name: 'Log Result' }).click();
  await expect(toastWith(page, 'Result logged')).toBeVisible();
  await expect(results).toHaveCount(resultCount - 1);
  await expect(reviews).toHaveCount(reviewCount - 1);
  await page.goto('/matches');
  await expect(page.getByRole('article').first()).toContainText(
    'Waiting for the others to respond',
  );

  await opponent.page.goto('/notices');
  await opponent.page.getByRole('link', { name: /logged a match against you/ }).click();
  await expect(pageHeading(opponent.page, 'Your Matches')).toBeVisible();
  const match = opponent.page.getByRole('article');
  await expect(match).toContainText('Lost 4–6');
  await match.getByRole('button', { name: /^Confirm:/ }).click();
  await expect(toastWith(opponent.page, 'Result confirmed')).toBeVisible();
  await expect(match.getByRole('button', { name: /^Confirm:/ })).toHaveCount(0);
  await expect(page.getByRole('article').first()).toContainText('Confirmed');
  await expect(page.getByRole('article').first()).toContainText('Olga Journey');

  const logged = page.getByRole('article').first();
  await logged.getByRole('button', { name: /^Ask to Withdraw:/ }).click();
  await page.getByLabel('Why').fill('I mixed up the score.');
  await expectAccessible(page, 'asking to withdraw a result');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask to Withdraw' }).click();
  await expect(toastWith(page, 'The other side has been asked')).toBeVisible();
  await expect(match).toContainText('The other side wants to withdraw this result');
  await match.getByRole('button', { name: /^Agree to Withdraw:/ }).click();
  await expect(toastWith(opponent.page, 'Result withdrawn')).toBeVisible();

  await logged.getByRole('button', { name: /^Log It Again:/ }).click();
  const again = page.getByRole('dialog', { name: 'Log the result again' });
  await again.getByRole('radio', { name: 'Win' }).check();
  await again.getByLabel('Games won').fill('6');
  await again.getByLabel('Games lost').fill('3');
  await again.getByLabel('Name').fill('Olga');
  await again.getByLabel('Email').fill(opponent.me.email);
  await again.getByRole('button', { name: 'Log Result' }).click();
  await expect(toastWith(page, 'Result logged')).toBeVisible();

  await match.getByRole('button', { name: /^I Wasn't There:/ }).click();
  const leaving = opponent.page.getByRole('dialog', { name: "You weren't there?" });
  await expectAccessible(opponent.page, 'leaving a match');
  await leaving.getByRole('button', { name: "I Wasn't There" }).click();
  await expect(toastWith(opponent.page, "You're no longer in this match")).toBeVisible();
  await expect(opponent.page.getByRole('article')).toHaveCount(0);
  await expect(logged).toContainText("Olga, opponent, wasn't there");
  await expect(logged).toContainText("It doesn't count: the other side wasn't there");
});

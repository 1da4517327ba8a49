import { expect, test } from './journey';
import { canReadMails, linkIn } from './mails';
import { PAYING_CARD, pageHeading, payBy, toastWith } from './steps';

test('a player applies, is invited, consents to monthly renewal, joins, and cancels', async ({
  player,
  signIn,
}) => {
  test.skip(!canReadMails, 'the emails of this Courtly are not readable');
  const { page, me } = await player('Gerda');
  await page.goto('/checkout?plan=monthly');
  await page.getByRole('link', { name: 'Apply', exact: true }).click();
  await expect(page.getByLabel('Email')).toHaveValue(me.email);
  await page.getByLabel('City').fill('Scottsdale');
  await page.getByLabel('Skill level').selectOption('Advanced');
  await page.getByLabel('Why would you like to join?').fill('I would like to play every week.');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(pageHeading(page, 'Thanks for applying.')).toBeVisible();

  const { page: desk } = await signIn('avery');
  await desk.goto('/admin/dashboard?tab=player');
  await desk.getByLabel('Name or email').fill(me.email);
  await desk.getByRole('button', { name: 'Gerda Journey' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(toastWith(desk, 'Status Updated')).toBeVisible();

  await expect.poll(() => linkIn(me.email, '/invited')).not.toBe('');
  await page.goto(await linkIn(me.email, '/invited'));
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('link', { name: 'Start Your Membership' }).click();
  const go = page.getByRole('button', { name: 'Continue to Payment' });
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await expect(go).toBeDisabled();
  await page.getByRole('checkbox').check();
  await go.click();
  await payBy(page, PAYING_CARD);
  await expect(pageHeading(page, 'Welcome to Elite!')).toBeVisible();

  await page.goto('/elite');
  await expect(page.getByText(/^Your membership renews on .* for \$100\.00\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel Membership' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Membership' }).click();
  await expect(
    page.getByText(
      /^Your membership is canceled\. You won't be charged again, and you remain a member until/,
    ),
  ).toBeVisible();
});

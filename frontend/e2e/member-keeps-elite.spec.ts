import type { EliteSubscription } from '@courtly/contracts/membership';
import { expect, test } from './journey';
import { canReadMails, subjectsTo } from './mails';
import { PAYING_CARD, pageHeading, payBy } from './steps';

test('a member whose renewal fails keeps access for the grace period and pays with another card', async ({
  applicant,
}) => {
  test.skip(!canReadMails, 'the emails of this Courtly are not readable');
  const { page, api, me } = await applicant('Isolde');
  await page.goto('/checkout?plan=monthly');
  await page.getByRole('checkbox').check();
  const subscribeResponse = page.waitForResponse('**/api/membership/subscription');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  const { subscriptionId } = (await (await subscribeResponse).json()) as EliteSubscription;
  await payBy(page, PAYING_CARD);
  await expect(pageHeading(page, 'Welcome to Elite!')).toBeVisible();
  await page.goto('/elite');
  await expect(page.getByText(/^Your membership renews on .* for \$100\.00\.$/)).toBeVisible();

  await api.failRenewal(subscriptionId);
  await expect(
    page.getByText(/^Your renewal isn't paid yet\. You remain a member until /),
  ).toBeVisible();
  await expect
    .poll(() => subjectsTo(me.email))
    .toContain("Your Elite membership couldn't be renewed");

  await page.getByRole('button', { name: 'Card and Invoices' }).click();
  await expect(pageHeading(page, 'Your subscription')).toBeVisible();
  await page.getByLabel('Card number').fill(PAYING_CARD);
  await page.getByRole('button', { name: 'Use this card' }).click();
  await page.getByRole('button', { name: 'Pay $100.00' }).click();
  await expect(page.getByText("couldn't be charged")).toBeHidden();
  await page.getByRole('link', { name: 'Go back' }).click();
  await expect(page.getByText(/^Your membership renews on .* for \$100\.00\.$/)).toBeVisible();
  await expect.poll(() => subjectsTo(me.email)).toContain('Your Elite membership was renewed');
});

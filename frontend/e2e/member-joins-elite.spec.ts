import { expect, test } from './journey';
import { PAYING_CARD, PLAY_DAY, chooseHour, pageHeading, payBy } from './steps';

test('a player buys a founding year, gets a founder number, and pays a lower fee', async ({
  host,
  player,
}) => {
  const owner = await host('Ocotillo Court');
  const { page } = await player('Fritz');
  await page.goto('/elite');
  const become = page.getByRole('link', { name: /^Become Founder \d+$/ });
  await expect(become).toBeVisible();
  await become.click();
  await expect(pageHeading(page, 'Join Elite')).toBeVisible();
  const seat = page.getByRole('listitem').filter({ hasText: /^Founding member No\. \d+$/ });
  await expect(seat).toBeVisible();
  const number = (await seat.textContent())!.match(/\d+/)![0];
  await expect(page.getByRole('timer')).toContainText('Your seat is reserved for you');
  await payBy(page, PAYING_CARD);

  await expect(pageHeading(page, 'Welcome to Elite!')).toBeVisible();
  await expect(page.getByText(`You're founding member No. ${number}.`)).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole('link', { name: 'Explore Elite Courts' }).click();
  await expect(page).toHaveURL('/courts');

  await chooseHour(page, owner.court, (await owner.api.slots(owner.court.id, PLAY_DAY))[0]!);
  await expect(page.getByText('$6.00', { exact: true })).toBeVisible();
  await page.goto('/elite');
  await expect(page.getByText("You're an Elite member.")).toBeVisible();
  await expect(page.getByText(`Founding Member, No. ${number}`)).toBeVisible();
});

test('a player whose card is declined is not a member and can try another card', async ({
  player,
  expected,
}) => {
  expected.push(/^402 POST http:\/\/127\.0\.0\.1:\d+\/v1\/payment_intents\//);
  const { page } = await player('Hedwig');
  await page.goto('/checkout');
  await payBy(page, '4000 0000 0000 9995');
  await expect(page.getByRole('alert').filter({ hasText: 'insufficient funds' })).toBeVisible();
  await page.goto('/checkout-success');
  await expect(page.getByText("We couldn't confirm your membership yet")).toBeVisible();
  await page.goto('/checkout');
  await payBy(page, PAYING_CARD);
  await expect(pageHeading(page, 'Welcome to Elite!')).toBeVisible();
});

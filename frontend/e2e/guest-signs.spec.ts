import { expectAccessible } from './accessible';
import { expect, test } from './journey';
import { PLAY_DAY, courtCard } from './steps';

test('a guest without an account signs the waiver, and the player and host see it', async ({
  arrive,
  host,
  player,
}) => {
  const owner = await host('Mesquite Court');
  const booker = await player('Wanda');
  const [slot] = await owner.api.slots(owner.court.id, PLAY_DAY);
  const { id } = await booker.api.book(owner.court.id, slot!);
  await owner.api.answer(id, 'confirmed');

  await booker.page.goto('/bookings');
  const card = courtCard(booker.page, owner.court);
  await expect(card.getByText('Waiver: 1 of 1 signed.')).toBeVisible();
  await card.getByRole('button', { name: /^Guests of/ }).click();
  const dialog = booker.page.getByRole('dialog', { name: 'Guests and waivers' });
  await dialog.getByLabel("Guest's name").fill('Gus Guest');
  await dialog.getByRole('button', { name: 'Add Guest' }).click();
  await expect(dialog.getByText('Not signed')).toBeVisible();
  await expect(dialog.getByText('1 guest still needs to sign')).toBeVisible();
  await expectAccessible(booker.page, 'the guests of a booking');

  const [guest] = (await booker.api.guests(id)).guests;
  const { page } = await arrive();
  await page.goto(`/waivers/${guest!.token}`);
  await expect(page.getByText('Wanda invited you to play')).toBeVisible();
  await expect(page.getByText('7100 E Main St')).toHaveCount(0);
  await expectAccessible(page, 'the waiver of a guest');
  const box = page.getByRole('checkbox', { name: /I have read/ });
  await expect(box).toBeDisabled();
  await page.getByLabel('Waiver text').evaluate((text) => text.scrollTo(0, text.scrollHeight));
  await box.check();
  await page.getByLabel('Your full name').fill('August Guest');
  await page.getByRole('button', { name: 'Sign the Waiver' }).click();
  await expect(page.getByText(/^You signed on/)).toBeVisible();

  await expect(dialog.getByText('Signed as August Guest')).toBeVisible();
  await owner.page.goto('/bookings');
  const hosted = courtCard(owner.page, owner.court);
  await expect(hosted.getByText('Waiver: 2 of 2 signed.')).toBeVisible();
  await hosted.getByRole('button', { name: /^Guests of/ }).click();
  await expect(owner.page.getByText('Signed as August Guest')).toBeVisible();
});

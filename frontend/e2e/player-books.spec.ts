import { newPerson } from './api';
import { expect, test } from './journey';
import {
  PLAY_DAY,
  bookNow,
  bookingIdOf,
  courtCard,
  chooseDay,
  chooseHour,
  pageHeading,
  hourRadio,
  payBy,
  PAYING_CARD,
} from './steps';

test('a visitor registers from a court page, accepts the waiver, and books', async ({
  arrive,
  host,
}) => {
  const { api, court } = await host('Agave Court');
  const [, , slot] = await api.slots(court.id, PLAY_DAY);
  const { page } = await arrive();
  await page.goto(`/courts/${court.id}`);
  await chooseDay(page, PLAY_DAY);
  await hourRadio(page, slot!).check();
  await expect(page.getByText('$132', { exact: true })).toBeVisible();
  await bookNow(page).click();
  await expect(page.getByText('Please log in to book')).toBeVisible();
  await expect(pageHeading(page, 'Sign in')).toBeVisible();
  await page.getByRole('link', { name: 'Sign up' }).last().click();

  const newPlayer = newPerson('Nadia', 'Ferro');
  await expect(pageHeading(page, 'Create your account')).toBeVisible();
  await page.getByLabel('First name').fill(newPlayer.firstName);
  await page.getByLabel('Last name').fill(newPlayer.lastName);
  await page.getByLabel('Username').fill(newPlayer.username);
  await page.getByLabel('Email').fill(newPlayer.email);
  await page.getByLabel('Phone').fill(newPlayer.phone);
  await page.getByRole('radio', { name: 'Book tennis courts' }).check();
  await page.getByLabel('Password', { exact: true }).fill(newPlayer.password);
  await page.getByRole('button', { name: 'Create Account' }).click();

  await expect(pageHeading(page, 'Agave Court')).toBeVisible();
  await expect(hourRadio(page, slot!)).toBeChecked();
  await expect(page.getByLabel('Full name')).toHaveValue('Nadia Ferro');
  await bookNow(page).click();
  const waiver = page.getByRole('dialog', { name: 'Player waiver' });
  const box = waiver.getByRole('checkbox', { name: /I have read/ });
  await expect(box).toBeDisabled();
  await waiver.getByRole('button', { name: 'Accept' }).click();
  await expect(waiver.getByText('You need to accept the waiver to book a court.')).toBeVisible();
  await waiver.getByLabel('Waiver text').evaluate((text) => text.scrollTo(0, text.scrollHeight));
  await box.check();
  await waiver.getByRole('button', { name: 'Accept' }).click();

  const id = await bookingIdOf(page);
  await expect(pageHeading(page, 'Confirm and pay')).toBeVisible();
  await expect(page.getByRole('timer')).toContainText(
    'The hour is reserved for you for another 14:',
  );
  await payBy(page, PAYING_CARD);
  await expect(pageHeading(page, 'Your request is with the host')).toBeFocused();
  await expect(
    page.getByText(
      '$132.00 is authorized on your card. It will be charged only if the host approves.',
    ),
  ).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'My Bookings' }).click();
  await expect(pageHeading(page, 'Your Upcoming Experiences')).toBeVisible();
  await expect(courtCard(page, court)).toContainText('Pending');
  await expect(courtCard(page, court)).toContainText('$132');
  await expect(page.getByRole('tab', { name: 'Upcoming' })).toContainText('1');
  expect(id).not.toBe('');
});

test('a player who closes the waiver books nothing', async ({ join, host }) => {
  const { api, court } = await host('Boulder Court');
  const [slot] = await api.slots(court.id, PLAY_DAY);
  const { page, api: mine } = await join('Otto');
  await chooseHour(page, court, slot!);
  await bookNow(page).click();
  const waiver = page.getByRole('dialog', { name: 'Player waiver' });
  await waiver.getByRole('button', { name: 'Cancel' }).click();
  await expect(waiver.getByText('Press Cancel again to close without accepting.')).toBeVisible();
  await waiver.getByRole('button', { name: 'Cancel' }).click();
  await expect(waiver).toHaveCount(0);
  await expect(bookNow(page)).toBeFocused();
  expect(await mine.bookings()).toEqual([]);
});

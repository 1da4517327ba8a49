import { expectAccessible } from './accessible';
import { expect, test } from './journey';
import { PLAY_DAY, bookNow, bookingIdOf, chooseHour, courtCard } from './steps';

const bothSports = JSON.stringify(['tennis', 'pickleball']);

test('a player chooses pickleball on a court with two sports', async ({ join, player }) => {
  const owner = await join('Hedda', 'owner');
  const court = await owner.api.listCourt('Palo Verde Court', { sports: bothSports });
  const { page, api } = await player('Pia');
  const [slot] = await api.slots(court.id, PLAY_DAY);
  await chooseHour(page, court, slot!);
  await bookNow(page).click();
  await expect(page.getByText('Choose a sport')).toBeVisible();
  const sports = page.getByRole('radiogroup', { name: 'What will you play?' });
  await sports.getByRole('radio', { name: 'Pickleball' }).check();
  await expectAccessible(page, 'the choice of a sport');
  await bookNow(page).click();
  await bookingIdOf(page);
  await page.goto('/bookings');
  await expect(courtCard(page, court)).toContainText('Pickleball');
});

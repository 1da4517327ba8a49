import { PASSWORD } from '../api';
import { PLAY_DAY } from '../steps';
import { expect, test } from './journey';
import { button, dialog, heading, link } from './steps';

test('a user signs in, finds a slot by date, and saves the court as a favorite', async ({
  arrive,
  host,
  join,
  viewport,
}) => {
  const { court } = await host(`Mesquite Court ${viewport!.width}`);
  const { me } = await join('Farah');
  const { screen } = await arrive();
  await screen.open('/login');
  await screen.fill('Email', me.email);
  await screen.fill('Password', PASSWORD);
  await screen.press(button('Sign In'));
  await screen.see({ text: 'Welcome back!' });

  await screen.open('/courts');
  await screen.press(button(/^(More Filters|Surface)/));
  const sheet = screen.within(dialog('Find an hour'));
  await sheet.act({ role: 'radiogroup', name: 'Day' }, async (days) => {
    await days.findElement({ css: `[value="${PLAY_DAY}"]` }).click();
  });
  await sheet.choose('From', '9 AM');
  await sheet.choose('To', '11 AM');
  await sheet.fill('Where', 'scottsdale');
  await sheet.press(button('Apply'));
  await expect.poll(screen.address).toBe(`/courts?search=scottsdale&date=${PLAY_DAY}&from=9&to=11`);

  const heart = button(`Favorite: ${court.name}`);
  const isPressed = async () => (await screen.see(heart)).getAttribute('aria-pressed');
  await screen.press(heart);
  await expect.poll(isPressed).toBe('true');
  await screen.press(link(`9:00 AM at ${court.name}`));
  await screen.see(heading(court.name));
  await screen.see({ role: 'radio', name: '9:00 AM MST', checked: true });
  await screen.open('/courts?favourites=1');
  await screen.see(link(court.name));
  await expect.poll(isPressed).toBe('true');
});

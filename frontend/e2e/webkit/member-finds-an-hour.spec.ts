import { PASSWORD } from '../api';
import { PLAY_DAY } from '../steps';
import { expect, test } from './journey';
import { button, heading, link } from './steps';

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
  const isPhone = viewport!.width < 1024;
  const openPart = async (part: string) => {
    await screen.press(button(new RegExp(`^${part}${isPhone ? '' : ' '}`)));
  };
  if (isPhone) await screen.press(button(/^Search: /));
  else await openPart('Where');
  await screen.fill('City', 'scottsdale');
  await openPart('When');
  const dayName = new Date(`${PLAY_DAY}T12:00:00Z`).toLocaleDateString('en-US', {
    dateStyle: 'full',
    timeZone: 'UTC',
  });
  const isNextMonth = new Date().toISOString().slice(0, 7) !== PLAY_DAY.slice(0, 7);
  if (isNextMonth) await screen.press(button('Go to the Next Month'));
  await screen.press(button(dayName));
  await openPart('Time');
  await screen.choose('From', '9 AM');
  await screen.choose('To', '11 AM');
  if (isPhone) await screen.press(button('Show Courts'));
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

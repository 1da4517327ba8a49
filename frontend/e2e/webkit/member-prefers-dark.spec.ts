import { expect, test } from './journey';
import { heading } from './steps';

test('a dark theme survives reloads and navigation', async ({ join }) => {
  const { screen } = await join('Ines');
  const night = 'rgb(15, 25, 21)';
  const paper = () =>
    screen.driver.executeScript(
      'return getComputedStyle(document.documentElement).backgroundColor',
    );
  await screen.open('/profile?tab=settings');
  await screen.see({ role: 'radio', name: 'System', checked: true });
  expect(await paper()).not.toBe(night);
  await screen.press({ role: 'radio', name: 'Night' });
  await expect.poll(paper).toBe(night);
  await screen.driver.navigate().refresh();
  await screen.see({ role: 'radio', name: 'Night', checked: true });
  expect(await paper()).toBe(night);
  await screen.open('/courts');
  await screen.see(heading('Private courts'));
  expect(await paper()).toBe(night);
});

import { expect, test } from './journey';
import { heading } from './steps';

test('a visitor browses from the home page to a court', async ({ arrive, viewport }) => {
  const { screen } = await arrive();
  const expectToFit = async () =>
    expect(
      await screen.driver.executeScript('return document.documentElement.scrollWidth'),
    ).toBeLessThanOrEqual(viewport!.width);
  await screen.open('/');
  await screen.see(heading('Where the Elite Play Tennis'));
  await expectToFit();
  await screen.press({ role: 'link', name: 'Browse Courts' });
  await screen.see(heading('Private courts'));
  await expectToFit();

  await screen.open('/courts?search=palm');
  await screen.press({ role: 'link', name: 'Ocean Breeze Clay' });
  await screen.see(heading('Ocean Breeze Clay'));
  await screen.see({ text: 'Quiet, shaded at noon, and the host had left water out.' });
  await expectToFit();
  await screen.press({ role: 'tab', name: 'Location' });
  await screen.within({ role: 'tabpanel' }).see({ text: /Seabreeze Ave/ });
});

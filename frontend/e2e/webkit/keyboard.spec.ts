import { Key } from 'selenium-webdriver';
import { PLAY_DAY } from '../steps';
import { expect, test } from './journey';
import { button, card, dialog, heading, hour } from './steps';

test('a player selects a slot and books it using only the keyboard', async ({ host, player }) => {
  const { api, court } = await host('Tamarisk Court');
  const slots = await api.slots(court.id, PLAY_DAY);
  const { screen } = await player('Magda');
  await screen.open(`/courts/${court.id}?date=${PLAY_DAY}`);
  await screen.tabTo(hour(slots[0]!));
  await screen.keys(Key.SPACE);
  for (const slot of slots.slice(1)) {
    await screen.keys(Key.ARROW_RIGHT);
    const checkedSlot = await screen.see({ ...hour(slot), checked: true });
    const { outline, isInSight } = await screen.driver.executeScript<{
      outline: string;
      isInSight: boolean;
    }>(
      `const label = arguments[0].closest('label'), { top, bottom } = label.getBoundingClientRect();
       return { outline: getComputedStyle(label).outlineStyle, isInSight: top >= 0 && Math.floor(bottom) <= innerHeight };`,
      checkedSlot,
    );
    expect(outline).toBe('solid');
    expect(isInSight).toBe(true);
  }
  await screen.tabTo(button('Book Now'));
  await screen.keys(Key.ENTER);
  await screen.see(heading('Confirm and pay'));
  await screen.tabTo({ label: 'Card number' });
  await screen.keys(
    '4242424242424242',
    Key.TAB,
    '1231',
    Key.TAB,
    '123',
    Key.TAB,
    '85253',
    Key.ENTER,
  );
  await screen.see(heading('Your request is with the host'));
});

test('Tab reaches every control of a dialog while a toast is open', async ({ host, player }) => {
  const owner = await host('Palo Brea Court');
  const { screen, api } = await player('Uma');
  const [firstSlot, secondSlot] = await owner.api.slots(owner.court.id, PLAY_DAY);
  for (const slot of [firstSlot!, secondSlot!]) await api.book(owner.court.id, slot);
  await screen.open('/bookings');
  const cancel = screen.within(card(owner.court));
  const question = screen.within(dialog('Cancel this booking?'));
  await cancel.press(button(/^Cancel/));
  await question.press(button('Cancel Booking'));
  // Hovering keeps the toast open.
  await screen.pointAt({ text: 'Booking Canceled' });
  await screen.see({ role: 'tab', name: /^Upcoming\s*1/ });
  await cancel.tabTo(button(/^Cancel/));
  await screen.keys(Key.ENTER);
  await question.see(button('Cancel Booking'));
  for (const name of ['Close', 'Keep Booking', 'Cancel Booking', 'Close'])
    await question.tabTo(button(name), 6);
  await screen.see({ text: 'Booking Canceled' });
  await screen.keys(Key.ESCAPE);
  await screen.waitUntilGone(dialog('Cancel this booking?'));
});

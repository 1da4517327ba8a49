import { Key } from 'selenium-webdriver';
import { dayAhead } from '../api';
import { PLAY_DAY } from '../steps';
import { test } from './journey';
import { button, card, dialog, heading } from './steps';

/** A different weekday from the play day, so that its opening time can change. */
const otherWeekday = new Date(dayAhead(6)).toLocaleDateString('en-US', {
  weekday: 'long',
  timeZone: 'UTC',
});

test('a request and its approval appear live on the open pages of host and player', async ({
  host,
  player,
}) => {
  const owner = await host('Cholla Court');
  const guest = await player('Petra');
  const [slot] = await owner.api.slots(owner.court.id, PLAY_DAY);
  await owner.screen.open('/host-dashboard?tab=bookings');
  await owner.screen.see({ text: 'No pending bookings' });
  await guest.screen.open('/bookings');
  await guest.screen.see({ text: 'No upcoming bookings' });

  await guest.api.book(owner.court.id, slot!);
  await guest.screen.within(card(owner.court)).see({ text: 'Pending' });
  await owner.screen.press(button(/Details/));
  const details = owner.screen.within(dialog('Booking details'));
  await details.see({ text: /Petra Journey/ });
  await details.press(button('Approve'));
  await owner.screen.see({ text: 'Booking Approved' });
  await guest.screen.within(card(owner.court)).see({ text: 'Confirmed' });
});

test('a host views the calendar, closes hours, and sets the opening hours and rate of a court', async ({
  host,
  player,
}) => {
  const { screen, api, court } = await host('Redbud Court');
  const guest = await player('Emil');
  const slots = await api.slots(court.id, PLAY_DAY);
  await guest.api.book(court.id, slots[0]!);
  await screen.open(`/owner/calendar?view=week&date=${PLAY_DAY}`);
  await screen.see(heading('Calendar'));
  const calendar = screen.within({ role: 'region', name: court.name });
  await calendar.see({ text: /Emil|1 booked/ });
  const day = new Date(`${PLAY_DAY}T12:00:00Z`).getUTCDate();
  // Uses the keyboard because the driver can't click inside a horizontally scrolling box.
  await calendar.act({ role: 'button', name: new RegExp(` ${day},.*${court.name}`) }, (cell) =>
    cell.sendKeys(Key.ENTER),
  );
  await screen.see({ role: 'form', name: 'Close days' });

  await screen.open(`/owner/availability?court=${court.id}&date=${PLAY_DAY}`);
  await screen.choose(`${otherWeekday}: from`, '9:00 AM');
  await screen.press(button('Save Hours'));
  await screen.see({ text: 'Hours saved' });
  await screen.choose('From', '10:00 AM');
  await screen.choose('To', '11:00 AM');
  await screen.fill(/^Reason/, 'The lines are drawn');
  await screen.press(button('Close Hours'));
  await screen.see({ text: 'Hours closed' });
  await screen.within({ role: 'list', name: 'The day' }).see({ text: /The lines are drawn/ });

  await screen.open(`/courts/${court.id}/edit`);
  await screen.fill('Hourly rate in $', '150.00');
  await screen.press(button('Save Court'));
  await guest.screen.open(`/courts/${court.id}?date=${PLAY_DAY}`);
  await guest.screen.see({ role: 'radio', name: '8:00 AM MST' });
  await guest.screen.waitUntilGone({ role: 'radio', name: '10:00 AM MST' });
});

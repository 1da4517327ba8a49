import { newPerson } from '../api';
import { PAYING_CARD, PLAY_DAY } from '../steps';
import { expect, test } from './journey';
import { button, card, dialog, heading, hour, link } from './steps';

test('a visitor registers from a court page, accepts the waiver, books, and cancels after seeing the refund', async ({
  arrive,
  host,
}) => {
  const { api, court } = await host('Agave Court');
  const slot = (await api.slots(court.id, PLAY_DAY))[2]!;
  const { screen } = await arrive();
  await screen.open(`/courts/${court.id}?date=${PLAY_DAY}`);
  await screen.press(hour(slot));
  await screen.see({ text: /^\$132/ });
  await screen.press(button('Book Now'));
  await screen.see({ text: 'Please log in to book' });
  await screen.within({ role: 'main' }).press(link('Sign up'));

  const newPlayer = newPerson('Nadia', 'Ferro');
  await screen.see(heading('Create your account'));
  await screen.fill('First name', newPlayer.firstName);
  await screen.fill('Last name', newPlayer.lastName);
  await screen.fill('Username', newPlayer.username);
  await screen.fill('Email', newPlayer.email);
  await screen.fill(/^Phone/, newPlayer.phone);
  await screen.press({ role: 'radio', name: 'Book tennis courts' });
  await screen.fill('Password', newPlayer.password);
  await screen.press(button('Create Account'));

  await screen.see({ role: 'radio', name: `${slot.time.replace(/^0/, '')} MST`, checked: true });
  await screen.press(button('Book Now'));
  const waiver = screen.within(dialog('Player waiver'));
  const text = await waiver.see({ label: 'Waiver text' });
  await screen.driver.executeScript('arguments[0].scrollTo(0, arguments[0].scrollHeight)', text);
  await waiver.act({ role: 'checkbox', name: /I have read/ }, async (box) => {
    await box.click();
    expect(await box.isSelected()).toBe(true);
  });
  await waiver.press(button('Accept'));

  await screen.see(heading('Confirm and pay'));
  await screen.fill('Card number', PAYING_CARD);
  await screen.fill('Expiry date, month and year', '12 / 31');
  await screen.fill('Security code', '123');
  await screen.fill('ZIP code', '85253');
  await screen.press(button(/^Authorize /));
  await screen.see(heading('Your request is with the host'));
  await screen.within({ role: 'main' }).press(link('My Bookings'));
  await screen.within(card(court)).see({ text: 'Pending' });
  await screen.within(card(court)).press(button(/^Cancel/));
  const question = screen.within(dialog('Cancel this booking?'));
  await question.see({ text: /The host hasn't responded yet, so nothing is charged/ });
  await question.press(button('Cancel Booking'));
  await screen.see({ text: 'Booking Canceled' });
  await screen.see({ text: 'No upcoming bookings' });
});

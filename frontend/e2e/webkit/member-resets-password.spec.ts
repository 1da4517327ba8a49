import { canReadMails, linkIn } from '../mails';
import { expect, test } from './journey';
import { button, heading, link } from './steps';

test('a user resets a forgotten password with an emailed link', async ({ arrive, join }) => {
  test.skip(!canReadMails, 'the emails of this Courtly are not readable');
  const { me } = await join('Frieda');
  const { screen } = await arrive();
  await screen.open('/login');
  await screen.press(link('Forgot your password?'));
  await screen.see(heading('Forgot your password?'));
  await screen.fill('Email', me.email);
  await screen.press(button('Send Link'));
  await screen.see({ text: 'Check your email' });
  await expect.poll(() => linkIn(me.email, '/reset-password')).not.toBe('');

  await screen.open(await linkIn(me.email, '/reset-password'));
  await screen.fill('New password', 'another one, and sung');
  await screen.fill('Confirm new password', 'another one, and sung');
  await screen.press(button('Set Password'));
  await screen.see({ text: 'Password set' });
  await screen.fill('Email', me.email);
  await screen.fill('Password', 'another one, and sung');
  await screen.press(button('Sign In'));
  await screen.see({ text: 'Welcome back!' });
});

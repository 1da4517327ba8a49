import { describe, expect, it } from '@jest/globals';
import { DEVICE_COOKIE, DeviceCookies } from './device-cookies.service.js';

const cookies = new DeviceCookies({ SESSION_SECRETS: ['the newest secret', 'the one before'] });
const header = (value: string) => `other=1; ${DEVICE_COOKIE}=${value}; more=2`;
const given = cookies.issueCookie('account');

describe('a device', () => {
  it('is known again for the account that signed in on it, each by a name of its own', () => {
    const device = cookies.deviceIdOf('account', header(given));
    expect(device).toMatch(/^[\w-]{16}$/);
    expect(cookies.deviceIdOf('account', header(cookies.issueCookie('account')))).not.toBe(device);
  });
  it('is known after the secret was changed', () => {
    const later = new DeviceCookies({ SESSION_SECRETS: ['a new one', 'the newest secret'] });
    expect(later.deviceIdOf('account', header(given))).not.toBeNull();
  });
  it.each([
    ['for another account', 'stranger', header(given)],
    ['without a cookie', 'account', undefined],
    ['with a name changed', 'stranger', header(given.replace('account', 'stranger'))],
    ['with another device', 'account', header(given.replace(/\.([\w-])/, '.$1x'))],
    ['with no signature', 'account', header(given.slice(0, given.lastIndexOf('.')))],
    ['with an invented signature', 'account', header(`${given.slice(0, -4)}AAAA`)],
    [
      'when a stranger signed it',
      'account',
      header(new DeviceCookies({ SESSION_SECRETS: ['x'] }).issueCookie('account')),
    ],
  ])('is not known %s', (_, account, cookie) =>
    expect(cookies.deviceIdOf(account, cookie)).toBeNull(),
  );
});

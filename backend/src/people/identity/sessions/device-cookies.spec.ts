import { describe, expect, it } from '@jest/globals';
import { DEVICE_COOKIE, DeviceCookies } from './device-cookies.service.js';

const cookies = new DeviceCookies({ SESSION_SECRETS: ['the newest secret', 'the one before'] });
const header = (value: string) => `other=1; ${DEVICE_COOKIE}=${value}; more=2`;
const issuedCookie = cookies.issueCookie('account');

describe('a device cookie', () => {
  it('identifies each device of its account by a separate id', () => {
    const device = cookies.deviceIdOf('account', header(issuedCookie));
    expect(device).toMatch(/^[\w-]{16}$/);
    expect(cookies.deviceIdOf('account', header(cookies.issueCookie('account')))).not.toBe(device);
  });
  it('remains valid after the secret is rotated', () => {
    const later = new DeviceCookies({ SESSION_SECRETS: ['a new one', 'the newest secret'] });
    expect(later.deviceIdOf('account', header(issuedCookie))).not.toBeNull();
  });
  it.each([
    ['for another account', 'stranger', header(issuedCookie)],
    ['without a cookie', 'account', undefined],
    ['with another account name', 'stranger', header(issuedCookie.replace('account', 'stranger'))],
    ['with another device', 'account', header(issuedCookie.replace(/\.([\w-])/, '.$1x'))],
    ['with no signature', 'account', header(issuedCookie.slice(0, issuedCookie.lastIndexOf('.')))],
    ['with an invented signature', 'account', header(`${issuedCookie.slice(0, -4)}AAAA`)],
    [
      'when signed with another secret',
      'account',
      header(new DeviceCookies({ SESSION_SECRETS: ['x'] }).issueCookie('account')),
    ],
  ])('is rejected %s', (_, account, cookie) =>
    expect(cookies.deviceIdOf(account, cookie)).toBeNull(),
  );
});

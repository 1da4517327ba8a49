import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { supportsPasskeys } from './passkeys';

const browser = globalThis as { PublicKeyCredential?: unknown };
beforeEach(() => {
  browser.PublicKeyCredential = () => undefined;
});
afterEach(() => {
  delete browser.PublicKeyCredential;
});

it.each(['localhost', 'courtly.example', '4.courts.example', '1.2.3.example'])(
  'passkeys are offered on the hostname %s',
  (hostname) => expect(supportsPasskeys(hostname)).toBe(true),
);

it.each(['127.0.0.1', '192.0.2.7', '[2001:db8::7]', '[::1]'])(
  'passkeys are not offered on the IP address %s, where browsers refuse them',
  (hostname) => expect(supportsPasskeys(hostname)).toBe(false),
);

it('passkeys are not offered in a browser without them', () => {
  delete browser.PublicKeyCredential;
  expect(supportsPasskeys('courtly.example')).toBe(false);
});

import { describe, expect, it } from '@jest/globals';
import { clientAddress } from './client-address.js';

describe('the client address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8:1::9', '2001:db8:1:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['203.0.113.7:52044', '203.0.113.7'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('%s counts as %s', (ip, address) => {
    expect(clientAddress({ ip })).toBe(address);
  });

  it('is empty for a connection that has closed', () => {
    expect(clientAddress({ ip: undefined })).toBe('');
  });
});

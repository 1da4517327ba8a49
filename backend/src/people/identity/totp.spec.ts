import { expect, it } from '@jest/globals';
import { timeStepOf, totpTexts } from './totp.js';

/** The key and the codes from RFC 6238, appendix B, without the first two digits of each code. */
const key = Buffer.from('12345678901234567890');
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
] as const;

it.each(vectors)('accepts the code of RFC 6238 at second %d', (second, code) =>
  expect(timeStepOf(key, code, second * 1_000)).toBe(Math.floor(second / 30)),
);

it('accepts the code one step early or late, and returns the step of the code', () => {
  for (const seconds of [29, 30, 59, 60, 89])
    expect(timeStepOf(key, '287082', seconds * 1_000)).toBe(1);
});

it('rejects the code two steps early or late, and other codes', () => {
  expect(timeStepOf(key, '287082', 90_000)).toBeNull();
  expect(timeStepOf(key, '081804', (1_111_111_109 - 61) * 1_000)).toBeNull();
  expect(timeStepOf(key, '287083', 59_000)).toBeNull();
});

it('names Courtly and the account in the app', () => {
  const { key: base32, uri } = totpTexts(key, 'ada@example.test');
  expect(base32).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(uri).toBe(
    `otpauth://totp/Courtly:ada%40example.test?issuer=Courtly&secret=${base32}&algorithm=SHA1&digits=6&period=30`,
  );
});

import { describe, expect, it } from '@jest/globals';
import { reportedUrl, withoutPersonalData } from './report-texts.js';

describe('a text from a browser', () => {
  it.each([
    [
      'queries',
      'at https://courtly.example/courts?search=Ann (a.js)',
      'at https://courtly.example/courts (a.js)',
    ],
    ['fragments', 'at /verify-email#secret.1.abc', 'at /verify-email'],
    ['emails', 'No account for ann.smith+club@mail.example here', 'No account for … here'],
    ['tokens', `at /guest-waivers/${'x'.repeat(43)}/sign`, 'at /guest-waivers/…/sign'],
    ['phone numbers', 'Call +1 (480) 555-0123 now', 'Call … now'],
    ['control characters', 'one\u001b[31m two\r\u202ethree', 'one [31m two  three'],
  ])('is logged without %s', (_what, text, logged) =>
    expect(withoutPersonalData(text)).toBe(logged),
  );

  it.each([
    ['Chrome', 'TypeError: x is undefined\n    at a (/assets/court-page-Ab3_x-1.js:1:20345)'],
    [
      'Firefox',
      'a@https://courtly.example/assets/index-Ab3_x.js:1:20345\nasync*b/<@https://courtly.example/assets/index-Ab3_x.js:2:1',
    ],
    [
      'Safari',
      'a@https://courtly.example/assets/index-Ab3_x.js:1:20345\n@https://courtly.example/assets/index-Ab3_x.js:2:1\nmodule code@https://courtly.example/a.js:1:1',
    ],
  ])('keeps the files and lines of a stack of %s', (_browser, stack) =>
    expect(withoutPersonalData(stack)).toBe(stack),
  );

  it.each(['!', '@', '1(', 'a@', 'a@a.'])('that repeats "%s" is processed quickly', (part) => {
    const startedAt = performance.now();
    withoutPersonalData(part.repeat(200_000 / part.length));
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

describe('a URL in a report', () => {
  it.each([
    ['https://evil.example/a?b=c#d', 'https://evil.example/a'],
    ['inline', 'inline'],
    ['data:text/html,secret', 'data:'],
    [null, ''],
  ])('%s is logged as %s', (url, logged) => expect(reportedUrl(url)).toBe(logged));

  it('is shortened', () =>
    expect(reportedUrl(`https://a.example/${'ab/'.repeat(500)}`)).toHaveLength(200));
});

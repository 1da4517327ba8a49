import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { emailAddress, lines, oneLine, personName, phoneNumber } from './fields.js';

const problems = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('a name', () => {
  const name = personName('too short');

  it.each([
    'Jean-Luc',
    "O'Brien",
    'O’Brien',
    'J.R.R.',
    'St.John',
    'García y Núñez',
    'a/l Subramaniam',
    'Đorđević',
    '李',
    'ஐ',
    '美咲',
    'علی\u200Cرضا',
    'ශ්\u200Dරී',
    'ʻAkaka',
    'Björk 3rd',
    'van ’t Hoff',
  ])('may be "%s"', (typed) => expect(name.parse(typed)).toBe(typed));

  it.each([
    ['R', 'too short'],
    ['e\u0301', 'too short'],
    ['', 'too short'],
    ['\u202E\u3164', 'too short'],
    ['12', 'Use letters for the name'],
    ['x'.repeat(81), 'Use at most 80 characters'],
    [
      'you,\n\nyour card was charged $330. Cancel: https://evil.example/x',
      'Use a name without a link',
    ],
    ['www.evil.example', 'Use a name without a link'],
    ['Claim at evil.com', 'Use a name without a link'],
    ['robin@evil.example', 'Use a name without a link'],
  ])('of "%s" is refused', (typed, message) => expect(problems(name, typed)).toContain(message));

  it('is stored on one line, without invisible characters', () =>
    expect(name.parse(' Ro\n\u202Ebin\u200B ')).toBe('Ro bin'));
});

describe('an email address', () => {
  const email = emailAddress('not valid');

  it.each([
    [' Robin@Example.test\u00A0', 'robin@example.test'],
    ['a@xn--e1afmkfd.xn--p1ai', 'a@xn--e1afmkfd.xn--p1ai'],
    ['a@пример.рф', 'a@xn--e1afmkfd.xn--p1ai'],
    ['robin@müller.example', 'robin@xn--mller-kva.example'],
    ['r&d/1#2=3@example.test', 'r&d/1#2=3@example.test'],
  ])('may be "%s"', (typed, address) => expect(email.parse(typed)).toBe(address));

  it.each([
    'robin',
    'robin@',
    '@example.test',
    'robin@example',
    'ro bin@example.test',
    'robin@@example.test',
    '.robin@example.test',
    'robin.@example.test',
    'ro..bin@example.test',
    'robin@-example.test',
    'robin@example.test,sam@example.test',
    'robin@example.test\nBcc: sam@example.test',
    '<robin@example.test>',
    '"robin"@example.test',
    'робин@example.test',
    'robin@127.0.0.1',
    `${'x'.repeat(250)}@example.test`,
    3,
  ])('may not be "%s"', (typed) => expect(problems(email, typed)).not.toEqual([]));

  it('may be any address that zod accepts, and only its case changes', () =>
    fc.assert(
      fc.property(fc.stringMatching(z.regexes.email), (address) => {
        fc.pre(address.length <= 254);
        expect(email.parse(address)).toBe(address.toLowerCase());
      }),
    ));

  it('has the format of an email address in the documentation', () =>
    expect(z.toJSONSchema(email, { io: 'input' })).toMatchObject({
      type: 'string',
      format: 'email',
      maxLength: 254,
    }));
});

describe('a phone number', () => {
  const phone = phoneNumber();

  it.each([
    ['+1 (480) 555-0123', '+1 (480) 555-0123'],
    ['480.555.0123', '480.555.0123'],
    ['0711/555 01 23', '0711/555 01 23'],
    ['\u202A+1\u00A0480\u2011555\u20130123\u202C', '+1 480-555-0123'],
    ['\u2066480 555 0123\u2069', '480 555 0123'],
    ['tel:+1-480-555-0123', '+1-480-555-0123'],
    ['480·555·0123', '480.555.0123'],
    ['٤٨٠ ٥٥٥ ٠١٢٣', '480 555 0123'],
    ['＋１（４８０）５５５－０１２３', '+1(480)555-0123'],
  ])('may be pasted as "%s"', (typed, number) => expect(phone.parse(typed)).toBe(number));

  it.each([
    ['480', 'Phone number must be at least 10 characters'],
    ['480555012x', 'Use only digits, spaces, and + ( ) . - for the phone number'],
    ['12-34-5 ( )', 'A phone number has 7 to 15 digits'],
    ['1234567890123456', 'A phone number has 7 to 15 digits'],
  ])('may not be "%s"', (typed, message) => expect(problems(phone, typed)).toEqual([message]));
});

it('counts text after normalization', () => {
  const note = lines({ least: 2, most: 4, tooShort: 'too short' });
  expect(note.parse('  a\r\nb\u200B  ')).toBe('a\nb');
  expect(problems(note, ' \u200B a')).toEqual(['too short']);
  expect(problems(note, 'abcde')).toEqual(['Use at most 4 characters']);
  expect(oneLine({ most: 4 }).parse('e\u0301\n\u00A0e')).toBe('é e');
});

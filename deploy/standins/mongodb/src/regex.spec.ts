import { describe, expect, it } from '@jest/globals';
import { compileRegExp } from './regex.js';

describe('a regular expression', () => {
  it.each<[string, string, string, boolean]>([
    ['^bos', 'i', 'Boston', true],
    ['a\\-b\\/c\\ d', '', 'a-b/c d', true],
    ['a.b', '', 'a\rb', true],
    ['a.b', '', 'a\nb', false],
    ['a.b', 's', 'a\nb', true],
    ['end$', '', 'the end\n', true],
    ['end$', '', 'end\n\n', false],
    ['^b', 'm', 'a\nb', true],
    ['[a\\]]x', '', ']x', true],
    ['STRASSE É', 'i', 'strasse é', true],
    ['(?:ab)+(?!c)', '', 'ababd', true],
    ['\\d{2}', '', 'a12', true],
  ])('evaluates /%s/%s on %j to %s', (pattern, options, text, expected) => {
    expect(compileRegExp(pattern, options).test(text)).toBe(expected);
  });

  it.each([
    '\\Aa',
    'a\\z',
    '(?i)a',
    '(?<n>a)',
    '\\1',
    '\\p{L}',
    '[[:alpha:]]',
    '[]a]',
    '\\x41',
    '\\Qa\\E',
  ])('refuses %s, which PCRE reads differently', (pattern) => {
    expect(() => compileRegExp(pattern)).toThrow(/use a real mongod/);
  });

  it.each(['(', 'a++', '[', 'a{2,1}'])(
    "refuses the invalid pattern %s with mongod's message",
    (pattern) => {
      expect(() => compileRegExp(pattern)).toThrow(/^Regular expression is invalid/);
    },
  );

  it('uses the options of the pattern unless others are given', () => {
    expect(compileRegExp('a', 'i').test('A')).toBe(true);
    expect(() => compileRegExp('a', 'x')).toThrow(/option 'x'/);
  });
});

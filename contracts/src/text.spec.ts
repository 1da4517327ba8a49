import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cleaned, cleanedLines, digitsOf, emailOf, searchable } from './text.js';

const [ZWNJ, ZWJ] = ['\u200C', '\u200D'];

/** Letters, marks, and signs that people use to write many languages. */
const scripts = {
  Latin: ['a', 'R', 'é', 'e\u0301', 'o\u0302\u0323', 'Đ', 'ß', 'İ', 'ñ', 'ﬁ', '\u1E9B\u0323'],
  Greek: ['Σ', 'ς', 'ά', 'α\u0301'],
  Cyrillic: ['й', 'и\u0306', 'Ж'],
  Arabic: ['ع', 'ل', 'ی', 'ر', '\u064E', '\u0651', 'آ', 'ا\u0653', ZWNJ, ZWJ],
  Hebrew: ['ש', '\u05C1', '\u05B8', 'ל', 'ם'],
  Devanagari: ['र', '\u094D', 'य', '\u093E', 'क', '\u093C', ZWJ, ZWNJ],
  Sinhala: ['ක', '\u0DCA', 'ය', '\u0DDA', '\u0DD9\u0DCA', ZWJ],
  Malayalam: ['ന', '\u0D4D', 'ര', '\u0D4A', ZWJ],
  CJK: ['李', '葛\u{E0100}', '美', 'が', 'か\u3099', 'ｶ', '\uFF9E', '각', '\u1100\u1161\u11A8'],
  emoji: ['👩', '🏽', '❤\uFE0F', '🎾', '1\uFE0F\u20E3', ZWJ, '🏴\u{E0067}\u{E0062}\u{E007F}'],
};
const disguises = [
  ...'\u202E\u202A\u202C\u2066\u2069\u200E\u200F\u061C',
  ...'\u00AD\u200B\u2060\uFEFF\u3164\u115F\uFE0F\u{E0041}\u{E0100}\uE000\uFFFE\0\u0007\u0085',
  '\uD800',
];
const spaces = [...' \u00A0\u202F\u2009\u3000\u2800\t'];
const lineBreaks = ['\n', '\r\n', '\r', '\u2028', '\u2029', '\v'];
const signs = [...".,'’-\u2011–()@+/19٤９"];

const anyPiece = fc.constantFrom(
  ...Object.values(scripts).flat(),
  ...disguises,
  ...spaces,
  ...lineBreaks,
  ...signs,
);
const anyText = fc.oneof(
  fc.array(anyPiece, { maxLength: 24 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);
const check = (property: (text: string) => void) =>
  fc.assert(fc.property(anyText, property), { numRuns: 1_000 });

const neverVisible =
  /(?![\u200C\u200D\p{Variation_Selector}\u{E0020}-\u{E007F}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

describe('cleaned text', () => {
  it('is the same when cleaned again, in NFC, and on one line without surplus spaces', () =>
    check((text) => {
      const cleanText = cleaned(text);
      expect(cleaned(cleanText)).toBe(cleanText);
      expect(cleanText.normalize('NFC')).toBe(cleanText);
      expect(cleanText).not.toMatch(/^ | $| {2}|[^\S ]/);
    }));

  it('has no invisible characters', () =>
    check((text) => expect(cleaned(text)).not.toMatch(neverVisible)));

  it('keeps every visible character', () =>
    check((text) => {
      const visible = (someText: string) =>
        someText
          .normalize('NFC')
          .match(/(?!\p{Default_Ignorable_Code_Point}|\u2800)[\p{L}\p{N}\p{P}\p{S}]/gu) ?? [];
      const shown = visible(cleaned(text)).join('').normalize('NFD');
      const typed = visible(text.replace(new RegExp(neverVisible, 'gu'), '')).join('');
      expect(shown.replace(/\p{M}/gu, '')).toBe(typed.normalize('NFD').replace(/\p{M}/gu, ''));
    }));

  it.each([
    ['a Persian name with a joiner', `علی${ZWNJ}رضا`],
    ['a Sinhala name with a joiner', `ශ්${ZWJ}රී ලංකා`],
    ['a Devanagari conjunct', `र्${ZWJ}य`],
    ['a Malayalam name that ends with a joiner', `അവന്${ZWJ}`],
    ['a Japanese name with a variant', '葛\u{E0100}城'],
    ['an Irish name', 'Sinéad O’Connor-Ní Dhálaigh'],
    ['a family', '👨‍👩‍👧 ❤️‍🔥 👩🏽‍💻 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['a decimal in Arabic', '٤٨٠٫٥'],
  ])('keeps %s unchanged', (_, text) => expect(cleaned(text)).toBe(text));

  it.each([
    ['bidi marks around a pasted number', '\u202A+1 480-555-0142\u202C', '+1 480-555-0142'],
    ['no-break and ideographic spaces', 'Jean\u00A0Luc\u3000Roy', 'Jean Luc Roy'],
    ['a soft hyphen', 'Phil\u00ADharmonic', 'Philharmonic'],
    ['a joiner between Latin letters', `Ro${ZWNJ}bin`, 'Robin'],
    ['joiners at the edges', `${ZWNJ}علی${ZWNJ} ${ZWJ}`, 'علی'],
    ['a letter without a shape', '\u3164', ''],
    ['a line break', ' Ro\r\nbin\n', 'Ro bin'],
    ['a variant of a Latin letter', 'a\uFE0F', 'a'],
    ['hidden letters', '🎾\u{E0041}\u{E0042}', '🎾'],
  ])('loses %s', (_, text, cleanText) => expect(cleaned(text)).toBe(cleanText));
});

describe('cleaned lines', () => {
  it('are the same when cleaned again, and every line is clean', () =>
    check((text) => {
      const lines = cleanedLines(text);
      expect(cleanedLines(lines)).toBe(lines);
      expect(lines).not.toMatch(/\n{3}|[^\S\n ]/);
      for (const line of lines.split('\n')) expect(line).toBe(cleaned(line));
    }));

  it('keep paragraphs', () =>
    expect(cleanedLines(' one\r\ntwo \n\n\n\u200Bthree\u2029 four\n')).toBe(
      'one\ntwo\n\nthree\nfour',
    ));
});

describe('digits', () => {
  it.each([
    ['٤٨٠', '480'],
    ['۴۸۰', '480'],
    ['４８０', '480'],
    ['४८०', '480'],
    ['𝟒𝟠𝟶', '480'],
    ['a1२b', 'a12b'],
  ])('of %s are %s', (text, digits) => expect(digitsOf(text)).toBe(digits));

  it('of every script read as Unicode reads them', () => {
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
      if (codePoint === 0xd800) codePoint = 0xe000;
      const character = String.fromCodePoint(codePoint);
      if (!/\p{Nd}/u.test(character)) continue;
      const compatible = character.normalize('NFKC');
      if (/^\d$/.test(compatible)) expect(digitsOf(character)).toBe(compatible);
      else expect(digitsOf(character)).toMatch(/^\d$/);
    }
  });
});

describe('searchable text', () => {
  it('is the same when converted again', () =>
    check((text) => expect(searchable(searchable(text))).toBe(searchable(text))));

  it('does not depend on the Unicode form, case, accents, or spaces', () =>
    check((text) => {
      const key = searchable(text);
      expect(searchable(text.normalize('NFD'))).toBe(key);
      expect(searchable(text.normalize('NFC'))).toBe(key);
      expect(searchable(` ${text.replaceAll(' ', '\u00A0 ')}\n`)).toBe(key);
      expect(searchable(cleaned(text).toLowerCase())).toBe(key);
    }));

  it.each([
    ['São  Paulo', 'sao paulo'],
    ['MU\u0308NCHEN', 'munchen'],
    ['Łódź', 'lodz'],
    ['Tromsø', 'tromso'],
    ['İzmir', 'izmir'],
    ['Straße', 'strasse'],
    ['Ｔｏｋｙｏ\u3000東京', 'tokyo 東京'],
    ['O’Brien', "o'brien"],
    ['Jean\u2011Luc', 'jean-luc'],
    ['علی\u200Cرضا', 'علیرضا'],
    ['ΟΔΥΣΣΕΎΣ', 'οδυσσευσ'],
  ])('of "%s" is "%s"', (text, key) => expect(searchable(text)).toBe(key));

  it('keeps vowels that are marks', () =>
    expect(searchable('\u0930\u093E\u092E')).not.toBe(searchable('\u0930\u092E\u093E')));
});

describe('the normal form of an email address', () => {
  it.each([
    [' Robin@Example.TEST ', 'robin@example.test'],
    ['\u202Arobin@example.test\u202C', 'robin@example.test'],
    ['robin@müller.example', 'robin@xn--mller-kva.example'],
    ['robin@xn--mller-kva.example', 'robin@xn--mller-kva.example'],
    ['a@почта.рф', 'a@xn--80a1acny.xn--p1ai'],
    ['a@例え。テスト', 'a@xn--r8jz45g.xn--zckzah'],
    ['ｒobin＠ｅxample．test', 'robin@example.test'],
    ["o'neil+r&d/1#2=3@example.test", "o'neil+r&d/1#2=3@example.test"],
    ['no address', 'no address'],
    ['a@пример рф', 'a@пример рф'],
    ['a@[::1]', 'a@[::1]'],
  ])('of "%s" is "%s"', (text, address) => expect(emailOf(text)).toBe(address));

  it('is the same when normalized again', () =>
    check((text) => {
      for (const address of [emailOf(text), emailOf(`a@${text}.example`)])
        expect(emailOf(address)).toBe(address);
    }));

  it('of an address in ASCII changes only its case, so its hash stays the same', () =>
    fc.assert(
      fc.property(
        fc.stringMatching(
          /^[A-Za-z0-9_'+-]([A-Za-z0-9_'+-]|\.[a-z]){0,9}[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]{0,9}\.){1,3}[A-Za-z]{2,9}$/,
        ),
        (address) => expect(emailOf(address)).toBe(address.toLowerCase()),
      ),
    ));

  it('keeps a domain that only looks like an international one', () =>
    expect(emailOf('a@xn--a.example')).toBe('a@xn--a.example'));
});

it.each([
  ['marks', '\u0301\u0323'],
  ['half-width marks', '\uFF9E\u0301'],
  ['marks with invisible characters', '\u0301\u200B\u0323'],
  ['joiners', ZWJ],
  ['letters with joiners', `र${ZWJ}`],
  ['letters with marks and joiners', `र\u093C\u0301${ZWJ}`],
  ['spaces', ' '],
  ['line breaks', '\r\n'],
  ['flags', '🏴\u{E0067}\u{E0067}'],
  ['selectors', '\uFE0F'],
  ['digits', '٩'],
  ['ligatures', '\uFDFA'],
  ['at signs', '@ä.'],
])('normalizes a long run of %s in linear time', (_, piece) => {
  const longText = piece.repeat(60_000);
  const usageBefore = process.cpuUsage();
  for (const normalize of [cleaned, cleanedLines, searchable, digitsOf, emailOf])
    normalize(longText);
  expect(process.cpuUsage(usageBefore).user).toBeLessThan(3_000_000);
});

/**
 * The normal forms of typed text. This file must not load zod, because first views use it.
 */

const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** The flags of England, Scotland, and Wales are the only visible use of these characters. */
const FLAG_TAGS = '(?<=\\u{1F3F4})[\\u{E0030}-\\u{E007A}]{3,6}\\u{E007F}';
const INVISIBLE = new RegExp(
  `(${FLAG_TAGS})|(?![\\t\\u200C\\u200D\\p{Variation_Selector}])` +
    '[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}]',
  'gu',
);

/** The braille blank is a symbol, but it shows nothing. */
const SPACES = /[\s\u2800]+/g;

/** Unicode's limit for real text (UAX 15). Longer runs would take quadratic time to sort. */
const TOO_MANY_MARKS = /(?<=[\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu;

const MISPLACED_SELECTOR =
  /(?<![\p{Lo}\p{Extended_Pictographic}]|[\d#*](?=.\u20E3))\p{Variation_Selector}/gu;

const LETTER = '[\\p{Lo}\\p{Lm}]\\p{M}{0,30}';
const EMOJI = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\uFE0F?';
/** Older Malayalam and Bengali texts end words with a joiner after one of these. */
const VIRAMA = '[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA]';
const JOINERS = new RegExp(
  `(?<=${LETTER}|${EMOJI})([\\u200C\\u200D])[\\u200C\\u200D]*` +
    '(?=[\\p{Lo}\\p{Lm}\\p{M}\\p{Extended_Pictographic}])' +
    `|(?<=${VIRAMA})(\\u200D)|[\\u200C\\u200D]`,
  'gu',
);

const composed = (text: string): string =>
  text.replace(TOO_MANY_MARKS, '').normalize('NFC').replace(TOO_MANY_MARKS, '');

/**
 * One line in NFC without invisible characters or surplus spaces. Joiners remain if they are part
 * of the spelling: between letters of scripts without case, and in emoji.
 */
export const cleaned = (text: string): string =>
  composed(
    composed(text.replace(new RegExp(LINE_BREAK, 'g'), ' ').replace(INVISIBLE, '$1'))
      .replace(MISPLACED_SELECTOR, '')
      .replace(JOINERS, '$1$2'),
  )
    .replace(SPACES, ' ')
    .trim();

/** Like `cleaned`, but keeps line breaks, at most two in a row. */
export const cleanedLines = (text: string): string =>
  text
    .split(LINE_BREAK)
    .map(cleaned)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/**
 * Converts decimal digits of any script to ASCII. Each script has the digits 0 to 9 in consecutive
 * code points.
 */
export const digitsOf = (text: string): string =>
  text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    const codePoint = digit.codePointAt(0)!;
    let firstDigit = codePoint;
    while (/\p{Nd}/u.test(String.fromCodePoint(firstDigit - 1))) firstDigit -= 1;
    return String((codePoint - firstDigit) % 10);
  });

/** Letters without a Unicode decomposition, as people type them if their keyboard lacks them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};

/** Accents, joiners, and the optional vowel signs of Hebrew and Arabic. Other marks are letters. */
const ACCENTS =
  /(?!\u3099|\u309A)\p{Script=Inherited}|(?=\p{M})[\p{Script=Arabic}\p{Script=Hebrew}]/gu;

/**
 * The form in which texts are searched and compared: without case, accents, joiners, compatibility
 * forms, and typographic quotes and dashes.
 */
export const searchable = (text: string): string =>
  cleaned(
    digitsOf(cleaned(text).normalize('NFKD'))
      .replace(ACCENTS, '')
      .toLowerCase()
      .replace(/[ßæœøđðþłħıς]/g, (letter) => plainLetters[letter]!)
      .normalize('NFKD')
      .replace(ACCENTS, '')
      .replace(/[‘’ʼ]/g, "'")
      .replace(/[\p{Pd}\u2212]/gu, '-'),
  );

/**
 * The form in which an email address is compared, stored, and hashed: in lowercase, with the domain
 * in ASCII. An address in ASCII keeps its characters. Leaves the refusal of other text to the
 * schema.
 */
export const emailOf = (text: string): string => {
  const address = cleaned(cleaned(text).normalize('NFKC').toLowerCase());
  const domainStart = address.lastIndexOf('@') + 1;
  const domain = address.slice(domainStart);
  const isInternational =
    /^[\p{L}\p{M}\p{N}.\u3002\uFF61-]+$/u.test(domain) && /[^ -~]/.test(domain);
  const url = `http://${domain}`;
  return isInternational && URL.canParse(url)
    ? address.slice(0, domainStart) + new URL(url).hostname
    : address;
};

/** A phone number as typed or pasted, with ASCII digits and plain separators. */
export const phoneOf = (text: string): string =>
  digitsOf(cleaned(text).normalize('NFKC'))
    .replace(/^tel:/i, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\u00B7\u2022\u2219]/g, '.');

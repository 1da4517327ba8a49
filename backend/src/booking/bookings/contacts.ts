const MASK = '•••';

const isEmail = (word: string): boolean => {
  const at = word.indexOf('@', 1);
  return at > 0 && word.includes('.', at + 2);
};

/** Digits with the marks that people write between them; seven of them or more are a phone number. */
const NUMBERS = /[+(]?\d[\d ().\-/]*/g;
const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

/**
 * A text without the e-mail addresses and phone numbers in it (domain rules, G43). Takes time that grows with the length of
 * the text alone: each pass goes over it once and never back.
 */
export const withoutContacts = (text: string): string =>
  text
    .split(/(\s)/)
    .map((word) => (isEmail(word) ? MASK : word))
    .join('')
    .replace(NUMBERS, (number) =>
      digitsIn(number) < 7 ? number : MASK + (number.endsWith(' ') ? ' ' : ''),
    );

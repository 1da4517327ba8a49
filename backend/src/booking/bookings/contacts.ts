const CONTACT_MASK = '•••';

const isEmail = (word: string): boolean => {
  const atSignIndex = word.indexOf('@', 1);
  return atSignIndex > 0 && word.includes('.', atSignIndex + 2);
};

/** Digits with common separators. Seven or more digits count as a phone number. */
const NUMBER_PATTERN = /[+(]?\d[\d ().\-/]*/g;
const countDigits = (originalText: string): number => originalText.replace(/\D/g, '').length;

/**
 * Masks email addresses and phone numbers (domain rules, G43) in linear time: no pass backtracks.
 */
export const withoutContacts = (originalText: string): string =>
  originalText
    .split(/(\s)/)
    .map((word) => (isEmail(word) ? CONTACT_MASK : word))
    .join('')
    .replace(NUMBER_PATTERN, (digitGroup) =>
      countDigits(digitGroup) < 7
        ? digitGroup
        : CONTACT_MASK + (digitGroup.endsWith(' ') ? ' ' : ''),
    );

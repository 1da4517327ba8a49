const QUERY_PATTERN = /[?#][^\s)'"]*/g;
const EMAIL_PATTERN = /[^\s@<>"'(]+@[^\s@<>"')]+/g;
/** Tokens and keys. Hashed files have a shorter name. */
const TOKEN_PATTERN = /[\w.~%-]{32,}/g;
const NUMBER_PATTERN = /\+?\d[\d\s().-]{6,}\d/g;
// A log viewer must not run or hide what a stranger wrote.
// eslint-disable-next-line no-control-regex
const CONTROL_PATTERN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text from a browser without what may be personal: queries, emails, tokens, and long numbers.
 */
export const withoutPersonalData = (text: string): string =>
  text
    .replace(CONTROL_PATTERN, ' ')
    .replace(EMAIL_PATTERN, '…')
    .replace(QUERY_PATTERN, '')
    .replace(TOKEN_PATTERN, '…')
    .replace(NUMBER_PATTERN, '…');

const MAX_URL_LENGTH = 200;

/** The origin and path of a URL, or a keyword such as `inline`. */
export const reportedUrl = (text: string | null | undefined): string => {
  if (!text) return '';
  // A data URL contains the data.
  const address = /^(?:data|blob|about):/.exec(text)?.[0] ?? text;
  return withoutPersonalData(address).slice(0, MAX_URL_LENGTH);
};

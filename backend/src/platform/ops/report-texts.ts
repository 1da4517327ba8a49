const QUERY_PATTERN = /[?#][^\s)'"]*/g;
/** The domain needs a dot, or `fn@https://...` in stacks of Firefox and Safari would match. */
const EMAIL_PATTERN = /[^\s@<>"'(]{1,64}@[\p{L}\d-][\p{L}\d.-]{0,190}\.\p{L}{2,}/gu;
/** Tokens and keys. Hashed files have a shorter name. */
const TOKEN_PATTERN = /[\w.~%-]{32,}/g;
const NUMBER_PATTERN = /\+?\d[\d\s().-]{6,30}\d/g;
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
/** What is searched for personal data. Longer URLs are not worth the time. */
const MAX_READ_LENGTH = 500;

/** The origin and path of a URL, or a keyword such as `inline`. */
export const reportedUrl = (text: string | null | undefined): string => {
  if (!text) return '';
  // A data URL contains the data.
  const address = /^(?:data|blob|about):/.exec(text)?.[0] ?? text;
  return withoutPersonalData(address.slice(0, MAX_READ_LENGTH)).slice(0, MAX_URL_LENGTH);
};

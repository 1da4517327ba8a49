import { digitsOf } from '@courtly/contracts/text';

const CONTACT_MASK = '•••';

/** `start` and `end` are positions in a text; `end` is exclusive. */
type Range = Readonly<{ start: number; end: number }>;

/** The text in the form that the patterns expect. Its characters map to ranges of the original. */
type NormalizedText = Readonly<{ text: string; sources: readonly Range[] }>;

const DASHES = /[\p{Pd}\u2212\u2043]/gu;
const DOTS = /[\u00B7\u2022\u2024\u2027\u2219\u22C5\u3002\u30FB]/g;
/**
 * Characters that a reader would not miss: invisible ones, accents, and the rings of keycap emoji.
 */
const UNREAD = /[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Longer expansions are ligatures of whole phrases, which contain no contact. */
const MOST_CHARACTERS = 4;

const normalizeCharacter = (character: string): string => {
  if (character <= '~') return character;
  const letters = character.normalize('NFKD');
  if (letters.length > MOST_CHARACTERS) return character;
  return digitsOf(letters)
    .replace(UNREAD, '')
    .replace(DASHES, '-')
    .replace(DOTS, '.')
    .replace(/[\s\p{Z}]/gu, ' ');
};

const normalize = (originalText: string): NormalizedText => {
  const sources: Range[] = [];
  const parts: string[] = [];
  let start = 0;
  for (const character of originalText) {
    const end = start + character.length;
    const part = normalizeCharacter(character);
    parts.push(part);
    for (let index = 0; index < part.length; index += 1) sources.push({ start, end });
    start = end;
  }
  return { text: parts.join(''), sources };
};

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
const LOCAL_PART = "[\\p{L}\\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}";
const PROVIDERS =
  '(?:gmail|googlemail|yahoo|hotmail|outlook|icloud|protonmail|proton|aol|gmx|yandex|qq|163)';
/** Common domain endings, except those that are also words, such as `me`, `us`, and `at`. */
const ENDINGS = '(?:com|net|org|edu|gov|info|biz|io|app|dev|tennis|co|uk|ca|mx|de|fr|es|ru|cn|jp)';
const AT = '\\s{0,2}(?:@|[([{<]\\s?(?:at|@)\\s?[)\\]}>])\\s{0,2}';
const SPELLED_DOT = '\\s{0,2}(?:[([{<]\\s?(?:dot|\\.)\\s?[)\\]}>]|\\bdot\\b)\\s{0,2}';
const DOT = `(?:\\s{0,2}\\.\\s{0,2}|${SPELLED_DOT})`;
const NETWORKS =
  '(?:instagram|insta|ig|telegram|whatsapp|wechat|snapchat|snap|discord|skype|facebook|fb|viber|kik)';
/** Link endings that are also words, so they count only if a path follows. */
const LINK_ENDINGS = `(?:${ENDINGS}|me|ly|ee|gg|be|to|cc|link|page|site|bio|xyz|online|club|social)`;
/** A name that is not a word: it contains an underscore, a digit, or a dot between letters. */
const HANDLE =
  '(?=[\\p{L}\\p{N}.]{0,29}(?:_|\\d|\\.[\\p{L}\\p{N}]))\\p{L}[\\p{L}\\p{N}_.]{1,28}[\\p{L}\\p{N}_]';
/** People write "meet me @the gate". */
const AFTER_AT_SIGN =
  '(?:the|a|an|my|your|our|this|that|noon|midnight|court\\d*|courts|gate|club|home|work|least|all|dawn|dusk)';

const EMAIL = new RegExp(`${LOCAL_PART}@${LABEL}(?:\\.${LABEL}){1,8}`, 'giu');
const SPELLED_CONTACTS = [
  `${LOCAL_PART}@${PROVIDERS}\\b`,
  `${LOCAL_PART}${AT}${LABEL}(?:${DOT}${LABEL}){0,3}${DOT}${ENDINGS}\\b`,
  `${LOCAL_PART}\\s{1,2}at\\s{1,2}${LABEL}(?:${DOT}${LABEL}){0,3}(?:\\.|${SPELLED_DOT})${ENDINGS}\\b`,
  `${LOCAL_PART}${AT}${PROVIDERS}\\b`,
  `${LOCAL_PART}\\s{1,2}at\\s{1,2}(?:gmail|googlemail|hotmail|icloud|protonmail|gmx)\\b`,
  // Without a sign of an address, "I work at Yahoo" is a sentence.
  `(?=\\S{0,63}[\\d._])${LOCAL_PART}\\s{1,2}at\\s{1,2}${PROVIDERS}\\b`,
  `(?:https?://)?(?:[\\w-]{1,30}\\.)?(?:wa\\.me|t\\.me|m\\.me|fb\\.me|fb\\.com|lnkd\\.in|linktr\\.ee` +
    `|instagr\\.am|discord\\.gg|bsky\\.app|threads\\.net|line\\.me|signal\\.me|x\\.com` +
    `|(?:instagram|facebook|twitter|tiktok|snapchat|linkedin|telegram|whatsapp|discord|vk|weibo)` +
    `\\.(?:com|me|org))\\b(?:/[^\\s]{0,200})?`,
  `@(?!${AFTER_AT_SIGN}\\b)(?=[\\d_.]{0,3}\\p{L})[\\p{L}_][\\p{L}\\p{N}_.]{1,29}`,
  `https?://[^\\s]{1,200}`,
  `(?:${LABEL}\\.){1,3}${LINK_ENDINGS}/[^\\s]{1,200}`,
  `${NETWORKS}(?:\\s(?:name|handle|id|user|account))?(?:\\sis)?\\s{1,2}@?(?!${AFTER_AT_SIGN}\\b)${HANDLE}`,
  `${HANDLE}\\s{1,2}(?:on|at)\\s{1,2}(?:my\\s)?${NETWORKS}\\b`,
  `${NETWORKS}\\s{0,2}[:=]\\s{0,2}@?[\\p{L}\\p{N}_][\\p{L}\\p{N}_.#-]{2,39}`,
].map((pattern) => new RegExp(`(?<![\\p{L}\\p{N}_])${pattern}`, 'giu'));

/** Digits with at most a few characters between two of them. */
const NUMBER_RUN = /(?:[+$€£¥]\s?)?(?:\((?=\s?\d{1,5}\s?\)))?\d(?:[^\p{L}\p{N}]{0,5}\d)*/gu;
const PHONE_DIGITS = 7;

const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const YEAR = '(?:19|20)\\d\\d';
const TIME = '(?:[01]?\\d|2[0-4])[:.][0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,3})?)?';
const TIEBREAK = '(?:\\s?\\(\\d{1,2}(?:-\\d{1,2})?\\))?';
const SET = `1?\\d-1?\\d${TIEBREAK}`;
const HARMLESS_NUMBERS = [
  `${YEAR}[-./]${DAY}[-./]${DAY}`,
  `${DAY}([-./])${DAY}[-./](?:${YEAR}|\\d\\d)`,
  `${TIME}(?:-${TIME})?`,
  `${YEAR}(?:-${YEAR})?`,
  '0?[1-9]/(?:[12]\\d|3[01]|0?[1-9])|1[0-2]/(?:[12]\\d|3[01]|0?[1-9])',
  // Scores, including those of a tiebreak, and ranges of hours and days.
  `${SET}(?:\\s?/\\s?${SET}){1,4}`,
  `(?:[12]?\\d|3[01]|40)[-:/](?:[12]?\\d|3[01]|40)${TIEBREAK}`,
  '[$€£¥]?\\s?(?:[1-9]\\d{0,2}(?:,\\d{3}){1,2}|\\d{1,4})\\.\\d\\d',
  '[$€£¥]\\s?[1-9]\\d{0,2}(?:,?\\d{3})?',
  '[1-9]\\d{0,2}(?:,\\d{3})',
  // Levels, units, and postal codes.
  '\\d\\.\\d(?:/\\d\\.\\d)?|#\\d{1,4}|\\d{5}-\\d{4}',
].join('|');
const HARMLESS = new RegExp(
  `(?<![\\d+][-.:/_]?|\\d,)(?:${HARMLESS_NUMBERS})(?![-.:/_]?\\d|,\\d{3})`,
  'g',
);
/** Days or hours in a row, such as "9, 10, 11, 12". */
const isCount = (numbers: readonly string[]): boolean =>
  numbers.every(
    (number, index) =>
      !number.startsWith('0') && (index === 0 || Number(numbers[index - 1]) < Number(number)),
  );

const isPhoneNumber = (numberRun: string): boolean => {
  if (numberRun.replace(/\D/g, '').length < PHONE_DIGITS) return false;
  const otherNumbers = numberRun.replace(HARMLESS, ' ').match(/\d+/g) ?? [];
  if (otherNumbers.some((number) => number.length > 2)) return true;
  const isList = /^\d{1,2}(?:, ?\d{1,2})*$/.test(numberRun) && isCount(otherNumbers);
  return otherNumbers.join('').length >= PHONE_DIGITS && !isList;
};

const contactRanges = ({ text, sources }: NormalizedText): Range[] => {
  const numbers = [...text.matchAll(NUMBER_RUN)].filter(([numberRun]) => isPhoneNumber(numberRun));
  const contacts = [EMAIL, ...SPELLED_CONTACTS].flatMap((pattern) => [...text.matchAll(pattern)]);
  return [...numbers, ...contacts]
    .map(({ index, 0: { length } }) => ({
      start: sources[index]!.start,
      // Characters without a normalized form belong to the previous character.
      end: Math.max(
        sources[index + length - 1]!.end,
        sources[index + length]?.start ?? sources.at(-1)!.end,
      ),
    }))
    .sort((first, second) => first.start - second.start);
};

/**
 * Masks contact details, however they are written (domain rules, G43). Dates, times, scores, and
 * prices remain. Takes linear time: repetitions are bounded or cannot backtrack.
 */
export const withoutContacts = (originalText: string): string => {
  let maskedText = '';
  let position = 0;
  for (const { start, end } of contactRanges(normalize(originalText))) {
    if (start >= position) maskedText += originalText.slice(position, start) + CONTACT_MASK;
    position = Math.max(position, end);
  }
  return maskedText + originalText.slice(position);
};

type MaskingBooking = Readonly<{ playerId: string; hostId: string; approvedAt: string | null }>;

/** Whether a text by this author masks its contact details, except for the author. */
const isMaskedFor = ({ playerId, hostId, approvedAt }: MaskingBooking, authorId: string): boolean =>
  approvedAt === null && (authorId === playerId || authorId === hostId);

type ShownText = Readonly<{ text: string; hidesContacts: boolean }>;

/**
 * The text as the user may read it: contacts appear once the booking is confirmed (G17, G43).
 * `hidesContacts` is true for its author, too, if the reader does not see a contact yet.
 */
export const shownText = (
  booking: MaskingBooking,
  userId: string,
  authorId: string,
  text: string,
): ShownText => {
  const maskedText = isMaskedFor(booking, authorId) ? withoutContacts(text) : text;
  return { text: userId === authorId ? text : maskedText, hidesContacts: maskedText !== text };
};

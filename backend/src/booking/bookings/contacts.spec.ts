import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { processorSeconds } from '../../../testing/processor-time.js';
import { withoutContacts } from './contacts.js';

it.each([
  ['Write to pavel@example.org, please', 'Write to •••, please'],
  ['<pavel.novak+tennis@mail.example.co.uk>', '<•••>'],
  ['Call 602-555-0134 any time', 'Call ••• any time'],
  ['Call +1 (602) 555 0134!', 'Call •••!'],
  ['Call me (602-555-0134).', 'Call me (•••).'],
  ['On 2027-03-14 at 10:00, call 555-0134', 'On 2027-03-14 at 10:00, call •••'],
  ['Ça va ? Écris à zoé@exemple.fr', 'Ça va ? Écris à •••'],
  ['We won 6-4 6-3. Write to @robin_b.', 'We won 6-4 6-3. Write to •••'],
  ['👋🏽 4️⃣8️⃣0️⃣ 5️⃣5️⃣5️⃣ 0️⃣1️⃣4️⃣2️⃣ 👍', '👋🏽 ••• 👍'],
])('masks only the contact details in "%s"', (text, maskedText) =>
  expect(withoutContacts(text)).toBe(maskedText),
);

describe('contact details', () => {
  it.each([
    'pavel@example.org',
    'pavel＠example．org',
    'pa\u00ADvel@exam\u200Bple.org',
    'пример@почта.рф',
    'pavel(at)example.org',
    'pavel [at] example [dot] org',
    'pavel at example dot com',
    'pavel at example.com',
    'pavel @ example . com',
    'pavel at gmail',
    'pavel@gmail',
    '602 555 0134',
    '602.555.0134',
    '602–555–0134',
    '602 — 555 — 0134',
    '602·555·0134',
    '602_555_0134',
    '602,555,0134',
    '602\n555\n0134',
    '602 555 0134',
    '(602)555-0134',
    '+49 171 1234567',
    '06 12 34 56 78',
    '06.12.34.56.78',
    '06-12-34-56-78',
    '6 0 2 5 5 5 0 1 3 4',
    '6, 0, 2, 5, 5, 5, 0, 1, 3, 4',
    '6🎾0🎾2🎾5🎾5🎾5🎾0',
    '480 55-50 142',
    '６０２５５５０１３４',
    '٦٠٢٥٥٥٠١٣٤',
    '६०२-५५५-०१३४',
    '⑥⓪②⑤⑤⑤⓪',
    '6\u20600\u20602\u20605550134',
    '@robin_b',
    '＠robin',
    '@_robin.b',
    'wa.me/16025550134',
    'https://t.me/robin',
    'www.instagram.com/robin.b',
    'chat.whatsapp.com/AbCdEf',
    'x.com/robin',
    'Insta: robin.b',
    'insta robin_b',
    'Insta is robin_b',
    'IG robin.b',
    'telegram robin1987',
    'whatsapp id robin_b',
    'robin_b on insta',
    'wa.me/robin',
    'wa.me/qr/ABCDEF1',
    'ig.me/m/robin',
    'paypal.me/robin',
    'bit.ly/3xyz',
    'calendly.com/robin/lesson',
    'https://robin.tennis',
    'WhatsApp = robin',
  ])('are masked: %j', (contact) => {
    const maskedText = withoutContacts(`Reach me: ${contact} thanks`);
    expect(maskedText.replace(/[.,]/g, '')).toBe('Reach me: ••• thanks');
  });
});

describe('ordinary sentences', () => {
  it.each([
    'Two of us, one is left-handed',
    'At 10:30 on 13 March, court 2, 4 players, about 300 dollars',
    'Is 2027-03-14 10:00 still free, or 2027-03-15 at 11:30?',
    'Free on 3/14/2027, 3/21/2027, and 3/28/2027?',
    'Any of 3/14, 3/15, 3/16, or 3/17',
    'We can do 14.03.2027, 10.30-12.00',
    'March 14, 2027, 10 AM to 12 PM',
    '14 March 2027 10:00-11:30',
    '2027-03-14T18:00:00.000Z',
    'Last time 6-4, 3-6, 7-6 (5)',
    '6-4 3-6 7-6(7-5) 4-6 10-8, what a match',
    '6–4 6–3 for you, 6:4 6:3 for me',
    'It was $1,200.00, then $1,100.00, now $330',
    'Total 330.00, fee 30.00, payout 297.00',
    '€ 25.50 or £20 each',
    'Court 12, 10:00–11:30, 4 players',
    'Any time: 9, 10, 11, 12, 13, 14',
    'Hours 8-9, 10-11, 12-13, 14-15, 16-17',
    'I played in 2023, 2024, 2025, and 2026',
    'Ratings 4.50 and 5.12, NTRP 4.0/4.5',
    'NTRP 3.5, 4.0, 4.5, 5.0',
    '$330 ($300 + $30), or $120, $150, $180',
    'Unit #1204, Scottsdale AZ 85254-1234',
    'We had 40-15, 30-40, 15-0, 40-30',
    'We are 4.0/4.5: 6-4/6-3 last time',
    '6-4/4-6/7-6(5) in the end, then 3.5 6-0 / 6-1',
    'I work at Yahoo. Meet us at Outlook Bar?',
    'meet me @ the gate. Bring balls',
    'Meet me @the gate @noon, @court2 or @7pm',
    'Look at that. Com on!',
    'We are at St. Mary and park at Main St.',
    'Snap 2 photos, the fb group said 4.5. Facebook since 2019, insta 4.0',
    'Insta at 10:30, telegram court2, ig @noon',
    'Is it $40/hour or 45.00/h? Level 4.0/4.5 and/or 3.5. We won 6-4 6-3',
    'We won 6-4 on insta time. Discord is down',
    'The signal is bad, so I may answer late. Ig it works',
    'Is the gate code 4812 for tonight? 3 of us, 2 cars',
    "It's 35°C, 60% humidity; I'd bring 3x2 l of water",
    'Ça marche ! On se retrouve à 18h30, à 2 ou 4',
    'جاهز؟ الساعة ١٠:٣٠ يوم ١٤',
    'コート2、10時から11時半まで、4人です。',
    'हम 4 लोग हैं, 10:00 से 11:30 तक',
    'Family: 👩‍👩‍👧‍👦, flags 🇺🇸, naïve café',
  ])('are not masked: "%s"', (text) => {
    expect(withoutContacts(text)).toBe(text);
  });
});

const digitsOfScripts = ['0', '٠', '۰', '०', '০', '๐', '０', '𝟎'].map((zero) =>
  zero.codePointAt(0)!,
);
const separators = [
  '',
  ' ',
  '-',
  '–',
  '—',
  '‑',
  '.',
  '·',
  '_',
  '/',
  '\u00A0',
  '\u2009',
  ') (',
  ' - ',
];
const phoneNumber = fc
  .record({
    zero: fc.constantFrom(...digitsOfScripts),
    // Groups that are neither an hour, a day, nor a year.
    groups: fc.array(fc.integer({ min: 200, max: 999 }), { minLength: 3, maxLength: 4 }),
    separator: fc.constantFrom(...separators),
    invisible: fc.constantFrom('', '\u200B', '\u2060', '\u00AD', '\u200E'),
  })
  .map(({ zero, groups, separator, invisible }) =>
    groups
      .map((group) =>
        [...String(group)]
          .map((digit) => String.fromCodePoint(zero + Number(digit)))
          .join(invisible),
      )
      .join(separator),
  );

it('masks phone numbers in digits of every script, with any separator', () =>
  fc.assert(
    fc.property(phoneNumber, (phone) => {
      expect(withoutContacts(`Tel ${phone} ok`)).toBe('Tel ••• ok');
    }),
  ));

const pad = (number: number) => String(number).padStart(2, '0');
const hour = fc.integer({ min: 0, max: 23 });
const dateAndTime = fc
  .tuple(
    fc.integer({ min: 2020, max: 2049 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
    hour,
    fc.integer({ min: 0, max: 59 }),
    fc.constantFrom('-', '/', '.', '–'),
  )
  .map(
    ([year, month, day, hours, minutes, dash]) =>
      `${[year, pad(month), pad(day)].join(dash)} ${pad(hours)}:${pad(minutes)}`,
  );

it('does not mask several dates and times in a row', () =>
  fc.assert(
    fc.property(fc.array(dateAndTime, { minLength: 1, maxLength: 5 }), (instants) => {
      const text = `Free: ${instants.join(', ')}`;
      expect(withoutContacts(text)).toBe(text);
    }),
  ));

const level = fc
  .tuple(fc.integer({ min: 2, max: 14 }), fc.boolean())
  .map(([halves, isRange]) =>
    [halves, ...(isRange ? [halves + 1] : [])].map((each) => (each / 2).toFixed(1)).join('/'),
  );
const games = fc.integer({ min: 0, max: 7 });
const setScores = (separator: string, dash: string) =>
  fc
    .array(fc.tuple(games, games, fc.constantFrom('', ' (5)', '(7-5)')), {
      minLength: 1,
      maxLength: 5,
    })
    .map((sets) =>
      sets.map(([won, lost, tiebreak]) => `${won}${dash}${lost}${tiebreak}`).join(separator),
    );
const score = fc
  .tuple(fc.constantFrom('/', ' / ', ' ', ', '), fc.constantFrom('-', '–', '‑'))
  .chain(([separator, dash]) => setScores(separator, dash));
const between = fc.constantFrom(' ', ': ', ', ', ' - ');

it('does not mask a score after a level', () =>
  fc.assert(
    fc.property(level, between, score, (ownLevel, separator, sets) => {
      const text = `Level ${ownLevel}${separator}${sets}`;
      expect(withoutContacts(text)).toBe(text);
    }),
  ));

it('masks phone numbers after a level and a score', () =>
  fc.assert(
    fc.property(level, between, score, phoneNumber, (ownLevel, separator, sets, phone) => {
      const maskedText = withoutContacts(`Level ${ownLevel}${separator}${sets} ${phone} ok`);
      expect(maskedText).not.toContain(phone);
    }),
  ));

const word = fc.constantFrom(
  'a',
  '@',
  '.',
  '1',
  '+',
  '(',
  ')',
  '-',
  ' ',
  '\n',
  ' at ',
  ' dot ',
  'pavel@example.org',
  '6025550134',
);
const hostile = fc.array(word, { maxLength: 300, size: 'max' }).map((words) => words.join(''));

it('masks every email address and long number, regardless of the surrounding text', () =>
  fc.assert(
    fc.property(hostile, (text) => {
      const maskedText = withoutContacts(text);
      expect(maskedText).not.toMatch(/\d{7}/);
      expect(maskedText).not.toContain('pavel@example.org');
    }),
  ));

it('leaves text without digits, at signs, and Latin letters unchanged', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!/[\p{N}@a-z]/iu.test(text.normalize('NFKD')));
      expect(withoutContacts(text)).toBe(text);
    }),
  ));

it.each([
  '@',
  '@.',
  '.@',
  '1',
  '1 ',
  '(',
  '+(',
  'a.',
  '1-',
  'a@',
  '1@1.',
  '\t',
  'a',
  'a at ',
  'a dot ',
])('masks a long run of %j in linear time', (piece) =>
  expect(processorSeconds(() => withoutContacts(piece.repeat(100_000)))).toBeLessThan(3),
);

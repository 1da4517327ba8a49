import { describe, expect, it } from '@jest/globals';
import { composeEmail, composeStrangerEmail, renderText } from './email-body.js';

it('renders sentences, values, links, and the unsubscribe link as plain text', () => {
  const email = composeEmail({
    to: 'ada@example.test',
    subject: 'Rock & roll',
    parts: [
      'Hello <b>Ada</b> & "Bob",',
      {
        facts: [
          ['When', 'Saturday'],
          ['Where', 'evil.example'],
        ],
      },
      { words: "It's here", address: 'https://courtly.example/a?b=1&c="2"' },
    ],
    unsubscribe: { words: 'Stop', page: 'https://courtly.example/off', oneClick: '' },
  });
  expect(renderText(email)).toBe(
    `Hello <b>Ada</b> & "Bob",

When: Saturday
Where: evil. example

It's here:
https://courtly.example/a?b=1&c="2"

Stop:
https://courtly.example/off
`,
  );
});

describe('a sentence of an email', () => {
  const sentenceOf = (text: string) =>
    composeEmail({ to: '', subject: '', parts: [text] }).parts[0];

  it.each([
    ['you,\n\nyour card was charged.', 'you, your card was charged.'],
    ['one\u2028two\u2029three\r\nfour', 'one two three four'],
    ['Cancel: https://evil.example/x now', 'Cancel: (link removed) now'],
    ['HTTP://EVIL.EXAMPLE', '(link removed)'],
    ['ht\u200Btps://evil.example', '(link removed)'],
    ['www.evil.example/x', '(link removed)'],
    ['mailto:a@evil.example tel:+16025550134', '(link removed) (link removed)'],
    ['evil.example/x and a@evil.co.uk', 'evil. example/x and a@evil. co. uk'],
    ['пример.рф or 例え。テスト', 'пример. рф or 例え. テスト'],
  ])('is one line without links: %j', (text, sentence) => expect(sentenceOf(text)).toBe(sentence));

  it.each([
    'You paid $1,200.50 for No. 12 at 10:00 a.m.',
    'The U.S. Open, 4.5 and du_1 in Stripe.',
  ])('keeps other text: %s', (text) => expect(sentenceOf(text)).toBe(text));
});

it('lets a stranger stop all emails, and names no one', () => {
  const links = { page: 'https://courtly.example/never', oneClick: 'https://courtly.example/api' };
  const email = composeStrangerEmail(
    { to: 'a@example.test', subject: 'Hi', parts: ['Text'] },
    links,
  );
  expect(email).toMatchObject({
    parts: ['Hello,', 'Text'],
    unsubscribe: { words: 'Never email me', ...links },
  });
});

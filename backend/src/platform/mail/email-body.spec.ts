import { describe, expect, it } from '@jest/globals';
import { composeEmail, composeStrangerEmail, renderHtml, renderText } from './email-body.js';

const letter = composeEmail({
  to: 'ada@example.test',
  subject: 'Rock & roll',
  parts: [
    'Hello <b>Ada</b> & "Bob",',
    { words: "It's here", address: 'https://courtly.example/a?b=1&c="2"' },
  ],
});

it('renders the same content as text and as HTML', () => {
  expect(renderText(letter)).toBe(
    'Hello <b>Ada</b> & "Bob",\n\nIt\'s here:\nhttps://courtly.example/a?b=1&c="2"\n',
  );
  expect(renderHtml(letter)).toContain('<title>Rock &amp; roll</title>');
  expect(renderHtml(letter)).toContain(
    '<p>Hello &lt;b&gt;Ada&lt;/b&gt; &amp; &quot;Bob&quot;,</p>',
  );
  expect(renderHtml(letter)).toContain(
    '<a href="https://courtly.example/a?b=1&amp;c=&quot;2&quot;">It&#39;s here</a>',
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
    parts: ['Hello,', 'Text', { words: 'Never email me', address: links.page }],
    unsubscribe: links.oneClick,
  });
});

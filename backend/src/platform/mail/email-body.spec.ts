import { expect, it } from '@jest/globals';
import { renderHtml, renderText } from './email-body.js';

const letter = {
  to: 'ada@example.test',
  subject: 'Rock & roll',
  parts: [
    'Hello <b>Ada</b> & "Bob",',
    { words: "It's here", address: 'https://courtly.example/a?b=1&c="2"' },
  ],
};

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

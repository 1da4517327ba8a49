import { describe, expect, it } from '@jest/globals';
import { composeEmail } from './email-body.js';
import { renderEmail } from './email-layout.js';

const sender = { publicUrl: 'https://courtly.example', seller: 'Courtly, Inc.\n1 Main St' };
const email = composeEmail({
  to: 'ada@example.test',
  subject: 'Rock & roll',
  parts: [
    'Hello <b>Ada</b> & "Bob",',
    'The first sentence.',
    { facts: [['Where', '<i>Here</i>']] },
    { words: "It's here", address: 'https://courtly.example/a?b=1&c="2"' },
    { words: 'And there', address: 'https://courtly.example/b' },
  ],
  unsubscribe: { words: 'Stop', page: 'https://courtly.example/off', oneClick: '' },
});
const { subject, text, html } = renderEmail(email, sender);

describe('a rendered email', () => {
  it('has its subject as the title and the heading', () => {
    expect(subject).toBe('Rock & roll');
    expect(html).toContain('<title>Rock &amp; roll</title>');
    expect(html).toMatch(/<h1 [^>]*>Rock &amp; roll<\/h1>/);
  });

  it('cuts a long subject between characters, and shows all of it as the heading', () => {
    const long = `${'a'.repeat(57)}🎾🎾🎾`;
    const rendered = renderEmail({ ...email, subject: long }, sender);
    expect(rendered.subject).toBe(`${'a'.repeat(57)}🎾…`);
    expect(rendered.html).toContain(`>${long}</h1>`);
  });

  it('cuts a long preview between characters', () => {
    const parts = ['Hello,', `${'a'.repeat(109)}🎾🎾`];
    const { html: longHtml } = renderEmail({ ...email, parts }, sender);
    expect(longHtml).toMatch(/a…/);
    expect(longHtml).not.toMatch(/\p{Cs}/u);
  });

  it('escapes what people typed', () => {
    expect(html).toContain('>Hello &lt;b&gt;Ada&lt;/b&gt; &amp; &quot;Bob&quot;,</p>');
    expect(html).toContain('>&lt;i&gt;Here&lt;/i&gt;</td>');
    expect(html).not.toMatch(/<[bi]>/);
  });

  it('shows the first link as a button, and the others as links', () => {
    expect(html).toMatch(
      /<a href="https:\/\/courtly.example\/a\?b=1&amp;c=&quot;2&quot;" class="button"/,
    );
    expect(html).toMatch(/<a href="https:\/\/courtly.example\/b" class="link"/);
  });

  it('previews the first sentence after the greeting', () =>
    expect(html).toMatch(/<div style="display:none[^>]*>The first sentence\.</));

  it('ends with the address of the sender and the unsubscribe link, as text and as HTML', () => {
    expect(html).toMatch(/Courtly, Inc\. · 1 Main St<\/p>.*href="https:\/\/courtly.example\/off"/);
    expect(text).toContain('Stop:\nhttps://courtly.example/off');
    expect(text).toMatch(/-- \nCourtly, Inc\.\n1 Main St\nhttps:\/\/courtly.example\n$/);
  });

  it('adapts to the color scheme of the reader', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
  });
});

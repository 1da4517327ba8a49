import { expect, it } from '@jest/globals';
import { responseOf, mailPage, withMail } from './mail-page.ts';

const mail = {
  to: 'ada@example.test',
  subject: 'Hello',
  text: 'Good day',
  html: '',
  at: '2027-03-01T10:00:00.000Z',
};

it('shows at most a hundred emails, newest first', () => {
  let mails: (typeof mail)[] = [];
  for (let number = 1; number <= 101; number++)
    mails = withMail(mails, { ...mail, subject: `number ${number}.` });
  expect(mails).toHaveLength(100);
  expect(mailPage(mails)).toMatch(/number 101\.[^]*number 100\.[^]*number 2\./);
  expect(mailPage(mails)).not.toContain('number 1.');
});

it('shows the content of an email as plain text', () => {
  const page = mailPage([
    { ...mail, to: '"<b>"@x', subject: '<script>alert(1)</script>', text: '<img src=x> & "more"' },
  ]);
  expect(page).toContain('<h2>&lt;script&gt;alert(1)&lt;/script&gt;</h2>');
  expect(page).toContain('&lt;img src=x&gt; &amp; &quot;more&quot;');
  expect(page).not.toMatch(/<(script|img|b)\b/);
});

it('turns web addresses into links, and nothing else', () => {
  const page = mailPage([
    {
      ...mail,
      text: 'See http://localhost:3000/reset?token=a.b-c_d" onclick="x or javascript:alert(1)',
    },
  ]);
  expect(page.match(/<a href="h[^>]*>/g)).toEqual([
    '<a href="http://localhost:3000/reset?token=a.b-c_d">',
  ]);
});

it('keeps the fragment of a web address, such as the token of a verification link', () => {
  const page = mailPage([
    { ...mail, text: "Use http://localhost:3000/verify-email#u1.2.a-b 'now'" },
  ]);
  expect(page).toContain('<a href="http://localhost:3000/verify-email#u1.2.a-b">');
});

it('keeps all parameters of a web address, such as the conversation of a booking', () => {
  const page = mailPage([
    { ...mail, text: 'Read http://localhost:3000/host-dashboard?tab=bookings&conversation=b-1' },
  ]);
  expect(page).toContain(
    '<a href="http://localhost:3000/host-dashboard?tab=bookings&amp;conversation=b-1">',
  );
});

it('shows HTML in a frame without scripts, next to the plain text', () => {
  const html = '<a href="https://x/?a=1&amp;b=2">It\'s here</a><script>alert(1)</script>';
  const page = mailPage([{ ...mail, html }]);
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).toContain(
    'srcdoc="&lt;a href=&quot;https://x/?a=1&amp;amp;b=2&quot;&gt;It&#39;s here&lt;/a&gt;&lt;script&gt;alert(1)&lt;/script&gt;"',
  );
  expect(page).not.toContain('<script');
  expect(page).toContain('<summary>Plain text</summary><pre>Good day</pre>');
});

it('responds even if a page cannot be rendered', async () => {
  expect(await responseOf(() => Promise.resolve('Hi'))).toEqual({ status: 200, content: 'Hi' });
  expect((await responseOf(undefined)).status).toBe(404);
  const failed = await responseOf(() => Promise.reject(new Error('No such module <x>')));
  expect(failed).toEqual({ status: 500, content: expect.stringContaining('No such module &lt;x') });
});

const MAIL_LIMIT = 100;

/** `at` is the time at which the email arrived (UTC). `html` is empty for an email without HTML. */
export type Mail = { to: string; subject: string; text: string; html: string; at: string };

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** A page that cannot be rendered must not end the mail server. */
export const responseOf = async (
  page: (() => Promise<string>) | undefined,
): Promise<{ status: number; content: string }> => {
  if (!page) return { status: 404, content: 'Not found.' };
  try {
    return { status: 200, content: await page() };
  } catch (error) {
    return { status: 500, content: `<pre>${escapeHtml(String(error))}</pre>` };
  }
};

/** Escapes a text and converts the URLs of the website in it to links. */
const linkAddresses = (text: string): string =>
  text
    .split(/(https?:\/\/[\w:/?=.%#&-]+)/)
    .map(escapeHtml)
    .map((part, index) => (index % 2 === 1 ? `<a href="${part}">${part}</a>` : part))
    .join('');

/** Scripts do not run in the frame, and links open a new tab, as in a mail client. */
const mailFrame = ({ subject, html }: Mail): string =>
  `<iframe title="${escapeHtml(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" srcdoc="${escapeHtml(html)}"></iframe>`;

const plainText = ({ text }: Mail): string => `<pre>${linkAddresses(text)}</pre>`;

const mailArticle = (mail: Mail): string =>
  `<article><h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.to)}, ${escapeHtml(mail.at)}</p>${
    mail.html
      ? `${mailFrame(mail)}<details><summary>Plain text</summary>${plainText(mail)}</details>`
      : plainText(mail)
  }</article>`;

/** Adds an email at the start, and keeps the newest hundred. */
export const withMail = <T>(mails: readonly T[], newMail: T): T[] =>
  [newMail, ...mails].slice(0, MAIL_LIMIT);

/** A page that shows emails as HTML and as plain text. */
export const mailPage = (mails: readonly Mail[]): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Emails of this run</title>
<style>body { font: 16px/1.5 sans-serif; max-width: 44em; margin: 2em auto; padding: 0 1em } pre { white-space: pre-wrap } iframe { box-sizing: border-box; width: 100%; height: 36em; resize: vertical; border: 1px solid #888 }</style></head>
<body><h1>Emails of this run</h1><p><a href="/previews">Examples of all emails</a></p>${mails.map(mailArticle).join('') || '<p>No emails yet.</p>'}</body>
</html>
`;

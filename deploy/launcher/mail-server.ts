import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { responseOf, mailPage, withMail, type Mail } from './mail-page.ts';

const LARGEST_MAIL_BYTES = 1024 * 1024;
const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
  'Referrer-Policy': 'no-referrer',
};

// Accepts every email and delivers none: `node mail-server.ts <SMTP port> <page port>`, on
// loopback.
const [smtpPort, pagePort] = process.argv.slice(2).map(Number);

/** An email as it arrived. `at` is the time of its arrival (UTC). */
type ReceivedMail = { to: string; source: Buffer; at: string };

let receivedMails: ReceivedMail[] = [];

const smtpServer = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  size: LARGEST_MAIL_BYTES,
  onData(stream, { envelope }, callback) {
    buffer(stream).then((source) => {
      if (stream.sizeExceeded) return callback(new Error('This email is too large.'));
      const to = envelope.rcptTo.map(({ address }) => address).join(', ');
      receivedMails = withMail(receivedMails, { to, source, at: new Date().toISOString() });
      callback();
    }, callback);
  },
});
smtpServer.on('error', (error) => console.log(error.message));

/**
 * Emails are parsed only when they are shown, because a run sends thousands and shows at most a
 * hundred.
 */
const parseMail = ({ to, source, at }: ReceivedMail): Promise<Mail> =>
  simpleParser(source).then(
    ({ subject = '', text = '', html }) => ({ to, subject, text, html: html || '', at }),
    () => ({ to, subject: 'An unreadable email', text: '', html: '', at }),
  );

const previews = new URL('../../backend/tools/dist/emails/preview-page.js', import.meta.url);

const pages: Record<string, () => Promise<string>> = {
  '/': async () => mailPage(await Promise.all(receivedMails.map(parseMail))),
  // Loaded on demand, because it needs the built server and React.
  '/previews': async () => (await import(previews.href)).previewPage(),
};

const pageServer = createServer(async ({ url, headers }, response) => {
  // Otherwise, a site whose name resolves to this machine could read emails that open accounts.
  const isLocal = /^(localhost|127\.0\.0\.1):\d+$/.test(headers.host ?? '');
  const page = isLocal ? pages[url ?? ''] : undefined;
  const { status, content } = await responseOf(page);
  response.writeHead(status, PAGE_HEADERS).end(content);
});

smtpServer.listen(smtpPort, '127.0.0.1');
pageServer.listen(pagePort, '127.0.0.1');
await Promise.all([once(smtpServer.server, 'listening'), once(pageServer, 'listening')]);
process.stdin.on('end', () => process.exit()).resume();
console.log(
  JSON.stringify({
    ready: true,
    service: 'mail',
    port: smtpPort,
    url: `http://localhost:${pagePort}`,
  }),
);

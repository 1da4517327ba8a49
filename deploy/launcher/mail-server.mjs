import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { mailPage, withMail } from './mail-page.mjs';

const LARGEST = 1024 * 1024;
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
  'Referrer-Policy': 'no-referrer',
};

// Takes every mail and sends none on: `node mail-server.mjs <port of SMTP> <port of the page>`, on the loopback address.
const [smtpPort, pagePort] = process.argv.slice(2).map(Number);
/** @typedef {{ to: string, source: Buffer, at: string }} Received a mail as it came; `at`: when, UTC */

/** @type {Received[]} */
let mails = [];

const smtp = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  size: LARGEST,
  onData(stream, { envelope }, done) {
    buffer(stream).then((source) => {
      if (stream.sizeExceeded) return done(new Error('This mail is too large.'));
      const to = envelope.rcptTo.map(({ address }) => address).join(', ');
      mails = withMail(mails, { to, source, at: new Date().toISOString() });
      done();
    }, done);
  },
});
smtp.on('error', (error) => console.log(error.message));

/** Of thousands of mails a hundred are ever looked at, so they are read when they are. */
const read = (/** @type {Received} */ { to, source, at }) =>
  simpleParser(source).then(
    ({ subject = '', text = '' }) => ({ to, subject, text, at }),
    () => ({ to, subject: 'A mail that cannot be read', text: '', at }),
  );

const page = createServer(async ({ url, headers }, response) => {
  // A page of another site that has its name lead here must not read what opens accounts.
  const isAsked = url === '/' && /^(localhost|127\.0\.0\.1):\d+$/.test(headers.host ?? '');
  const shown = isAsked ? mailPage(await Promise.all(mails.map(read))) : 'There is nothing here.';
  response.writeHead(isAsked ? 200 : 404, HEADERS).end(shown);
});

smtp.listen(smtpPort, '127.0.0.1');
page.listen(pagePort, '127.0.0.1');
await Promise.all([once(smtp.server, 'listening'), once(page, 'listening')]);
process.stdin.on('end', () => process.exit()).resume();
console.log(
  JSON.stringify({
    ready: true,
    service: 'mail',
    port: smtpPort,
    url: `http://localhost:${pagePort}`,
  }),
);

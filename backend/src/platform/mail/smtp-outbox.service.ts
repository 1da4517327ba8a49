import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { CONFIG, type Config } from '../../config.js';
import { mailCount } from '../stores/metrics.js';
import { RedisClient } from '../stores/redis.js';
import { type Email, asHtml, asText } from './email-body.js';
import type { EmailOutbox } from './email-outbox.js';

const WITHIN_MS = 15_000;
/** Longer than jobs are retried (about an hour) and events are read again (a day). */
const RECEIPTS_LAST_S = 7 * 24 * 60 * 60;

/**
 * Sends emails by SMTP. A receipt in Redis, written after the server accepts an email, prevents
 * duplicates. If the process dies in between, the email is sent again under the same Message-ID,
 * which most clients show once. Without MAIL_URL, emails are only counted. Suppressed emails get a
 * receipt too.
 */
@Injectable()
export class SmtpOutbox implements EmailOutbox, OnApplicationShutdown {
  private readonly logger = new Logger('mail');
  private readonly transport: ReturnType<typeof transportTo> | null;
  private readonly host: string;
  private readonly from: string;

  constructor(
    private readonly redis: RedisClient,
    @Inject(CONFIG) { MAIL_URL, MAIL_FROM, PUBLIC_URL }: Config,
  ) {
    this.transport = MAIL_URL ? transportTo(MAIL_URL) : null;
    this.host = new URL(PUBLIC_URL).hostname;
    this.from = MAIL_FROM ?? `Courtly <no-reply@${this.host}>`;
  }

  async sendOnce(id: string, write: () => Promise<Email | null>): Promise<void> {
    const receipt = `${this.redis.prefix}:mailed:${id}`;
    if (await this.redis.commands.exists(receipt)) return;
    if (this.transport) {
      const letter = await write();
      if (letter) await this.send(id, letter);
    } else {
      this.logger.debug(`MAIL_URL is not set, so email ${id} is not sent`);
      mailCount.inc({ outcome: 'not_configured' });
    }
    await this.redis.commands.set(receipt, '1', 'EX', RECEIPTS_LAST_S);
  }

  onApplicationShutdown() {
    this.transport?.close();
  }

  private async send(id: string, letter: Email): Promise<void> {
    const mail = {
      from: this.from,
      to: { name: '', address: letter.to },
      subject: letter.subject,
      text: asText(letter),
      html: asHtml(letter),
      messageId: `<${id.replace(/[^\w.-]/g, '-')}@${this.host}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(letter.unsubscribe && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      },
      ...(letter.unsubscribe && { list: { unsubscribe: letter.unsubscribe } }),
    };
    await this.transport!.sendMail(mail).catch((failure: Failure) => {
      mailCount.inc({ outcome: 'failed' });
      throw refused(failure);
    });
    mailCount.inc({ outcome: 'sent' });
  }
}

type Failure = Readonly<{ code?: string; responseCode?: number }>;

/** Omits the cause: server responses often contain the address, and job errors are logged. */
const refused = ({ code = 'unknown', responseCode }: Failure) =>
  new Error(
    `the mail server rejected the email: ${[code, responseCode].filter(Boolean).join(' ')}`,
  );

const transportTo = (url: string) =>
  createTransport({
    url,
    // A connection sends up to a hundred emails.
    pool: true,
    connectionTimeout: WITHIN_MS,
    greetingTimeout: WITHIN_MS,
    socketTimeout: WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

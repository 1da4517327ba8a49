import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { CONFIG, type Config } from '../../config.js';
import { mailCount } from '../stores/metrics.js';
import { RedisClient } from '../stores/redis.js';
import { type Email, asHtml, asText } from './email-body.js';
import type { EmailOutbox } from './email-outbox.js';

const WITHIN_MS = 15_000;
/** Jobs are tried for little more than an hour, and events that are followed again are at most a day old to be told of. */
const RECEIPTS_LAST_S = 7 * 24 * 60 * 60;

/**
 * Mails by SMTP, each once: the receipt that one has left is written when the server has accepted it. A process that ends
 * between the two leaves no receipt, so that the mail is sent again: twice rather than never, and under the same Message-ID, by
 * which most programs show it once. Where MAIL_URL is not set, mails are counted and not written. What was not to be written, or
 * only counted, has its receipt as well: jobs that come by again cost one look.
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
      this.logger.debug(`no MAIL_URL is set, so the mail ${id} is not sent`);
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

/** Without its cause: what a server answers often repeats the address, and the error of a job goes to the log. */
const refused = ({ code = 'unknown', responseCode }: Failure) =>
  new Error(
    `the mail server did not take the mail: ${[code, responseCode].filter(Boolean).join(' ')}`,
  );

const transportTo = (url: string) =>
  createTransport({
    url,
    // A connection carries a hundred mails before it is made anew.
    pool: true,
    connectionTimeout: WITHIN_MS,
    greetingTimeout: WITHIN_MS,
    socketTimeout: WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

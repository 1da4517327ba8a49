import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { CONFIG, type Config } from '../../config.js';
import { PermanentFailure } from '../processes/process.js';
import { mailCount } from '../stores/metrics.js';
import { RedisClient } from '../stores/redis.js';
import { EmailAddresses } from './email-addresses.service.js';
import type { Email } from './email-body.js';
import type { EmailSender } from './email-layout.js';
import type { EmailOutbox, SendOutcome } from './email-outbox.js';
import { senderOf } from './sender-address.js';

const SMTP_TIMEOUT_MS = 15_000;
/** Longer than the time for which jobs are retried and events are read again (about a day). */
const RECEIPT_SECONDS = 7 * 24 * 60 * 60;

/**
 * Sends emails by SMTP, or counts them without MAIL_URL. Receipts in Redis prevent duplicates.
 * After a crash, an email repeats under its Message-ID, which most clients show once.
 */
@Injectable()
export class SmtpOutbox implements EmailOutbox, OnApplicationShutdown {
  private readonly logger = new Logger('mail');
  private readonly transport: ReturnType<typeof createSmtpTransport> | null;
  private readonly publicHost: string;
  private readonly from: string;
  private readonly sender: EmailSender;

  constructor(
    private readonly redisClient: RedisClient,
    private readonly emailAddresses: EmailAddresses,
    @Inject(CONFIG) config: Config,
  ) {
    const { MAIL_URL, PUBLIC_URL, RECEIPT_SELLER } = config;
    this.transport = MAIL_URL ? createSmtpTransport(MAIL_URL) : null;
    this.publicHost = new URL(PUBLIC_URL).hostname;
    this.from = senderOf(config);
    this.sender = { publicUrl: PUBLIC_URL, seller: RECEIPT_SELLER };
  }

  async sendOnce(emailId: string, writeEmail: () => Promise<Email | null>): Promise<SendOutcome> {
    const receiptKey = `${this.redisClient.keyPrefix}:mailed:${emailId}`;
    const receipt = await this.redisClient.commands.get(receiptKey);
    // Receipts of earlier releases contain 1.
    if (receipt) return receipt === '1' ? 'sent' : (receipt as SendOutcome);
    const outcome = await this.send(emailId, writeEmail);
    await this.redisClient.commands.set(receiptKey, outcome, 'EX', RECEIPT_SECONDS);
    return outcome;
  }

  private async send(
    emailId: string,
    writeEmail: () => Promise<Email | null>,
  ): Promise<SendOutcome> {
    if (!this.transport) {
      this.logger.debug(`MAIL_URL is not set, so email ${emailId} is not sent`);
      mailCount.inc({ outcome: 'not_configured' });
      return 'skipped';
    }
    const email = await writeEmail();
    return email ? this.sendIfReachable(emailId, email) : 'skipped';
  }

  onApplicationShutdown() {
    this.transport?.close();
  }

  /** Emails that the recipient asked for are tried again, in case the mail server was wrong. */
  private async sendIfReachable(emailId: string, email: Email): Promise<SendOutcome> {
    if (!email.isRequested && (await this.emailAddresses.bouncedAt(email.to)) !== null) {
      mailCount.inc({ outcome: 'address_bounced' });
      return 'undeliverable';
    }
    return this.sendEmail(emailId, email);
  }

  private async sendEmail(emailId: string, email: Email): Promise<SendOutcome> {
    // Loaded with the first email, because most processes send none.
    const { renderEmail } = await import('./email-layout.js');
    const message = {
      from: this.from,
      to: { name: '', address: email.to },
      ...renderEmail(email, this.sender),
      messageId: `<${emailId.replace(/[^\w.-]/g, '-')}@${this.publicHost}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(email.unsubscribe && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      },
      ...(email.unsubscribe && { list: { unsubscribe: email.unsubscribe.oneClick } }),
      ...(email.calendar && { icalEvent: { ...email.calendar, filename: 'courtly.ics' } }),
    };
    try {
      await this.transport!.sendMail(message);
      mailCount.inc({ outcome: 'sent' });
      return 'sent';
    } catch (error) {
      const failure = error as SmtpFailure;
      const isUndeliverable = isUnknownAddress(failure);
      mailCount.inc({ outcome: isUndeliverable ? 'undeliverable' : 'failed' });
      if (!isUndeliverable) throw rejectionError(failure);
      // Neither a retry nor an operator can deliver to an address that does not exist.
      this.logger.warn(`email ${emailId} is undeliverable: ${failure.responseCode}`);
      await this.emailAddresses.recordBounce(emailId, email.to, replyCodeOf(failure));
      return 'undeliverable';
    }
  }
}

type SmtpFailure = Readonly<{
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}>;

/**
 * The enhanced status codes of RFC 3463 for an address, domain, or mailbox that does not exist or
 * is disabled. Other refusals of a recipient may be caused by this server's configuration.
 */
const UNKNOWN_ADDRESS = /^5\d\d[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/;

/** How servers without enhanced status codes say so, in reply to RCPT TO. */
const UNKNOWN_USER =
  /^55[013][ -](?!5\.\d).*(?:no such (?:user|recipient|mailbox|account)|(?:user|recipient|mailbox|account|address)\b.{0,60}\b(?:unknown|not exist|not found|invalid|unavailable|disabled)|(?:unknown|invalid) (?:user|recipient|mailbox|account|address))/is;
/** Refusals of this server, not of the recipient. */
const REFUSED_SENDER =
  /sender|\bhelo\b|\behlo\b|\bdns\b|\bptr\b|relay|client|block|black|policy|spam|spf|dkim|dmarc|host/i;

/** Whether the server says that the address does not exist, rather than that it refuses ours. */
export const isUnknownAddress = ({ command, response = '' }: SmtpFailure): boolean =>
  UNKNOWN_ADDRESS.test(response) ||
  (command === 'RCPT TO' && UNKNOWN_USER.test(response) && !REFUSED_SENDER.test(response));

/** The codes without the text, which often contains the address. */
const replyCodeOf = ({ response = '' }: SmtpFailure): string =>
  /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response)?.[0].replace('-', ' ') ?? '';

/**
 * Based on RFC 5321, section 4.2.1. A failed sign-in is not permanent, because an operator can
 * change the password.
 */
const isPermanent = ({ code, responseCode = 0 }: SmtpFailure) =>
  responseCode >= 500 && code !== 'EAUTH';

/** Omits the cause: server responses often contain the address, and job errors are logged. */
const rejectionError = (failure: SmtpFailure) => {
  const { code = 'unknown', responseCode } = failure;
  const details = [code, responseCode].filter(Boolean).join(' ');
  const message = `the mail server rejected the email: ${details}`;
  return isPermanent(failure) ? new PermanentFailure(message) : new Error(message);
};

const createSmtpTransport = (url: string) =>
  createTransport({
    url,
    // One connection sends up to a hundred emails.
    pool: true,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

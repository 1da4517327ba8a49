import type { Config } from '../../config.js';

type SenderConfig = Pick<Config, 'MAIL_FROM' | 'PUBLIC_URL'>;

/** The sender of all emails, with a name. */
export const senderOf = ({ MAIL_FROM, PUBLIC_URL }: SenderConfig): string =>
  MAIL_FROM ?? `Courtly <no-reply@${new URL(PUBLIC_URL).hostname}>`;

/** The sender's address without the name. */
export const senderAddress = (config: SenderConfig): string =>
  /<([^<>]+)>/.exec(senderOf(config))?.[1] ?? senderOf(config);

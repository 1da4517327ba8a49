import type { MailKind } from '@courtly/contracts/notifications';

/** The links of a letter that switch its kind off: a page, and what a mail program posts to by itself (RFC 8058). */
export type UnsubscribeLinks = Readonly<{ page: string; oneClick: string }>;

/** Which kinds of mail people get. The slice that knows their preferences provides it, for those that write letters. */
export type EmailPreferences = Readonly<{
  /** How somebody switches a kind of mail off; null where they have done so, and get none. */
  unsubscribeLinks(userId: string, kind: MailKind): Promise<UnsubscribeLinks | null>;
}>;

/** Where it is found in Nest's container. */
export const EMAIL_PREFERENCES = Symbol('mail choices');

import type { MailKind } from '@courtly/contracts/notifications';

/** The unsubscribe links of an email: a page, and a URL to which mail clients post (RFC 8058). */
export type UnsubscribeLinks = Readonly<{ page: string; oneClick: string }>;

/** A kind of email that a user can turn off. */
export type EmailSubscription = Readonly<{ userId: string; kind: MailKind }>;

/** Which kinds of email a user receives. Provided by the slice that owns these preferences. */
export type EmailPreferences = Readonly<{
  isSubscribed(subscription: EmailSubscription): Promise<boolean>;
  /** The unsubscribe links for a kind of email; null if the user has unsubscribed from it. */
  unsubscribeLinks(userId: string, kind: MailKind): Promise<UnsubscribeLinks | null>;
}>;

export const EMAIL_PREFERENCES = Symbol('email preferences');

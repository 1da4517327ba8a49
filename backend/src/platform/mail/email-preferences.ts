import type { MailKind } from '@courtly/contracts/notifications';

/**
 * The unsubscribe links of an email: a page, and an address to which mail clients post (RFC 8058).
 */
export type UnsubscribeLinks = Readonly<{ page: string; oneClick: string }>;

/** A kind of email that a user can turn off. */
export type EmailSubscription = Readonly<{ userId: string; kind: MailKind }>;

/** The kinds of email that users receive. Provided by the slice that owns their preferences. */
export type EmailPreferences = Readonly<{
  isSubscribed(subscription: EmailSubscription): Promise<boolean>;
  /** The unsubscribe links for a kind of email; null if the user has unsubscribed. */
  unsubscribeLinks(userId: string, kind: MailKind): Promise<UnsubscribeLinks | null>;
}>;

export const EMAIL_PREFERENCES = Symbol('email preferences');

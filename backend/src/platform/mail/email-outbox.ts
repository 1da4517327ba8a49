import type { Email } from './email-body.js';

/**
 * `undeliverable`: the address does not exist. `skipped`: there was nothing to send, or no mail
 * server is set up.
 */
export type SendOutcome = 'sent' | 'undeliverable' | 'skipped';

/** Sends the emails that other slices write. */
export type EmailOutbox = Readonly<{
  /**
   * Sends the email that `writeEmail` returns, if any, unless this id was handled before. Call this
   * from a job, which is retried if it throws. A repeated call returns the first outcome.
   * @throws Error if the email could not be sent; PermanentFailure if a retry cannot help. Their
   * messages omit the address and the text.
   */
  sendOnce(emailId: string, writeEmail: () => Promise<Email | null>): Promise<SendOutcome>;
}>;

export const EMAIL_OUTBOX = Symbol('email outbox');

import type { Email } from './email-body.js';

/** Sends the emails that other slices write. */
export type EmailOutbox = Readonly<{
  /**
   * Sends the email that `writeEmail` returns, unless this id was handled before. If it returns
   * null, nothing is sent. Call this from a job, which is retried if it throws.
   * @throws Error if the mail server rejects the email; the message omits the address and the text
   */
  sendOnce(emailId: string, writeEmail: () => Promise<Email | null>): Promise<void>;
}>;

export const EMAIL_OUTBOX = Symbol('email outbox');

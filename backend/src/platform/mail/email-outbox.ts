import type { Email } from './email-body.js';

/** Where letters leave: the slices that write them ask for it by its token. */
export type EmailOutbox = Readonly<{
  /**
   * Sends the letter that `write` makes, or none where that is null, unless this was done under the same id before. To be called
   * from a job, which is tried again when it throws.
   * @throws Error where the mail server did not take it; it names neither the address nor the text
   */
  sendOnce(id: string, write: () => Promise<Email | null>): Promise<void>;
}>;

/** Where it is found in Nest's container. */
export const EMAIL_OUTBOX = Symbol('mails');

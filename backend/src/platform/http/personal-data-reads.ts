import type { CommandContext } from '../kernel/context.js';

/**
 * A record that an admin saw personal data: `what` kind of page, `about` which id (empty for a
 * list), and `of` which accounts or applications. It contains no personal data itself.
 */
export type PersonalDataAccess = Readonly<{
  what:
    | 'application'
    | 'entry'
    | 'timeline'
    | 'state'
    | 'account'
    | 'booking'
    | 'message'
    | 'ratings'
    | 'court'
    | 'export'
    | 'search';
  about: string;
  of: readonly string[];
}>;

/** Logs who reads other people's personal data. Provided by the slice that owns the audit. */
export type PersonalDataReads = Readonly<{
  /**
   * Await this before showing the data; if it fails, show nothing.
   * @throws DomainError too_many_requests, unless an operator reads; StoreUnavailable
   */
  record(shown: PersonalDataAccess, context: CommandContext): Promise<void>;
}>;

export const PERSONAL_DATA_READS = Symbol('personal data reads');

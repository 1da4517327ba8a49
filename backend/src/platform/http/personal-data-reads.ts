import type { CommandContext } from '../kernel/context.js';

/**
 * That an admin is shown personal data: `what` kind of page it is, `about` which thing (an id, or empty for a list), and `of`
 * whose data stand on it, by the ids of accounts or applications. Nothing of it is personal data itself.
 */
export type PersonalDataAccess = Readonly<{
  what:
    'application' | 'entry' | 'timeline' | 'state' | 'account' | 'booking' | 'message' | 'ratings';
  about: string;
  of: readonly string[];
}>;

/** Keeps account of who reads personal data of others. The slice that knows the audit provides it. */
export type PersonalDataReads = Readonly<{
  /**
   * To be awaited before the data are shown: what cannot be noted is not shown.
   * @throws DomainError too_many_requests; StoreUnavailable
   */
  record(shown: PersonalDataAccess, context: CommandContext): Promise<void>;
}>;

/** Where it is found in Nest's container. */
export const PERSONAL_DATA_READS = Symbol('personal data reads');

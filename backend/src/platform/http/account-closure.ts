import type { Request } from 'express';
import type { CommandContext } from '../kernel/context.js';

/** What is done at the doors where an account ends; done again, it changes nothing. The slice that knows accounts provides it. */
export type AccountClosure = Readonly<{
  /** @throws DomainError invalid_request at `currentPassword` for a wrong one; too_many_requests; store_unavailable */
  requirePassword(userId: string, password: string): Promise<void>;
  /** Ends the session of a request, here and in its browser. @throws DomainError store_unavailable */
  signOut(request: Request): Promise<void>;
  /** Nobody signs in to it any more: password, links of mails and sessions go, in this order, so that no session outlives it. */
  revokeAccess(userId: string): Promise<void>;
  /** Lets e-mails and user names go to whoever registers next. */
  releaseNames(userId: string, context: CommandContext): Promise<void>;
}>;

/** Where it is found in Nest's container. */
export const ACCOUNT_CLOSURE = Symbol('account ends');

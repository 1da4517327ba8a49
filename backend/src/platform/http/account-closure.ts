import type { Request } from 'express';
import type { CommandContext } from '../kernel/context.js';
import type { CourtlyRequest } from './request.js';

/**
 * The steps that close an account. Each step can be repeated safely. Provided by the slice that
 * owns accounts.
 */
export type AccountClosure = Readonly<{
  /**
   * @throws DomainError invalid_request at `currentPassword` if it is wrong; too_many_requests;
   *   store_unavailable
   */
  requirePassword(userId: string, password: string): Promise<void>;
  /**
   * Refuses a session that was started without the account's second factor.
   * @throws DomainError second_factor_required
   */
  requireSecondFactor(userId: string, request: CourtlyRequest): Promise<void>;
  /**
   * Ends the session of a request and clears its cookie.
   * @throws DomainError store_unavailable
   */
  signOut(request: Request): Promise<void>;
  /**
   * Removes the password, email links, second factors, and sessions, in that order, so that no
   * session outlives the rest.
   */
  revokeAccess(userId: string): Promise<void>;
  /** Makes the email address and username available for new registrations. */
  releaseNames(userId: string, context: CommandContext): Promise<void>;
}>;

export const ACCOUNT_CLOSURE = Symbol('account closure');

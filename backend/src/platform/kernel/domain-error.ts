import type { ErrorCode } from '@courtly/contracts/errors';

/**
 * The one error of the domain. `code` is from the closed list of the contract, which also gives the HTTP status; `message` is
 * read by the person and says what to do next; `details` is for programs. It says no more than that a request is refused,
 * which happens thousands of times a second when an hour opens, so it carries no stack.
 */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: Record<string, unknown>,
    options?: ErrorOptions,
  ) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'DomainError';
  }
}

/** The `not_found` error for a thing, such as `court`. Also hides things that the user may not see. */
export const notFound = (thing: string): DomainError =>
  new DomainError('not_found', `This ${thing} does not exist.`);

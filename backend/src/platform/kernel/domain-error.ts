import type { ErrorDetails } from '@courtly/contracts/error-details';
import type { ErrorCode } from '@courtly/contracts/errors';

type DeepReadonly<Value> = { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> };

/** The details that errors with this code may have. */
type DetailsOf<Code extends ErrorCode> = Code extends keyof ErrorDetails
  ? Partial<DeepReadonly<ErrorDetails[Code]>>
  : never;

/**
 * The only error that the domain throws. `code` comes from the contract and determines the HTTP
 * status; users read `message`, which says what to do next; programs read `details`. It has no
 * stack trace, because thousands of requests per second are refused when an hour opens.
 */
export class DomainError<Code extends ErrorCode = ErrorCode> extends Error {
  constructor(
    readonly code: Code,
    message: string,
    readonly details?: DetailsOf<Code>,
    options?: ErrorOptions,
  ) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'DomainError';
  }
}

export const isDomainError = <Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is DomainError<Code> => error instanceof DomainError && error.code === code;

/**
 * The `not_found` error for a kind of thing, such as `court`. Also used to hide things that the
 * user may not see.
 */
export const notFound = (thing: string): DomainError =>
  new DomainError('not_found', `This ${thing} doesn't exist.`);

/** The message of `beingUpdated`, by which a worker finds the jobs that failed with it. */
export const BEING_UPDATED = 'Courtly is being updated right now. Please try again in a moment.';

/** The `store_unavailable` error for an event that only a process of a newer release can read. */
export const beingUpdated = (cause?: unknown): DomainError =>
  new DomainError('store_unavailable', BEING_UPDATED, undefined, { cause });

import type { ErrorCode } from '@courtly/contracts/errors';

/**
 * The one refusal of the application. `code` is from the closed list of the contract, which also gives the HTTP status;
 * `message` is read by the person and says what to do next; `details` is for programs.
 */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: Record<string, unknown>,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'DomainError';
  }
}

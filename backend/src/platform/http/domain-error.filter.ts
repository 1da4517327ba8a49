import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
} from '@nestjs/common';
import { type ErrorBody, type ErrorCode, errorCodes } from '@courtly/contracts/errors';
import type { Response } from 'express';
import { DomainError } from '../kernel/domain-error.js';
import { isKeyFailure, unusableKey } from '../kernel/personal-data.js';
import { isStoreFailure } from '../stores/store-failure.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import type { CourtlyRequest } from './request.js';
import { sendJson } from './response.js';

const RETRY_AFTER_S = 2;
const errorsByStatus: Record<number, [ErrorCode, string]> = {
  400: ['invalid_request', "The request can't be read. Please check its format."],
  404: ['not_found', 'There is nothing at this address.'],
  413: ['too_large', 'That is too large. Send at most five photos of 5 MB each.'],
};

/** Nest reports too many files as 400; here, they count as too large. */
const statusOf = (error: unknown): number => {
  if (!(error instanceof HttpException))
    return Number((error as { status?: unknown })?.status ?? 500);
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return code === 'LIMIT_FILE_COUNT' ? 413 : error.getStatus();
};

/** The client disconnected before its request was complete, which is not a server error. */
const isCutShort = ({ destroyed, complete }: CourtlyRequest): boolean => destroyed && !complete;

const asDomainError = (error: unknown): DomainError => {
  if (error instanceof DomainError) return error;
  if (isKeyFailure(error)) return unusableKey(error);
  if (isStoreFailure(error))
    return new DomainError(
      'store_unavailable',
      "Courtly can't reach its records right now. Please try again in a moment.",
    );
  const status = statusOf(error);
  const [code, message] =
    errorsByStatus[status] ??
    (status >= 400 && status < 500
      ? errorsByStatus[400]!
      : (['internal', 'Something went wrong on our side. Please try again.'] as const));
  return new DomainError(code, message);
};

const retryAfterOf = (details: DomainError['details']): number =>
  (details && 'retryAfterSeconds' in details && details.retryAfterSeconds) || RETRY_AFTER_S;

/**
 * Converts every error to `{ code, message, details? }` with the status of its code, and logs
 * internal errors, unusable keys, and lost connections to stores.
 */
@Catch()
export class DomainErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  catch(error: unknown, host: ArgumentsHost) {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const request = http.getRequest<CourtlyRequest>();
    const { code, message, details } = isCutShort(request)
      ? new DomainError(...errorsByStatus[400]!)
      : asDomainError(error);
    if (code === 'internal' || code === 'key_unusable')
      this.logger.error({ err: error, correlationId: request.correlationId });
    // The store's monitor already logs a known outage.
    else if (isStoreFailure(error) && !(error instanceof StoreUnavailable))
      this.logger.warn({ err: error, correlationId: request.correlationId });
    if (response.headersSent) return void response.end();
    // The handler may already have set headers for its own response.
    response.removeHeader('Content-Type');
    response.setHeader('Cache-Control', 'no-store');
    const { status } = errorCodes[code];
    if (status === 503 || status === 429) response.setHeader('Retry-After', retryAfterOf(details));
    const visibleDetails = code === 'internal' ? { requestId: request.correlationId } : details;
    const errorBody: ErrorBody = {
      code,
      message,
      ...(visibleDetails && { details: visibleDetails }),
    };
    sendJson(response, status, errorBody);
  }
}

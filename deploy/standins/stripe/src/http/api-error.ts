import type Stripe from 'stripe';

/**
 * The `error` of a response (https://docs.stripe.com/api/errors). The client picks its error class
 * by the status.
 */
export type ErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: Stripe.PaymentIntent;
  setup_intent?: Stripe.SetupIntent;
  payment_method?: Stripe.PaymentMethod;
};

/**
 * A response with an error status. The changes of the call are rolled back unless `takesEffect` is
 * true: a declined payment keeps its failed charge.
 */
export class StripeApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly takesEffect = false,
  ) {
    super(body.message);
  }
}

/**
 * A missing, unknown, or malformed parameter. Thrown before the call starts, so no idempotency key
 * stores it.
 */
export class InvalidParameterError extends StripeApiError {
  constructor(message: string, param: string, code?: string) {
    super(400, { type: 'invalid_request_error', message, param, ...(code && { code }) });
  }
}

type ErrorDetails = Omit<ErrorBody, 'type' | 'message'>;

/** An error for a request that is invalid in the current state; 400 by default. */
export const invalidRequest = (
  errorMessage: string,
  errorDetails: ErrorDetails = {},
  httpStatus = 400,
): StripeApiError =>
  new StripeApiError(httpStatus, {
    type: 'invalid_request_error',
    message: errorMessage,
    ...errorDetails,
  });

/** 404 for an id in the path, 400 for an id in most parameters. */
export const missingObject = (
  objectKind: string,
  objectId: string,
  parameterName?: string,
  httpStatus = parameterName ? 400 : 404,
): StripeApiError =>
  invalidRequest(
    `No such ${objectKind.replaceAll('_', ' ')}: '${objectId}'`,
    { code: 'resource_missing', param: parameterName ?? 'id' },
    httpStatus,
  );

export const unsupportedMessage = (errorMessage: string): string =>
  `${errorMessage} The README of the development stand-in lists what it supports.`;

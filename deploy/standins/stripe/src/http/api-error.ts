import type Stripe from 'stripe';

/** What stands in `error` of an answer (https://docs.stripe.com/api/errors). The client picks its class by the status. */
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
 * An answer other than 200. What the call had changed is undone, unless `takesEffect`: a declined payment leaves its failed
 * charge behind.
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

/** A parameter is missing, unknown or malformed: refused before the call begins, so no idempotency key keeps it. */
export class InvalidParameterError extends StripeApiError {
  constructor(message: string, param: string, code?: string) {
    super(400, { type: 'invalid_request_error', message, param, ...(code && { code }) });
  }
}

type ErrorDetails = Omit<ErrorBody, 'type' | 'message'>;

/** 400, or another status: the request makes no sense as things are. */
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

/** 404 for an id of the path, 400 for the id in a parameter. */
export const missingObject = (
  objectKind: string,
  objectId: string,
  parameterName?: string,
): StripeApiError =>
  invalidRequest(
    `No such ${objectKind.replaceAll('_', ' ')}: '${objectId}'`,
    { code: 'resource_missing', param: parameterName ?? 'id' },
    parameterName ? 400 : 404,
  );

export const unsupportedMessage = (errorMessage: string): string =>
  `${errorMessage} The development stand-in for Stripe supports what its README lists.`;

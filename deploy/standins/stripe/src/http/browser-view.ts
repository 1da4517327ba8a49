import type { StripeState } from '../state.js';
import { invalidRequest } from './api-error.js';

/** The fields of an intent that Stripe.js receives. The others are for servers only. */
const BROWSER_FIELDS = new Set([
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'last_setup_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'status',
  'usage',
]);

const INTENT_KINDS = ['payment_intent', 'setup_intent'] as const;

/** Throws unless a call with the publishable key includes the client secret of the intent. */
export function assertClientSecret(
  state: StripeState,
  requestPath: string,
  intentId: string,
  givenSecret: unknown,
): void {
  const intentKind = INTENT_KINDS.find((candidateKind) =>
    requestPath.startsWith(`/v1/${candidateKind}s/`),
  );
  const storedIntent = intentKind && state.objects.get(intentKind, intentId);
  if (
    !intentKind ||
    (storedIntent && typeof givenSecret === 'string' && storedIntent.client_secret === givenSecret)
  )
    return;
  throw invalidRequest(
    `The client_secret provided does not match any associated ${intentKind} on this account.`,
    {
      code: 'resource_missing',
      param: 'client_secret',
    },
  );
}

type ViewedObject = { object?: string; [name: string]: unknown };

function filterIntent(fieldValue: unknown): unknown {
  const { object } = (fieldValue ?? {}) as ViewedObject;
  if (!INTENT_KINDS.some((intentKind) => intentKind === object)) return fieldValue;
  return Object.fromEntries(
    Object.entries(fieldValue as object).filter(([fieldName]) => BROWSER_FIELDS.has(fieldName)),
  );
}

/** Limits a response to the fields a browser may see. */
export function toBrowserView(responseBody: object): object {
  const { error } = responseBody as { error?: ViewedObject };
  if (!error) return filterIntent(responseBody) as object;
  return {
    error: {
      ...error,
      ...Object.fromEntries(
        INTENT_KINDS.flatMap((intentKind) =>
          error[intentKind] ? [[intentKind, filterIntent(error[intentKind])]] : [],
        ),
      ),
    },
  };
}

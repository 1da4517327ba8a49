import type { World } from '../world.js';
import { invalidRequest } from './refusal.js';

/** What Stripe.js shows of an intent; the rest is for the server. */
const SHOWN = new Set([
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

const INTENTS = ['payment_intent', 'setup_intent'] as const;

/** Whoever calls with the publishable key must know the client secret of the intent. */
export function checkClientSecret(world: World, path: string, id: string, secret: unknown): void {
  const kind = INTENTS.find((candidate) => path.startsWith(`/v1/${candidate}s/`));
  const intent = kind && world.objects.get(kind, id);
  if (!kind || (intent && typeof secret === 'string' && intent.client_secret === secret)) return;
  throw invalidRequest(
    `The client_secret provided does not match any associated ${kind} on this account.`,
    {
      code: 'resource_missing',
      param: 'client_secret',
    },
  );
}

type Viewed = { object?: string; [name: string]: unknown };

function viewed(value: unknown): unknown {
  const { object } = (value ?? {}) as Viewed;
  if (!INTENTS.some((kind) => kind === object)) return value;
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => SHOWN.has(name)));
}

/** An answer as a browser sees it. */
export function browserView(body: object): object {
  const { error } = body as { error?: Viewed };
  if (!error) return viewed(body) as object;
  return {
    error: {
      ...error,
      ...Object.fromEntries(
        INTENTS.flatMap((kind) => (error[kind] ? [[kind, viewed(error[kind])]] : [])),
      ),
    },
  };
}

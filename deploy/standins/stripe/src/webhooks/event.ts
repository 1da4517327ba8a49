import type Stripe from 'stripe';
import { createId } from '../state.js';

/** The version of the API that the `stripe` package 23.1.0 pins. */
export const API_VERSION = '2026-10-28.endive';

export type EventCause = Readonly<{ id: string | null; idempotency_key: string | null }>;

/** An event about an object as it is now. `previous` are the fields that an update changed, as they were. */
export function buildEvent(
  eventType: Stripe.Event['type'],
  eventObject: object,
  {
    now,
    cause,
    previous,
    account,
  }: { now: number; cause: EventCause; previous?: object; account?: string },
): Stripe.Event {
  const stripeEvent = {
    id: createId('evt'),
    object: 'event' as const,
    ...(account && { account }),
    api_version: API_VERSION,
    created: now,
    data: { object: eventObject, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 0,
    request: cause,
    type: eventType,
  };
  // Which object stands in an event follows from its type; here that is up to the caller.
  return stripeEvent as unknown as Stripe.Event;
}

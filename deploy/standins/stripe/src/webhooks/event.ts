import type Stripe from 'stripe';
import { createId } from '../state.js';

/** The API version pinned by the `stripe` package 23.1.0. */
export const API_VERSION = '2026-10-28.endive';

export type EventCause = Readonly<{ id: string | null; idempotency_key: string | null }>;

/**
 * Builds an event with the current state of an object. `previous` has the old values of the fields
 * an update changed.
 */
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
  // The type of an event determines its object; the caller must pass the right one.
  return stripeEvent as unknown as Stripe.Event;
}

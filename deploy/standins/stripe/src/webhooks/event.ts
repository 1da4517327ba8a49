import type Stripe from 'stripe';
import { newId } from '../world.js';

/** The version of the API that the `stripe` package 23.1.0 pins. */
export const API_VERSION = '2026-10-28.endive';

export type Cause = Readonly<{ id: string | null; idempotency_key: string | null }>;

/** An event about an object as it is now. `previous` are the fields that an update changed, as they were. */
export function newEvent(
  type: Stripe.Event['type'],
  object: object,
  {
    now,
    cause,
    previous,
    account,
  }: { now: number; cause: Cause; previous?: object; account?: string },
): Stripe.Event {
  const event = {
    id: newId('evt'),
    object: 'event' as const,
    ...(account && { account }),
    api_version: API_VERSION,
    created: now,
    data: { object, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 0,
    request: cause,
    type,
  };
  // Which object stands in an event follows from its type; here that is up to the caller.
  return event as unknown as Stripe.Event;
}

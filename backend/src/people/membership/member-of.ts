/** The part of the settlement process that is needed to queue a job. */
export const membershipSettlement = { name: 'membershipSettlement', queue: 'money' } as const;

type StripeMetadata = Readonly<{
  object?: string;
  metadata?: unknown;
  parent?: Readonly<{ subscription_details?: Readonly<{ metadata?: unknown }> | null }> | null;
}>;

const userIdIn = (metadata: unknown): string | undefined => {
  const { userId } = (metadata ?? {}) as Record<string, unknown>;
  return typeof userId === 'string' && userId !== '' ? userId : undefined;
};

/**
 * The user id in the metadata of a Stripe object or its subscription. A customer is not enough,
 * because everyone who pays has one.
 */
export const memberIdOf = (stripeObject: object): string | undefined => {
  const { object, metadata, parent } = stripeObject as StripeMetadata;
  if (object === 'customer') return undefined;
  return userIdIn(metadata) ?? userIdIn(parent?.subscription_details?.metadata);
};

type MemberReference = Readonly<{ userId: string } | { intentId: string }>;

/**
 * The member whose membership has changed according to a webhook, or null. For a charge, refund, or
 * dispute, the intent instead, because its payment must be read even if its period is over.
 */
export const memberReferenceOf = (stripeObject: object): MemberReference | null => {
  const intentId = intentIdOf(stripeObject);
  if (intentId) return { intentId };
  const userId = memberIdOf(stripeObject);
  return userId ? { userId } : null;
};

/**
 * The intent of a charge, refund, or dispute. Disputes never have the user id; charges and refunds
 * of subscriptions do not have it either.
 */
const intentIdOf = (stripeObject: object): string | undefined => {
  const { object, payment_intent: intent } = stripeObject as Readonly<{
    object?: unknown;
    payment_intent?: unknown;
  }>;
  const hasIntent = object === 'charge' || object === 'refund' || object === 'dispute';
  return hasIntent && typeof intent === 'string' ? intent : undefined;
};

/** The part of the settlement process needed to queue a job. */
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
 * The user id in the metadata of a Stripe object or of its subscription. A customer does not count,
 * because everyone who pays has one.
 */
export const memberIdOf = (stripeObject: object): string | undefined => {
  const { object, metadata, parent } = stripeObject as StripeMetadata;
  if (object === 'customer') return undefined;
  return userIdIn(metadata) ?? userIdIn(parent?.subscription_details?.metadata);
};

type MemberReference = Readonly<{ userId: string } | { intentId: string }>;

/**
 * The member whose membership a webhook reports as changed, or null. It names the intent of a
 * refund or dispute, because that payment is read even if its period is over.
 */
export const memberReferenceOf = (stripeObject: object): MemberReference | null => {
  const intentId = intentIdOf(stripeObject);
  if (intentId) return { intentId };
  const userId = memberIdOf(stripeObject);
  return userId ? { userId } : null;
};

/**
 * The intent of a charge, refund, or dispute. Charges and refunds of subscriptions lack the user
 * id, and so do all disputes.
 */
const intentIdOf = (stripeObject: object): string | undefined => {
  const { object, payment_intent: intent } = stripeObject as Readonly<{
    object?: unknown;
    payment_intent?: unknown;
  }>;
  const hasIntent = object === 'charge' || object === 'refund' || object === 'dispute';
  return hasIntent && typeof intent === 'string' ? intent : undefined;
};

/** The part of the settlement process that queueing a job needs. */
export const membershipSettlement = { name: 'membershipSettlement', queue: 'effects' } as const;

type StripeMetadata = Readonly<{
  metadata?: unknown;
  parent?: Readonly<{ subscription_details?: Readonly<{ metadata?: unknown }> | null }> | null;
}>;

const userIdIn = (metadata: unknown): string | undefined => {
  const { userId } = (metadata ?? {}) as Record<string, unknown>;
  return typeof userId === 'string' && userId !== '' ? userId : undefined;
};

/** The user id of a Stripe object: in its metadata, or in that of its subscription. */
export const memberIdOf = (stripeObject: object): string | undefined => {
  const { metadata, parent } = stripeObject as StripeMetadata;
  return userIdIn(metadata) ?? userIdIn(parent?.subscription_details?.metadata);
};

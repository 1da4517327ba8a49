/** The process that settles memberships, as far as queueing a job of it goes. */
export const membershipSettlement = { name: 'membershipSettlement', queue: 'effects' } as const;

type StripeMetadata = Readonly<{
  metadata?: unknown;
  parent?: Readonly<{ subscription_details?: Readonly<{ metadata?: unknown }> | null }> | null;
}>;

const userIdIn = (metadata: unknown): string | undefined => {
  const { userId } = (metadata ?? {}) as Record<string, unknown>;
  return typeof userId === 'string' && userId !== '' ? userId : undefined;
};

/** Whose membership something at Stripe is about: what we make bears the person's id, an invoice that of its subscription. */
export const memberIdOf = (stripeObject: object): string | undefined => {
  const { metadata, parent } = stripeObject as StripeMetadata;
  return userIdIn(metadata) ?? userIdIn(parent?.subscription_details?.metadata);
};

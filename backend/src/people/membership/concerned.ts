/** The process that settles memberships, as far as queueing a job of it goes. */
export const membershipSettlement = { name: 'membershipSettlement', queue: 'effects' } as const;

type Told = Readonly<{
  metadata?: unknown;
  parent?: Readonly<{ subscription_details?: Readonly<{ metadata?: unknown }> | null }> | null;
}>;

const userIn = (metadata: unknown): string | undefined => {
  const { userId } = (metadata ?? {}) as Record<string, unknown>;
  return typeof userId === 'string' && userId !== '' ? userId : undefined;
};

/** Whose membership something at Stripe is about: what we make bears the person's id, an invoice that of its subscription. */
export const memberOf = (object: object): string | undefined => {
  const { metadata, parent } = object as Told;
  return userIn(metadata) ?? userIn(parent?.subscription_details?.metadata);
};

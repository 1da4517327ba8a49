/**
 * The points at which a process is killed: around a call to Stripe, and around the append of its
 * event.
 */
export const points = [
  'before the call',
  'after the call',
  'before the append',
  'after the append',
] as const;
export type Point = (typeof points)[number];

/** The calls that move money, each with the event that records it. */
export const notes = {
  intent: 'PaymentIntentCreated',
  charge: 'PaymentCaptured',
  refund: 'PaymentRefunded',
  transfer: 'PayoutTransferred',
  reversal: 'PayoutReversed',
} as const;
export type Kind = keyof typeof notes;
export const settlementCalls: readonly Kind[] = ['intent', 'charge', 'refund'];
export const payoutCalls: readonly Kind[] = ['transfer', 'reversal'];

export type Call = Readonly<{ kind: Kind; bookingId: string }>;

const paths: readonly (readonly [RegExp, Kind])[] = [
  [/^\/v1\/payment_intents$/, 'intent'],
  [/^\/v1\/payment_intents\/[^/]+\/capture$/, 'charge'],
  [/^\/v1\/refunds$/, 'refund'],
  [/^\/v1\/transfers$/, 'transfer'],
  [/^\/v1\/transfers\/[^/]+\/reversals$/, 'reversal'],
];

/**
 * The call in a request, identified by path and idempotency key; null if it does not move money.
 */
export const parseCall = (
  httpMethod: string,
  requestPath: string,
  idempotencyKey: string | undefined,
): Call | null => {
  const callKind =
    httpMethod === 'POST' && paths.find(([pattern]) => pattern.test(requestPath))?.[1];
  const bookingId = /^booking:([^:]+):/.exec(idempotencyKey ?? '')?.[1];
  return callKind && bookingId ? { kind: callKind, bookingId } : null;
};

export type Tally = Readonly<{
  /** The next point for a call of this kind; null if all points are covered. */
  next(callKind: Kind): Point | null;
  count(callKind: Kind, killPoint: Point): void;
  of(callKind: Kind, killPoint: Point): number;
  at(killPoint: Point): number;
  isDone(callKinds: readonly Kind[]): boolean;
}>;

/** @param deathsPerPoint the number of deaths at each point of each kind of call */
export const createTally = (deathsPerPoint: number): Tally => {
  const deathCounts = new Map<string, number>();
  const deathsAt = (callKind: Kind, killPoint: Point) =>
    deathCounts.get(`${callKind} ${killPoint}`) ?? 0;
  const openPoints = (callKind: Kind) =>
    points.filter((killPoint) => deathsAt(callKind, killPoint) < deathsPerPoint);
  return {
    next: (callKind) =>
      openPoints(callKind).sort(
        (leftItem, rightItem) => deathsAt(callKind, leftItem) - deathsAt(callKind, rightItem),
      )[0] ?? null,
    count: (callKind, killPoint) =>
      void deathCounts.set(`${callKind} ${killPoint}`, deathsAt(callKind, killPoint) + 1),
    of: deathsAt,
    at: (killPoint) =>
      (Object.keys(notes) as Kind[]).reduce(
        (subtotal, callKind) => subtotal + deathsAt(callKind, killPoint),
        0,
      ),
    isDone: (callKinds) => callKinds.every((callKind) => openPoints(callKind).length === 0),
  };
};

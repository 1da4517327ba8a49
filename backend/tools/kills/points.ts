/** Where a process ends: around a call to Stripe, and around the note of what became of it. */
export const points = [
  'before the call',
  'after the call',
  'before the note',
  'after the note',
] as const;
export type Point = (typeof points)[number];

/** The calls by which money moves, and the event that notes each. */
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

/** A call to Stripe that moves money for a booking. */
export type Call = Readonly<{ kind: Kind; bookingId: string }>;

const paths: readonly (readonly [RegExp, Kind])[] = [
  [/^\/v1\/payment_intents$/, 'intent'],
  [/^\/v1\/payment_intents\/[^/]+\/capture$/, 'charge'],
  [/^\/v1\/refunds$/, 'refund'],
  [/^\/v1\/transfers$/, 'transfer'],
  [/^\/v1\/transfers\/[^/]+\/reversals$/, 'reversal'],
];

/** The call that a request is, by its path and idempotency key; null for all that moves no money. */
export const callOf = (method: string, path: string, key: string | undefined): Call | null => {
  const kind = method === 'POST' && paths.find(([pattern]) => pattern.test(path))?.[1];
  const bookingId = /^booking:([^:]+):/.exec(key ?? '')?.[1];
  return kind && bookingId ? { kind, bookingId } : null;
};

/** How many processes have died at each point of each kind of call. */
export type Tally = Readonly<{
  /** The point at which a process is to die for a call of this kind; null where enough have. */
  next(kind: Kind): Point | null;
  count(kind: Kind, point: Point): void;
  of(kind: Kind, point: Point): number;
  at(point: Point): number;
  /** Whether enough have died at every point of these calls. */
  isDone(kinds: readonly Kind[]): boolean;
}>;

/** @param each how many are to die at each point of each kind of call */
export const tallyOf = (each: number): Tally => {
  const died = new Map<string, number>();
  const of = (kind: Kind, point: Point) => died.get(`${kind} ${point}`) ?? 0;
  const open = (kind: Kind) => points.filter((point) => of(kind, point) < each);
  return {
    next: (kind) => open(kind).sort((a, b) => of(kind, a) - of(kind, b))[0] ?? null,
    count: (kind, point) => void died.set(`${kind} ${point}`, of(kind, point) + 1),
    of,
    at: (point) => (Object.keys(notes) as Kind[]).reduce((sum, kind) => sum + of(kind, point), 0),
    isDone: (kinds) => kinds.every((kind) => open(kind).length === 0),
  };
};

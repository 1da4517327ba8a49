/** Where a process is killed: around a call to Stripe and around the append of its event. */
export const points = [
  'before the call',
  'after the call',
  'before the append',
  'after the append',
] as const;
export type Point = (typeof points)[number];

/** The calls that move money, and the event that records each. */
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

/** The call in a request, by path and idempotency key; null if it moves no money. */
export const parseCall = (method: string, path: string, key: string | undefined): Call | null => {
  const kind = method === 'POST' && paths.find(([pattern]) => pattern.test(path))?.[1];
  const bookingId = /^booking:([^:]+):/.exec(key ?? '')?.[1];
  return kind && bookingId ? { kind, bookingId } : null;
};

export type Tally = Readonly<{
  /** The next point for a call of this kind; null if all are covered. */
  next(kind: Kind): Point | null;
  count(kind: Kind, point: Point): void;
  of(kind: Kind, point: Point): number;
  at(point: Point): number;
  isDone(kinds: readonly Kind[]): boolean;
}>;

/** @param each number of deaths at each point of each kind of call */
export const createTally = (each: number): Tally => {
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

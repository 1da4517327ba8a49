import type { DatabaseSync } from 'node:sqlite';
import type Stripe from 'stripe';
import type { Private } from './private.js';

/** Everything that is kept by its id: Stripe's objects, and what the stand-in knows besides. */
export type Kinds = Private & {
  account: Stripe.Account;
  balance_transaction: Stripe.BalanceTransaction;
  'billing_portal.session': Stripe.BillingPortal.Session;
  charge: Stripe.Charge;
  customer: Stripe.Customer;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  price: Stripe.Price;
  product: Stripe.Product;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  subscription: Stripe.Subscription;
  transfer: Stripe.Transfer;
  transfer_reversal: Stripe.TransferReversal;
  webhook_endpoint: Stripe.WebhookEndpoint;
};
export type Kind = keyof Kinds;

/** What a field must be: a value, one of several, or none of several. */
export type Wanted = string | boolean | readonly string[] | Readonly<{ not: readonly string[] }>;
export type Where = Readonly<Record<string, Wanted | null | undefined>>;

/** What a list asks for: fields by their path (`created` also by its bounds), and where the page begins. */
export type Query = Readonly<{
  where?: Where;
  created?: Readonly<{ gt?: number; gte?: number; lt?: number; lte?: number }>;
  limit?: number;
  starting_after?: string;
  ending_before?: string;
}>;

const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function condition(
  path: string,
  wanted: Wanted,
): { sql: string; values: readonly (string | number)[] } {
  const field = `json_extract(json, '$.${path}')`;
  if (typeof wanted === 'string') return { sql: ` AND ${field} = ?`, values: [wanted] };
  if (typeof wanted === 'boolean') return { sql: ` AND ${field} = ?`, values: [Number(wanted)] };
  const { words, not } =
    'not' in wanted ? { words: wanted.not, not: ' NOT' } : { words: wanted, not: '' };
  return { sql: ` AND ${field}${not} IN (${words.map(() => '?').join(', ')})`, values: words };
}

function conditions({ where = {}, created = {} }: Query): {
  sql: string;
  values: (string | number)[];
} {
  const fields = Object.entries(where).flatMap(([path, wanted]) =>
    wanted === undefined || wanted === null ? [] : [condition(path, wanted)],
  );
  const bounds = Object.entries(created).map(([bound, value]) => ({
    sql: ` AND json_extract(json, '$.created') ${COMPARISONS[bound as keyof typeof COMPARISONS]} ?`,
    values: [value],
  }));
  const all = [...fields, ...bounds];
  return { sql: all.map(({ sql }) => sql).join(''), values: all.flatMap(({ values }) => values) };
}

/** The objects on disk. A page holds the newest first. */
export function objects(database: DatabaseSync) {
  const find = database.prepare('SELECT kind, json FROM objects WHERE id = ?');
  const position = database.prepare('SELECT seq FROM objects WHERE id = ? AND kind = ?');
  const write = database.prepare(
    'INSERT INTO objects (id, kind, json) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
  );
  const remove = database.prepare('DELETE FROM objects WHERE id = ?');

  function select<K extends Kind>(
    kind: K,
    query: Query,
    span: string,
    at: readonly number[],
    limit: number,
  ): Kinds[K][] {
    const { sql, values } = conditions(query);
    const statement = database.prepare(
      `SELECT json FROM objects WHERE kind = ?${sql}${span} LIMIT ?`,
    );
    return statement
      .all(kind, ...values, ...at, limit)
      .map((row) => JSON.parse(String(row.json)) as Kinds[K]);
  }

  return {
    get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
      const row = find.get(id);
      return row?.kind === kind ? (JSON.parse(String(row.json)) as Kinds[K]) : undefined;
    },
    /** An object of whatever kind, for `expand`. */
    any(id: string): object | undefined {
      const row = find.get(id);
      return row && !String(row.kind).startsWith('_')
        ? (JSON.parse(String(row.json)) as object)
        : undefined;
    },
    put<K extends Kind>(kind: K, object: Kinds[K]): Kinds[K] {
      write.run(object.id, kind, JSON.stringify(object));
      return object;
    },
    remove(id: string): void {
      remove.run(id);
    },
    all<K extends Kind>(kind: K, where: Where = {}): Kinds[K][] {
      return select(kind, { where }, ' ORDER BY seq DESC', [], -1);
    },
    /** The sequence of an object among its kind, undefined when there is none. */
    has: (kind: Kind, id: string): boolean => position.get(id, kind) !== undefined,
    page<K extends Kind>(kind: K, query: Query): { data: Kinds[K][]; has_more: boolean } {
      const { starting_after: after, ending_before: before, limit = 10 } = query;
      const seq = (id: string) => Number(position.get(id, kind)?.seq);
      const found = before
        ? select(kind, query, ' AND seq > ? ORDER BY seq', [seq(before)], limit + 1)
        : after
          ? select(kind, query, ' AND seq < ? ORDER BY seq DESC', [seq(after)], limit + 1)
          : select(kind, query, ' ORDER BY seq DESC', [], limit + 1);
      const data = found.slice(0, limit);
      return { data: before ? data.reverse() : data, has_more: found.length > limit };
    },
  };
}
export type Objects = ReturnType<typeof objects>;

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type Stripe from 'stripe';
import type { PrivateObjects } from './private.js';

/** All objects stored by id: Stripe's objects and the stand-in's private records. */
export type ObjectsByKind = PrivateObjects & {
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
  payout: Stripe.Payout;
  price: Stripe.Price;
  product: Stripe.Product;
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  subscription: Stripe.Subscription;
  topup: Stripe.Topup;
  transfer: Stripe.Transfer;
  transfer_reversal: Stripe.TransferReversal;
  webhook_endpoint: Stripe.WebhookEndpoint;
};
export type ObjectKind = keyof ObjectsByKind;

/** A required field value: equal to one, one of several, or none of several. */
export type FilterValue =
  | string
  | boolean
  | readonly string[]
  | Readonly<{ not: readonly string[] }>;
export type ObjectFilter = Readonly<Record<string, FilterValue | null | undefined>>;

/** A list query: filters by field path, a range of `created`, and the cursor of the page. */
export type PageQuery = Readonly<{
  where?: ObjectFilter;
  created?: Readonly<{ gt?: number; gte?: number; lt?: number; lte?: number }>;
  limit?: number;
  starting_after?: string;
  ending_before?: string;
}>;

const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function buildCondition(
  fieldPath: string,
  filterValue: FilterValue,
): { sql: string; values: readonly (string | number)[] } {
  const jsonField = `json_extract(json, '$.${fieldPath}')`;
  if (typeof filterValue === 'string')
    return { sql: ` AND ${jsonField} = ?`, values: [filterValue] };
  if (typeof filterValue === 'boolean')
    return { sql: ` AND ${jsonField} = ?`, values: [Number(filterValue)] };
  const isNegated = 'not' in filterValue;
  const listedValues = isNegated ? filterValue.not : filterValue;
  const operator = isNegated ? 'NOT IN' : 'IN';
  return {
    sql: ` AND ${jsonField} ${operator} (${listedValues.map(() => '?').join(', ')})`,
    values: listedValues,
  };
}

function buildConditions({ where = {}, created = {} }: PageQuery): {
  sql: string;
  values: (string | number)[];
} {
  const fieldConditions = Object.entries(where).flatMap(([fieldPath, filterValue]) =>
    filterValue === undefined || filterValue === null
      ? []
      : [buildCondition(fieldPath, filterValue)],
  );
  const rangeConditions = Object.entries(created).map(([comparison, boundValue]) => ({
    sql: ` AND json_extract(json, '$.created') ${COMPARISONS[comparison as keyof typeof COMPARISONS]} ?`,
    values: [boundValue],
  }));
  const allConditions = [...fieldConditions, ...rangeConditions];
  return {
    sql: allConditions.map(({ sql }) => sql).join(''),
    values: allConditions.flatMap(({ values }) => values),
  };
}

/** The stored objects. Pages are sorted newest first. */
export function createObjectStore(database: DatabaseSync) {
  const findStatement = database.prepare('SELECT kind, json FROM objects WHERE id = ?');
  const positionStatement = database.prepare('SELECT seq FROM objects WHERE id = ? AND kind = ?');
  const writeStatement = database.prepare(
    'INSERT INTO objects (id, kind, json) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
  );
  const removeStatement = database.prepare('DELETE FROM objects WHERE id = ?');
  const selectStatements = new Map<string, StatementSync>();

  function prepareSelect(sql: string): StatementSync {
    const preparedStatement = selectStatements.get(sql) ?? database.prepare(sql);
    selectStatements.set(sql, preparedStatement);
    return preparedStatement;
  }

  function selectObjects<K extends ObjectKind>(
    objectKind: K,
    pageQuery: PageQuery,
    rangeClause: string,
    rangeValues: readonly number[],
    rowLimit: number,
  ): ObjectsByKind[K][] {
    const { sql, values } = buildConditions(pageQuery);
    const selectStatement = prepareSelect(
      `SELECT json FROM objects WHERE kind = ?${sql}${rangeClause} LIMIT ?`,
    );
    return selectStatement
      .all(objectKind, ...values, ...rangeValues, rowLimit)
      .map((storedRow) => JSON.parse(String(storedRow.json)) as ObjectsByKind[K]);
  }

  return {
    get<K extends ObjectKind>(objectKind: K, objectId: string): ObjectsByKind[K] | undefined {
      const storedRow = findStatement.get(objectId);
      return storedRow?.kind === objectKind
        ? (JSON.parse(String(storedRow.json)) as ObjectsByKind[K])
        : undefined;
    },
    /** An object of any public kind, for `expand`. */
    any(objectId: string): object | undefined {
      const storedRow = findStatement.get(objectId);
      return storedRow && !String(storedRow.kind).startsWith('_')
        ? (JSON.parse(String(storedRow.json)) as object)
        : undefined;
    },
    put<K extends ObjectKind>(objectKind: K, storedObject: ObjectsByKind[K]): ObjectsByKind[K] {
      writeStatement.run(storedObject.id, objectKind, JSON.stringify(storedObject));
      return storedObject;
    },
    remove(objectId: string): void {
      removeStatement.run(objectId);
    },
    all<K extends ObjectKind>(objectKind: K, objectFilter: ObjectFilter = {}): ObjectsByKind[K][] {
      return selectObjects(objectKind, { where: objectFilter }, ' ORDER BY seq DESC', [], -1);
    },
    /** Whether there is an object of this kind. */
    has: (objectKind: ObjectKind, objectId: string): boolean =>
      positionStatement.get(objectId, objectKind) !== undefined,
    /** The kind under which an object is stored, such as `payout@acct_…`. */
    storedKind: (objectId: string): string | undefined =>
      findStatement.get(objectId)?.kind as string | undefined,
    page<K extends ObjectKind>(
      objectKind: K,
      pageQuery: PageQuery,
    ): { data: ObjectsByKind[K][]; has_more: boolean } {
      const { starting_after: afterId, ending_before: beforeId, limit = 10 } = pageQuery;
      const sequenceOf = (objectId: string) =>
        Number(positionStatement.get(objectId, objectKind)?.seq);
      const selectedRows = beforeId
        ? selectObjects(
            objectKind,
            pageQuery,
            ' AND seq > ? ORDER BY seq',
            [sequenceOf(beforeId)],
            limit + 1,
          )
        : afterId
          ? selectObjects(
              objectKind,
              pageQuery,
              ' AND seq < ? ORDER BY seq DESC',
              [sequenceOf(afterId)],
              limit + 1,
            )
          : selectObjects(objectKind, pageQuery, ' ORDER BY seq DESC', [], limit + 1);
      const pageRows = selectedRows.slice(0, limit);
      return {
        data: beforeId ? pageRows.reverse() : pageRows,
        has_more: selectedRows.length > limit,
      };
    },
  };
}
export type ObjectStore = ReturnType<typeof createObjectStore>;

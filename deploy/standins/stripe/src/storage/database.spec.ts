import { expect, it, jest } from '@jest/globals';
import type { DatabaseSync } from 'node:sqlite';
import { createIdempotencyStore } from '../http/idempotency.js';
import { createOutbox } from '../webhooks/outbox.js';
import { IN_MEMORY, openDatabase } from './database.js';
import { createObjectStore, type ObjectFilter, type ObjectKind } from './objects.js';
import { createSettings } from './settings.js';

/** The statements that work prepares and that read whole tables or sort. */
const slowStatements = (work: (database: DatabaseSync) => void): string[] => {
  const database = openDatabase(IN_MEMORY);
  const prepare = jest.spyOn(database, 'prepare');
  work(database);
  const statements = prepare.mock.calls.map(([sql]) => sql);
  const slow = statements.filter((sql) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .some(({ detail }) => /^(SCAN|USE TEMP)/.test(String(detail))),
  );
  database.close();
  return slow;
};

it('finds deliveries and keys by an index', () =>
  expect(
    slowStatements((database) => {
      createOutbox(database, createObjectStore(database), createSettings(database));
      createIdempotencyStore(database);
    }),
    // Only tests list all deliveries.
  ).toEqual(['SELECT * FROM deliveries ORDER BY seq']));

const lookups: readonly [ObjectKind, ObjectFilter][] = [
  ['refund', { payment_intent: 'pi_1' }],
  ['dispute', { payment_intent: 'pi_1' }],
  ['transfer', { transfer_group: 'booking:1' }],
  ['transfer', { source_transaction: 'ch_1' }],
];

it.each(lookups)('finds a %s by %j without reading the others', (kind, where) => {
  const database = openDatabase(IN_MEMORY);
  const prepare = jest.spyOn(database, 'prepare');
  createObjectStore(database).page(kind, { where });
  const sql = prepare.mock.calls.at(-1)![0];
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH objects USING INDEX \w+ \(kind=\? AND <expr>=\?\)$/),
  ]);
  database.close();
});

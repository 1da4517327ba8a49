import { expect, it } from '@jest/globals';
import { courts } from '../../booking/courts/courts.projection.js';
import { paidBooking, payoutTransferred } from '../../../testing/paid-booking.js';
import { inStream } from '../../../testing/projection.js';
import { SimulatedReadModels } from '../../../testing/simulation/read-models.js';
import type { Clock } from '../../platform/kernel/clock.js';
import type { AnyProjection } from '../../platform/projections/projection.js';
import { statementLines } from './statement-lines.projection.js';
import { StatementQueries } from './statement.queries.js';

const TRANSFERS = 6_001;

/** Three transfers in each minute of 2027, from latest to earliest. */
const transfers = Array.from({ length: TRANSFERS }, (_, index) => {
  const minute = Math.floor((TRANSFERS - index) / 3);
  const transferredAt = new Date(Date.UTC(2027, 2, 1, 12, minute)).toISOString();
  const transfer = payoutTransferred(100, `tr_${index}`);
  return { ...transfer, data: { ...transfer.data, transferredAt } };
});

it('exports every line of a year once, by date, no matter how many there are', async () => {
  const projections = [statementLines, courts] as unknown as AnyProjection[];
  const readModels = new SimulatedReadModels(projections, []);
  readModels.apply(inStream('payout-all', ...transfers));
  const statements = new StatementQueries(readModels.asReadModels(), {} as Clock);
  const chunks: string[] = [];
  for await (const chunk of statements.yearCsv(paidBooking.hostId, 2027)) chunks.push(chunk);
  const rows = chunks.join('').trimEnd().split('\r\n').slice(1);
  expect(new Set(rows.map((row) => /"(tr_\d+)",""$/.exec(row)![1])).size).toBe(TRANSFERS);
  expect(rows).toHaveLength(TRANSFERS);
  const movedAt = rows.map((row) => row.split('","')[1]!);
  expect(movedAt).toEqual(movedAt.toSorted());
  expect(chunks.length).toBeGreaterThan(10);

  const otherYear: string[] = [];
  for await (const chunk of statements.yearCsv(paidBooking.hostId, 2026)) otherYear.push(chunk);
  expect(otherYear).toHaveLength(1);
});

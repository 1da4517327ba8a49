import { randomUUID } from 'node:crypto';
import esdb from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CourtDetail } from '@courtly/contracts/courts';
import { bookingEvents } from '../booking/bookings/booking.events.js';
import { Health } from '../platform/ops/health.js';
import { allProjections } from '../slices.js';
import { metrics } from '../platform/stores/metrics.js';
import { commandLine } from '../../testing/command-line.js';
import { type Courtly, startCourtly } from '../../testing/courtly.js';
import { type Observer, observe } from '../../testing/observer.js';
import { eventually } from '../../testing/stores.js';

let courtly: Courtly;
let observer: Observer;
let client: esdb.EventStoreDBClient;
let court: CourtDetail;

const status = async () => {
  const run = commandLine(courtly.stores.environment);
  const { code, printed } = await run(['projections', 'status']);
  expect(code).toBe(0);
  return printed;
};

/** The read models that follow bookings. */
const followers = allProjections
  .filter(
    ({ handles }) => handles === 'all' || handles.some((type) => type in bookingEvents.definitions),
  )
  .map(({ name }) => name)
  .join();

const stoppedReadModels = async () =>
  (await courtly.app.get(Health).checkHealth()).behind.filter((lag) => lag.stopped);

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  courtly.config.CLOCK_OFFSET_MS = Date.parse('2027-03-01T12:00:00Z') - Date.now();
  observer = await observe(courtly.config);
  client = esdb.EventStoreDBClient.connectionString(courtly.config.EVENTSTORE_URL);
  court = await courtly.court(await courtly.register('owner'));
});

afterAll(async () => {
  await client?.dispose();
  await observer?.close();
  await courtly?.stop();
});

describe('an event of an unknown type', () => {
  it('stops the read models of its category and appears in health, metrics, and status', async () => {
    const stream = `courtDay-${court.id}_2027-03-10`;
    await client.appendToStream(
      stream,
      esdb.jsonEvent({
        id: randomUUID(),
        type: 'BookingSwapped',
        data: {},
        metadata: { version: 1 },
      }),
    );
    await eventually(
      'the read models stop',
      async () =>
        (await stoppedReadModels()).map(({ readModel }) => readModel).join() === followers,
    );
    expect((await stoppedReadModels())[0]).toMatchObject({
      stopped: 'unknown event type BookingSwapped',
    });
    expect(await metrics.metrics()).toMatch(
      /courtly_projection_stopped\{projection="bookings"\} 1\n/,
    );
    expect(await metrics.metrics()).toMatch(
      /courtly_projection_stopped\{projection="courts"\} 0\n/,
    );
    expect(await status()).toMatch(
      new RegExp(`bookings stopped at ${stream} #0, event .*: unknown event type BookingSwapped`),
    );
    expect(await observer.parked()).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { formatCount } from '@courtly/backend/cli/table';
import { type Measured, told } from './measured.js';

const LANES = 64;
const FILLER = 'x'.repeat(450);

/** Events a second that the client alone appends: one event of about 600 bytes an append, 64 on the way, a stream a lane. */
export const rawAppends = async (url: string, seconds: number): Promise<Measured> => {
  const client = EventStoreDBClient.connectionString(url);
  const run = randomUUID();
  const append = (lane: number) =>
    client.appendToStream(
      `bench-${run}_${lane}`,
      jsonEvent({ type: 'Appended', data: { lane, FILLER } }),
    );
  // The first append opens the connection.
  await append(0);
  const until = performance.now() + seconds * 1_000;
  let appended = 0;
  const lane = async (_: unknown, index: number) => {
    for (; performance.now() < until; appended++) await append(index);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await client.dispose();
  return told('appends of the client alone, 64 on the way', `${formatCount(appended / seconds)}/s`);
};

import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { formatCount } from '@courtly/backend/cli/table';
import { type Figure, plainFigure } from './measured.js';

const LANES = 64;
const FILLER = 'x'.repeat(450);

/**
 * The number of events that the client alone stores per second, with events of 600 bytes and 64
 * appends in flight, each to a separate stream.
 */
export const measureRawAppends = async (
  connectionUrl: string,
  durationSeconds: number,
): Promise<Figure> => {
  const storeClient = EventStoreDBClient.connectionString(connectionUrl);
  const benchmarkRunId = randomUUID();
  const append = (laneNumber: number) =>
    storeClient.appendToStream(
      `bench-${benchmarkRunId}_${laneNumber}`,
      jsonEvent({ type: 'Appended', data: { lane: laneNumber, FILLER } }),
    );
  await append(0);
  const until = performance.now() + durationSeconds * 1_000;
  let appended = 0;
  const runLane = async (_: unknown, laneIndex: number) => {
    for (; performance.now() < until; appended++) await append(laneIndex);
  };
  await Promise.all(Array.from({ length: LANES }, runLane));
  await storeClient.dispose();
  return plainFigure(
    'appends of the client alone, 64 in flight',
    `${formatCount(appended / durationSeconds)}/s`,
  );
};

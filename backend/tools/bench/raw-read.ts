import { EventStoreDBClient, START, streamNameFilter } from '@eventstore/db-client';

/** Seconds that the client alone needs to read all match events. */
export const measureRawReads = async (url: string): Promise<number> => {
  const client = EventStoreDBClient.connectionString(url);
  const started = performance.now();
  const filter = streamNameFilter({ prefixes: ['match-'] });
  const subscription = client.subscribeToAll({ fromPosition: START, filter });
  await new Promise<void>((resolve, reject) => {
    subscription.on('caughtUp', resolve).on('error', reject).resume();
  });
  const seconds = (performance.now() - started) / 1_000;
  await subscription.unsubscribe();
  await client.dispose();
  return seconds;
};

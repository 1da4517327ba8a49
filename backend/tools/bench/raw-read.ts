import { EventStoreDBClient, START, streamNameFilter } from '@eventstore/db-client';

/** The seconds that the client alone needs to read all match events. */
export const measureRawReads = async (connectionUrl: string): Promise<number> => {
  const storeClient = EventStoreDBClient.connectionString(connectionUrl);
  const startedMs = performance.now();
  const filter = streamNameFilter({ prefixes: ['match-'] });
  const subscription = storeClient.subscribeToAll({ fromPosition: START, filter });
  await new Promise<void>((resolvePromise, rejectPromise) => {
    subscription.on('caughtUp', resolvePromise).on('error', rejectPromise).resume();
  });
  const durationSeconds = (performance.now() - startedMs) / 1_000;
  await subscription.unsubscribe();
  await storeClient.dispose();
  return durationSeconds;
};

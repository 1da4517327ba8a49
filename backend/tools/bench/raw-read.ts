import { EventStoreDBClient, START, streamNameFilter } from '@eventstore/db-client';

/** Seconds in which the client alone is told of all matches in a log, and nothing is done with them. */
export const rawReading = async (url: string): Promise<number> => {
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

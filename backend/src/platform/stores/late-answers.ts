import type { EventStoreDBClient } from '@eventstore/db-client';

/**
 * Ignores answers to appends that the client has already failed. The library keeps the pending
 * appends of all connections in one list: when one connection breaks, it fails all of them, and a
 * later answer throws an uncaught error that ends the process. Ignoring it is safe, because failed
 * appends are retried with the same event ids.
 */
export const ignoreLateAnswers = (client: EventStoreDBClient): EventStoreDBClient => {
  const createStream = client['GRPCStreamCreator'];
  client['GRPCStreamCreator'] = (service, name, open, cache) =>
    createStream(
      service,
      name,
      async (grpcClient) => {
        const stream = await open(grpcClient);
        if (name !== 'appendToStream') return stream;
        for (const listener of stream.listeners('data') as ((answer: unknown) => void)[]) {
          stream.off('data', listener).on('data', (answer) => {
            try {
              listener(answer);
            } catch (error) {
              // The library's error for an answer without a pending append.
              if (!(error instanceof TypeError)) throw error;
            }
          });
        }
        return stream;
      },
      cache,
    );
  return client;
};

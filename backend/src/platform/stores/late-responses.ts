import type { EventStoreDBClient } from '@eventstore/db-client';

/**
 * Ignores late responses, which would crash the process. When one connection breaks, the client
 * fails the appends of all connections, and they are retried.
 */
export const ignoreLateResponses = (client: EventStoreDBClient): EventStoreDBClient => {
  const createStream = client['GRPCStreamCreator'];
  client['GRPCStreamCreator'] = (clientType, name, openStream, cache) =>
    createStream(
      clientType,
      name,
      async (grpcClient) => {
        const appendStream = await openStream(grpcClient);
        if (name !== 'appendToStream') return appendStream;
        for (const listener of appendStream.listeners('data') as ((response: unknown) => void)[]) {
          appendStream.off('data', listener).on('data', (response) => {
            try {
              listener(response);
            } catch (error) {
              // The library's error for a response that matches no pending append.
              if (!(error instanceof TypeError)) throw error;
            }
          });
        }
        return appendStream;
      },
      cache,
    );
  return client;
};

import type { EventStoreDBClient } from '@eventstore/db-client';

/**
 * Lets a client pass over answers that come too late. The library keeps what waits for an answer in one list for all appends
 * of a process: where one connection breaks (a leader that was replaced and then restarts, say), it gives up what waits on
 * the others as well, and at the answer that comes nevertheless it throws where nobody can catch it, which ends the process.
 * Nothing is lost by passing it over: what was given up is tried again with the same event ids.
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
              // What the library throws when it does not find what an answer is to.
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

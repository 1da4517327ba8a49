import { afterEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Config } from '../../config.js';
import type { EventStore } from '../stores/event-store.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import type { EventCodec } from './codec.js';
import { LiveStreams } from './live-streams.js';
import type { Streams } from './streams.js';

afterEach(() => void jest.restoreAllMocks());

/** Makes each subscription fail. Resolves with the warnings when the second one begins. */
const warningsAfter = async (error: Error): Promise<unknown[]> => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const secondAttempt = Promise.withResolvers<undefined>();
  let attempts = 0;
  const follow = () => {
    if (++attempts === 2) secondAttempt.resolve(undefined);
    throw error;
  };
  const liveStreams = new LiveStreams(
    { follow } as unknown as EventStore,
    {} as Streams,
    {} as EventCodec,
    [],
    { ROLES: ['api'] } as unknown as Config,
  );
  liveStreams.onApplicationBootstrap();
  await secondAttempt.promise;
  const warnings = warn.mock.calls.flat().slice(0, 1);
  await liveStreams.beforeApplicationShutdown();
  return warnings;
};

it('leaves the reporting of an outage to the store monitor', async () => {
  expect(await warningsAfter(new StoreUnavailable('The event store'))).toEqual([]);
});

it('reports other errors', async () => {
  expect(await warningsAfter(new Error('no such stream'))).toEqual([
    'resubscribing at the end of the log: Error: no such stream',
  ]);
});

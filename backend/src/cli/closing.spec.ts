import { afterEach, expect, it, jest } from '@jest/globals';
import { EventStore } from '../platform/stores/event-store.js';
import type { Cli } from './cli.js';
import { withEventStore } from './replay-log.js';

const environment = {
  NODE_ENV: 'test',
  EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
  MONGODB_URI: 'mongodb://127.0.0.1:1',
  REDIS_URL: 'redis://127.0.0.1:1',
  SESSION_SECRETS: 'a secret of sessions for tests alone',
  KEY_SECRETS: 'a long secret of keys for tests alone',
  LOOKUP_SECRETS: 'a secret of lookups for tests alone',
  POLICY_FILE: 'deploy/policies/unpaid.json',
};

afterEach(() => void jest.restoreAllMocks());

it('a command ends even if the event store does not close', async () => {
  const neverCloses = jest
    .spyOn(EventStore.prototype, 'onApplicationShutdown')
    .mockReturnValue(new Promise<never>(() => undefined));
  let opened: EventStore | undefined;
  const result = await withEventStore({ environment } as unknown as Cli, async (eventStore) => {
    opened = eventStore;
    return 'done';
  });
  expect(result).toBe('done');
  expect(neverCloses).toHaveBeenCalledTimes(1);
  neverCloses.mockRestore();
  await opened!.onApplicationShutdown();
});

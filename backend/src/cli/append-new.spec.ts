import { describe, expect, it } from '@jest/globals';
import { type Fault, InMemoryEventStore } from '../../testing/in-memory-event-store.js';
import { appendNew } from './append-new.js';

const events = [{ id: 'e1', type: 'MatchLogged', data: {}, metadata: {} }];

const storeThat = (...faults: (Fault | null)[]) => {
  const store = new InMemoryEventStore();
  store.fail(...faults);
  return store;
};

describe('appending a new stream', () => {
  it('retries while the store is down and writes the stream once', async () => {
    const store = storeThat('unavailable', 'response lost');
    const position = await appendNew(store, 'match-1', events);
    expect(store.log.map((event) => event.position)).toEqual([position]);
  });

  it('leaves an existing stream unchanged', async () => {
    const store = storeThat();
    await appendNew(store, 'match-1', events);
    await expect(appendNew(store, 'match-1', [{ ...events[0]!, id: 'e2' }])).resolves.toBeNull();
    expect(store.log).toHaveLength(1);
  });
});

import { describe, expect, it } from '@jest/globals';
import { type Fault, InMemoryEventStore } from '../../testing/in-memory-event-store.js';
import { appendNew } from './append-new.js';

const events = [{ id: 'e1', type: 'MatchLogged', data: {}, metadata: {} }];

const storeThat = (...faults: (Fault | null)[]) => {
  const store = new InMemoryEventStore();
  store.fail(...faults);
  return store;
};

describe('a stream that is written once', () => {
  it('is tried again where the store does not answer, and written once', async () => {
    const store = storeThat('unavailable', 'answer lost');
    const position = await appendNew(store, 'match-1', events);
    expect(store.log.map((event) => event.position)).toEqual([position]);
  });

  it('is left as it is where it was there before', async () => {
    const store = storeThat();
    await appendNew(store, 'match-1', events);
    await expect(appendNew(store, 'match-1', [{ ...events[0]!, id: 'e2' }])).resolves.toBeNull();
    expect(store.log).toHaveLength(1);
  });
});

import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import { Subject } from 'rxjs';
import type { RedisClient } from '../stores/redis.js';
import { Changes } from './changes.js';
import type { ReadModelUpdates, Progress } from './progress.js';

const setUp = async () => {
  const updates = new Subject<ReadModelUpdates>();
  const subscriber = Object.assign(new EventEmitter(), { subscribe: async () => 1 });
  const changes = new Changes(
    { updates } as Progress,
    { subscriber, keyPrefix: 'courtly' } as unknown as RedisClient,
  );
  changes.onApplicationBootstrap();
  await Promise.resolve();
  const publishChange = (readModel: string, ...ids: string[]) =>
    updates.next([
      {
        readModel,
        position: '1',
        lagSeconds: 0,
        changes: ids.map((id) => ({ id, audience: null })),
      },
    ]);
  return { changes, subscriber, publishChange };
};

it('a change replaces only the marks of its read model and documents', async () => {
  const { changes, publishChange } = await setUp();
  const marks = () => [
    changes.markOf('courts'),
    changes.markOf('courts', 'a'),
    changes.markOf('courts', 'b'),
  ];
  const previousMarks = marks();
  publishChange('courtDays', 'a');
  expect(marks()).toEqual(previousMarks);
  publishChange('courts', 'a');
  const [collectionMark, a, b] = marks();
  expect(collectionMark).not.toBe(previousMarks[0]);
  expect(a).not.toBe(previousMarks[1]);
  expect(b).toBe(previousMarks[2]);
});

it('a bulk change replaces the mark of every document', async () => {
  const { changes, publishChange } = await setUp();
  publishChange('courts', 'a');
  const previousMarks = [changes.markOf('courts', 'a'), changes.markOf('courts', 'b')];
  publishChange('courts', '*');
  expect(changes.markOf('courts', 'a')).not.toBe(previousMarks[0]);
  expect(changes.markOf('courts', 'b')).not.toBe(previousMarks[1]);
});

it('there are no marks while changes may be missed, and all are new afterward', async () => {
  const { changes, subscriber } = await setUp();
  const previousMark = changes.markOf('courts', 'a');
  subscriber.emit('close');
  expect(changes.markOf('courts', 'a')).toBeNull();
  subscriber.emit('ready');
  await Promise.resolve();
  expect(changes.markOf('courts', 'a')).toBeGreaterThan(previousMark!);
});

it('changes replace the marks of documents that are no longer remembered', async () => {
  const { changes, publishChange } = await setUp();
  publishChange('courts', 'first');
  const previousMark = changes.markOf('courts', 'unheard of')!;
  for (let court = 0; court < 60_000; court++) publishChange('courtDays', String(court));
  expect(changes.markOf('courts', 'unheard of')).toBeGreaterThan(previousMark);
});

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
  const tell = (readModel: string, ...ids: string[]) =>
    updates.next([
      {
        readModel,
        position: '1',
        lagSeconds: 0,
        changes: ids.map((id) => ({ id, audience: null })),
      },
    ]);
  return { changes, subscriber, tell };
};

it('changes the mark of a read model and of each changed document only', async () => {
  const { changes, tell } = await setUp();
  const marks = () => [
    changes.markOf('courts'),
    changes.markOf('courts', 'a'),
    changes.markOf('courts', 'b'),
  ];
  const before = marks();
  tell('courtDays', 'a');
  expect(marks()).toEqual(before);
  tell('courts', 'a');
  const [all, a, b] = marks();
  expect(all).not.toBe(before[0]);
  expect(a).not.toBe(before[1]);
  expect(b).toBe(before[2]);
});

it('changes the mark of every document after a bulk change', async () => {
  const { changes, tell } = await setUp();
  tell('courts', 'a');
  const before = [changes.markOf('courts', 'a'), changes.markOf('courts', 'b')];
  tell('courts', '*');
  expect(changes.markOf('courts', 'a')).not.toBe(before[0]);
  expect(changes.markOf('courts', 'b')).not.toBe(before[1]);
});

it('has no marks while updates may be missed and changes all of them afterward', async () => {
  const { changes, subscriber } = await setUp();
  const before = changes.markOf('courts', 'a');
  subscriber.emit('close');
  expect(changes.markOf('courts', 'a')).toBeNull();
  subscriber.emit('ready');
  await Promise.resolve();
  expect(changes.markOf('courts', 'a')).toBeGreaterThan(before!);
});

it('changes the marks that it no longer remembers', async () => {
  const { changes, tell } = await setUp();
  tell('courts', 'first');
  const before = changes.markOf('courts', 'unheard of')!;
  for (let court = 0; court < 60_000; court++) tell('courtDays', String(court));
  expect(changes.markOf('courts', 'unheard of')).toBeGreaterThan(before);
});

import { expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { once } from 'node:events';
import { isStoreFailure } from './store-failure.js';
import { MongoConnection } from './mongo.js';
import { StoreUnavailable } from './store-unavailable.js';

const named = (name: string, message = 'closed') => Object.assign(new Error(message), { name });
const { MongoServerError } = mongoose.mongo;

it.each([
  new StoreUnavailable('MongoDB'),
  ...['ServerSelection', 'Network', 'NetworkTimeout', 'NotConnected', 'TopologyClosed'].map(
    (kind) => named(`Mongo${kind}Error`),
  ),
  ...['ServerClosed', 'ClientClosed', 'PoolCleared', 'PoolClosed', 'WaitQueueTimeout'].map((kind) =>
    named(`Mongo${kind}Error`),
  ),
  new MongoServerError({ message: 'not primary', code: 10_107 }),
  new MongoServerError({ message: 'shutting down', code: 11_600 }),
  named('MaxRetriesPerRequestError'),
  named('Error', 'Connection is closed.'),
  named('ReplyError', 'LOADING Redis is loading the dataset in memory'),
  Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
])('a store failure is an error of a store that does not respond: %p', (error) =>
  expect(isStoreFailure(error)).toBe(true),
);

it.each([
  new TypeError('x is undefined'),
  new MongoServerError({ message: 'duplicate key', code: 11_000 }),
  named('MongoInvalidArgumentError'),
  named('ReplyError', 'WRONGTYPE Operation against a key'),
  undefined,
])('no other error is a store failure: %p', (error) => expect(isStoreFailure(error)).toBe(false));

it('a call that waits while the first connection fails reports a store failure', async () => {
  const connection = new MongoConnection('mongodb://127.0.0.1:1', 'MongoDB');
  try {
    void connection.openConnection();
    await once(connection.client, 'serverHeartbeatFailed');
    const error: unknown = await connection.client
      .db('test')
      .collection('test')
      .findOne({})
      .catch((reason: unknown) => reason);
    expect((error as Error).name).toBe('MongoTopologyClosedError');
    expect(isStoreFailure(error)).toBe(true);
  } finally {
    await connection.closeConnection();
  }
});

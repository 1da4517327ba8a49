import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import esdb from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { credentials, status } from '@grpc/grpc-js';
import timestamp from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  collectItems,
  uniqueStream,
  createNotedEvent,
  createNotedEvents,
  readNotes,
} from './contract/server-under-test.js';
import { startEventStoreDb, type RunningServer } from './server.js';
import { selfSignedCertificate } from './testing/certificate.js';
import { temporaryDirectory } from './testing/temporary-directory.js';

const connect = (url: string) => esdb.EventStoreDBClient.connectionString(url);

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let server: RunningServer;
let client: esdb.EventStoreDBClient;
beforeAll(async () => {
  directory = await temporaryDirectory();
  server = await startEventStoreDb({ file: join(directory.path, 'events.db'), port: 0 });
  client = connect(server.url);
});
afterAll(async () => {
  await client.dispose();
  await server.stop();
  await directory.remove();
});

describe('a position', () => {
  it('advances by the size of each event', async () => {
    const stream = uniqueStream();
    const { position: firstPosition } = await client.appendToStream(stream, createNotedEvent(0));
    const { position: after } = await client.appendToStream(
      stream,
      createNotedEvent('x'.repeat(500)),
    );
    expect(after!.commit - firstPosition!.commit).toBeGreaterThan(500n);
  });

  it('refuses reads and subscriptions from a position between events', async () => {
    const { position } = await client.appendToStream(uniqueStream(), createNotedEvent(0));
    const foreign = { commit: position!.commit + 1n, prepare: position!.prepare + 1n };
    const refusal = {
      code: status.INVALID_ARGUMENT,
      message: expect.stringContaining('Trying to read from an invalid position.'),
    };
    // A later event puts the position inside the log.
    await client.appendToStream(uniqueStream(), createNotedEvent(1));
    await expect(collectItems(client.readAll({ fromPosition: foreign }))).rejects.toMatchObject(
      refusal,
    );
    const [error] = await once(client.subscribeToAll({ fromPosition: foreign }).resume(), 'error');
    expect(error).toMatchObject({
      code: status.UNKNOWN,
      message: expect.stringContaining('Exception was thrown by handler'),
    });
  });
});

describe('a subscription that skips a long log', () => {
  it('lets appends run in the meantime', async () => {
    for (let batch = 0; batch < 20; batch++)
      await client.appendToStream(uniqueStream(), createNotedEvents(1_000));
    const filter = esdb.streamNameFilter({
      prefixes: ['no-such-stream'],
      maxSearchWindow: 1_000_000,
    });
    const subscription = client.subscribeToAll({ filter }).resume();
    const progress = { isCaughtUp: false, appends: 0 };
    const caughtUp = once(subscription, 'caughtUp').then(() => (progress.isCaughtUp = true));
    await once(subscription, 'confirmation');
    for (const event of createNotedEvents(20)) {
      await client.appendToStream('meanwhile-1', event);
      if (!progress.isCaughtUp) progress.appends += 1;
    }
    expect(progress.appends).toBeGreaterThan(2);
    await caughtUp;
    await subscription.unsubscribe();
  });
});

describe('an unsupported feature', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'persistent subscriptions',
      () =>
        client.createPersistentSubscriptionToAll(
          'group',
          esdb.persistentSubscriptionToAllSettingsFromDefaults(),
        ),
    ],
    [
      'persistent subscription statistics',
      () => client.getPersistentSubscriptionToStreamInfo('stream', 'group'),
    ],
    [
      'persistent subscription readers',
      () => collectItems(client.subscribeToPersistentSubscriptionToStream('stream', 'group')),
    ],
    ['projections', () => client.createProjection('projection', 'fromAll()')],
    ['projection lists', () => client.listProjections()],
  ])('refuses %s by name', async (_feature, call) => {
    await expect(call()).rejects.toMatchObject({
      code: status.UNIMPLEMENTED,
      message: expect.stringContaining('not supported by the development stand-in; '),
    });
  });
});

describe('a subscription with a small live buffer', () => {
  it('ends a reader that falls behind, but not one that keeps up with the writers', async () => {
    const small = await startEventStoreDb({
      file: join(directory.path, 'small.db'),
      port: 0,
      liveBuffer: 64,
    });
    const writer = connect(small.url);
    const [slow, prompt] = [
      writer.subscribeToAll({ fromPosition: 'end' }),
      writer.subscribeToAll(),
    ];
    const caughtUp = [slow, prompt].map((subscription) => once(subscription, 'caughtUp'));
    slow.read();
    let received = 0;
    const everything = new Promise<void>((resolve) =>
      prompt.on('data', () => ++received > 3_000 && resolve()),
    );
    await Promise.all(caughtUp);
    const text = 'x'.repeat(1_000);
    for (let event = 0; event < 3_000; event += 50) {
      await writer.appendToStream(
        'small-1',
        Array.from({ length: 50 }, () => createNotedEvent(text)),
      );
    }
    await everything;
    const [error] = await once(slow.resume(), 'error');
    expect(error).toMatchObject({ code: status.ABORTED });
    await prompt.unsubscribe();
    await writer.dispose();
    await small.stop();
  });
});

describe('an HTTP/1 request', () => {
  it('gets an explanation and does not affect gRPC', async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/web/index.html`);
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(/development stand-in for EventStoreDB.* only gRPC/);
    const stream = uniqueStream();
    await client.appendToStream(stream, createNotedEvent(0));
    expect(await readNotes(client.readStream(stream))).toEqual([0]);
  });
});

describe('discovery', () => {
  it('leads gossip clients to the server itself', async () => {
    const discovering = connect(`esdb+discover://127.0.0.1:${server.port}?tls=false`);
    const stream = uniqueStream();
    await discovering.appendToStream(stream, createNotedEvents(2));
    expect(await readNotes(discovering.readStream(stream))).toEqual([0, 1]);
    await discovering.dispose();
  });
});

describe('a server with a certificate and a user', () => {
  const user = { username: 'courtly', password: 'p@ss word' };
  let secure: RunningServer;
  let options: string;
  beforeAll(async () => {
    const tls = selfSignedCertificate();
    await writeFile(join(directory.path, 'ca.pem'), tls.cert);
    options = `tls=true&tlsCAFile=${join(directory.path, 'ca.pem')}`;
    secure = await startEventStoreDb({
      file: join(directory.path, 'secure.db'),
      port: 0,
      tls,
      credentials: user,
    });
  });
  afterAll(() => secure.stop());

  const as = (login: string) => connect(`esdb://${login}localhost:${secure.port}?${options}`);

  it('explains itself to an HTTP/1 request', async () => {
    const response = await fetch(`http://localhost:${secure.port}/`);
    expect(await response.text()).toMatch(/only gRPC/);
  });

  it('serves its user', async () => {
    const authenticated = as(`${user.username}:${encodeURIComponent(user.password)}@`);
    const stream = uniqueStream();
    await authenticated.appendToStream(stream, createNotedEvents(1));
    await authenticated.appendToStream(stream, createNotedEvent(1), { credentials: user });
    expect(await readNotes(authenticated.readStream(stream))).toEqual([0, 1]);
    await authenticated.dispose();
  });

  it.each([
    ['a client without credentials', '', status.PERMISSION_DENIED],
    ['another user', 'eve:secret@', status.UNAUTHENTICATED],
    ['a wrong password', 'courtly:secret@', status.UNAUTHENTICATED],
  ])('refuses %s', async (_title, login, code) => {
    const stranger = as(login);
    await expect(collectItems(stranger.readStream(uniqueStream()))).rejects.toMatchObject({
      type: 'access-denied',
      code,
    });
    const append = stranger.appendToStream(uniqueStream(), createNotedEvent(0), {
      credentials: { username: 'eve', password: 'x' },
    });
    await expect(append).rejects.toMatchObject({ type: 'access-denied' });
    await stranger.dispose();
  });
});

describe('a handcrafted append', () => {
  const options = (stream: string, deadline: number) =>
    new streams.BatchAppendReq.Options()
      .setStreamIdentifier(
        new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64')),
      )
      .setDeadline(timestamp.Timestamp.fromDate(new Date(deadline)));

  async function errorOfAppend(id: string, deadline: number, isFinal: boolean) {
    const stream = uniqueStream();
    const grpc = new services.StreamsClient(
      `127.0.0.1:${server.port}`,
      credentials.createInsecure(),
    );
    const call = grpc.batchAppend();
    const message = new streams.BatchAppendReq.ProposedMessage().setId(
      new shared.UUID().setString(id),
    );
    message.getMetadataMap().set('type', 'Noted');
    const request = new streams.BatchAppendReq()
      .setCorrelationId(new shared.UUID().setString(crypto.randomUUID()))
      .setOptions(options(stream, deadline).setAny())
      .setProposedMessagesList([message])
      .setIsFinal(isFinal);
    call.write(request);
    const [response] = (await once(call, 'data')) as [streams.BatchAppendResp];
    call.end();
    grpc.close();
    await expect(collectItems(client.readStream(stream))).rejects.toMatchObject({
      type: 'stream-not-found',
    });
    return response.getError();
  }

  it('does not write after its deadline', async () => {
    const error = await errorOfAppend(crypto.randomUUID(), Date.now() - 1, true);
    expect(error?.getDetails()?.getTypeName()).toBe('event_store.client.Timeout');
  });

  it('times out at its deadline when its end never arrives', async () => {
    const error = await errorOfAppend(crypto.randomUUID(), Date.now() + 200, false);
    expect(error?.getDetails()?.getTypeName()).toBe('event_store.client.Timeout');
  });

  it('refuses an event id that is not a UUID', async () => {
    const error = await errorOfAppend('seven', Date.now() + 10_000, true);
    expect(error?.getMessage()).toBe('the event id "seven" is not a UUID');
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { type RunningServer, startEventStoreDb } from '@courtly/standin-eventstoredb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandLine } from '../../testing/command-line.js';

let folder: string;
let server: RunningServer;
let client: EventStoreDBClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'courtly-'));
  server = await startEventStoreDb({ file: join(folder, 'events.db'), port: 0 });
  client = EventStoreDBClient.connectionString(server.url);
});
afterAll(async () => {
  await client?.dispose();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const readRoles = async () => {
  const { acl } = (await client.getStreamMetadata('$all')).metadata ?? {};
  return typeof acl === 'object' ? acl.readRoles : undefined;
};

describe('event-store grant', () => {
  const run = (environment: NodeJS.ProcessEnv, ...args: string[]) =>
    commandLine({ ...process.env, ...environment })(['event-store', 'grant', ...args]);
  const withUser = { EVENTSTORE_URL: 'esdb://courtly:a%20secret@es.example:2113?tls=true' };

  it('lets the user in EVENTSTORE_URL read $all, as administrators can', async () => {
    const ran = await run(withUser, '--admin-url', server.url);
    expect(ran).toMatchObject({ code: 0, printed: '$all can be read by $admins, courtly.' });
    expect(await readRoles()).toEqual(['$admins', 'courtly']);
  });

  it('keeps the rights of other users and grants a right only once', async () => {
    for (let again = 0; again < 2; again++)
      await run({ ...withUser, EVENTSTORE_ADMIN_URL: server.url }, '--user', 'analyst');
    expect(await readRoles()).toEqual(['$admins', 'courtly', 'analyst']);
  });

  it('requires a user and an administrator URL', async () => {
    const anonymous = { EVENTSTORE_URL: 'esdb://es.example:2113' };
    expect(await run(anonymous, '--admin-url', server.url)).toMatchObject({
      code: 1,
      noted: 'EVENTSTORE_URL has no user. Name one with --user.',
    });
    expect(await run(withUser)).toMatchObject({
      code: 1,
      noted: 'Set EVENTSTORE_ADMIN_URL or --admin-url.',
    });
  });
});

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { User } from '@courtly/contracts/identity';
import { MongoClient } from 'mongodb';
import { caller } from '../../../testing/caller.js';
import {
  type Processes,
  type Service,
  startProcesses,
  untilReady,
} from '../../../testing/processes.js';
import { DAY_MS } from '../kernel/local-time.js';
import { eventually } from '../../../testing/stores.js';

const lists = ['SESSION_SECRETS', 'KEY_SECRETS', 'LOOKUP_SECRETS'];
const secretsOf = (list: string, ages: string) =>
  ages.split(',').map((age) => `the ${age} secret of ${list} for tests`);
/** The lists with secrets of these ages, such as `new,old`. */
const withSecrets = (ages: string) =>
  Object.fromEntries(lists.map((list) => [list, secretsOf(list, ages).join(',')]));

let processes: Processes;

beforeEach(async () => {
  processes = await startProcesses();
});
afterEach(() => processes?.stop());

const start = async (secrets: Record<string, string>): Promise<Service> => {
  const api = await processes.courtly('api,projector', secrets);
  await untilReady(api);
  return api;
};

const aPerson = () => ({
  email: `${randomUUID()}@example.test`,
  username: `p${randomUUID().slice(0, 8)}`,
  password: 'clay-court-rally',
  firstName: 'Robin',
  lastName: 'Baseline',
  phone: '4805550123',
  role: 'player',
});
type Member = Readonly<{ person: ReturnType<typeof aPerson>; cookie: string }>;

/** Registers one person through all processes at the same time. */
const registerAtAll = async (apis: readonly Service[]): Promise<Member> => {
  const person = aPerson();
  const clients = apis.map(({ port }) => caller(port));
  const responses = await Promise.all(
    clients.map((client) => client.call('POST', '/api/auth/register', { body: person })),
  );
  const registered = clients.filter((_client, index) => responses[index]!.status === 201);
  expect(responses.map(({ status }) => status).sort()).toEqual([
    201,
    ...apis.slice(1).map(() => 409),
  ]);
  return { person, cookie: registered[0]!.cookie() };
};

/** Reads a profile with a session of any process, and signs in for a new session. */
const expectMember = async ({ port }: Service, { person, cookie }: Member) => {
  const { email, password, firstName } = person;
  expect(await caller(port, cookie).must<User>(200, 'GET', '/api/auth/me')).toMatchObject({
    email,
    firstName,
  });
  await caller(port).must(200, 'POST', '/api/auth/login', { body: { email, password } });
};

it('refuses to start under a first secret that a running process does not know', async () => {
  const old = await start(withSecrets('old'));
  const member = await registerAtAll([old]);
  for (const list of lists) {
    const secrets = { ...withSecrets('old'), [list]: secretsOf(list, 'new,old').join(',') };
    const message = await processes.courtly('api,projector', secrets).then(
      () => `it serves with a new secret first in ${list}`,
      (error: Error) => error.message,
    );
    expect(message).toMatch(
      new RegExp(`ended: The configuration is invalid: ${list} starts with [^\\n]*\\n$`),
    );
  }
  await expectMember(old, member);
  // The refused processes must have stored nothing that keeps the running one from restarting.
  await old.end('SIGTERM');
  await old.start();
  await untilReady(old);
  await expectMember(old, await registerAtAll([old]));
});

it('agrees on names, keys, and sessions with a process that is one step of a rotation behind', async () => {
  const apis = await Promise.all([start(withSecrets('old')), start(withSecrets('old'))]);
  const members = [await registerAtAll(apis)];
  for (const ages of ['old,new', 'new,old'])
    for (const index of apis.keys()) {
      await apis[index]!.end('SIGTERM');
      apis[index] = await start(withSecrets(ages));
      members.push(await registerAtAll(apis));
      for (const api of apis) for (const member of members) await expectMember(api, member);
    }
});

it('does not serve when it was frozen while processes with secrets that it lacks started', async () => {
  const frozen = await start(withSecrets('old'));
  frozen.freeze();
  const { MONGODB_URI, VAULT_DATABASE } = processes.config;
  const client = await MongoClient.connect(MONGODB_URI);
  // The entry of a process that was silent for a day is ignored, so the other one starts quickly.
  const seenAt = new Date(Date.now() - 2 * DAY_MS).toISOString();
  await client.db(VAULT_DATABASE).collection('processes').updateMany({}, { $set: { seenAt } });
  await client.close();

  const other = await start(withSecrets('new,old'));
  frozen.thaw();
  await eventually(
    'the frozen process is not ready',
    async () => (await fetch(`http://127.0.0.1:${frozen.port}/api/health/ready`)).status === 503,
    30_000,
  );
  expect(frozen.output()).toContain('lacks the secret that another running process uses');
  await untilReady(other);
});

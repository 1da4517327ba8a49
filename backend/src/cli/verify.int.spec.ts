import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type mongoose from 'mongoose';
import { findingOfViolation } from '../across/money-checks/check-money.commands.js';
import { DAY_MS, addDays } from '../platform/kernel/local-time.js';
import { VaultDatabase } from '../platform/stores/vault-database.js';
import type { KeyDocument } from '../platform/vault/person-keys.js';
import type { Booking } from '../booking/bookings/booking.js';
import { bookings } from '../booking/bookings/bookings.projection.js';
import type { ReadModelCollection } from '../platform/projections/projection.js';
import { ReadModels } from '../platform/projections/read-models.js';
import type { Violation } from '../verify/check.js';
import { commandLine } from '../../testing/command-line.js';
import { type Courtly, startCourtly } from '../../testing/courtly.js';

/**
 * The server knows both secrets; commands know only the first one, unless a test specifies
 * otherwise.
 */
const [FIRST_SECRET, SECOND_SECRET] = [
  'a long secret of keys for tests alone',
  'a newer secret of keys for tests alone',
];

let courtly: Courtly;
let bookingId: string;

/** Runs a command next to a running Courtly, as the launcher does. */
const runWith = (args: readonly string[], environment: Record<string, string> = {}) =>
  commandLine({ ...courtly.stores.environment, ...environment })(args);
const run = (...args: string[]) => runWith(args);
const documents = <T>(query: (collection: ReadModelCollection<Booking>) => Promise<T>) =>
  courtly.app.get(ReadModels).read(bookings, query);

/** Changes a read model behind the projector's back, and restores it afterward. */
const tampered = async <T>(change: () => Promise<unknown>, look: () => Promise<T>): Promise<T> => {
  const originalBooking = (await documents((collection) =>
    collection.findOne({ _id: bookingId }),
  ))!;
  await change();
  try {
    return await look();
  } finally {
    await documents((collection) =>
      collection.replaceOne({ _id: bookingId }, originalBooking, { upsert: true }),
    );
  }
};

beforeAll(async () => {
  courtly = await startCourtly({ KEY_SECRETS: `${FIRST_SECRET},${SECOND_SECRET}` });
  const host = await courtly.register('owner');
  const court = await courtly.court(host);
  const date = addDays(new Date().toISOString().slice(0, 10), 3);
  const [firstSlot, secondSlot, thirdSlot] = await courtly.slots(court.id, date);
  const [ada, bea] = [await courtly.player(), await courtly.player()];
  bookingId = (await courtly.book(ada, court.id, firstSlot!).expect(201)).body.id as string;
  await courtly.book(bea, court.id, firstSlot!).expect(409);
  await courtly.book(bea, court.id, secondSlot!).expect(201);
  const given = (await courtly.book(ada, court.id, thirdSlot!).expect(201)).body.id as string;
  await ada.agent.post(`/api/bookings/${given}/cancel`).send({}).expect(200);
  await host.agent
    .patch(`/api/bookings/${bookingId}/status`)
    .send({ status: 'confirmed' })
    .expect(200);
});
afterAll(() => courtly.stop());

describe('verify', () => {
  it('reports lost, damaged, and wrongly removed keys by user', async () => {
    const [lost, removed, damaged] = [
      await courtly.register(),
      await courtly.register(),
      await courtly.register(),
    ];
    const keys = <T>(work: (keys: mongoose.mongo.Collection<KeyDocument>) => Promise<T>) =>
      courtly.app.get(VaultDatabase).call((vault) => work(vault.collection<KeyDocument>('keys')));
    const originalKeys = await keys((collection) => collection.find({}).toArray());
    const change = (userId: string, changes: Partial<KeyDocument>) =>
      keys((collection) => collection.updateOne({ _id: userId }, { $set: changes }));
    await change(removed.user.id, { wrapped: null, secret: null });
    await change(damaged.user.id, { wrapped: 'AAAA' });
    const { keyId } = originalKeys.find(({ _id }) => _id === damaged.user.id)!;
    await keys((collection) => collection.deleteOne({ _id: lost.user.id }));
    try {
      const { code, printed } = await run('verify', '--log-only');
      expect(code).toBe(1);
      expect(printed).toContain(`vault: 1 user has events but no key: ${lost.user.id}`);
      expect(printed).toContain(
        `vault: the key of ${removed.user.id} was removed, but no one requested an erasure`,
      );
      expect(printed).toContain(`vault: key ${keyId} of user ${damaged.user.id} cannot be opened`);
    } finally {
      for (const document of originalKeys)
        await keys((collection) =>
          collection.replaceOne({ _id: document._id }, document, { upsert: true }),
        );
    }
  });

  it('accepts a correct log and prints what it counted', async () => {
    const { code, printed, noted } = await run('verify', '--json');
    expect({ code, noted }).toEqual({ code: 0, noted: '' });
    expect(JSON.parse(printed)).toMatchObject({
      people: 6,
      courts: 1,
      bookings: 3,
      pending: 1,
      confirmed: 1,
      cancelled: 1,
      violations: [],
      notCompared: [],
    });
  });

  it('prints the same results for people and as JSON', async () => {
    const { code, printed } = await run('verify', '--data', 'anywhere');
    expect(code).toBe(0);
    expect(printed).toMatch(/^bookings +3$/m);
    expect(printed).toMatch(/^No violations\.$/m);
  });

  it('computes the same hash as the running projector', async () => {
    const { hashes } = JSON.parse((await run('verify', '--json')).printed) as {
      hashes: { name: string; hash: string }[];
    };
    const { printed } = await run('projections', 'hash', 'bookings');
    expect(hashes.find(({ name }) => name === 'bookings')!.hash).toBe(printed);
  });

  it('finds a changed document and names its field', async () => {
    const change = () =>
      documents((collection) =>
        collection.updateOne({ _id: bookingId }, { $set: { totalCents: 1 } }),
      );
    const { code, printed, noted } = await tampered(change, () => run('verify'));
    expect({ code, noted }).toEqual({ code: 1, noted: '1 violations.' });
    expect(printed).toContain(
      `bookings/${bookingId}: the document differs from the fold of the log in totalCents`,
    );
  });

  it('finds a missing document', async () => {
    const { code, printed } = await tampered(
      () => documents((collection) => collection.deleteOne({ _id: bookingId })),
      () => run('verify'),
    );
    expect(code).toBe(1);
    expect(printed).toContain(`bookings/${bookingId}: the document is missing`);
  });

  it('finds a document without events', async () => {
    const invented = {
      ...(await documents((collection) => collection.findOne({ _id: bookingId })))!,
      _id: 'invented',
    };
    const { code, printed } = await tampered(
      () => documents((collection) => collection.insertOne(invented)),
      async () => {
        const result = await run('verify');
        await documents((collection) => collection.deleteOne({ _id: 'invented' }));
        return result;
      },
    );
    expect(code).toBe(1);
    expect(printed).toContain('bookings/invented: no event produces the document');
  });

  it('skips the read models with --log-only', async () => {
    const change = () =>
      documents((collection) =>
        collection.updateOne({ _id: bookingId }, { $set: { totalCents: 1 } }),
      );
    const logOnly = await tampered(change, () => run('verify', '--log-only'));
    expect(logOnly.code).toBe(0);
    expect(logOnly.printed).toMatch(
      /\nNo violations in the log\. The read models were not compared\.$/,
    );
    const { printed } = await run('verify', '--log-only', '--json');
    expect(JSON.parse(printed)).toMatchObject({
      notCompared: expect.arrayContaining(['bookings', 'audit']),
    });
  });

  it('reports damaged files of the erasure register', async () => {
    const folder = courtly.stores.environment['ERASURES_FOLDER']!;
    const damaged = join(folder, 'ann.json');
    await mkdir(folder, { recursive: true });
    await writeFile(damaged, '{');
    try {
      const { code, printed } = await run('verify', '--log-only');
      expect(code).toBe(1);
      expect(printed).toContain(`vault: ${damaged} of the erasure register is damaged`);
    } finally {
      await rm(damaged);
    }
    expect((await run('verify', '--log-only')).code).toBe(0);
  });
});

describe('an overdue step', () => {
  const runInAWeek = (...args: string[]) => runWith(args, { CLOCK_OFFSET_MS: String(7 * DAY_MS) });
  const inAWeek = (...args: string[]) => runInAWeek('verify', '--log-only', ...args);

  it('counts until an admin acknowledges it, and is still printed with the reason', async () => {
    const { code, printed } = await inAWeek('--json');
    expect(code).toBe(1);
    const { violations } = JSON.parse(printed) as { violations: Violation[] };
    const findings = violations.map(findingOfViolation);
    expect(findings).not.toEqual([]);
    expect((await inAWeek()).printed).toContain(`[${findings[0]!.findingId}]`);
    for (const { findingId, subject, text } of findings) {
      const reason = ['--reason', 'Settled by letter.'];
      const { printed } = await runInAWeek('payments', 'acknowledge', findingId, ...reason);
      expect(printed).toContain(`Acknowledged: ${subject}: ${text}`);
    }
    const acknowledged = await inAWeek();
    expect(acknowledged.code).toBe(0);
    expect(acknowledged.printed).toContain(
      `${findings[0]!.text} (acknowledged by operator: Settled by letter.)`,
    );
    expect(acknowledged.printed).toContain(`No violations except ${findings.length} acknowledged`);
    expect(JSON.parse((await inAWeek('--json')).printed)).toMatchObject({
      violations: [],
      acknowledged: violations.map(() => ({ reason: 'Settled by letter.' })),
    });
  });
});

describe('operator commands', () => {
  it('wrap every key with the newest secret, and none the second time', async () => {
    const [newest, oldest] = [SECOND_SECRET, FIRST_SECRET];
    const rewrap = async (secrets: string) =>
      (await runWith(['keys', 'rewrap'], { KEY_SECRETS: secrets })).printed;
    const people = JSON.parse((await run('verify', '--log-only', '--json')).printed) as {
      people: number;
    };
    expect(await rewrap(`${newest},${oldest}`)).toContain(`Wrapped ${people.people} keys.`);
    expect(await rewrap(`${newest},${oldest}`)).toContain('Wrapped 0 keys.');
    expect(await rewrap(`${oldest},${newest}`)).toContain(`Wrapped ${people.people} keys.`);
  });

  it('do not wrap keys with a secret that the running server does not know', async () => {
    const unknown = 'a secret of keys that no server knows';
    const { code, noted } = await runWith(['keys', 'rewrap'], {
      KEY_SECRETS: `${unknown},${FIRST_SECRET}`,
    });
    expect(code).toBe(1);
    expect(noted).toContain('KEY_SECRETS starts with a secret that another running process');
  });

  it('record whose personal data they show', async () => {
    const { user } = await courtly.player();
    const stream = `personalDataReads-operator_${new Date().toISOString().slice(0, 10)}`;
    expect((await run('events', 'show', `user-${user.id}`)).code).toBe(0);
    const { printed } = await run('events', 'show', stream, '--json');
    expect(JSON.parse(printed.split('\n').at(-1)!)).toMatchObject({
      type: 'PersonalDataRead',
      data: { what: 'timeline', about: `user-${user.id}`, of: [user.id] },
    });
  });

  it('rebuild a read model of a running server with the same hash', async () => {
    const { printed: originalHash } = await run('projections', 'hash', 'bookings');
    const { code, printed } = await run('projections', 'rebuild', 'bookings');
    expect(code).toBe(0);
    expect(printed).toContain(`hash ${originalHash}`);
    expect((await run('projections', 'hash', 'bookings')).printed).toBe(originalHash);
  });

  it('show the lag and owner of every read model', async () => {
    const { projections } = JSON.parse((await run('projections', 'status', '--json')).printed) as {
      projections: { projection: string; owner: string; lagSeconds: number }[];
    };
    expect(projections.map(({ projection }) => projection)).toContain('bookings');
    for (const { owner, lagSeconds } of projections)
      expect([typeof owner, lagSeconds]).toEqual(['string', 0]);
  });

  it('show a stream with personal data in plain text', async () => {
    const { user, email } = await courtly.player();
    const { code, printed } = await run('events', 'show', `user-${user.id}`);
    expect(code).toBe(0);
    expect(printed).toContain(email);
    expect(await run('events', 'show', 'user-missing')).toMatchObject({
      code: 1,
      noted: 'The stream user-missing does not exist.',
    });
  });

  it('grant a role by email address with immediate effect', async () => {
    const { agent, email, user } = await courtly.player();
    await agent.get('/api/owner/courts').expect(403);
    expect(await run('users', 'grant', 'owner', email)).toMatchObject({
      code: 0,
      printed: `${user.username} (${email}) now has the owner role.`,
    });
    await agent.get('/api/owner/courts').expect(200);
    expect((await run('users', 'grant', 'owner', 'nobody@example.test')).code).toBe(1);
  });
});

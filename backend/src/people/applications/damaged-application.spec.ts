import { expect, it } from '@jest/globals';
import { systemContext } from '../../platform/kernel/context.js';
import type { Message } from '../../platform/kernel/decider.js';
import { UnreadableKey } from '../../platform/kernel/personal-data.js';
import {
  APPLIED_AT,
  applicationClaimed,
  applicationReviewed,
  hostApplication,
} from '../../../testing/applications.js';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { InMemoryKeys } from '../../../testing/in-memory-keys.js';
import {
  SendApplicationEmailCommand,
  SendApplicationEmailHandler,
} from './application-emails.commands.js';
import { applications } from './application.js';
import { ReviewApplicationCommand, ReviewApplicationHandler } from './review.commands.js';
import { WelcomeHostCommand, WelcomeHostHandler } from './welcome.commands.js';

const { applicant, applicationId } = hostApplication();
const context = systemContext('job', APPLIED_AT);

const retention = { rejectedApplicationDays: 180, lapsedApplicationDays: 90 };

/** A process whose log contains an application, and whose vault has a damaged key of it. */
const setUp = async (isPending = false) => {
  const [store, keys] = [new InMemoryEventStore(), new InMemoryKeys()];
  const process = startProcess(store, keys);
  const events: Message[] = [
    { type: 'HostApplied', data: hostApplication() },
    ...(isPending ? [] : [applicationReviewed(), applicationClaimed('ann', APPLIED_AT)]),
  ];
  for (const [revision, event] of events.entries()) {
    const id = `event-${revision}`;
    const encoded = await process.codec.encode(event, id, {
      actor: { id: 'ann', role: 'player' },
      at: APPLIED_AT,
      command: id,
      fingerprint: '',
      $correlationId: id,
    });
    const position = String(revision).padStart(20, '0');
    store.log.push({
      ...encoded,
      stream: `application-${applicant}`,
      revision,
      position,
      storedAt: 0,
    });
  }
  keys.damage(applicationId);
  return { ...process, keys };
};

it('an email about an application with a damaged key does not count as sent', async () => {
  const { streams, keys } = await setUp();
  const sent: unknown[] = [];
  const sendOnce = async (_id: string, write: () => Promise<unknown>) =>
    void sent.push(await write());
  const recorded: unknown[] = [];
  const handler = new SendApplicationEmailHandler(
    { handle: async (...args: unknown[]) => recorded.push(args[2]) } as never,
    streams,
    {} as never,
    keys,
    {} as never,
    {} as never,
    { sendOnce } as never,
    {} as never,
  );
  const input = { applicant, applicationId, status: 'rejected' } as const;
  await expect(handler.execute(new SendApplicationEmailCommand(input, context))).rejects.toThrow(
    UnreadableKey,
  );
  expect(sent).toEqual([]);
  expect(recorded).toMatchObject([{ type: 'RecordEmail', data: { outcome: 'failed' } }]);
});

it('an application with a damaged key creates no draft court without its details', async () => {
  const { streams, keys } = await setUp();
  const handled: string[] = [];
  const handle = async (_decider: unknown, _id: string, { type }: Message) => handled.push(type);
  const handler = new WelcomeHostHandler(
    { handle } as never,
    streams,
    { short: () => 'court1' } as never,
    keys,
    {} as never,
  );
  const input = { applicant, applicationId, userId: 'ann' };
  await expect(handler.execute(new WelcomeHostCommand(input, context))).rejects.toThrow(
    UnreadableKey,
  );
  expect(handled).toEqual(['GrantRole']);
});

it('an application is complete as soon as its damaged key is repaired', async () => {
  const { streams, keys } = await setUp();
  const email = async () => (await streams.load(applications, applicant))[0]?.email;
  expect(await email()).toBe('');
  keys.repair(applicationId);
  expect(await email()).toBe(hostApplication().email);
});

it.each([
  ['pending', 'refused'],
  ['decided', 'wrong_status'],
] as const)(
  'a decision whose reason could not be stored is refused (%s)',
  async (status, result) => {
    const { streams, keys, commands } = await setUp(status === 'pending');
    const handler = new ReviewApplicationHandler(
      commands,
      streams,
      { read: async () => ({ applicant }) } as never,
      keys,
      { policy: { retention } } as never,
    );
    const decision = { status: 'rejected', reason: 'Too far away.' } as never;
    const input = { kind: 'host', applicationId, decision } as const;
    const execution = handler.execute(new ReviewApplicationCommand(input, context));
    if (result === 'refused') await expect(execution).rejects.toThrow(UnreadableKey);
    else await expect(execution).rejects.toMatchObject({ code: result });
  },
);

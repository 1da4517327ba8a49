import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { z } from 'zod';
import { createApp } from '../../app.js';
import { passwordNotices } from '../../people/identity/identity.process.js';
import { allProcesses, slices } from '../../slices.js';
import { Clock } from '../kernel/clock.js';
import { defineCommand } from '../kernel/command.js';
import type { Message } from '../kernel/decider.js';
import { defineEvents } from '../kernel/events.js';
import { DAY_MS, addDays, localDate } from '../kernel/local-time.js';
import { Lags } from '../projections/lags.js';
import { ReadModels } from '../projections/read-models.js';
import { type Slice, defineSlice } from '../slice.js';
import { EventStore } from '../stores/event-store.js';
import { metrics } from '../stores/metrics.js';
import { Mongo } from '../stores/mongo.js';
import { commandLine } from '../../../testing/command-line.js';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';
import { eventually } from '../../../testing/stores.js';
import { ProcessPositions } from './positions.service.js';
import { defineProcess } from './process.js';
import { Queues } from './queues.js';

const LIMIT = 1_000;

let courtly: Courtly;
afterEach(async () => {
  jest.restoreAllMocks();
  await courtly.stop();
});

const jobs = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({
    id: `filler.${from + index}`,
    due: null,
    data: {},
  }));

it('stops reading the log while too many jobs wait, without losing any', async () => {
  // No worker runs the jobs.
  jest.spyOn(Queues.prototype, 'processJobs').mockImplementation(() => undefined);
  courtly = await startCourtly();
  const [host, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
  const court = await courtly.court(host);
  const slots = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 3));
  const queues = courtly.app.get(Queues, { strict: false });
  const waiting = async () => (await queues.countJobs()).get('emails')!['waiting']!;
  const isQueued = (knownCount: number) =>
    eventually('more jobs are queued', async () => (await waiting()) > knownCount);

  // Jobs of events that are read together share a queue entry.
  const queuedEmails = async () =>
    (await queues['queue']('emails').getJobs('waiting')).flatMap(
      ({ data }: { data: { together?: object[] } }) => data.together ?? [data],
    );
  await eventually(
    'the emails of both registrations are queued',
    async () => (await queuedEmails()).length === 2,
  );
  const waitingJobs = await waiting();
  await queues.addJobs({ name: 'filler', queue: 'emails' }, jobs(waitingJobs, LIMIT));
  expect(await waiting()).toBe(LIMIT);
  await courtly.book(player, court.id, slots[0]!).expect(201);
  await isQueued(LIMIT);

  const full = await waiting();
  const isFull = jest.spyOn(queues, 'isFull');
  await courtly.book(player, court.id, slots[1]!).expect(201);
  await eventually(
    'the queue length is checked repeatedly',
    async () => isFull.mock.calls.length >= 3,
  );
  expect(await waiting()).toBe(full);

  await queues['queue']('emails').drain();
  await isQueued(0);
});

/** The ids of the events for which the probe has run. */
const probed: string[] = [];

class ProbeCommand extends defineCommand<Readonly<{ id: string }>>() {}

@CommandHandler(ProbeCommand)
class ProbeHandler implements ICommandHandler<ProbeCommand> {
  async execute({ input }: ProbeCommand) {
    probed.push(input.id);
  }
}

type Probed = Message<'UserRegistered' | 'ProbeSent'>;

const probe = (handles: readonly Probed['type'][]) =>
  defineProcess<Probed, { id: string }, never>({
    name: 'probe',
    queue: 'emails',
    handles,
    react: ({ id }) => [{ id, due: null, data: { id } }],
    command: (data, context) => new ProbeCommand(data, context),
  });
const probeSlice = (handles: readonly Probed['type'][], version: number): Slice =>
  defineSlice({
    name: 'probe',
    providers: [ProbeHandler],
    events:
      version > 1
        ? [defineEvents(['user'], { ProbeSent: { version: 1, data: z.object({}) } })]
        : [],
    projections: [],
    processes: [probe(handles)],
  });
const oldRelease = [...slices, probeSlice(['UserRegistered'], 1)];
const newRelease = [...slices, probeSlice(['UserRegistered', 'ProbeSent'], 2)];

const positions = () => courtly.app.get(ProcessPositions, { strict: false });
const positionOf = async (process: string) =>
  (await positions().positionOf(process))?.position ?? '';
/** Books an hour and returns the position of the booking in the log. */
const bookHour = async () => {
  const [host, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
  const court = await courtly.court(host);
  const [slot] = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 3));
  const booked = await courtly.book(player, court.id, slot!).expect(201);
  return booked.get('Courtly-Position')!;
};
/** Appends an event of the newer release. */
const sendProbe = async () => {
  const id = randomUUID();
  const metadata = {
    version: 1,
    actor: { id: 'courtly', role: 'courtly' },
    at: new Date().toISOString(),
    command: id,
    fingerprint: '',
    $correlationId: id,
  };
  const event = { id, type: 'ProbeSent', data: {}, metadata };
  await courtly.app.get(EventStore).append(`user-${randomUUID()}`, -1, [event]);
  return id;
};

const metricOf = async (name: string, process: string) => {
  const { values } = await metrics.getSingleMetric(name)!.get();
  return values.find(({ labels }) => labels['process'] === process)?.value;
};

describe('a process manager', () => {
  it('sets aside an event that it cannot handle, and continues', async () => {
    courtly = await startCourtly();
    const react = jest.spyOn(passwordNotices, 'react').mockImplementationOnce(() => {
      throw new TypeError('no such member');
    });
    const member = await courtly.register();
    const passwords = { currentPassword: member.password, newPassword: 'grass-court-rally' };
    await member.agent.put('/api/auth/me/password').send(passwords).expect(204);
    const setAside = await eventually('the event is set aside', async () => {
      const events = await positions().listSetAside('passwordNotices');
      return events.length > 0 && events;
    });
    expect(setAside).toMatchObject([
      { process: 'passwordNotices', reason: 'TypeError: no such member' },
    ]);
    const { id, position } = setAside[0]!.event;
    await eventually(
      'the process continues',
      async () => (await positionOf('passwordNotices')) >= position,
    );
    expect(react).toHaveBeenCalledTimes(1);
    const setAsideMetric = async () => {
      await courtly.app.get(Lags, { strict: false }).measureProcessLags();
      return metricOf('courtly_process_set_aside', 'passwordNotices');
    };
    expect(await setAsideMetric()).toBe(1);

    const execute = jest.spyOn(courtly.app.get(CommandBus, { strict: false }), 'execute');
    const run = commandLine(courtly.stores.environment);
    expect(await run(['processes', 'status'])).toMatchObject({
      code: 0,
      printed: expect.stringContaining(`passwordNotices set aside event ${id}`),
    });
    expect((await run(['processes', 'retry', 'passwordNotices'])).code).toBe(0);
    await eventually('the event is handled', async () =>
      execute.mock.calls.some(([command]) =>
        (command as { context?: { commandId: string } }).context?.commandId.endsWith(id),
      ),
    );
    expect(await positions().listSetAside('passwordNotices')).toEqual([]);
    expect(await setAsideMetric()).toBe(0);
  });

  it('waits at an event of a newer release, which then handles it, while others continue', async () => {
    courtly = await startCourtly({}, oldRelease);
    const first = await courtly.register();
    await eventually('the probe runs', async () => probed.length === 1);
    const [registered] = await courtly.app.get(EventStore).read(`user-${first.user.id}`);
    expect(probed).toEqual([registered!.id]);

    const probeId = await sendProbe();
    const bookedAt = await bookHour();
    await eventually(
      'processes of other streams continue',
      async () => (await positionOf('bookingDeadlines')) >= bookedAt,
    );
    expect(probed).toHaveLength(1);

    const newer = await createApp(
      { ...courtly.config, ROLES: ['worker', 'projector'] },
      newRelease,
    );
    try {
      await newer.init();
      await eventually('the newer release catches up', async () => probed.length >= 4, 20_000);
      expect(probed[1]).toBe(probeId);
      expect(new Set(probed).size).toBe(probed.length);
    } finally {
      await newer.close();
    }
  });

  it('runs the jobs that an older release did not know, even after a long rollback', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const returns = defineProcess<Probed, { id: string }, never>({
      name: 'returns',
      queue: 'money',
      handles: ['ProbeSent'],
      react: () => [],
      command: (data, context) => new ProbeCommand(data, context),
    });
    courtly = await startCourtly();
    const [name, kept, forgotten] = ['returns', 'left-in-redis', 'lost-by-redis'];
    const older = courtly.app.get(Mongo, { strict: false });
    await older.readModels.collection<{ _id: string }>('pendingJobs').insertMany(
      [kept, forgotten].map((id) => ({
        _id: `${name}.${id}`,
        due: null,
        data: { id },
        addedAt: new Date(Date.now() - 8 * DAY_MS),
      })),
    );
    const queues = courtly.app.get(Queues, { strict: false });
    // Simulates a job whose attempts have all failed.
    await queues['queue']('money').add(name, { id: kept }, { jobId: kept, attempts: 1 });
    await eventually('the older release does not know the process of the job', async () =>
      (await queues.findFailure(kept))?.reason.startsWith('unknown process returns'),
    );
    await courtly.app.close();

    const slice = { name, events: [], projections: [], processes: [returns] };
    const newer = await createApp({ ...courtly.config, ROLES: ['worker', 'projector'] }, [
      ...slices,
      defineSlice({ ...slice, providers: [ProbeHandler] }),
    ]);
    try {
      await newer.init();
      await eventually('both jobs run', async () => {
        return [kept, forgotten].every((id) => probed.includes(id));
      });
      const { readModels } = newer.get(Mongo, { strict: false });
      await eventually('both jobs are forgotten', async () => {
        const jobs = readModels.collection<{ _id: string }>('pendingJobs');
        return (await jobs.countDocuments({ _id: /^returns/ })) === 0;
      });
    } finally {
      await newer.close();
    }
  });

  it('keeps its first position if its release is rolled back before it reads an event', async () => {
    courtly = await startCourtly();
    const mongo = courtly.app.get(Mongo, { strict: false });
    const clock = courtly.app.get(Clock, { strict: false });
    const added = { name: 'added', handles: ['ProbeSent'] };
    const newRelease = () => new ProcessPositions(mongo, clock, [...allProcesses, added]);
    const first = await newRelease().positionOf('added');
    const bookedAt = await bookHour();
    await eventually('the other processes advance', async () =>
      (await positions().list()).every(({ position }) => position >= bookedAt),
    );
    expect(await newRelease().positionOf('added')).toEqual(first);
  });

  it('follows the log while its sweep fails', async () => {
    jest.spyOn(ReadModels.prototype, 'walk').mockRejectedValue(new Error('being built'));
    const failures = async () =>
      (await metricOf('courtly_process_failures_total', 'bookingDeadlines')) ?? 0;
    const earlierFailures = await failures();
    courtly = await startCourtly();
    const bookedAt = await bookHour();
    await eventually(
      'the deadline of the booking is queued',
      async () => (await positionOf('bookingDeadlines')) >= bookedAt,
    );
    await eventually('the failure counts', async () => (await failures()) > earlierFailures);
  });
});

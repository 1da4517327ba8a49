import { createStripeInProcess, type StripeInProcess } from '@courtly/standin-stripe/in-process';
import { Logger } from '@nestjs/common';
import type { CommandBus, ICommand } from '@nestjs/cqrs';
import Stripe from 'stripe';
import {
  followedStripeEvents,
  stripeEventJobs,
} from '../../src/money/settlement/stripe-event-jobs.js';
import { allEvents } from '../../src/event-sets.js';
import { Clock } from '../../src/platform/kernel/clock.js';
import type { EventCodec } from '../../src/platform/kernel/codec.js';
import { type CommandContext, systemContext } from '../../src/platform/kernel/context.js';
import { DomainError } from '../../src/platform/kernel/domain-error.js';
import type { RecordedEvent } from '../../src/platform/kernel/events.js';
import { DAY_MS, MINUTE_MS } from '../../src/platform/kernel/local-time.js';
import { Ids } from '../../src/platform/kernel/ids.js';
import type { Streams } from '../../src/platform/kernel/streams.js';
import type { ProcessPositions } from '../../src/platform/processes/positions.service.js';
import type { AnyProcess } from '../../src/platform/processes/process.js';
import { ProcessJobs, SWEEP_EVERY_MS } from '../../src/platform/processes/process-jobs.service.js';
import type { AnyProjection } from '../../src/platform/projections/projection.js';
import type { ReadModels } from '../../src/platform/projections/read-models.js';
import { StoreUnavailable } from '../../src/platform/stores/store-unavailable.js';
import type { StripeClient } from '../../src/platform/stores/stripe.js';
import type { StoredEvent } from '../../src/platform/stores/stored-event.js';
import { type Fault, InMemoryEventStore, startProcess } from '../in-memory-event-store.js';
import { InMemoryKeys } from '../in-memory-keys.js';
import { policyTookEffect, recordedLog } from '../audited-log.js';
import {
  isOfNightlyCheck,
  nightlyHandlers,
  nightlyProcess,
  nightlyProjections,
} from './nightly-checks.js';
import { SimulatedQueues } from './queues.js';
import { SimulatedReadModels } from './read-models.js';
import { SeededScheduler } from './scheduler.js';
import { SimulatedProcess } from './simulated-process.js';
import { type CallSurroundings, simulatedStripeClient } from './stripe-client.js';
import { StripeFaults } from './stripe-faults.js';
import { SimulatedWorkers, type WorkResult, followersOf, longerPause } from './workers.js';

/** `doubled` webhooks arrive twice; `late` ones arrive an hour later and in reverse order. */
export type WebhookWeather = 'normal' | 'lost' | 'doubled' | 'late';

/** A process that can be killed: the API, or one of the workers. */
export type Victim = 'api' | 0 | 1;

export type ReadStore = 'events' | 'readModels';

/** `concurrency` jobs run at the same time, on one worker process or two. */
export type SimulatedLoad = Readonly<{ concurrency: number; workers?: 1 | 2; seed?: number }>;

/** `until` is in Unix milliseconds. */
type EmptySweep = Readonly<{ version: number; pauseMs: number; until: number }>;
type Handlers = ReadonlyMap<unknown, { execute(command: never): Promise<unknown> }>;
type Kernel = ReturnType<typeof startProcess>;
/** The dependencies of one process's handlers. */
export type ProcessParts = Kernel &
  Readonly<{
    stripeClient: StripeClient;
    readModels: ReadModels;
    commandBus: CommandBus;
    ids: Ids;
  }>;
type RunningProcess = ProcessParts &
  Readonly<{
    process: SimulatedProcess;
    store: InMemoryEventStore;
    processJobs: ProcessJobs;
    positions: ProcessPositions;
    execute(command: ICommand): Promise<unknown>;
  }>;

export type SimulatedSystem = SimulatedLoad &
  Readonly<{
    /** In Unix milliseconds. */
    startsAt: number;
    processes: readonly AnyProcess[];
    projections: readonly AnyProjection[];
    createHandlers(parts: ProcessParts): Handlers;
  }>;

/** Covers what the platform bears, such as the fees of canceled bookings. */
export const PLATFORM_FUNDS_CENTS = 100_000;
/**
 * Stripe's clock moves in steps of at most this length, so that Stripe's own deadlines happen in
 * order.
 */
const MAX_STEP_MS = 12 * 3_600_000;
const LATE_MS = 3_600_000;
/** Nightly checks can have work for this long after the last event. */
const MAX_ACTIVE_MS = 2 * DAY_MS;
/** The longest time between two nightly checks in a quiet time. */
const MAX_CHECK_PAUSE_MS = 5 * DAY_MS;
/** If a history still has work at the same instant after this many rounds, it would never end. */
const MAX_ROUNDS = 200;

const ids = new Ids({ LOOKUP_SECRETS: ['a secret of lookups for tests alone'] });
// Workers would log warnings about the faults of thousands of histories.
Logger.overrideLogger(false);

const isBug = (error: unknown) => error instanceof TypeError || error instanceof RangeError;

/**
 * A Courtly on one simulated clock with in-memory stores and the Stripe stand-in. A seed
 * interleaves concurrent calls, and workers can be killed between any two of them.
 */
export class SimulatedCourtly {
  now: number;
  readonly stripe: StripeInProcess;
  /** A Stripe client without faults, for the bank, admins in the dashboard, and checks. */
  readonly stripeApi: Stripe;
  readonly stripeFaults = new StripeFaults(() => this.now);
  readonly log: StoredEvent[] = [];
  readonly readModels: SimulatedReadModels;
  /** Replaced if it is killed. */
  api: RunningProcess;
  /** For reads that no fault disturbs. */
  readonly streams: Streams;
  /** All events, oldest first. */
  readonly events: RecordedEvent[] = [];
  /** Errors of jobs that no fault explains. */
  readonly bugs: unknown[] = [];
  /**
   * Whether a process read an event more than a day late, in which case it sends no email for it.
   */
  wasFollowedLate = false;
  /** How often the API was killed and replaced. */
  apiReplacements = 0;
  /** Called before each round of work. */
  onRound: () => void = () => undefined;
  private readonly keys = new InMemoryKeys();
  private readonly scheduler: SeededScheduler;
  private readonly processes: readonly AnyProcess[];
  private readonly queues: SimulatedQueues;
  private readonly queue: SimulatedWorkers;
  private readonly followers: readonly AnyProcess[];
  private readonly clock: Clock;
  private readonly codec: EventCodec;
  private readonly workers: RunningProcess[];
  private webhooks: WebhookWeather = 'normal';
  /** When each store that cannot be read recovers, in Unix milliseconds. */
  private readonly failingReads = new Map<ReadStore, number>();
  /** The number of events that each process has handled. */
  private readonly followed = new Map<string, number>();
  /** The last sweep of each process that found nothing, in a version of its read model. */
  private readonly emptySweeps = new Map<string, EmptySweep>();
  /** When the log or Stripe last had an event other than those of nightly checks. */
  private activeAt: number;
  private checkedAt = 0;
  private deliveredEvents = 0;
  private isStripeTouched = true;
  private readStripeAt = 0;
  private actions = 0;

  constructor(private readonly system: SimulatedSystem) {
    const { startsAt, concurrency, workers = 1, seed = 1, processes, projections } = system;
    this.now = startsAt;
    this.activeAt = startsAt;
    const readTime = () => this.now;
    // Hosts keep their money at Stripe, so that every reversal can succeed.
    const accounts = { accountPayouts: 'manual' } as const;
    const stripe = createStripeInProcess(readTime, { topUp: PLATFORM_FUNDS_CENTS, ...accounts });
    const touch = () => (this.isStripeTouched = true);
    this.stripe = {
      ...stripe,
      respond: (request) => (touch(), stripe.respond(request)),
      control: (...control) => (touch(), stripe.control(...control)),
    };
    this.stripeApi = simulatedStripeClient(this.stripe).required;
    this.scheduler = new SeededScheduler(seed);
    this.readModels = new SimulatedReadModels(
      [...projections, ...nightlyProjections],
      processes.flatMap(({ sweep }) => (sweep ? [sweep.readModel.name] : [])),
    );
    // The nightly checks start with the first policy.
    this.readModels.apply(recordedLog([policyTookEffect('standard-1')]));
    this.queues = new SimulatedQueues(readTime);
    this.processes = [...processes, nightlyProcess];
    this.followers = followersOf(this.processes);
    this.clock = { now: readTime, instant: () => this.instant() } as Clock;
    ({ streams: this.streams, codec: this.codec } = startProcess(
      new InMemoryEventStore(undefined, this.log),
      this.keys,
    ));
    this.api = this.start();
    this.workers = Array.from({ length: workers }, () => this.start(this.failingReads));
    this.queue = new SimulatedWorkers(
      this.queues,
      readTime,
      (process, { id, data }, worker) =>
        this.runOnWorker(worker % workers, ({ processJobs }) => processJobs.run(process, id, data)),
      concurrency,
      (after) => this.readModels.nextInstant(after),
    );
  }

  close(): void {
    this.stripe.close();
  }

  instant(): string {
    return new Date(this.now).toISOString();
  }

  context(action: string): CommandContext {
    return systemContext(`${action} ${++this.actions}`, this.instant());
  }

  /**
   * Lets time pass until an instant (Unix milliseconds), does what becomes due, and acts among its
   * concurrent jobs. Without an act, sweeps, because the last sweep can be hours ago.
   */
  async advanceTo(instant: number, act?: () => Promise<unknown>): Promise<void> {
    await this.doDueWork();
    while (this.now < instant) {
      this.now = Math.min(instant, this.now + MAX_STEP_MS, this.nextChangeAt());
      await this.storePositions();
      if (act && this.now === instant) break;
      await this.doDueWork();
    }
    if (!act) this.queue.sweepNow();
    await this.doDueWork(act);
  }

  /**
   * Returns whether a request was accepted. It is not accepted if Stripe does not respond. If the
   * API is killed, the client repeats the request, so the context must be created outside of it.
   */
  async accepts(request: () => Promise<unknown>): Promise<boolean> {
    const { api } = this;
    try {
      const isKilled = await Promise.race([
        request().then(() => false),
        api.process.death.then(() => true),
      ]);
      if (!isKilled) return true;
      if (this.api === api) {
        this.api = this.start();
        this.apiReplacements++;
      }
      return await this.accepts(request);
    } catch (error) {
      if (error instanceof DomainError || error instanceof Stripe.errors.StripeError) return false;
      throw error;
    }
  }

  /** A person confirms a payment in the browser. Returns whether the bank approved it. */
  async confirmPayment(clientSecret: string, cardNumber: string): Promise<boolean> {
    const response = await this.stripe.respond({
      method: 'POST',
      path: `/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`,
      form: new URLSearchParams({
        key: 'pk_test_simulation',
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': cardNumber,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2099',
        'payment_method_data[card][cvc]': '123',
      }).toString(),
      headers: {},
    });
    return response?.status === 200;
  }

  /**
   * Changes the state at Stripe as a bank or the dashboard would. Does nothing if the state does
   * not allow that.
   */
  tryControl(route: string, options: Readonly<Record<string, unknown>>, id: string): void {
    try {
      this.stripe.control(route, options, id);
    } catch (error) {
      if ((error as { status?: number }).status === undefined) throw error;
    }
  }

  // Faults

  pauseWorkers(): void {
    this.queue.isPaused = true;
  }

  resumeWorkers(): void {
    this.queue.resume();
  }

  /** Empties Redis now or after jobs have been queued this many times. */
  emptyRedis(additions = 0): void {
    this.queues.loseJobs(additions);
    this.queue.sweepSoon();
  }

  setWebhooks(weather: WebhookWeather): void {
    this.webhooks = weather;
  }

  /** The next appends of each worker meet these faults. */
  failAppends(faults: readonly (Fault | null)[]): void {
    for (const { store } of this.workers) store.fail(...faults);
  }

  /** Reads of a store by the workers fail for some time. */
  failReads(store: ReadStore, minutes: number): void {
    this.failingReads.set(store, this.now + minutes * MINUTE_MS);
  }

  /**
   * Kills a process after this many steps, each before or after a call to a store or Stripe,
   * wherever it is at that point.
   */
  kill(victim: Victim, steps: number): void {
    const { process } = victim === 'api' ? this.api : this.workers[victim % this.workers.length]!;
    process.killAfter(steps);
  }

  endFaults(): void {
    this.stripeFaults.end();
    this.webhooks = 'normal';
    this.queues.keepJobs();
    this.failingReads.clear();
    for (const { store, process } of [this.api, ...this.workers]) {
      store.recover();
      process.surviveFaults();
    }
    this.isStripeTouched = true;
    this.queue.resume();
  }

  // Inside

  private start(failingReads: ReadonlyMap<ReadStore, number> = new Map()): RunningProcess {
    const process = new SimulatedProcess(this.scheduler);
    const step = () => process.step();
    const readEvents = async () => {
      await step();
      if (failingReads.has('events')) throw new StoreUnavailable('The store');
    };
    const readDocuments = async () => {
      await step();
      if (failingReads.has('readModels'))
        throw new DomainError('store_unavailable', 'The records do not respond.');
    };
    const store = new InMemoryEventStore(
      (moment) => (moment === 'read' ? readEvents() : step()),
      this.log,
    );
    const kernel = startProcess(store, this.keys);
    // With real time, the order of tasks would differ from run to run.
    kernel.commands.pauseBeforeRetry = step;
    const surroundings: CallSurroundings = {
      step,
      letOthersAct: (...call) => this.stripeFaults.letOthersAct(...call),
      nextFault: (...call) => this.stripeFaults.next(...call),
      callLater: (...lateCall) => this.stripeFaults.callLater(...lateCall),
    };
    const execute = (command: ICommand): Promise<unknown> => {
      const handler = handlers.get(command.constructor);
      if (!handler) throw new TypeError(`no handler for ${command.constructor.name}`);
      return handler.execute(command as never);
    };
    const parts = {
      ...kernel,
      stripeClient: simulatedStripeClient(this.stripe, surroundings),
      readModels: this.readModels.asReadModels(readDocuments),
      commandBus: { execute } as unknown as CommandBus,
      ids,
    };
    const queues = this.queues.asQueues(step, this.processes);
    const handlers = new Map<unknown, { execute(command: never): Promise<unknown> }>([
      ...this.system.createHandlers(parts),
      ...nightlyHandlers(parts, queues),
    ]);
    const positions = this.queues.asPositions(step);
    const processJobs = new ProcessJobs(
      kernel.codec,
      parts.readModels,
      positions,
      this.queues.asPendingJobs(step),
      queues,
      this.clock,
      parts.commandBus,
      { isSubscribed: async () => true, unsubscribeLinks: async () => ({}) as never },
      this.processes,
      allEvents,
    );
    return { ...parts, process, store, processJobs, positions, execute };
  }

  /** Workers store their positions within one second. */
  private async storePositions(): Promise<void> {
    for (const place of this.workers.keys())
      await this.runOnWorker(place, ({ positions }) => positions.flush());
  }

  private async runOnWorker(
    number: number,
    work: (worker: RunningProcess) => Promise<unknown>,
  ): Promise<WorkResult> {
    const place = number % this.workers.length;
    const worker = this.workers[place]!;
    const onError = (error: unknown): WorkResult => {
      if (isBug(error)) this.bugs.push(error);
      return 'failed';
    };
    const result = await Promise.race([
      work(worker).then((): WorkResult => 'done', onError),
      worker.process.death.then((): WorkResult => 'killed'),
    ]);
    // Another process takes its place, without its caches and without the positions that it had not
    // stored.
    if (result === 'killed' && this.workers[place] === worker) {
      this.workers[place] = this.start(this.failingReads);
      this.followed.clear();
    }
    return result;
  }

  private async doDueWork(act?: () => Promise<unknown>): Promise<void> {
    let nextAct = act;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      this.onRound();
      this.recoverReads();
      await this.project();
      this.deliverWebhooks();
      if (!nextAct && this.isLogFollowed && this.nextChangeAt() > this.now) return;
      const isShared = this.system.concurrency > 1;
      if (!isShared) await this.runProcesses();
      const jobs = nextAct && !isShared ? [] : this.queue.takeDueJobs();
      let actError: unknown = null;
      const actTask = nextAct && (() => nextAct!().catch((error: unknown) => (actError = error)));
      const processTasks = isShared ? [() => this.runProcesses()] : [];
      await this.scheduler.runTogether([
        ...(actTask ? [actTask] : []),
        ...processTasks,
        ...jobs,
        ...this.stripeFaults.takeLateCalls(),
      ]);
      if (actError !== null) throw actError;
      nextAct = undefined;
    }
    throw new Error(`there is still work at ${this.instant()} after ${MAX_ROUNDS} rounds`);
  }

  /** In Unix milliseconds. */
  private nextChangeAt(): number {
    return Math.min(
      this.queue.nextWorkAt(),
      this.stripeFaults.nextLateCallAt(),
      ...this.failingReads.values(),
    );
  }

  /** Sweeps soon after a store has recovered, because jobs can have failed for the last time. */
  private recoverReads(): void {
    for (const [store, recoversAt] of this.failingReads) {
      if (recoversAt > this.now) continue;
      this.failingReads.delete(store);
      this.queue.sweepSoon();
    }
  }

  private async project(): Promise<void> {
    if (this.events.length < this.log.length) {
      const storedEvents = this.log.slice(this.events.length);
      const events = (await this.codec.decode(storedEvents)) as RecordedEvent[];
      this.events.push(...events);
      this.readModels.apply(events);
      if (events.some(isOfNightlyCheck)) this.checkedAt = this.now;
      if (!events.every(isOfNightlyCheck)) this.activeAt = this.now;
    }
  }

  /** Whether the processes have followed the log, or cannot follow it now. */
  private get isLogFollowed(): boolean {
    return (
      this.queue.isPaused ||
      this.failingReads.has('events') ||
      this.followers.every(({ name }) => (this.followed.get(name) ?? 0) >= this.events.length)
    );
  }

  /** Each process follows the log and sweeps on one of the workers, any of which may be killed. */
  private async runProcesses(): Promise<void> {
    if (!this.isLogFollowed) {
      for (const [place, process] of this.followers.entries())
        await this.runOnWorker(place, (worker) => this.followLog(process, worker));
      if (this.readModels.takeSweptChange()) this.queue.sweepSoon();
    }
    if (!this.queue.takeSweep()) return;
    for (const [place, process] of this.processes.entries())
      if (this.canFindWork(process)) await this.sweep(process, place);
  }

  /** Whether a sweep can do more than the last one, which found nothing. */
  private canFindWork(process: AnyProcess): boolean {
    if (!process.sweep) return this.queues.hasPendingJobs(process);
    if (process === nightlyProcess && this.isQuiet) return false;
    const { version, until = 0 } = this.emptySweeps.get(process.name) ?? {};
    return this.now >= until || version !== this.readModels.versionOf(process.sweep.readModel);
  }

  /** Whether a nightly check would only repeat the last one. Some of these checks run anyway. */
  private get isQuiet(): boolean {
    return (
      this.now - this.activeAt > MAX_ACTIVE_MS && this.now - this.checkedAt < MAX_CHECK_PAUSE_MS
    );
  }

  private async sweep(process: AnyProcess, place: number): Promise<void> {
    const { additions } = this.queues;
    const result = await this.runOnWorker(place, ({ processJobs }) => processJobs.sweep(process));
    if (!process.sweep || result !== 'done' || this.queues.additions > additions) return;
    const version = this.readModels.versionOf(process.sweep.readModel);
    const last = this.emptySweeps.get(process.name);
    const pauseMs = longerPause(last?.version === version ? last.pauseMs : SWEEP_EVERY_MS);
    this.emptySweeps.set(process.name, {
      version,
      pauseMs,
      until: this.queue.nextFindAt(pauseMs),
    });
  }

  private async followLog(
    process: AnyProcess,
    { positions, processJobs }: RunningProcess,
  ): Promise<void> {
    const last = await positions.positionOf(process.name);
    const events = this.log.slice(Number(last?.position ?? 0), this.events.length);
    if (events.length > 0) {
      const { position, id: eventId } = events.at(-1)!;
      this.wasFollowedLate ||=
        this.now - Date.parse(this.events.at(-events.length)!.metadata.at) > DAY_MS;
      await processJobs.handle(process, { events, reached: { position, eventId } }, last);
    }
    this.followed.set(process.name, this.events.length);
  }

  /** Does what the webhook route does: queues jobs that read the current state from Stripe. */
  private deliverWebhooks(): void {
    if (!this.isStripeTouched && this.readStripeAt === this.now) return;
    this.isStripeTouched = false;
    this.readStripeAt = this.now;
    const stripeEvents = this.stripe.events(this.deliveredEvents);
    this.deliveredEvents += stripeEvents.length;
    if (stripeEvents.length > 0) this.activeAt = this.now;
    if (this.webhooks === 'lost') return;
    const isLate = this.webhooks === 'late';
    const due = new Date(this.now + (isLate ? LATE_MS : 0)).toISOString();
    const copies = this.webhooks === 'doubled' ? ['', '.again'] : [''];
    for (const stripeEvent of isLate ? stripeEvents.toReversed() : stripeEvents) {
      if (!followedStripeEvents.includes(stripeEvent.type)) continue;
      for (const { process, job } of stripeEventJobs(stripeEvent)) {
        const simulatedProcess = this.processes.find(({ name }) => name === process.name);
        if (!simulatedProcess) continue;
        for (const copy of copies)
          this.queues.add(simulatedProcess, { ...job, id: `${job.id}${copy}`, due });
      }
    }
  }
}

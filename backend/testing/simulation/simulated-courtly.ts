import { createStripeInProcess, type StripeInProcess } from '@courtly/standin-stripe/in-process';
import type { CommandBus, ICommand } from '@nestjs/cqrs';
import Stripe from 'stripe';
import {
  followedStripeEvents,
  stripeEventJobs,
} from '../../src/money/settlement/stripe-event-jobs.js';
import { type CommandContext, systemContext } from '../../src/platform/kernel/context.js';
import { DomainError } from '../../src/platform/kernel/domain-error.js';
import type { RecordedEvent } from '../../src/platform/kernel/events.js';
import { Ids } from '../../src/platform/kernel/ids.js';
import type { AnyProcess } from '../../src/platform/processes/process.js';
import type { AnyProjection } from '../../src/platform/projections/projection.js';
import type { ReadModels } from '../../src/platform/projections/read-models.js';
import type { StripeClient } from '../../src/platform/stores/stripe.js';
import type { StoredEvent } from '../../src/platform/stores/stored-event.js';
import { type Fault, InMemoryEventStore, startProcess } from '../in-memory-event-store.js';
import { InMemoryKeys } from '../in-memory-keys.js';
import { SimulatedReadModels } from './read-models.js';
import { SeededScheduler } from './scheduler.js';
import { SimulatedProcess } from './simulated-process.js';
import { simulatedStripeClient } from './stripe-client.js';
import { StripeFaults } from './stripe-faults.js';
import { type JobResult, SimulatedWorkers } from './workers.js';

/** Duplicates arrive twice, late webhooks an hour later and in reverse order. */
export type WebhookWeather = 'normal' | 'lost' | 'doubled' | 'late';

/** `concurrency` jobs run at the same time, on one worker process or on two. */
export type SimulatedLoad = Readonly<{ concurrency: number; workers?: 1 | 2; seed?: number }>;

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
    execute(command: ICommand): Promise<unknown>;
  }>;

export type SimulatedSystem = SimulatedLoad &
  Readonly<{
    /** Unix milliseconds. */
    startsAt: number;
    processes: readonly AnyProcess[];
    projections: readonly AnyProjection[];
    createHandlers(parts: ProcessParts): Handlers;
  }>;

/** Pays what the platform bears, such as fees of canceled bookings. */
export const PLATFORM_FUNDS_CENTS = 100_000;
/** Stripe's clock moves in steps of at most this, so that its own deadlines come in order. */
const MAX_STEP_MS = 12 * 3_600_000;
const LATE_MS = 3_600_000;
/**
 * A history that still has work at the same instant after this number of rounds would never end.
 */
const MAX_ROUNDS = 200;

const ids = new Ids({ LOOKUP_SECRETS: ['a secret of lookups for tests alone'] });
const isBug = (error: unknown) => error instanceof TypeError || error instanceof RangeError;

/**
 * Courtly on one simulated clock: an API process and workers with real deciders, projections,
 * processes, and settlers over stores in memory, and the Stripe stand-in in process. Calls that run
 * together are interleaved by a seed, and workers can be killed between any two of them.
 */
export class SimulatedCourtly {
  now: number;
  readonly stripe: StripeInProcess;
  /** Stripe without faults, for the bank, admins in the dashboard, and checks. */
  readonly stripeApi: Stripe;
  readonly stripeFaults = new StripeFaults();
  readonly log: StoredEvent[] = [];
  readonly readModels: SimulatedReadModels;
  readonly api: RunningProcess;
  /** All events, oldest first. */
  readonly events: RecordedEvent[] = [];
  /** Errors of jobs that no fault explains. */
  readonly bugs: unknown[] = [];
  /** Whether jobs were lost that only the log and Stripe remember. */
  wasRedisEmptied = false;
  /** Called before each round of work. */
  onRound: () => void = () => undefined;
  private readonly keys = new InMemoryKeys();
  private readonly scheduler: SeededScheduler;
  private readonly queue: SimulatedWorkers;
  private readonly workers: RunningProcess[];
  private webhooks: WebhookWeather = 'normal';
  private wereWebhooksLost = false;
  private unfollowedEvents: RecordedEvent[] = [];
  private deliveredEvents = 0;
  private isStripeTouched = true;
  private readStripeAt = 0;
  private actions = 0;

  constructor(private readonly system: SimulatedSystem) {
    const { startsAt, concurrency, workers = 1, seed = 1, processes, projections } = system;
    this.now = startsAt;
    const readTime = () => this.now;
    const stripe = createStripeInProcess(readTime, { topUp: PLATFORM_FUNDS_CENTS });
    const touch = () => (this.isStripeTouched = true);
    this.stripe = {
      ...stripe,
      answer: (request) => (touch(), stripe.answer(request)),
      control: (...control) => (touch(), stripe.control(...control)),
    };
    this.stripeApi = simulatedStripeClient(this.stripe).required;
    this.scheduler = new SeededScheduler(seed);
    this.readModels = new SimulatedReadModels(projections);
    this.api = this.start();
    this.workers = Array.from({ length: workers }, () => this.start());
    this.queue = new SimulatedWorkers(
      processes,
      this.readModels,
      readTime,
      (command, worker) => this.runOnWorker(command, worker % workers),
      concurrency,
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
   * Lets time pass and does everything that becomes due until then (Unix milliseconds). Then
   * someone acts, among the jobs of that instant if jobs run together. Without an act, this ends
   * with a sweep: a deadline may have passed since the last one, which can be hours ago.
   */
  async advanceTo(instant: number, act?: () => Promise<unknown>): Promise<void> {
    await this.doDueWork();
    while (this.now < instant) {
      this.now = Math.min(instant, this.now + MAX_STEP_MS, this.queue.nextWorkAt());
      if (act && this.now === instant) break;
      await this.doDueWork();
    }
    if (!act) this.queue.sweepNow();
    await this.doDueWork(act);
  }

  /** Returns whether a request was accepted. It fails if Stripe does not respond. */
  async accepts(request: () => Promise<unknown>): Promise<boolean> {
    try {
      await request();
      return true;
    } catch (error) {
      if (error instanceof DomainError || error instanceof Stripe.errors.StripeError) return false;
      throw error;
    }
  }

  /** A person confirms a payment in the browser. Returns whether the bank agreed. */
  async confirmPayment(clientSecret: string, cardNumber: string): Promise<boolean> {
    const answer = await this.stripe.answer({
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
    return answer?.status === 200;
  }

  /** Changes Stripe as a bank or its dashboard would. Ignored if its state does not allow that. */
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

  emptyRedis(): void {
    this.wasRedisEmptied = true;
    this.queue.loseJobs();
  }

  setWebhooks(weather: WebhookWeather): void {
    this.webhooks = weather;
  }

  /** The next appends of each worker meet these faults. */
  failAppends(faults: readonly (Fault | null)[]): void {
    for (const { store } of this.workers) store.fail(...faults);
  }

  /**
   * A worker is killed after this number of calls to stores and Stripe, wherever it is at that
   * point.
   */
  killWorker(steps: number): void {
    this.workers[0]!.process.killAfter(steps);
  }

  /** If webhooks or their jobs were lost, Stripe's events are read again, as every night. */
  endFaults(): void {
    this.stripeFaults.end();
    this.webhooks = 'normal';
    for (const { store, process } of this.workers) {
      store.recover();
      process.surviveFaults();
    }
    if (this.wereWebhooksLost || this.wasRedisEmptied) this.deliveredEvents = 0;
    this.isStripeTouched = true;
    this.queue.resume();
  }

  // Inside

  private start(): RunningProcess {
    const process = new SimulatedProcess(this.scheduler);
    const step = () => process.step();
    const store = new InMemoryEventStore(step, this.log);
    const kernel = startProcess(store, this.keys);
    // Real time would make the order of tasks differ from one run to the next.
    kernel.commands.pauseBeforeRetry = step;
    const nextFault = (method: string, path: string) => this.stripeFaults.next(method, path);
    const execute = (command: ICommand): Promise<unknown> => {
      const handler = handlers.get(command.constructor);
      if (!handler) throw new Error(`no handler for ${command.constructor.name}`);
      return handler.execute(command as never);
    };
    const parts = {
      ...kernel,
      stripeClient: simulatedStripeClient(this.stripe, { step, nextFault }),
      readModels: this.readModels.asReadModels(step),
      commandBus: { execute } as unknown as CommandBus,
      ids,
    };
    const handlers = this.system.createHandlers(parts);
    return { ...parts, process, store, execute };
  }

  private async runOnWorker(command: ICommand, place: number): Promise<JobResult> {
    const worker = this.workers[place]!;
    const onError = (error: unknown): JobResult => {
      if (isBug(error)) this.bugs.push(error);
      return 'failed';
    };
    const result = await Promise.race([
      worker.execute(command).then((): JobResult => 'done', onError),
      worker.process.death.then((): JobResult => 'killed'),
    ]);
    // Another process takes its place, without its caches.
    if (result === 'killed' && this.workers[place] === worker) this.workers[place] = this.start();
    return result;
  }

  private async doDueWork(act?: () => Promise<unknown>): Promise<void> {
    let nextAct = act;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      this.onRound();
      await this.project();
      this.deliverWebhooks();
      if (!nextAct && this.queue.nextWorkAt() > this.now) return;
      const isShared = this.system.concurrency > 1;
      const jobs = nextAct && !isShared ? [] : this.queue.takeDueJobs();
      let actError: unknown = null;
      const actTask = nextAct && (() => nextAct!().catch((error: unknown) => (actError = error)));
      await this.scheduler.runTogether(actTask ? [actTask, ...jobs] : jobs);
      if (actError !== null) throw actError;
      nextAct = undefined;
    }
    throw new Error(`there is still work at ${this.instant()} after ${MAX_ROUNDS} rounds`);
  }

  private async project(): Promise<void> {
    if (this.events.length < this.log.length) {
      const storedEvents = this.log.slice(this.events.length);
      const events = (await this.api.codec.decode(storedEvents)) as RecordedEvent[];
      this.events.push(...events);
      this.readModels.apply(events);
      this.unfollowedEvents.push(...events);
    }
    if (this.queue.isPaused || this.unfollowedEvents.length === 0) return;
    this.queue.follow(this.unfollowedEvents);
    this.unfollowedEvents = [];
  }

  /** As the webhook route: jobs that read the current state from Stripe. */
  private deliverWebhooks(): void {
    if (!this.isStripeTouched && this.readStripeAt === this.now) return;
    this.isStripeTouched = false;
    this.readStripeAt = this.now;
    const stripeEvents = this.stripe.events(this.deliveredEvents);
    this.deliveredEvents += stripeEvents.length;
    if (this.webhooks === 'lost') {
      this.wereWebhooksLost ||= stripeEvents.length > 0;
      return;
    }
    const isLate = this.webhooks === 'late';
    const due = new Date(this.now + (isLate ? LATE_MS : 0)).toISOString();
    const copies = this.webhooks === 'doubled' ? ['', '.again'] : [''];
    for (const stripeEvent of isLate ? stripeEvents.toReversed() : stripeEvents) {
      if (!followedStripeEvents.includes(stripeEvent.type)) continue;
      for (const { process, job } of stripeEventJobs(stripeEvent)) {
        const simulatedProcess = this.system.processes.find(({ name }) => name === process.name);
        if (!simulatedProcess) continue;
        for (const copy of copies)
          this.queue.deliver(simulatedProcess, { ...job, id: `${job.id}${copy}`, due });
      }
    }
  }
}

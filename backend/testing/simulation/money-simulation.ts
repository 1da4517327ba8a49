import { createStripeInProcess, type StripeInProcess } from '@courtly/standin-stripe/in-process';
import type { BookingTax } from '@courtly/contracts/policy';
import { toCents, toMoney } from '@courtly/contracts/wire';
import type { CommandBus, ICommand } from '@nestjs/cqrs';
import Stripe from 'stripe';
import { type Booking } from '../../src/booking/bookings/booking.js';
import {
  PassDeadlineCommand,
  PassDeadlineHandler,
} from '../../src/booking/bookings/bookings.commands.js';
import { bookings } from '../../src/booking/bookings/bookings.projection.js';
import { bookingDeadlines } from '../../src/booking/bookings/bookings.process.js';
import { courtDayIdOf } from '../../src/booking/bookings/booking-id.js';
import {
  type CourtDayCommand,
  courtDay,
  loadBooking,
} from '../../src/booking/bookings/court-day.js';
import { priceOf } from '../../src/booking/pricing/price.js';
import { StripeCustomers } from '../../src/money/cards/customers.service.js';
import { StripeCalls } from '../../src/money/settlement/stripe-calls.service.js';
import {
  SettleBookingCommand,
  SettleBookingHandler,
  SettleIntentCommand,
  SettleIntentHandler,
} from '../../src/money/settlement/settlement.commands.js';
import {
  RetryPaymentCommand,
  RetryPaymentHandler,
  SettleOtherwiseCommand,
  SettleOtherwiseHandler,
} from '../../src/money/settlement/exceptions.commands.js';
import { type Obligation, obligations } from '../../src/money/settlement/obligations.projection.js';
import { settlement } from '../../src/money/settlement/settlement.process.js';
import { payment } from '../../src/money/payments/payment.js';
import { payoutAccount } from '../../src/money/payouts/payout-account.js';
import { PayoutCalls } from '../../src/money/payouts/payout-calls.service.js';
import {
  PayHostCommand,
  PayHostHandler,
  SettlePayoutCommand,
  SettlePayoutHandler,
} from '../../src/money/payouts/payouts.commands.js';
import { type Amounts, addAmounts, amountsOf } from '../../src/money/ledger/accounts.js';
import { type JournalDocument, journal } from '../../src/money/ledger/journal.projection.js';
import { payoutsProcess } from '../../src/money/payouts/payouts.process.js';
import { payoutHolds } from '../../src/money/payouts/payout-holds.projection.js';
import { payouts } from '../../src/money/payouts/payouts.projection.js';
import {
  OrderRefundCommand,
  OrderRefundHandler,
} from '../../src/money/payouts/refunds.commands.js';
import { type CommandContext, systemContext } from '../../src/platform/kernel/context.js';
import { DomainError } from '../../src/platform/kernel/domain-error.js';
import type { RecordedEvent } from '../../src/platform/kernel/events.js';
import { Ids } from '../../src/platform/kernel/ids.js';
import type { AnyProcess } from '../../src/platform/processes/process.js';
import { bookingRequest, bookingTerms, requestBooking } from '../court-day.js';
import { type Fault, InMemoryEventStore, startProcess } from '../in-memory-event-store.js';
import { InMemoryKeys } from '../in-memory-keys.js';
import { SimulatedReadModels } from './read-models.js';
import { type CallFault, simulatedStripeClient } from './stripe-client.js';
import { SimulatedWorkers } from './workers.js';

const MINUTE_MS = 60_000;
const pricePolicy = { feeShare: 1_000, eliteFeeShare: 500, payoutShare: 9_900 };
const processes = [
  bookingDeadlines,
  settlement,
  payoutsProcess,
] as unknown as readonly AnyProcess[];
/** Pays what the platform bears, such as fees of canceled bookings. */
const PLATFORM_FUNDS_CENTS = 100_000;
/** A history that still has work at one instant after this many rounds would never end. */
const MAX_ROUNDS = 200;
const LATE_MS = 60 * MINUTE_MS;
/** As the stand-in: a hold lasts seven days. */
const HOLD_MS = 7 * 24 * 60 * MINUTE_MS - LATE_MS;

/** Taxes that the policies of simulated courts set for their city. */
export const cityTaxes = {
  added: { city: 'Added', name: 'Sales tax', rate: 825, included: false },
  included: { city: 'Included', name: 'Sales tax', rate: 825, included: true },
} as const satisfies Record<string, BookingTax>;

/** Duplicates arrive twice, late webhooks an hour later and in reverse order. */
export type WebhookWeather = 'normal' | 'lost' | 'doubled' | 'late';

export type SimulationSetup = Readonly<{
  /** Unix milliseconds. */
  requestedAt: number;
  startTime: string;
  isInstant: boolean;
  /** Whether a charge waits for the end of free cancellation. */
  isChargedLate: boolean;
  tax: BookingTax | null;
  /** Jobs that run at the same time. */
  concurrency: number;
}>;

/**
 * One booking paid by card, from request to payout: real deciders, projections, processes, and
 * settlers over stores in memory, a simulated clock and queue, and the Stripe stand-in in process.
 */
export class MoneySimulation {
  readonly bookingId: string;
  private readonly stripe: StripeInProcess;
  /** Stripe without faults, for the bank, admins in the dashboard, and checks. */
  readonly stripeApi: Stripe;
  private now: number;
  private readonly store = new InMemoryEventStore();
  private readonly keys = new InMemoryKeys();
  private readonly api = startProcess(this.store, this.keys);
  private readonly workerStore = new InMemoryEventStore(undefined, this.store.log);
  private readonly worker = startProcess(this.workerStore, this.keys);
  private readonly readModels = new SimulatedReadModels([
    bookings,
    obligations,
    payouts,
    payoutHolds,
    journal,
  ]);
  private readonly workers: SimulatedWorkers;
  private readonly handlers: ReadonlyMap<unknown, { execute(command: never): Promise<unknown> }>;
  private readonly orderRefund: OrderRefundHandler;
  private readonly retryPayment: RetryPaymentHandler;
  private readonly settleOtherwise: SettleOtherwiseHandler;
  /** Accepted refunds by hand, and the part that the host bears. */
  byHandCents = 0;
  hostByHandCents = 0;
  /** Whether the bank authorized the card before the deadline. */
  isPaidInTime = false;
  /** Refunds and debts that an admin settled outside Stripe. */
  settledRefundCents = 0;
  settledChargeCents = 0;
  /** Whether the bank declined a charge of a held card. */
  wasChargeDeclined = false;
  private callFaults: (CallFault | null)[] = [];
  private isRestricted = false;
  private declinesCapture = false;
  private refundsToReturn = 0;
  private webhooks: WebhookWeather = 'normal';
  private projectedEvents = 0;
  private unfollowedEvents: RecordedEvent[] = [];
  private deliveredEvents = 0;
  private actions = 0;

  constructor(private readonly setup: SimulationSetup) {
    this.now = setup.requestedAt;
    const readTime = () => this.now;
    this.bookingId = `roxbury-${setup.startTime.slice(0, 10).replaceAll('-', '')}-abcdefgh`;
    this.stripe = createStripeInProcess(readTime, { topUp: PLATFORM_FUNDS_CENTS });
    this.stripeApi = simulatedStripeClient(this.stripe).required;
    const stripeClient = simulatedStripeClient(this.stripe, (method, path) =>
      this.nextCallFault(method, path),
    );
    const { commands, streams } = this.worker;
    const execute = (command: ICommand) => this.execute(command);
    const commandBus = { execute } as unknown as CommandBus;
    const customers = new StripeCustomers(commands, streams, stripeClient);
    const stripeCalls = new StripeCalls(stripeClient, customers);
    const readModels = this.readModels.asReadModels();
    this.handlers = new Map<unknown, { execute(command: never): Promise<unknown> }>([
      [PassDeadlineCommand, new PassDeadlineHandler(commands)],
      [SettleBookingCommand, new SettleBookingHandler(commands, streams, stripeCalls)],
      [SettleIntentCommand, new SettleIntentHandler(commandBus, stripeCalls)],
      [
        SettlePayoutCommand,
        new SettlePayoutHandler(commands, streams, readModels, new PayoutCalls(stripeClient)),
      ],
      [PayHostCommand, new PayHostHandler(commandBus, streams, readModels)],
    ]);
    const ids = new Ids({ LOOKUP_SECRETS: ['a secret of lookups for tests alone'] });
    const { commands: apiCommands, streams: apiStreams } = this.api;
    this.retryPayment = new RetryPaymentHandler(apiCommands, apiStreams, ids);
    this.settleOtherwise = new SettleOtherwiseHandler(apiCommands, apiStreams, ids);
    this.orderRefund = new OrderRefundHandler(
      this.api.commands,
      this.api.streams,
      new Ids({ LOOKUP_SECRETS: ['a secret of lookups for tests alone'] }),
    );
    this.workers = new SimulatedWorkers(
      processes,
      readModels,
      readTime,
      execute,
      setup.concurrency,
    );
  }

  close(): void {
    this.stripe.close();
  }

  /** Lets time pass and does everything that becomes due until then. Unix milliseconds. */
  async advanceTo(instant: number): Promise<void> {
    await this.doDueWork();
    for (;;) {
      const nextWorkAt = Math.max(this.workers.nextWorkAt(), this.now);
      if (nextWorkAt > instant) break;
      this.now = nextWorkAt;
      await this.doDueWork();
    }
    this.now = Math.max(this.now, instant);
    await this.doDueWork();
  }

  // People

  request(): Promise<boolean> {
    const { startTime, isInstant, isChargedLate, tax, requestedAt } = this.setup;
    const endTime = new Date(Date.parse(startTime) + 60 * MINUTE_MS).toISOString();
    const inMinutes = (minutes: number) =>
      new Date(requestedAt + minutes * MINUTE_MS).toISOString();
    const answerBy = [inMinutes(24 * 60), startTime].sort()[0]!;
    return this.decide(
      requestBooking(
        bookingRequest({
          ...priceOf(30_000, pricePolicy, false, tax),
          bookingId: this.bookingId,
          startTime,
          endTime,
          requestedAt: inMinutes(0),
          payBy: [inMinutes(15), startTime].sort()[0]!,
          answerBy,
          instantBook: isInstant,
          terms: { ...bookingTerms, tax, lateChargeMarginMinutes: isChargedLate ? 720 : null },
        }),
      ),
    );
  }

  /** The player confirms the payment in the browser. Returns whether the card was authorized. */
  async pay(cardNumber = '4242424242424242'): Promise<boolean> {
    const current = await this.api.streams.load(payment, this.bookingId);
    if (!current) return false;
    const answer = await this.stripe.answer({
      method: 'POST',
      path: `/v1/payment_intents/${current.intentId}/confirm`,
      form: new URLSearchParams({
        key: 'pk_test_simulation',
        client_secret: current.clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': cardNumber,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2099',
        'payment_method_data[card][cvc]': '123',
      }).toString(),
      headers: {},
    });
    const isAuthorized = answer?.status === 200;
    const booking = await this.booking();
    if (isAuthorized && booking!.status === 'pending' && this.instant() < booking!.payBy!)
      this.isPaidInTime = true;
    return isAuthorized;
  }

  approve = () => this.decide({ type: 'ApproveBooking', data: this.reference() });

  decline = () =>
    this.decide({
      type: 'DeclineBooking',
      data: { ...this.reference(), declineReason: 'maintenance', note: '' },
    });

  cancel = (reason: 'player_cancelled' | 'host_cancelled') =>
    this.decide({
      type: 'CancelBooking',
      data: { ...this.reference(), reason, note: '', excuse: null, expectedRefundCents: null },
    });

  /** An admin orders a refund, in dollars. Returns whether it was accepted. */
  async refundByHand(amount: string, bearer: 'host' | 'platform'): Promise<boolean> {
    const command = new OrderRefundCommand(
      { bookingId: this.bookingId, refundOrder: { amount, bearer, reason: 'goodwill' } },
      this.context('order refund'),
    );
    return this.accepted(async () => {
      const { value } = await this.orderRefund.execute(command);
      this.byHandCents += toCents(amount);
      this.hostByHandCents += toCents(value.hostBears);
    });
  }

  /** Without Courtly's metadata. Stripe refuses it if nothing is charged or too little is left. */
  async refundInDashboard(amountCents: number): Promise<boolean> {
    const current = await this.api.streams.load(payment, this.bookingId);
    if (!current) return false;
    try {
      await this.stripeApi.refunds.create({
        payment_intent: current.intentId,
        amount: amountCents,
      });
      return true;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
      throw error;
    }
  }

  /** Does what is left to an admin: a retry after refusals, otherwise a settlement outside Stripe. */
  async decideAsAdmin(): Promise<boolean> {
    const obligation = this.obligation();
    if (obligation?.owner !== 'admin') return false;
    const { bookingId } = this;
    const reason = 'after the outage';
    if (obligation.lastRefusal) {
      const command = new RetryPaymentCommand({ bookingId, reason }, this.context('retry'));
      return this.accepted(() => this.retryPayment.execute(command));
    }
    const { amountCents, what } = obligation;
    if (what === 'refund') this.settledRefundCents += amountCents;
    else this.settledChargeCents += amountCents;
    const command = new SettleOtherwiseCommand(
      { bookingId, amount: toMoney(amountCents), reason },
      this.context('settle otherwise'),
    );
    return this.accepted(() => this.settleOtherwise.execute(command));
  }

  /** A debt needs a bank that declined the charge, or workers that were away until the hold ended. */
  isDebtExplained(): boolean {
    const changes = this.store.log.filter(({ stream }) => stream.startsWith('payment-'));
    const timeOf = (type: string) => {
      const change = changes.find((event) => event.type === type);
      return change ? Date.parse((change.metadata as { at: string }).at) : NaN;
    };
    const heldMs = timeOf('PaymentReleased') - timeOf('PaymentAuthorised');
    return this.wasChargeDeclined || heldMs >= HOLD_MS;
  }

  /** What is still owed, as the read model has it. */
  obligation(): Obligation | undefined {
    return this.readModels.all<Obligation>(obligations)[0];
  }

  /** The balances of the booking's accounts, in cents. */
  balances(): Amounts {
    const documents = this.readModels.all<JournalDocument>(journal);
    return documents
      .flatMap(({ entries }) => entries)
      .reduce<Amounts>((subtotal, { lines }) => addAmounts(subtotal, amountsOf(lines)), {});
  }

  async openPayoutAccount(transfers: 'active' | 'inactive'): Promise<void> {
    const existing = await this.api.streams.load(payoutAccount, 'hana');
    const account = existing
      ? { id: existing.accountId }
      : await this.stripeApi.accounts.create({
          controller: {
            stripe_dashboard: { type: 'express' },
            fees: { payer: 'application' },
            losses: { payments: 'application' },
          },
          capabilities: { transfers: { requested: true } },
          metadata: { hostId: 'hana' },
        });
    this.stripe.control('POST /_control/accounts/:id/transfers', { status: transfers }, account.id);
    await this.api.commands.handle(
      payoutAccount,
      'hana',
      {
        type: 'RecordAccount',
        data: {
          hostId: 'hana',
          account: {
            accountId: account.id,
            transfers,
            payoutsEnabled: transfers === 'active',
            isSubmitted: true,
            currentlyDue: [],
            pastDue: [],
            disabledReason: null,
            deadline: null,
          },
          bankPayouts: [],
          at: this.instant(),
        },
      },
      this.context('account'),
    );
  }

  // Faults

  /** The next calls to Stripe meet these faults, in order. */
  failCalls(faults: readonly (CallFault | null)[]): void {
    this.callFaults.push(...faults);
  }

  pauseWorkers(): void {
    this.workers.isPaused = true;
  }

  resumeWorkers(): void {
    this.workers.resume();
  }

  emptyRedis(): void {
    this.workers.loseJobs();
  }

  setWebhooks(weather: WebhookWeather): void {
    this.webhooks = weather;
  }

  /** Stripe refuses every change until the faults end. */
  restrictPlatform(): void {
    this.isRestricted = true;
  }

  /** The bank declines the next charge of a held card, whenever it comes. */
  declineCapture(): void {
    this.declinesCapture = true;
  }

  /** The bank returns the next refunds, an hour after each. */
  returnRefunds(count: number): void {
    this.refundsToReturn = count;
  }

  /** The next appends of workers meet these faults, as if a process crashed there. */
  failAppends(faults: readonly (Fault | null)[]): void {
    this.workerStore.fail(...faults);
  }

  endFaults(): void {
    this.callFaults = [];
    this.isRestricted = false;
    this.webhooks = 'normal';
    this.workerStore.recover();
    this.workers.resume();
  }

  // Results

  async booking(): Promise<Booking | null> {
    return loadBooking(this.api.streams, this.bookingId);
  }

  private instant(): string {
    return new Date(this.now).toISOString();
  }

  // Inside

  private reference = () => ({ bookingId: this.bookingId, at: this.instant() });

  private context(action: string): CommandContext {
    return systemContext(`${action} ${++this.actions}`, this.instant());
  }

  private decide(command: CourtDayCommand): Promise<boolean> {
    return this.accepted(() =>
      this.api.commands.handle(
        courtDay,
        courtDayIdOf(this.bookingId),
        command,
        this.context(command.type),
      ),
    );
  }

  private async accepted(run: () => Promise<unknown>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }

  private execute(command: ICommand): Promise<unknown> {
    const handler = this.handlers.get(command.constructor);
    if (!handler) throw new Error(`no handler for ${command.constructor.name}`);
    return handler.execute(command as never);
  }

  private async doDueWork(): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      this.returnRefund();
      await this.project();
      if (!this.workers.isPaused) {
        this.workers.follow(this.unfollowedEvents);
        this.unfollowedEvents = [];
      }
      this.deliverWebhooks();
      if (this.workers.nextWorkAt() > this.now) return;
      await this.workers.work();
    }
    throw new Error(`there is still work at ${this.instant()} after ${MAX_ROUNDS} rounds`);
  }

  private async project(): Promise<void> {
    const storedEvents = this.store.log.slice(this.projectedEvents);
    this.projectedEvents = this.store.log.length;
    const events = (await this.worker.codec.decode(storedEvents)) as RecordedEvent[];
    this.readModels.apply(events);
    this.unfollowedEvents.push(...events);
  }

  /** A refund whose webhook is lost is found only by the nightly checks, which are not simulated. */
  private returnRefund(): void {
    if (this.refundsToReturn === 0 || this.webhooks === 'lost') return;
    const refundsOf = (type: Stripe.Event['type']) =>
      this.stripe
        .events()
        .filter((event) => event.type === type)
        .map(({ data }) => data.object as Stripe.Refund);
    const returnedIds = new Set(refundsOf('refund.failed').map(({ id }) => id));
    const returned = refundsOf('refund.created').findLast(
      ({ id, created }) => !returnedIds.has(id) && created * 1_000 + 60 * MINUTE_MS <= this.now,
    );
    if (!returned) return;
    this.refundsToReturn--;
    this.stripe.control('POST /_control/refunds/:id/fail', {}, returned.id);
  }

  /** Faults of one call to Stripe. Reads are never refused. */
  private nextCallFault(method: string, path: string): CallFault | null {
    if (method === 'POST' && this.isRestricted) return 'refused';
    if (path.endsWith('/capture') && this.declinesCapture) {
      this.declinesCapture = false;
      this.wasChargeDeclined = true;
      return 'card declined';
    }
    return this.callFaults.shift() ?? null;
  }

  /** As the webhook route: a job that reads the current state from Stripe. */
  private deliverWebhooks(): void {
    const stripeEvents = this.stripe.events(this.deliveredEvents);
    this.deliveredEvents += stripeEvents.length;
    if (this.webhooks === 'lost') return;
    const isLate = this.webhooks === 'late';
    for (const { id, data } of isLate ? stripeEvents.toReversed() : stripeEvents) {
      const { metadata } = data.object as { metadata?: Record<string, string> };
      if (!metadata?.['bookingId']) continue;
      const arrivesAt = this.now + (isLate ? LATE_MS : 0);
      const due = new Date(arrivesAt).toISOString();
      const jobData = { bookingId: metadata['bookingId'] };
      for (const copy of this.webhooks === 'doubled' ? ['', '.again'] : [''])
        this.workers.deliver(settlement as unknown as AnyProcess, {
          id: `settle.${id}${copy}`,
          due,
          data: jobData,
        });
    }
  }
}

import { createStripeInProcess, type StripeInProcess } from '@courtly/standin-stripe/in-process';
import type { CommandBus, ICommand } from '@nestjs/cqrs';
import Stripe from 'stripe';
import type { Config } from '../../src/config.js';
import { StripeCustomers } from '../../src/money/cards/customers.service.js';
import {
  EndMembershipCommand,
  EndMembershipHandler,
  RefundMembershipCommand,
  RefundMembershipHandler,
  ReturnMembershipPaymentCommand,
  ReturnMembershipPaymentHandler,
} from '../../src/people/membership/admin-membership.commands.js';
import type { Admissions } from '../../src/people/membership/admissions.service.js';
import { founderSeats } from '../../src/people/membership/founder-seats.projection.js';
import { ALL_FOUNDERS, founders, seatOfUser } from '../../src/people/membership/founders.js';
import { memberReferenceOf } from '../../src/people/membership/member-of.js';
import { MembershipCalls } from '../../src/people/membership/membership-calls.service.js';
import {
  membershipProcess,
  seatReservations,
} from '../../src/people/membership/membership.process.js';
import { membership } from '../../src/people/membership/membership.js';
import { memberships } from '../../src/people/membership/memberships.projection.js';
import {
  CreatePaymentIntentCommand,
  CreatePaymentIntentHandler,
} from '../../src/people/membership/purchase.commands.js';
import { currentConsent } from '../../src/people/membership/renewal-consent.js';
import {
  SettleMembershipCommand,
  SettleMembershipHandler,
  SettleMembershipIntentCommand,
  SettleMembershipIntentHandler,
} from '../../src/people/membership/settle.commands.js';
import {
  CancelMembershipCommand,
  CancelMembershipHandler,
  SubscribeCommand,
  SubscribeHandler,
} from '../../src/people/membership/subscription.commands.js';
import { type CommandContext, systemContext } from '../../src/platform/kernel/context.js';
import { DomainError } from '../../src/platform/kernel/domain-error.js';
import type { RecordedEvent } from '../../src/platform/kernel/events.js';
import { Ids } from '../../src/platform/kernel/ids.js';
import type { AnyProcess } from '../../src/platform/processes/process.js';
import { InMemoryEventStore, startProcess } from '../in-memory-event-store.js';
import { InMemoryKeys } from '../in-memory-keys.js';
import { SimulatedReadModels } from './read-models.js';
import { type CallFault, simulatedStripeClient } from './stripe-client.js';
import { SimulatedWorkers } from './workers.js';

export const MEMBER = 'ann';
/** Stripe's clock moves in steps of at most this, so that its own deadlines come in order. */
const MAX_STEP_MS = 6 * 3_600_000;
/** A history that still has work at one instant after this many rounds would never end. */
const MAX_ROUNDS = 200;
const PLATFORM_FUNDS_CENTS = 100_000;
const processes = [membershipProcess, seatReservations] as unknown as readonly AnyProcess[];

const elitePolicy = {
  foundingCents: 19_900,
  foundingSeats: 100,
  monthlyCents: 10_000,
  seatMinutes: 30,
  graceDays: 7,
  monthlyNeedsApplication: false,
  founderSeatAfterReversal: 'freed',
} as const;

type Handlers = ReadonlyMap<unknown, { execute(command: never): Promise<unknown> }>;

/**
 * The membership of one person: real deciders, projections, processes, and settlers over stores in
 * memory, a simulated clock and queue, and the Stripe stand-in in process.
 */
export class MembershipSimulation {
  private readonly stripe: StripeInProcess;
  /** Stripe without faults, for the bank, admins in the dashboard, and checks. */
  readonly stripeApi: Stripe;
  private now: number;
  private readonly store = new InMemoryEventStore();
  private readonly keys = new InMemoryKeys();
  private readonly api = startProcess(this.store, this.keys);
  private readonly worker = startProcess(this.store, this.keys);
  private readonly readModels = new SimulatedReadModels([memberships, founderSeats]);
  private readonly workers: SimulatedWorkers;
  private readonly jobHandlers: Handlers;
  private readonly apiHandlers: Handlers;
  /** All events, oldest first. */
  readonly events: RecordedEvent[] = [];
  private callFaults: (CallFault | null)[] = [];
  private losesWebhooks = false;
  private projectedEvents = 0;
  private unfollowedEvents: RecordedEvent[] = [];
  private deliveredEvents = 0;
  private actions = 0;

  /** Unix milliseconds. */
  constructor(startsAt: number, concurrency: number) {
    this.now = startsAt;
    const readTime = () => this.now;
    this.stripe = createStripeInProcess(readTime, { topUp: PLATFORM_FUNDS_CENTS });
    this.stripeApi = simulatedStripeClient(this.stripe).required;
    const stripeClient = simulatedStripeClient(this.stripe, () => this.callFaults.shift() ?? null);
    const calls = new MembershipCalls(stripeClient);
    const config = { policy: { id: 'simulated', elite: elitePolicy } } as unknown as Config;
    const admissions = { maySubscribe: async () => true } as unknown as Admissions;
    const ids = new Ids({ LOOKUP_SECRETS: ['a secret of lookups for tests alone'] });
    const handlersOf = ({ commands, streams }: typeof this.api, bus: CommandBus): Handlers => {
      const customers = new StripeCustomers(commands, streams, stripeClient);
      return new Map<unknown, { execute(command: never): Promise<unknown> }>([
        [SettleMembershipCommand, new SettleMembershipHandler(commands, streams, calls, config)],
        [SettleMembershipIntentCommand, new SettleMembershipIntentHandler(bus, calls)],
        [
          CreatePaymentIntentCommand,
          new CreatePaymentIntentHandler(commands, bus, calls, streams, customers, config),
        ],
        [
          SubscribeCommand,
          new SubscribeHandler(commands, bus, calls, admissions, customers, config),
        ],
        [CancelMembershipCommand, new CancelMembershipHandler(bus, streams, calls, config)],
        [RefundMembershipCommand, new RefundMembershipHandler(commands, ids)],
        [EndMembershipCommand, new EndMembershipHandler(commands, config)],
        [ReturnMembershipPaymentCommand, new ReturnMembershipPaymentHandler(commands, ids, config)],
      ]);
    };
    const busOf = (handlers: () => Handlers) =>
      ({ execute: (command: ICommand) => run(handlers(), command) }) as unknown as CommandBus;
    const run = (handlers: Handlers, command: ICommand): Promise<unknown> => {
      const handler = handlers.get(command.constructor);
      if (!handler) throw new Error(`no handler for ${command.constructor.name}`);
      return handler.execute(command as never);
    };
    this.jobHandlers = handlersOf(
      this.worker,
      busOf(() => this.jobHandlers),
    );
    this.apiHandlers = handlersOf(
      this.api,
      busOf(() => this.apiHandlers),
    );
    this.workers = new SimulatedWorkers(
      processes,
      this.readModels.asReadModels(),
      readTime,
      (command) => run(this.jobHandlers, command),
      concurrency,
    );
  }

  close(): void {
    this.stripe.close();
  }

  /** Lets time pass and does everything that becomes due until then. Unix milliseconds. */
  async advanceTo(instant: number): Promise<void> {
    await this.doDueWork();
    while (this.now < instant) {
      const nextWorkAt = Math.max(this.workers.nextWorkAt(), this.now);
      this.now = Math.min(instant, this.now + MAX_STEP_MS, nextWorkAt + 1);
      await this.doDueWork();
    }
  }

  instant(): string {
    return new Date(this.now).toISOString();
  }

  // The person

  /** Starts or renews a founding year. */
  beginFounding = async () => {
    const purpose = (await this.state())?.founderNumber == null ? 'founding' : 'foundingRenewal';
    return this.ask(new CreatePaymentIntentCommand({ purpose }, this.context()));
  };

  beginMonthly = () =>
    this.ask(
      new SubscribeCommand(
        {
          consentVersion: currentConsent.version,
          clientDetails: { userAgent: 'RacketBrowser/1.0', ipAddress: '203.0.113.7' },
        },
        this.context(),
      ),
    );

  cancel = () => this.ask(new CancelMembershipCommand({}, this.context()));

  /** The browser confirms the open payment, if there is one. */
  async pay(cardNumber: string): Promise<void> {
    const { purchase, subscription } = (await this.state()) ?? {};
    const clientSecret =
      purchase?.clientSecret ??
      (subscription?.status === 'incomplete' ? subscription.clientSecret : undefined);
    if (!clientSecret) return;
    await this.stripe.answer({
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
  }

  /** The member pays the oldest open invoice on Stripe's page, such as long after its failure. */
  async payOpenInvoice(): Promise<void> {
    const { data } = await this.stripeApi.invoices.list({ status: 'open', limit: 1 });
    const { customerId } = (await this.state()) ?? {};
    if (!data[0] || !customerId) return;
    const card = await this.stripeApi.paymentMethods.attach('pm_card_visa', {
      customer: customerId,
    });
    await this.ignoreRefusal(this.stripeApi.invoices.pay(data[0].id!, { payment_method: card.id }));
  }

  // The bank

  /** `pm_card_visa`, or `pm_card_chargeCustomerFail` for a card that declines renewals. */
  async replaceCard(paymentMethod: string): Promise<void> {
    const { customerId, subscription } = (await this.state()) ?? {};
    if (!customerId || !subscription) return;
    const card = await this.stripeApi.paymentMethods.attach(paymentMethod, {
      customer: customerId,
    });
    await this.ignoreRefusal(
      this.stripeApi.subscriptions.update(subscription.subscriptionId, {
        default_payment_method: card.id,
      }),
    );
  }

  async dispute(): Promise<void> {
    const { data } = await this.stripeApi.charges.list({ limit: 100 });
    const charge = data.find(
      ({ captured, disputed, refunded, status }) =>
        status === 'succeeded' && captured && !disputed && !refunded,
    );
    if (charge) this.stripe.control('POST /_control/charges/:id/dispute', {}, charge.id);
  }

  /** A dispute that was lost can be won on appeal, and the other way around. */
  async closeDispute(status: 'won' | 'lost'): Promise<void> {
    const { data } = await this.stripeApi.disputes.list({ limit: 1 });
    if (data[0] && data[0].status !== status)
      this.stripe.control('POST /_control/disputes/:id/close', { status }, data[0].id);
  }

  async failRefund(): Promise<void> {
    const { data } = await this.stripeApi.refunds.list({ limit: 1 });
    if (data[0]?.status === 'succeeded')
      this.stripe.control('POST /_control/refunds/:id/fail', {}, data[0].id);
  }

  // Admins

  /** Refunds the newest payment, in dollars or as a whole. */
  async refund(amount: string | undefined): Promise<boolean> {
    const payment = (await this.state())?.payments.at(-1);
    if (!payment) return false;
    const refund = { paidBy: payment.paidBy, amount, reason: 'Goodwill' };
    return this.ask(new RefundMembershipCommand({ userId: MEMBER, refund }, this.context()));
  }

  end = (freesSeat: boolean) =>
    this.ask(
      new EndMembershipCommand(
        { userId: MEMBER, end: { freesSeat, reason: 'Stolen card' } },
        this.context(),
      ),
    );

  returnPayment = () =>
    this.ask(
      new ReturnMembershipPaymentCommand(
        { userId: MEMBER, reason: 'Wrong amount' },
        this.context(),
      ),
    );

  /** In Stripe's dashboard. */
  async refundInDashboard(amountCents: number | undefined): Promise<void> {
    const { data } = await this.stripeApi.charges.list({ limit: 100 });
    const charge = data.find(({ captured, status }) => status === 'succeeded' && captured);
    if (charge)
      await this.ignoreRefusal(
        this.stripeApi.refunds.create({
          charge: charge.id,
          ...(amountCents !== undefined && { amount: amountCents }),
        }),
      );
  }

  async cancelInDashboard(): Promise<void> {
    const { subscription } = (await this.state()) ?? {};
    if (subscription)
      await this.ignoreRefusal(this.stripeApi.subscriptions.cancel(subscription.subscriptionId));
  }

  async changeAmountInDashboard(): Promise<void> {
    const { purchase } = (await this.state()) ?? {};
    if (purchase)
      await this.ignoreRefusal(
        this.stripeApi.paymentIntents.update(purchase.intentId, { amount: 5_000 }),
      );
  }

  /** Stripe books each charge two hours later, with its fee. */
  captureLate(): void {
    this.stripe.control('POST /_control/captures', { delay: 7_200 });
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

  setWebhooksLost(areLost: boolean): void {
    this.losesWebhooks = areLost;
  }

  /** Also reads Stripe's events of the last days again, as the nightly job does. */
  endFaults(): void {
    this.callFaults = [];
    this.losesWebhooks = false;
    this.deliveredEvents = 0;
    this.workers.resume();
  }

  // Results

  state() {
    return this.api.streams.load(membership, MEMBER);
  }

  async seat() {
    return seatOfUser(await this.api.streams.load(founders, ALL_FOUNDERS), MEMBER);
  }

  // Inside

  private context(): CommandContext {
    const context = systemContext(`act ${++this.actions}`, this.instant());
    return { ...context, actor: { id: MEMBER, role: 'player' } };
  }

  /** Returns whether the request was accepted. */
  private async ask(command: ICommand): Promise<boolean> {
    try {
      await this.apiHandlers.get(command.constructor)!.execute(command as never);
      return true;
    } catch (error) {
      // Without an answer from Stripe, the request fails, and the person tries again or not.
      const isStripeError = error instanceof Stripe.errors.StripeError;
      if (error instanceof DomainError || isStripeError) return false;
      throw error;
    }
  }

  private async ignoreRefusal(call: Promise<unknown>): Promise<void> {
    await call.catch((error: unknown) => {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
    });
  }

  private async doDueWork(): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
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
    this.events.push(...events);
    this.readModels.apply(events);
    this.unfollowedEvents.push(...events);
  }

  /** As the webhook route: a job that reads the current state from Stripe. */
  private deliverWebhooks(): void {
    const stripeEvents = this.stripe.events(this.deliveredEvents);
    this.deliveredEvents += stripeEvents.length;
    if (this.losesWebhooks) return;
    for (const { id, data } of stripeEvents) {
      const reference = memberReferenceOf(data.object);
      if (reference)
        this.workers.add(
          membershipProcess as unknown as AnyProcess,
          { id: `member.${id}`, due: null, data: reference },
          false,
        );
    }
  }
}

import { toMoney } from '@courtly/contracts/wire';
import type { ICommand } from '@nestjs/cqrs';
import type Stripe from 'stripe';
import { alarms } from '../../src/across/notifications/alarms.projection.js';
import { SendMembershipAlarmEmailCommand } from '../../src/across/notifications/notification-emails.commands.js';
import type { Notification } from '../../src/across/notifications/notification.js';
import { alarmMails, moneyAlarms } from '../../src/across/notifications/notifications.process.js';
import { notifications } from '../../src/across/notifications/notifications.projection.js';
import type { Config } from '../../src/config.js';
import { StripeCustomers } from '../../src/money/cards/customers.service.js';
import {
  EndMembershipCommand,
  EndMembershipHandler,
  RefundMembershipCommand,
  RefundMembershipHandler,
  RetryMembershipCommand,
  RetryMembershipHandler,
  ReturnMembershipPaymentCommand,
  ReturnMembershipPaymentHandler,
  SettleMembershipRefundCommand,
  SettleMembershipRefundHandler,
} from '../../src/people/membership/admin-membership.commands.js';
import { unmadeCents } from '../../src/people/membership/admin-changes.js';
import type { Admissions } from '../../src/people/membership/admissions.service.js';
import { ALL_FOUNDERS, founders, seatOfUser } from '../../src/people/membership/founders.js';
import { SendMembershipEmailCommand } from '../../src/people/membership/membership-emails.commands.js';
import { MembershipCalls } from '../../src/people/membership/membership-calls.service.js';
import {
  membershipMails,
  membershipProcess,
  membershipReversals,
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
import type { CommandContext } from '../../src/platform/kernel/context.js';
import type { RecordedEvent } from '../../src/platform/kernel/events.js';
import { platformPayouts } from '../../src/money/payouts/payouts.process.js';
import {
  RecordPlatformPayoutsCommand,
  RecordPlatformPayoutsHandler,
} from '../../src/money/payouts/platform-payouts.commands.js';
import type { AnyProcess } from '../../src/platform/processes/process.js';
import type { AnyProjection } from '../../src/platform/projections/projection.js';
import { alarmHandler } from './alarm-handler.js';
import { newestDispute } from './newest-dispute.js';
import { type ProcessParts, SimulatedCourtly, type SimulatedLoad } from './simulated-courtly.js';

export const MEMBER = 'ann';
const processes = [
  membershipProcess,
  membershipReversals,
  seatReservations,
  platformPayouts,
  moneyAlarms,
  alarmMails,
  membershipMails,
] as unknown as readonly AnyProcess[];
const projections = [memberships, notifications, alarms] as unknown as readonly AnyProjection[];

const elitePolicy = {
  foundingCents: 19_900,
  foundingSeats: 100,
  monthlyCents: 10_000,
  seatMinutes: 30,
  graceDays: 7,
  monthlyNeedsApplication: false,
  founderSeatAfterReversal: 'freed',
} as const;

const config = { policy: { id: 'simulated', elite: elitePolicy } } as unknown as Config;
const admissions = { maySubscribe: async () => true } as unknown as Admissions;

const createHandlers = (
  { commands, streams, stripeClient, commandBus, ids }: ProcessParts,
  emails: string[],
) => {
  const calls = new MembershipCalls(stripeClient);
  const customers = new StripeCustomers(commands, streams, stripeClient);
  return new Map<unknown, { execute(command: never): Promise<unknown> }>([
    [SettleMembershipCommand, new SettleMembershipHandler(commands, streams, calls, config)],
    [SettleMembershipIntentCommand, new SettleMembershipIntentHandler(commandBus, calls)],
    [
      CreatePaymentIntentCommand,
      new CreatePaymentIntentHandler(commands, commandBus, calls, streams, customers, config),
    ],
    [
      SubscribeCommand,
      new SubscribeHandler(commands, commandBus, calls, admissions, customers, config),
    ],
    [CancelMembershipCommand, new CancelMembershipHandler(commandBus, streams, calls, config)],
    [RecordPlatformPayoutsCommand, new RecordPlatformPayoutsHandler(commands, stripeClient)],
    [RefundMembershipCommand, new RefundMembershipHandler(commands, streams, ids)],
    [RetryMembershipCommand, new RetryMembershipHandler(commands, ids)],
    [
      SettleMembershipRefundCommand,
      new SettleMembershipRefundHandler(commands, streams, ids, config),
    ],
    [EndMembershipCommand, new EndMembershipHandler(commands, config)],
    [ReturnMembershipPaymentCommand, new ReturnMembershipPaymentHandler(commands, ids, config)],
    alarmHandler({ commands }),
    [
      SendMembershipAlarmEmailCommand,
      {
        execute: async ({ input: { personId, type } }: SendMembershipAlarmEmailCommand) =>
          emails.push(`${personId} ${type}`),
      },
    ],
    [
      SendMembershipEmailCommand,
      {
        execute: async ({ input: { userId, type } }: SendMembershipEmailCommand) =>
          emails.push(`${userId} ${type}`),
      },
    ],
  ]);
};

/** The membership of one person. */
export class MembershipSimulation {
  readonly courtly: SimulatedCourtly;
  /** The emails that were sent, each as its recipient and type. */
  readonly emails: string[] = [];

  /** In Unix milliseconds. */
  constructor(startsAt: number, load: SimulatedLoad) {
    this.courtly = new SimulatedCourtly({
      ...load,
      startsAt,
      processes,
      projections,
      createHandlers: (parts) => createHandlers(parts, this.emails),
    });
  }

  get stripeApi(): Stripe {
    return this.courtly.stripeApi;
  }

  get events(): readonly RecordedEvent[] {
    return this.courtly.events;
  }

  close(): void {
    this.courtly.close();
  }

  instant(): string {
    return this.courtly.instant();
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
    await this.courtly.confirmPayment(clientSecret, cardNumber);
  }

  /** The member pays the oldest open invoice on Stripe's page, possibly long after it failed. */
  async payOpenInvoice(): Promise<void> {
    const { data } = await this.stripeApi.invoices.list({ status: 'open', limit: 1 });
    const { customerId } = (await this.state()) ?? {};
    const invoiceId = data[0]?.id;
    if (!invoiceId || !customerId) return;
    const card = await this.stripeApi.paymentMethods.attach('pm_card_visa', {
      customer: customerId,
    });
    await this.courtly.accepts(() =>
      this.stripeApi.invoices.pay(invoiceId, { payment_method: card.id }),
    );
  }

  // The bank

  /** `pm_card_visa`, or `pm_card_chargeCustomerFail` for a card whose renewals are declined. */
  async replaceCard(paymentMethod: string): Promise<void> {
    const { customerId, subscription } = (await this.state()) ?? {};
    if (!customerId || !subscription) return;
    const card = await this.stripeApi.paymentMethods.attach(paymentMethod, {
      customer: customerId,
    });
    await this.courtly.accepts(() =>
      this.stripeApi.subscriptions.update(subscription.subscriptionId, {
        default_payment_method: card.id,
      }),
    );
  }

  /** The bank takes the payment back, or only inquires about it. */
  async dispute(status: 'needs_response' | 'warning_needs_response'): Promise<void> {
    const { data } = await this.stripeApi.charges.list({ limit: 100 });
    const charge = data.find(
      ({ captured, disputed, refunded, status }) =>
        status === 'succeeded' && captured && !disputed && !refunded,
    );
    if (charge)
      this.courtly.stripe.control('POST /_control/charges/:id/dispute', { status }, charge.id);
  }

  /** A lost dispute can be won on appeal, and a won dispute can be lost again. */
  async closeDispute(status: 'won' | 'lost'): Promise<void> {
    const [dispute] = await newestDispute(this.stripeApi);
    if (dispute && dispute.status !== status)
      this.courtly.tryControl('POST /_control/disputes/:id/close', { status }, dispute.id);
  }

  async failRefund(): Promise<void> {
    const { data } = await this.stripeApi.refunds.list({ limit: 1 });
    if (data[0]?.status === 'succeeded')
      this.courtly.stripe.control('POST /_control/refunds/:id/fail', {}, data[0].id);
  }

  // Admins

  /** Refunds the newest payment: an amount in dollars, or all of it. */
  async refund(amount: string | undefined): Promise<boolean> {
    const payment = (await this.state())?.payments.at(-1);
    if (!payment) return false;
    const refund = { paidBy: payment.paidBy, amount, reason: 'Goodwill' };
    return this.ask(new RefundMembershipCommand({ userId: MEMBER, refund }, this.context()));
  }

  /** Repeats the order for the first refund that was refused or returned. */
  retryRefund = () =>
    this.withUnmadeRefund((paidBy) => {
      const retry = { paidBy, reason: 'Another try' };
      return new RetryMembershipCommand({ userId: MEMBER, retry }, this.context());
    });

  /** Orders another attempt at each step that Stripe refused. */
  async retrySteps(): Promise<void> {
    const state = await this.state();
    for (const stripeId of Object.keys(state?.refusals ?? {})) {
      const retry = { stripeId, reason: 'Another try' };
      await this.ask(new RetryMembershipCommand({ userId: MEMBER, retry }, this.context()));
    }
  }

  /** Settles the first refund that was refused or returned. */
  settleRefund = (outcome: 'paid' | 'waived') =>
    this.withUnmadeRefund((paidBy, unmadeCents) => {
      const amount = toMoney(unmadeCents);
      const settlement = { paidBy, amount, outcome, reason: 'By check' };
      return new SettleMembershipRefundCommand({ userId: MEMBER, settlement }, this.context());
    });

  private async withUnmadeRefund(
    commandFor: (paidBy: string, unmadeCents: number) => ICommand,
  ): Promise<void> {
    const state = await this.state();
    const paidBy = Object.keys(state?.unmadeRefunds ?? {}).find(
      (id) => unmadeCents(state!, id) > 0,
    );
    if (paidBy !== undefined) await this.ask(commandFor(paidBy, unmadeCents(state!, paidBy)));
  }

  /** Refunds what is left of payments with a wrong amount, for example after a failed refund. */
  async refundWrongPayments(): Promise<void> {
    const { wrongPayments = [] } = (await this.state()) ?? {};
    for (const { paidBy } of wrongPayments)
      await this.ask(
        new RefundMembershipCommand(
          { userId: MEMBER, refund: { paidBy, reason: 'The bank returned it' } },
          this.context(),
        ),
      );
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

  /** Makes a refund in Stripe's dashboard. */
  async refundInDashboard(amountCents: number | undefined): Promise<void> {
    const { data } = await this.stripeApi.charges.list({ limit: 100 });
    const charge = data.find(({ captured, status }) => status === 'succeeded' && captured);
    if (charge)
      await this.courtly.accepts(() =>
        this.stripeApi.refunds.create({
          charge: charge.id,
          ...(amountCents !== undefined && { amount: amountCents }),
        }),
      );
  }

  async cancelInDashboard(): Promise<void> {
    const { subscription } = (await this.state()) ?? {};
    if (subscription)
      await this.courtly.accepts(() =>
        this.stripeApi.subscriptions.cancel(subscription.subscriptionId),
      );
  }

  async changeAmountInDashboard(): Promise<void> {
    const { purchase } = (await this.state()) ?? {};
    if (purchase)
      await this.courtly.accepts(() =>
        this.stripeApi.paymentIntents.update(purchase.intentId, { amount: 5_000 }),
      );
  }

  /** Makes Stripe book each charge, with its fee, two hours later. */
  captureLate(): void {
    this.courtly.stripe.control('POST /_control/captures', { delay: 7_200 });
  }

  // Results

  /** The in-app notifications, each as its recipient and type. */
  notified(): string[] {
    return this.courtly.readModels
      .all<Notification>(notifications)
      .map(({ personId, type }) => `${personId} ${type}`);
  }

  state() {
    return this.courtly.streams.load(membership, MEMBER);
  }

  async seat() {
    return seatOfUser(await this.courtly.streams.load(founders, ALL_FOUNDERS), MEMBER);
  }

  // Inside

  private context(): CommandContext {
    const context = this.courtly.context('act');
    return { ...context, actor: { id: MEMBER, role: 'player' } };
  }

  /** Returns whether the request was accepted. */
  private ask(command: ICommand): Promise<boolean> {
    return this.courtly.accepts(() => this.courtly.api.execute(command));
  }
}

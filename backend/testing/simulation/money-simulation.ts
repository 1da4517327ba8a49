import type { BookingTax } from '@courtly/contracts/policy';
import { toCents, toMoney } from '@courtly/contracts/wire';
import type { ICommand } from '@nestjs/cqrs';
import type Stripe from 'stripe';
import type { Notification } from '../../src/across/notifications/notification.js';
import { notifications } from '../../src/across/notifications/notifications.projection.js';
import type { Booking } from '../../src/booking/bookings/booking.js';
import { courtDayIdOf } from '../../src/booking/bookings/booking-id.js';
import { type CourtDayCommand, courtDay } from '../../src/booking/bookings/court-day.js';
import {
  AnswerIncidentCommand,
  DecideIncidentCommand,
  ReportIncidentCommand,
} from '../../src/across/incidents/incidents.commands.js';
import { incident, incidentIdOf } from '../../src/across/incidents/incident.js';
import { DeclineMoveCommand } from '../../src/across/incidents/move-hour.commands.js';
import { WEATHER_REASON } from '../../src/across/incidents/settle-incident.commands.js';
import { loadBooking } from '../../src/booking/bookings/load-booking.js';
import { priceOf } from '../../src/booking/pricing/price.js';
import { type Amounts, addAmounts, amountsOf } from '../../src/money/ledger/accounts.js';
import { type JournalDocument, journal } from '../../src/money/ledger/journal.projection.js';
import { payment } from '../../src/money/payments/payment.js';
import { payoutHold } from '../../src/money/payouts/payout-hold.js';
import {
  type PayoutHoldDocument,
  payoutHolds,
} from '../../src/money/payouts/payout-holds.projection.js';
import { SettlePayoutCommand } from '../../src/money/payouts/payouts.commands.js';
import { AdjustPayoutCommand } from '../../src/money/payouts/payout-orders.commands.js';
import { type PayoutDocument, payouts } from '../../src/money/payouts/payouts.projection.js';
import {
  OrderRefundCommand,
  type OrderRefundHandler,
} from '../../src/money/payouts/refunds.commands.js';
import {
  RetryPaymentCommand,
  SettleOtherwiseCommand,
} from '../../src/money/settlement/exceptions.commands.js';
import { type Obligation, obligations } from '../../src/money/settlement/obligations.projection.js';
import { SettleBookingCommand } from '../../src/money/settlement/settlement.commands.js';
import type { CommandContext } from '../../src/platform/kernel/context.js';
import { localDate } from '../../src/platform/kernel/local-time.js';
import { bookingRequest, bookingTerms, requestBooking } from '../court-day.js';
import { ADMIN } from './alarm-handler.js';
import { newestDispute } from './newest-dispute.js';
import { createMoneyHandlers, moneyProcesses, moneyProjections } from './money-system.js';
import { SimulatedCourtly, type SimulatedLoad } from './simulated-courtly.js';

const MINUTE_MS = 60_000;
const pricePolicy = { feeShare: 1_000, eliteFeeShare: 500, payoutShare: 9_900 };
export const HOST = 'hana';
const PLAYER = 'pavel';
const ZONE = 'America/Los_Angeles';

/** The taxes that the policies of the simulated courts set for their city. */
export const cityTaxes = {
  added: { city: 'Added', name: 'Sales tax', rate: 825, included: false },
  included: { city: 'Included', name: 'Sales tax', rate: 825, included: true },
} as const satisfies Record<string, BookingTax>;

export type SimulationSetup = SimulatedLoad &
  Readonly<{
    /** In Unix milliseconds. */
    requestedAt: number;
    startTime: string;
    isInstant: boolean;
    /** Whether the charge waits until free cancellation ends. */
    isChargedLate: boolean;
    /** How an admin settles open amounts. */
    settlement: 'paid' | 'waived';
    /** Whether an admin settles open amounts in parts. */
    settlesInParts: boolean;
    tax: BookingTax | null;
  }>;

type CreateCommand = (context: CommandContext) => ICommand;

/** How the bank decides open disputes after all faults have ended. */
export type BankDecision = 'won' | 'lost';

/** The host's payout account and the money that left it and Courtly's balance. */
type Balances = {
  accountId: string | null;
  isAccountActive: boolean;
  spentCents: number;
  paidOutCents: number;
};

/** One booking paid by card, from its request to its payout. */
export class MoneySimulation {
  readonly bookingId: string;
  readonly courtly: SimulatedCourtly;
  /** The emails that were sent, each as its recipient and type. */
  readonly emails: string[];
  /** The accepted manual refunds, and the part of them that the host bears. */
  byHandCents = 0;
  hostByHandCents = 0;
  /** Whether the bank authorized the card before the deadline. */
  isPaidInTime = false;
  /** Accepted adjustments of the host's share, negative if deducted. */
  readonly adjustments: number[] = [];
  /** The refunds, charges, and debts that an admin settled outside Stripe. */
  settledRefundCents = 0;
  settledEarlyCents = 0;
  settledDebtCents = 0;
  /** Steps that were left to an admin without an alert. */
  readonly unalerted: string[] = [];
  /** Whether a payout waited for the account that the host opened late. */
  hasPayoutWaited = false;
  private readonly money: Balances;
  private refundsToReturn = 0;

  /** `earlier` is another booking of the same player and host, in the same Courtly. */
  constructor(
    private readonly setup: SimulationSetup,
    earlier: MoneySimulation | null = null,
  ) {
    const { requestedAt, startTime } = setup;
    const day = localDate(ZONE, startTime).replaceAll('-', '');
    this.bookingId = `roxbury-${day}-abcdefgh`;
    this.emails = earlier?.emails ?? [];
    this.money = earlier?.money ?? {
      accountId: null,
      isAccountActive: true,
      spentCents: 0,
      paidOutCents: 0,
    };
    this.courtly =
      earlier?.courtly ??
      new SimulatedCourtly({
        ...setup,
        startsAt: requestedAt,
        processes: moneyProcesses,
        projections: moneyProjections,
        createHandlers: (parts) => createMoneyHandlers(parts, this.emails),
      });
    if (!earlier) this.courtly.onRound = () => this.returnRefund();
  }

  get stripeApi(): Stripe {
    return this.courtly.stripeApi;
  }

  close(): void {
    this.courtly.close();
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

  /** The player confirms the payment in the browser. */
  async pay(cardNumber = '4242424242424242'): Promise<void> {
    const { clientSecret } = (await this.courtly.streams.load(payment, this.bookingId)) ?? {};
    if (!clientSecret) return;
    const { payBy } = (await this.booking())!;
    const isInTime = this.courtly.instant() < payBy!;
    const isAuthorized = await this.courtly.confirmPayment(clientSecret, cardNumber);
    if (isAuthorized && isInTime && (await this.booking())!.status === 'pending')
      this.isPaidInTime = true;
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

  /** The player claims that the weather was too bad. */
  claimWeather(): Promise<boolean> {
    return this.accept(
      'claim weather',
      PLAYER,
      (context) =>
        new ReportIncidentCommand(
          {
            bookingId: this.bookingId,
            report: { kind: 'weather', words: 'Lightning.', weather: 'lightning' },
          },
          context,
        ),
    );
  }

  /** The host claims damage, which holds the payout. */
  claimDamage(): Promise<boolean> {
    return this.accept(
      'claim damage',
      HOST,
      (context) =>
        new ReportIncidentCommand(
          {
            bookingId: this.bookingId,
            report: { kind: 'damage', words: 'The net is torn.', amount: '120.00' },
          },
          context,
        ),
    );
  }

  answerClaim(agrees: boolean): Promise<boolean> {
    return this.accept(
      'answer claim',
      HOST,
      (context) =>
        new AnswerIncidentCommand(
          { bookingId: this.bookingId, kind: 'weather', answer: { agrees, words: '' } },
          context,
        ),
    );
  }

  /**
   * The player moves the hour by three hours, if they still can. Only the process records it, as if
   * the server had stopped right after the move.
   */
  async moveHour(): Promise<boolean> {
    const incidentId = incidentIdOf(this.bookingId, 'weather', 'player');
    const claim = await this.courtly.streams.load(incident, incidentId);
    if (!claim?.moveBy || this.courtly.instant() >= claim.moveBy) return false;
    const later = (instant: string) =>
      new Date(Date.parse(instant) + 180 * MINUTE_MS).toISOString();
    const hours = { startTime: later(claim.startTime), endTime: later(claim.endTime) };
    return this.decide({
      type: 'MoveBooking',
      data: { ...this.reference(), ...hours, offsetMinutes: -480 },
    });
  }

  /** The player takes the refund of an upheld weather claim immediately. */
  declineMove(): Promise<boolean> {
    return this.accept(
      'decline move',
      PLAYER,
      (context) => new DeclineMoveCommand({ bookingId: this.bookingId }, context),
    );
  }

  private accept(action: string, actorId: string, createCommand: CreateCommand): Promise<boolean> {
    const { courtly } = this;
    const actor = { id: actorId, role: 'player' } as const;
    const command = createCommand({ ...courtly.context(action), actor });
    return courtly.accepts(() => courtly.api.execute(command));
  }

  /** An admin rules on the claims that wait for one, in favor of the player or the host. */
  private async ruleOnClaims(): Promise<boolean> {
    for (const kind of ['weather', 'damage'] as const) {
      const incidentId = incidentIdOf(this.bookingId, kind, 'host');
      const claim = await this.courtly.streams.load(incident, incidentId);
      if (claim?.status !== 'ruling') continue;
      const ruling = { incidentId, isUpheld: this.setup.settlesInParts, reason: 'The reading.' };
      return this.accept('rule', ADMIN, (context) => new DecideIncidentCommand(ruling, context));
    }
    return false;
  }

  /** Counts the refunds of upheld claims as manual refunds. */
  countClaimRefunds(): void {
    for (const { type, data } of this.courtly.events) {
      if (type !== 'PaymentRefundOrdered') continue;
      const order = data as {
        bookingId: string;
        reason: string;
        amountCents: number;
        hostCents: number;
      };
      if (order.reason !== WEATHER_REASON || order.bookingId !== this.bookingId) continue;
      this.byHandCents += order.amountCents;
      this.hostByHandCents += order.hostCents;
    }
  }

  /** An admin orders a refund in dollars. Returns whether it was accepted. */
  refundByHand(amount: string, bearer: 'host' | 'platform'): Promise<boolean> {
    const command = new OrderRefundCommand(
      { bookingId: this.bookingId, refundOrder: { amount, bearer, reason: 'goodwill' } },
      this.courtly.context('order refund'),
    );
    return this.courtly.accepts(async () => {
      const { value } = (await this.courtly.api.execute(command)) as Awaited<
        ReturnType<OrderRefundHandler['execute']>
      >;
      this.byHandCents += toCents(amount);
      this.hostByHandCents += toCents(value.hostBears);
    });
  }

  /** An admin adjusts the host's share, in dollars. */
  async adjustPayout(direction: 'add' | 'deduct', amount: string): Promise<void> {
    const { courtly, bookingId } = this;
    const adjustment = { direction, amount, hostNote: 'A correction.', reason: 'A complaint.' };
    const context = courtly.context('adjust payout');
    const command = new AdjustPayoutCommand({ bookingId, ...adjustment }, context);
    const isAccepted = await courtly.accepts(() => courtly.api.execute(command));
    if (isAccepted) this.adjustments.push((direction === 'add' ? 1 : -1) * toCents(amount));
  }

  /**
   * The refund lacks Courtly's metadata. Stripe refuses it if nothing is charged or too little is
   * left.
   */
  async refundInDashboard(amount: number): Promise<boolean> {
    const { intentId } = (await this.courtly.streams.load(payment, this.bookingId)) ?? {};
    if (!intentId) return false;
    return this.courtly.accepts(() =>
      this.stripeApi.refunds.create({ payment_intent: intentId, amount }),
    );
  }

  /**
   * Before the next such call is sent, someone acts, and another process settles the booking. The
   * call is due now or later.
   */
  async overtake(call: 'refunds' | 'transfers', act: () => Promise<unknown>): Promise<void> {
    const { bookingId, courtly } = this;
    const Command = call === 'refunds' ? SettleBookingCommand : SettlePayoutCommand;
    const settle = () => {
      const command = new Command({ bookingId }, courtly.context('settle'));
      return courtly.accepts(() => courtly.api.execute(command));
    };
    courtly.stripeFaults.overtakeNext(call, async () => {
      await act();
      await settle();
    });
    await settle();
  }

  /**
   * Charges only part of the amount and releases the rest. Stripe refuses unless a card is
   * authorized.
   */
  async chargeInDashboard(amount: number): Promise<boolean> {
    const { intentId } = (await this.courtly.streams.load(payment, this.bookingId)) ?? {};
    if (!intentId) return false;
    return this.courtly.accepts(() =>
      this.stripeApi.paymentIntents.capture(intentId, { amount_to_capture: amount }),
    );
  }

  /**
   * Does what an admin still has to do: a retry after refusals, otherwise a settlement outside
   * Stripe.
   */
  async decideAsAdmin(): Promise<boolean> {
    if (await this.ruleOnClaims()) return true;
    const obligation = this.obligation();
    if (obligation?.owner !== 'admin') return false;
    const { bookingId } = this;
    if (!this.isAlerted(obligation)) this.unalerted.push(`${obligation.what}`);
    const reason = 'after the outage';
    // Stripe never refunds money that a bank has withdrawn.
    if (obligation.lastRefusal && obligation.lastRefusal.code !== 'charge_disputed')
      return this.accept(
        'retry',
        ADMIN,
        (context) => new RetryPaymentCommand({ bookingId, reason }, context),
      );
    return this.settleObligation();
  }

  /** An admin settles an owed amount outside Stripe, even before it is due, or its larger half. */
  async settleObligation(): Promise<boolean> {
    const { bookingId, courtly } = this;
    const { amountCents: owedCents = 0, what } = this.obligation() ?? {};
    // What a waived part saves depends on whether the rest is charged before a cancellation.
    const isWhole = !this.setup.settlesInParts || (what === 'capture' && this.isWaived);
    const amountCents = isWhole || owedCents <= 1_000 ? owedCents : Math.ceil(owedCents / 2);
    const settlementOrder = {
      bookingId,
      amount: toMoney(amountCents),
      outcome: this.setup.settlement,
      reason: 'after the outage',
    };
    const context = courtly.context('settle otherwise');
    const command = new SettleOtherwiseCommand(settlementOrder, context);
    const isAccepted = await courtly.accepts(() => courtly.api.execute(command));
    if (!isAccepted) return false;
    if (what === 'refund' || what === 'payReturn') this.settledRefundCents += amountCents;
    if (what === 'capture') this.settledEarlyCents += amountCents;
    if (what === 'collectDebt') this.settledDebtCents += amountCents;
    if (what === 'cancelIntent') await this.cancelOpenIntent();
    return true;
  }

  /** An authorization expires automatically, but a player could still confirm an open intent. */
  private async cancelOpenIntent(): Promise<void> {
    const { intentId } = (await this.courtly.streams.load(payment, this.bookingId))!;
    const { status } = await this.stripeApi.paymentIntents.retrieve(intentId);
    if (status === 'requires_payment_method') await this.stripeApi.paymentIntents.cancel(intentId);
  }

  private isAlerted({ what }: Obligation): boolean {
    const alerts = {
      collectDebt: ['payment_unpaid'],
      payReturn: ['payment_return_due'],
    }[what as string] ?? ['payment_retries_ended', 'refund_came_back'];
    return alerts.some((alert) => this.notified().includes(`${ADMIN} ${alert}`));
  }

  // The bank

  /** The bank disputes the rest of the charge, or some cents of it. */
  async dispute(
    status: 'needs_response' | 'warning_needs_response' | 'prevented',
    amount?: number,
  ) {
    const { intentId } = (await this.courtly.streams.load(payment, this.bookingId)) ?? {};
    const { data } = await this.stripeApi.charges.list({ limit: 100 });
    const charge = data.find(({ payment_intent: paidBy }) => paidBy === intentId);
    if (!charge?.captured) return;
    const options = { status, ...(amount !== undefined && { amount }) };
    this.courtly.tryControl('POST /_control/charges/:id/dispute', options, charge.id);
  }

  /** Does nothing if the newest dispute cannot have this status now. */
  async advanceDispute(status: string): Promise<void> {
    const [dispute] = await newestDispute(this.stripeApi);
    if (dispute)
      this.courtly.tryControl('POST /_control/disputes/:id/status', { status }, dispute.id);
  }

  /** The bank returns the next refunds, each one hour after it was made. */
  returnRefunds(count: number): void {
    this.refundsToReturn = count;
  }

  /** From now on, Stripe shows the fee of a charge after two hours. */
  captureLate(): void {
    this.courtly.stripe.control('POST /_control/captures', { delay: 7_200 });
  }

  // The host and the platform

  /** Stripe enables or disables transfers to the host. */
  setAccount(transfers: 'active' | 'inactive'): void {
    const { accountId } = this.money;
    if (accountId === null) return;
    this.money.isAccountActive = transfers === 'active';
    this.courtly.tryControl(
      'POST /_control/accounts/:id/transfers',
      { status: transfers },
      accountId,
    );
  }

  /** The host opens an account long after the hour, unless they already have one. */
  async openLatePayoutAccount(): Promise<boolean> {
    if (this.money.accountId !== null) return false;
    const { readModels } = this.courtly;
    const isHeld = readModels.all<PayoutHoldDocument>(payoutHolds).some((hold) => hold.isHeld);
    this.hasPayoutWaited =
      !isHeld && readModels.all<PayoutDocument>(payouts).some(({ what }) => what === 'transfer');
    await this.openPayoutAccount();
    return true;
  }

  async openPayoutAccount(): Promise<void> {
    if (this.money.accountId !== null) return;
    const { id } = await this.stripeApi.accounts.create({
      controller: {
        stripe_dashboard: { type: 'express' },
        fees: { payer: 'application' },
        losses: { payments: 'application' },
      },
      capabilities: { transfers: { requested: true } },
      metadata: { hostId: HOST },
    });
    this.money.accountId = id;
    this.setAccount('active');
  }

  /** The host spends the payout, so that it can no longer be taken back. */
  async spendHostBalance(): Promise<void> {
    const { accountId } = this.money;
    if (accountId === null) return;
    const balance = await this.stripeApi.balance.retrieve({}, { stripeAccount: accountId });
    const cents = balance.available[0]?.amount ?? 0;
    if (cents <= 0) return;
    this.money.spentCents += cents;
    this.changeHostBalance(-cents);
  }

  /** Courtly's money moves to its bank, so that transfers and refunds lack funds. */
  async payOutPlatform(): Promise<void> {
    const { available } = await this.stripeApi.balance.retrieve();
    const amount = available[0]?.amount ?? 0;
    if (amount <= 0) return;
    await this.stripeApi.payouts.create({ amount, currency: 'usd' });
    this.money.paidOutCents += amount;
  }

  /** An admin holds or releases the payout of the booking, or all payouts of the host. */
  async changeHold(isHeld: boolean, subject: 'booking' | 'host'): Promise<void> {
    const bookingId = subject === 'booking' ? this.bookingId : null;
    const at = this.courtly.instant();
    const data = { hostId: HOST, bookingId, reason: 'A no-show.', adminId: ADMIN, at };
    const context = this.courtly.context('hold');
    await this.courtly.accepts(() =>
      this.courtly.api.commands.handle(
        payoutHold,
        bookingId ?? HOST,
        { type: isHeld ? 'HoldPayout' : 'ReleasePayout', data },
        context,
      ),
    );
  }

  /** Ends all faults. The bank decides open disputes, and both balances are replenished. */
  async endFaults(decision: BankDecision): Promise<void> {
    this.courtly.endFaults();
    for (const subject of ['booking', 'host'] as const) await this.changeHold(false, subject);
    const description = 'After the outage';
    const { isAccountActive, spentCents, paidOutCents } = this.money;
    if (paidOutCents > 0)
      await this.stripeApi.topups.create({
        amount: paidOutCents,
        currency: 'usd',
        description,
      });
    if (spentCents > 0) this.changeHostBalance(spentCents);
    if (!isAccountActive) this.setAccount('active');
    await this.closeDispute(decision);
  }

  async closeDispute(decision: BankDecision): Promise<void> {
    const { data } = await this.stripeApi.disputes.list({ limit: 1 });
    const status = data[0]?.status ?? 'lost';
    if (status.startsWith('warning_')) await this.advanceDispute('warning_closed');
    else if (/response|review/.test(status)) await this.advanceDispute(decision);
  }

  // Results

  /** What an admin settled of the price, before or after it became a debt. */
  get settledChargeCents(): number {
    return this.settledEarlyCents + this.settledDebtCents;
  }

  /** Whether an admin waives open amounts instead of moving them outside Stripe. */
  get isWaived(): boolean {
    return this.setup.settlement === 'waived';
  }

  /** What is still owed, according to the read model. */
  obligation(): Obligation | undefined {
    return this.courtly.readModels
      .all<Obligation>(obligations)
      .find(({ bookingId }) => bookingId === this.bookingId);
  }

  /** The balances of all accounts for all bookings, in cents. */
  balances(): Amounts {
    const documents = this.courtly.readModels.all<JournalDocument>(journal);
    return documents
      .flatMap(({ entries }) => entries)
      .reduce<Amounts>((subtotal, { lines }) => addAmounts(subtotal, amountsOf(lines)), {});
  }

  /** The in-app notifications, each as its recipient and type. */
  notified(): string[] {
    return this.courtly.readModels
      .all<Notification>(notifications)
      .map(({ personId, type }) => `${personId} ${type}`);
  }

  async booking(): Promise<Booking | null> {
    return loadBooking(this.courtly.streams, this.bookingId);
  }

  // Inside

  private reference = () => ({ bookingId: this.bookingId, at: this.courtly.instant() });

  private decide(command: CourtDayCommand): Promise<boolean> {
    const { courtly, bookingId } = this;
    const context = courtly.context(command.type);
    return courtly.accepts(() =>
      courtly.api.commands.handle(courtDay, courtDayIdOf(bookingId), command, context),
    );
  }

  private changeHostBalance(amount: number): void {
    const { accountId } = this.money;
    if (accountId !== null)
      this.courtly.tryControl('POST /_control/accounts/:id/balance', { amount }, accountId);
  }

  private returnRefund(): void {
    if (this.refundsToReturn === 0) return;
    const { stripe, now } = this.courtly;
    const refundsOf = (type: Stripe.Event['type']) =>
      stripe
        .events()
        .filter((event) => event.type === type)
        .map(({ data }) => data.object as Stripe.Refund);
    const returnedIds = new Set(refundsOf('refund.failed').map(({ id }) => id));
    const returned = refundsOf('refund.created').findLast(
      ({ id, created }) => !returnedIds.has(id) && created * 1_000 + 60 * MINUTE_MS <= now,
    );
    if (!returned) return;
    this.refundsToReturn--;
    stripe.control('POST /_control/refunds/:id/fail', {}, returned.id);
  }
}

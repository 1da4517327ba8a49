import { formatCents } from '@courtly/contracts/amount';
import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { isDisputed } from '../../money/payments/disputes.js';
import type { Intent } from '../../money/payments/payment.js';
import { expandedFields, readIntent, toIntent } from '../../money/payments/intent-of.js';
import { PayoutCalls } from '../../money/payouts/payout-calls.service.js';
import type { Transfer } from '../../money/payouts/payout.js';
import { payoutDifferences } from '../../money/payouts/differences.js';
import { isPlatformTransaction } from '../../money/payouts/platform-transaction.js';
import { paymentDifferences } from '../../money/settlement/differences.js';
import {
  type MembershipItem,
  itemDifferences,
  reversalDifferences,
} from '../../people/membership/differences.js';
import { MembershipCalls } from '../../people/membership/membership-calls.service.js';
import {
  MembershipRecords,
  itemOfIntent,
} from '../../people/membership/membership-records.service.js';
import { EventCodec } from '../../platform/kernel/codec.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { EventStore } from '../../platform/stores/event-store.js';
import { SpilledMap, openSpill } from '../../platform/stores/spilled-map.js';
import { StripeClient } from '../../platform/stores/stripe.js';
import { readEvents } from '../log.js';
import {
  type BalanceChange,
  awaitsRecording,
  balanceDifference,
  movementKeyOf,
} from './balance-differences.js';
import { LoggedMoney } from './logged-money.js';

/** The maximum that Stripe allows. */
const PAGE_SIZE = 100;
/** An authorization lasts 7 days, so a charge can be that much later than its intent. */
const LONGEST_HOLD_MS = 8 * DAY_MS;
/** The number of differences that are read again together. */
const RECHECKED_TOGETHER = 50;

/**
 * The booking or member whose settlement reads the object that differs, if it is Courtly's object.
 */
type DifferingObject = Readonly<{ bookingId: string } | { userId: string; paidBy?: string }>;

/** `subject` is a booking, a member, or Stripe. */
export type Difference = Readonly<{
  subject: string;
  text: string;
  object: DifferingObject | null;
}>;

/**
 * `since` (UTC) limits the comparison to newer objects and movements. Null compares everything.
 * `at` (UTC) is now.
 */
export type ReconciliationOptions = Readonly<{
  since: string | null;
  at: string;
  abortSignal: AbortSignal;
  onProgress?: (progress: string) => void;
}>;

export type ReconciliationResult = Readonly<{
  payments: number;
  payouts: number;
  membershipPayments: number;
  balanceTransactions: number;
  differences: readonly Difference[];
}>;

const referencedId = (reference: string | Readonly<{ id: string }> | null): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : reference;

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404;

const orNull = <T>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

const toBalanceChange = ({
  id,
  type,
  source,
  currency,
  amount,
  fee,
  net,
}: Stripe.BalanceTransaction): BalanceChange => ({
  id,
  type,
  sourceId: referencedId(source),
  currency,
  ...(isPlatformTransaction(type)
    ? { amountCents: net, feeCents: 0 }
    : { amountCents: amount, feeCents: fee }),
});

/**
 * Compares the money in the log with Stripe in both directions. Before a difference counts, both
 * are read again, because money may move during the comparison.
 */
@Injectable()
export class MoneyReconciliation {
  constructor(
    private readonly eventStore: EventStore,
    private readonly eventCodec: EventCodec,
    private readonly stripeClient: StripeClient,
  ) {}

  async compare(options: ReconciliationOptions): Promise<ReconciliationResult> {
    const { eventStore, eventCodec, stripeClient } = this;
    const comparison = new Comparison(
      stripeClient.required,
      new PayoutCalls(stripeClient),
      new MembershipRecords(stripeClient),
      new MembershipCalls(stripeClient),
      (position) => readEvents(eventStore, eventCodec, position, options.abortSignal),
      options,
    );
    return comparison.run();
  }
}

type LogReading = (afterPosition: string | null) => ReturnType<typeof readEvents>;
type PaymentPair = Readonly<{ bookingId: string; intentId: string }>;
/** A member's payment, identified by Stripe's id of the intent or invoice. */
type MemberPayment = Readonly<{ userId: string; paidBy: string }>;

class Comparison {
  private readonly spillDatabase = openSpill();
  private readonly money = new LoggedMoney();
  private position: string | null = null;
  private readonly differences: Difference[] = [];

  private readonly refundsByIntent = this.map<Stripe.Refund[]>('refunds by intent');
  private readonly disputesByIntent = this.map<Stripe.Dispute[]>('disputes by intent');
  private readonly seenIntents = this.map<true>('seen intents');
  private readonly seenItems = this.map<true>('seen membership items');
  private readonly seenTransfers = this.map<Transfer[]>('seen transfers by booking');
  /** The charges, refunds, transfers, reversals, and dispute transactions that were compared. */
  private readonly comparedSources = this.map<true>('compared sources');

  /** Apparent differences, which will be read again. */
  private readonly payments = new Map<string, PaymentPair>();
  private readonly payouts = new Set<string>();
  private readonly items = new Map<string, MembershipItem>();
  private readonly memberPayments = new Map<string, MemberPayment>();
  private readonly balanceChanges: BalanceChange[] = [];
  private counts = { payments: 0, payouts: 0, membershipPayments: 0, balanceTransactions: 0 };

  constructor(
    private readonly stripe: Stripe,
    private readonly payoutCalls: PayoutCalls,
    private readonly membershipRecords: MembershipRecords,
    private readonly membershipCalls: MembershipCalls,
    private readonly readFrom: LogReading,
    private readonly options: ReconciliationOptions,
  ) {}

  async run(): Promise<ReconciliationResult> {
    await this.readLog();
    await this.listRefundsAndDisputes();
    await this.compareIntents();
    await this.compareTransfers();
    await this.compareBilling();
    await this.compareBalance();
    this.addUnseen();
    await this.recheckPayments();
    await this.recheckPayouts();
    await this.recheckItems();
    await this.recheckMemberPayments();
    await this.recheckBalance();
    return { ...this.counts, differences: this.differences };
  }

  private map<V>(name: string): SpilledMap<V> {
    return new SpilledMap<V>(this.spillDatabase, name);
  }

  /** The parameters for listing objects that may have changed since the start of the comparison. */
  private listParams(marginMs = LONGEST_HOLD_MS) {
    const { since } = this.options;
    return {
      limit: PAGE_SIZE,
      ...(since !== null && {
        created: { gte: Math.floor(Math.max(0, Date.parse(since) - marginMs) / 1_000) },
      }),
    };
  }

  private isSince(instant: string): boolean {
    return this.options.since === null || instant >= this.options.since;
  }

  private report(subject: string, text: string, object: DifferingObject | null = null) {
    this.differences.push({ subject, text, object });
  }

  private progress(text: string) {
    this.options.abortSignal.throwIfAborted();
    this.options.onProgress?.(text);
  }

  /** Reads the log from where the last read ended. */
  private async readLog() {
    for await (const batch of this.readFrom(this.position)) {
      for (const event of batch) if (!('unreadable' in event)) this.money.takeEvent(event);
      this.position = batch.at(-1)?.position ?? this.position;
      this.progress(`${this.money.payments.countEntries()} payments in the log`);
    }
  }

  private async listRefundsAndDisputes() {
    for await (const refund of this.stripe.refunds.list(this.listParams())) {
      const intentId = referencedId(refund.payment_intent) ?? '';
      const known = this.refundsByIntent.get(intentId) ?? [];
      this.refundsByIntent.set(intentId, [...known, refund]);
    }
    for await (const dispute of this.stripe.disputes.list(this.listParams())) {
      const intentId = referencedId(dispute.payment_intent) ?? '';
      const known = this.disputesByIntent.get(intentId) ?? [];
      this.disputesByIntent.set(intentId, [...known, dispute]);
    }
  }

  private async compareIntents() {
    const expand = expandedFields.map((fieldName) => `data.${fieldName}`);
    for await (const intent of this.stripe.paymentIntents.list({ ...this.listParams(), expand })) {
      this.seenIntents.set(intent.id, true);
      await this.compareIntent(
        intent,
        this.refundsByIntent.get(intent.id) ?? [],
        this.disputesByIntent.get(intent.id) ?? [],
      );
      this.progress(`${this.counts.payments} payments at Stripe`);
    }
    const [refunds, disputes] = [this.refundsByIntent, this.disputesByIntent];
    const earlierIntents = new Set(
      [...refunds.entriesInOrder(), ...disputes.entriesInOrder()].map(([intentId]) => intentId),
    );
    for (const intentId of earlierIntents)
      if (!this.seenIntents.has(intentId)) await this.compareEarlierIntent(intentId);
  }

  /** A refund or dispute may belong to an intent from before the start of the comparison. */
  private async compareEarlierIntent(intentId: string) {
    const refunds = this.refundsByIntent.get(intentId) ?? [];
    const disputes = this.disputesByIntent.get(intentId) ?? [];
    const bookingId = this.money.bookingByIntent.get(intentId);
    if (bookingId !== undefined) {
      this.markCompared(refunds, disputes);
      this.payments.set(intentId, { bookingId, intentId });
      return;
    }
    const intent =
      intentId === ''
        ? null
        : await orNull(
            this.stripe.paymentIntents.retrieve(intentId, { expand: [...expandedFields] }),
          );
    if (intent) await this.compareIntent(intent, refunds, disputes);
    else
      for (const { id, amount, currency } of [...refunds, ...disputes])
        this.report('Stripe', `${id} of ${formatCents(amount, currency)} belongs to no payment`);
  }

  private markCompared(
    refunds: readonly Stripe.Refund[],
    disputes: readonly Stripe.Dispute[],
    charge: Stripe.PaymentIntent['latest_charge'] = null,
  ) {
    const chargeId = referencedId(charge);
    const transactions = disputes.flatMap((dispute) => dispute.balance_transactions);
    for (const id of [chargeId, ...[...refunds, ...transactions].map((object) => object.id)])
      if (id !== null) this.comparedSources.set(id, true);
  }

  private async compareIntent(
    intent: Stripe.PaymentIntent,
    refunds: readonly Stripe.Refund[],
    disputes: readonly Stripe.Dispute[],
  ) {
    const { bookingId } = intent.metadata;
    const member = bookingId ? null : await this.membershipCalls.memberOfIntent(intent);
    if (!bookingId && !member) {
      if (intent.status === 'canceled') return;
      const { id, amount, currency, status } = intent;
      this.report(
        'Stripe',
        `payment ${id} of ${formatCents(amount, currency)} (${status}) is not Courtly's`,
      );
    }
    this.markCompared(refunds, disputes, intent.latest_charge);
    if (bookingId) {
      this.counts.payments++;
      const known = this.money.payments.get(bookingId) ?? null;
      if (paymentDifferences(known, toIntent(intent, refunds, disputes)).length > 0)
        this.payments.set(intent.id, { bookingId, intentId: intent.id });
    } else if (member) this.compareMemberIntent(intent, member);
  }

  private compareMemberIntent(intent: Stripe.PaymentIntent, member: MemberPayment) {
    const item = itemOfIntent(intent);
    if (item.userId) this.compareItem(item);
    const { latest_charge: charge } = intent;
    if (!charge || typeof charge === 'string') return;
    const { balance_transaction: transaction } = charge;
    const feeCents = transaction && typeof transaction !== 'string' ? transaction.fee : null;
    const logged = this.money.memberships.payment(member.userId, member.paidBy);
    const isFeeDifferent = logged?.processorFeeCents !== feeCents;
    if (isFeeDifferent || charge.amount_refunded > 0 || charge.disputed)
      this.memberPayments.set(member.paidBy, member);
  }

  private compareItem(item: MembershipItem) {
    this.counts.membershipPayments++;
    this.seenItems.set(item.id, true);
    const logged = this.money.memberships.item(item.id);
    if (itemDifferences(logged, item, true).length > 0) this.items.set(item.id, item);
  }

  private async compareTransfers() {
    for await (const { bookingId, transfer } of this.payoutCalls.listTransfers(this.listParams())) {
      this.comparedSources.set(transfer.transferId, true);
      for (const { reversalId } of transfer.reversals) this.comparedSources.set(reversalId, true);
      if (!bookingId) {
        const { transferId, amountCents, accountId } = transfer;
        this.report(
          'Stripe',
          `transfer ${transferId} of ${formatCents(amountCents)} to ${accountId} is not Courtly's`,
        );
        continue;
      }
      this.counts.payouts++;
      const seen = this.seenTransfers.get(bookingId) ?? [];
      this.seenTransfers.set(bookingId, [...seen, transfer]);
    }
    for (const [bookingId, transfers] of [...this.seenTransfers.entriesInOrder()])
      if (payoutDifferences(this.loggedTransfers(bookingId), transfers).length > 0)
        this.payouts.add(bookingId);
  }

  private loggedTransfers(bookingId: string) {
    return this.money.payouts.get(bookingId)?.transfers ?? {};
  }

  private async compareBilling() {
    const { created } = this.listParams() as { created?: { gte: number } };
    for await (const item of this.membershipRecords.listBilling(created?.gte ?? null)) {
      this.progress(`${this.counts.membershipPayments} membership payments at Stripe`);
      if (item.userId) this.compareItem(item);
      else this.report('Stripe', `${item.kind} ${item.id} (${item.status}) is not Courtly's`);
    }
  }

  private async compareBalance() {
    for await (const transaction of this.stripe.balanceTransactions.list(this.listParams(0))) {
      this.counts.balanceTransactions++;
      this.progress(`${this.counts.balanceTransactions} balance transactions`);
      const change = toBalanceChange(transaction);
      if (this.balanceDifferenceOf(change) === null) continue;
      const madeAt = new Date(transaction.created * 1_000).toISOString();
      if (awaitsRecording(transaction.type, madeAt, this.options.at)) continue;
      await this.compareEarlierSource(change);
      if (this.balanceDifferenceOf(change) !== null) this.balanceChanges.push(change);
    }
  }

  /** Disputes end, refunds fail, and transfers are reversed long after they were created. */
  private async compareEarlierSource({ id, sourceId }: BalanceChange) {
    if (sourceId?.startsWith('trr_')) return this.compareReversedTransfer(id);
    const { disputes, refunds } = this.stripe;
    const source = /^(du|dp)_/.test(sourceId ?? '')
      ? await orNull<Stripe.Dispute | Stripe.Refund>(disputes.retrieve(sourceId!))
      : /^(re|pyr)_/.test(sourceId ?? '')
        ? await orNull(refunds.retrieve(sourceId!))
        : null;
    const intentId = referencedId(source?.payment_intent ?? null);
    if (intentId === null || this.seenIntents.has(intentId)) return;
    this.seenIntents.set(intentId, true);
    const listParams = { payment_intent: intentId, limit: PAGE_SIZE };
    const [refundPage, disputePage] = await Promise.all([
      refunds.list(listParams),
      disputes.list(listParams),
    ]);
    this.refundsByIntent.set(intentId, refundPage.data);
    this.disputesByIntent.set(intentId, disputePage.data);
    await this.compareEarlierIntent(intentId);
  }

  private async compareReversedTransfer(transactionId: string) {
    const { balanceTransactions, transfers } = this.stripe;
    const { source } = await balanceTransactions.retrieve(transactionId, { expand: ['source'] });
    if (source === null || typeof source === 'string' || source.object !== 'transfer_reversal')
      return;
    const { metadata } = await transfers.retrieve(referencedId(source.transfer)!);
    if (!metadata['bookingId']) return;
    this.comparedSources.set(source.id, true);
    this.payouts.add(metadata['bookingId']);
  }

  private balanceDifferenceOf(change: BalanceChange): string | null {
    const { id, sourceId } = change;
    const isCompared =
      this.comparedSources.has(id) || (sourceId !== null && this.comparedSources.has(sourceId));
    return balanceDifference(
      change,
      this.money.movements.get(movementKeyOf(change)) ?? null,
      isCompared ? 'compared' : 'unknown',
    );
  }

  /** Adds the objects in the log that Stripe's lists did not include. */
  private addUnseen() {
    // A bank can decide a dispute without moving any money.
    for (const [bookingId, payment] of this.money.payments.entriesInOrder()) {
      const { intentId, movedAt } = payment;
      if (!this.seenIntents.has(intentId) && (this.isSince(movedAt) || isDisputed(payment)))
        this.payments.set(intentId, { bookingId, intentId });
    }
    for (const [bookingId, { movedAt }] of this.money.payouts.entriesInOrder())
      if (!this.seenTransfers.has(bookingId) && this.isSince(movedAt)) this.payouts.add(bookingId);
    for (const [id, item] of this.money.memberships.itemsById.entriesInOrder())
      if (!this.seenItems.has(id) && this.isSince(item.notedAt)) this.items.set(id, item);
    for (const [paidBy, reversed] of this.money.memberships.reversedPayments.entriesInOrder())
      if (this.isSince(reversed.notedAt))
        this.memberPayments.set(paidBy, { userId: reversed.userId, paidBy });
  }

  /** Reads objects at Stripe and then the log, in groups, and compares them again. */
  private async recheck<T, R>(
    candidates: readonly T[],
    readStripe: (candidate: T) => Promise<R>,
    compareWithLog: (candidate: T, atStripe: R) => void,
  ) {
    for (let start = 0; start < candidates.length; start += RECHECKED_TOGETHER) {
      const group = candidates.slice(start, start + RECHECKED_TOGETHER);
      const atStripe: R[] = [];
      for (const candidate of group) atStripe.push(await readStripe(candidate));
      await this.readLog();
      for (const [index, candidate] of group.entries())
        compareWithLog(candidate, atStripe[index] as R);
      this.progress(`${start + group.length} of ${candidates.length} differences read again`);
    }
  }

  private recheckPayments() {
    return this.recheck<PaymentPair, Intent | null>(
      [...this.payments.values()],
      ({ intentId }) => orNull(readIntent(this.stripe, intentId)),
      ({ bookingId }, intent) => {
        for (const text of paymentDifferences(this.money.payments.get(bookingId) ?? null, intent))
          this.report(`booking ${bookingId}`, text, { bookingId });
      },
    );
  }

  private recheckPayouts() {
    return this.recheck(
      [...this.payouts],
      (bookingId) => this.payoutCalls.transfersOfBooking(bookingId),
      (bookingId, transfers) => {
        for (const text of payoutDifferences(this.loggedTransfers(bookingId), transfers))
          this.report(`booking ${bookingId}`, text, { bookingId });
      },
    );
  }

  private recheckItems() {
    return this.recheck(
      [...this.items.values()],
      (item) => this.membershipRecords.readItem(item),
      ({ id, userId }, atStripe) => {
        const logged = this.money.memberships.item(id);
        const hasAccount = this.money.registered.has(userId);
        for (const text of itemDifferences(logged, atStripe, hasAccount))
          this.report(`member ${userId}`, text, { userId });
      },
    );
  }

  private recheckMemberPayments() {
    return this.recheck(
      [...this.memberPayments.values()],
      ({ paidBy }) => this.membershipCalls.readPayment(paidBy),
      ({ userId, paidBy }, snapshot) => {
        const logged = this.money.memberships.payment(userId, paidBy);
        if (!logged) return;
        for (const text of reversalDifferences(logged, snapshot))
          this.report(`member ${userId}`, text, { userId, paidBy });
        const [feeInLog, feeAtStripe] = [logged.processorFeeCents, snapshot.processorFeeCents];
        if (feeAtStripe !== null && feeInLog !== feeAtStripe)
          this.report(
            `member ${userId}`,
            `payment ${paidBy} has a fee of ${formatCents(feeInLog ?? 0)} in the log, but ${formatCents(feeAtStripe)} at Stripe`,
            { userId, paidBy },
          );
      },
    );
  }

  /** If a booking has a difference, that already explains its balance changes. */
  private recheckBalance() {
    const differing = new Set(this.differences.map(({ subject }) => subject));
    return this.recheck(
      this.balanceChanges,
      () => Promise.resolve(null),
      (change) => {
        const text = this.balanceDifferenceOf(change);
        const { bookingId } = this.money.movements.get(movementKeyOf(change)) ?? {};
        if (text !== null && !differing.has(`booking ${bookingId}`)) this.report('Stripe', text);
      },
    );
  }
}

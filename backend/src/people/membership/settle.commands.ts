import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { settle } from '../../platform/processes/settle.js';
import type { StripeRefusal } from '../../platform/stores/stripe.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { type CommandContext, followUp } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import {
  type MembershipTerms,
  matchesPurchase,
  membershipTermsOf,
  mustVoidInvoices,
  newlyPaidInvoices,
} from './stripe-changes.js';
import { ALL_FOUNDERS, type FounderCommand, founders, seatOfUser } from './founders.js';
import { MembershipCalls } from './membership-calls.service.js';
import {
  type InvoiceSnapshot,
  type StripeIntent,
  type Membership,
  type MembershipCommand,
  type RefundOrder,
  type SubscriptionSnapshot,
  membership,
} from './membership.js';
import { chargesOf, hasOpenDispute } from './membership-payments.js';
import { type Superseded, type SettlementStep, nextStep } from './next-step.js';
import { isDomainError } from '../../platform/kernel/domain-error.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';

/**
 * Workers rarely settle the same membership at the same time. After the last read, the job is
 * retried.
 */
const MAX_READS = 5;

/** `position` is the log position of the last change, or null if nothing has changed. */
export type SettledMembership = Readonly<{
  membership: Membership | null;
  position: string | null;
  /** Whether the subscription has ended at Stripe but could still charge the member. */
  hasOpenInvoices?: boolean | undefined;
}>;

/**
 * Updates a membership to the state at Stripe and the current time. `superseded` is the purchase
 * that another plan replaces. `paidBy` names a payment that has changed at Stripe.
 */
export class SettleMembershipCommand extends defineCommand<
  Readonly<{
    userId: string;
    superseded?: Superseded | undefined;
    paidBy?: string | undefined;
  }>,
  SettledMembership
>() {}

/**
 * Reads the open objects at Stripe, records what has changed, and takes due steps until none is
 * left. Used by webhooks, deadlines, the sweep, and browsers. Each change and step happens once.
 */
@CommandHandler(SettleMembershipCommand)
export class SettleMembershipHandler implements ICommandHandler<SettleMembershipCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly membershipCalls: MembershipCalls,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  private get membershipTerms(): MembershipTerms {
    return membershipTermsOf(this.config.policy);
  }

  /**
   * @throws DomainError conflict if others keep changing the membership; StripeRefusal;
   *   StripeError
   */
  async execute({
    input: { userId, superseded = null, paidBy },
    context,
  }: SettleMembershipCommand): Promise<SettledMembership> {
    return settle<SettledMembership, SettlementStep>({
      observe: () => this.recordCurrent(userId, paidBy, context),
      next: async ({ membership: current, hasOpenInvoices }) => {
        const founderSeat = seatOfUser(await this.streams.load(founders, ALL_FOUNDERS), userId);
        return nextStep(current, founderSeat, context.at, superseded, hasOpenInvoices);
      },
      act: async (step, settled) =>
        withLatestPosition(settled, await this.takeStep(step, userId, settled.membership, context)),
      refuse: (step, refusal, { membership: current }) =>
        this.recordRefusal(step, refusal, current!, context),
    });
  }

  private async recordCurrent(
    userId: string,
    paidBy: string | undefined,
    context: CommandContext,
  ): Promise<SettledMembership> {
    const existing = await this.streams.load(membership, userId);
    let settledMembership: SettledMembership = { membership: existing, position: null };
    if (existing?.purchase)
      settledMembership = await this.recordIntent(
        userId,
        await this.membershipCalls.readIntent(existing.purchase.intentId),
        context,
      );
    // Ended subscriptions are also read, because an invoice may have been paid at the last moment.
    if (existing?.subscription) {
      const { subscriptionId } = existing.subscription;
      settledMembership = withLatestPosition(
        settledMembership,
        await this.recordUnlessOvertaken(userId, async (seen) =>
          this.recordSubscription(
            userId,
            await this.membershipCalls.readSubscription(subscriptionId),
            context,
            seen,
          ),
        ),
      );
    }
    for (const changingPayment of changingPayments(
      settledMembership.membership,
      paidBy,
      context.at,
    ))
      settledMembership = withLatestPosition(
        settledMembership,
        await this.recordPayment(userId, changingPayment, context),
      );
    return settledMembership;
  }

  private async takeStep(
    step: SettlementStep,
    userId: string,
    existing: Membership | null,
    commandContext: CommandContext,
  ): Promise<SettledMembership> {
    const { at } = commandContext;
    switch (step.type) {
      case 'cancelIntent':
        return this.recordIntent(
          userId,
          await this.cancelIntent(userId, existing!),
          commandContext,
        );
      case 'endPurchase':
        return this.handleMembership(
          userId,
          { type: 'EndPurchase', data: { userId, at } },
          commandContext,
        );
      case 'cancelSubscription':
      case 'voidInvoices': {
        const { subscriptionId } = existing!.subscription!;
        return this.recordSubscription(
          userId,
          await this.membershipCalls.endSubscription(subscriptionId),
          commandContext,
        );
      }
      case 'refund':
        return this.refund(userId, step.refundOrder, commandContext);
      case 'lapse':
        return this.handleMembership(
          userId,
          { type: 'Lapse', data: { userId, at } },
          commandContext,
        );
      case 'endReservation':
        return this.endReservation(userId, step.until, existing, commandContext);
      case 'freeSeat': {
        const number = existing!.founderNumber!;
        return this.handleMembership(
          userId,
          { type: 'FreeSeat', data: { userId, number, at } },
          commandContext,
        );
      }
      case 'releaseSeat':
        await this.handleFounders({ type: 'FreeSeat', data: { userId, at } }, commandContext);
        return { membership: existing, position: null };
      case 'restoreSeat': {
        const { number: formerNumber, paidBy: intentId } = step;
        const { state } = await this.handleFounders(
          { type: 'RestoreSeat', data: { userId, number: formerNumber, intentId, at } },
          commandContext,
        );
        const { number } = seatOfUser(state, userId)!;
        return this.handleMembership(
          userId,
          { type: 'RestoreSeat', data: { userId, number, at } },
          commandContext,
        );
      }
    }
  }

  private cancelIntent(userId: string, { purchase, refusals }: Membership): Promise<StripeIntent> {
    const { intentId } = purchase!;
    const refusalCount = refusals[intentId]?.count ?? 0;
    return this.membershipCalls.cancelIntent(userId, intentId, refusalCount);
  }

  private recordPayment(
    userId: string,
    paidBy: string,
    commandContext: CommandContext,
  ): Promise<SettledMembership> {
    const { at } = commandContext;
    return this.recordUnlessOvertaken(userId, async (seen) => {
      const snapshot = await this.membershipCalls.readPayment(paidBy);
      const data = { userId, snapshot, terms: this.membershipTerms, at, seen };
      return this.handleMembership(userId, { type: 'RecordPayment', data }, commandContext);
    });
  }

  /**
   * Reads and records a snapshot. If another worker has recorded anything in the meantime, the
   * snapshot may be outdated, so it is read again.
   */
  private async recordUnlessOvertaken(
    userId: string,
    readAndRecord: (seen: Membership | null) => Promise<SettledMembership>,
  ): Promise<SettledMembership> {
    for (let attempt = 1; ; attempt++)
      try {
        return await readAndRecord(await this.streams.load(membership, userId));
      } catch (error) {
        const isOvertaken = isDomainError(error, 'conflict');
        if (!isOvertaken || attempt === MAX_READS) throw error;
      }
  }

  private async refund(
    userId: string,
    refundOrder: RefundOrder,
    commandContext: CommandContext,
  ): Promise<SettledMembership> {
    await this.membershipCalls.refundPayment(refundOrder);
    return this.recordPayment(userId, refundOrder.paidBy, commandContext);
  }

  /** No other step asks Stripe to change anything. */
  private recordRefusal(
    step: SettlementStep,
    refusal: StripeRefusal,
    { userId, purchase, subscription, refusals }: Membership,
    commandContext: CommandContext,
  ): Promise<SettledMembership> {
    const { code, message } = refusal;
    const { at } = commandContext;
    switch (step.type) {
      case 'refund': {
        const data = { userId, orderId: step.refundOrder.orderId, code, refusedAt: at };
        return this.handleMembership(userId, { type: 'RefuseRefund', data }, commandContext);
      }
      case 'cancelIntent':
      case 'cancelSubscription':
      case 'voidInvoices': {
        const isPurchase = step.type === 'cancelIntent';
        const stripeId = isPurchase ? purchase!.intentId : subscription!.subscriptionId;
        const refusalCount = refusals[stripeId]?.count ?? 0;
        const data = { userId, step: step.type, stripeId, refusalCount, code, message, at };
        return this.handleMembership(userId, { type: 'RefuseStep', data }, commandContext);
      }
      default:
        throw refusal;
    }
  }

  /**
   * A call whose response was lost may have created a payment for the seat. That payment becomes
   * the open purchase, whose deadline has passed.
   */
  private async endReservation(
    userId: string,
    until: string,
    existing: Membership | null,
    commandContext: CommandContext,
  ): Promise<SettledMembership> {
    const reservationMs = this.config.policy.elite.seatMinutes * MINUTE_MS;
    const ordinal = (existing?.purchases ?? 0) + 1;
    const unrecordedIntent = await this.membershipCalls.findIntent({
      userId,
      nth: ordinal,
      at: new Date(Date.parse(until) - reservationMs).toISOString(),
    });
    const seat = seatOfUser(await this.streams.load(founders, ALL_FOUNDERS), userId);
    if (seat && unrecordedIntent?.status === 'open') {
      const { intentId, clientSecret, amountCents } = unrecordedIntent;
      const data = {
        userId,
        purpose: 'founding',
        intentId,
        clientSecret,
        amountCents,
        founderNumber: seat.number,
        openUntil: until,
        createdAt: commandContext.at,
      } as const;
      return this.handleMembership(userId, { type: 'BeginPurchase', data }, commandContext);
    }
    await this.handleFounders(
      { type: 'ReleaseSeat', data: { userId, until, at: commandContext.at } },
      commandContext,
    );
    return { membership: existing, position: null };
  }

  /**
   * The seat is sold before the membership starts. After a crash in between, the next run
   * continues.
   */
  private async recordIntent(
    userId: string,
    stripeIntent: StripeIntent,
    commandContext: CommandContext,
  ): Promise<SettledMembership> {
    const { at } = commandContext;
    const existing = await this.streams.load(membership, userId);
    const purchase = existing?.purchase;
    const hasPaid =
      purchase?.intentId === stripeIntent.intentId &&
      !purchase.isMismatched &&
      stripeIntent.status === 'succeeded' &&
      matchesPurchase(stripeIntent, purchase);
    let founderNumber = existing?.founderNumber ?? null;
    if (hasPaid && purchase.purpose === 'founding') {
      const { intentId } = stripeIntent;
      const { foundingSeats: seats } = this.config.policy.elite;
      const { state } = await this.handleFounders(
        { type: 'TakeSeat', data: { userId, seats, intentId, at } },
        commandContext,
      );
      founderNumber = seatOfUser(state, userId)!.number;
    }
    const data = {
      userId,
      intent: stripeIntent,
      founderNumber,
      terms: this.membershipTerms,
      at,
    };
    return this.handleMembership(userId, { type: 'RecordIntent', data }, commandContext);
  }

  private async recordSubscription(
    userId: string,
    subscriptionSnapshot: SubscriptionSnapshot,
    commandContext: CommandContext,
    seen?: Membership | null,
  ): Promise<SettledMembership> {
    const existing = await this.streams.load(membership, userId);
    const paidInvoices = existing ? newlyPaidInvoices(existing, subscriptionSnapshot) : [];
    const charges = new Map<string, Pick<InvoiceSnapshot, 'processorFeeCents' | 'card'>>();
    for (const { invoiceId } of paidInvoices) {
      const { processorFeeCents, card } = await this.membershipCalls.readPayment(invoiceId);
      charges.set(invoiceId, { processorFeeCents: processorFeeCents ?? 0, card });
    }
    const invoices = subscriptionSnapshot.invoices.map((invoice) => ({
      ...invoice,
      ...charges.get(invoice.invoiceId),
    }));
    const data = {
      userId,
      snapshot: { ...subscriptionSnapshot, invoices },
      terms: this.membershipTerms,
      at: commandContext.at,
      ...(seen !== undefined && { seen }),
    };
    return {
      ...(await this.handleMembership(
        userId,
        { type: 'RecordSubscription', data },
        commandContext,
      )),
      hasOpenInvoices: mustVoidInvoices(subscriptionSnapshot),
    };
  }

  private handleFounders(membershipCommand: FounderCommand, commandContext: CommandContext) {
    return this.commandHandling.handle(
      founders,
      ALL_FOUNDERS,
      membershipCommand,
      followUp(commandContext, 'membership'),
    );
  }

  private async handleMembership(
    userId: string,
    membershipCommand: MembershipCommand,
    commandContext: CommandContext,
  ): Promise<SettledMembership> {
    const { state, position } = await this.commandHandling.handle(
      membership,
      userId,
      membershipCommand,
      followUp(commandContext, 'membership'),
    );
    return { membership: state, position };
  }
}

const withLatestPosition = (
  previous: SettledMembership,
  { membership: existing, position, hasOpenInvoices }: SettledMembership,
): SettledMembership => ({
  membership: existing,
  position: position ?? previous.position,
  hasOpenInvoices: hasOpenInvoices ?? previous.hasOpenInvoices,
});

/**
 * The payments to read again: the one that has changed, those whose period is not over, and those
 * with a late fee, an unfinished refund or dispute, or a return that is due.
 */
const changingPayments = (
  existing: Membership | null,
  changedPayment: string | undefined,
  instant: string,
): string[] => {
  const isLasting = (paidBy: string) =>
    existing!.payments.some((payment) => payment.paidBy === paidBy && payment.until > instant);
  return chargesOf(existing)
    .filter(
      (charge) =>
        charge.paidBy === changedPayment ||
        isLasting(charge.paidBy) ||
        charge.processorFeeCents === null ||
        charge.reversals.some(({ isFinal }) => !isFinal) ||
        hasOpenDispute(charge) ||
        existing!.returns.some(({ paidBy }) => paidBy === charge.paidBy),
    )
    .map(({ paidBy }) => paidBy);
};

/** Settles the membership that a payment intent belongs to, if there is one. */
export class SettleMembershipIntentCommand extends defineCommand<
  Readonly<{ intentId: string }>
>() {}

@CommandHandler(SettleMembershipIntentCommand)
export class SettleMembershipIntentHandler implements ICommandHandler<SettleMembershipIntentCommand> {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly membershipCalls: MembershipCalls,
  ) {}

  /** @throws the errors of SettleMembershipHandler */
  async execute({ input: { intentId }, context }: SettleMembershipIntentCommand): Promise<void> {
    const member = await this.membershipCalls.memberOfIntent(intentId);
    if (member) await this.commandBus.execute(new SettleMembershipCommand(member, context));
  }
}

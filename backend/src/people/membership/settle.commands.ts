import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { type CommandContext, followUp } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { type MembershipTerms, matchesPurchase, hasNewMonth } from './stripe-changes.js';
import { ALL_FOUNDERS, type FounderCommand, founders, seatOfUser } from './founders.js';
import { MembershipCalls } from './membership-calls.service.js';
import {
  type StripeIntent,
  type Membership,
  type MembershipCommand,
  type SubscriptionSnapshot,
  isSubscriptionOver,
  membership,
} from './membership.js';
import { type Superseded, type SettlementStep, nextStep } from './next-step.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';

const MOST_SETTLEMENT_STEPS = 10;

/** `position` is the log position of the last change, or null if nothing changed. */
export type SettledMembership = Readonly<{
  membership: Membership | null;
  position: string | null;
}>;

/**
 * Updates a membership to the state of Stripe and the current time. `superseded` is what the person
 * replaces with another plan.
 */
export class SettleMembershipCommand extends defineCommand<
  Readonly<{ userId: string; superseded?: Superseded | undefined }>,
  SettledMembership
>() {}

/**
 * Reads the open objects at Stripe, records what changed, and takes due steps until none is left.
 * Webhooks, deadlines, the sweep, and the member's browser all use this. Each change and step
 * happens once.
 */
@CommandHandler(SettleMembershipCommand)
export class SettleMembershipHandler implements ICommandHandler<SettleMembershipCommand> {
  private readonly membershipTerms: MembershipTerms;

  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly membershipCalls: MembershipCalls,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.membershipTerms = { policyId: config.policy.id, graceDays: config.policy.elite.graceDays };
  }

  async execute({
    input: { userId, superseded = null },
    context,
  }: SettleMembershipCommand): Promise<SettledMembership> {
    const existing = await this.streams.load(membership, userId);
    let settledMembership: SettledMembership = { membership: existing, position: null };
    if (existing?.purchase)
      settledMembership = await this.recordIntent(
        userId,
        await this.membershipCalls.readIntent(existing.purchase.intentId),
        context,
      );
    if (existing && !isSubscriptionOver(existing.subscription)) {
      const subscriptionSnapshot = await this.membershipCalls.readSubscription(
        existing.subscription!.subscriptionId,
      );
      settledMembership = withLatestPosition(
        settledMembership,
        await this.recordSubscription(userId, subscriptionSnapshot, context),
      );
    }
    for (let takenSteps = 0; takenSteps < MOST_SETTLEMENT_STEPS; takenSteps++) {
      const reservedSeat = seatOfUser(await this.streams.load(founders, ALL_FOUNDERS), userId);
      const step = nextStep(settledMembership.membership, reservedSeat, context.at, superseded);
      if (!step) return settledMembership;
      settledMembership = withLatestPosition(
        settledMembership,
        await this.takeStep(step, userId, settledMembership.membership, context),
      );
    }
    throw new Error(
      `the membership of ${userId} is not settled after ${MOST_SETTLEMENT_STEPS} steps`,
    );
  }

  private async takeStep(
    step: SettlementStep,
    userId: string,
    existing: Membership | null,
    commandContext: CommandContext,
  ): Promise<SettledMembership> {
    switch (step) {
      case 'cancelIntent':
        return this.recordIntent(
          userId,
          await this.membershipCalls.cancelIntent(userId, existing!.purchase!.intentId),
          commandContext,
        );
      case 'cancelSubscription': {
        const { subscriptionId } = existing!.subscription!;
        return this.recordSubscription(
          userId,
          await this.membershipCalls.endSubscription(subscriptionId),
          commandContext,
        );
      }
      case 'lapse':
        return this.handleMembership(
          userId,
          { type: 'Lapse', data: { userId, at: commandContext.at } },
          commandContext,
        );
      case 'endReservation':
        return this.endReservation(userId, existing, commandContext);
    }
  }

  /** A call whose response was lost may have created a payment for the seat, so cancel it first. */
  private async endReservation(
    userId: string,
    existing: Membership | null,
    commandContext: CommandContext,
  ): Promise<SettledMembership> {
    const { until } = seatOfUser(await this.streams.load(founders, ALL_FOUNDERS), userId)!;
    const reservationMs = this.config.policy.elite.seatMinutes * MINUTE_MS;
    const ordinal = (existing?.purchases ?? 0) + 1;
    const unrecordedIntent = await this.membershipCalls.findIntent({
      userId,
      nth: ordinal,
      at: new Date(Date.parse(until!) - reservationMs).toISOString(),
    });
    if (unrecordedIntent?.status === 'open')
      await this.membershipCalls.cancelIntent(userId, unrecordedIntent.intentId);
    await this.handleFounders(
      { type: 'ReleaseSeat', data: { userId, until: until!, at: commandContext.at } },
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
  ): Promise<SettledMembership> {
    const existing = await this.streams.load(membership, userId);
    const hasPaid = existing !== null && hasNewMonth(existing, subscriptionSnapshot);
    const processorFeeCents = hasPaid
      ? await this.membershipCalls.readInvoiceFee(subscriptionSnapshot.invoice!.invoiceId)
      : 0;
    const data = {
      userId,
      snapshot: subscriptionSnapshot,
      processorFeeCents,
      terms: this.membershipTerms,
      at: commandContext.at,
    };
    return this.handleMembership(userId, { type: 'RecordSubscription', data }, commandContext);
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
  { membership: existing, position }: SettledMembership,
): SettledMembership => ({
  membership: existing,
  position: position ?? previous.position,
});

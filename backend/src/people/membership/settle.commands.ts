import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { type CommandContext, followUp } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { type Terms, fits, hasNewMonth } from './facts.js';
import { ALL_FOUNDERS, type FounderCommand, founders, seatOf } from './founders.js';
import { MembershipCalls } from './membership-calls.service.js';
import {
  type Intent,
  type Membership,
  type MembershipCommand,
  type SubscriptionFacts,
  isOver,
  membership,
} from './membership.js';
import { type Closing, type Step, nextStep } from './next-step.js';

/** A membership is settled in fewer steps from wherever it stands. */
const MOST_STEPS = 10;

/** A membership, and the log position that a read must have passed to show it; null where nothing was written. */
export type Settled = Readonly<{ known: Membership | null; position: string | null }>;

/** Brings what is noted of a membership to where Stripe and time say it is. `closing` is given up for something else. */
export class SettleMembershipCommand extends defineCommand<
  Readonly<{ userId: string; closing?: Closing | undefined }>,
  Settled
>() {}

/**
 * Reads at Stripe what is open, notes what it says, and takes one step after the other until none is due. Webhooks, deadlines,
 * the sweep and the person's own browser all ask for the same, and each fact and each step is done once.
 */
@CommandHandler(SettleMembershipCommand)
export class SettleMembershipHandler implements ICommandHandler<SettleMembershipCommand> {
  private readonly terms: Terms;

  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly calls: MembershipCalls,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.terms = { policyId: config.policy.id, graceDays: config.policy.elite.graceDays };
  }

  async execute({
    input: { userId, closing = null },
    context,
  }: SettleMembershipCommand): Promise<Settled> {
    const known = await this.streams.load(membership, userId);
    let settled: Settled = { known, position: null };
    if (known?.purchase)
      settled = await this.note(
        userId,
        await this.calls.readIntent(known.purchase.intentId),
        context,
      );
    if (known && !isOver(known.subscription)) {
      const facts = await this.calls.readSubscription(known.subscription!.subscriptionId);
      settled = later(settled, await this.noteFacts(userId, facts, context));
    }
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const seat = seatOf(await this.streams.load(founders, ALL_FOUNDERS), userId);
      const step = nextStep(settled.known, seat, context.at, closing);
      if (!step) return settled;
      settled = later(settled, await this.take(step, userId, settled.known, context));
    }
    throw new Error(`the membership of ${userId} is not settled after ${MOST_STEPS} steps`);
  }

  private async take(
    step: Step,
    userId: string,
    known: Membership | null,
    context: CommandContext,
  ): Promise<Settled> {
    switch (step) {
      case 'cancelIntent':
        return this.note(
          userId,
          await this.calls.cancelIntent(userId, known!.purchase!.intentId),
          context,
        );
      case 'cancelSubscription': {
        const { subscriptionId } = known!.subscription!;
        return this.noteFacts(userId, await this.calls.endSubscription(subscriptionId), context);
      }
      case 'lapse':
        return this.write(userId, { type: 'Lapse', data: { userId, at: context.at } }, context);
      case 'endReservation':
        return this.endReservation(userId, known, context);
    }
  }

  /** A seat was kept and no payment noted: one may have been made by a call whose answer was lost, and is cancelled. */
  private async endReservation(
    userId: string,
    known: Membership | null,
    context: CommandContext,
  ): Promise<Settled> {
    const { until } = seatOf(await this.streams.load(founders, ALL_FOUNDERS), userId)!;
    const keptMs = this.config.policy.elite.seatMinutes * 60_000;
    const nth = (known?.purchases ?? 0) + 1;
    const made = await this.calls.findIntent({
      userId,
      nth,
      at: new Date(Date.parse(until!) - keptMs).toISOString(),
    });
    if (made?.status === 'open') await this.calls.cancelIntent(userId, made.intentId);
    await this.seats(
      { type: 'ReleaseSeat', data: { userId, until: until!, at: context.at } },
      context,
    );
    return { known, position: null };
  }

  /** A founder who has paid gets the seat first, and is a member then: cut off in between, the next one goes on. */
  private async note(userId: string, intent: Intent, context: CommandContext): Promise<Settled> {
    const { at } = context;
    const known = await this.streams.load(membership, userId);
    const purchase = known?.purchase;
    const isPaid =
      purchase?.intentId === intent.intentId &&
      intent.status === 'succeeded' &&
      fits(intent, purchase);
    let founderNumber = known?.founderNumber ?? null;
    if (isPaid && purchase.purpose === 'founding') {
      const { intentId } = intent;
      const { foundingSeats: seats } = this.config.policy.elite;
      const { state } = await this.seats(
        { type: 'TakeSeat', data: { userId, seats, intentId, at } },
        context,
      );
      founderNumber = seatOf(state, userId)!.number;
    }
    const data = { userId, intent, founderNumber, terms: this.terms, at };
    return this.write(userId, { type: 'NoteIntent', data }, context);
  }

  private async noteFacts(
    userId: string,
    facts: SubscriptionFacts,
    context: CommandContext,
  ): Promise<Settled> {
    const known = await this.streams.load(membership, userId);
    const isPaid = known !== null && hasNewMonth(known, facts);
    const processorFeeCents = isPaid
      ? await this.calls.readInvoiceFee(facts.invoice!.invoiceId)
      : 0;
    const data = { userId, facts, processorFeeCents, terms: this.terms, at: context.at };
    return this.write(userId, { type: 'NoteSubscription', data }, context);
  }

  private seats(command: FounderCommand, context: CommandContext) {
    return this.commands.handle(founders, ALL_FOUNDERS, command, followUp(context, 'membership'));
  }

  private async write(
    userId: string,
    command: MembershipCommand,
    context: CommandContext,
  ): Promise<Settled> {
    const { state, position } = await this.commands.handle(
      membership,
      userId,
      command,
      followUp(context, 'membership'),
    );
    return { known: state, position };
  }
}

/** What was written last is to be read by whoever asked. */
const later = (before: Settled, { known, position }: Settled): Settled => ({
  known,
  position: position ?? before.position,
});

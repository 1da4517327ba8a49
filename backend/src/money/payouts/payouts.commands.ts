import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { loadBooking } from '../../booking/bookings/court-day.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { type CommandContext, followUp } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { user } from '../../people/identity/user.js';
import { type Payment, toPaidBooking, payment } from '../payments/payment.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { type NextPayout, type PayoutSituation, payoutDueAt, nextPayout } from './next-payout.js';
import { payoutAccount } from './payout-account.js';
import { type Payout, type PayoutCommand, type Transfer, payout } from './payout.js';
import { PayoutCalls } from './payout-calls.service.js';
import { settle } from '../settlement/settle.js';
import { payoutHold } from './payout-hold.js';
import { payoutHolds } from './payout-holds.projection.js';
import { payouts } from './payouts.projection.js';

type PayoutStep = Exclude<NextPayout, { type: 'wait' }>;

type PayoutState = Readonly<{ currentPayment: Payment | null; currentPayout: Payout }>;

export class SettlePayoutCommand extends defineCommand<Readonly<{ bookingId: string }>>() {}

/**
 * Takes payout steps until nothing is owed or the rest must wait. It reads the payment from Stripe
 * first, in case the webhook of a dispute was lost, and the transfers, in case an event was not
 * recorded.
 */
@CommandHandler(SettlePayoutCommand)
export class SettlePayoutHandler implements ICommandHandler<SettlePayoutCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly payoutCalls: PayoutCalls,
  ) {}

  /** @throws Error if Stripe cannot be reached; the job is repeated */
  async execute({ input: { bookingId }, context }: SettlePayoutCommand): Promise<void> {
    const booking = await loadBooking(this.streams, bookingId);
    const loggedPayment = await this.streams.load(payment, bookingId);
    if (!booking || loggedPayment?.status !== 'captured' || context.at < payoutDueAt(booking))
      return;
    const situation = await this.situationOf(booking, context.at);
    await settle<PayoutState, PayoutStep>({
      observe: async () => ({
        currentPayment: await this.recordPayment(booking, loggedPayment.intentId, context),
        currentPayout: await this.recordTransfers(
          await this.payoutCalls.transfersOfBooking(bookingId),
          booking,
          context,
        ),
      }),
      next: async ({ currentPayment, currentPayout }) => {
        const step = nextPayout(booking, currentPayment, currentPayout, situation);
        return step?.type === 'wait' ? null : step;
      },
      act: async (step, state) => ({
        ...state,
        currentPayout: await this.takeStep(step, booking, state.currentPayout, context),
      }),
      refuse: ({ type, amountCents }, { code }, { currentPayout: { refusals } }) => {
        const refusalData = {
          booking: toPaidBooking(booking),
          step: type,
          amountCents,
          refusals,
          code,
          at: context.at,
        };
        return this.handle(booking, { type: 'RecordRefusal', data: refusalData }, context);
      },
    });
  }

  private async situationOf({ bookingId, hostId }: Booking, at: string): Promise<PayoutSituation> {
    const [connectedAccount, host, hostHold, bookingHold] = await Promise.all([
      this.streams.load(payoutAccount, hostId),
      this.streams.load(user, hostId),
      this.streams.load(payoutHold, hostId),
      this.streams.load(payoutHold, bookingId),
    ]);
    const isSuspended = host.person?.suspension != null;
    return { connectedAccount, isHeld: isSuspended || hostHold.isHeld || bookingHold.isHeld, at };
  }

  private async recordPayment(
    booking: Booking,
    intentId: string,
    context: CommandContext,
  ): Promise<Payment | null> {
    const intent = await this.payoutCalls.readPayment(intentId);
    const command = {
      type: 'RecordIntent',
      data: { booking: toPaidBooking(booking), intent, at: context.at },
    } as const;
    return (
      await this.commandHandling.handle(
        payment,
        booking.bookingId,
        command,
        followUp(context, 'payout'),
      )
    ).state;
  }

  private async takeStep(
    step: PayoutStep,
    booking: Booking,
    { refusals }: Payout,
    context: CommandContext,
  ): Promise<Payout> {
    const { bookingId } = booking;
    const transfer = await (step.type === 'transfer'
      ? this.payoutCalls.createTransfer({ bookingId, ...step }, refusals)
      : this.payoutCalls.reverseTransfer(bookingId, step, refusals));
    return this.recordTransfers([transfer], booking, context);
  }

  private recordTransfers(
    transfers: readonly Transfer[],
    booking: Booking,
    context: CommandContext,
  ): Promise<Payout> {
    const transferData = {
      booking: toPaidBooking(booking),
      transfers,
      dueAt: payoutDueAt(booking),
      at: context.at,
    };
    return this.handle(booking, { type: 'RecordTransfers', data: transferData }, context);
  }

  private async handle(
    { bookingId }: Booking,
    command: PayoutCommand,
    context: CommandContext,
  ): Promise<Payout> {
    return (
      await this.commandHandling.handle(payout, bookingId, command, followUp(context, 'payout'))
    ).state;
  }
}

export class PayHostCommand extends defineCommand<Readonly<{ hostId: string }>>() {}

const MAX_PAYOUTS = 200;

/** A failed payout doesn't stop the others. The next sweep retries it. */
@CommandHandler(PayHostCommand)
export class PayHostHandler implements ICommandHandler<PayHostCommand> {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
  ) {}

  /** @throws AggregateError if any payout failed */
  async execute({ input: { hostId }, context }: PayHostCommand): Promise<void> {
    const [connectedAccount, host, hold, heldBookings] = await Promise.all([
      this.streams.load(payoutAccount, hostId),
      this.streams.load(user, hostId),
      this.streams.load(payoutHold, hostId),
      this.readModels.read(payoutHolds, (collection) =>
        collection
          .find({ hostId, isHeld: true, bookingId: { $gt: '' } })
          .limit(MAX_PAYOUTS)
          .toArray(),
      ),
    ]);
    const isPayable =
      connectedAccount?.transfers === 'active' && !hold.isHeld && host.person?.suspension == null;
    // Otherwise, only reversals are possible.
    const payableFilter = isPayable ? {} : { dueCents: 0 };
    const heldFilter =
      heldBookings.length > 0
        ? { $or: [{ dueCents: 0 }, { _id: { $nin: heldBookings.map(({ _id }) => _id) } }] }
        : {};
    const duePayouts = await this.readModels.read(payouts, (collection) =>
      collection
        .find({ hostId, tryAt: { $lte: context.at }, ...payableFilter, ...heldFilter })
        .sort({ tryAt: 1 })
        .limit(MAX_PAYOUTS)
        .toArray(),
    );
    const failures: unknown[] = [];
    for (const { bookingId } of duePayouts)
      await this.commandBus
        .execute(new SettlePayoutCommand({ bookingId }, context))
        .catch((error: unknown) => failures.push(error));
    if (failures.length > 0)
      throw new AggregateError(
        failures,
        `${failures.length} payouts of a host failed: ${String(failures[0])}`,
      );
  }
}

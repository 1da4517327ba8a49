import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { courtDayIdOf } from '../../booking/bookings/booking-id.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { bookingOf, courtDay } from '../../booking/bookings/court-day.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { type CommandContext, followUp } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { type Payment, paidOf, payment } from '../payments/payment.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { type NextPayout, dueAt, nextPayout } from './next-payout.js';
import { payoutAccount } from './payout-account.js';
import { type Payout, type Transfer, payout } from './payout.js';
import { PayoutCalls, Refused } from './payout-calls.service.js';
import { payouts } from './payouts.projection.js';

type Step = Exclude<NextPayout, { type: 'wait' }>;

/** Brings the host of a booking to what it owes them. */
export class SettlePayoutCommand extends defineCommand<Readonly<{ bookingId: string }>>() {}

/**
 * Takes the one step that is due. What Stripe has is read first: the payment, so that nothing is paid for a charge that is
 * disputed although no webhook told of it; and the transfer, so that one whose note was cut off is known.
 */
@CommandHandler(SettlePayoutCommand)
export class SettlePayoutHandler implements ICommandHandler<SettlePayoutCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly stripe: PayoutCalls,
  ) {}

  async execute({ input: { bookingId }, context }: SettlePayoutCommand): Promise<void> {
    const booking = bookingOf(
      await this.streams.load(courtDay, courtDayIdOf(bookingId)),
      bookingId,
    );
    const known = await this.streams.load(payment, bookingId);
    if (!booking || known?.status !== 'captured' || context.at < dueAt(booking)) return;
    const read = await this.readPayment(booking, known.intentId, context);
    const paid = await this.readTransfer(booking, context);
    const account = await this.streams.load(payoutAccount, booking.hostId);
    const next = nextPayout(booking, read, paid, account, context.at);
    if (next && next.type !== 'wait') await this.take(next, booking, paid, context);
  }

  private async readPayment(
    booking: Booking,
    intentId: string,
    context: CommandContext,
  ): Promise<Payment | null> {
    const intent = await this.stripe.readPayment(intentId);
    const command = {
      type: 'NoteIntent',
      data: { paid: paidOf(booking), intent, at: context.at },
    } as const;
    return (
      await this.commands.handle(payment, booking.bookingId, command, followUp(context, 'payout'))
    ).state;
  }

  private async readTransfer(booking: Booking, context: CommandContext): Promise<Payout> {
    const { bookingId } = booking;
    const { transfer } = await this.streams.load(payout, bookingId);
    const found = transfer
      ? await this.stripe.read(transfer.transferId)
      : await this.stripe.find(bookingId);
    return found
      ? this.noteTransfer(found, booking, context)
      : this.streams.load(payout, bookingId);
  }

  private async take(
    step: Step,
    booking: Booking,
    { refusals }: Payout,
    context: CommandContext,
  ): Promise<void> {
    const { bookingId } = booking;
    try {
      const transfer = await (step.type === 'transfer'
        ? this.stripe.transfer({ bookingId, ...step }, refusals)
        : this.stripe.reverse(bookingId, step, refusals));
      await this.noteTransfer(transfer, booking, context);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const data = { paid: paidOf(booking), refusals, code: error.code, at: context.at };
      await this.commands.handle(
        payout,
        bookingId,
        { type: 'NoteRefusal', data },
        followUp(context, 'payout'),
      );
    }
  }

  private async noteTransfer(
    transfer: Transfer,
    booking: Booking,
    context: CommandContext,
  ): Promise<Payout> {
    const data = { paid: paidOf(booking), transfer, dueAt: dueAt(booking), at: context.at };
    const command = { type: 'NoteTransfer', data } as const;
    return (
      await this.commands.handle(payout, booking.bookingId, command, followUp(context, 'payout'))
    ).state;
  }
}

/** Pays a host what is due. */
export class PayHostCommand extends defineCommand<Readonly<{ hostId: string }>>() {}

const MOST_AT_ONCE = 200;

/** One booking after the other. What fails does not hold up the others; the next sweep finds what is left. */
@CommandHandler(PayHostCommand)
export class PayHostHandler implements ICommandHandler<PayHostCommand> {
  constructor(
    private readonly bus: CommandBus,
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
  ) {}

  /** @throws AggregateError of those bookings for which it failed */
  async execute({ input: { hostId }, context }: PayHostCommand): Promise<void> {
    const account = await this.streams.load(payoutAccount, hostId);
    // Without an account nothing can be paid to the host, and only taken back.
    const open = account?.transfers === 'active' ? {} : { dueCents: 0 };
    const due = await this.readModels.read(payouts, (all) =>
      all
        .find({ hostId, tryAt: { $lte: context.at }, ...open })
        .sort({ tryAt: 1 })
        .limit(MOST_AT_ONCE)
        .toArray(),
    );
    const failed: unknown[] = [];
    for (const { bookingId } of due)
      await this.bus
        .execute(new SettlePayoutCommand({ bookingId }, context))
        .catch((error: unknown) => failed.push(error));
    if (failed.length > 0)
      throw new AggregateError(
        failed,
        `${failed.length} payouts of a host failed: ${String(failed[0])}`,
      );
  }
}

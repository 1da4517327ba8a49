import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { courtDayIdOf } from '../../booking/bookings/booking-id.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { bookingOf, courtDay } from '../../booking/bookings/court-day.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { type CommandContext, followUp } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { type Intent, type Payment, paidOf, payment } from '../payments/payment.js';
import { type Step, nextStep } from './next-step.js';
import { StripeCalls } from './stripe-calls.service.js';

/** A booking is settled in fewer steps from wherever it stands. */
const MOST_STEPS = 10;

/** Brings the money of a booking to where the booking says it belongs. */
export class SettleBookingCommand extends defineCommand<Readonly<{ bookingId: string }>>() {}

/**
 * Takes one step after the other until none is due. Stripe is read first, so that whatever was cut off or came out of order is
 * seen as it is; every step is done once, however often it is begun.
 */
@CommandHandler(SettleBookingCommand)
export class SettleBookingHandler implements ICommandHandler<SettleBookingCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly stripe: StripeCalls,
  ) {}

  async execute({ input: { bookingId }, context }: SettleBookingCommand): Promise<void> {
    let known = await this.streams.load(payment, bookingId);
    // What was cancelled at Stripe stays so.
    if (known && known.status !== 'cancelled') {
      const booking = await this.booking(bookingId);
      if (booking)
        known = await this.note(booking, await this.stripe.read(known.intentId), context);
    }
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const booking = await this.booking(bookingId);
      const step = booking && nextStep(booking, known);
      if (!step) return;
      known = await this.take(step, booking, known, context);
    }
    throw new Error(`booking ${bookingId} is not settled after ${MOST_STEPS} steps`);
  }

  private async booking(bookingId: string): Promise<Booking | null> {
    return bookingOf(await this.streams.load(courtDay, courtDayIdOf(bookingId)), bookingId);
  }

  private async take(step: Step, booking: Booking, known: Payment | null, context: CommandContext) {
    const { bookingId } = booking;
    if (step.type === 'AuthorisePayment' || step.type === 'FailPayment') {
      const command = { type: step.type, data: { bookingId, at: context.at } } as const;
      await this.commands.handle(
        courtDay,
        courtDayIdOf(bookingId),
        command,
        followUp(context, 'settlement'),
      );
      return known;
    }
    return this.note(booking, await this.call(step, booking, known?.intentId ?? ''), context);
  }

  private call(
    step: Exclude<Step, { type: 'AuthorisePayment' | 'FailPayment' }>,
    booking: Booking,
    intentId: string,
  ) {
    switch (step.type) {
      case 'createIntent':
        return this.stripe.create(booking);
      case 'capture':
        return this.stripe.capture(booking, intentId);
      case 'cancelIntent':
        return this.stripe.cancel(booking, intentId);
      case 'refund':
        return this.stripe.refund(booking, intentId, step.amountCents, step.refunds);
    }
  }

  private async note(
    booking: Booking,
    intent: Intent,
    context: CommandContext,
  ): Promise<Payment | null> {
    const command = {
      type: 'NoteIntent',
      data: { paid: paidOf(booking), intent, at: context.at },
    } as const;
    return (
      await this.commands.handle(
        payment,
        booking.bookingId,
        command,
        followUp(context, 'settlement'),
      )
    ).state;
  }
}

/** The same for the booking that an intent was made for. */
export class SettleIntentCommand extends defineCommand<Readonly<{ intentId: string }>>() {}

@CommandHandler(SettleIntentCommand)
export class SettleIntentHandler implements ICommandHandler<SettleIntentCommand> {
  constructor(
    private readonly bus: CommandBus,
    private readonly stripe: StripeCalls,
  ) {}

  async execute({ input: { intentId }, context }: SettleIntentCommand): Promise<void> {
    const bookingId = await this.stripe.bookingOf(intentId);
    if (bookingId) await this.bus.execute(new SettleBookingCommand({ bookingId }, context));
  }
}

import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { courtDayIdOf } from '../../booking/bookings/booking-id.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { bookingOf, courtDay } from '../../booking/bookings/court-day.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { type CommandContext, followUp } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { type Intent, type Payment, toPaidBooking, payment } from '../payments/payment.js';
import { type SettlementStep, nextSettlementStep } from './next-step.js';
import { StripeCalls } from './stripe-calls.service.js';

/** Every booking settles in fewer steps. */
const MAX_STEPS = 10;

type BookingStep = Extract<SettlementStep, { type: `${string}Payment` }>;

const isBookingStep = (step: SettlementStep): step is BookingStep => step.type.endsWith('Payment');

export class SettleBookingCommand extends defineCommand<Readonly<{ bookingId: string }>>() {}

/**
 * Takes steps until the booking is settled. It reads Stripe first, so interrupted or reordered
 * calls don't matter, and each step is idempotent.
 */
@CommandHandler(SettleBookingCommand)
export class SettleBookingHandler implements ICommandHandler<SettleBookingCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly stripeCalls: StripeCalls,
  ) {}

  async execute({ input: { bookingId }, context }: SettleBookingCommand): Promise<void> {
    let currentPayment = await this.streams.load(payment, bookingId);
    // A canceled intent never changes.
    if (currentPayment && currentPayment.status !== 'cancelled') {
      const booking = await this.loadBooking(bookingId);
      if (booking)
        currentPayment = await this.recordIntent(
          booking,
          await this.stripeCalls.readIntent(currentPayment.intentId),
          context,
        );
    }
    for (let stepCount = 0; stepCount < MAX_STEPS; stepCount++) {
      const booking = await this.loadBooking(bookingId);
      const step = booking && nextSettlementStep(booking, currentPayment, context.at);
      if (!step) return;
      currentPayment = await this.takeStep(step, booking, currentPayment, context);
    }
    throw new Error(`booking ${bookingId} is not settled after ${MAX_STEPS} steps`);
  }

  private async loadBooking(bookingId: string): Promise<Booking | null> {
    return bookingOf(await this.streams.load(courtDay, courtDayIdOf(bookingId)), bookingId);
  }

  private async takeStep(
    step: SettlementStep,
    booking: Booking,
    currentPayment: Payment | null,
    context: CommandContext,
  ) {
    const { bookingId } = booking;
    if (isBookingStep(step)) {
      const command = { type: step.type, data: { bookingId, at: context.at } } as const;
      await this.commandHandling.handle(
        courtDay,
        courtDayIdOf(bookingId),
        command,
        followUp(context, 'settlement'),
      );
      return currentPayment;
    }
    return this.recordIntent(
      booking,
      await this.callStripe(step, booking, currentPayment?.intentId ?? ''),
      context,
    );
  }

  private callStripe(
    step: Exclude<SettlementStep, BookingStep>,
    booking: Booking,
    intentId: string,
  ) {
    switch (step.type) {
      case 'createIntent':
        return this.stripeCalls.createIntent(booking);
      case 'capture':
        return this.stripeCalls.captureIntent(booking, intentId, step.amountCents);
      case 'cancelIntent':
        return this.stripeCalls.cancelIntent(booking, intentId);
      case 'refund':
        return this.stripeCalls.refundIntent(booking, intentId, step.amountCents, step.refunds);
    }
  }

  private async recordIntent(
    booking: Booking,
    intent: Intent,
    context: CommandContext,
  ): Promise<Payment | null> {
    const command = {
      type: 'RecordIntent',
      data: { booking: toPaidBooking(booking), intent, at: context.at },
    } as const;
    return (
      await this.commandHandling.handle(
        payment,
        booking.bookingId,
        command,
        followUp(context, 'settlement'),
      )
    ).state;
  }
}

export class SettleIntentCommand extends defineCommand<Readonly<{ intentId: string }>>() {}

@CommandHandler(SettleIntentCommand)
export class SettleIntentHandler implements ICommandHandler<SettleIntentCommand> {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly stripeCalls: StripeCalls,
  ) {}

  async execute({ input: { intentId }, context }: SettleIntentCommand): Promise<void> {
    const bookingId = await this.stripeCalls.bookingIdOfIntent(intentId);
    if (bookingId) await this.commandBus.execute(new SettleBookingCommand({ bookingId }, context));
  }
}

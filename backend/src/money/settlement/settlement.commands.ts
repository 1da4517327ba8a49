import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { courtDayIdOf } from '../../booking/bookings/booking-id.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { courtDay } from '../../booking/bookings/court-day.js';
import { loadBooking } from '../../booking/bookings/load-booking.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { type CommandContext, followUp } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { RefusableStep } from '../payments/exceptions.js';
import {
  type Intent,
  type Payment,
  type PaymentCommand,
  payment,
  toPaidBooking,
} from '../payments/payment.js';
import { type SettlementStep, nextSettlementStep } from './next-step.js';
import { settle } from '../../platform/processes/settle.js';
import { StripeCalls } from './stripe-calls.service.js';

type BookingStep = Extract<SettlementStep, { type: `${string}Payment` }>;

const isBookingStep = (step: SettlementStep): step is BookingStep => step.type.endsWith('Payment');

export class SettleBookingCommand extends defineCommand<Readonly<{ bookingId: string }>>() {}

/** Takes the steps that a booking's payment needs. Each step is idempotent. */
@CommandHandler(SettleBookingCommand)
export class SettleBookingHandler implements ICommandHandler<SettleBookingCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly stripeCalls: StripeCalls,
  ) {}

  /** @throws Error if Stripe cannot be reached; the job is then retried */
  async execute({ input: { bookingId }, context }: SettleBookingCommand): Promise<void> {
    await settle<Payment | null, SettlementStep>({
      observe: () => this.recordCurrent(bookingId, context),
      next: async (currentPayment) => {
        const booking = await loadBooking(this.streams, bookingId);
        return booking && nextSettlementStep(booking, currentPayment, context.at);
      },
      act: (step, currentPayment) => this.takeStep(step, bookingId, currentPayment, context),
      refuse: async (step, { code, message }, currentPayment) => {
        const booking = await this.bookingOf(bookingId);
        const { isMismatched, found } = currentPayment ?? { isMismatched: false, found: null };
        const wrongAmount = step.type === 'cancelIntent' && isMismatched ? found : null;
        const refusalData = {
          booking: toPaidBooking(booking),
          step: step.type as RefusableStep,
          amountCents: 'amountCents' in step ? step.amountCents : (wrongAmount?.amountCents ?? 0),
          wrongCurrency: step.type === 'refund' ? step.wrongCurrency : wrongAmount?.currency,
          refusals: currentPayment?.refusals ?? 0,
          code,
          message,
          at: context.at,
        };
        await this.handle(bookingId, { type: 'RecordRefusal', data: refusalData }, context);
      },
    });
  }

  private async recordCurrent(bookingId: string, context: CommandContext): Promise<Payment | null> {
    const loggedPayment = await this.streams.load(payment, bookingId);
    // A canceled intent no longer changes, but a wrong charge ends as released, too.
    if (!loggedPayment || (loggedPayment.status === 'cancelled' && !loggedPayment.isMismatched))
      return loggedPayment;
    const intent = await this.stripeCalls.readIntent(loggedPayment.intentId);
    return this.recordIntent(await this.bookingOf(bookingId), intent, context);
  }

  private async bookingOf(bookingId: string): Promise<Booking> {
    const booking = await loadBooking(this.streams, bookingId);
    if (!booking) throw new Error(`booking ${bookingId} has a payment but no request`);
    return booking;
  }

  private async takeStep(
    step: SettlementStep,
    bookingId: string,
    currentPayment: Payment | null,
    context: CommandContext,
  ): Promise<Payment | null> {
    const booking = await this.bookingOf(bookingId);
    if (isBookingStep(step)) {
      await this.commandHandling.handle(
        courtDay,
        courtDayIdOf(bookingId),
        { type: step.type, data: { bookingId, at: context.at } },
        followUp(context, 'settlement'),
      );
      return currentPayment;
    }
    if (step.type === 'recordDebt' || step.type === 'recordReturn') {
      const data = {
        booking: toPaidBooking(booking),
        amountCents: step.amountCents,
        at: context.at,
      };
      const type = step.type === 'recordDebt' ? 'RecordDebt' : 'RecordReturn';
      return this.handle(bookingId, { type, data }, context);
    }
    const intent = await this.callStripe(step, booking, currentPayment);
    return this.recordIntent(booking, intent, context);
  }

  private callStripe(
    step: Exclude<SettlementStep, BookingStep>,
    booking: Booking,
    currentPayment: Payment | null,
  ): Promise<Intent> {
    if (step.type === 'createIntent') return this.stripeCalls.createIntent(booking);
    const { bookingId } = booking;
    const { intentId, refusals } = currentPayment!;
    switch (step.type) {
      case 'capture':
        return this.stripeCalls.captureIntent(bookingId, intentId, step.amountCents, refusals);
      case 'cancelIntent':
        return this.stripeCalls.cancelIntent(bookingId, intentId, refusals);
      case 'refund':
        return this.stripeCalls.refundIntent(bookingId, intentId, step, refusals);
      case 'recordDebt':
      case 'collectDebt':
      case 'recordReturn':
      case 'payReturn':
        throw new Error(`${step.type} does not call Stripe`);
    }
  }

  private recordIntent(
    booking: Booking,
    intent: Intent,
    context: CommandContext,
  ): Promise<Payment | null> {
    const intentData = { booking: toPaidBooking(booking), intent, at: context.at };
    return this.handle(booking.bookingId, { type: 'RecordIntent', data: intentData }, context);
  }

  private async handle(
    bookingId: string,
    command: PaymentCommand,
    context: CommandContext,
  ): Promise<Payment | null> {
    const causedContext = followUp(context, 'settlement');
    return (await this.commandHandling.handle(payment, bookingId, command, causedContext)).state;
  }
}

export class SettleIntentCommand extends defineCommand<Readonly<{ intentId: string }>>() {}

/** Settles the booking of an intent; intents without a booking are ignored. */
@CommandHandler(SettleIntentCommand)
export class SettleIntentHandler implements ICommandHandler<SettleIntentCommand> {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly stripeCalls: StripeCalls,
  ) {}

  /** @throws Error if Stripe cannot be reached; the job is then retried */
  async execute({ input: { intentId }, context }: SettleIntentCommand): Promise<void> {
    const bookingId = await this.stripeCalls.bookingIdOfIntent(intentId);
    if (bookingId) await this.commandBus.execute(new SettleBookingCommand({ bookingId }, context));
  }
}

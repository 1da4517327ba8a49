import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { loadBooking } from '../../booking/bookings/load-booking.js';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { type CommandContext, followUp } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { user } from '../../people/identity/user.js';
import { type Payment, toPaidBooking, payment } from '../payments/payment.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import {
  type Debt,
  type NextPayout,
  debtCents,
  nextPayout,
  owedCents,
  payoutDueAt,
  reversalCause,
} from './next-payout.js';
import { canBePaid, payoutAccount } from './payout-account.js';
import { type Payout, type PayoutCommand, type Transfer, payout } from './payout.js';
import { PayoutCalls } from './payout-calls.service.js';
import { settle } from '../../platform/processes/settle.js';
import { lacksPayoutApproval } from './payout-approval.js';
import { payoutHold } from './payout-hold.js';
import {
  type PayoutRequirement,
  canAct,
  isReminderDue,
  payoutReminder,
} from './payout-reminder.js';
import { payoutHolds } from './payout-holds.projection.js';
import { payouts } from './payouts.projection.js';

type PayoutStep = Exclude<NextPayout, { type: 'wait' }>;

/** The recorded payment and payout of one booking. */
type PayoutState = Readonly<{ payment: Payment | null; payout: Payout }>;

/** The maximum number of debts that one payout repays. The next payout repays the rest. */
const MAX_DEBTS = 20;

export class SettlePayoutCommand extends defineCommand<Readonly<{ bookingId: string }>>() {}

/**
 * Takes payout steps until nothing is owed or the rest has to wait. First reads from Stripe what
 * lost webhooks or interrupted steps may have left unrecorded.
 */
@CommandHandler(SettlePayoutCommand)
export class SettlePayoutHandler implements ICommandHandler<SettlePayoutCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
    private readonly payoutCalls: PayoutCalls,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Error if Stripe cannot be reached; the job is then retried */
  async execute({ input: { bookingId }, context }: SettlePayoutCommand): Promise<void> {
    const booking = await loadBooking(this.streams, bookingId);
    const loggedPayment = await this.streams.load(payment, bookingId);
    if (!booking || !loggedPayment || context.at < payoutDueAt(booking)) return;
    await settle<PayoutState, PayoutStep>({
      observe: () => this.observe(booking, loggedPayment.intentId, context),
      next: (state) => this.nextStep(booking, state, context),
      act: async (step, state) => ({
        ...state,
        payout: await this.takeStep(step, booking, state, context),
      }),
      refuse: (step, { code }, { payout: { refusals } }) => {
        // Stripe is not involved in offsets and debts, so it cannot refuse them.
        if (step.type === 'offset' || step.type === 'recordDebt') return Promise.resolve();
        const { type, amountCents } = step;
        const refusedStep = { step: type, amountCents, refusals, code, at: context.at };
        const refusalData = { booking: toPaidBooking(booking), ...refusedStep };
        return this.handle(booking, { type: 'RecordRefusal', data: refusalData }, context);
      },
    });
  }

  private async observe(
    booking: Booking,
    intentId: string,
    context: CommandContext,
  ): Promise<PayoutState> {
    const { bookingId } = booking;
    const intent = await this.payoutCalls.readPayment(intentId);
    const intentData = { booking: toPaidBooking(booking), intent, at: context.at };
    const { state: currentPayment } = await this.commandHandling.handle(
      payment,
      bookingId,
      { type: 'RecordIntent', data: intentData },
      followUp(context, 'payout'),
    );
    const transfers = await this.payoutCalls.transfersOfBooking(bookingId);
    const loggedPayout = await this.streams.load(payout, bookingId);
    const logged = { payment: currentPayment, payout: loggedPayout };
    await this.recordTransfers(transfers, booking, logged, context);
    return { payment: currentPayment, payout: await this.recordRecoveries(booking, context) };
  }

  private async nextStep(
    booking: Booking,
    { payment: currentPayment, payout: currentPayout }: PayoutState,
    context: CommandContext,
  ): Promise<PayoutStep | null> {
    const { bookingId, hostId } = booking;
    const [connectedAccount, host, hostHold, bookingHold, debts] = await Promise.all([
      this.streams.load(payoutAccount, hostId),
      this.streams.load(user, hostId),
      this.streams.load(payoutHold, hostId),
      this.streams.load(payoutHold, bookingId),
      owedCents(booking, currentPayment, currentPayout) > 0 ? this.debtsOf(hostId, context) : [],
    ]);
    const isHeld = host.person?.suspension != null || hostHold.isHeld || bookingHold.isHeld;
    const lacksApproval = lacksPayoutApproval(host.person, this.config.policy);
    const payoutSituation = { connectedAccount, isHeld, lacksApproval, debts, at: context.at };
    const step = nextPayout(booking, currentPayment, currentPayout, payoutSituation);
    return step?.type === 'wait' ? null : step;
  }

  /** The read model lists candidates, and their streams contain the amounts that are still owed. */
  private async debtsOf(hostId: string, context: CommandContext): Promise<Debt[]> {
    const candidates = await this.readModels.read(payouts, (collection) =>
      collection
        .find({ hostId, debtCents: { $gt: 0 } })
        .limit(MAX_DEBTS)
        .toArray(),
    );
    const debts = await Promise.all(
      candidates.map(async ({ bookingId }): Promise<Debt | null> => {
        const booking = await loadBooking(this.streams, bookingId);
        if (!booking) return null;
        const currentPayment = await this.streams.load(payment, bookingId);
        const currentPayout = await this.recordRecoveries(booking, context);
        return { bookingId, amountCents: debtCents(booking, currentPayment, currentPayout) };
      }),
    );
    return debts.filter((debt) => debt !== null && debt.amountCents > 0) as Debt[];
  }

  private async takeStep(
    step: PayoutStep,
    booking: Booking,
    state: PayoutState,
    context: CommandContext,
  ): Promise<Payout> {
    const { bookingId } = booking;
    const { refusals } = state.payout;
    switch (step.type) {
      case 'offset':
        return this.offsetDebt(step, booking, context);
      case 'recordDebt': {
        const { amountCents } = step;
        const data = { booking: toPaidBooking(booking), amountCents, at: context.at };
        return this.handle(booking, { type: 'RecordDebt', data }, context);
      }
      case 'transfer': {
        const transferOrder = { bookingId, ...step };
        const transfer = await this.payoutCalls.createTransfer(transferOrder, refusals);
        return this.recordTransfers([transfer], booking, state, context);
      }
      case 'reverse': {
        const transfer = await this.payoutCalls.reverseTransfer(bookingId, step, refusals);
        return this.recordTransfers([transfer], booking, state, context);
      }
    }
  }

  /**
   * Records both parts of an offset. After a crash in between, the next payout of either booking
   * continues.
   */
  private async offsetDebt(
    { debtBookingId, amountCents, offsetCount }: Extract<PayoutStep, { type: 'offset' }>,
    booking: Booking,
    context: CommandContext,
  ): Promise<Payout> {
    const offset = { debtBookingId, amountCents, offsetCount };
    const offsetData = {
      booking: toPaidBooking(booking),
      ...offset,
      dueAt: payoutDueAt(booking),
      at: context.at,
    };
    const currentPayout = await this.handle(
      booking,
      { type: 'OffsetDebt', data: offsetData },
      context,
    );
    const debtBooking = await loadBooking(this.streams, debtBookingId);
    if (debtBooking)
      await this.recordOffsets(debtBooking, [[booking.bookingId, currentPayout]], context);
    return currentPayout;
  }

  /** Records the amounts that the host's other bookings have repaid for this one. */
  private async recordRecoveries(booking: Booking, context: CommandContext): Promise<Payout> {
    const { bookingId } = booking;
    const repayingPayouts = await this.readModels.read(payouts, (collection) =>
      collection.find({ 'payout.offsets.debtBookingId': bookingId }).toArray(),
    );
    return this.recordOffsets(
      booking,
      repayingPayouts.map((document) => [document.bookingId, document.payout]),
      context,
    );
  }

  private async recordOffsets(
    booking: Booking,
    repayingPayouts: readonly (readonly [bookingId: string, payout: Payout])[],
    context: CommandContext,
  ): Promise<Payout> {
    let currentPayout = await this.streams.load(payout, booking.bookingId);
    for (const [fromBookingId, { offsets }] of repayingPayouts)
      for (const { offsetId, debtBookingId, amountCents } of offsets) {
        const isRecorded = offsetId in currentPayout.recoveries;
        if (debtBookingId !== booking.bookingId || isRecorded) continue;
        const recovery = { offsetId, fromBookingId, amountCents, at: context.at };
        const recoveryData = { booking: toPaidBooking(booking), ...recovery };
        const command = { type: 'RecordRecovery', data: recoveryData } as const;
        currentPayout = await this.handle(booking, command, context);
      }
    return currentPayout;
  }

  /** `before` has the amounts before these transfers, which explain new reversals. */
  private recordTransfers(
    transfers: readonly Transfer[],
    booking: Booking,
    before: PayoutState,
    context: CommandContext,
  ): Promise<Payout> {
    const transferData = {
      booking: toPaidBooking(booking),
      transfers,
      reversalCause: reversalCause(booking, before.payment, before.payout),
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

type UnpaidHost = Readonly<{ hostId: string; missing: PayoutRequirement; canHostAct: boolean }>;

/** A failed payout doesn't stop the others. The next sweep retries it. */
@CommandHandler(PayHostCommand)
export class PayHostHandler implements ICommandHandler<PayHostCommand> {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
    private readonly commandHandling: CommandHandling,
    @Inject(CONFIG) private readonly config: Config,
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
    const isBlocked = hold.isHeld || host.person?.suspension != null;
    const lacksApproval = lacksPayoutApproval(host.person, this.config.policy);
    const missing = lacksApproval ? 'approval' : canBePaid(connectedAccount) ? null : 'account';
    const isPayable = missing === null && !isBlocked;
    const heldIds = heldBookings.map(({ _id }) => _id);
    if (missing !== null && !isBlocked)
      await this.remind(
        { hostId, missing, canHostAct: canAct(host.person, connectedAccount) },
        heldIds,
        context,
      );
    // If the host cannot be paid, only reversals and smaller debts are possible.
    const notPaying = [{ dueCents: 0 }, { 'payout.recordedDebtCents': { $gt: 0 } }];
    const payableFilter = isPayable ? {} : { $or: notPaying };
    const heldFilter =
      heldIds.length > 0 ? { $or: [...notPaying, { _id: { $nin: heldIds } }] } : {};
    const duePayouts = await this.readModels.read(payouts, (collection) =>
      collection
        .find({ hostId, dueAt: { $lte: context.at }, $and: [payableFilter, heldFilter] })
        .sort({ dueAt: 1 })
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

  /**
   * Reminds the host of payouts that are due but wait for them. The first reminder of an account
   * also opens a money case, so a host who cannot act gets only that one.
   */
  private async remind(
    { hostId, missing, canHostAct }: UnpaidHost,
    heldIds: readonly string[],
    context: CommandContext,
  ): Promise<void> {
    const { [missing]: lastRemindedAt } = await this.streams.load(payoutReminder, hostId);
    if (lastRemindedAt !== null && !canHostAct) return;
    if (!isReminderDue(lastRemindedAt, context.at)) return;
    const waiting = { dueCents: { $gt: 0 }, dueAt: { $lte: context.at }, _id: { $nin: heldIds } };
    const waitingOrOwing = await this.readModels.read(payouts, (collection) =>
      collection.find({ hostId, $or: [waiting, { debtCents: { $gt: 0 } }] }).toArray(),
    );
    const bookings = waitingOrOwing.filter(({ dueCents }) => dueCents > 0).length;
    // Payouts repay the host's debts first.
    const amountCents = waitingOrOwing.reduce(
      (subtotal, { dueCents, debtCents }) => subtotal + dueCents - debtCents,
      0,
    );
    if (amountCents <= 0) return;
    await this.commandHandling.handle(
      payoutReminder,
      hostId,
      { type: 'RemindHost', data: { hostId, missing, bookings, amountCents, at: context.at } },
      followUp(context, 'payout'),
    );
  }
}

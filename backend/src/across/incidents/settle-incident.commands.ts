import { Inject, Logger } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../config.js';
import { isChargeOpen } from '../../money/payments/payment-sums.js';
import { payment, toPaidBooking } from '../../money/payments/payment.js';
import { refundableCents } from '../../money/payments/refund-by-hand.js';
import { agreedHostCents } from '../../money/payouts/next-payout.js';
import { payout } from '../../money/payouts/payout.js';
import { payoutHold } from '../../money/payouts/payout-hold.js';
import { adjustedCents } from '../../money/payouts/payout-orders.js';
import { user } from '../../people/identity/user.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { type CommandContext, followUp, systemContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Ids } from '../../platform/kernel/ids.js';
import { Streams } from '../../platform/kernel/streams.js';
import { type Booking, isLiveBooking } from '../../booking/bookings/booking.js';
import { courtDayIdOf } from '../../booking/bookings/booking-id.js';
import { courtDay } from '../../booking/bookings/court-day.js';
import { loadBooking } from '../../booking/bookings/load-booking.js';
import { conduct, currentStrikes } from '../../booking/conduct/conduct.js';
import {
  type Incident,
  holdsPayout,
  incident,
  incidentIdOf,
  isRefundedOnceUpheld,
  reportedPersonOf,
} from './incident.js';
import { loadNoShows } from './no-shows.js';

type Outcome = Pick<NonNullable<Incident['settlement']>, 'outcome' | 'refundCents'>;

/** The reason of refunds and cancellations for an upheld weather claim. */
export const WEATHER_REASON = 'The weather was too bad to play.';
const NO_SHOW_REASON = 'The host did not show up.';

const reasonOf = ({ kind }: Incident): string =>
  kind === 'weather' ? WEATHER_REASON : NO_SHOW_REASON;

/** Only the player can move an hour, and only after its weather claim is upheld. */
const isMoved = ({ startTime }: Booking, decided: Incident): boolean =>
  startTime !== decided.startTime;

/** Whether a settlement that did not finish has canceled the booking. */
const isCancelledFor = ({ cancellation }: Booking, decided: Incident): boolean =>
  cancellation?.reason === 'operator_cancelled' && cancellation.note === reasonOf(decided);

/** Whether the incident refunds the rest of a booking that its player canceled. */
const isRefundedInFull = (
  { rule, reason, cancelledAt }: NonNullable<Booking['cancellation']>,
  { kind, decision }: Incident,
): boolean =>
  rule === 'started' ||
  (kind === 'weather' && reason === 'player_cancelled' && cancelledAt >= decision!.decidedAt);

const nothing: Outcome = { outcome: 'nothing', refundCents: 0 };

/**
 * Refunds a host's no-show, or a weather claim whose hour did not move, records no-shows as strikes,
 * and releases the payout once no claim is open. Each step can be repeated.
 */
export class SettleIncidentCommand extends defineCommand<Readonly<{ incidentId: string }>>() {}

@CommandHandler(SettleIncidentCommand)
export class SettleIncidentHandler implements ICommandHandler<SettleIncidentCommand> {
  private readonly logger = new Logger('incidents');

  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly ids: Ids,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError wrong_status if the booking changes at the same time, invalid_request if
   *   its refund does; the sweep then tries again
   */
  async execute({ input: { incidentId }, context }: SettleIncidentCommand): Promise<void> {
    const decided = await this.streams.load(incident, incidentId);
    if (!decided?.decision || decided.settlement) return;
    const outcome = await this.settle(decided, context);
    if (!outcome) return;
    await this.releasePayout(decided, context);
    await this.commandHandling.handle(
      incident,
      incidentId,
      { type: 'Settle', data: { ...outcome, at: context.at } },
      followUp(context, 'incident'),
    );
  }

  /**
   * Null while the player can still move the hour, or the charge that has to be refunded is still
   * due. The sweep tries again.
   */
  private async settle(decided: Incident, context: CommandContext): Promise<Outcome | null> {
    const { kind, decision } = decided;
    if (!decision!.isUpheld || kind === 'damage') return nothing;
    if (kind === 'weather') return this.moveOrRefund(decided, context);
    await this.recordStrike(decided, context);
    const refund = isRefundedOnceUpheld(decided) ? await this.refund(decided, context) : nothing;
    return refund?.outcome === 'nothing' ? { ...nothing, outcome: 'strike_recorded' } : refund;
  }

  private async moveOrRefund(decided: Incident, context: CommandContext): Promise<Outcome | null> {
    const { bookingId, moveBy, endTime } = decided;
    const booking = await loadBooking(this.streams, bookingId);
    if (booking && isMoved(booking, decided)) return { outcome: 'moved', refundCents: 0 };
    if (moveBy !== null && context.at < moveBy) return null;
    // A completed booking cannot move anymore, so the refund is safe.
    if (booking?.status === 'confirmed' && context.at >= endTime) {
      const data = { bookingId, at: context.at };
      await this.commandHandling.handle(
        courtDay,
        courtDayIdOf(bookingId),
        { type: 'CompleteBooking', data },
        followUp(context, 'end'),
      );
      return this.moveOrRefund(decided, context);
    }
    return this.refund(decided, context);
  }

  /** Before the end, the booking is canceled; after it, the whole charge is refunded. */
  private async refund(decided: Incident, context: CommandContext): Promise<Outcome | null> {
    const { bookingId } = decided;
    const booking = await loadBooking(this.streams, bookingId);
    if (booking && isCancelledFor(booking, decided))
      return { outcome: 'cancelled', refundCents: booking.totalCents };
    if (!booking || (booking.cancellation && !isRefundedInFull(booking.cancellation, decided)))
      return nothing;
    if (isLiveBooking(booking) && context.at < booking.endTime)
      return this.cancel(booking, decided, context);
    if (booking.payBy === null) return nothing;
    return this.orderRefund(booking, decided, context);
  }

  private async cancel(
    booking: Booking,
    decided: Incident,
    context: CommandContext,
  ): Promise<Outcome> {
    const { bookingId } = booking;
    const data = {
      bookingId,
      at: context.at,
      reason: 'operator_cancelled',
      note: reasonOf(decided),
      noteBy: decided.decision!.decidedBy,
      excuse: decided.kind === 'weather' ? 'weather' : null,
      expectedRefundCents: null,
      // The booking can move until this is decided, and then stays.
      ...(decided.kind === 'weather' && { startTime: decided.startTime }),
    } as const;
    await this.commandHandling.handle(
      courtDay,
      courtDayIdOf(bookingId),
      { type: 'CancelBooking', data },
      followUp(context, 'incident'),
    );
    return { outcome: 'cancelled', refundCents: booking.totalCents };
  }

  private async orderRefund(
    booking: Booking,
    decided: Incident,
    context: CommandContext,
  ): Promise<Outcome | null> {
    const { bookingId, taxCents } = booking;
    const paidBooking = toPaidBooking(booking);
    const currentPayment = await this.streams.load(payment, bookingId);
    const orderId = this.ids.derived('refund of an incident', decided.incidentId);
    const earlierOrder = currentPayment?.refundOrders[orderId];
    if (earlierOrder) return { outcome: 'refund_ordered', refundCents: earlierOrder.orderedCents };
    const cancelledCents = booking.cancellation?.refundCents ?? 0;
    const refundCents = refundableCents({ booking: paidBooking, cancelledCents }, currentPayment);
    if (refundCents === 0) return currentPayment && isChargeOpen(currentPayment) ? null : nothing;
    const refundOrder = {
      booking: paidBooking,
      orderId,
      amountCents: refundCents,
      bearer: 'host',
      taxCents,
      cancelledCents,
      agreedCents: agreedHostCents(booking),
      deductedCents: Math.max(0, 0 - adjustedCents(await this.streams.load(payout, bookingId))),
      reason: reasonOf(decided),
      orderedBy: decided.decision!.decidedBy,
      at: context.at,
    } as const;
    await this.commandHandling.handle(
      payment,
      bookingId,
      { type: 'OrderRefund', data: refundOrder },
      followUp(context, 'incident'),
    );
    return { outcome: 'refund_ordered', refundCents };
  }

  private async recordStrike(decided: Incident, context: CommandContext): Promise<void> {
    const { incidentId, bookingId } = decided;
    const { id: policyId, conduct: rules } = this.config.policy;
    const userId = reportedPersonOf(decided);
    const data = {
      userId,
      incidentId,
      bookingId,
      policyId,
      strikeDays: rules.strikeDays,
      recordedAt: decided.decision!.decidedAt,
    };
    const { state } = await this.commandHandling.handle(
      conduct,
      userId,
      { type: 'RecordStrike', data },
      followUp(context, 'incident'),
    );
    const count = currentStrikes(state, context.at).length;
    if (count >= rules.strikesForSuspension) await this.suspend(decided, count, context);
  }

  /** An admin cannot be suspended, so the log contains a warning instead. */
  private async suspend(decided: Incident, count: number, context: CommandContext): Promise<void> {
    const userId = reportedPersonOf(decided);
    const reason = `${count} no-shows within ${this.config.policy.conduct.strikeDays} days.`;
    await this.commandHandling
      .handle(
        user,
        userId,
        {
          type: 'Suspend',
          data: { userId, reason, isReasonShown: true, until: null, suspendedAt: context.at },
        },
        // A refund can be retried for days, and must not suspend a reinstated person again.
        {
          ...systemContext(`strike ${decided.incidentId}`, context.at),
          correlationId: context.correlationId,
        },
      )
      .catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
        this.logger.warn(`Could not suspend ${userId} for ${count} strikes: ${error.message}`);
      });
  }

  /** Only a hold for a claim ends here. An admin's hold stays until an admin releases it. */
  private async releasePayout(decided: Incident, context: CommandContext): Promise<void> {
    const { bookingId, hostId, decision } = decided;
    if (!holdsPayout(decided)) return;
    const claims = [
      ...(await Promise.all(
        (['damage', 'weather'] as const).map((kind) =>
          this.streams.load(incident, incidentIdOf(bookingId, kind, 'host')),
        ),
      )),
      (await loadNoShows(this.streams, bookingId)).player,
    ];
    if (claims.some((claim) => claim && !claim.decision)) return;
    const { heldBy } = await this.streams.load(payoutHold, bookingId);
    if (!claims.some((claim) => claim?.reportedBy === heldBy)) return;
    const data = {
      hostId,
      bookingId,
      reason: 'The claim is decided.',
      adminId: decision!.decidedBy,
      at: context.at,
    };
    await this.commandHandling.handle(
      payoutHold,
      bookingId,
      { type: 'ReleasePayout', data },
      followUp(context, 'incident'),
    );
  }
}

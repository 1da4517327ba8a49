import { centsOf, US_DOLLARS } from '@courtly/contracts/amount';
import type { PublishPolicyBody } from '@courtly/contracts/policies';
import type { AwaitsConfirmation, ConfirmedAct } from '@courtly/contracts/second-admin';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { courtDayIdOf } from '../../booking/bookings/booking-id.js';
import { bookingOf, courtDay } from '../../booking/bookings/court-day.js';
import { collectedCents, isChargeOpen, leftOfPayment } from '../../money/payments/payment-sums.js';
import { payment } from '../../money/payments/payment.js';
import { currencyOfReturn } from '../../money/payments/wrong-charge.js';
import { payout } from '../../money/payouts/payout.js';
import { currencyOf, refundableCents } from '../../people/membership/admin-changes.js';
import { membership } from '../../people/membership/membership.js';
import { findCharge } from '../../people/membership/membership-payments.js';
import { PolicyDrafts } from '../../people/policies/policy-drafts.service.js';
import type { CaseInput } from '../../platform/http/own-case.interceptor.js';
import type { SecondAdmin } from '../../platform/http/second-admin.interceptor.js';
import { CommandHandling, type CommandOutcome } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { Ids } from '../../platform/kernel/ids.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { incident, isRefundedOnceUpheld } from '../incidents/incident.js';
import { type Confirmation, confirmation } from './confirmation.js';
import type { LoneDecisionEvent } from './lone-decision.events.js';
import { isNeedForSecondAdmin, loneDecisions } from './lone-decisions.js';

/**
 * `totalCents` includes what admins have moved for the same booking or payment of a membership.
 * Other currencies use the same limit in their smallest units.
 */
type Extent = Readonly<{
  amountCents: number;
  totalCents: number;
  currency: string;
  /** Set if the parameters of the route do not name the booking. */
  bookingId?: string;
}>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const awaits = ({ state, position }: CommandOutcome<Confirmation | null>) => {
  const { confirmationId, expiresAt } = state!.request;
  return new CommandResult({ confirmationId, expiresAt }, position);
};

/** Requests confirmation of policy changes, and of money above the limit. */
@Injectable()
export class SecondAdminAboveAmount implements SecondAdmin {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly ids: Ids,
    private readonly policyDrafts: PolicyDrafts,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async request(
    act: ConfirmedAct,
    input: CaseInput,
    context: CommandContext,
  ): Promise<CommandResult<AwaitsConfirmation> | null> {
    const confirmationId = this.ids.derived('confirmation', context.commandId);
    const requested = await this.commandHandling.findHandled(confirmation, confirmationId, context);
    if (requested) return awaits(requested);
    // Otherwise, money that a repeated request has already moved would count twice.
    if (await this.commandHandling.findHandled(loneDecisions, context.actor.id, context))
      return null;
    const { secondAdminAboveCents, secondAdminHours } = this.config.policy;
    if (secondAdminAboveCents === null) return null;
    const extent = await this.extentOf(act, input, context.at);
    // The change itself refuses an amount that cannot be read.
    if (!extent) return null;
    const { amountCents, currency } = extent;
    const subject = {
      act,
      bookingId: extent.bookingId ?? (textOf(input.params['bookingId']) || null),
      userId: textOf(input.params['userId']) || null,
      amountCents,
      currency,
    };
    const isSmall = extent.totalCents <= secondAdminAboveCents;
    if (isSmall && (await this.countsAlone(subject, secondAdminAboveCents, context))) return null;
    const data = {
      confirmationId,
      ...subject,
      input: JSON.stringify(input),
      reason: textOf(input.body['reason']),
      requestedBy: context.actor.id,
      requestedAt: context.at,
      expiresAt: new Date(Date.parse(context.at) + secondAdminHours * HOUR_MS).toISOString(),
    };
    return awaits(
      await this.commandHandling.handle(
        confirmation,
        confirmationId,
        { type: 'RequestConfirmation', data },
        context,
      ),
    );
  }

  /**
   * Whether an admin may decide this alone, given what they have already decided. A decision that
   * is counted and then refused still counts, because the order of both must survive a crash.
   */
  private async countsAlone(
    subject: Omit<LoneDecisionEvent['data'], 'adminId' | 'decidedAt'>,
    mostCents: number,
    context: CommandContext,
  ): Promise<boolean> {
    const { actor, at } = context;
    const windowMs = this.config.policy.secondAdminWindowHours * HOUR_MS;
    const decision = { adminId: actor.id, ...subject, decidedAt: at };
    const since = new Date(Date.parse(at) - windowMs).toISOString();
    try {
      await this.commandHandling.handle(
        loneDecisions,
        actor.id,
        { type: 'CountDecision', data: { decision, since, mostCents } },
        context,
      );
      return true;
    } catch (error) {
      if (isNeedForSecondAdmin(error)) return false;
      throw error;
    }
  }

  private async extentOf(
    act: ConfirmedAct,
    { params, body }: CaseInput,
    at: string,
  ): Promise<Extent | null> {
    if (act === 'policy_change') {
      // Refuses a draft that could not be published, before another admin looks at it.
      await this.policyDrafts.valuesOf(body as PublishPolicyBody, at);
      return { amountCents: 0, totalCents: Infinity, currency: US_DOLLARS };
    }
    if (act === 'incident_ruling')
      return this.extentOfRuling(textOf(params['incidentId']), body['isUpheld'] === true);
    const entered = textOf(body['amount']);
    const enteredCents = (currency: string) => centsOf({ amount: entered, currency });
    if (act === 'membership_refund' || act === 'membership_settlement') {
      const member = await this.streams.load(membership, textOf(params['userId']));
      const paidBy = textOf(body['paidBy']);
      const currency = currencyOf(member, paidBy);
      const charge = member && findCharge(member, paidBy);
      const restCents = member && charge ? refundableCents(member, charge) : 0;
      const amountCents = entered === '' ? restCents : enteredCents(currency);
      if (amountCents === null) return null;
      const returnedCents = charge ? charge.amountCents - restCents : 0;
      return { amountCents, totalCents: amountCents + returnedCents, currency };
    }
    const bookingId = textOf(params['bookingId']);
    const currency = act === 'settlement' ? await this.currencyToSettle(bookingId) : US_DOLLARS;
    const amountCents =
      act === 'booking_cancellation' ? await this.leftToRefund(bookingId) : enteredCents(currency);
    if (amountCents === null) return null;
    const movedCents = await this.movedByHand(bookingId);
    return { amountCents, totalCents: amountCents + movedCents, currency };
  }

  /** The refund that follows from a ruling; null if none does. */
  private async extentOfRuling(incidentId: string, isUpheld: boolean): Promise<Extent | null> {
    const reported = await this.streams.load(incident, incidentId);
    if (!isUpheld || reported?.status !== 'ruling' || !isRefundedOnceUpheld(reported)) return null;
    const { bookingId } = reported;
    const amountCents = (await this.openPrice(bookingId)) ?? (await this.leftToRefund(bookingId));
    if (amountCents === null) return null;
    const totalCents = amountCents + (await this.movedByHand(bookingId));
    return { amountCents, totalCents, currency: US_DOLLARS, bookingId };
  }

  private async currencyToSettle(bookingId: string): Promise<string> {
    const existingPayment = await this.streams.load(payment, bookingId);
    return (existingPayment && currencyOfReturn(existingPayment)) ?? US_DOLLARS;
  }

  /** The price that is still to be charged, and then refunded; null if there is none. */
  private async openPrice(bookingId: string): Promise<number | null> {
    const [existingPayment, bookingsOfDay] = await Promise.all([
      this.streams.load(payment, bookingId),
      this.streams.load(courtDay, courtDayIdOf(bookingId)),
    ]);
    const booking = bookingOf(bookingsOfDay, bookingId);
    if (!existingPayment || !isChargeOpen(existingPayment) || !booking) return null;
    const { status, cancellation, payBy, totalCents } = booking;
    const isDue = status !== 'cancelled' || cancellation?.rule === 'started';
    return isDue && payBy !== null ? totalCents : null;
  }

  /** What a full refund returns; null if nothing was paid. */
  private async leftToRefund(bookingId: string): Promise<number | null> {
    const existingPayment = await this.streams.load(payment, bookingId);
    return (existingPayment && leftOfPayment(existingPayment)) || null;
  }

  /**
   * What admins have refunded (including by a cancellation), adjusted, and settled for a booking,
   * regardless of direction.
   */
  private async movedByHand(bookingId: string): Promise<number> {
    const [existingPayment, existingPayout, bookingsOfDay] = await Promise.all([
      this.streams.load(payment, bookingId),
      this.streams.load(payout, bookingId),
      this.streams.load(courtDay, courtDayIdOf(bookingId)),
    ]);
    const cancellation = bookingOf(bookingsOfDay, bookingId)?.cancellation;
    const cancelledCents =
      existingPayment && cancellation?.reason === 'operator_cancelled'
        ? Math.min(cancellation.refundCents, collectedCents(existingPayment))
        : 0;
    const adjustedCents = existingPayout.adjustments.map(({ amountCents }) =>
      Math.abs(amountCents),
    );
    return [
      cancelledCents,
      existingPayment?.byHand.hostCents ?? 0,
      existingPayment?.byHand.platformCents ?? 0,
      existingPayment?.settledOtherwise.refundCents ?? 0,
      existingPayment?.settledOtherwise.chargeCents ?? 0,
      existingPayment?.wrongCharge?.settledCents ?? 0,
      ...adjustedCents,
    ].reduce((sum, cents) => sum + cents, 0);
  }
}

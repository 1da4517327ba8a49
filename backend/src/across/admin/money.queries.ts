import type { BookingMoney } from '@courtly/contracts/admin-money';
import { toMoney } from '@courtly/contracts/wire';
import { Injectable } from '@nestjs/common';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { type LedgerOfBooking, ledger } from '../../money/ledger/ledger.projection.js';
import { leftToRefund } from '../../money/payments/refund-by-hand.js';
import { toHave } from '../../money/payouts/next-payout.js';
import { payouts } from '../../money/payouts/payouts.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { deskBookingView } from './admin-booking-view.js';
import { NamesOf } from './names.service.js';

const signed = (cents: number): string => `${cents < 0 ? '-' : ''}${toMoney(Math.abs(cents))}`;

const movedIn = ({ postings }: LedgerOfBooking): BookingMoney['moved'] =>
  postings.map(({ type: what, at, entries }) => ({
    what,
    at,
    shares: entries.map(({ account, amountCents }) => ({ account, amount: signed(amountCents) })),
  }));

/** The money of single bookings, for admins. */
@Injectable()
export class MoneyQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly names: NamesOf,
  ) {}

  /** @throws DomainError not_found */
  async ofBooking(bookingId: string): Promise<BookingMoney> {
    const [booking, money, pay] = await Promise.all([
      this.readModels.read(bookings, (all) => all.findOne({ _id: bookingId })),
      this.readModels.read(ledger, (all) => all.findOne({ _id: bookingId })),
      this.readModels.read(payouts, (all) => all.findOne({ _id: bookingId })),
    ]);
    if (!booking) throw notFound('booking');
    const byHand = money?.byHand ?? [];
    const people = [booking.playerId, booking.hostId, ...byHand.map(({ orderedBy }) => orderedBy)];
    const names = await this.names.these([booking.courtId], people);
    const payment = pay?.payment ?? null;
    const cancelledCents = booking.cancellation?.refundCents ?? 0;
    return {
      booking: deskBookingView(booking, names),
      left: toMoney(leftToRefund({ paid: booking, cancelledCents }, payment)),
      hostShare: toMoney(pay?.paidCents || toHave(booking, payment)),
      isPaidOut: pay?.payout.transfer != null,
      moved: money ? movedIn(money) : [],
      byHand: byHand.map(({ amountCents, hostCents, platformCents, reason, orderedBy, at }) => ({
        amount: toMoney(amountCents),
        hostBears: toMoney(hostCents),
        platformBears: toMoney(platformCents),
        reason,
        by: names.person(orderedBy),
        at,
      })),
    };
  }
}

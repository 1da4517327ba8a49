import type { BookingMoney } from '@courtly/contracts/admin-money';
import { toMoney } from '@courtly/contracts/wire';
import { Injectable } from '@nestjs/common';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { type BookingLedger, ledger } from '../../money/ledger/ledger.projection.js';
import { refundableCents } from '../../money/payments/refund-by-hand.js';
import { expectedHostShare } from '../../money/payouts/next-payout.js';
import { lastTransfer } from '../../money/payouts/payout.js';
import { payouts } from '../../money/payouts/payouts.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { adminBookingView } from './admin-booking-view.js';
import { DisplayNames } from './names.service.js';

const signedAmount = (amountCents: number): string =>
  `${amountCents < 0 ? '-' : ''}${toMoney(Math.abs(amountCents))}`;

const ledgerMovements = ({ postings }: BookingLedger): BookingMoney['moved'] =>
  postings.map(({ type: postingType, at, entries }) => ({
    what: postingType,
    at,
    shares: entries.map(({ account, amountCents }) => ({
      account,
      amount: signedAmount(amountCents),
    })),
  }));

/** The money of one booking, for admins. */
@Injectable()
export class MoneyQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly displayNames: DisplayNames,
  ) {}

  /** @throws DomainError not_found */
  async ofBooking(bookingId: string): Promise<BookingMoney> {
    const [paidBooking, bookingLedger, bookingPayout] = await Promise.all([
      this.readModels.read(bookings, (collection) => collection.findOne({ _id: bookingId })),
      this.readModels.read(ledger, (collection) => collection.findOne({ _id: bookingId })),
      this.readModels.read(payouts, (collection) => collection.findOne({ _id: bookingId })),
    ]);
    if (!paidBooking) throw notFound('booking');
    const manualRefunds = bookingLedger?.byHand ?? [];
    const userIds = [
      paidBooking.playerId,
      paidBooking.hostId,
      ...manualRefunds.map(({ orderedBy }) => orderedBy),
    ];
    const nameLookup = await this.displayNames.lookUp([paidBooking], () => userIds);
    const bookingPayment = bookingPayout?.payment ?? null;
    const cancelledCents = paidBooking.cancellation?.refundCents ?? 0;
    return {
      booking: adminBookingView(paidBooking, nameLookup),
      left: toMoney(refundableCents({ booking: paidBooking, cancelledCents }, bookingPayment)),
      hostShare: toMoney(
        bookingPayout?.paidCents || expectedHostShare(paidBooking, bookingPayment),
      ),
      isPaidOut: bookingPayout != null && lastTransfer(bookingPayout.payout) !== null,
      moved: bookingLedger ? ledgerMovements(bookingLedger) : [],
      byHand: manualRefunds.map(
        ({ amountCents, hostCents, platformCents, reason, orderedBy, at }) => ({
          amount: toMoney(amountCents),
          hostBears: toMoney(hostCents),
          platformBears: toMoney(platformCents),
          reason,
          by: nameLookup.person(orderedBy),
          at,
        }),
      ),
    };
  }
}

import type { BookingMoney, PayoutHold } from '@courtly/contracts/admin-money';
import { toMoney } from '@courtly/contracts/wire';
import { Injectable } from '@nestjs/common';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { offsetsAround } from '../../platform/kernel/local-time.js';
import { type BookingLedger, ledger } from '../../money/ledger/ledger.projection.js';
import { refundableCents } from '../../money/payments/refund-by-hand.js';
import { adjustedShare, expectedHostShare } from '../../money/payouts/next-payout.js';
import { lastTransfer, payout } from '../../money/payouts/payout.js';
import { adjustedCents } from '../../money/payouts/payout-orders.js';
import { payoutHolds } from '../../money/payouts/payout-holds.projection.js';
import { payouts } from '../../money/payouts/payouts.projection.js';
import { people } from '../../people/identity/people.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { adminBookingView } from './admin-booking-view.js';
import { DisplayNames } from './names.service.js';

const MAX_HOLDS = 200;

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

  /** The admins' holds, newest first, and the suspended hosts who are owed a payout. */
  async payoutHolds(): Promise<PayoutHold[]> {
    const [holds, suspendedPeople] = await Promise.all([
      this.readModels.read(payoutHolds, (collection) =>
        collection.find({ isHeld: true }).sort({ heldAt: -1 }).limit(MAX_HOLDS).toArray(),
      ),
      this.readModels.read(people, (collection) =>
        collection
          .find({ 'suspension.since': { $gt: '' } })
          .limit(MAX_HOLDS)
          .toArray(),
      ),
    ]);
    const hostIds = [
      ...holds.map(({ hostId }) => hostId),
      ...suspendedPeople.map(({ _id }) => _id),
    ];
    const heldBookingIds = holds.flatMap(({ bookingId }) => bookingId ?? []);
    const [hostSums, heldPayouts] = await Promise.all([
      this.readModels.read(payouts, (collection) =>
        collection
          .aggregate<{ _id: string; cents: number }>([
            { $match: { hostId: { $in: [...new Set(hostIds)] }, dueCents: { $gt: 0 } } },
            { $group: { _id: '$hostId', cents: { $sum: '$dueCents' } } },
          ])
          .toArray(),
      ),
      this.readModels.read(payouts, (collection) =>
        collection.find({ _id: { $in: heldBookingIds } }).toArray(),
      ),
    ]);
    const dueByHost = new Map(hostSums.map(({ _id, cents }) => [_id, cents]));
    const payoutById = new Map(heldPayouts.map((document) => [document.bookingId, document]));
    const nameLookup = await this.displayNames.lookUp(heldPayouts, () => [
      ...hostIds,
      ...holds.map(({ heldBy }) => heldBy),
    ]);
    const adminHolds = holds.map(({ hostId, bookingId, reason, heldBy, heldAt }): PayoutHold => {
      const heldPayout = bookingId === null ? undefined : payoutById.get(bookingId);
      const dueCents = bookingId === null ? dueByHost.get(hostId) : heldPayout?.dueCents;
      return {
        host: nameLookup.person(hostId),
        booking: heldPayout
          ? {
              id: heldPayout.bookingId,
              court: nameLookup.court(heldPayout.courtId).name,
              startTime: heldPayout.startTime,
              zone: heldPayout.zone,
              zoneOffsets: offsetsAround(heldPayout.zone, [heldPayout.startTime]),
            }
          : null,
        cause: 'admin',
        reason,
        by: nameLookup.person(heldBy),
        since: heldAt,
        due: toMoney(dueCents ?? 0),
      };
    });
    const suspensions = suspendedPeople.flatMap(({ _id: hostId, suspension }): PayoutHold[] =>
      suspension && dueByHost.has(hostId)
        ? [
            {
              host: nameLookup.person(hostId),
              booking: null,
              cause: 'suspension',
              reason: suspension.reason,
              by: null,
              since: suspension.since,
              due: toMoney(dueByHost.get(hostId)!),
            },
          ]
        : [],
    );
    return [...adminHolds, ...suspensions];
  }

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
        bookingPayout?.paidCents ||
          adjustedShare(
            expectedHostShare(paidBooking, bookingPayment),
            paidBooking,
            bookingPayout?.payout ?? payout.initial,
          ),
      ),
      adjusted: signedAmount(bookingPayout ? adjustedCents(bookingPayout.payout) : 0),
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

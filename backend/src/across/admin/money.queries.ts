import type { BookingMoney, PayoutHold } from '@courtly/contracts/admin-money';
import { toMoney } from '@courtly/contracts/wire';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
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
import { lacksPayoutApproval } from '../../money/payouts/payout-approval.js';
import { HostApprovals } from '../../people/applications/host-approvals.service.js';
import { people } from '../../people/identity/people.projection.js';
import { Clock } from '../../platform/kernel/clock.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { incidents } from '../incidents/incidents.projection.js';
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
    private readonly clock: Clock,
    private readonly hostApprovals: HostApprovals,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Holds placed by admins, newest first, and the suspended or unapproved hosts who are owed a
   * payout. A host with several holds is listed once: as held, else suspended, else unapproved.
   */
  async payoutHolds(): Promise<PayoutHold[]> {
    const [holds, unapprovedHosts, suspendedPeople] = await Promise.all([
      this.readModels.read(payoutHolds, (collection) =>
        collection.find({ isHeld: true }).sort({ heldAt: -1 }).limit(MAX_HOLDS).toArray(),
      ),
      this.unapprovedHosts(),
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
      ...unapprovedHosts.map(({ hostId }) => hostId),
    ];
    const heldBookingIds = holds.flatMap(({ bookingId }) => bookingId ?? []);
    const [hostSums, claims, heldPayouts] = await Promise.all([
      this.readModels.read(payouts, (collection) =>
        collection
          .aggregate<{ _id: string; cents: number }>([
            { $match: { hostId: { $in: [...new Set(hostIds)] }, dueCents: { $gt: 0 } } },
            { $group: { _id: '$hostId', cents: { $sum: '$dueCents' } } },
          ])
          .toArray(),
      ),
      this.readModels.read(incidents, (collection) =>
        collection.find({ bookingId: { $in: heldBookingIds } }).toArray(),
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
        cause: claims.some((claim) => claim.bookingId === bookingId && claim.reportedBy === heldBy)
          ? 'claim'
          : 'admin',
        reason,
        waitsFor: 'admin',
        approval: null,
        by: nameLookup.person(heldBy),
        since: heldAt,
        due: toMoney(dueCents ?? 0),
      };
    });
    const heldHostIds = new Set(
      holds.filter(({ bookingId }) => bookingId === null).map(({ hostId }) => hostId),
    );
    const suspensions = suspendedPeople.flatMap(({ _id: hostId, suspension }): PayoutHold[] =>
      suspension && dueByHost.has(hostId) && !heldHostIds.has(hostId)
        ? [
            {
              host: nameLookup.person(hostId),
              booking: null,
              cause: 'suspension',
              reason: suspension.reason,
              waitsFor: 'admin',
              approval: null,
              by: null,
              since: suspension.since,
              due: toMoney(dueByHost.get(hostId)!),
            },
          ]
        : [],
    );
    const listedHostIds = new Set([...heldHostIds, ...suspensions.map(({ host }) => host.id)]);
    const missingApprovals = unapprovedHosts
      .filter(({ hostId }) => !listedHostIds.has(hostId))
      .map(({ hostId, since, cents, approval }): PayoutHold => ({
        host: nameLookup.person(hostId),
        booking: null,
        cause: 'approval',
        reason: '',
        waitsFor: approval === 'pending' ? 'admin' : 'host',
        approval,
        by: null,
        since,
        due: toMoney(cents),
      }));
    return [...adminHolds, ...suspensions, ...missingApprovals];
  }

  /**
   * The hosts whose payouts are due but wait for an approval, by how long they have waited (`since`
   * is UTC).
   */
  private async unapprovedHosts() {
    const { policy } = this.config;
    if (!policy.hostApproval.payouts) return [];
    const isDue = { dueAt: { $lte: this.clock.instant() }, dueCents: { $gt: 0 } };
    const dueHosts = await this.readModels.read(payouts, (collection) =>
      collection
        .aggregate<{ _id: string; cents: number; since: string }>([
          { $match: isDue },
          { $group: { _id: '$hostId', cents: { $sum: '$dueCents' }, since: { $min: '$dueAt' } } },
        ])
        .toArray(),
    );
    const hostFilter = { _id: { $in: dueHosts.map(({ _id }) => _id) } };
    const hosts = await this.readModels.read(people, (collection) =>
      collection.find(hostFilter).toArray(),
    );
    const hostsById = new Map(hosts.map((host) => [host._id, host]));
    const unapproved = dueHosts
      .filter(({ _id }) => lacksPayoutApproval(hostsById.get(_id) ?? null, policy))
      .toSorted((one, other) => (one.since < other.since ? -1 : 1))
      .slice(0, MAX_HOLDS);
    const states = await this.hostApprovals.statesOf(
      unapproved.flatMap(({ _id }) => hostsById.get(_id) ?? []),
    );
    return unapproved.map(({ _id: hostId, cents, since }) => ({
      hostId,
      cents,
      since,
      approval: states.get(hostId) ?? 'missing',
    }));
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

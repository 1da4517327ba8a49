import type { SettlementOutcome } from '@courtly/contracts/admin-money';
import { US_DOLLARS, toAmount } from '@courtly/contracts/amount';
import type {
  CaseBooking,
  DisputeEvidence,
  LateStep,
  MoneyCase,
  MoneyCaseFilters,
  MoneyProblem,
} from '@courtly/contracts/money-desk';
import { Injectable } from '@nestjs/common';
import type { Booking } from '../../booking/bookings/booking.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { conversations } from '../../booking/messages/conversations.projection.js';
import { reviews } from '../../booking/reviews/reviews.projection.js';
import type { MoneyCaseDocument } from '../../money/cases/money-case-document.js';
import { moneyCases } from '../../money/cases/money-cases.projection.js';
import { wrongPaymentOf } from '../../money/cases/open-money.js';
import { ledger } from '../../money/ledger/ledger.projection.js';
import { payoutHolds } from '../../money/payouts/payout-holds.projection.js';
import { payouts } from '../../money/payouts/payouts.projection.js';
import { people } from '../../people/identity/people.projection.js';
import { currencyOf, settlementOutcomes } from '../../people/membership/admin-changes.js';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import { type Membership, membership } from '../../people/membership/membership.js';
import { memberships } from '../../people/membership/memberships.projection.js';
import { firstDueStep } from '../../people/membership/next-step.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import type { CountedPage, PageRequest } from '../../platform/http/paging.js';
import { offsetsAround } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { matches } from '../../play/matches/matches.projection.js';
import { adminBookingView } from './admin-booking-view.js';
import { type EvidenceSources, evidenceFacts } from './evidence.js';
import { disputedPayment, memberTimes, membershipFacts } from './membership-evidence.js';
import { keysetPage } from './keyset-page.js';
import { DisplayNames, type NameLookup } from './names.service.js';
import { type OverdueObligation, OverdueObligations } from './overdue-obligations.service.js';

const MAX_LISTED_BOOKINGS = 100;

type BookedHour = Pick<
  MoneyCaseDocument,
  'bookingId' | 'courtId' | 'playerId' | 'hostId' | 'startTime' | 'endTime' | 'zone'
>;

/** A refund of a membership is in the currency of its payment; all other steps are in dollars. */
const currencyOfStep = ({ kind, document }: OverdueObligation): string => {
  if (kind !== 'membership') return US_DOLLARS;
  const step = firstDueStep(document, document.seat)?.step;
  return currencyOf(document, step?.type === 'refund' ? step.refundOrder.paidBy : '');
};

const bookingView = (bookedHour: BookedHour, names: NameLookup): CaseBooking => {
  const { bookingId, courtId, playerId, hostId, startTime, endTime, zone } = bookedHour;
  return {
    id: bookingId,
    court: names.court(courtId),
    player: names.person(playerId),
    host: names.person(hostId),
    startTime,
    endTime,
    zone,
    zoneOffsets: offsetsAround(zone, [startTime, endTime]),
  };
};

/**
 * How an admin can settle the problem of a booking. An authorization has no amount, so it can only
 * be waived.
 */
const bookingSettlements: Partial<Record<MoneyProblem, SettlementOutcome[]>> = {
  charge_refused: ['paid', 'waived'],
  release_refused: ['waived'],
  refund_refused: ['paid', 'waived'],
  refund_failed: ['paid', 'waived'],
  overdue: ['paid', 'waived'],
  return_due: ['paid', 'waived'],
};

const isMembershipRefund = ({ bookingId, section, problem }: MoneyCaseDocument): boolean =>
  bookingId === '' && section === 'payments' && problem !== 'cancellation_refused';

/** Applies the same rules as when a settlement is recorded. `member` is the member of a refund. */
const settlementsOf = (
  document: MoneyCaseDocument,
  member: Membership | undefined,
): SettlementOutcome[] => {
  if (document.status === 'done') return [];
  if (isMembershipRefund(document))
    return member ? settlementOutcomes(member, document.stripeId) : [];
  return bookingSettlements[document.problem] ?? [];
};

const wrongPaymentView = (
  { status, problem, stripeId }: MoneyCaseDocument,
  member: Membership | undefined,
): MoneyCase['wrongPayment'] =>
  status === 'open' && problem === 'membership_mismatch' && member
    ? wrongPaymentOf(member, stripeId)
    : null;

/** The data from other read models that case views show. */
type CaseSources = Readonly<{
  names: NameLookup;
  holdableBookings: ReadonlySet<string>;
  members: ReadonlyMap<string, Membership>;
}>;

/** The amount left of an open case, or the whole amount of a settled one, in cents. */
const shownCents = ({ amountCents, outcome, settledCents }: MoneyCaseDocument): number =>
  outcome === 'settled'
    ? Math.max(amountCents, settledCents.paid + settledCents.waived)
    : amountCents;

const caseView = (
  document: MoneyCaseDocument,
  { names, holdableBookings, members }: CaseSources,
): MoneyCase => {
  const { amountCents: _, currency, settledCents, closing, ...shownFields } = document;
  const { caseId, bookingId, playerId, hostId } = document;
  const hasBooking = bookingId !== '';
  const settledAmount = (cents: number) => (cents === 0 ? null : toAmount(cents, currency));
  return {
    ...shownFields,
    id: caseId,
    amount: toAmount(shownCents(document), currency),
    paid: settledAmount(settledCents.paid),
    waived: settledAmount(settledCents.waived),
    settlements: settlementsOf(document, members.get(playerId)),
    wrongPayment: wrongPaymentView(document, members.get(playerId)),
    canHoldPayout: holdableBookings.has(bookingId),
    closing: closing && { by: names.person(closing.by), reason: closing.reason },
    booking: hasBooking ? bookingView(document, names) : null,
    member: hasBooking || playerId === '' ? null : names.person(playerId),
    host: hasBooking || hostId === '' ? null : names.person(hostId),
  };
};

/** Money problems that need an admin, and the evidence about disputes. */
@Injectable()
export class MoneyDeskQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
    private readonly displayNames: DisplayNames,
    private readonly overdueObligations: OverdueObligations,
  ) {}

  async cases({
    status,
    section,
    ...pageRequest
  }: MoneyCaseFilters): Promise<CountedPage<MoneyCase>> {
    const { items, ...paging } = await this.readModels.read(moneyCases, (collection) =>
      status === 'done'
        ? keysetPage(collection, { status }, ['changedAt', -1], pageRequest)
        : keysetPage(
            collection,
            { status, ...(section && { section }) },
            ['openedAt', 1],
            pageRequest,
          ),
    );
    const names = await this.displayNames.lookUp(items, ({ playerId, hostId, closing }) => [
      playerId,
      hostId,
      ...(closing ? [closing.by] : []),
    ]);
    const [holdableBookings, members] = await Promise.all([
      this.holdableBookings(items),
      this.membersOf(items),
    ]);
    const sources = { names, holdableBookings, members };
    return { items: items.map((document) => caseView(document, sources)), ...paging };
  }

  /** The memberships of cases, by user. */
  private async membersOf(
    cases: readonly MoneyCaseDocument[],
  ): Promise<ReadonlyMap<string, Membership>> {
    const userIds = cases
      .filter(({ bookingId, playerId }) => bookingId === '' && playerId !== '')
      .map(({ playerId }) => playerId);
    const members = await this.readModels.read(memberships, (collection) =>
      collection.find({ _id: { $in: userIds } }).toArray(),
    );
    return new Map(members.map((member) => [member.userId, member]));
  }

  /** The bookings whose payouts can be held. A payout that is complete can no longer be held. */
  private async holdableBookings(
    cases: readonly MoneyCaseDocument[],
  ): Promise<ReadonlySet<string>> {
    const filter = {
      _id: { $in: cases.map(({ bookingId }) => bookingId).filter((id) => id !== '') },
    };
    const [unpaid, holds] = await Promise.all([
      this.readModels.read(payouts, (collection) => collection.find(filter).toArray()),
      this.readModels.read(payoutHolds, (collection) => collection.find(filter).toArray()),
    ]);
    const heldIds = holds.filter(({ isHeld }) => isHeld).map(({ bookingId }) => bookingId);
    return new Set(
      unpaid
        .filter(({ unpaidCents, bookingId }) => unpaidCents > 0 && !heldIds.includes(bookingId))
        .map(({ bookingId }) => bookingId),
    );
  }

  async lateSteps(pageRequest: PageRequest): Promise<CountedPage<LateStep>> {
    const { items, ...paging } = await this.overdueObligations.page(pageRequest);
    const bookingIds = items.flatMap(({ kind, document }) =>
      kind === 'membership' ? [] : [document.bookingId],
    );
    const lateBookings = await this.readModels.read(bookings, (collection) =>
      collection.find({ _id: { $in: bookingIds } }).toArray(),
    );
    const bookingsById = new Map(lateBookings.map((booking) => [booking.bookingId, booking]));
    const memberIds = items.flatMap(({ kind, document }) =>
      kind === 'membership' ? [document.userId] : [],
    );
    const names = await this.displayNames.lookUp(
      lateBookings,
      ({ playerId, hostId }) => [playerId, hostId],
      memberIds,
    );
    const lateSteps = items.map((overdue): LateStep => {
      const { what, amountCents, since, dueAt } = overdue.document;
      const booking =
        overdue.kind === 'membership' ? null : bookingsById.get(overdue.document.bookingId);
      return {
        kind: overdue.kind,
        what,
        amount: toAmount(amountCents, currencyOfStep(overdue)),
        since,
        dueAt,
        booking: booking ? bookingView(booking, names) : null,
        member: overdue.kind === 'membership' ? names.person(overdue.document.userId) : null,
      };
    });
    return { items: lateSteps, ...paging };
  }

  /** @throws DomainError not_found */
  async evidence(caseId: string): Promise<DisputeEvidence> {
    const disputeCase = await this.readModels.read(moneyCases, (collection) =>
      collection.findOne({ _id: caseId, section: 'disputes' }),
    );
    if (!disputeCase) throw notFound('dispute');
    return disputeCase.bookingId === ''
      ? this.membershipEvidence(disputeCase)
      : this.bookingEvidence(disputeCase);
  }

  private async bookingEvidence({ bookingId }: MoneyCaseDocument): Promise<DisputeEvidence> {
    const booking = await this.readModels.read(bookings, (collection) =>
      collection.findOne({ _id: bookingId }),
    );
    if (!booking) throw notFound('dispute');
    const [sources, earlierBookings, names] = await Promise.all([
      this.sourcesOf(booking),
      this.countEarlierBookings(booking),
      this.displayNames.lookUp([booking], ({ playerId, hostId }) => [playerId, hostId]),
    ]);
    const facts = evidenceFacts(sources);
    const { zone, startTime, endTime } = booking;
    const zoneOffsets = offsetsAround(zone, [startTime, endTime, ...facts.map(({ at }) => at)]);
    return {
      about: 'booking',
      booking: { ...adminBookingView(booking, names), zoneOffsets },
      earlierBookings,
      facts,
    };
  }

  private async membershipEvidence({
    playerId: userId,
    stripeId: disputeId,
  }: MoneyCaseDocument): Promise<DisputeEvidence> {
    const events = (await this.streams.events(
      `${membership.category}-${userId}`,
    )) as unknown as readonly MembershipEvent[];
    const payment = disputedPayment(events, disputeId);
    if (!payment) throw notFound('dispute');
    const { paidBy, plan, amountCents, currency, period } = payment;
    const memberBookings = await this.bookingsDuring(userId, memberTimes(events, paidBy));
    const names = await this.displayNames.lookUp(memberBookings, () => [userId]);
    return {
      about: 'membership',
      member: names.person(userId),
      plan,
      amount: toAmount(amountCents, currency),
      period,
      facts: membershipFacts(
        events,
        memberBookings.map((booking) => ({
          ...booking,
          courtName: names.court(booking.courtId).name,
        })),
      ),
    };
  }

  /** The latest bookings that a player requested in these times (UTC). */
  private async bookingsDuring(
    playerId: string,
    times: ReturnType<typeof memberTimes>,
  ): Promise<Booking[]> {
    if (times.length === 0) return [];
    const requested = times.map(({ from, until }) => ({ requestedAt: { $gte: from, $lt: until } }));
    return this.readModels.read(bookings, (collection) =>
      collection
        .find({ playerId, $or: requested })
        .sort({ startTime: -1 })
        .limit(MAX_LISTED_BOOKINGS)
        .toArray(),
    );
  }

  private async sourcesOf(booking: Booking): Promise<EvidenceSources> {
    const { bookingId, playerId } = booking;
    const [player, bookingLedger, conversation, bookingReviews, loggedMatch] = await Promise.all([
      this.readModels.read(people, (collection) => collection.findOne({ _id: playerId })),
      this.readModels.read(ledger, (collection) => collection.findOne({ _id: bookingId })),
      this.readModels.read(conversations, (collection) => collection.findOne({ _id: bookingId })),
      this.readModels.read(reviews, (collection) => collection.findOne({ _id: bookingId })),
      this.readModels.read(matches, (collection) =>
        collection.findOne({ _id: `${bookingId}_${playerId}` }),
      ),
    ]);
    return {
      booking,
      waiver: player?.waiver ?? null,
      postings: bookingLedger?.postings ?? [],
      messages: conversation?.messages ?? [],
      reviewedAt: bookingReviews?.player?.writtenAt ?? null,
      match: loggedMatch,
    };
  }

  private countEarlierBookings({ playerId, startTime }: Booking): Promise<number> {
    return this.readModels.read(bookings, (collection) =>
      collection.countDocuments(
        { playerId, status: 'completed', startTime: { $lt: startTime } },
        { limit: MAX_LISTED_BOOKINGS },
      ),
    );
  }
}

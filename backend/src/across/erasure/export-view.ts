import type { z } from 'zod';
import {
  type AccountExport,
  ExportedAccount,
  ExportedApplication,
  ExportedBooking,
  ExportedChange,
  ExportedClosure,
  ExportedHostedBooking,
  ExportedIncident,
  ExportedGuest,
  ExportedInvitation,
  ExportedMatch,
  ExportedMessage,
  ExportedPayment,
  ExportedRankingReview,
  ExportedRating,
  ExportedRatingReceipt,
  ExportedReport,
  ExportedReview,
  MOST_EXPORTED,
} from '@courtly/contracts/account-export';
import { toMoney } from '@courtly/contracts/wire';
import { shownText } from '../../booking/bookings/contacts.js';
import type { Booking } from '../../booking/bookings/booking.js';
import type { CourtDayView } from '../../booking/bookings/court-days.projection.js';
import type { BookingDocument } from '../../booking/bookings/bookings.projection.js';
import type { InvitationsDocument } from '../../booking/courts/court-invitations.projection.js';
import type { GuestWaiversDocument } from '../../booking/guest-waivers/guest-waivers.projection.js';
import type { IncidentDocument } from '../incidents/incidents.projection.js';
import { conversationView } from '../../booking/messages/conversation-view.js';
import type { ConversationDocument } from '../../booking/messages/conversations.projection.js';
import type { ConversationEvent } from '../../booking/messages/conversation.events.js';
import type { ReviewEvent } from '../../booking/reviews/review.events.js';
import type { ReviewsDocument } from '../../booking/reviews/reviews.projection.js';
import { disputedCents } from '../../money/payments/disputes.js';
import type { PaymentDocument } from '../../money/settlement/payments.projection.js';
import type { Application } from '../../people/applications/application.js';
import { verifiedEmailOf } from '../../people/identity/account-email.js';
import type { EmailVerifications } from '../../people/identity/email-verification.js';
import type { Person } from '../../people/identity/person.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { disciplineOf, roleInMatch } from '../../play/matches/lineup.js';
import { matchIdOf } from '../../play/matches/match.js';
import { matchStatusOf } from '../../play/matches/match-view.js';
import type { MatchDocument } from '../../play/matches/matches.projection.js';
import type { PlayerRow, Receipt } from '../../play/rankings/ranking-table.js';
import type { RankingReviewEvent } from '../../play/rankings/rankings.events.js';

type ExportedList<Item> = Readonly<{ isComplete: boolean; items: Item[] }>;
type WithId = Readonly<{ _id: string }>;

/** Converts cents to decimal text (`totalCents: 33000` becomes `total: '330.00'`). */
export const toExportValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toExportValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([fieldName, fieldValue]) =>
      fieldName.endsWith('Cents') && (typeof fieldValue === 'number' || fieldValue === null)
        ? [fieldName.slice(0, -'Cents'.length), fieldValue === null ? null : toMoney(fieldValue)]
        : [fieldName, toExportValue(fieldValue)],
    ),
  );
};

/** Keeps only the fields that the schema names. */
export const toExported = <Item extends z.ZodType>(itemSchema: Item, source: object) =>
  itemSchema.parse(toExportValue(source));

/** Pass one item more than the limit if the list is incomplete. */
export const toExportList = <Item>(allItems: readonly Item[]): ExportedList<Item> => ({
  isComplete: allItems.length <= MOST_EXPORTED,
  items: allItems.slice(0, MOST_EXPORTED),
});

/** Includes the reason for a suspension only if the person can see it. */
export const toAccountItem = (
  { suspension, ...account }: Person,
  verifications: EmailVerifications,
) =>
  toExported(ExportedAccount, {
    ...account,
    isEmailProven: verifiedEmailOf(account, verifications) !== null,
    suspension: suspension && {
      ...suspension,
      reason: suspension.isReasonShown ? suspension.reason : null,
    },
  });

/** Events that have a reason for the person. The others are for admins only. */
const hasShownReason = ({ type, data }: RecordedEvent): boolean =>
  type === 'RoleGranted' ||
  type === 'RoleRevoked' ||
  (type === 'UserSuspended' && (data as { isReasonShown: boolean }).isReasonShown);

export const toChangeItem = (event: RecordedEvent) => {
  const { reason, ...data } = event.data as { reason?: string };
  return toExported(ExportedChange, {
    ...data,
    ...(hasShownReason(event) && { reason }),
    what: event.type,
    at: event.metadata.at,
  });
};

/** Dismissed flags are for admins only. */
export const toRankingReviewItems = ({ type, data }: RankingReviewEvent) => {
  switch (type) {
    case 'PlayerHiddenFromRankings': {
      const { hiddenAt: at, isReasonShown, reason } = data;
      const shownReason = isReasonShown ? reason : null;
      return [toExported(ExportedRankingReview, { isHidden: true, at, reason: shownReason })];
    }
    case 'PlayerShownInRankings':
      return [
        toExported(ExportedRankingReview, { isHidden: false, at: data.shownAt, reason: null }),
      ];
    case 'RatingFlagDismissed':
      return [];
  }
};

export const toRatingItems = ({ sport, singles, doubles }: PlayerRow) =>
  Object.entries({ singles, doubles }).flatMap(([discipline, disciplineRow]) =>
    disciplineRow ? [toExported(ExportedRating, { ...disciplineRow, sport, discipline })] : [],
  );

export const toRatingReceiptItem = (receipt: Receipt) => toExported(ExportedRatingReceipt, receipt);

/** The note of the cancellation as the booking's page shows it. */
const withShownNote = <B extends Booking>(booking: B, userId: string): B => {
  const { cancellation } = booking;
  if (!cancellation) return booking;
  const { text: note } = shownText(booking, userId, cancellation.noteBy, cancellation.note);
  return { ...booking, cancellation: { ...cancellation, note } };
};

export const toBookingItem = ({ charge, ...booking }: BookingDocument) =>
  toExported(ExportedBooking, {
    ...withShownNote(booking, booking.playerId),
    charge: charge && { ...charge, disputedCents: disputedCents(charge) },
  });

/** Omits the player's notes. */
export const toHostedItem = (booking: BookingDocument) =>
  toExported(ExportedHostedBooking, withShownNote(booking, booking.hostId));

const withLists = <C extends Pick<PaymentDocument, 'refunds' | 'disputes'>>(charge: C) => ({
  ...charge,
  refunds: Object.entries(charge.refunds).map(([refundId, refund]) => ({ ...refund, refundId })),
  disputes: Object.entries(charge.disputes).map(([disputeId, dispute]) => ({
    ...dispute,
    disputeId,
  })),
});

export const toPaymentItem = ({ _id, wrongCharge, ...payment }: PaymentDocument & WithId) =>
  toExported(ExportedPayment, {
    ...withLists(payment),
    bookingId: _id,
    wrongCharge: wrongCharge && withLists(wrongCharge),
  });

export const toClosureItems = ({ _id, closed }: CourtDayView & WithId) =>
  closed.map((closure) => toExported(ExportedClosure, { ...closure, courtId: _id.split('_')[0] }));

export const toInvitationItems = ({ invitations }: InvitationsDocument) =>
  Object.values(invitations).map(({ guests, ...invitation }) =>
    toExported(ExportedInvitation, { ...invitation, guests: guests.length }),
  );

/** Includes the removed guests whom Courtly has not erased yet. */
export const toGuestItems = ({ bookingId, guests, removedGuests }: GuestWaiversDocument) =>
  [...Object.values(guests), ...Object.values(removedGuests)].map(({ signature, ...guest }) =>
    toExported(ExportedGuest, {
      ...guest,
      bookingId,
      hasSigned: signature !== null,
      isRemoved: Object.hasOwn(removedGuests, guest.guestId),
    }),
  );

/** Contains only the user's own texts, because texts by others belong to their authors. */
export const toMatchItem = (userId: string) => (matchDocument: MatchDocument) => {
  const { matchId, bookingId, loggerId, notes, reason, reasonBy, players, objections } =
    matchDocument;
  const ownObjection = objections.findLast((objection) => objection.userId === userId);
  const isLogger = loggerId === userId;
  const isBooker = matchId === matchIdOf({ bookingId, playerId: userId });
  return toExported(ExportedMatch, {
    ...matchDocument,
    matchId: isBooker ? matchId : null,
    bookingId: isBooker ? bookingId : null,
    role: roleInMatch(matchDocument, userId),
    discipline: disciplineOf(matchDocument),
    status: matchStatusOf(matchDocument),
    notes: isLogger ? notes : '',
    reason: reasonBy === userId ? reason : (ownObjection?.reason ?? null),
    players: players.filter(({ playerId }) => isLogger || playerId === userId),
  });
};

/** The user's own reviews, and revealed reviews of the user. */
export const toReviewItems =
  (userId: string) =>
  ({ bookingId, courtId, player, host, isRevealed }: ReviewsDocument) =>
    [player, host].flatMap((sideReview) =>
      sideReview && (sideReview.authorId === userId || (isRevealed && !sideReview.isRemoved))
        ? [
            toExported(ExportedReview, {
              ...sideReview,
              bookingId,
              courtId,
              isMine: sideReview.authorId === userId,
            }),
          ]
        : [],
    );

type Reported = Extract<ReviewEvent | ConversationEvent, { data: { reportedBy: string } }>;

const isReport = (event: RecordedEvent): event is RecordedEvent<Reported> =>
  event.type === 'ReviewReported' || event.type === 'MessageReported';

/** The user's reports in the stream of a conversation or of reviews. */
export const toReportItems = (userId: string, events: readonly RecordedEvent[]) =>
  events
    .filter(isReport)
    .filter(({ data }) => data.reportedBy === userId)
    .map(({ type, data }) =>
      toExported(ExportedReport, {
        ...data,
        what: type === 'ReviewReported' ? 'review' : 'message',
        at: data.reportedAt,
      }),
    );

export const toIncidentItem = (incident: IncidentDocument) =>
  toExported(ExportedIncident, {
    ...incident,
    reason: incident.decision?.reason || null,
    at: incident.reportedAt,
  });

/** The user's messages, newest first. */
export const toMessageItems = (
  conversations: readonly ConversationDocument[],
  relatedBookings: readonly Booking[],
  userId: string,
): AccountExport['messages']['items'] => {
  const bookingsById = new Map(relatedBookings.map((booking) => [booking.bookingId, booking]));
  return conversations
    .flatMap((conversation) => {
      const { bookingId, side, messages } = conversationView(
        bookingsById.get(conversation.bookingId)!,
        conversation,
        userId,
        false,
      );
      return messages.flatMap((message) =>
        message.text === null
          ? []
          : [toExported(ExportedMessage, { ...message, bookingId, isMine: message.side === side })],
      );
    })
    .sort(
      (first, second) => second.sentAt.localeCompare(first.sentAt) || second.number - first.number,
    );
};

export const toApplicationItem = ({ review, ...application }: Application) =>
  toExported(ExportedApplication, {
    ...application,
    review: review && { ...review, place: review.place?.location ?? null },
  });

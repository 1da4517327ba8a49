import { type AccountExport, MOST_EXPORTED } from '@courtly/contracts/erasure';
import { toMoney } from '@courtly/contracts/wire';
import type { Booking } from '../../booking/bookings/booking.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { MatchDocument } from '../../play/matches/matches.projection.js';
import { conversationView } from '../../booking/messages/conversation-view.js';
import type { ConversationDocument } from '../../booking/messages/conversations.projection.js';
import type { ReviewsDocument } from '../../booking/reviews/reviews.projection.js';

type ExportItem = Record<string, unknown>;
type ExportList = AccountExport['bookings'];

const internalFields: readonly string[] = [
  '_id',
  'position',
  'folded',
  'clientSecret',
  'emailHash',
  'policyId',
  'terms',
];

const isRecord = (value: unknown): value is ExportItem =>
  typeof value === 'object' && value !== null;

/** Converts cents to decimal text (`totalCents: 33000` becomes `total: '330.00'`). */
export const toExportValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toExportValue);
  if (!isRecord(value)) return value;
  const exportedFields = Object.entries(value).filter(
    ([fieldName]) => !internalFields.includes(fieldName),
  );
  return Object.fromEntries(
    exportedFields.map(([fieldName, fieldValue]) =>
      fieldName.endsWith('Cents') && typeof fieldValue === 'number'
        ? [fieldName.slice(0, -'Cents'.length), toMoney(fieldValue)]
        : [fieldName, toExportValue(fieldValue)],
    ),
  );
};

const toExportItem = (sourceDocument: object) => toExportValue(sourceDocument) as ExportItem;

/** Pass one document more than the limit if the list is incomplete. */
export const toExportList = (
  documents: readonly object[],
  toListItem: (sourceDocument: never) => ExportItem = toExportItem,
): ExportList => ({
  isComplete: documents.length <= MOST_EXPORTED,
  items: documents
    .slice(0, MOST_EXPORTED)
    .map((sourceDocument) => toListItem(sourceDocument as never)),
});

/** Contains only the user's own texts, because texts by others belong to their authors. */
export const toMatchItem = (userId: string) => (matchDocument: MatchDocument) => {
  const { players, notes, reason, ...matchFields } = matchDocument;
  const isLogger = matchDocument.loggerId === userId;
  return {
    ...toExportItem(matchFields),
    notes: isLogger ? notes : '',
    reason: matchDocument.reasonBy === userId ? reason : null,
    players: players
      .filter(({ playerId }) => isLogger || playerId === userId)
      .map(({ side, name, email, addedAt }) => ({ side, name, email, addedAt })),
  };
};

/** Omits the player's notes. */
export const toHostedItem = ({ notes: _, ...booking }: Readonly<{ notes: string }>) =>
  toExportItem(booking);

/** The user's own reviews, and revealed reviews of the user. */
export const toReviewItems = (reviews: readonly ReviewsDocument[], userId: string): ExportItem[] =>
  reviews.flatMap(({ bookingId, player, host, isRevealed }) =>
    [player, host].flatMap((sideReview) =>
      sideReview && (sideReview.authorId === userId || (isRevealed && sideReview.removed === null))
        ? [{ bookingId, isMine: sideReview.authorId === userId, ...toExportItem(sideReview) }]
        : [],
    ),
  );

/** Newest first. */
export const toMessageItems = (
  conversations: readonly ConversationDocument[],
  relatedBookings: readonly Booking[],
  userId: string,
): ExportItem[] => {
  const bookingsById = new Map(relatedBookings.map((booking) => [booking.bookingId, booking]));
  return conversations
    .flatMap((conversation) => {
      const { bookingId, side, messages } = conversationView(
        bookingsById.get(conversation.bookingId)!,
        conversation,
        userId,
        false,
      );
      return messages.flatMap(({ number, side: authorSide, text, sentAt }) =>
        text === null ? [] : [{ bookingId, number, isMine: authorSide === side, text, sentAt }],
      );
    })
    .sort(
      (first, second) => second.sentAt.localeCompare(first.sentAt) || second.number - first.number,
    );
};

/** Newest first. */
export const toHistory = (accountEvents: readonly RecordedEvent[]): ExportList =>
  toExportList(
    [...accountEvents].reverse().map(({ type, data, metadata }) => ({
      what: type,
      at: metadata.at,
      ...toExportItem(data as object),
    })),
  );

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

/** What is of the program and not of the person, or opens something. */
const internalFields: readonly string[] = [
  '_id',
  'position',
  'clientSecret',
  'emailHash',
  'policyId',
  'terms',
];

const isRecord = (value: unknown): value is ExportItem =>
  typeof value === 'object' && value !== null;

/** A document in plain words: amounts of cents become decimal text (`totalCents: 33000` is `total: '330.00'`). */
export const toExportValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toExportValue);
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).filter(([fieldName]) => !internalFields.includes(fieldName));
  return Object.fromEntries(
    fields.map(([fieldName, fieldValue]) =>
      fieldName.endsWith('Cents') && typeof fieldValue === 'number'
        ? [fieldName.slice(0, -'Cents'.length), toMoney(fieldValue)]
        : [fieldName, toExportValue(fieldValue)],
    ),
  );
};

const toExportItem = (document: object): ExportItem => toExportValue(document) as ExportItem;

/** A list of at most 1,000, given one more where there are more. */
export const toExportList = (
  documents: readonly object[],
  toItem: (document: never) => ExportItem = toExportItem,
): ExportList => ({
  isComplete: documents.length <= MOST_EXPORTED,
  items: documents.slice(0, MOST_EXPORTED).map((document) => toItem(document as never)),
});

/** Of a match, the person's own words; what others wrote of each other is theirs. */
export const toMatchItem = (userId: string) => (match: MatchDocument) => {
  const { players, notes, reason, ...matchFields } = match;
  const isLogger = match.loggerId === userId;
  return {
    ...toExportItem(matchFields),
    notes: isLogger ? notes : '',
    reason: match.reasonBy === userId ? reason : null,
    players: players
      .filter(({ playerId }) => isLogger || playerId === userId)
      .map(({ side, name, email, addedAt }) => ({ side, name, email, addedAt })),
  };
};

/** Of a booking of the person's courts, all but what the player wrote. */
export const toHostedItem = ({ notes: _, ...booking }: Readonly<{ notes: string }>) =>
  toExportItem(booking);

/** The reviews that the person wrote of some hours, and those of them that are revealed. */
export const toReviewItems = (
  hourReviews: readonly ReviewsDocument[],
  userId: string,
): ExportItem[] =>
  hourReviews.flatMap(({ bookingId, player, host, isRevealed }) =>
    [player, host].flatMap((sideReview) =>
      sideReview && (sideReview.authorId === userId || (isRevealed && sideReview.removed === null))
        ? [{ bookingId, isMine: sideReview.authorId === userId, ...toExportItem(sideReview) }]
        : [],
    ),
  );

/** What was written about some hours, as the person reads it there, the newest first. */
export const toMessageItems = (
  conversations: readonly ConversationDocument[],
  bookings: readonly Booking[],
  userId: string,
): ExportItem[] => {
  const bookingsById = new Map(bookings.map((hourBooking) => [hourBooking.bookingId, hourBooking]));
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

/** What happened to the account, the newest first. */
export const toHistory = (events: readonly RecordedEvent[]): ExportList =>
  toExportList(
    [...events].reverse().map(({ type, data, metadata }) => ({
      what: type,
      at: metadata.at,
      ...toExportItem(data as object),
    })),
  );

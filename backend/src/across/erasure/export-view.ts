import { type AccountExport, MOST_EXPORTED } from '@courtly/contracts/erasure';
import { toMoney } from '@courtly/contracts/wire';
import type { Booking } from '../../booking/bookings/booking.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { MatchDocument } from '../../play/matches/matches.projection.js';
import { conversationView } from '../../booking/messages/conversation-view.js';
import type { ConversationDocument } from '../../booking/messages/conversations.projection.js';
import type { ReviewsDocument } from '../../booking/reviews/reviews.projection.js';

type Item = Record<string, unknown>;
type List = AccountExport['bookings'];

/** What is of the program and not of the person, or opens something. */
const ours: readonly string[] = [
  '_id',
  'position',
  'clientSecret',
  'emailHash',
  'policyId',
  'terms',
];

const isRecord = (value: unknown): value is Item => typeof value === 'object' && value !== null;

/** A document in plain words: amounts of cents become decimal text (`totalCents: 33000` is `total: '330.00'`). */
export const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).filter(([name]) => !ours.includes(name));
  return Object.fromEntries(
    fields.map(([name, field]) =>
      name.endsWith('Cents') && typeof field === 'number'
        ? [name.slice(0, -'Cents'.length), toMoney(field)]
        : [name, plain(field)],
    ),
  );
};

const plainItem = (document: object): Item => plain(document) as Item;

/** A list of at most 1,000, given one more where there are more. */
export const listOf = (
  found: readonly object[],
  shown: (document: never) => Item = plainItem,
): List => ({
  isComplete: found.length <= MOST_EXPORTED,
  items: found.slice(0, MOST_EXPORTED).map((document) => shown(document as never)),
});

/** Of a match, the person's own words; what others wrote of each other is theirs. */
export const matchItem = (personId: string) => (match: MatchDocument) => {
  const { players, notes, reason, ...facts } = match;
  const isMine = match.loggerId === personId;
  return {
    ...plainItem(facts),
    notes: isMine ? notes : '',
    reason: match.reasonBy === personId ? reason : null,
    players: players
      .filter(({ playerId }) => isMine || playerId === personId)
      .map(({ side, name, email, addedAt }) => ({ side, name, email, addedAt })),
  };
};

/** Of a booking of the person's courts, all but what the player wrote. */
export const hostedItem = ({ notes: _, ...booking }: Readonly<{ notes: string }>) =>
  plainItem(booking);

/** The reviews that the person wrote of some hours, and those of them that are revealed. */
export const reviewItems = (found: readonly ReviewsDocument[], personId: string): Item[] =>
  found.flatMap(({ bookingId, player, host, isRevealed }) =>
    [player, host].flatMap((one) =>
      one && (one.authorId === personId || (isRevealed && one.removed === null))
        ? [{ bookingId, isMine: one.authorId === personId, ...plainItem(one) }]
        : [],
    ),
  );

/** What was written about some hours, as the person reads it there, the newest first. */
export const messageItems = (
  found: readonly ConversationDocument[],
  bookings: readonly Booking[],
  personId: string,
): Item[] => {
  const byId = new Map(bookings.map((booking) => [booking.bookingId, booking]));
  return found
    .flatMap((one) => {
      const { bookingId, side, messages } = conversationView(
        byId.get(one.bookingId)!,
        one,
        personId,
        false,
      );
      return messages.flatMap(({ number, side: by, text, sentAt }) =>
        text === null ? [] : [{ bookingId, number, isMine: by === side, text, sentAt }],
      );
    })
    .sort((one, other) => other.sentAt.localeCompare(one.sentAt) || other.number - one.number);
};

/** What happened to the account, the newest first. */
export const historyOf = (events: readonly RecordedEvent[]): List =>
  listOf(
    [...events].reverse().map(({ type, data, metadata }) => ({
      what: type,
      at: metadata.at,
      ...plainItem(data as object),
    })),
  );

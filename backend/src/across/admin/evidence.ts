import type { EvidenceFact } from '@courtly/contracts/money-desk';
import { toMoney } from '@courtly/contracts/wire';
import type { Booking } from '../../booking/bookings/booking.js';
import type { SentMessage } from '../../booking/messages/conversation.js';
import type { Posting } from '../../money/ledger/ledger.projection.js';
import type { Waiver } from '../../people/identity/user.events.js';
import type { Match } from '../../play/matches/match.js';

/**
 * Evidence about a disputed hour, from the read models. `reviewedAt` is when the player reviewed
 * it.
 */
export type EvidenceSources = Readonly<{
  booking: Booking;
  waiver: Waiver | null;
  postings: readonly Posting[];
  messages: readonly Pick<SentMessage, 'side' | 'sentAt'>[];
  reviewedAt: string | null;
  match: Pick<Match, 'loggedAt' | 'result' | 'gamesWon' | 'gamesLost'> | null;
}>;

const bookingFacts = ({
  totalCents,
  policyId,
  requestedAt,
  approvedAt,
  completedAt,
  cancellation,
}: Booking): EvidenceFact[] => [
  { what: 'requested', at: requestedAt, detail: `$${toMoney(totalCents)}, policy ${policyId}` },
  ...(approvedAt === null ? [] : [{ what: 'approved', at: approvedAt, detail: '' } as const]),
  ...(cancellation
    ? [
        {
          what: 'cancelled',
          at: cancellation.cancelledAt,
          detail: `$${toMoney(cancellation.refundCents)} to refund`,
        } as const,
      ]
    : []),
  ...(completedAt === null ? [] : [{ what: 'completed', at: completedAt, detail: '' } as const]),
];

const paidFactNames: Partial<Record<Posting['type'], EvidenceFact['what']>> = {
  PaymentCaptured: 'charged',
  PaymentMismatchCharged: 'charged',
  PaymentRefunded: 'refunded',
  PaymentRefundFailed: 'refund_failed',
};

const paidFacts = (postings: readonly Posting[]): EvidenceFact[] =>
  postings.flatMap(({ type, at, entries }) => {
    const what = paidFactNames[type];
    if (!what) return [];
    const playerCents = entries.find(({ account }) => account === 'player')?.amountCents ?? 0;
    return { what, at, detail: `$${toMoney(Math.abs(playerCents))}` };
  });

/** The number of messages from one side, dated by the last of them. */
const messageFacts = (
  messages: EvidenceSources['messages'],
  writer: SentMessage['side'],
): EvidenceFact[] => {
  const written = messages.filter(({ side }) => side === writer);
  const last = written.at(-1);
  return last
    ? [
        {
          what: writer === 'player' ? 'player_wrote' : 'host_wrote',
          at: last.sentAt,
          detail: String(written.length),
        },
      ]
    : [];
};

/** Sorts facts by time. Facts of the same instant keep their order. */
export const chronologically = (facts: readonly EvidenceFact[]): EvidenceFact[] =>
  facts.toSorted((first, second) => first.at.localeCompare(second.at));

/** The oldest fact is first. Messages are counted but not quoted. */
export const evidenceFacts = ({
  booking,
  waiver,
  postings,
  messages,
  reviewedAt,
  match,
}: EvidenceSources): EvidenceFact[] => {
  const facts: EvidenceFact[] = [
    ...(waiver
      ? [
          {
            what: 'waiver_accepted',
            at: waiver.acceptedAt,
            detail: `Version ${waiver.version}, SHA-256 ${waiver.textHash}`,
          } as const,
        ]
      : []),
    ...bookingFacts(booking),
    ...paidFacts(postings),
    ...messageFacts(messages, 'player'),
    ...messageFacts(messages, 'host'),
    ...(match
      ? [
          {
            what: 'match_logged',
            at: match.loggedAt,
            detail: `${match.result}, ${match.gamesWon}–${match.gamesLost} in games`,
          } as const,
        ]
      : []),
    ...(reviewedAt === null
      ? []
      : [{ what: 'review_written', at: reviewedAt, detail: '' } as const]),
  ];
  return chronologically(facts);
};

import { applications } from '../../people/applications/application.js';
import { type CourtDay, bookingOf, courtDay } from '../../booking/bookings/court-day.js';
import { evolveCourt } from '../../booking/courts/court.js';
import { courtInvitations } from '../../booking/courts/court-invitations.js';
import { person } from '../../people/identity/person.js';
import type { Fold, Message } from '../../platform/kernel/decider.js';
import { categoryOf } from '../../platform/kernel/events.js';
import { match } from '../../play/matches/match.js';
import { founders } from '../../people/membership/founders.js';
import { membership } from '../../people/membership/membership.js';
import { type Conversation, conversation } from '../../booking/messages/conversation.js';
import { payment } from '../../money/payments/payment.js';
import { payoutAccount } from '../../money/payouts/payout-account.js';
import { payout } from '../../money/payouts/payout.js';
import { policyHistory } from '../../people/policies/policy-history.js';
import { review } from '../../booking/reviews/review.js';

type Fields = Readonly<Record<string, unknown>>;

/** How a stream becomes a state, and which part of that one event is about, by the fields of the event. */
type Folding = Readonly<{
  initial: unknown;
  evolve(state: unknown, event: Message): unknown;
  part(state: unknown, its: Fields): unknown;
}>;

const folding = <State, E extends Message>(
  { initial, evolve }: Pick<Fold<State, E>, 'initial' | 'evolve'>,
  part: (state: State, its: Fields) => unknown = (state) => state,
): Folding => ({ initial, evolve, part }) as unknown as Folding;

const inDay = (day: CourtDay, { bookingId }: Fields): unknown =>
  typeof bookingId === 'string' ? bookingOf(day, bookingId) : { closed: day.closed };

const inConversation = (known: Conversation | null, { number }: Fields): unknown =>
  typeof number === 'number' ? known?.messages[number - 1] : known?.readUpTo;

/** The slices' own folds, by category: what the audit says of a state is what decisions were made on. */
const foldings: Readonly<Record<string, Folding>> = {
  application: folding(applications, (all, its) =>
    all.find((one) => one.applicationId === its['applicationId']),
  ),
  conversation: folding(conversation, inConversation),
  court: folding({ initial: null, evolve: evolveCourt }),
  courtDay: folding(courtDay, inDay),
  courtInvitations: folding(courtInvitations),
  founders: folding(founders, (seats, its) => seats.find(({ number }) => number === its['number'])),
  match: folding(match),
  membership: folding(membership),
  payment: folding(payment),
  payout: folding(payout),
  payoutAccount: folding(payoutAccount),
  policy: folding(policyHistory, (versions) => versions.at(-1)),
  review: folding(review),
  user: folding(person),
};

/** The categories whose states are known. */
export const foldedCategories: readonly string[] = Object.keys(foldings);

/**
 * The part of a stream's state that some fields are about, after these events of it; null where it does not exist, and undefined
 * where nobody folds such streams.
 */
export const stateOf = (stream: string, events: readonly Message[], its: Fields): unknown => {
  const fold = Object.hasOwn(foldings, categoryOf(stream))
    ? foldings[categoryOf(stream)]
    : undefined;
  return fold && (fold.part(events.reduce(fold.evolve, fold.initial), its) ?? null);
};

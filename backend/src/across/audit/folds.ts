import { applications } from '../../people/applications/application.js';
import { type CourtDay, bookingOf, courtDay } from '../../booking/bookings/court-day.js';
import { evolveCourt } from '../../booking/courts/court.js';
import { courtInvitations } from '../../booking/courts/court-invitations.js';
import { guestWaivers } from '../../booking/guest-waivers/guest-waivers.js';
import { person } from '../../people/identity/person.js';
import type { Fold, Message } from '../../platform/kernel/decider.js';
import { categoryOf } from '../../platform/kernel/events.js';
import { match } from '../../play/matches/match.js';
import { founders } from '../../people/membership/founders.js';
import { membership } from '../../people/membership/membership.js';
import { conduct } from '../../booking/conduct/conduct.js';
import { incident } from '../incidents/incident.js';
import { type Conversation, conversation } from '../../booking/messages/conversation.js';
import { payment } from '../../money/payments/payment.js';
import { payoutHold } from '../../money/payouts/payout-hold.js';
import { payoutReminder } from '../../money/payouts/payout-reminder.js';
import { payoutAccount } from '../../money/payouts/payout-account.js';
import { payout } from '../../money/payouts/payout.js';
import { policyHistory } from '../../people/policies/policy-history.js';
import { review } from '../../booking/reviews/review.js';

type Fields = Readonly<Record<string, unknown>>;

/** `part` selects the part of the state that an event concerns, using the event's fields. */
type StreamFold = Readonly<{
  initial: unknown;
  evolve(foldedState: unknown, streamEvent: Message): unknown;
  part(foldedState: unknown, eventFields: Fields): unknown;
}>;

const streamFold = <State, E extends Message>(
  { initial, evolve }: Pick<Fold<State, E>, 'initial' | 'evolve'>,
  selectPart: (foldedState: State, eventFields: Fields) => unknown = (foldedState) => foldedState,
): StreamFold => ({ initial, evolve, part: selectPart }) as unknown as StreamFold;

const bookingInDay = (courtDayState: CourtDay, { bookingId }: Fields): unknown =>
  typeof bookingId === 'string'
    ? bookingOf(courtDayState, bookingId)
    : { closed: courtDayState.closed };

const messageInConversation = (existing: Conversation | null, { number }: Fields): unknown =>
  typeof number === 'number' ? existing?.messages[number - 1] : existing?.readUpTo;

/** The slices' folds. With them, the audit shows the states on which decisions were based. */
const foldsByCategory: Readonly<Record<string, StreamFold>> = {
  application: streamFold(applications, (applicantHistory, eventFields) =>
    applicantHistory.find(
      (application) => application.applicationId === eventFields['applicationId'],
    ),
  ),
  conduct: streamFold(conduct),
  conversation: streamFold(conversation, messageInConversation),
  court: streamFold({ initial: null, evolve: evolveCourt }),
  courtDay: streamFold(courtDay, bookingInDay),
  courtInvitations: streamFold(courtInvitations),
  guestWaivers: streamFold(guestWaivers),
  founders: streamFold(founders, (founderSeats, eventFields) =>
    founderSeats.find(({ number }) => number === eventFields['number']),
  ),
  incident: streamFold(incident),
  match: streamFold(match),
  membership: streamFold(membership),
  payment: streamFold(payment),
  payout: streamFold(payout),
  payoutAccount: streamFold(payoutAccount),
  payoutHold: streamFold(payoutHold),
  payoutReminder: streamFold(payoutReminder),
  policy: streamFold(
    policyHistory,
    (policyVersions, { policyId }) =>
      policyVersions.findLast((version) => version.policyId === policyId) ?? policyVersions.at(-1),
  ),
  review: streamFold(review),
  user: streamFold(person),
};

export const foldedCategories: readonly string[] = Object.keys(foldsByCategory);

/**
 * The part of a stream's state that `eventFields` is about, after these events. Null if it does not
 * exist; undefined if there is no fold for such streams.
 */
export const foldStream = (
  streamName: string,
  streamEvents: readonly Message[],
  eventFields: Fields,
): unknown => {
  const fold = Object.hasOwn(foldsByCategory, categoryOf(streamName))
    ? foldsByCategory[categoryOf(streamName)]
    : undefined;
  return fold && (fold.part(streamEvents.reduce(fold.evolve, fold.initial), eventFields) ?? null);
};

import { allEvents } from '../../event-sets.js';
import type { EventDefinition } from '../../platform/kernel/events.js';

type Fields = Readonly<Record<string, unknown>>;

/** Fields with the id of an account or an application, at any depth of an event. */
export const PERSON_ID_FIELDS: ReadonlySet<string> = new Set([
  'acknowledgedBy',
  'adminId',
  'adoptedBy',
  'agreedBy',
  'answeredBy',
  'applicationId',
  'authorId',
  'blockedId',
  'cancelledBy',
  'challengerId',
  'closedBy',
  'confirmedBy',
  'decidedBy',
  'dismissedBy',
  'disputedBy',
  'endedBy',
  'heldBy',
  'hiddenBy',
  'hostId',
  'loggerId',
  'noteBy',
  'of',
  'opponentId',
  'orderedBy',
  'otherId',
  'playerId',
  'publishedBy',
  'recordedBy',
  'rejectedBy',
  'releasedBy',
  'removedBy',
  'renewedBy',
  'reporterIds',
  'reportedBy',
  'requestedBy',
  'resolvedBy',
  'reviewedBy',
  'settledBy',
  'shownBy',
  'userId',
  'voidedBy',
  'withdrawnBy',
]);

/** Fields that look like ids of people but contain other ids or texts. */
export const OTHER_ID_FIELDS: ReadonlySet<string> = new Set([
  'accountId',
  'adjustmentId',
  'answerBy',
  'blockId',
  'bookingId',
  'caseId',
  'causeId',
  'changedBy',
  'chargeId',
  'claimBy',
  'confirmationId',
  'courtId',
  'customerId',
  'debtBookingId',
  'disputeId',
  'factorId',
  'findingId',
  'formulaId',
  'fromBookingId',
  'guestId',
  'intentId',
  'incidentId',
  'invitationId',
  'invoiceId',
  'keptSubscriptionId',
  'matchId',
  'moveBy',
  'noticeIds',
  'offsetId',
  'orderId',
  'paidBy',
  'payBy',
  'paymentId',
  'payoutId',
  'placeId',
  'policyId',
  'recoverySetId',
  'refundId',
  'refundOrderId',
  'replayId',
  'respondBy',
  'revealBy',
  'reversalId',
  'rulingBy',
  'stripeId',
  'subscriptionId',
  'topUpId',
  'transactionId',
  'transferId',
  'warningId',
]);

const definitions = new Map<string, EventDefinition>(
  allEvents.flatMap((eventSet) => Object.entries(eventSet.definitions)),
);

/** The fields of an event type that are sealed, because they are personal. */
export const sealedFieldsOf = (eventType: string): string[] =>
  (definitions.get(eventType)?.personal ?? []).flatMap(({ erased }) => Object.keys(erased));

const isNonEmptyId = (fieldValue: unknown): fieldValue is string =>
  typeof fieldValue === 'string' && fieldValue !== '';

const idsIn = (fieldValue: unknown, isPersonId: boolean): string[] => {
  if (isNonEmptyId(fieldValue)) return isPersonId ? [fieldValue] : [];
  if (Array.isArray(fieldValue)) return fieldValue.flatMap((item) => idsIn(item, isPersonId));
  if (typeof fieldValue !== 'object' || fieldValue === null) return [];
  return Object.entries(fieldValue).flatMap(([fieldName, nestedValue]) =>
    idsIn(nestedValue, PERSON_ID_FIELDS.has(fieldName)),
  );
};

/**
 * The distinct ids of accounts and applications that an event names: in the fields whose personal
 * data it declares, and in all fields with ids of people.
 */
export const concernedIds = (eventType: string, eventData: Fields): string[] => {
  const owners = (definitions.get(eventType)?.personal ?? [])
    .filter(({ of }) => !OTHER_ID_FIELDS.has(of))
    .map(({ of }) => eventData[of]);
  return [...new Set([...owners.filter(isNonEmptyId), ...idsIn(eventData, false)])];
};

export const idFieldOf = (eventData: Fields, fieldName: 'courtId' | 'bookingId'): string | null => {
  const fieldValue = eventData[fieldName];
  return isNonEmptyId(fieldValue) ? fieldValue : null;
};

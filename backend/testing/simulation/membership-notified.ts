import type { MembershipEvent } from '../../src/people/membership/membership.events.js';
import { ADMIN } from './alarm-handler.js';
import { missingIn } from './missing-notifications.js';
import { MEMBER, type MembershipSimulation } from './membership-simulation.js';

/** The first refusal and the one after which only an admin can order another attempt. */
const ALARMING_ATTEMPTS: readonly number[] = [1, 10];

/** The alarm that admins must get for an event; null if an admin caused it or no one has to act. */
const alarmOf = ({ type, data }: MembershipEvent): string | null => {
  switch (type) {
    case 'EliteIntentMismatched':
      return 'membership_mismatched';
    case 'EliteMismatchCharged':
      return data.plan === 'monthly' ? 'membership_mismatched' : null;
    case 'EliteReversed':
      return data.orderId === null ? 'membership_reversed' : null;
    case 'EliteReversalConfirmed':
      return data.kind === 'dispute' ? 'membership_dispute_lost' : null;
    case 'EliteReversalUndone':
      return data.kind === 'refund' ? 'membership_refund_refused' : null;
    case 'EliteRefundRefused':
      return 'membership_refund_refused';
    case 'EliteDisputeOpened':
      return data.isInquiry && data.dueAt !== null ? 'membership_inquiry' : null;
    case 'EliteStepRefused': {
      if (!ALARMING_ATTEMPTS.includes(data.attempts)) return null;
      return data.attempts === 1 ? 'membership_cancellation_refused' : 'membership_retries_ended';
    }
    default:
      return null;
  }
};

const emailedEvents: readonly MembershipEvent['type'][] = [
  'EliteActivated',
  'EliteRenewed',
  'ElitePaymentFailed',
  'EliteCancelled',
  'EliteLapsed',
  'EliteReversed',
  'EliteReversalUndone',
  'EliteEnded',
  'EliteMismatchResolved',
];

/**
 * The people who were not notified of a change to the membership or its money. Emails are not sent
 * for events that were followed more than a day late.
 */
export const missingMemberNotifications = (simulation: MembershipSimulation): string[] => {
  const events = simulation.events as unknown as readonly MembershipEvent[];
  const alarms = events.map(alarmOf).filter((type) => type !== null);
  const ofAdmin = alarms.map((type) => `${ADMIN} ${type}`);
  const ofMember = events
    .filter(({ type }) => emailedEvents.includes(type))
    .map(({ type }) => `${MEMBER} ${type}`);
  const { courtly, emails } = simulation;
  return [
    ...missingIn(ofAdmin, simulation.notified()).map((missing) => `no notification: ${missing}`),
    ...(courtly.wasFollowedLate ? [] : missingIn([...ofAdmin, ...ofMember], emails)).map(
      (missing) => `no email: ${missing}`,
    ),
  ];
};

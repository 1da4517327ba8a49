import { personalDataReadEvents } from './across/audit/personal-data-reads.events.js';
import { confirmationEvents } from './across/confirmations/confirmation.events.js';
import { loneDecisionEvents } from './across/confirmations/lone-decision.events.js';
import { moneyCheckEvents } from './across/money-checks/money-check.events.js';
import { alarmEvents } from './across/notifications/alarm.events.js';
import { notificationMarksEvents } from './across/notifications/notification-marks.events.js';
import { notificationPreferencesEvents } from './across/notifications/notification-preferences.events.js';
import { courtDayEvents } from './booking/bookings/court-day.events.js';
import { calendarFeedEvents } from './booking/calendar/calendar-feed.events.js';
import { cityWishEvents } from './booking/cities/city-wish.events.js';
import { courtInvitationEvents } from './booking/courts/court-invitations.events.js';
import { guestWaiverEvents } from './booking/guest-waivers/guest-waivers.events.js';
import { courtEvents } from './booking/courts/court.events.js';
import { favouriteEvents } from './booking/courts/favourites.events.js';
import { conductEvents } from './booking/conduct/conduct.events.js';
import { incidentEvents } from './across/incidents/incident.events.js';
import { conversationEvents } from './booking/messages/conversation.events.js';
import { reviewEvents } from './booking/reviews/review.events.js';
import { customerEvents } from './money/cards/customer.events.js';
import { accountingPeriodEvents } from './money/ledger/accounting-period.events.js';
import { taxPaymentEvents } from './money/ledger/tax-payment.events.js';
import { fraudWarningEvents } from './money/cases/fraud-warning.events.js';
import { moneyCaseEvents } from './money/cases/money-case.events.js';
import { paymentEvents } from './money/payments/payment.events.js';
import { payoutAccountEvents } from './money/payouts/payout-account.events.js';
import { payoutHoldEvents } from './money/payouts/payout-hold.events.js';
import { payoutReminderEvents } from './money/payouts/payout-reminder.events.js';
import { payoutEvents } from './money/payouts/payout.events.js';
import { platformCoverageEvents } from './money/payouts/platform-coverage.events.js';
import { platformPayoutEvents } from './money/payouts/platform-payout.events.js';
import { platformTopUpEvents } from './money/payouts/platform-top-up.events.js';
import { platformTransactionEvents } from './money/payouts/platform-transaction.events.js';
import { blockEvents } from './people/blocks/block.events.js';
import { applicationEvents } from './people/applications/application.events.js';
import { adminRollEvents } from './people/identity/account/admin-roll.events.js';
import { claimEvents } from './people/identity/claim.events.js';
import { secondFactorEvents } from './people/identity/second-factor.events.js';
import { providerAccountEvents } from './people/identity/provider-account.events.js';
import { emailVerificationEvents } from './people/identity/email-verification.events.js';
import { userEvents } from './people/identity/user.events.js';
import { founderEvents } from './people/membership/founders.events.js';
import { membershipEvents } from './people/membership/membership.events.js';
import { policyEvents } from './people/policies/policy.events.js';
import { challengeEvents } from './play/matches/challenge.events.js';
import { matchEvents } from './play/matches/match.events.js';
import { followEvents } from './play/rankings/follows.events.js';
import {
  rankingReviewEvents,
  ratingCorrectionEvents,
  ratingFormulaEvents,
} from './play/rankings/rankings.events.js';
import { ratingReplayEvents } from './play/rankings/rating-replay.events.js';
import { emailAddressEvents } from './platform/mail/email-address.events.js';
import { zoneDataEvents } from './platform/zone-data/zone-data.events.js';
import type { EventSet } from './platform/kernel/events.js';

/**
 * The events of all slices, so that a command can load them without the slices' controllers and
 * clients.
 */
export const allEvents: readonly EventSet[] = [
  userEvents,
  blockEvents,
  emailVerificationEvents,
  emailAddressEvents,
  claimEvents,
  adminRollEvents,
  secondFactorEvents,
  providerAccountEvents,
  courtDayEvents,
  courtEvents,
  courtInvitationEvents,
  guestWaiverEvents,
  favouriteEvents,
  membershipEvents,
  founderEvents,
  applicationEvents,
  customerEvents,
  paymentEvents,
  payoutAccountEvents,
  payoutEvents,
  payoutHoldEvents,
  payoutReminderEvents,
  platformCoverageEvents,
  platformPayoutEvents,
  platformTopUpEvents,
  platformTransactionEvents,
  accountingPeriodEvents,
  taxPaymentEvents,
  moneyCaseEvents,
  fraudWarningEvents,
  matchEvents,
  challengeEvents,
  rankingReviewEvents,
  ratingFormulaEvents,
  ratingCorrectionEvents,
  followEvents,
  ratingReplayEvents,
  reviewEvents,
  conversationEvents,
  incidentEvents,
  conductEvents,
  notificationMarksEvents,
  notificationPreferencesEvents,
  moneyCheckEvents,
  confirmationEvents,
  loneDecisionEvents,
  alarmEvents,
  calendarFeedEvents,
  cityWishEvents,
  personalDataReadEvents,
  policyEvents,
  zoneDataEvents,
];

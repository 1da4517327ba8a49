import { accountExportRoutes } from './account-export.js';
import { accountRoutes } from './account.js';
import { achievementRoutes } from './achievements.js';
import { applicationRoutes } from './applications.js';
import { auditRoutes } from './audit.js';
import { availabilityRoutes } from './availability.js';
import { blockRoutes } from './blocks.js';
import { bookingRoutes } from './bookings.js';
import { browserReportRoutes } from './browser-reports.js';
import { calendarRoutes } from './calendar.js';
import { emailedAnswerRoutes } from './emailed-answers.js';
import { emailRefusalRoutes } from './email-refusals.js';
import { cardRoutes } from './cards.js';
import { challengeRoutes } from './challenges.js';
import { cityRoutes } from './cities.js';
import { confirmationRoutes } from './confirmations.js';
import { courtRoutes } from './courts.js';
import { erasureRoutes } from './erasure.js';
import { adminBookingRoutes } from './admin-bookings.js';
import { adminCourtRoutes } from './admin-courts.js';
import { adminMembershipRoutes } from './admin-memberships.js';
import { adminMoneyRoutes } from './admin-money.js';
import { adminUserRoutes } from './admin-users.js';
import { adminWaitingRoutes } from './admin-waiting.js';
import { favouriteRoutes } from './favourites.js';
import { feedRoutes } from './feeds.js';
import { hostingRoutes } from './hosting.js';
import { incidentRoutes } from './incidents.js';
import { identityRoutes } from './identity.js';
import { invitationRoutes } from './invitations.js';
import { jobRoutes } from './jobs.js';
import { matchRoutes } from './matches.js';
import { membershipRoutes } from './membership.js';
import { messageRoutes } from './messages.js';
import { moneyDeskRoutes } from './money-desk.js';
import { notificationRoutes } from './notifications.js';
import { operationRoutes } from './operations.js';
import { paymentRoutes } from './payments.js';
import { moneyCheckRoutes } from './money-checks.js';
import { payoutRoutes } from './payouts.js';
import { photoRoutes } from './photos.js';
import { policyRoutes } from './policies.js';
import { providerAccountRoutes } from './provider-accounts.js';
import { rankingRoutes } from './rankings.js';
import { ratingReplayRoutes } from './rating-replays.js';
import { receiptRoutes } from './receipts.js';
import { revenueRoutes } from './revenue.js';
import { reviewRoutes } from './reviews.js';
import { secondFactorRoutes } from './second-factor.js';
import { searchRoutes } from './search.js';
import { statementRoutes } from './statements.js';
import { streamRoutes } from './stream.js';
import { catalogRoutes } from './catalog.js';
import { paperRoutes } from './papers.js';
import { guestWaiverRoutes } from './guest-waivers.js';
import { waiverRoutes } from './waivers.js';
import { whatIfRoutes } from './what-if.js';

/** The route table: every call of the API by name. */
export const routes = {
  ...identityRoutes,
  ...accountRoutes,
  ...secondFactorRoutes,
  ...providerAccountRoutes,
  ...erasureRoutes,
  ...accountExportRoutes,
  ...waiverRoutes,
  ...paperRoutes,
  ...guestWaiverRoutes,
  ...courtRoutes,
  ...invitationRoutes,
  ...availabilityRoutes,
  ...bookingRoutes,
  ...emailedAnswerRoutes,
  ...incidentRoutes,
  ...searchRoutes,
  ...favouriteRoutes,
  ...blockRoutes,
  ...hostingRoutes,
  ...whatIfRoutes,
  ...matchRoutes,
  ...challengeRoutes,
  ...reviewRoutes,
  ...messageRoutes,
  ...achievementRoutes,
  ...rankingRoutes,
  ...ratingReplayRoutes,
  ...membershipRoutes,
  ...applicationRoutes,
  ...auditRoutes,
  ...adminUserRoutes,
  ...adminWaitingRoutes,
  ...adminBookingRoutes,
  ...adminCourtRoutes,
  ...adminMoneyRoutes,
  ...moneyCheckRoutes,
  ...jobRoutes,
  ...adminMembershipRoutes,
  ...moneyDeskRoutes,
  ...confirmationRoutes,
  ...policyRoutes,
  ...catalogRoutes,
  ...notificationRoutes,
  ...emailRefusalRoutes,
  ...calendarRoutes,
  ...cityRoutes,
  ...paymentRoutes,
  ...cardRoutes,
  ...payoutRoutes,
  ...statementRoutes,
  ...receiptRoutes,
  ...revenueRoutes,
  ...photoRoutes,
  ...streamRoutes,
  ...feedRoutes,
  ...browserReportRoutes,
  ...operationRoutes,
};

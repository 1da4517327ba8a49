import { admin } from './across/admin/admin.slice.js';
import { audit } from './across/audit/audit.slice.js';
import { blockRequests } from './across/blocks/block-requests.slice.js';
import { confirmations } from './across/confirmations/confirmations.slice.js';
import { erasure } from './across/erasure/erasure.slice.js';
import { fraudWarnings } from './across/fraud-warnings/fraud-warnings.slice.js';
import { incidents } from './across/incidents/incidents.slice.js';
import { moneyChecks } from './across/money-checks/money-checks.slice.js';
import { notifications } from './across/notifications/notifications.slice.js';
import { availability } from './booking/availability/availability.slice.js';
import { bookings } from './booking/bookings/bookings.slice.js';
import { calendar } from './booking/calendar/calendar.slice.js';
import { cities } from './booking/cities/cities.slice.js';
import { conduct } from './booking/conduct/conduct.slice.js';
import { courts } from './booking/courts/courts.slice.js';
import { guestWaivers } from './booking/guest-waivers/guest-waivers.slice.js';
import { messages } from './booking/messages/messages.slice.js';
import { reviews } from './booking/reviews/reviews.slice.js';
import { cards } from './money/cards/cards.slice.js';
import { moneyCases } from './money/cases/money-cases.slice.js';
import { hosting } from './money/hosting/hosting.slice.js';
import { ledger } from './money/ledger/ledger.slice.js';
import { payouts } from './money/payouts/payouts.slice.js';
import { settlement } from './money/settlement/settlement.slice.js';
import { applications } from './people/applications/applications.slice.js';
import { blocks } from './people/blocks/blocks.slice.js';
import { identity } from './people/identity/identity.slice.js';
import { membership } from './people/membership/membership.slice.js';
import { papers } from './people/papers/papers.slice.js';
import { photos } from './people/photos/photos.slice.js';
import { policies } from './people/policies/policies.slice.js';
import { waivers } from './people/waivers/waivers.slice.js';
import { mail } from './platform/mail/mail.slice.js';
import type { Slice } from './platform/slice.js';
import { zoneData } from './platform/zone-data/zone-data.slice.js';
import { achievements } from './play/achievements/achievements.slice.js';
import { matches } from './play/matches/matches.slice.js';
import { rankings } from './play/rankings/rankings.slice.js';
import { ratingReplays } from './play/rankings/rating-replays.slice.js';

/**
 * All slices of the application. Identity comes first, because its guard must load the session
 * before access is checked. Routes are matched in this order, so the most frequent ones come early.
 */
export const slices: readonly Slice[] = [
  identity,
  bookings,
  availability,
  courts,
  membership,
  applications,
  blocks,
  blockRequests,
  waivers,
  guestWaivers,
  cards,
  settlement,
  moneyCases,
  payouts,
  ledger,
  hosting,
  matches,
  rankings,
  ratingReplays,
  reviews,
  messages,
  incidents,
  conduct,
  achievements,
  notifications,
  calendar,
  cities,
  audit,
  mail,
  photos,
  erasure,
  admin,
  confirmations,
  moneyChecks,
  fraudWarnings,
  policies,
  papers,
  zoneData,
];

export { allEvents } from './event-sets.js';
export const allProjections = slices.flatMap(({ projections }) => projections);
export const allProcesses = slices.flatMap(({ processes }) => processes);

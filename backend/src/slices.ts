import { achievements } from './achievements/achievements.slice.js';
import { applications } from './applications/applications.slice.js';
import { audit } from './audit/audit.slice.js';
import { bookings } from './bookings/bookings.slice.js';
import { calendar } from './calendar/calendar.slice.js';
import { cities } from './cities/cities.slice.js';
import { courts } from './courts/courts.slice.js';
import { erasure } from './erasure/erasure.slice.js';
import { desk } from './desk/desk.slice.js';
import { hosting } from './hosting/hosting.slice.js';
import { identity } from './identity/identity.slice.js';
import { ledger } from './ledger/ledger.slice.js';
import { mail } from './mail/mail.slice.js';
import { matches } from './matches/matches.slice.js';
import { membership } from './membership/membership.slice.js';
import { messages } from './messages/messages.slice.js';
import { notices } from './notices/notices.slice.js';
import { payouts } from './payouts/payouts.slice.js';
import { photos } from './photos/photos.slice.js';
import { policies } from './policies/policies.slice.js';
import { rankings } from './rankings/rankings.slice.js';
import { ratingReplays } from './rating-replays/rating-replays.slice.js';
import { reviews } from './reviews/reviews.slice.js';
import { settlement } from './settlement/settlement.slice.js';
import type { Slice } from './slice.js';
import { waivers } from './waivers/waivers.slice.js';

/**
 * Every slice of the application, a line each. Sign-in comes first: its guard asks whether sessions can be read before the
 * edge asks who is signed in. Routes are tried in this order, one after the other: those that are asked for most come first.
 */
export const slices: readonly Slice[] = [
  identity,
  bookings,
  courts,
  membership,
  applications,
  waivers,
  settlement,
  payouts,
  ledger,
  hosting,
  matches,
  rankings,
  ratingReplays,
  reviews,
  messages,
  achievements,
  notices,
  calendar,
  cities,
  audit,
  mail,
  photos,
  erasure,
  desk,
  policies,
];

export const allEvents = slices.flatMap(({ events }) => events);
export const allProjections = slices.flatMap(({ projections }) => projections);
export const allProcesses = slices.flatMap(({ processes = [] }) => processes);

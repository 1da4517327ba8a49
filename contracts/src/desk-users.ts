import { z } from 'zod';
import { BookingStatus, PaymentStatus } from './bookings.js';
import { Role, User } from './identity.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';

/** Why an admin does something, in their words: it stays in the log. */
export const Reason = z
  .string('Say why, in a few words')
  .trim()
  .min(3, 'Say why, in a few words')
  .max(300, 'Use at most 300 characters');
export const Why = z.strictObject({ reason: Reason });
export type Why = z.infer<typeof Why>;

/** The roles that admins give and take; a player is whoever has an account. */
export const GivenRole = Role.exclude(['player']);
export type GivenRole = z.infer<typeof GivenRole>;

const Suspension = z.object({ since: z.string(), reason: z.string() });

/** Somebody with an account, as admins see them in the list. */
export const Account = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roles: z.array(Role),
  createdAt: z.string(),
  suspension: Suspension.nullable(),
});
export type Account = z.infer<typeof Account>;

/** So many courts of one host are shown with them; there are seldom more than a few. */
export const MOST_COURTS_OF_ACCOUNT = 50;

/** The same with what they have at Courtly now. */
export const AccountDetail = Account.extend({
  membershipTier: User.shape.membershipTier,
  openBookings: z.number().int().describe('bookings to come, as a player and as a host'),
  courts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      location: z.string(),
      isActive: z.boolean(),
      isHidden: z.boolean(),
    }),
  ),
});
export type AccountDetail = z.infer<typeof AccountDetail>;

const Side = z.object({ id: z.string(), name: z.string() });

/** A booking as admins see it. */
export const DeskBooking = z.object({
  id: z.string(),
  court: z.object({ id: z.string(), name: z.string() }),
  player: Side,
  host: Side,
  startTime: z.string(),
  endTime: z.string(),
  zone: z.string(),
  status: BookingStatus,
  paymentStatus: PaymentStatus,
  totalAmount: z.string(),
});
export type DeskBooking = z.infer<typeof DeskBooking>;

/** Which bookings of somebody, or of a court, admins are shown: those to come, the next one first, or others, the latest first. */
export const DeskBookings = z.strictObject({
  when: z
    .enum(['upcoming', 'past', 'cancelled'])
    .default('upcoming')
    .describe(
      'upcoming: pending or confirmed and not over; past: completed, or confirmed and over; cancelled: also declined and lapsed',
    ),
  ...pageQuery(),
});
export type DeskBookings = z.infer<typeof DeskBookings>;

export const AccountFilters = z.strictObject({
  search: z
    .string()
    .trim()
    .max(254)
    .optional()
    .describe('a whole e-mail, an id, or the beginning of a user name, first or last name'),
  role: Role.optional(),
  suspended: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .describe('only who is suspended'),
  ...pageQuery({ most: 100 }),
});
export type AccountFilters = z.infer<typeof AccountFilters>;

const userId = z.object({ userId: z.string().max(60) });
const bookingId = z.object({ bookingId: z.string().max(80) });
const changes = [
  'not_found',
  'wrong_status',
  'conflict',
  'idempotency_mismatch',
  'store_unavailable',
] as const;

export const deskUserRoutes = {
  findAccounts: route({
    method: 'GET',
    path: '/api/admin/users',
    summary: 'Everybody with an account, in pages: the newest first',
    access: 'admin',
    query: AccountFilters,
    reads: ['people'],
    status: 200,
    response: z.array(Account),
  }),
  showAccount: route({
    method: 'GET',
    path: '/api/admin/users/:userId',
    summary:
      'Somebody with an account, with their membership, courts and number of bookings to come',
    access: 'admin',
    params: userId,
    reads: ['people', 'bookings', 'courts'],
    status: 200,
    response: AccountDetail,
    errors: ['not_found'],
  }),
  accountBookings: route({
    method: 'GET',
    path: '/api/admin/users/:userId/bookings',
    summary:
      'The bookings of somebody, as a player and as a host, in pages: those to come, or those played',
    access: 'admin',
    params: userId,
    query: DeskBookings,
    reads: ['bookings', 'courts', 'people'],
    status: 200,
    response: z.array(DeskBooking),
  }),
  giveRole: route({
    method: 'POST',
    path: '/api/admin/users/:userId/roles',
    summary: 'Give somebody one more role',
    access: 'admin',
    params: userId,
    body: Why.extend({ role: GivenRole }),
    status: 200,
    response: Account,
    errors: changes,
  }),
  takeRole: route({
    method: 'POST',
    path: '/api/admin/users/:userId/role-removals',
    summary:
      'Take a role away, at once; nobody takes the role of an admin from themselves, so one is always left',
    access: 'admin',
    params: userId,
    body: Why.extend({ role: GivenRole }),
    status: 200,
    response: Account,
    errors: changes,
  }),
  suspendUser: route({
    method: 'POST',
    path: '/api/admin/users/:userId/suspensions',
    summary:
      'Suspend somebody: their sessions end, and they can neither sign in nor book. Bookings stay',
    access: 'admin',
    params: userId,
    body: Why,
    status: 200,
    response: Account,
    errors: changes,
  }),
  liftSuspension: route({
    method: 'POST',
    path: '/api/admin/users/:userId/suspension-ends',
    summary: 'Let somebody who was suspended sign in and book again',
    access: 'admin',
    params: userId,
    body: Why,
    status: 200,
    response: Account,
    errors: changes,
  }),
  cancelBookingByHand: route({
    method: 'POST',
    path: '/api/admin/bookings/:bookingId/cancellations',
    summary:
      'Cancel a booking to come: the player gets everything back, and both sides read the reason',
    access: 'admin',
    params: bookingId,
    body: Why,
    status: 200,
    response: z.object({ id: z.string(), status: BookingStatus }),
    errors: changes,
  }),
};

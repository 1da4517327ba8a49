import { z } from 'zod';
import { BookingStatus, PaymentStatus } from './bookings.js';
import { lines, oneLine } from './fields.js';
import { Role, User } from './identity.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';
import { AwaitsConfirmation } from './second-admin.js';
import { Instant, zoned } from './wire.js';

/** The reason for an admin's action. The log keeps it. */
export const Reason = lines({ least: 3, most: 300, tooShort: 'Say why, in a few words' });
export const ReasonBody = z.strictObject({ reason: Reason });
export type ReasonBody = z.infer<typeof ReasonBody>;

/** The roles that admins assign and remove. Every account also has the role player. */
export const AssignableRole = Role.exclude(['player']);
export type AssignableRole = z.infer<typeof AssignableRole>;

const Suspension = z.object({
  since: z.string(),
  reason: z.string(),
  until: z.string().nullable().describe('Null if only an admin ends it.'),
});

/** `until` ends the suspension automatically. The person sees the reason and the end. */
export const SuspendBody = ReasonBody.extend({ until: Instant.optional() });
export type SuspendBody = z.infer<typeof SuspendBody>;

/** An account in the admin list. */
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

/** The maximum number of courts listed in an account's details. */
export const MOST_COURTS_OF_ACCOUNT = 50;

/** An account with its membership, courts, and open bookings. */
export const AccountDetail = Account.extend({
  membershipTier: User.shape.membershipTier,
  openBookings: z.number().int().describe('Upcoming bookings as a player or host.'),
  payoutHold: z
    .object({ reason: z.string() })
    .nullable()
    .describe("An admin's hold on all payouts of the host."),
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

const PartySummary = z.object({ id: z.string(), name: z.string() });

export const AdminBooking = z.object({
  id: z.string(),
  court: z.object({ id: z.string(), name: z.string() }),
  player: PartySummary,
  host: PartySummary,
  startTime: z.string(),
  endTime: z.string(),
  ...zoned,
  status: BookingStatus,
  paymentStatus: PaymentStatus,
  totalAmount: z.string(),
});
export type AdminBooking = z.infer<typeof AdminBooking>;

/** Upcoming bookings are ordered by start, ascending; all others, by start, descending. */
export const AdminBookingFilters = z.strictObject({
  when: z
    .enum(['upcoming', 'past', 'cancelled'])
    .default('upcoming')
    .describe(
      'upcoming: pending or confirmed and not over; past: completed, or confirmed and over; cancelled: including declined and expired.',
    ),
  ...pageQuery(),
});
export type AdminBookingFilters = z.infer<typeof AdminBookingFilters>;

export const AccountFilters = z.strictObject({
  search: oneLine({ most: 254 })
    .optional()
    .describe('A full email, an id, or a prefix of the username, first name, or last name.'),
  role: Role.optional(),
  suspended: z
    .enum(['true', 'false'])
    .transform((flag) => flag === 'true')
    .optional()
    .describe('Only suspended accounts.'),
  ...pageQuery({ maxLimit: 100 }),
});
export type AccountFilters = z.infer<typeof AccountFilters>;

const userId = z.object({ userId: z.string().max(60) });
const bookingId = z.object({ bookingId: z.string().max(80) });
const changeErrors = [
  'not_found',
  'wrong_status',
  'conflict',
  'idempotency_mismatch',
  'store_unavailable',
] as const;

export const adminUserRoutes = {
  findAccounts: route({
    method: 'GET',
    path: '/api/admin/users',
    summary: 'List accounts, newest first.',
    access: 'admin',
    query: AccountFilters,
    reads: ['people'],
    status: 200,
    response: z.array(Account),
  }),
  showAccount: route({
    method: 'GET',
    path: '/api/admin/users/:userId',
    summary: 'Get an account with its membership, courts, and number of upcoming bookings.',
    access: 'admin',
    params: userId,
    reads: ['people', 'bookings', 'courts', 'payoutHolds'],
    status: 200,
    response: AccountDetail,
    errors: ['not_found'],
  }),
  accountBookings: route({
    method: 'GET',
    path: '/api/admin/users/:userId/bookings',
    summary: 'List the bookings of an account as a player and as a host.',
    access: 'admin',
    params: userId,
    query: AdminBookingFilters,
    reads: ['bookings', 'courts', 'people'],
    status: 200,
    response: z.array(AdminBooking),
  }),
  giveRole: route({
    method: 'POST',
    path: '/api/admin/users/:userId/roles',
    summary: 'Assign a role to an account.',
    access: 'admin',
    decides: 'account',
    params: userId,
    body: ReasonBody.extend({ role: AssignableRole }),
    status: 200,
    response: Account,
    errors: changeErrors,
  }),
  takeRole: route({
    method: 'POST',
    path: '/api/admin/users/:userId/role-removals',
    summary:
      'Remove a role from an account, effective immediately. Admins cannot remove their own admin role, so at least one admin remains.',
    access: 'admin',
    decides: 'account',
    params: userId,
    body: ReasonBody.extend({ role: AssignableRole }),
    status: 200,
    response: Account,
    errors: changeErrors,
  }),
  suspendUser: route({
    method: 'POST',
    path: '/api/admin/users/:userId/suspensions',
    summary:
      'Suspend an account, until an instant or until an admin lifts it. Its sessions end and it can neither sign in nor book. Existing bookings remain valid. The person sees the reason.',
    access: 'admin',
    decides: 'account',
    params: userId,
    body: SuspendBody,
    status: 200,
    response: Account,
    errors: changeErrors,
  }),
  liftSuspension: route({
    method: 'POST',
    path: '/api/admin/users/:userId/suspension-ends',
    summary: 'Lift a suspension.',
    access: 'admin',
    decides: 'account',
    params: userId,
    body: ReasonBody,
    status: 200,
    response: Account,
    errors: changeErrors,
  }),
  cancelBookingByHand: route({
    method: 'POST',
    path: '/api/admin/bookings/:bookingId/cancellations',
    summary: 'Cancel an upcoming booking with a full refund. Both parties see the reason.',
    access: 'admin',
    decides: 'booking',
    needsSecondAdmin: 'booking_cancellation',
    params: bookingId,
    body: ReasonBody,
    status: 200,
    response: z.union([z.object({ id: z.string(), status: BookingStatus }), AwaitsConfirmation]),
    errors: changeErrors,
  }),
};

import { z } from 'zod';
import { WrittenErasureBody } from './erasure.js';
import { emailAddress, personName } from './fields.js';
import { WaiverCount } from './guest-waiver-rule.js';
import { route } from './route.js';
import { Guardian } from './waivers.js';
import { zoned } from './wire.js';

/** A guest of a booking, who signs the waiver through a link. */
export const Guest = z.object({
  id: z.string(),
  name: z.string().describe('As the player entered it; empty once it is erased.'),
  email: z
    .string()
    .nullable()
    .describe('For the player only, until the hour ends; null if the link was not emailed.'),
  token: z
    .string()
    .nullable()
    .describe('The last segment of the link. For the player only, while the guest can sign.'),
  signedAt: z.string().nullable(),
  signature: z
    .object({ name: z.string(), guardian: Guardian.nullable(), version: z.string() })
    .nullable()
    .describe('Null if the guest has not signed, or the signature was erased.'),
});
export type Guest = z.infer<typeof Guest>;

export const BookingGuests = WaiverCount.extend({
  guests: z.array(Guest),
  mostGuests: z.number().int().describe('How many guests the court allows.'),
  canAdd: z.boolean().describe('Whether the caller can add guests now.'),
});
export type BookingGuests = z.infer<typeof BookingGuests>;

export const AddGuestBody = z.strictObject({
  name: personName("Please enter your guest's name"),
  /** A form sends an empty field as an empty string. */
  email: z.preprocess(
    (typed) => (typed === '' ? undefined : typed),
    emailAddress('Please enter a valid email', 200).optional(),
  ),
});
export type AddGuestBody = z.infer<typeof AddGuestBody>;

/** A guest of a booking as admins see them. */
export const AdminGuest = Guest.pick({ id: true, name: true, signedAt: true }).extend({
  isRemoved: z.boolean(),
  isErasureRequested: z.boolean(),
});
export type AdminGuest = z.infer<typeof AdminGuest>;

/** What a link shows, which is all that a guest learns about the booking. */
export const GuestWaiver = z.object({
  courtName: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  ...zoned,
  invitedBy: z.string().describe("The player's first name."),
  version: z.string().describe('The signed version, or else the current one.'),
  text: z.string(),
  textHash: z.string().describe('The SHA-256 of the text in hex.'),
  adultAge: z.number().describe('Below this age, a guardian signs.'),
  signedAt: z.string().nullable(),
});
export type GuestWaiver = z.infer<typeof GuestWaiver>;

export const SignGuestWaiverBody = z
  .strictObject({
    version: z.string().min(1).max(40).describe('The version whose text was shown.'),
    name: personName('Please enter your full name').describe("The guest's name."),
    isAdult: z.boolean(),
    guardian: Guardian.nullable().default(null),
  })
  .refine(({ isAdult, guardian }) => isAdult !== (guardian !== null), {
    path: ['isAdult'],
    message: 'Confirm that you are an adult, or let a guardian sign',
  });
export type SignGuestWaiverBody = z.infer<typeof SignGuestWaiverBody>;

const bookingId = z.object({ bookingId: z.string().max(80) });
const guestOfBooking = bookingId.extend({ guestId: z.string().regex(/^[0-9a-z]{1,40}$/) });
const linkToken = z.object({ token: z.string().max(200) });
const reads = ['bookings', 'courts', 'guestWaivers'];

export const guestWaiverRoutes = {
  listGuests: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/guests',
    summary: 'List the guests of a booking and who has signed the waiver, as its player or host.',
    access: 'signedIn',
    params: bookingId,
    reads,
    status: 200,
    response: BookingGuests,
    errors: ['not_found'],
  }),
  addGuest: route({
    method: 'POST',
    path: '/api/bookings/:bookingId/guests',
    summary: 'Add a guest to a confirmed booking and create a link for signing the waiver.',
    access: 'signedIn',
    params: bookingId,
    body: AddGuestBody,
    status: 201,
    response: BookingGuests,
    errors: [
      'not_found',
      'wrong_status',
      'fair_use',
      'conflict',
      'too_many_requests',
      'store_unavailable',
    ],
  }),
  replaceGuestLink: route({
    method: 'POST',
    path: '/api/bookings/:bookingId/guests/:guestId/link',
    summary: "Replace a guest's link. The earlier one stops working.",
    access: 'signedIn',
    params: guestOfBooking,
    status: 200,
    response: BookingGuests,
    errors: [
      'not_found',
      'wrong_status',
      'fair_use',
      'conflict',
      'too_many_requests',
      'store_unavailable',
    ],
  }),
  removeGuest: route({
    method: 'DELETE',
    path: '/api/bookings/:bookingId/guests/:guestId',
    summary: 'Remove a guest and revoke their link. A signature is kept until its period ends.',
    access: 'signedIn',
    params: guestOfBooking,
    status: 200,
    response: BookingGuests,
    errors: ['not_found', 'conflict', 'store_unavailable'],
  }),
  adminGuests: route({
    method: 'GET',
    path: '/api/admin/bookings/:bookingId/guests',
    summary: 'List the guests of a booking whose data is stored, including removed guests.',
    access: 'admin',
    params: bookingId,
    reads: ['bookings', 'guestWaivers'],
    status: 200,
    response: z.array(AdminGuest),
    errors: ['not_found'],
  }),
  eraseGuest: route({
    method: 'POST',
    path: '/api/admin/bookings/:bookingId/guests/:guestId/erasure',
    summary: 'Erase the data of a guest at their written request. It completes within minutes.',
    access: 'admin',
    decides: 'booking',
    params: guestOfBooking,
    body: WrittenErasureBody,
    status: 202,
    response: z.undefined(),
    errors: ['not_found', 'store_unavailable'],
  }),
  showGuestWaiver: route({
    method: 'GET',
    path: '/api/guest-waivers/:token',
    summary: 'Get the waiver behind a link.',
    access: 'anyone',
    params: linkToken,
    status: 200,
    response: GuestWaiver,
    errors: ['not_found', 'too_many_requests', 'store_unavailable'],
  }),
  signGuestWaiver: route({
    method: 'POST',
    path: '/api/guest-waivers/:token/sign',
    summary: 'Sign the waiver behind a link, without an account.',
    access: 'anyone',
    params: linkToken,
    body: SignGuestWaiverBody,
    status: 200,
    response: GuestWaiver,
    errors: ['not_found', 'waiver_changed', 'conflict', 'too_many_requests', 'store_unavailable'],
  }),
};

import { z } from 'zod';
import { Quote } from './bookings.js';
import { WeeklyHours } from './opening-hours.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';
import { Money, Zone } from './wire.js';

export const Surface = z.enum(['hard', 'clay', 'grass', 'other'], 'Please select a court surface');
export const Sport = z.enum(['tennis', 'pickleball']);
export const CourtAccess = z.enum(['public', 'elite', 'invite']);

const json = <S extends z.ZodType>(schema: S) =>
  z
    .unknown()
    .transform((value, context) => {
      if (typeof value !== 'string') return value;
      try {
        return JSON.parse(value) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'Send this field as JSON text' });
        return z.NEVER;
      }
    })
    .pipe(schema);

const amenity = z.string().trim().max(40, 'Use at most 40 characters for an amenity');
const unique = (values: string[]) =>
  values.filter((v, i) => v && values.findIndex((o) => o.toLowerCase() === v.toLowerCase()) === i);

/** A form sends an empty field as empty text: it counts as left out, never as zero. */
const unlessBlank = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
    schema.optional(),
  );
const degrees = (most: number) => {
  const within = `Use degrees between -${most} and ${most}, such as 33.5312`;
  return unlessBlank(z.coerce.number(within).min(-most, within).max(most, within));
};

/** The court form, multipart: every value arrives as text, lists as JSON text. Photos are files in the field `photos`. */
export const CourtForm = z
  .strictObject({
    name: z.string().trim().min(2, 'Court name must be at least 2 characters').max(80),
    description: z.string().trim().max(500, 'Description must be under 500 characters').default(''),
    location: z.string().trim().min(2, 'Please enter the city').max(80).describe('the city'),
    street: unlessBlank(
      z.string().trim().max(120, 'Use at most 120 characters for the street'),
    ).describe(
      'the street as everybody may see it, without house number; the city is shown where it is left out',
    ),
    address: z
      .string()
      .trim()
      .min(5, 'Please enter a complete address')
      .max(160)
      .describe('for the owner and for players with a confirmed booking'),
    surfaceType: Surface,
    hourlyRate: Money.refine(
      (text) => Number(text) >= 1 && Number(text) <= 10_000,
      'Use a rate between 1.00 and 10000.00',
    ),
    latitude: degrees(90),
    longitude: degrees(180),
    zone: unlessBlank(Zone).describe(
      'needed only where neither city nor coordinates tell; it never changes afterwards',
    ),
    amenities: json(z.array(amenity).max(20, 'List at most 20 amenities'))
      .transform(unique)
      .default([]),
    houseRules: z
      .string()
      .trim()
      .max(500, 'Use at most 500 characters for the house rules')
      .default(''),
    arrivalNotes: z
      .string()
      .trim()
      .max(500, 'Use at most 500 characters for how to arrive')
      .default('')
      .describe('for players with a confirmed booking: parking, the gate, whom to ring'),
    gateCode: z
      .string()
      .trim()
      .max(20, 'Use at most 20 characters for the gate code')
      .default('')
      .describe('for players with a confirmed booking, from an hour before it starts'),
    sports: json(z.array(Sport).min(1, 'Please choose a sport').max(2)).default(['tennis']),
    courtAccess: CourtAccess.default('public'),
    keepPhotos: json(z.array(z.string().max(200)).max(5))
      .optional()
      .describe(
        'on update: which photos stay, in order, before the new ones; all of them where it is left out',
      ),
  })
  .refine(({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined), {
    path: ['longitude'],
    message: 'Send both coordinates or none',
  });
export type CourtForm = z.infer<typeof CourtForm>;

export const Review = z.object({
  id: z.string().describe('names it in a report'),
  rating: z.number(),
  comment: z.string().nullable(),
  createdAt: z.string(),
});
export type Review = z.infer<typeof Review>;

export const Court = z.object({
  id: z.string(),
  ownerId: z.string(),
  name: z.string(),
  description: z.string(),
  location: z.string(),
  address: z
    .string()
    .describe(
      'the street or the city; the whole address for the owner and for players with a confirmed booking',
    ),
  street: z
    .string()
    .describe('as the owner gave it for everybody to see; empty where they gave none'),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  zone: z.string(),
  surfaceType: Surface,
  sports: z.array(Sport),
  courtAccess: CourtAccess,
  hourlyRate: z.string(),
  photos: z.array(z.string()),
  amenities: z.array(z.string()),
  houseRules: z.string(),
  arrivalNotes: z.string().describe('for the owner; empty for everybody else, whose bookings tell'),
  gateCode: z.string().describe('for the owner; empty for everybody else, whose bookings tell'),
  isActive: z.boolean(),
  hiddenBecause: z
    .string()
    .nullable()
    .describe('for its host: why Courtly has hidden it, whatever isActive says'),
  createdAt: z.string(),
  weeklyHours: WeeklyHours,
  policy: z.object({
    leadMinutes: z.number(),
    horizonDays: z.number(),
    instantBook: z.boolean(),
    standard: z
      .object({ leadMinutes: z.number(), horizonDays: z.number() })
      .describe('what holds for a court that sets none of its own'),
  }),
  rating: z.object({ rating: z.number().nullable(), count: z.number() }),
});
export type Court = z.infer<typeof Court>;

/** Whether the caller may book a court, and what to do where not. */
export const AccessToCourt = z.object({
  kind: CourtAccess,
  mayBook: z.boolean(),
  how: z.string().nullable(),
});
export type AccessToCourt = z.infer<typeof AccessToCourt>;

export const CourtDetail = Court.extend({
  access: AccessToCourt,
  headStartMinutes: z.number().describe('so much earlier than to others every hour opens to Elite'),
  reviews: z.array(Review).describe('the latest'),
  quote: Quote.extend({
    freeCancelMinutes: z
      .number()
      .describe('until how long before its start a player cancels free of charge'),
    lateRefundShare: z
      .number()
      .describe('what comes back after that, in basis points of the total'),
  }).describe('what an hour costs the caller now'),
});
export type CourtDetail = z.infer<typeof CourtDetail>;

/** What the list filters by: read from the amenities, and from the access for `invite-only`. */
export const Feature = z.enum(['lighting', 'ball-machine', 'invite-only']);
export type Feature = z.infer<typeof Feature>;

export const CourtFilters = z.strictObject({
  search: z.string().max(80).optional().describe('text in the location, whatever its case'),
  surface: z.union([Surface, z.literal('all')]).optional(),
  sport: Sport.optional(),
  minRate: unlessBlank(z.coerce.number().min(0).max(1_000_000)).describe(
    'dollars an hour, inclusive',
  ),
  maxRate: unlessBlank(z.coerce.number().min(0).max(1_000_000)),
  amenity: z.union([Feature, z.literal('all')]).optional(),
  ...pageQuery(),
});
export type CourtFilters = z.infer<typeof CourtFilters>;

const OwnCourts = z.strictObject(pageQuery({ most: 100 }));

export const courtId = z.object({ courtId: z.string().max(40) });
export const courtRoutes = {
  listCourts: route({
    method: 'GET',
    path: '/api/courts',
    summary:
      'Active courts, filtered, newest first, in pages; on the first X-Total-Count holds how many match',
    access: 'anyone',
    query: CourtFilters,
    reads: ['courts', 'bookings'],
    status: 200,
    response: z.array(Court),
  }),
  showCourt: route({
    method: 'GET',
    path: '/api/courts/:courtId',
    summary: 'One court with its rating and reviews',
    access: 'anyone',
    params: courtId,
    reads: ['courts', 'bookings', 'courtInvitations', 'reviews'],
    status: 200,
    response: CourtDetail,
    errors: ['not_found'],
  }),
  listCourt: route({
    method: 'POST',
    path: '/api/courts',
    summary: 'List a court',
    access: 'owner',
    body: CourtForm,
    files: 'photos',
    status: 201,
    response: CourtDetail,
    errors: ['too_large', 'unsupported_image', 'store_unavailable'],
  }),
  changeCourt: route({
    method: 'PUT',
    path: '/api/courts/:courtId',
    summary: 'Change a listing',
    access: 'owner',
    params: courtId,
    body: CourtForm,
    files: 'photos',
    status: 200,
    response: CourtDetail,
    errors: ['not_found', 'too_large', 'unsupported_image', 'store_unavailable'],
  }),
  activateCourt: route({
    method: 'PATCH',
    path: '/api/courts/:courtId/status',
    summary: 'Show or hide a court',
    access: 'owner',
    params: courtId,
    body: z.strictObject({ isActive: z.boolean() }),
    status: 200,
    response: CourtDetail,
    errors: ['not_found', 'wrong_status', 'store_unavailable'],
  }),
  ownerCourts: route({
    method: 'GET',
    path: '/api/owner/courts',
    summary:
      "The caller's own courts, hidden ones too, newest first, in pages; on the first X-Total-Count holds how many there are",
    access: 'owner',
    query: OwnCourts,
    reads: ['courts'],
    status: 200,
    response: z.array(Court),
  }),
  hostCourts: route({
    method: 'GET',
    path: '/api/host/courts',
    summary:
      "The caller's own courts, hidden ones too, newest first, in pages; on the first X-Total-Count holds how many there are",
    access: 'signedIn',
    query: OwnCourts,
    reads: ['courts'],
    status: 200,
    response: z.array(Court),
  }),
};

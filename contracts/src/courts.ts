import { z } from 'zod';
import { route } from './route.js';
import { Instant, LocalDate, Money, Zone } from './wire.js';

export const Surface = z.enum(['hard', 'clay', 'grass', 'other']);
export const Sport = z.enum(['tennis', 'pickleball']);
export const CourtAccess = z.enum(['public', 'elite', 'invite']);
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const WholeHour = z.string().regex(/^([01]\d|2[0-4]):00$/, 'Use a whole hour such as 07:00');

/** The opening hours of one day, earliest first. */
const DayHours = z
  .array(z.strictObject({ from: WholeHour, to: WholeHour }))
  .max(6)
  .refine((hours) => hours.every(({ from, to }) => from < to), 'Hours end after they begin')
  .refine(
    (hours) => hours.every(({ from }, i) => i === 0 || hours[i - 1]!.to <= from),
    'Write the hours of a day one after the other, without overlap',
  );

/** Opening hours of each weekday in the court's local time; `to` is exclusive and may be 24:00. */
export const WeeklyHours = z.strictObject(
  Object.fromEntries(weekdays.map((day) => [day, DayHours])) as Record<(typeof weekdays)[number], typeof DayHours>,
);
export type WeeklyHours = z.infer<typeof WeeklyHours>;

/** What a host may set for one court; null means the product's policy. */
export const CourtPolicy = z.strictObject({
  leadMinutes: z.number().int().min(0).max(20_160).nullable(),
  horizonDays: z.number().int().min(1).max(1000).nullable(),
  instantBook: z.boolean(),
});
export type CourtPolicy = z.infer<typeof CourtPolicy>;

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

const amenity = z.string().trim().max(40);
const unique = (values: string[]) =>
  values.filter((v, i) => v && values.findIndex((o) => o.toLowerCase() === v.toLowerCase()) === i);

/** A form sends an empty field as empty text: it counts as left out, never as zero. */
const unlessBlank = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema.optional());
const degrees = (most: number) => unlessBlank(z.coerce.number('Use degrees such as 33.5312').min(-most).max(most));

/** The court form, multipart: every value arrives as text, lists as JSON text. Photos are files in the field `photos`. */
export const CourtForm = z
  .strictObject({
    name: z.string().trim().min(2).max(80),
    description: z.string().trim().max(500).default(''),
    location: z.string().trim().min(2).max(80).describe('the city'),
    address: z.string().trim().min(5).max(160),
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
    amenities: json(z.array(amenity).max(20)).transform(unique).default([]),
    sports: json(z.array(Sport).min(1).max(2)).default(['tennis']),
    courtAccess: CourtAccess.default('public'),
    keepPhotos: json(z.array(z.string().max(200)).max(5))
      .optional()
      .describe('on update: which photos stay, in order, before the new ones; all of them where it is left out'),
  })
  .refine(({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined), {
    path: ['longitude'],
    message: 'Send both coordinates or none',
  });
export type CourtForm = z.infer<typeof CourtForm>;

export const Review = z.object({ rating: z.number(), comment: z.string().nullable(), createdAt: z.string() });

export const Court = z.object({
  id: z.string(),
  ownerId: z.string(),
  name: z.string(),
  description: z.string(),
  location: z.string(),
  address: z.string().describe('to the street; with its number for the owner and for players with a confirmed booking'),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  zone: z.string(),
  surfaceType: Surface,
  sports: z.array(Sport),
  courtAccess: CourtAccess,
  hourlyRate: z.string(),
  photos: z.array(z.string()),
  amenities: z.array(z.string()),
  isActive: z.boolean(),
  createdAt: z.string(),
  weeklyHours: WeeklyHours,
  policy: z.object({ leadMinutes: z.number(), horizonDays: z.number(), instantBook: z.boolean() }),
  rating: z.object({ rating: z.number().nullable(), count: z.number() }),
});
export type Court = z.infer<typeof Court>;

export const CourtDetail = Court.extend({ reviews: z.array(Review) });
export type CourtDetail = z.infer<typeof CourtDetail>;

/** What the list filters by: read from the amenities, and from the access for `invite-only`. */
export const Feature = z.enum(['lighting', 'ball-machine', 'invite-only']);
export type Feature = z.infer<typeof Feature>;

export const CourtFilters = z.strictObject({
  search: z.string().max(80).optional().describe('text in the location, whatever its case'),
  surface: z.union([Surface, z.literal('all')]).optional(),
  sport: Sport.optional(),
  minRate: unlessBlank(z.coerce.number().min(0).max(1_000_000)).describe('dollars an hour, inclusive'),
  maxRate: unlessBlank(z.coerce.number().min(0).max(1_000_000)),
  amenity: z.union([Feature, z.literal('all')]).optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(200),
});
export type CourtFilters = z.infer<typeof CourtFilters>;

/** One bookable hour. `time` is the court's wall clock; the offset tells the two hours apart that a clock change repeats. */
export const Slot = z.object({
  start: z.string(),
  end: z.string(),
  time: z.string().describe('such as 10:00 AM, in the zone of the court'),
  zone: z.string(),
  offset: z.string().describe('from UTC, such as -07:00'),
  opensForYouAt: z.string().nullable().describe('set while only Elite may book it'),
});
export type Slot = z.infer<typeof Slot>;

const courtId = z.object({ courtId: z.string().max(40) });
const Hours = z.strictObject({ weeklyHours: WeeklyHours, policy: CourtPolicy.optional() });
const Closure = z.strictObject({
  startTime: Instant,
  endTime: Instant,
  reason: z.string().trim().max(120).default(''),
  cancelBookings: z.boolean().default(false).describe('cancels and refunds the bookings of these hours'),
});
export const Closures = z.array(z.object({ startTime: z.string(), endTime: z.string(), reason: z.string() }));

export const courtRoutes = {
  listCourts: route({
    method: 'GET',
    path: '/api/courts',
    summary: 'Active courts, filtered; X-Total-Count holds how many match',
    access: 'anyone',
    query: CourtFilters,
    status: 200,
    answer: z.array(Court),
  }),
  showCourt: route({
    method: 'GET',
    path: '/api/courts/:courtId',
    summary: 'One court with its rating and reviews',
    access: 'anyone',
    params: courtId,
    status: 200,
    answer: CourtDetail,
    refusals: ['not_found'],
  }),
  availability: route({
    method: 'GET',
    path: '/api/courts/:courtId/availability/:date',
    summary: "The bookable hours of one of the court's days",
    access: 'anyone',
    params: courtId.extend({ date: LocalDate }),
    status: 200,
    answer: z.array(Slot),
    refusals: ['not_found'],
  }),
  listCourt: route({
    method: 'POST',
    path: '/api/courts',
    summary: 'List a court',
    access: 'owner',
    body: CourtForm,
    files: 'photos',
    status: 201,
    answer: CourtDetail,
    refusals: ['too_large', 'unsupported_image', 'store_unavailable'],
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
    answer: CourtDetail,
    refusals: ['not_found', 'too_large', 'unsupported_image', 'store_unavailable'],
  }),
  activateCourt: route({
    method: 'PATCH',
    path: '/api/courts/:courtId/status',
    summary: 'Show or hide a court',
    access: 'owner',
    params: courtId,
    body: z.strictObject({ isActive: z.boolean() }),
    status: 200,
    answer: CourtDetail,
    refusals: ['not_found', 'wrong_status', 'store_unavailable'],
  }),
  setHours: route({
    method: 'PUT',
    path: '/api/courts/:courtId/hours',
    summary: 'Set the weekly hours and the booking rules of a court',
    access: 'owner',
    params: courtId,
    body: Hours,
    status: 200,
    answer: CourtDetail,
    refusals: ['not_found', 'store_unavailable'],
  }),
  listClosures: route({
    method: 'GET',
    path: '/api/courts/:courtId/closures/:date',
    summary: 'The closed hours of one day',
    access: 'owner',
    params: courtId.extend({ date: LocalDate }),
    status: 200,
    answer: Closures,
    refusals: ['not_found'],
  }),
  closeHours: route({
    method: 'POST',
    path: '/api/courts/:courtId/closures',
    summary: 'Close hours of one day',
    access: 'owner',
    params: courtId,
    body: Closure,
    status: 201,
    answer: Closures,
    refusals: ['not_found', 'hours_booked', 'store_unavailable'],
  }),
  reopenHours: route({
    method: 'POST',
    path: '/api/courts/:courtId/closures/reopen',
    summary: 'Open closed hours again',
    access: 'owner',
    params: courtId,
    body: z.strictObject({ startTime: Instant, endTime: Instant }),
    status: 200,
    answer: Closures,
    refusals: ['not_found', 'store_unavailable'],
  }),
  ownerCourts: route({
    method: 'GET',
    path: '/api/owner/courts',
    summary: "The caller's own courts, hidden ones too",
    access: 'owner',
    status: 200,
    answer: z.array(Court),
  }),
  hostCourts: route({
    method: 'GET',
    path: '/api/host/courts',
    summary: "The caller's own courts, hidden ones too",
    access: 'signedIn',
    status: 200,
    answer: z.array(Court),
  }),
};

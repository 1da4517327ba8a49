import { z } from 'zod';
import { Quote } from './bookings.js';
import { AMENITY_LENGTH, MOST_AMENITIES, MOST_PHOTOS } from './court-limits.js';
import { lines, oneLine } from './fields.js';
import { NeighborRules, NeighborRulesForm } from './neighbor-rules.js';
import { WeeklyHours } from './opening-hours.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';
import { Sport } from './sport.js';
import { cleaned, searchable } from './text.js';
import { FILTERED_RATE, HOURLY_RATE } from './entered-number.js';
import { Zone, dollars, enteredNumber, zoned } from './wire.js';

export const Surface = z.enum(['hard', 'clay', 'grass', 'other'], 'Please select a court surface');
export const CourtAccess = z.enum(['public', 'elite', 'invite']);

const jsonText = <S extends z.ZodType>(schema: S) =>
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

const amenity = oneLine({
  most: AMENITY_LENGTH,
  tooLong: `Use at most ${AMENITY_LENGTH} characters for an amenity`,
});
const withoutRepeats = (amenities: string[]) =>
  amenities.filter(
    (candidate, index) =>
      candidate &&
      amenities.findIndex((other) => searchable(other) === searchable(candidate)) === index,
  );

/** A form sends an empty field as an empty string. Treat it as missing, never as zero. */
const unlessBlank = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' && cleaned(value) === '' ? undefined : value),
    schema.optional(),
  );
const degrees = (maximum: number) =>
  unlessBlank(enteredNumber({ least: -maximum, most: maximum, decimals: 20 }));

/**
 * A multipart form: values arrive as text, lists as JSON text, and photos as files in the field
 * `photos`.
 */
export const CourtForm = z
  .strictObject({
    name: oneLine({ least: 2, most: 80, tooShort: 'Court name must be at least 2 characters' }),
    description: lines({ most: 500, tooLong: 'Description must be under 500 characters' }).default(
      '',
    ),
    location: oneLine({ least: 2, most: 80, tooShort: 'Please enter the city' }).describe(
      'The city.',
    ),
    street: unlessBlank(
      oneLine({ most: 120, tooLong: 'Use at most 120 characters for the street' }),
    ).describe('The public street, without the house number. If empty, only the city is public.'),
    address: oneLine({ least: 5, most: 160, tooShort: 'Please enter a complete address' }).describe(
      'Shown only to the owner and to players with a confirmed booking.',
    ),
    surfaceType: Surface,
    hourlyRate: dollars(HOURLY_RATE),
    latitude: degrees(90),
    longitude: degrees(180),
    zone: unlessBlank(Zone).describe(
      'Required only if neither the city nor the coordinates determine it. Cannot be changed later.',
    ),
    amenities: jsonText(
      z.array(amenity).max(MOST_AMENITIES, `List at most ${MOST_AMENITIES} amenities`),
    )
      .transform(withoutRepeats)
      .default([]),
    houseRules: lines({
      most: 500,
      tooLong: 'Use at most 500 characters for the house rules',
    }).default(''),
    arrivalNotes: lines({ most: 500, tooLong: 'Use at most 500 characters for the arrival notes' })
      .default('')
      .describe('Shown to players with a confirmed booking: parking, the gate, whom to call.'),
    gateCode: oneLine({ most: 20, tooLong: 'Use at most 20 characters for the gate code' })
      .default('')
      .describe('Shown to players with a confirmed booking from one hour before the start.'),
    neighborRules: jsonText(NeighborRulesForm)
      .optional()
      .describe(
        'JSON. If missing, a new court gets the standard rules, and an update keeps the current ones.',
      ),
    sports: jsonText(z.array(Sport).min(1, 'Please choose a sport').max(2)).default(['tennis']),
    courtAccess: CourtAccess.default('public'),
    version: enteredNumber({ least: 0, most: Number.MAX_SAFE_INTEGER })
      .optional()
      .describe(
        'On update: the court version that the client loaded. If the court has changed since, the response is `court_changed`.',
      ),
    keepPhotos: jsonText(z.array(z.string().max(200)).max(MOST_PHOTOS))
      .optional()
      .describe(
        'On update: the existing photos to keep, in order, before the new ones. Defaults to all.',
      ),
  })
  .refine(({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined), {
    path: ['longitude'],
    message: 'Send both coordinates or none',
  });
export type CourtForm = z.infer<typeof CourtForm>;

export const Review = z.object({
  id: z.string().describe('Identifies the review in a report.'),
  rating: z.number(),
  comment: z.string().nullable(),
  createdAt: z.string(),
});
export type Review = z.infer<typeof Review>;

/** The price of one hour as cards, lists, and maps show it to everyone. */
export const ShownPrice = z.object({
  amount: z.string(),
  note: z
    .string()
    .nullable()
    .describe('What the amount includes, such as `incl. fees`; null for the hourly rate alone.'),
});
export type ShownPrice = z.infer<typeof ShownPrice>;

export const Court = z.object({
  id: z.string(),
  version: z.number().describe('The number of changes since the listing.'),
  ownerId: z.string(),
  name: z.string(),
  description: z.string(),
  location: z.string(),
  address: z
    .string()
    .describe(
      'The street or city. The full address for the owner and for players with a confirmed booking.',
    ),
  street: z.string().describe('The public street name, or empty if the owner gave none.'),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  zone: z.string(),
  surfaceType: Surface,
  sports: z.array(Sport),
  courtAccess: CourtAccess,
  hourlyRate: z.string().describe('What the host asks for, without fees.'),
  shownPrice: ShownPrice,
  photos: z.array(z.string()),
  amenities: z.array(z.string()),
  houseRules: z.string(),
  arrivalNotes: z.string().describe('Set only for the owner. Players read it in their booking.'),
  gateCode: z.string().describe('Set only for the owner. Players read it in their booking.'),
  isActive: z.boolean(),
  hiddenBecause: z
    .string()
    .nullable()
    .describe(
      'Set only for the owner and admins: why an admin has hidden the court, regardless of `isActive`.',
    ),
  awaitsApproval: z
    .boolean()
    .describe(
      'Set only for the owner and admins: players cannot find or book the court, because its host is not approved or is suspended.',
    ),
  createdAt: z.string(),
  weeklyHours: WeeklyHours,
  policy: z.object({
    leadMinutes: z.number(),
    horizonDays: z.number(),
    instantBook: z.boolean(),
    standard: z
      .object({ leadMinutes: z.number(), horizonDays: z.number() })
      .describe('The default values, used for rules that the court does not set.'),
  }),
  rating: z.object({ rating: z.number().nullable(), count: z.number() }),
});
export type Court = z.infer<typeof Court>;

/**
 * A court for pages that show many times. The offsets cover the time from its listing to its last
 * bookable day.
 */
export const ZonedCourt = Court.extend({
  zoneOffsets: zoned.zoneOffsets,
  neighborRules: NeighborRules,
});
export type ZonedCourt = z.infer<typeof ZonedCourt>;

/** Whether the caller may book a court and, if not, how to get access. */
export const AccessToCourt = z.object({
  kind: CourtAccess,
  mayBook: z.boolean(),
  how: z.string().nullable(),
});
export type AccessToCourt = z.infer<typeof AccessToCourt>;

export const CourtDetail = ZonedCourt.extend({
  access: AccessToCourt,
  takesBookings: z
    .boolean()
    .describe(
      'False for a court that players cannot find now. Its host, players with a confirmed booking, and admins still see it.',
    ),
  headStartMinutes: z
    .number()
    .describe('How many minutes earlier each slot opens to Elite members.'),
  reviews: z.array(Review).describe('The latest reviews.'),
  quote: Quote.extend({
    freeCancelMinutes: z
      .number()
      .describe('Minutes before the start until which a player can cancel for free.'),
    lateRefundShare: z.number().describe('The refund after that, in basis points of the total.'),
  }).describe('The current price of one hour for the caller.'),
});
export type CourtDetail = z.infer<typeof CourtDetail>;

/** Derived from the amenities, except for `invite-only`, which depends on the access. */
export const CourtFeature = z.enum(['lighting', 'ball-machine', 'invite-only']);
export type CourtFeature = z.infer<typeof CourtFeature>;

export const CourtFilters = z.strictObject({
  search: z.string().max(80).optional().describe('Matches the location, ignoring case.'),
  surface: z.union([Surface, z.literal('all')]).optional(),
  sport: Sport.optional(),
  minRate: unlessBlank(enteredNumber({ ...FILTERED_RATE, decimals: 20 })).describe(
    'Dollars per hour of the shown price, inclusive.',
  ),
  maxRate: unlessBlank(enteredNumber({ ...FILTERED_RATE, decimals: 20 })),
  amenity: z.union([CourtFeature, z.literal('all')]).optional(),
  ...pageQuery(),
});
export type CourtFilters = z.infer<typeof CourtFilters>;

const OwnCourts = z.strictObject(pageQuery({ maxLimit: 100 }));

export const courtId = z.object({ courtId: z.string().max(40) });
export const courtRoutes = {
  listCourts: route({
    method: 'GET',
    path: '/api/courts',
    summary: 'List active courts, newest first. The first page sets X-Total-Count.',
    access: 'anyone',
    robots: 'index',
    query: CourtFilters,
    reads: ['courts', 'bookings', 'people'],
    status: 200,
    response: z.array(Court),
  }),
  showCourt: route({
    method: 'GET',
    path: '/api/courts/:courtId',
    summary: 'Get a court with its rating and reviews.',
    access: 'anyone',
    params: courtId,
    reads: ['courts', 'bookings', 'courtInvitations', 'reviews', 'people'],
    status: 200,
    response: CourtDetail,
    errors: ['not_found'],
  }),
  listCourt: route({
    method: 'POST',
    path: '/api/courts',
    summary: 'Create a court listing.',
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
    summary: 'Update a court listing.',
    access: 'owner',
    params: courtId,
    body: CourtForm,
    files: 'photos',
    status: 200,
    response: CourtDetail,
    errors: ['not_found', 'court_changed', 'too_large', 'unsupported_image', 'store_unavailable'],
  }),
  activateCourt: route({
    method: 'PATCH',
    path: '/api/courts/:courtId/status',
    summary: 'Activate or deactivate a court.',
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
      "List the caller's courts, including inactive ones, newest first. The first page sets X-Total-Count.",
    access: 'owner',
    query: OwnCourts,
    reads: ['courts', 'people'],
    status: 200,
    response: z.array(ZonedCourt),
  }),
  hostCourts: route({
    method: 'GET',
    path: '/api/host/courts',
    summary:
      "List the caller's courts, including inactive ones, newest first. The first page sets X-Total-Count.",
    access: 'signedIn',
    query: OwnCourts,
    reads: ['courts', 'people'],
    status: 200,
    response: z.array(ZonedCourt),
  }),
};

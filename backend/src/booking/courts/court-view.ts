import type {
  Court as CourtResponse,
  CourtDetail,
  Review,
  ZonedCourt,
} from '@courtly/contracts/courts';
import type { Policy } from '@courtly/contracts/policy';
import { toMoney } from '@courtly/contracts/wire';
import { offsetsAround } from '../../platform/kernel/local-time.js';
import { courtAccessFor } from './court-invitations.js';
import { priceOf } from '../pricing/price.js';
import { quotedPrice } from '../pricing/quoted-price.js';
import { type PricePolicy, shownPriceOf } from '../pricing/shown-price.js';
import { bookingTaxOf } from '../pricing/tax.js';
import { type Court, isShown } from './court.js';
import { type Stars, meanRatingOf, noStars } from '../reviews/stars.js';

const toHundredth = (degrees: number | null): number | null =>
  degrees && Math.round(degrees * 100) / 100;

/**
 * The public location: the street if the host shows it, otherwise the city. Coordinates are rounded
 * to about a kilometer.
 */
export const publicLocation = ({ street, location, latitude, longitude }: Court) => ({
  address: street || location,
  latitude: toHundredth(latitude),
  longitude: toHundredth(longitude),
});

/** A `guest` is a player with a confirmed booking of the court. */
export type CourtReader = 'host' | 'guest' | 'anybody';

type RatedCourt = Court & Readonly<{ rated?: Stars }>;

/**
 * Only the host gets the arrival notes here. Players find them in their bookings. Players also
 * cannot see that the host is suspended or not approved.
 */
export const courtView = (
  ratedCourt: RatedCourt,
  bookingPolicy: PricePolicy & Pick<Policy, 'leadMinutes' | 'horizonDays'>,
  courtReader: CourtReader,
  awaitsApproval = false,
): CourtResponse => {
  const {
    rateCents,
    listedAt,
    hostId,
    bookingRules,
    photos,
    courtId,
    sports,
    amenities,
    standardOffsetMinutes: _offset,
    hadLocalDays: _hadLocalDays,
    neighborRules: _neighborRules,
    cityNote: _cityNote,
    ...otherFields
  } = ratedCourt;
  const { address, latitude, longitude } =
    courtReader === 'anybody' ? publicLocation(ratedCourt) : ratedCourt;
  const isHost = courtReader === 'host';
  const { arrivalNotes, gateCode, hiddenBecause } = isHost
    ? ratedCourt
    : { arrivalNotes: '', gateCode: '', hiddenBecause: null };
  return {
    ...otherFields,
    id: courtId,
    ownerId: hostId,
    address,
    latitude,
    longitude,
    arrivalNotes,
    gateCode,
    hiddenBecause,
    awaitsApproval: isHost && awaitsApproval,
    sports: [...sports],
    amenities: [...amenities],
    hourlyRate: toMoney(rateCents),
    shownPrice: shownPriceOf(ratedCourt, bookingPolicy),
    photos: [...photos],
    createdAt: listedAt,
    policy: {
      leadMinutes: bookingRules.leadMinutes ?? bookingPolicy.leadMinutes,
      horizonDays: bookingRules.horizonDays ?? bookingPolicy.horizonDays,
      instantBook: bookingRules.instantBook,
      standard: { leadMinutes: bookingPolicy.leadMinutes, horizonDays: bookingPolicy.horizonDays },
    },
    rating: meanRatingOf(ratedCourt.rated ?? noStars),
  };
};

/**
 * Hours can be booked or closed up to two years ahead. The result is rounded to whole years, so
 * that responses rarely change.
 */
const lastShownInstant = (currentInstant: string): string =>
  `${new Date(currentInstant).getUTCFullYear() + 3}-01-01T00:00:00.000Z`;

const courtOffsets = ({ zone, listedAt }: Court, currentInstant: string) =>
  offsetsAround(zone, [listedAt, lastShownInstant(currentInstant)]);

/** A court as it appears in the host's own list. */
export const ownCourtView = (
  ratedCourt: RatedCourt,
  bookingPolicy: Policy,
  awaitsApproval: boolean,
  currentInstant: string,
): ZonedCourt => ({
  ...courtView(ratedCourt, bookingPolicy, 'host', awaitsApproval),
  neighborRules: ratedCourt.neighborRules,
  zoneOffsets: courtOffsets(ratedCourt, currentInstant),
});

type ReaderAccess = Readonly<{ elite: boolean; invited: boolean; awaitsApproval: boolean }>;

/** The price depends on the user, because Elite members pay a lower fee. */
export const courtDetail = (
  ratedCourt: RatedCourt,
  bookingPolicy: Policy,
  courtReader: CourtReader,
  currentInstant: string,
  readerAccess: ReaderAccess = { elite: false, invited: false, awaitsApproval: false },
  latestReviews: readonly Review[] = [],
): CourtDetail => {
  const tax = bookingTaxOf(bookingPolicy, ratedCourt.location);
  const price = priceOf(ratedCourt.rateCents, bookingPolicy, readerAccess.elite, tax);
  return {
    ...courtView(ratedCourt, bookingPolicy, courtReader, readerAccess.awaitsApproval),
    neighborRules: ratedCourt.neighborRules,
    zoneOffsets: courtOffsets(ratedCourt, currentInstant),
    shownPrice: shownPriceOf(ratedCourt, bookingPolicy, readerAccess.elite),
    access: courtAccessFor(ratedCourt, readerAccess),
    takesBookings: isShown(ratedCourt) && !readerAccess.awaitsApproval,
    headStartMinutes: bookingPolicy.headStartMinutes,
    reviews: [...latestReviews],
    quote: {
      ...quotedPrice(price, tax),
      policyId: bookingPolicy.id,
      freeCancelMinutes: bookingPolicy.freeCancelMinutes,
      lateRefundShare: bookingPolicy.lateRefundShare,
    },
  };
};

import type { Court } from '@courtly/contracts/courts';
import { courtTexts } from '@courtly/contracts/pages';
import type { PageTags } from './page-tags.js';

const sports: Record<Court['sports'][number], string> = {
  tennis: 'Tennis',
  pickleball: 'Pickleball',
};

/**
 * A court in the words of schema.org, no more than its public view tells: the street without number, coordinates to about
 * a kilometre. `base` is the site's origin.
 */
export const courtData = (court: Court, path: string, base: string): object => {
  const url = base + path;
  const {
    name,
    description,
    photos,
    address,
    location,
    latitude,
    longitude,
    hourlyRate,
    amenities,
  } = court;
  return {
    '@context': 'https://schema.org',
    '@type': 'SportsActivityLocation',
    '@id': url,
    url,
    name,
    ...(description && { description }),
    ...(photos.length > 0 && { image: photos.map((photo) => base + photo) }),
    address: {
      '@type': 'PostalAddress',
      ...(address !== location && { streetAddress: address }),
      addressLocality: location,
    },
    ...(latitude !== null &&
      longitude !== null && { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
    ...(amenities.length > 0 && {
      amenityFeature: amenities.map((amenity) => ({
        '@type': 'LocationFeatureSpecification',
        name: amenity,
        value: true,
      })),
    }),
    priceRange: `$${hourlyRate} an hour`,
    makesOffer: court.sports.map((sport) => ({
      '@type': 'Offer',
      name: `${sports[sport]}, one hour`,
      price: hourlyRate,
      priceCurrency: 'USD',
      url,
    })),
  };
};

/** A drawn court of that surface, 1200 by 630 pixels, as other sites show it beside a link. */
const socialPicture = (surface: Court['surfaceType']): string =>
  `/social/${surface === 'other' ? 'clay' : surface}.png`;

/** The tags of a court's page, from its public view. */
export const courtTags = (court: Court, base: string): PageTags => {
  const path = `/courts/${encodeURIComponent(court.id)}`;
  const [photo] = court.photos;
  return {
    ...courtTexts(court),
    path,
    indexed: true,
    type: 'article',
    image: photo ?? socialPicture(court.surfaceType),
    ...(photo && { photo: { address: photo, shown: 'head' } }),
    data: courtData(court, path, base),
  };
};

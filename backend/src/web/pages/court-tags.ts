import type { Court } from '@courtly/contracts/courts';
import { courtTexts } from '@courtly/contracts/pages';
import type { PageTags } from './page-tags.js';

const sportNames: Record<Court['sports'][number], string> = {
  tennis: 'Tennis',
  pickleball: 'Pickleball',
};

/**
 * A court as schema.org data, limited to its public view: the street without the number, and
 * coordinates rounded to about a kilometer. `siteOrigin` is the site's origin.
 */
export const courtData = (court: Court, path: string, siteOrigin: string): object => {
  const courtUrl = siteOrigin + path;
  const {
    name,
    description,
    photos,
    address,
    location,
    latitude,
    longitude,
    shownPrice,
    amenities,
  } = court;
  return {
    '@context': 'https://schema.org',
    '@type': 'SportsActivityLocation',
    '@id': courtUrl,
    url: courtUrl,
    name,
    ...(description && { description }),
    ...(photos.length > 0 && { image: photos.map((photo) => siteOrigin + photo) }),
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
    priceRange: `$${shownPrice.amount} an hour`,
    makesOffer: court.sports.map((sport) => ({
      '@type': 'Offer',
      name: `${sportNames[sport]}, one hour`,
      price: shownPrice.amount,
      priceCurrency: 'USD',
      url: courtUrl,
    })),
  };
};

/** The image of a surface for link previews, 1200 by 630 pixels. */
const socialPicture = (surface: Court['surfaceType']): string =>
  `/social/${surface === 'other' ? 'clay' : surface}.png`;

/** The tags of a court's page, from its public view. */
export const courtTags = (court: Court, siteOrigin: string): PageTags => {
  const courtPath = `/courts/${encodeURIComponent(court.id)}`;
  const [photo] = court.photos;
  return {
    ...courtTexts(court),
    path: courtPath,
    indexed: true,
    type: 'article',
    image: photo ?? socialPicture(court.surfaceType),
    ...(photo && { photo: { address: photo, shown: 'head' } }),
    data: courtData(court, courtPath, siteOrigin),
  };
};

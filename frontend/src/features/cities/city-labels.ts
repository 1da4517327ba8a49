import type { CityDemand } from '@courtly/contracts/cities';
import { searchable } from '@courtly/contracts/text';
import { activeCities } from '../../config/active-cities';

/** `12 people have requested Denver.` */
export const demandLabel = ({ city, requests }: CityDemand): string =>
  requests === 1
    ? `1 person has requested ${city}.`
    : `${requests.toLocaleString('en-US')} people have requested ${city}.`;

/** The official spelling of an open city, or undefined. */
export const activeCity = (cityName: string): string | undefined =>
  activeCities.find((candidate) => searchable(candidate.city) === searchable(cityName))?.city;

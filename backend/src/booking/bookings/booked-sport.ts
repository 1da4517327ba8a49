import type { Sport } from '@courtly/contracts/sport';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Court } from '../courts/court.js';
import type { Booking } from './booking.js';

type OfferedSports = Pick<Court, 'sports'>;

/**
 * The sport of a requested hour: the court's only sport, or the one that the player chose.
 * @throws DomainError invalid_request if no sport is chosen or the court does not offer it
 */
export const sportOfRequest = (
  chosenSport: Sport | undefined,
  { sports }: OfferedSports,
): Sport => {
  if (chosenSport === undefined && sports.length === 1) return sports[0]!;
  if (chosenSport !== undefined && sports.includes(chosenSport)) return chosenSport;
  const message =
    chosenSport === undefined
      ? 'Choose a sport. This court offers several.'
      : `This court doesn't offer ${chosenSport}. Choose another sport.`;
  throw new DomainError('invalid_request', message, { fields: [{ field: 'sport', message }] });
};

/**
 * The sport of a booking. Earlier releases did not record it: then it is the court's only sport, or
 * tennis if the court offers several.
 */
export const sportOfBooking = (
  { sport }: Pick<Booking, 'sport'>,
  { sports }: OfferedSports,
): Sport => sport ?? (sports.length === 1 ? sports[0]! : 'tennis');

import { useSearchParams } from 'react-router-dom';
import { recall, remember } from '../../lib/storage';

const NAME = 'challenge';
const BOOKED_KEY = 'courtly:challenges';
/** So many bookings are remembered, the latest. */
const MOST = 20;

type Booked = readonly (readonly [bookingId: string, playerId: string])[];

/**
 * Whom the person looks for an hour to challenge: a player's id, empty is nobody. It stands in the address, from the list of courts
 * through the booking; `along` takes it to another address.
 */
export const useChallenge = () => {
  const [query] = useSearchParams();
  const challenged = query.get(NAME) ?? '';
  const along = (path: string): string =>
    challenged
      ? `${path}${path.includes('?') ? '&' : '?'}${NAME}=${encodeURIComponent(challenged)}`
      : path;
  return { challenged, along };
};

const bookedChallenges = (): Booked => {
  try {
    return JSON.parse(recall(BOOKED_KEY) ?? '[]') as Booked;
  } catch {
    return [];
  }
};

/** Keeps in this browser whom an hour was booked to challenge, for when its result is logged. */
export const rememberChallenge = (bookingId: string, playerId: string): void =>
  remember(
    BOOKED_KEY,
    JSON.stringify([[bookingId, playerId], ...bookedChallenges()].slice(0, MOST)),
  );

/** Whom an hour was booked to challenge, as far as this browser knows. */
export const challengedAt = (bookingId: string): string | undefined =>
  bookedChallenges().find(([id]) => id === bookingId)?.[1];

import { useSearchParams } from 'react-router-dom';
import { recall, remember } from '../../lib/storage';

const NAME = 'challenge';
const BOOKED_KEY = 'courtly:challenges';
/** Number of stored bookings, latest first. */
const MOST = 20;

type Booked = readonly (readonly [bookingId: string, playerId: string])[];

/** The id of the challenged player in the URL; empty for none. `along` adds it to another URL. */
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

/** Stores whom a booking challenges, for when its result is logged. */
export const rememberChallenge = (bookingId: string, playerId: string): void =>
  remember(
    BOOKED_KEY,
    JSON.stringify([[bookingId, playerId], ...bookedChallenges()].slice(0, MOST)),
  );

/** The challenged player of a booking, if stored in this browser. */
export const challengedAt = (bookingId: string): string | undefined =>
  bookedChallenges().find(([id]) => id === bookingId)?.[1];

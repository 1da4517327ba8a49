import { useSearchParams } from 'react-router-dom';
import { readStorage, writeStorage } from '../../lib/storage';

const CHALLENGE_PARAM = 'challenge';
const STORAGE_KEY = 'courtly:challenges';
/** The number of stored bookings. The newest ones are kept. */
const MAX_STORED = 20;

type StoredChallenges = readonly (readonly [bookingId: string, playerId: string])[];

/**
 * The ID of the challenged player in the URL, or an empty text. `withChallenge` adds it to another
 * URL.
 */
export const useChallenge = () => {
  const [searchParams] = useSearchParams();
  const challengedId = searchParams.get(CHALLENGE_PARAM) ?? '';
  const withChallenge = (targetPath: string): string =>
    challengedId
      ? `${targetPath}${targetPath.includes('?') ? '&' : '?'}${CHALLENGE_PARAM}=${encodeURIComponent(challengedId)}`
      : targetPath;
  return { challengedId, withChallenge };
};

const readStoredChallenges = (): StoredChallenges => {
  try {
    return JSON.parse(readStorage(STORAGE_KEY) ?? '[]') as StoredChallenges;
  } catch {
    return [];
  }
};

/** Stores the player that a booking challenges, until its result is logged. */
export const rememberChallenge = (bookingId: string, playerId: string): void =>
  writeStorage(
    STORAGE_KEY,
    JSON.stringify([[bookingId, playerId], ...readStoredChallenges()].slice(0, MAX_STORED)),
  );

/** The challenged player of a booking, if stored in this browser. */
export const challengedPlayerOf = (bookingId: string): string | undefined =>
  readStoredChallenges().find(([storedBookingId]) => storedBookingId === bookingId)?.[1];

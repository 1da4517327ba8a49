import type { Match, NamedPlayer } from '../src/play/matches/match.js';
import type { MatchEvent } from '../src/play/matches/match.events.js';

type DataOf<T extends MatchEvent['type']> = Extract<MatchEvent, { type: T }>['data'];

export const LOGGED_AT = '2027-03-13T20:00:00.000Z';
export const ANSWER_BY = '2027-03-15T20:00:00.000Z';
export const CLAIM_BY = '2027-03-27T20:00:00.000Z';
/** When the period of an email that was entered with the result ends. */
export const KEEP_UNTIL = '2028-03-12T20:00:00.000Z';
export const LOG_BY = '2027-03-27T19:00:00.000Z';

/** The fields that all events of Pavel's match share. */
export const matchFacts = {
  matchId: 'booking-1_pavel',
  bookingId: 'booking-1',
  courtId: 'roxbury',
  loggerId: 'pavel',
  surface: 'hard',
  playedAt: '2027-03-13T18:00:00.000Z',
  zone: 'America/Los_Angeles',
  result: 'win' as Match['result'],
  gamesWon: 6,
  gamesLost: 4,
};

export const matchResult = (
  changes: Partial<DataOf<'MatchLogged'>> = {},
): DataOf<'MatchLogged'> => ({
  ...matchFacts,
  sport: 'tennis',
  discipline: null,
  sets: [],
  notes: '',
  loggedAt: LOGGED_AT,
  claimBy: CLAIM_BY,
  ...changes,
});

export const matchLogged = (changes: Partial<DataOf<'MatchLogged'>> = {}): MatchEvent => ({
  type: 'MatchLogged',
  data: matchResult(changes),
});

type Player = NamedPlayer;

/** Unless changed, a player without an account. */
export const playedWith = (changes: Partial<Player> = {}): Player => ({
  placeId: 'place-1',
  side: 'opponent',
  playerId: null,
  name: 'Olga',
  email: 'olga@example.test',
  emailHash: 'hash of olga',
  answerBy: null,
  addedAt: LOGGED_AT,
  keepUntil: null,
  ...changes,
});

/** A player with an account. */
export const olga: Partial<Player> = { playerId: 'olga', answerBy: ANSWER_BY };

export const playerAdded = (changes: Partial<Player> = {}): MatchEvent => ({
  type: 'MatchPlayerAdded',
  data: { ...matchFacts, ...playedWith(changes) },
});

export const playerForgotten = (placeId = 'place-1'): MatchEvent => ({
  type: 'MatchPlayerForgotten',
  data: { ...matchFacts, placeId, forgottenAt: ANSWER_BY },
});

export const emailErased = (placeId = 'place-1', erasedAt = KEEP_UNTIL): MatchEvent => ({
  type: 'MatchPlayerEmailErased',
  data: { ...matchFacts, placeId, erasedAt },
});

export const placeClaimed = (changes: Partial<DataOf<'MatchClaimed'>> = {}): MatchEvent => ({
  type: 'MatchClaimed',
  data: {
    ...matchFacts,
    placeId: 'place-1',
    side: 'opponent',
    playerId: 'olga',
    answerBy: ANSWER_BY,
    claimedAt: LOGGED_AT,
    ...changes,
  },
});

const lineup: Pick<DataOf<'MatchConfirmed'>, 'discipline' | 'players'> = {
  discipline: 'singles',
  players: [{ placeId: 'place-1', side: 'opponent', playerId: 'olga' }],
};

export const matchConfirmed = (changes: Partial<DataOf<'MatchConfirmed'>> = {}): MatchEvent => ({
  type: 'MatchConfirmed',
  data: { ...matchFacts, ...lineup, confirmedBy: 'olga', confirmedAt: LOGGED_AT, ...changes },
});

export const autoConfirmed = (changes: Partial<DataOf<'MatchAutoConfirmed'>> = {}): MatchEvent => ({
  type: 'MatchAutoConfirmed',
  data: { ...matchFacts, ...lineup, confirmedAt: ANSWER_BY, ...changes },
});

export const matchDisputed = (changes: Partial<DataOf<'MatchDisputed'>> = {}): MatchEvent => ({
  type: 'MatchDisputed',
  data: {
    ...matchFacts,
    ...lineup,
    disputedBy: 'olga',
    reason: 'It was 4-6.',
    disputedAt: LOGGED_AT,
    ...changes,
  },
});

export const disputeSettled = (
  upheld: boolean,
  changes: Partial<DataOf<'MatchDisputeSettled'>> = {},
): MatchEvent => ({
  type: 'MatchDisputeSettled',
  data: {
    ...matchFacts,
    ...lineup,
    upheld,
    effect: upheld ? 'void' : 'counts',
    because: 'They say the same.',
    isReasonShown: true,
    settledBy: 'admin',
    settledAt: LOGGED_AT,
    ...changes,
  },
});

export const matchVoided = (changes: Partial<DataOf<'MatchVoided'>> = {}): MatchEvent => ({
  type: 'MatchVoided',
  data: {
    ...matchFacts,
    ...lineup,
    because: 'The hour was never played.',
    isReasonShown: true,
    voidedBy: 'admin',
    voidedAt: LOGGED_AT,
    ...changes,
  },
});

export const matchWithdrawn = (changes: Partial<DataOf<'MatchWithdrawn'>> = {}): MatchEvent => ({
  type: 'MatchWithdrawn',
  data: {
    ...matchFacts,
    ...lineup,
    reason: 'I mixed up the score.',
    withdrawnAt: LOGGED_AT,
    ...changes,
  },
});

export const playerAgreed = (changes: Partial<DataOf<'MatchPlayerAgreed'>> = {}): MatchEvent => ({
  type: 'MatchPlayerAgreed',
  data: {
    ...matchFacts,
    ...lineup,
    placeId: 'place-1',
    playerId: 'olga',
    agreedAt: LOGGED_AT,
    ...changes,
  },
});

export const playerLeft = (changes: Partial<DataOf<'MatchPlayerLeft'>> = {}): MatchEvent => ({
  type: 'MatchPlayerLeft',
  data: {
    ...matchFacts,
    discipline: 'singles',
    players: [],
    placeId: 'place-1',
    side: 'opponent',
    playerId: 'olga',
    leftAt: LOGGED_AT,
    ...changes,
  },
});

export const withdrawalRequested = (
  changes: Partial<DataOf<'MatchWithdrawalRequested'>> = {},
): MatchEvent => ({
  type: 'MatchWithdrawalRequested',
  data: {
    ...matchFacts,
    ...lineup,
    requestedBy: 'pavel',
    reason: 'I mixed up the score.',
    requestedAt: LOGGED_AT,
    ...changes,
  },
});

export const withdrawalAgreed = (
  changes: Partial<DataOf<'MatchWithdrawalAgreed'>> = {},
): MatchEvent => ({
  type: 'MatchWithdrawalAgreed',
  data: { ...matchFacts, ...lineup, agreedBy: 'olga', agreedAt: LOGGED_AT, ...changes },
});

export const matchExpired = (changes: Partial<DataOf<'MatchExpired'>> = {}): MatchEvent => ({
  type: 'MatchExpired',
  data: { ...matchFacts, ...lineup, expiredAt: CLAIM_BY, ...changes },
});

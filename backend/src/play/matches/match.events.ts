import { Discipline, MatchOutcome, MatchSide, SetGames } from '@courtly/contracts/matches';
import { Sport } from '@courtly/contracts/sport';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { DAY_MS, HOUR_MS } from '../../platform/kernel/local-time.js';

const utcInstant = z.string();
const gameCount = z.number().int();

/**
 * Repeated in every event, so that readers need no other event. `matchId` is `<bookingId>_<id of
 * the booking player>`. `playedAt` (UTC) is the start. Result and games are the logger's.
 */
export const MatchFields = z.object({
  matchId: z.string(),
  bookingId: z.string(),
  courtId: z.string(),
  loggerId: z.string(),
  surface: z.string(),
  playedAt: utcInstant,
  zone: z.string(),
  result: MatchOutcome,
  gamesWon: gameCount,
  gamesLost: gameCount,
});

/** Replaces a name and email that the logger entered, after erasure. */
export const forgottenName = { name: 'Former player', email: '' } as const;

/** `playerId` is null until a user with an account takes the place. */
export const PlaceFields = z.object({
  placeId: z.string(),
  side: MatchSide,
  playerId: z.string().nullable(),
});

export const PlayerFields = PlaceFields.extend({
  name: z.string(),
  email: z.string(),
  emailHash: z.string().nullable(),
  answerBy: utcInstant.nullable(),
  addedAt: utcInstant,
  keepUntil: utcInstant.nullable(),
});

/** Repeated in events that affect the whole match. */
export const LineupFields = MatchFields.extend({
  discipline: Discipline,
  players: z.array(PlaceFields),
});

const later = (instant: unknown, durationMs: number): string =>
  new Date(Date.parse(String(instant)) + durationMs).toISOString();

/** In earlier releases, emailed invitations never expired, and every match was in tennis. */
const withoutSport = (olderData: Record<string, unknown>) => ({
  ...olderData,
  claimBy: later(olderData['loggedAt'], 30 * DAY_MS),
  sport: 'tennis',
});

const withHiddenReason = (olderData: Record<string, unknown>) => ({
  ...olderData,
  isReasonShown: false,
});

/** Partners in matches of earlier releases could not respond. They get 48 hours. */
const withPartnerWindow =
  (heldSince: 'addedAt' | 'claimedAt') => (olderData: Record<string, unknown>) => ({
    ...olderData,
    answerBy:
      olderData['side'] === 'partner' && olderData['playerId'] !== null
        ? later(olderData[heldSince], 48 * HOUR_MS)
        : olderData['answerBy'],
  });

/** Emails of earlier releases have the logger's key and no period. */
const withoutPeriod = (olderData: Record<string, unknown>) => ({
  email: '',
  ...olderData,
  keepUntil: null,
});

/**
 * The result of an hour and the players' responses, in the stream `match-<matchId>`. Names are
 * encrypted with the logger's key. An email has its own key; its keyed hash remains.
 */
export const matchEvents = defineEvents(['match'], {
  MatchLogged: {
    version: 2,
    data: MatchFields.extend({
      sport: Sport,
      discipline: Discipline.nullable(),
      sets: z.array(SetGames),
      notes: z.string(),
      loggedAt: utcInstant,
      /** When invitations expire. A match that is still incomplete expires with them. */
      claimBy: utcInstant,
    }),
    personal: [{ of: 'loggerId', erased: { notes: '' }, isRemark: true }],
    upcasts: { 1: withoutSport },
  },
  MatchPlayerAdded: {
    version: 3,
    data: MatchFields.extend(PlayerFields.shape),
    personal: [
      { of: 'loggerId', erased: { name: forgottenName.name } },
      { of: 'placeId', createsKey: true, isRemark: true, erased: { email: forgottenName.email } },
    ],
    upcasts: { 1: withPartnerWindow('addedAt'), 2: withoutPeriod },
  },
  /** The key of the email was deleted. The place and its invitation remain. */
  MatchPlayerEmailErased: {
    version: 1,
    data: MatchFields.extend({ placeId: z.string(), erasedAt: utcInstant }),
  },
  MatchClaimed: {
    version: 2,
    data: MatchFields.extend({
      ...PlaceFields.shape,
      playerId: z.string(),
      answerBy: utcInstant.nullable(),
      claimedAt: utcInstant,
    }),
    upcasts: { 1: withPartnerWindow('claimedAt') },
  },
  /** One person agreed with the result, while others have yet to respond. */
  MatchPlayerAgreed: {
    version: 1,
    data: LineupFields.extend({ placeId: z.string(), playerId: z.string(), agreedAt: utcInstant }),
  },
  /** A named person was not there. `players` are those who remain. */
  MatchPlayerLeft: {
    version: 1,
    data: LineupFields.extend({ ...PlaceFields.shape, playerId: z.string(), leftAt: utcInstant }),
  },
  /** The player in this place has deleted their account, which hides the entered name and email. */
  MatchPlayerForgotten: {
    version: 1,
    data: MatchFields.extend({ placeId: z.string(), forgottenAt: utcInstant }),
  },
  /** Everyone agreed or let their window pass, and an opponent agreed. The match counts. */
  MatchConfirmed: {
    version: 1,
    data: LineupFields.extend({ confirmedBy: z.string(), confirmedAt: utcInstant }),
  },
  /** No opponent answered before their windows ended. The match counts. */
  MatchAutoConfirmed: {
    version: 1,
    data: LineupFields.extend({ confirmedAt: utcInstant }),
  },
  MatchDisputed: {
    version: 1,
    data: LineupFields.extend({
      disputedBy: z.string(),
      reason: z.string(),
      disputedAt: utcInstant,
    }),
    personal: [{ of: 'disputedBy', erased: { reason: '' }, isRemark: true }],
  },
  /**
   * An admin's final ruling on a dispute or a requested withdrawal. The match `waits` while others
   * can still answer; `unchanged` is a match that counted before.
   */
  MatchDisputeSettled: {
    version: 4,
    data: LineupFields.extend({
      upheld: z.boolean(),
      effect: z.enum(['counts', 'waits', 'unchanged', 'void']),
      because: z.string(),
      /** Earlier reasons were written for admins only. */
      isReasonShown: z.boolean(),
      settledBy: z.string(),
      settledAt: utcInstant,
    }),
    personal: [{ of: 'settledBy', erased: { because: '' }, isRemark: true }],
    upcasts: {
      1: (storedData) => ({ ...storedData, because: '' }),
      2: (storedData) => ({ ...storedData, effect: storedData['upheld'] ? 'void' : 'counts' }),
      3: withHiddenReason,
    },
  },
  /** An admin voided a match that no one objected to, such as one behind a rating flag. */
  MatchVoided: {
    version: 2,
    data: LineupFields.extend({
      because: z.string(),
      isReasonShown: z.boolean(),
      voidedBy: z.string(),
      voidedAt: utcInstant,
    }),
    personal: [{ of: 'voidedBy', erased: { because: '' }, isRemark: true }],
    upcasts: { 1: withHiddenReason },
  },
  /** One side wants to withdraw a result to which the other side has agreed. */
  MatchWithdrawalRequested: {
    version: 1,
    data: LineupFields.extend({
      requestedBy: z.string(),
      reason: z.string(),
      requestedAt: utcInstant,
    }),
    personal: [{ of: 'requestedBy', erased: { reason: '' }, isRemark: true }],
  },
  MatchWithdrawalAgreed: {
    version: 1,
    data: LineupFields.extend({ agreedBy: z.string(), agreedAt: utcInstant }),
  },
  /**
   * The match stayed incomplete until its invitations expired, or someone who had not answered was
   * suspended when their window ended.
   */
  MatchExpired: {
    version: 1,
    data: LineupFields.extend({ expiredAt: utcInstant }),
  },
  /** The logger withdrew the match alone. */
  MatchWithdrawn: {
    version: 1,
    data: LineupFields.extend({ reason: z.string(), withdrawnAt: utcInstant }),
    personal: [{ of: 'loggerId', erased: { reason: '' }, isRemark: true }],
  },
});

export type MatchEvent = EventOf<typeof matchEvents>;

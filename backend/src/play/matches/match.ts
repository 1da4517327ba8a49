import type { Discipline, MatchSide } from '@courtly/contracts/matches';
import type { z } from 'zod';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { confirmBy, disciplineOf, roleInMatch } from './lineup.js';
import {
  LineupFields,
  type MatchEvent,
  MatchFields,
  PlayerFields,
  forgottenName,
} from './match.events.js';

type DataOf<T extends MatchEvent['type']> = Extract<MatchEvent, { type: T }>['data'];
type MatchResult = DataOf<'MatchLogged'>;

/**
 * Another player of the match. `answerBy` (UTC) is the deadline for a registered opponent's
 * response.
 */
export type MatchPlayer = Readonly<z.infer<typeof PlayerFields>>;

/**
 * A match and its opponents' response. `reasonBy` wrote the `reason`. Also used as the read model.
 */
export type Match = MatchResult &
  Readonly<{
    players: readonly MatchPlayer[];
    answer: 'none' | 'confirmed' | 'auto_confirmed' | 'disputed' | 'void' | 'withdrawn';
    reason: string | null;
    reasonBy: string | null;
    timesLogged: number;
  }>;

type DecidedAt = Readonly<{ at: string }>;
type DecidedBy = DecidedAt & Readonly<{ playerId: string }>;

export type MatchCommand =
  | Message<'LogMatch', MatchResult & { players: readonly Omit<MatchPlayer, 'addedAt'>[] }>
  | Message<'AddPlayer', DecidedAt & { loggerId: string; player: Omit<MatchPlayer, 'addedAt'> }>
  | Message<'ClaimPlace', DecidedBy & { placeId: string; answerBy: string }>
  | Message<'ForgetPlayer', DecidedAt & { placeId: string }>
  | Message<'ConfirmMatch', DecidedBy>
  | Message<'DisputeMatch', DecidedBy & { reason: string }>
  | Message<'AutoConfirmMatch', DecidedAt>
  | Message<'SettleDispute', DecidedAt & { upheld: boolean; because: string; settledBy: string }>
  | Message<'WithdrawMatch', DecidedBy & { reason: string }>;

/**
 * A withdrawn result can be logged again, but each time emails go to strangers, so the number of
 * times is limited.
 */
export const MOST_TIMES_LOGGED = 3;

const MOST_PLAYERS: Record<Discipline, Record<MatchSide, number>> = {
  singles: { partner: 0, opponent: 1 },
  doubles: { partner: 1, opponent: 2 },
};

/**
 * The player who booked the hour logs its result, which an opponent confirms or disputes. If all
 * opponents have accounts, it is confirmed at the deadline. Handlers check the hour.
 */
export const match: Decider<Match | null, MatchCommand, MatchEvent> = {
  category: 'match',
  initial: null,

  decide({ type, data }, storedMatch) {
    if (type === 'LogMatch') return logMatch(data, storedMatch);
    if (type === 'AutoConfirmMatch') {
      const deadline = storedMatch && confirmBy(storedMatch);
      if (!deadline || data.at < deadline) return [];
      const confirmedData = { ...lineupFields(storedMatch), confirmedAt: deadline };
      return [{ type: 'MatchAutoConfirmed', data: confirmedData }];
    }
    const existing = requireMatch(storedMatch);
    switch (type) {
      case 'AddPlayer':
        if (data.loggerId !== existing.loggerId) throw notFound('match');
        return [addPlayer(unansweredMatch(existing), { ...data.player, addedAt: data.at })];
      case 'ClaimPlace':
        return claimPlace(existing, data);
      case 'ForgetPlayer': {
        const { at, placeId } = data;
        const forgottenData = { ...MatchFields.parse(existing), placeId, forgottenAt: at };
        return existing.players.some(
          (matchPlayer) => matchPlayer.placeId === placeId && hasEnteredFields(matchPlayer),
        )
          ? [{ type: 'MatchPlayerForgotten', data: forgottenData }]
          : [];
      }
      case 'ConfirmMatch': {
        const { at, playerId } = data;
        const { answer } = matchAsOpponent(existing, playerId);
        if (answer === 'confirmed') return [];
        const lineup = lineupFields(unansweredMatch(existing));
        return [
          { type: 'MatchConfirmed', data: { ...lineup, confirmedBy: playerId, confirmedAt: at } },
        ];
      }
      case 'DisputeMatch': {
        const { at, playerId, reason } = data;
        const lineup = lineupFields(unansweredMatch(matchAsOpponent(existing, playerId)));
        const disputedData = { ...lineup, reason, disputedBy: playerId, disputedAt: at };
        return [{ type: 'MatchDisputed', data: disputedData }];
      }
      case 'SettleDispute': {
        const { at, upheld, because, settledBy } = data;
        if (existing.answer !== 'disputed') throw wrongStatus(existing);
        const settledData = { upheld, because, settledBy, settledAt: at };
        return [
          { type: 'MatchDisputeSettled', data: { ...lineupFields(existing), ...settledData } },
        ];
      }
      case 'WithdrawMatch': {
        const { at, playerId, reason } = data;
        if (playerId !== existing.loggerId)
          throw roleInMatch(existing, playerId) ? onlyTheLogger() : notFound('match');
        if (existing.answer === 'withdrawn') throw wrongStatus(existing);
        return [
          { type: 'MatchWithdrawn', data: { ...lineupFields(existing), reason, withdrawnAt: at } },
        ];
      }
    }
  },

  evolve(storedMatch, { type, data }) {
    if (type === 'MatchLogged') {
      const timesLogged = (storedMatch?.timesLogged ?? 0) + 1;
      return { ...data, players: [], answer: 'none', reason: null, reasonBy: null, timesLogged };
    }
    if (!storedMatch) return null;
    switch (type) {
      case 'MatchPlayerAdded':
        return { ...storedMatch, players: [...storedMatch.players, PlayerFields.parse(data)] };
      case 'MatchClaimed': {
        const { placeId, playerId, answerBy } = data;
        const nextPlayers = storedMatch.players.map((matchPlayer) =>
          matchPlayer.placeId === placeId ? { ...matchPlayer, playerId, answerBy } : matchPlayer,
        );
        return { ...storedMatch, players: nextPlayers };
      }
      case 'MatchPlayerForgotten': {
        const { placeId } = data;
        const forgottenPlayer = { ...forgottenName, emailHash: null };
        return {
          ...storedMatch,
          players: storedMatch.players.map((matchPlayer) =>
            matchPlayer.placeId === placeId ? { ...matchPlayer, ...forgottenPlayer } : matchPlayer,
          ),
        };
      }
      case 'MatchConfirmed':
        return { ...storedMatch, answer: 'confirmed' };
      case 'MatchAutoConfirmed':
        return { ...storedMatch, answer: 'auto_confirmed' };
      case 'MatchDisputed':
        return {
          ...storedMatch,
          answer: 'disputed',
          reason: data.reason,
          reasonBy: data.disputedBy,
        };
      case 'MatchDisputeSettled':
        return { ...storedMatch, answer: data.upheld ? 'void' : 'confirmed' };
      case 'MatchWithdrawn':
        return {
          ...storedMatch,
          answer: 'withdrawn',
          reason: data.reason,
          reasonBy: data.loggerId,
        };
    }
  },
};

/** Whether the place still shows what the logger entered. */
const hasEnteredFields = ({ name, email, emailHash }: MatchPlayer): boolean =>
  name !== forgottenName.name || email !== forgottenName.email || emailHash !== null;

/** There is one match per booking and player, so the stream itself prevents duplicates. */
export const matchIdOf = ({
  bookingId,
  playerId,
}: Readonly<{ bookingId: string; playerId: string }>): string => `${bookingId}_${playerId}`;

const lineupFields = (storedMatch: Match) =>
  LineupFields.parse({ ...storedMatch, discipline: disciplineOf(storedMatch) });

const logMatch = (
  { players, ...result }: Extract<MatchCommand, { type: 'LogMatch' }>['data'],
  previousMatch: Match | null,
): MatchEvent[] => {
  if (previousMatch && previousMatch.answer !== 'withdrawn') throw alreadyLogged(previousMatch);
  if (previousMatch && previousMatch.timesLogged >= MOST_TIMES_LOGGED)
    throw new DomainError(
      'fair_use',
      `You've logged this hour ${MOST_TIMES_LOGGED} times, so you can't log it again.`,
    );
  const matchEvents: MatchEvent[] = [{ type: 'MatchLogged', data: result }];
  let currentMatch = match.evolve(previousMatch, matchEvents[0]!)!;
  for (const matchPlayer of players) {
    const addedEvent = addPlayer(currentMatch, { ...matchPlayer, addedAt: result.loggedAt });
    matchEvents.push(addedEvent);
    currentMatch = match.evolve(currentMatch, addedEvent)!;
  }
  return matchEvents;
};

const addPlayer = (storedMatch: Match, player: MatchPlayer): MatchEvent => {
  const { loggerId, players, discipline } = storedMatch;
  if (player.playerId === loggerId)
    throw invalidPlayers("You can't play against yourself. Name another player.");
  if (players.some((matchPlayer) => isSamePlayer(matchPlayer, player)))
    throw invalidPlayers('This player is already in the match.');
  const playersOnSide = players.filter(({ side }) => side === player.side).length;
  if (playersOnSide >= MOST_PLAYERS[discipline ?? 'doubles'][player.side])
    throw invalidPlayers(
      discipline === 'singles'
        ? 'Singles has one opponent and no partner.'
        : 'Doubles has one partner and two opponents.',
    );
  return { type: 'MatchPlayerAdded', data: { ...MatchFields.parse(storedMatch), ...player } };
};

const isSamePlayer = (firstPlayer: MatchPlayer, secondPlayer: MatchPlayer): boolean =>
  (firstPlayer.emailHash !== null && firstPlayer.emailHash === secondPlayer.emailHash) ||
  (firstPlayer.playerId !== null && firstPlayer.playerId === secondPlayer.playerId);

const claimPlace = (
  storedMatch: Match,
  { placeId, playerId, answerBy, at }: Extract<MatchCommand, { type: 'ClaimPlace' }>['data'],
): MatchEvent[] => {
  const claimedPlace = storedMatch.players.find((matchPlayer) => matchPlayer.placeId === placeId);
  if (!claimedPlace) throw new DomainError('not_found', 'This invitation is no longer valid.');
  if (claimedPlace.playerId === playerId) return [];
  if (storedMatch.answer === 'withdrawn') throw wrongStatus(storedMatch);
  if (claimedPlace.playerId !== null)
    throw wrongStatus(storedMatch, 'Another player has already taken this place in the match.');
  if (roleInMatch(storedMatch, playerId) !== null)
    throw new DomainError(
      'forbidden',
      "You're already in this match. This invitation is for someone else.",
    );
  const answerDeadline = claimedPlace.side === 'opponent' ? answerBy : null;
  const claimedData = {
    ...MatchFields.parse(storedMatch),
    placeId,
    side: claimedPlace.side,
    playerId,
    answerBy: answerDeadline,
    claimedAt: at,
  };
  return [{ type: 'MatchClaimed', data: claimedData }];
};

const invalidPlayers = (errorMessage: string) =>
  new DomainError('invalid_request', errorMessage, {
    fields: [{ field: 'players', message: errorMessage }],
  });
const onlyTheLogger = () =>
  new DomainError('forbidden', 'Only the player who logged this match can withdraw it.');

/** The refusal to log an hour twice, with the id of the existing match. */
export const alreadyLogged = (
  { matchId, loggerId }: Pick<Match, 'matchId' | 'loggerId'>,
  userId = loggerId,
) =>
  new DomainError(
    'already_logged',
    userId === loggerId
      ? "You've already logged this hour. If the result is wrong, withdraw it first."
      : 'Another player has already logged this hour with you. Confirm or dispute that result instead.',
    { matchId },
  );

const requireMatch = (storedMatch: Match | null): Match => {
  if (!storedMatch) throw notFound('match');
  return storedMatch;
};

const matchAsOpponent = (storedMatch: Match, playerId: string): Match => {
  const role = roleInMatch(storedMatch, playerId);
  if (role === null) throw notFound('match');
  if (role !== 'opponent')
    throw new DomainError('forbidden', 'Only an opponent can confirm or dispute this result.');
  return storedMatch;
};

const unansweredMatch = (storedMatch: Match): Match => {
  if (storedMatch.answer !== 'none') throw wrongStatus(storedMatch);
  return storedMatch;
};

const answerMessages: Record<Match['answer'], string> = {
  none: 'No opponent has responded to this result yet.',
  confirmed: 'This result was confirmed.',
  auto_confirmed: 'No opponent responded to this result in time, so it counts.',
  disputed: 'This result was disputed.',
  void: "This result was disputed and doesn't count.",
  withdrawn: 'This result was withdrawn.',
};

const wrongStatus = ({ answer }: Match, errorMessage?: string) =>
  new DomainError(
    'wrong_status',
    errorMessage ?? `${answerMessages[answer]} You can't change it this way.`,
    { status: answer === 'none' ? 'waiting' : answer },
  );

import type { Discipline, MatchSide } from '@courtly/contracts/matches';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { confirmBy, disciplineOf, playedIn } from './lineup.js';
import { type MatchEvent, nobodysName } from './match.events.js';

type DataOf<T extends MatchEvent['type']> = Extract<MatchEvent, { type: T }>['data'];
type Logged = DataOf<'MatchLogged'>;
type Facts = ReturnType<typeof facts>;

/**
 * Another player of the match. `answerBy` (UTC) is the deadline of a registered opponent's answer.
 */
export type MatchPlayer = Omit<DataOf<'MatchPlayerAdded'>, keyof Facts>;

/** A match and its opponents' answer; `reason` was written by `reasonBy`. Also the read model. */
export type Match = Logged &
  Readonly<{
    players: readonly MatchPlayer[];
    answer: 'none' | 'confirmed' | 'auto_confirmed' | 'disputed' | 'void' | 'withdrawn';
    reason: string | null;
    reasonBy: string | null;
    timesLogged: number;
  }>;

type At = Readonly<{ at: string }>;
type By = At & Readonly<{ playerId: string }>;

export type MatchCommand =
  | Message<'LogMatch', Logged & { players: readonly Omit<MatchPlayer, 'addedAt'>[] }>
  | Message<'AddPlayer', At & { loggerId: string; player: Omit<MatchPlayer, 'addedAt'> }>
  | Message<'ClaimPlace', By & { placeId: string; answerBy: string }>
  | Message<'ForgetPlayer', At & { placeId: string }>
  | Message<'ConfirmMatch', By>
  | Message<'DisputeMatch', By & { reason: string }>
  | Message<'AutoConfirmMatch', At>
  | Message<'SettleDispute', At & { upheld: boolean; because: string; settledBy: string }>
  | Message<'WithdrawMatch', By & { reason: string }>;

/**
 * Withdrawn results can be logged again, but each time strangers receive emails, so this is
 * limited.
 */
export const MOST_TIMES_LOGGED = 3;

const MOST: Record<Discipline, Record<MatchSide, number>> = {
  singles: { partner: 0, opponent: 1 },
  doubles: { partner: 1, opponent: 2 },
};

/**
 * The result of one hour: logged by the player who booked it, confirmed or disputed by an opponent,
 * and auto-confirmed at the deadline if every opponent has an account. The command handler has
 * checked that the hour is theirs and over.
 */
export const match: Decider<Match | null, MatchCommand, MatchEvent> = {
  category: 'match',
  initial: null,

  decide({ type, data }, match) {
    if (type === 'LogMatch') return logged(data, match);
    if (type === 'AutoConfirmMatch') {
      const due = match && confirmBy(match);
      if (!due || data.at < due) return [];
      return [{ type: 'MatchAutoConfirmed', data: { ...lineupOf(match), confirmedAt: due } }];
    }
    const known = existing(match);
    switch (type) {
      case 'AddPlayer':
        if (data.loggerId !== known.loggerId) throw notFound('match');
        return [added(unanswered(known), { ...data.player, addedAt: data.at })];
      case 'ClaimPlace':
        return claimed(known, data);
      case 'ForgetPlayer': {
        const { at, placeId } = data;
        const isNamed = known.players.some((one) => one.placeId === placeId && isWritten(one));
        return isNamed
          ? [{ type: 'MatchPlayerForgotten', data: { ...facts(known), placeId, forgottenAt: at } }]
          : [];
      }
      case 'ConfirmMatch': {
        const { answer } = asOpponent(known, data.playerId);
        if (answer === 'confirmed') return [];
        const { at, playerId } = data;
        return [
          {
            type: 'MatchConfirmed',
            data: { ...lineupOf(unanswered(known)), confirmedBy: playerId, confirmedAt: at },
          },
        ];
      }
      case 'DisputeMatch': {
        const { at, playerId, reason } = data;
        const disputed = {
          ...lineupOf(unanswered(asOpponent(known, playerId))),
          reason,
          disputedAt: at,
        };
        return [{ type: 'MatchDisputed', data: { ...disputed, disputedBy: playerId } }];
      }
      case 'SettleDispute': {
        const { at, upheld, because, settledBy } = data;
        if (known.answer !== 'disputed') throw wrongStatus(known);
        return [
          {
            type: 'MatchDisputeSettled',
            data: { ...lineupOf(known), upheld, because, settledBy, settledAt: at },
          },
        ];
      }
      case 'WithdrawMatch': {
        const { at, playerId, reason } = data;
        if (playerId !== known.loggerId)
          throw playedIn(known, playerId) ? onlyTheLogger() : notFound('match');
        if (known.answer === 'withdrawn') throw wrongStatus(known);
        return [{ type: 'MatchWithdrawn', data: { ...lineupOf(known), reason, withdrawnAt: at } }];
      }
    }
  },

  evolve(match, { type, data }) {
    if (type === 'MatchLogged') {
      const timesLogged = (match?.timesLogged ?? 0) + 1;
      return { ...data, players: [], answer: 'none', reason: null, reasonBy: null, timesLogged };
    }
    if (!match) return null;
    switch (type) {
      case 'MatchPlayerAdded': {
        const { placeId, side, playerId, name, email, emailHash, answerBy, addedAt } = data;
        const player = { placeId, side, playerId, name, email, emailHash, answerBy, addedAt };
        return { ...match, players: [...match.players, player] };
      }
      case 'MatchClaimed': {
        const { placeId, playerId, answerBy } = data;
        const players = match.players.map((one) =>
          one.placeId === placeId ? { ...one, playerId, answerBy } : one,
        );
        return { ...match, players };
      }
      case 'MatchPlayerForgotten': {
        const { placeId } = data;
        const nobody = { ...nobodysName, emailHash: null };
        return {
          ...match,
          players: match.players.map((one) =>
            one.placeId === placeId ? { ...one, ...nobody } : one,
          ),
        };
      }
      case 'MatchConfirmed':
        return { ...match, answer: 'confirmed' };
      case 'MatchAutoConfirmed':
        return { ...match, answer: 'auto_confirmed' };
      case 'MatchDisputed':
        return { ...match, answer: 'disputed', reason: data.reason, reasonBy: data.disputedBy };
      case 'MatchDisputeSettled':
        return { ...match, answer: data.upheld ? 'void' : 'confirmed' };
      case 'MatchWithdrawn':
        return { ...match, answer: 'withdrawn', reason: data.reason, reasonBy: data.loggerId };
    }
  },
};

/** Whether the place still shows data that the logger entered. */
const isWritten = ({ name, email, emailHash }: MatchPlayer): boolean =>
  name !== nobodysName.name || email !== nobodysName.email || emailHash !== null;

/** One match per booking and player, so the stream itself prevents duplicates. */
export const matchIdOf = ({
  bookingId,
  playerId,
}: Readonly<{ bookingId: string; playerId: string }>): string => `${bookingId}_${playerId}`;

const facts = ({
  matchId,
  bookingId,
  courtId,
  loggerId,
  surface,
  playedAt,
  zone,
  ...rest
}: Logged) => {
  const { result, gamesWon, gamesLost } = rest;
  return {
    matchId,
    bookingId,
    courtId,
    loggerId,
    surface,
    playedAt,
    zone,
    result,
    gamesWon,
    gamesLost,
  };
};

const lineupOf = (match: Match) => ({
  ...facts(match),
  discipline: disciplineOf(match),
  players: match.players.map(({ placeId, side, playerId }) => ({ placeId, side, playerId })),
});

const logged = (
  { players, ...result }: Extract<MatchCommand, { type: 'LogMatch' }>['data'],
  before: Match | null,
): MatchEvent[] => {
  if (before && before.answer !== 'withdrawn') throw alreadyLogged(before);
  if (before && before.timesLogged >= MOST_TIMES_LOGGED)
    throw new DomainError(
      'fair_use',
      `You have logged this hour ${MOST_TIMES_LOGGED} times, so you can’t log it again.`,
    );
  const events: MatchEvent[] = [{ type: 'MatchLogged', data: result }];
  let state = match.evolve(before, events[0]!)!;
  for (const player of players) {
    const event = added(state, { ...player, addedAt: result.loggedAt });
    events.push(event);
    state = match.evolve(state, event)!;
  }
  return events;
};

const added = (match: Match, player: MatchPlayer): MatchEvent => {
  const { loggerId, players, discipline } = match;
  if (player.playerId === loggerId)
    throw invalid('You can’t play against yourself. Name another player.');
  if (players.some((one) => isSame(one, player)))
    throw invalid('This player is already in the match.');
  const beside = players.filter(({ side }) => side === player.side).length;
  if (beside >= MOST[discipline ?? 'doubles'][player.side])
    throw invalid(
      discipline === 'singles'
        ? 'Singles has one opponent and no partner.'
        : 'Doubles has one partner and two opponents.',
    );
  return { type: 'MatchPlayerAdded', data: { ...facts(match), ...player } };
};

const isSame = (a: MatchPlayer, b: MatchPlayer): boolean =>
  (a.emailHash !== null && a.emailHash === b.emailHash) ||
  (a.playerId !== null && a.playerId === b.playerId);

const claimed = (
  match: Match,
  { placeId, playerId, answerBy, at }: Extract<MatchCommand, { type: 'ClaimPlace' }>['data'],
): MatchEvent[] => {
  const place = match.players.find((one) => one.placeId === placeId);
  if (!place) throw new DomainError('not_found', 'This invitation is no longer valid.');
  if (place.playerId === playerId) return [];
  if (match.answer === 'withdrawn') throw wrongStatus(match);
  if (place.playerId !== null)
    throw wrongStatus(match, 'Another player has already taken this place in the match.');
  if (playedIn(match, playerId) !== null)
    throw new DomainError(
      'forbidden',
      'You are already in this match. This invitation is for someone else.',
    );
  const until = place.side === 'opponent' ? answerBy : null;
  const data = {
    ...facts(match),
    placeId,
    side: place.side,
    playerId,
    answerBy: until,
    claimedAt: at,
  };
  return [{ type: 'MatchClaimed', data }];
};

const invalid = (message: string) =>
  new DomainError('invalid_request', message, { fields: [{ field: 'players', message }] });
const onlyTheLogger = () =>
  new DomainError('forbidden', 'Only the player who logged this match can withdraw it.');

/** The refusal to log an hour again, with the id of the existing match. */
export const alreadyLogged = (
  { matchId, loggerId }: Pick<Match, 'matchId' | 'loggerId'>,
  callerId = loggerId,
) =>
  new DomainError(
    'already_logged',
    callerId === loggerId
      ? 'You have already logged this hour. If the result is wrong, withdraw it first.'
      : 'Another player has already logged this hour with you. Confirm or dispute that result instead.',
    { matchId },
  );

const existing = (match: Match | null): Match => {
  if (!match) throw notFound('match');
  return match;
};

const asOpponent = (match: Match, id: string): Match => {
  const side = playedIn(match, id);
  if (side === null) throw notFound('match');
  if (side !== 'opponent')
    throw new DomainError('forbidden', 'Only an opponent can confirm or dispute this result.');
  return match;
};

const unanswered = (match: Match): Match => {
  if (match.answer !== 'none') throw wrongStatus(match);
  return match;
};

const answerMessages: Record<Match['answer'], string> = {
  none: 'No opponent has answered this result yet.',
  confirmed: 'This result was confirmed.',
  auto_confirmed: 'No opponent answered this result in time, so it counts.',
  disputed: 'This result was disputed.',
  void: 'This result was disputed and does not count.',
  withdrawn: 'This result was withdrawn.',
};

const wrongStatus = ({ answer }: Match, message?: string) =>
  new DomainError(
    'wrong_status',
    message ?? `${answerMessages[answer]} You can’t change it this way.`,
    { status: answer === 'none' ? 'waiting' : answer },
  );

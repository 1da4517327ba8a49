import { resultProblem } from '@courtly/contracts/match-score';
import type { Discipline, MatchSide } from '@courtly/contracts/matches';
import type { z } from 'zod';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DAY_MS, HOUR_MS } from '../../platform/kernel/local-time.js';
import {
  type PlaceAnswer,
  deadlineOf,
  disciplineOf,
  hasEveryone,
  presentPlayers,
  roleInMatch,
  sideOf,
  withdrawalOf,
} from './lineup.js';
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
 * A person as the logger named them. `answerBy` ends the window of this place, and `keepUntil` the
 * retention period of the email, or is null if there is none (UTC).
 */
export type NamedPlayer = Readonly<z.infer<typeof PlayerFields>>;

/** A named person. Their own act, an answer or a claim, reveals their name to the others. */
export type MatchPlayer = NamedPlayer & Readonly<{ answer: PlaceAnswer; isRevealed: boolean }>;

/**
 * A match and its people's answers. `reasonBy` wrote the latest `reason`; admins read all
 * `objections`. Once `isRuled`, the result is final. Also used as the read model.
 */
export type Match = MatchResult &
  Readonly<{
    players: readonly MatchPlayer[];
    /** When each stored email is due for erasure (UTC), by place id, including earlier loggings. */
    emailsUntil: Readonly<Record<string, string>>;
    answer:
      | 'none'
      | 'confirmed'
      | 'auto_confirmed'
      | 'disputed'
      | 'void'
      | 'withdrawn'
      | 'incomplete'
      | 'expired';
    isRuled: boolean;
    withdrawal: Readonly<{ requestedBy: string; side: MatchSide }> | null;
    objections: readonly Readonly<{
      type: 'dispute' | 'withdrawal';
      userId: string;
      reason: string;
    }>[];
    reason: string | null;
    reasonBy: string | null;
    /** How many times each person logged this hour, by user id. */
    timesLogged: Readonly<Record<string, number>>;
  }>;

type DecidedAt = Readonly<{ at: string }>;
type DecidedBy = DecidedAt & Readonly<{ playerId: string }>;
/** Named people who cannot answer now, because they are suspended. */
type WithSuspended = Readonly<{ suspendedIds: readonly string[] }>;
type LoggedMatch = MatchResult & { players: readonly Omit<NamedPlayer, 'addedAt'>[] };

export type MatchCommand =
  | Message<'LogMatch', LoggedMatch & { logBy: string }>
  | Message<'ImportMatch', LoggedMatch>
  | Message<'AddPlayer', DecidedAt & { loggerId: string; player: Omit<NamedPlayer, 'addedAt'> }>
  | Message<'ClaimPlace', DecidedBy & { placeId: string; answerBy: string }>
  | Message<'ForgetPlayer', DecidedAt & { placeId: string }>
  | Message<'EraseEmail', DecidedAt & { placeId: string }>
  | Message<'ConfirmMatch', DecidedBy & WithSuspended>
  | Message<'DisputeMatch', DecidedBy & { reason: string }>
  | Message<'LeaveMatch', DecidedBy & WithSuspended>
  | Message<'PassDeadline', DecidedAt & WithSuspended>
  | Message<'SettleDispute', DecidedAt & { upheld: boolean; because: string; settledBy: string }>
  | Message<'VoidMatch', DecidedAt & { because: string; voidedBy: string }>
  | Message<'WithdrawMatch', DecidedBy & { reason: string }>
  | Message<'AgreeToWithdraw', DecidedBy>;

/**
 * An hour without a result can be logged again, but each time emails go to strangers, so the number
 * of times is limited for each person.
 */
export const MOST_TIMES_LOGGED = 3;

const MOST_PLAYERS: Record<Discipline, Record<MatchSide, number>> = {
  singles: { partner: 0, opponent: 1 },
  doubles: { partner: 1, opponent: 2 },
};

/** Whether the hour has no result, so that it can be logged again. */
export const isLoggableAgain = ({ answer, isRuled }: Pick<Match, 'answer' | 'isRuled'>): boolean =>
  !isRuled && (answer === 'withdrawn' || answer === 'incomplete' || answer === 'expired');

/** Whether the person may log the hour again. */
export const mayLogAgain = (storedMatch: Pick<Match, 'timesLogged'>, userId: string): boolean =>
  (storedMatch.timesLogged[userId] ?? 0) < MOST_TIMES_LOGGED;

/** When logging a played hour ends (UTC). Every hour lasts 60 minutes. */
export const logDeadline = (playedAt: string, matchLogDays: number): string =>
  new Date(Date.parse(playedAt) + HOUR_MS + matchLogDays * DAY_MS).toISOString();

/**
 * Everyone named in a match agrees, disputes it, or was not there, until their window ends. It
 * counts when everyone has agreed or let their window pass. Handlers check the hour and its logger.
 */
export const match: Decider<Match | null, MatchCommand, MatchEvent> = {
  category: 'match',
  initial: null,

  decide({ type, data }, storedMatch) {
    if (type === 'LogMatch') {
      const { logBy, ...loggedMatch } = data;
      if (loggedMatch.loggedAt >= logBy)
        throw new DomainError('wrong_status', 'The time to log this hour has passed.', {
          status: 'over',
        });
      requireConsistent(loggedMatch);
      return logMatch(loggedMatch, storedMatch);
    }
    // Files of results have no sets, so their games alone can contradict the outcome.
    if (type === 'ImportMatch') return logMatch(data, storedMatch);
    if (type === 'PassDeadline')
      return storedMatch ? conclusion(storedMatch, data.at, data.suspendedIds) : [];
    const existing = requireMatch(storedMatch);
    switch (type) {
      case 'AddPlayer':
        if (data.loggerId !== existing.loggerId) throw notFound('match');
        if (data.at >= existing.claimBy || existing.players.some(hasAnswered))
          throw wrongStatus(existing);
        return [addPlayer(openMatch(existing), { ...data.player, addedAt: data.at })];
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
      case 'EraseEmail': {
        const { at, placeId } = data;
        const erasedData = { ...MatchFields.parse(existing), placeId, erasedAt: at };
        return Object.hasOwn(existing.emailsUntil, placeId)
          ? [{ type: 'MatchPlayerEmailErased', data: erasedData }]
          : [];
      }
      case 'ConfirmMatch': {
        const { at, playerId, suspendedIds } = data;
        const { placeId, answer } = placeOf(existing, playerId);
        if (answer === 'agreed') return [];
        requireOpenWindow(existing, playerId, at);
        const agreedData = { ...lineupFields(existing), placeId, playerId, agreedAt: at };
        const agreed: MatchEvent = { type: 'MatchPlayerAgreed', data: agreedData };
        const [concluded] = conclusion(match.evolve(existing, agreed)!, at, suspendedIds);
        if (concluded?.type !== 'MatchConfirmed')
          return [agreed, ...(concluded ? [concluded] : [])];
        return [{ type: 'MatchConfirmed', data: { ...concluded.data, confirmedBy: playerId } }];
      }
      case 'DisputeMatch': {
        const { at, playerId, reason } = data;
        requireOpenWindow(existing, playerId, at);
        if (existing.isRuled) throw wrongStatus(existing, RULED);
        const disputedData = { reason, disputedBy: playerId, disputedAt: at };
        return [{ type: 'MatchDisputed', data: { ...lineupFields(existing), ...disputedData } }];
      }
      case 'LeaveMatch':
        return leave(existing, data);
      case 'SettleDispute':
        return settle(existing, data);
      case 'VoidMatch':
        return voidMatch(existing, data);
      case 'WithdrawMatch':
        return withdraw(existing, data);
      case 'AgreeToWithdraw': {
        const { at, playerId } = data;
        const step = withdrawalStep(existing, playerId);
        if (step === 'asked')
          throw new DomainError('forbidden', 'Someone on the other side has to agree.');
        if (step !== 'agree') throw wrongStatus(existing);
        const agreedData = { ...lineupFields(existing), agreedBy: playerId, agreedAt: at };
        return [{ type: 'MatchWithdrawalAgreed', data: agreedData }];
      }
    }
  },

  evolve(storedMatch, { type, data }) {
    if (type === 'MatchLogged')
      return {
        ...data,
        players: [],
        // The players are named again, so the earlier emails are no longer needed.
        emailsUntil: Object.fromEntries(
          Object.keys(storedMatch?.emailsUntil ?? {}).map((placeId) => [placeId, data.loggedAt]),
        ),
        answer: 'none',
        isRuled: false,
        withdrawal: null,
        objections: [],
        reason: null,
        reasonBy: null,
        timesLogged: withOneMore(storedMatch?.timesLogged ?? {}, data.loggerId),
      };
    if (!storedMatch) return null;
    switch (type) {
      case 'MatchPlayerAdded': {
        const addedPlayer = { ...PlayerFields.parse(data), answer: 'none', isRevealed: false };
        const { emailsUntil } = storedMatch;
        return {
          ...storedMatch,
          players: [...storedMatch.players, addedPlayer as MatchPlayer],
          emailsUntil: data.keepUntil
            ? { ...emailsUntil, [data.placeId]: data.keepUntil }
            : emailsUntil,
        };
      }
      case 'MatchClaimed': {
        const { playerId, answerBy } = data;
        const claimed = withPlace(storedMatch, data.placeId, {
          playerId,
          answerBy,
          answer: 'none',
          isRevealed: true,
        });
        // Earlier releases confirmed matches with open places. They now wait for the claimant.
        return claimed.answer === 'confirmed' || claimed.answer === 'auto_confirmed'
          ? { ...claimed, answer: 'none' }
          : claimed;
      }
      case 'MatchPlayerForgotten': {
        const { placeId, forgottenAt } = data;
        const { emailsUntil } = storedMatch;
        return {
          ...withPlace(storedMatch, placeId, { ...forgottenName, emailHash: null }),
          emailsUntil: Object.hasOwn(emailsUntil, placeId)
            ? { ...emailsUntil, [placeId]: forgottenAt }
            : emailsUntil,
        };
      }
      case 'MatchPlayerEmailErased': {
        const { [data.placeId]: _, ...emailsUntil } = storedMatch.emailsUntil;
        return { ...withPlace(storedMatch, data.placeId, { email: '' }), emailsUntil };
      }
      case 'MatchPlayerAgreed':
        return withPlace(storedMatch, data.placeId, { answer: 'agreed', isRevealed: true });
      case 'MatchPlayerLeft': {
        const remaining = withPlace(storedMatch, data.placeId, { answer: 'absent' });
        const isOver = ['void', 'withdrawn', 'expired'].includes(remaining.answer);
        return isOver || presentPlayers(remaining).some(({ side }) => side === 'opponent')
          ? remaining
          : { ...remaining, answer: 'incomplete', withdrawal: null };
      }
      case 'MatchConfirmed':
        return {
          ...withConsents(withAgreementOf(storedMatch, data.confirmedBy)),
          answer: 'confirmed',
        };
      case 'MatchAutoConfirmed':
        return { ...withConsents(storedMatch), answer: 'auto_confirmed' };
      case 'MatchDisputed': {
        const { disputedBy, reason } = data;
        return {
          ...withDisputeOf(storedMatch, disputedBy),
          ...withObjection(storedMatch, 'dispute', disputedBy, reason),
          answer: 'disputed',
        };
      }
      case 'MatchDisputeSettled': {
        const { effect, settledAt } = data;
        const ruled = { ...withReasonOf(storedMatch, data, data.settledBy), isRuled: true };
        if (effect === 'void') return { ...ruled, answer: 'void' };
        if (effect === 'waits') return { ...withConsents(ruled, settledAt), answer: 'none' };
        return effect === 'counts' ? { ...withConsents(ruled), answer: 'confirmed' } : ruled;
      }
      case 'MatchVoided':
        return {
          ...withReasonOf(storedMatch, data, data.voidedBy),
          isRuled: true,
          answer: 'void',
        };
      case 'MatchWithdrawalRequested': {
        const { requestedBy, reason } = data;
        return {
          ...storedMatch,
          ...withObjection(storedMatch, 'withdrawal', requestedBy, reason),
          withdrawal: { requestedBy, side: sideOf(storedMatch, requestedBy) },
        };
      }
      case 'MatchWithdrawalAgreed':
        return { ...storedMatch, answer: 'withdrawn', withdrawal: null };
      case 'MatchExpired':
        return { ...storedMatch, answer: 'expired', withdrawal: null };
      case 'MatchWithdrawn': {
        const { reason, loggerId: reasonBy } = data;
        return { ...storedMatch, answer: 'withdrawn', withdrawal: null, reason, reasonBy };
      }
    }
  },
};

const withOneMore = (times: Match['timesLogged'], loggerId: string): Match['timesLogged'] => ({
  ...times,
  [loggerId]: (times[loggerId] ?? 0) + 1,
});

const RULED = 'An admin has decided about this match. That decision is final.';

const withPlace = (storedMatch: Match, placeId: string, changes: Partial<MatchPlayer>): Match => ({
  ...storedMatch,
  players: storedMatch.players.map((matchPlayer) =>
    matchPlayer.placeId === placeId ? { ...matchPlayer, ...changes } : matchPlayer,
  ),
});

const withDisputeOf = (storedMatch: Match, userId: string): Match => ({
  ...storedMatch,
  players: storedMatch.players.map((matchPlayer) =>
    matchPlayer.playerId === userId
      ? { ...matchPlayer, answer: 'disputed', isRevealed: true }
      : matchPlayer,
  ),
});

/** An overruled dispute stays a dispute. */
const withAgreementOf = (storedMatch: Match, userId: string): Match => ({
  ...storedMatch,
  players: storedMatch.players.map((matchPlayer) =>
    matchPlayer.playerId === userId && ['none', 'lapsed'].includes(matchPlayer.answer)
      ? { ...matchPlayer, answer: 'agreed', isRevealed: true }
      : matchPlayer,
  ),
});

/** Silence is consent, once a window has ended by `until`. */
const withConsents = (storedMatch: Match, until?: string): Match => ({
  ...storedMatch,
  players: storedMatch.players.map((matchPlayer) => {
    const { answer, playerId, answerBy } = matchPlayer;
    const isOver = until === undefined || (answerBy !== null && answerBy <= until);
    return answer === 'none' && playerId !== null && isOver
      ? { ...matchPlayer, answer: 'lapsed' }
      : matchPlayer;
  }),
});

/** The match without a withdrawal, and with an admin's reason if its players may see it. */
const withReasonOf = (
  storedMatch: Match,
  { because, isReasonShown }: Readonly<{ because: string; isReasonShown: boolean }>,
  adminId: string,
): Match => ({
  ...storedMatch,
  withdrawal: null,
  ...(isReasonShown && { reason: because, reasonBy: adminId }),
});

const withObjection = (
  { objections }: Match,
  type: Match['objections'][number]['type'],
  userId: string,
  reason: string,
) => ({ objections: [...objections, { type, userId, reason }], reason, reasonBy: userId });

/**
 * How an open match ends at `at`: it counts or expires. Nothing while someone can still answer.
 * Suspended people cannot answer, so their silence is no consent.
 */
const conclusion = (
  storedMatch: Match,
  at: string,
  suspendedIds: readonly string[],
): MatchEvent[] => {
  const deadline = deadlineOf(storedMatch);
  if (deadline === null || at < deadline) return [];
  const lineup = lineupFields(storedMatch);
  const decidedAt = deadline || at;
  const isSomeoneSuspended = presentPlayers(storedMatch).some(
    ({ playerId, answer }) =>
      answer === 'none' && playerId !== null && suspendedIds.includes(playerId),
  );
  if (!hasEveryone(storedMatch) || isSomeoneSuspended)
    return [{ type: 'MatchExpired', data: { ...lineup, expiredAt: decidedAt } }];
  const confirmed = presentPlayers(storedMatch).find(
    ({ side, answer }) => side === 'opponent' && (answer === 'agreed' || answer === 'disputed'),
  );
  return confirmed
    ? [
        {
          type: 'MatchConfirmed',
          data: { ...lineup, confirmedBy: confirmed.playerId!, confirmedAt: decidedAt },
        },
      ]
    : [{ type: 'MatchAutoConfirmed', data: { ...lineup, confirmedAt: decidedAt } }];
};

const hasAnswered = ({ answer }: MatchPlayer): boolean =>
  answer === 'agreed' || answer === 'disputed';

const placeOf = (storedMatch: Match, userId: string): MatchPlayer => {
  const place = presentPlayers(storedMatch).find(({ playerId }) => playerId === userId);
  if (place) return place;
  throw userId === storedMatch.loggerId
    ? new DomainError('forbidden', 'You logged this result, so the others respond to it.')
    : notFound('match');
};

/** Everyone answers once, until their window ends, regardless of what others said. */
const requireOpenWindow = (storedMatch: Match, userId: string, at: string): MatchPlayer => {
  const place = placeOf(storedMatch, userId);
  if (hasAnswered(place))
    throw wrongStatus(storedMatch, "You've already responded to this result.");
  if (['withdrawn', 'void', 'incomplete', 'expired'].includes(storedMatch.answer))
    throw wrongStatus(storedMatch);
  if (place.answerBy !== null && at >= place.answerBy)
    throw wrongStatus(storedMatch, 'Your time to respond to this result has passed.');
  return place;
};

const leave = (
  existing: Match,
  { at, playerId, suspendedIds }: Extract<MatchCommand, { type: 'LeaveMatch' }>['data'],
): MatchEvent[] => {
  const { placeId, side } = requireOpenWindow(existing, playerId, at);
  const remaining = match.evolve(existing, {
    type: 'MatchPlayerLeft',
    data: { ...lineupFields(existing), placeId, side, playerId, leftAt: at },
  })!;
  const leftData = { ...lineupFields(remaining), placeId, side, playerId, leftAt: at };
  return [{ type: 'MatchPlayerLeft', data: leftData }, ...conclusion(remaining, at, suspendedIds)];
};

const settle = (
  existing: Match,
  { at, upheld, because, settledBy }: Extract<MatchCommand, { type: 'SettleDispute' }>['data'],
): MatchEvent[] => {
  const { answer, withdrawal } = existing;
  if (answer !== 'disputed' && withdrawal === null) throw wrongStatus(existing);
  const counted = answer === 'confirmed' || answer === 'auto_confirmed';
  const isReady = hasEveryone(existing) && at >= deadlineOf({ ...existing, answer: 'none' })!;
  const effect = upheld ? 'void' : counted ? 'unchanged' : isReady ? 'counts' : 'waits';
  const ruling = { upheld, effect, because, isReasonShown: true } as const;
  const settledData = { ...ruling, settledBy, settledAt: at };
  return [{ type: 'MatchDisputeSettled', data: { ...lineupFields(existing), ...settledData } }];
};

/** A voided match is final, like a ruling. One without a result cannot be voided. */
const voidMatch = (
  existing: Match,
  { at, because, voidedBy }: Extract<MatchCommand, { type: 'VoidMatch' }>['data'],
): MatchEvent[] => {
  if (!['confirmed', 'auto_confirmed', 'disputed'].includes(existing.answer))
    throw wrongStatus(existing);
  const voidedData = { because, isReasonShown: true, voidedBy, voidedAt: at };
  return [{ type: 'MatchVoided', data: { ...lineupFields(existing), ...voidedData } }];
};

const withdrawalStep = (existing: Match, userId: string) => {
  if (roleInMatch(existing, userId) === null) throw notFound('match');
  if (existing.isRuled) throw wrongStatus(existing, RULED);
  return withdrawalOf(existing, userId);
};

const withdraw = (
  existing: Match,
  { at, playerId, reason }: Extract<MatchCommand, { type: 'WithdrawMatch' }>['data'],
): MatchEvent[] => {
  const lineup = lineupFields(existing);
  switch (withdrawalStep(existing, playerId)) {
    case 'withdraw':
      return [{ type: 'MatchWithdrawn', data: { ...lineup, reason, withdrawnAt: at } }];
    case 'ask': {
      const requestedData = { requestedBy: playerId, reason, requestedAt: at };
      return [{ type: 'MatchWithdrawalRequested', data: { ...lineup, ...requestedData } }];
    }
    case 'asked':
      throw wrongStatus(existing, 'Your side has already asked to withdraw this result.');
    case 'agree':
      throw wrongStatus(existing, 'The other side has asked to withdraw it. Agree instead.');
    case null:
      throw wrongStatus(existing);
  }
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
  LineupFields.parse({
    ...storedMatch,
    discipline: disciplineOf(storedMatch),
    players: presentPlayers(storedMatch),
  });

const requireConsistent = (result: MatchResult): void => {
  const problem = resultProblem(result);
  if (problem) throw new DomainError('invalid_request', problem.message, { fields: [problem] });
};

const logMatch = (
  { players, ...result }: LoggedMatch,
  previousMatch: Match | null,
): MatchEvent[] => {
  const { loggerId } = result;
  if (previousMatch && !isLoggableAgain(previousMatch))
    throw alreadyLogged(previousMatch, loggerId);
  if (previousMatch && !mayLogAgain(previousMatch, loggerId))
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

const addPlayer = (storedMatch: Match, player: NamedPlayer): MatchEvent => {
  const { loggerId, players, discipline } = storedMatch;
  if (player.playerId === loggerId)
    throw invalidPlayers("You can't play against yourself. Name another player.");
  const samePlayer = players.find((matchPlayer) => isSamePlayer(matchPlayer, player));
  if (samePlayer && hasTypedEmail(samePlayer) === hasTypedEmail(player))
    throw invalidPlayers('This player is already in the match.');
  const playersOnSide = players.filter(({ side }) => side === player.side).length;
  if (playersOnSide >= MOST_PLAYERS[discipline ?? 'doubles'][player.side])
    throw invalidPlayers(
      discipline === 'singles'
        ? 'Singles has one opponent and no partner.'
        : 'Doubles has one partner and two opponents.',
    );
  const place = samePlayer ? onlyNamed(player) : player;
  return { type: 'MatchPlayerAdded', data: { ...MatchFields.parse(storedMatch), ...place } };
};

const hasTypedEmail = ({ email }: NamedPlayer): boolean => email !== '';

/** A place without an account. A refusal would reveal whose email the logger typed. */
const onlyNamed = (player: NamedPlayer): NamedPlayer => ({
  ...player,
  playerId: null,
  answerBy: null,
  emailHash: hasTypedEmail(player) ? player.emailHash : null,
});

const isSamePlayer = (firstPlayer: NamedPlayer, secondPlayer: NamedPlayer): boolean =>
  (firstPlayer.emailHash !== null && firstPlayer.emailHash === secondPlayer.emailHash) ||
  (firstPlayer.playerId !== null && firstPlayer.playerId === secondPlayer.playerId);

const claimPlace = (
  storedMatch: Match,
  { placeId, playerId, answerBy, at }: Extract<MatchCommand, { type: 'ClaimPlace' }>['data'],
): MatchEvent[] => {
  const claimedPlace = storedMatch.players.find((matchPlayer) => matchPlayer.placeId === placeId);
  if (!claimedPlace) throw new DomainError('not_found', 'This invitation is no longer valid.');
  if (claimedPlace.answer === 'absent')
    throw wrongStatus(
      storedMatch,
      "You said you weren't there, so you are no longer in this match.",
    );
  if (claimedPlace.playerId === playerId) return [];
  if (['withdrawn', 'void', 'incomplete', 'expired'].includes(storedMatch.answer))
    throw wrongStatus(storedMatch);
  if (at >= storedMatch.claimBy)
    throw wrongStatus(storedMatch, 'This invitation has expired, so the match no longer counts.');
  if (claimedPlace.playerId !== null)
    throw wrongStatus(storedMatch, 'Another player has already taken this place in the match.');
  if (roleInMatch(storedMatch, playerId) !== null)
    throw new DomainError(
      'forbidden',
      "You're already in this match. This invitation is for someone else.",
    );
  const claimedData = {
    ...MatchFields.parse(storedMatch),
    placeId,
    side: claimedPlace.side,
    playerId,
    answerBy,
    claimedAt: at,
  };
  return [{ type: 'MatchClaimed', data: claimedData }];
};

/** The error for invalid named players. */
export const invalidPlayers = (errorMessage: string) =>
  new DomainError('invalid_request', errorMessage, {
    fields: [{ field: 'players', message: errorMessage }],
  });

/** The error for an hour that is already logged, with the id of the existing match. */
export const alreadyLogged = (existing: Match, userId: string) =>
  new DomainError('already_logged', alreadyLoggedTexts[callerOf(existing, userId)], {
    matchId: existing.matchId,
  });

const callerOf = (existing: Match, userId: string) => {
  const role = roleInMatch(existing, userId);
  return role === 'logger' ? 'logger' : role === null ? 'outsider' : 'named';
};

const alreadyLoggedTexts = {
  logger: "You've already logged this hour. If the result is wrong, withdraw it first.",
  named:
    'Another player has already logged this hour with you. Confirm or dispute that result instead.',
  outsider: 'Another player has already logged this hour without you.',
};

const requireMatch = (storedMatch: Match | null): Match => {
  if (!storedMatch) throw notFound('match');
  return storedMatch;
};

const openMatch = (storedMatch: Match): Match => {
  if (storedMatch.answer !== 'none') throw wrongStatus(storedMatch);
  return storedMatch;
};

const answerMessages: Record<Match['answer'], string> = {
  none: 'This result is still open.',
  confirmed: 'This result was confirmed.',
  auto_confirmed: 'No opponent responded to this result in time, so it counts.',
  disputed: 'This result is disputed, and an admin will decide.',
  void: "This result doesn't count.",
  withdrawn: 'This result was withdrawn.',
  incomplete: "Everyone on one side said they weren't there, so this result doesn't count.",
  expired: "Not everyone could respond in time, so this result doesn't count.",
};

const wrongStatus = ({ answer }: Match, errorMessage?: string) =>
  new DomainError(
    'wrong_status',
    errorMessage ?? `${answerMessages[answer]} You can't change it this way.`,
    { status: answer === 'none' ? 'waiting' : answer },
  );

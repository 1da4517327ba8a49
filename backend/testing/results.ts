import { randomUUID } from 'node:crypto';
import type { Sport } from '@courtly/contracts/sport';
import { CommandHandling } from '../src/platform/kernel/command-handling.js';
import { Streams } from '../src/platform/kernel/streams.js';
import { systemContext } from '../src/platform/kernel/context.js';
import { type MatchCommand, logDeadline, match } from '../src/play/matches/match.js';
import type { Courtly } from './courtly.js';
import { matchFacts } from './match.js';

/** A singles match between two accounts, with the games that the logging player won and lost. */
export type MatchResult = Readonly<{
  loggerId: string;
  opponentId: string;
  playedAt: string;
  games?: readonly [number, number];
  surface?: string;
  sport?: Sport;
  courtId?: string;
  /** Whether the opponent lets the time to respond pass. */
  isSilent?: boolean;
}>;

/** Logs matches without bookings, and confirms them or lets the time pass. */
export const results = ({ app }: Courtly) => {
  const commands = app.get(CommandHandling, { strict: false });
  const streams = app.get(Streams, { strict: false });
  const give = async (matchId: string, command: MatchCommand, at: string) =>
    (await commands.handle(match, matchId, command, systemContext(`test ${randomUUID()}`, at)))
      .position ?? '';

  return {
    /** Returns the position of the event with which the match counts. */
    async play({
      loggerId,
      opponentId,
      playedAt,
      games: [gamesWon, gamesLost] = [6, 3],
      surface = 'hard',
      sport = 'tennis',
      courtId = 'roxbury',
      isSilent = false,
    }: MatchResult) {
      const bookingId = `booking-${randomUUID().slice(0, 12)}`;
      const matchId = `${bookingId}_${loggerId}`;
      const at = new Date(Date.parse(playedAt) + 3_600_000).toISOString();
      const result = gamesWon === gamesLost ? 'draw' : gamesWon > gamesLost ? 'win' : 'loss';
      const data: Extract<MatchCommand, { type: 'LogMatch' }>['data'] = {
        ...matchFacts,
        matchId,
        bookingId,
        courtId,
        loggerId,
        surface,
        playedAt,
        result,
        gamesWon,
        gamesLost,
        discipline: 'singles',
        sport,
        sets: [],
        notes: '',
        loggedAt: at,
        claimBy: at,
        logBy: logDeadline(playedAt, 14),
        players: [
          {
            placeId: 'place',
            side: 'opponent',
            playerId: opponentId,
            name: 'X',
            email: '',
            emailHash: null,
            answerBy: new Date(Date.parse(at) + 1).toISOString(),
            keepUntil: null,
          },
        ],
      };
      await give(matchId, { type: 'LogMatch', data }, at);
      const afterDeadline = new Date(Date.parse(at) + 1_000).toISOString();
      const position = isSilent
        ? await give(
            matchId,
            { type: 'PassDeadline', data: { at: afterDeadline, suspendedIds: [] } },
            afterDeadline,
          )
        : await give(
            matchId,
            { type: 'ConfirmMatch', data: { playerId: opponentId, at, suspendedIds: [] } },
            at,
          );
      return { matchId, position };
    },
    /** Both sides withdraw a confirmed match. */
    async withdraw(matchId: string, by: string) {
      const at = '2027-04-01T12:00:00.000Z';
      const data = { playerId: by, reason: 'It was another day.', at };
      await give(matchId, { type: 'WithdrawMatch', data }, at);
      const { loggerId, players } = (await streams.load(match, matchId))!;
      const playerId = by === loggerId ? players[0]!.playerId! : loggerId;
      return give(matchId, { type: 'AgreeToWithdraw', data: { playerId, at } }, at);
    },
  };
};

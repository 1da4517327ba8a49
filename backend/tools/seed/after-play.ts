import type { CommandBus } from '@nestjs/cqrs';
import {
  AnswerMatchCommand,
  LogMatchCommand,
} from '@courtly/backend/play/matches/matches.commands';
import {
  RevealReviewsCommand,
  WriteReviewCommand,
} from '@courtly/backend/booking/reviews/reviews.commands';
import { systemContext } from '@courtly/backend/platform/kernel/context';
import { DAY_MS } from '@courtly/backend/platform/kernel/local-time';
import { type DemoPerson, demoPeople, emailOf } from './people.js';
import type { Act } from './plan.js';
import { type People, contextOf, later } from './settle.js';

/** A played hour: the games of both players, and the reviews by the player and the host. */
export type Play = Readonly<{
  booking: string;
  court: Act['court'];
  player: string;
  opponent: string;
  endTime: string;
  games: readonly [own: number, others: number];
  rating: number;
  comment: string;
  hostRating: number;
  hostComment: string;
}>;

/**
 * New players, whose hours are all left for visitors of the demo to log. Visitors can also log the
 * other players' hours of the last two weeks, except for those of `loggers`.
 */
export const newPlayers = ['finn', 'grace'];
const LEFT_DAYS = 14;
/** Players who log every hour. */
const loggers = ['theo', 'noor'];
const competitors = demoPeople
  .filter(({ kind, username }) => kind === 'player' && !newPlayers.includes(username))
  .map(({ username }) => username);
/** How a player's form on a day changes the games. */
const dailyForm = [0, 2, -3, 1, -2, 3, -4] as const;
const GAMES = 9;

const playerReviews = [
  [5, 'The lights are even and the surface is true. We stayed until the last minute.'],
  [4, 'A fine court. The gate takes a while to find in the dark.'],
  [5, 'Quiet, shaded at noon, and the host had left water out.'],
  [5, ''],
  [3, 'Good lines, but the net had dropped by an inch.'],
] as const;
const saidByHosts = [
  [5, 'On time, and left the court swept.'],
  [5, ''],
  [4, 'Kind people; stayed five minutes over.'],
] as const;

const pickCyclic = <T>(candidates: readonly T[], position: number): T =>
  candidates[position % candidates.length]!;
const levelOf = (username: string): number => {
  const { preferences } = demoPeople.find(
    (demoPerson: DemoPerson) => demoPerson.username === username,
  )!;
  return Number(preferences?.skillLevel ?? 3.5);
};

/**
 * The results of the hours that were logged until `nowMs`. The better player wins more games, but
 * also has bad days.
 */
export const planPlays = (demoPlan: readonly Act[], nowMs: number): Play[] => {
  const players = new Map(
    demoPlan.flatMap((demoAct) =>
      demoAct.act === 'request' ? [[demoAct.booking, demoAct.player] as const] : [],
    ),
  );
  const isLogged = (username: string, endTime: string) =>
    loggers.includes(username) ||
    (competitors.includes(username) && Date.parse(endTime) < nowMs - LEFT_DAYS * DAY_MS);
  return demoPlan
    .filter(
      ({ act, booking, endTime }) => act === 'complete' && isLogged(players.get(booking)!, endTime),
    )
    .map(({ booking, court, endTime }, position) => {
      const playerEntry = players.get(booking)!;
      const opponent = pickCyclic(
        competitors.filter((username) => username !== playerEntry),
        position + 1,
      );
      const ahead =
        Math.round(2 * (levelOf(playerEntry) - levelOf(opponent))) +
        pickCyclic(dailyForm, position);
      const playerForm = Math.min(GAMES, Math.max(0, Math.round((GAMES + ahead) / 2)));
      const [rating, comment] = pickCyclic(playerReviews, position);
      const [hostRating, hostComment] = pickCyclic(saidByHosts, position);
      return {
        booking,
        court,
        player: playerEntry,
        opponent,
        endTime,
        games: [playerForm, GAMES - playerForm],
        rating,
        comment,
        hostRating,
        hostComment,
      };
    });
};

/**
 * Logs and confirms the match, and adds the reviews by both sides. They appear if they are final at
 * `madeAt`; otherwise, when their deadline passes.
 */
export const recordPlay = async (
  commandBus: CommandBus,
  play: Play,
  { bookingId, courtId, madeAt }: Readonly<{ bookingId: string; courtId: string; madeAt: number }>,
  actorsByUsername: People,
) => {
  const { booking, court, player, opponent, endTime, rating, comment, hostRating, hostComment } =
    play;
  const contextFor = (username: string, actionName: string, hours: number) =>
    contextOf(actorsByUsername.get(username)!, `${actionName} ${booking}`, later(endTime, hours));
  const [gamesWon, gamesLost] = play.games;
  const opponentPerson = demoPeople.find(({ username }) => username === opponent)!;
  const outcome = gamesWon > gamesLost ? 'win' : 'loss';
  const players = [
    {
      playerName: opponentPerson.firstName,
      playerEmail: emailOf(opponentPerson),
      side: 'opponent' as const,
    },
  ];
  const result = {
    bookingId,
    result: outcome,
    gamesWon,
    gamesLost,
    discipline: 'singles',
    players,
  } as const;
  const { value: loggedMatch } = await commandBus.execute(
    new LogMatchCommand({ ...result, players }, contextFor(player, 'log', 1)),
  );
  await commandBus.execute(
    new AnswerMatchCommand(
      { matchId: loggedMatch.matchId, answer: { type: 'ConfirmMatch' } },
      contextFor(opponent, 'confirm', 2),
    ),
  );
  const review = { bookingId, courtId, rating, comment };
  await commandBus.execute(new WriteReviewCommand(review, contextFor(player, 'review', 3)));
  const ofPlayer = { bookingId, courtId, rating: hostRating, comment: hostComment };
  await commandBus.execute(
    new WriteReviewCommand(ofPlayer, contextFor(court.host, 'review as host', 4)),
  );
  const reveal = systemContext(`demo reveal ${booking}`, new Date(madeAt).toISOString());
  await commandBus.execute(new RevealReviewsCommand({ bookingId }, reveal));
};

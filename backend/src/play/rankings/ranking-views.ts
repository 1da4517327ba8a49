import type {
  FlaggedPlayer,
  OwnRank,
  Player,
  Rating,
  RankingEntry,
  RatingReceipt,
} from '@courtly/contracts/rankings';
import { offsetsAround } from '../../platform/kernel/local-time.js';
import { type Person, fullName } from '../../people/identity/person.js';
import { RATED_FROM, type ShownRating } from '../ratings/rating-view.js';
import { matchCountOf } from './player-record.js';
import { type RankingReview, isOpenFlag } from './ranking-review.js';
import type { DisciplineRow, PlayerRow, Receipt } from './ranking-table.js';
import { tierOf } from './ranks.js';

/** Data from other slices, by user id. Missing users were erased. */
export type RankingContext = Readonly<{
  people: ReadonlyMap<string, Person>;
  elite: ReadonlySet<string>;
  upcoming: ReadonlySet<string>;
}>;

const FORMER_PLAYER = 'Former player';
const SILENT_PLAYER = "A player who hasn't responded";

/** The name under which a player is displayed. Erased users have no email and no name. */
export const displayNameOf = (peopleById: ReadonlyMap<string, Person>, userId: string): string => {
  const person = peopleById.get(userId);
  return person && person.email !== '' ? fullName(person) : FORMER_PLAYER;
};

export const ratingView = ({ figure, range, matches, provisional }: ShownRating): Rating => ({
  figure,
  range: [...range],
  matches,
  provisional,
});

const percentOf = (partialCount: number, totalCount: number): number =>
  totalCount === 0 ? 0 : Math.round((100 * partialCount) / totalCount);

/**
 * A ranking row as other users see it. `placedRating` is the rating that determines the order; `of`
 * is the number of players to which tiers refer.
 */
export const entryView = (
  {
    row,
    disciplineRow,
    placedRating,
    rank,
  }: Readonly<{
    row: Pick<PlayerRow, 'playerId' | 'courtsPlayed'>;
    disciplineRow: DisciplineRow;
    placedRating: ShownRating;
    rank: number;
  }>,
  { clubRank, of }: Readonly<{ clubRank: number; of: number }>,
  { people, elite, upcoming }: RankingContext,
): RankingEntry => {
  const { playerId: userId, courtsPlayed } = row;
  const person = people.get(userId);
  const hasAccount = person !== undefined && person.email !== '';
  const totalMatches = matchCountOf(disciplineRow);
  return {
    id: userId,
    rank,
    username: hasAccount ? person.username : '',
    firstName: hasAccount ? person.firstName : 'Former',
    lastName: hasAccount ? person.lastName : 'player',
    avatar: null,
    tier: tierOf(clubRank, of),
    isElite: elite.has(userId),
    utrRating: placedRating.figure,
    range: [...placedRating.range],
    ustaRating: (hasAccount && person.skillLevel) || null,
    winPercentage: percentOf(disciplineRow.wins, totalMatches),
    totalMatches,
    streak: disciplineRow.streak,
    location: hasAccount ? person.homeCity : '',
    courtsPlayed,
    hasUpcomingMatch: upcoming.has(userId),
    isChallengeable: hasAccount,
  };
};

export const ownEntryView = (
  rankingEntry: RankingEntry,
  pictureUrl: Person['picture'],
): RankingEntry => ({
  ...rankingEntry,
  avatar: pictureUrl,
  isChallengeable: false,
});

/** The user's own place; `placedRating` is null before their first rated match. */
export const ownRankView = (
  {
    placedRating,
    rank,
    clubRank,
    of,
  }: Readonly<{
    placedRating: ShownRating | null;
    rank: number | null;
    clubRank: number | null;
    of: number;
  }>,
  disciplineRow: DisciplineRow | null,
  tableDetails: Readonly<{
    formulaId: string;
    inputPosition: string;
    publishedAt: string;
    clubSize: number;
  }>,
): OwnRank => ({
  rank,
  of,
  tier: clubRank === null ? null : tierOf(clubRank, tableDetails.clubSize),
  rating: placedRating && ratingView(placedRating),
  matchesToRank: Math.max(0, RATED_FROM - (placedRating?.matches ?? 0)),
  opponentsToRank: disciplineRow?.missingOpponents ?? 0,
  streak: disciplineRow?.streak ?? 0,
  formula: tableDetails.formulaId,
  inputPosition: tableDetails.inputPosition,
  publishedAt: tableDetails.publishedAt,
});

/**
 * A receipt with names. `courts` contains the names of visible courts, by id. `hiddenIds` are people
 * who have not responded to the match, and so are not named.
 */
export const receiptView = (
  { playerId, courtId, partnerId, opponentIds, logged: _, ...ratingReceipt }: Receipt,
  peopleById: ReadonlyMap<string, Person>,
  courtNames: ReadonlyMap<string, string>,
  hiddenIds: ReadonlySet<string> = new Set(),
): RatingReceipt => {
  const namedPlayer = (userId: string) =>
    hiddenIds.has(userId)
      ? { id: null, name: SILENT_PLAYER }
      : { id: userId, name: displayNameOf(peopleById, userId) };
  const courtName = courtNames.get(courtId);
  return {
    ...ratingReceipt,
    zoneOffsets: offsetsAround(ratingReceipt.zone, [ratingReceipt.playedAt]),
    id: `${playerId}.${ratingReceipt.matchId}`,
    court: courtName === undefined ? null : { id: courtId, name: courtName },
    partner: partnerId === null ? null : namedPlayer(partnerId),
    opponents: opponentIds.map(namedPlayer),
  };
};

type PlayerContext = Readonly<{
  isElite: boolean;
  isFollowed: boolean;
  courts: ReadonlyMap<string, string>;
}>;

const unplayedRecord = { wins: 0, losses: 0, draws: 0, streak: 0, longestStreak: 0, courts: [] };

/** A player's page as members see it; `row` is null before the first rated match. */
export const playerPageView = (
  person: Person,
  playerRow: PlayerRow | null,
  playerContext: PlayerContext,
): Player => {
  const { userId, username, firstName, lastName, homeCity, registeredAt, skillLevel } = person;
  const { wins, losses, draws, streak, longestStreak, courts } = playerRow ?? unplayedRecord;
  const ratingOrNull = (disciplineRow: DisciplineRow | null | undefined) =>
    disciplineRow ? ratingView(disciplineRow) : null;
  const onSurfaces = (['singles', 'doubles'] as const).flatMap((matchDiscipline) =>
    (playerRow?.[matchDiscipline]?.surfaces ?? []).map(({ surface, ...shownRating }) => ({
      surface,
      discipline: matchDiscipline,
      ...ratingView(shownRating),
    })),
  );
  return {
    id: userId,
    username,
    firstName,
    lastName,
    homeCity,
    memberSince: registeredAt,
    ustaRating: skillLevel,
    isElite: playerContext.isElite,
    isFollowed: playerContext.isFollowed,
    onSurfaces,
    ratings: {
      singles: ratingOrNull(playerRow?.singles),
      doubles: ratingOrNull(playerRow?.doubles),
    },
    totalMatches: matchCountOf({ wins, losses, draws }),
    wins,
    losses,
    draws,
    streak,
    longestStreak,
    courts: courts.flatMap(({ courtId, matches }) => {
      const courtName = playerContext.courts.get(courtId);
      return courtName === undefined ? [] : [{ id: courtId, name: courtName, matches }];
    }),
  };
};

export const flaggedView = (
  { playerId, flags, ...playerRow }: PlayerRow,
  review: RankingReview,
  peopleById: ReadonlyMap<string, Person>,
): FlaggedPlayer => ({
  id: playerId,
  name: displayNameOf(peopleById, playerId),
  matches: matchCountOf(playerRow),
  isHidden: review.isHidden,
  flags: flags
    .filter((flag) => isOpenFlag(review, flag, matchCountOf(playerRow)))
    .map(({ kind, otherId, share }) => ({
      kind,
      other: otherId === null ? null : { id: otherId, name: displayNameOf(peopleById, otherId) },
      share,
    })),
});

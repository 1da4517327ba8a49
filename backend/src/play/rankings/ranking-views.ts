import type {
  FlaggedPlayer,
  OwnRank,
  Player,
  Rating,
  RankingEntry,
  RatingReceipt,
} from '@courtly/contracts/rankings';
import { type Person, fullName } from '../../people/identity/person.js';
import { RATED_FROM, type ShownRating } from '../ratings/rating-view.js';
import { matchesIn } from './player-record.js';
import type { DisciplineRow, PlayerRow, Receipt } from './ranking-table.js';
import { tierOf } from './ranks.js';

/** Data of other slices, by user id. Users who are missing were erased. */
export type Known = Readonly<{
  people: ReadonlyMap<string, Person>;
  elite: ReadonlySet<string>;
  upcoming: ReadonlySet<string>;
}>;

const FORMER = 'Former player';

/** The displayed name of a player. Erased users have no email and no name. */
export const nameOf = (people: ReadonlyMap<string, Person>, id: string): string => {
  const person = people.get(id);
  return person && person.email !== '' ? fullName(person) : FORMER;
};

export const ratingView = ({ figure, range, matches, provisional }: ShownRating): Rating => ({
  figure,
  range: [...range],
  matches,
  provisional,
});

const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((100 * part) / whole);

/**
 * A ranking row as other users see it. `placed` is the rating that the ranking is ordered by, `of`
 * the number of players that tiers refer to.
 */
export const entryView = (
  {
    row,
    own,
    placed,
    rank,
  }: Readonly<{
    row: Pick<PlayerRow, 'playerId' | 'courtsPlayed'>;
    own: DisciplineRow;
    placed: ShownRating;
    rank: number;
  }>,
  { clubRank, of }: Readonly<{ clubRank: number; of: number }>,
  { people, elite, upcoming }: Known,
): RankingEntry => {
  const { playerId: id, courtsPlayed } = row;
  const person = people.get(id);
  const isHere = person !== undefined && person.email !== '';
  const totalMatches = matchesIn(own);
  return {
    id,
    rank,
    username: isHere ? person.username : '',
    firstName: isHere ? person.firstName : 'Former',
    lastName: isHere ? person.lastName : 'player',
    avatar: null,
    tier: tierOf(clubRank, of),
    isElite: elite.has(id),
    utrRating: placed.figure,
    range: [...placed.range],
    ustaRating: (isHere && person.skillLevel) || null,
    winPercentage: percentOf(own.wins, totalMatches),
    totalMatches,
    streak: own.streak,
    location: isHere ? person.homeCity : '',
    courtsPlayed,
    hasUpcomingMatch: upcoming.has(id),
    isChallengeable: isHere,
  };
};

/** The same row as its player sees it. */
export const ownEntryView = (entry: RankingEntry, picture: Person['picture']): RankingEntry => ({
  ...entry,
  avatar: picture,
  isChallengeable: false,
});

/** The caller's place; `placed` is null before their first rated match. */
export const ownRankView = (
  {
    placed,
    rank,
    clubRank,
    of,
  }: Readonly<{
    placed: ShownRating | null;
    rank: number | null;
    clubRank: number | null;
    of: number;
  }>,
  streak: number,
  table: Readonly<{
    formulaId: string;
    inputPosition: string;
    publishedAt: string;
    clubSize: number;
  }>,
): OwnRank => ({
  rank,
  of,
  tier: clubRank === null ? null : tierOf(clubRank, table.clubSize),
  rating: placed && ratingView(placed),
  matchesToRank: Math.max(0, RATED_FROM - (placed?.matches ?? 0)),
  streak,
  formula: table.formulaId,
  inputPosition: table.inputPosition,
  publishedAt: table.publishedAt,
});

/** A receipt with names. `courts` has the names of visible courts, by id. */
export const receiptView = (
  receipt: Receipt & Readonly<{ _id: string }>,
  people: ReadonlyMap<string, Person>,
  courts: ReadonlyMap<string, string>,
): RatingReceipt => {
  const named = (id: string) => ({ id, name: nameOf(people, id) });
  const {
    playedAt,
    zone,
    courtId,
    surface,
    discipline,
    result,
    gamesWon,
    gamesLost,
    partnerId,
    opponentIds,
  } = receipt;
  const { matchId, before, after, expected, actual, weight, held, formula } = receipt;
  const court = courts.get(courtId);
  return {
    id: `${receipt.playerId}.${matchId}`,
    matchId,
    playedAt,
    zone,
    surface,
    discipline,
    result,
    gamesWon,
    gamesLost,
    before,
    after,
    expected,
    actual,
    weight,
    held,
    formula,
    court: court === undefined ? null : { id: courtId, name: court },
    partner: partnerId === null ? null : named(partnerId),
    opponents: opponentIds.map(named),
  };
};

type Surroundings = Readonly<{
  isElite: boolean;
  isFollowed: boolean;
  courts: ReadonlyMap<string, string>;
}>;

const unplayed = { wins: 0, losses: 0, draws: 0, streak: 0, longestStreak: 0, courts: [] };

/** A player as members see them; `row` is null before the first rated match. */
export const playerView = (person: Person, row: PlayerRow | null, known: Surroundings): Player => {
  const { userId: id, username, firstName, lastName, homeCity, registeredAt, skillLevel } = person;
  const { wins, losses, draws, streak, longestStreak, courts } = row ?? unplayed;
  const of = (own: DisciplineRow | null | undefined) => (own ? ratingView(own) : null);
  const onSurfaces = (['singles', 'doubles'] as const).flatMap((discipline) =>
    (row?.[discipline]?.surfaces ?? []).map(({ surface, ...shown }) => ({
      surface,
      discipline,
      ...ratingView(shown),
    })),
  );
  return {
    id,
    username,
    firstName,
    lastName,
    homeCity,
    memberSince: registeredAt,
    ustaRating: skillLevel,
    isElite: known.isElite,
    isFollowed: known.isFollowed,
    onSurfaces,
    ratings: { singles: of(row?.singles), doubles: of(row?.doubles) },
    totalMatches: matchesIn({ wins, losses, draws }),
    wins,
    losses,
    draws,
    streak,
    longestStreak,
    courts: courts.flatMap(({ courtId, matches }) => {
      const name = known.courts.get(courtId);
      return name === undefined ? [] : [{ id: courtId, name, matches }];
    }),
  };
};

export const flaggedView = (
  { playerId, flags, ...row }: PlayerRow,
  people: ReadonlyMap<string, Person>,
): FlaggedPlayer => ({
  id: playerId,
  name: nameOf(people, playerId),
  matches: matchesIn(row),
  flags: flags.map(({ kind, otherId, share }) => ({
    kind,
    other: otherId === null ? null : { id: otherId, name: nameOf(people, otherId) },
    share,
  })),
});

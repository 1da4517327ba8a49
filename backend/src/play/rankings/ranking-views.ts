import type {
  FlaggedPlayer,
  OwnRank,
  Player,
  Rating,
  RankingEntry,
  RatingReceipt,
} from '@courtly/contracts/rankings';
import type { Discipline, MatchOutcome } from '@courtly/contracts/matches';
import { RATED_FROM } from '@courtly/contracts/ranking-limits';
import { Sport } from '@courtly/contracts/sport';
import { localDate, offsetsAround } from '../../platform/kernel/local-time.js';
import {
  type PageFields,
  hasPage,
  pageSections,
  visibleNames,
} from '../../people/identity/page-privacy.js';
import { type Person, fullName } from '../../people/identity/person.js';
import { type ShownRating, expectedShare } from '../ratings/rating-view.js';
import { matchCountOf } from './player-record.js';
import { type RankingReview, isOpenFlag } from './ranking-review.js';
import type { DisciplineRow, PlayerRow, RankedBySport, Receipt } from './ranking-table.js';
import { tierOf } from './ranks.js';

/**
 * Data from other slices, by user id. Missing users were erased. `fieldsOf` is what the viewer sees
 * of a person.
 */
export type RankingContext = Readonly<{
  people: ReadonlyMap<string, Person>;
  fieldsOf: (person: Person) => PageFields;
  elite: ReadonlySet<string>;
  upcoming: ReadonlySet<string>;
}>;

const FORMER_PLAYER = 'Former player';
const SILENT_PLAYER = "A player who hasn't responded";
const PRIVATE_PLAYER = 'A player with a private history';
const privateNames = { firstName: 'Private', lastName: 'player', username: '' };
const formerNames = { firstName: 'Former', lastName: 'player', username: '' };

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

const movementOf = (rank: number | null, rankBefore: number | null): number | null =>
  rank === null || rankBefore === null ? null : rankBefore - rank;

const percentOf = (partialCount: number, totalCount: number): number =>
  totalCount === 0 ? 0 : Math.round((100 * partialCount) / totalCount);

/**
 * A ranking row as the viewer sees it, without a name if the viewer may not see results. `of` is
 * the number of players that tiers are based on.
 */
export const entryView = (
  {
    row,
    disciplineRow,
    placedRating,
    rank,
    rankBefore,
    place,
  }: Readonly<{
    row: Pick<PlayerRow, 'playerId' | 'courtsPlayed'>;
    disciplineRow: DisciplineRow;
    placedRating: ShownRating;
    rank: number;
    rankBefore: number | null;
    place: number;
  }>,
  { clubRank, of }: Readonly<{ clubRank: number; of: number }>,
  { people, fieldsOf, elite, upcoming }: RankingContext,
): RankingEntry => {
  const { playerId: userId, courtsPlayed } = row;
  const person = people.get(userId);
  const account = person !== undefined && person.email !== '' ? person : null;
  const fields = account && fieldsOf(account);
  const isShown = fields !== null && hasPage(fields) && fields.results;
  const names = !account ? formerNames : isShown ? visibleNames(account, fields) : privateNames;
  const totalMatches = matchCountOf(disciplineRow);
  return {
    id: isShown || !account ? userId : `private-${place}`,
    hasPage: isShown,
    rank,
    movement: movementOf(rank, rankBefore),
    ...names,
    avatar: null,
    tier: tierOf(clubRank, of),
    isElite: fields?.about === true && elite.has(userId),
    utrRating: placedRating.figure,
    range: [...placedRating.range],
    ustaRating: (fields?.about && account?.skillLevel) || null,
    winPercentage: percentOf(disciplineRow.wins, totalMatches),
    totalMatches,
    streak: disciplineRow.streak,
    location: (fields?.about && account?.homeCity) || '',
    courtsPlayed,
    hasUpcomingMatch: fields?.whereabouts === true && upcoming.has(userId),
    isChallengeable: fields?.contact === true && account?.suspension === null,
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
    rankBefore,
    clubRank,
    of,
    skills,
  }: Readonly<{
    placedRating: ShownRating | null;
    skills: readonly number[];
    rank: number | null;
    rankBefore: number | null;
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
  movement: movementOf(rank, rankBefore),
  of,
  tier: clubRank === null ? null : tierOf(clubRank, tableDetails.clubSize),
  rating: placedRating && ratingView(placedRating),
  matchesToRank: Math.max(0, RATED_FROM - (placedRating?.matches ?? 0)),
  opponentsToRank: disciplineRow?.missingOpponents ?? 0,
  streak: disciplineRow?.streak ?? 0,
  skills: [...skills],
  formula: tableDetails.formulaId,
  inputPosition: tableDetails.inputPosition,
  publishedAt: tableDetails.publishedAt,
});

/** A receipt with everything that the people in its match may see. */
export type FullReceipt = RatingReceipt & Readonly<{ matchId: string; playedAt: string }>;

/**
 * A receipt with names. `courts` contains the names of visible courts, by id. `hiddenIds` are
 * people who have not responded to the match, and so are not named.
 */
export const receiptView = (
  { playerId, courtId, partnerId, opponentIds, logged: _, ...ratingReceipt }: Receipt,
  peopleById: ReadonlyMap<string, Person>,
  courtNames: ReadonlyMap<string, string>,
  hiddenIds: ReadonlySet<string> = new Set(),
): FullReceipt => {
  const namedPlayer = (userId: string) =>
    hiddenIds.has(userId)
      ? { id: null, name: SILENT_PLAYER }
      : { id: userId, name: displayNameOf(peopleById, userId) };
  const courtName = courtNames.get(courtId);
  const { playedAt, zone } = ratingReceipt;
  return {
    ...ratingReceipt,
    playedOn: localDate(zone, Date.parse(playedAt)),
    zoneOffsets: offsetsAround(zone, [playedAt]),
    id: `${playerId}.${ratingReceipt.matchId}`,
    court: courtName === undefined ? null : { id: courtId, name: courtName },
    partner: partnerId === null ? null : namedPlayer(partnerId),
    opponents: opponentIds.map(namedPlayer),
  };
};

/**
 * A receipt as a viewer outside the match sees it. Others are named only if the viewer sees their
 * history. The place and time are shown only if everyone in the match lets the viewer see them.
 */
export const receiptForOutsider = (
  { matchId: _, ...receipt }: FullReceipt,
  receiptId: string,
  ownFields: PageFields,
  otherPeople: ReadonlyMap<string, Readonly<{ person: Person; fields: PageFields }>>,
): RatingReceipt => {
  const namedPlayer = (player: RatingReceipt['opponents'][number]) => {
    const other = player.id === null ? undefined : otherPeople.get(player.id);
    if (!other) return player;
    if (!other.fields.history) return { id: null, name: PRIVATE_PLAYER };
    return { id: player.id, name: fullName(visibleNames(other.person, other.fields)) };
  };
  const showsPlace =
    ownFields.whereabouts && [...otherPeople.values()].every(({ fields }) => fields.whereabouts);
  return {
    ...receipt,
    ...(!showsPlace && { playedAt: null, zoneOffsets: [], court: null }),
    id: receiptId,
    matchId: null,
    partner: receipt.partner && namedPlayer(receipt.partner),
    opponents: receipt.opponents.map(namedPlayer),
  };
};

/** The sport whose row is shown, and all sports of the player. */
type PlayerContext = Readonly<{
  fields: PageFields;
  sport: Sport;
  sports: Readonly<{ ranked: RankedBySport | null; rows: readonly PlayerRow[] }>;
  isElite: boolean;
  isFollowed: boolean;
  blockId: string | null;
  /** The viewer's row and their results against this player; null for the viewer's own page. */
  viewer: Readonly<{ row: PlayerRow | null; results: readonly MatchOutcome[] }> | null;
  courts: ReadonlyMap<string, string>;
}>;

const versusView = (
  { row: viewerRow, results }: NonNullable<PlayerContext['viewer']>,
  playerRow: PlayerRow | null,
): Player['versus'] => {
  const countOf = (outcome: MatchOutcome) => results.filter((result) => result === outcome).length;
  const ratings = { own: viewerRow?.singles, opponent: playerRow?.singles };
  return {
    expected:
      ratings.own && ratings.opponent
        ? Math.round(expectedShare(ratings.own, ratings.opponent) * 100) / 100
        : null,
    wins: countOf('win'),
    losses: countOf('loss'),
    draws: countOf('draw'),
  };
};

const unplayedRecord = { wins: 0, losses: 0, draws: 0, streak: 0, longestStreak: 0 };

const sportSummary = (
  { sport, singles, doubles }: PlayerRow,
  ranked: RankedBySport | null,
): Player['sports'][number] => {
  const summaryOf = (matchDiscipline: Discipline, disciplineRow: DisciplineRow | null) =>
    disciplineRow && {
      ...ratingView(disciplineRow),
      rank: disciplineRow.rank,
      of: ranked?.[sport][matchDiscipline].all ?? 0,
    };
  return { sport, singles: summaryOf('singles', singles), doubles: summaryOf('doubles', doubles) };
};

/** A player's page in one sport as the viewer sees it; `row` is null before a rated match in it. */
export const playerPageView = (
  person: Person,
  playerRow: PlayerRow | null,
  {
    fields,
    sport,
    sports,
    isElite,
    isFollowed,
    blockId,
    viewer,
    courts: courtNames,
  }: PlayerContext,
): Player => {
  const { userId, homeCity, registeredAt, skillLevel } = person;
  const resultsRow = fields.results ? playerRow : null;
  const { wins, losses, draws, streak, longestStreak } = resultsRow ?? unplayedRecord;
  const ratingOrNull = (disciplineRow: DisciplineRow | null | undefined) =>
    disciplineRow ? ratingView(disciplineRow) : null;
  const onSurfaces = (['singles', 'doubles'] as const).flatMap((matchDiscipline) =>
    (resultsRow?.[matchDiscipline]?.surfaces ?? []).map(({ surface, ...shownRating }) => ({
      surface,
      discipline: matchDiscipline,
      ...ratingView(shownRating),
    })),
  );
  const playedCourts = fields.whereabouts ? (playerRow?.courts ?? []) : [];
  return {
    id: userId,
    sections: pageSections(fields),
    ...visibleNames(person, fields),
    homeCity: fields.about ? homeCity : '',
    memberSince: fields.about ? registeredAt : null,
    ustaRating: fields.about ? skillLevel : null,
    isElite: fields.about && isElite,
    sport,
    sports: Sport.options.flatMap((listedSport) => {
      const sportRow = sports.rows.find((row) => row.sport === listedSport);
      return fields.results && sportRow ? [sportSummary(sportRow, sports.ranked)] : [];
    }),
    isFollowed,
    blockId,
    versus: viewer && fields.results ? versusView(viewer, playerRow) : null,
    onSurfaces,
    ratings: {
      singles: ratingOrNull(resultsRow?.singles),
      doubles: ratingOrNull(resultsRow?.doubles),
    },
    totalMatches: matchCountOf({ wins, losses, draws }),
    wins,
    losses,
    draws,
    streak,
    longestStreak,
    courts: playedCourts.flatMap(({ courtId, matches }) => {
      const courtName = courtNames.get(courtId);
      return courtName === undefined ? [] : [{ id: courtId, name: courtName, matches }];
    }),
  };
};

export const flaggedView = (
  { playerId, sport, flags, ...playerRow }: PlayerRow,
  review: RankingReview,
  peopleById: ReadonlyMap<string, Person>,
): FlaggedPlayer => ({
  id: playerId,
  sport,
  name: displayNameOf(peopleById, playerId),
  matches: matchCountOf(playerRow),
  isHidden: review.isHidden,
  flags: flags
    .filter((flag) => isOpenFlag(review, { sport, ...flag }, matchCountOf(playerRow)))
    .map(({ kind, otherId, share }) => ({
      kind,
      other: otherId === null ? null : { id: otherId, name: displayNameOf(peopleById, otherId) },
      share,
    })),
});

import type { Discipline } from '@courtly/contracts/matches';
import { LATEST_SKILLS, RATED_FROM } from '@courtly/contracts/ranking-limits';
import {
  type OwnRank,
  type RankingEntry,
  rankingRoutes as routes,
} from '@courtly/contracts/rankings';
import { Inject, Injectable } from '@nestjs/common';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { EncodedJson } from '../../platform/http/encoded-json.js';
import { type Page, type PageRequest, decodeCursor, cutPage } from '../../platform/http/paging.js';
import { VISITOR } from '../../platform/http/request.js';
import { ResponseCache } from '../../platform/http/response-cache.js';
import {
  MEMBERSHIP_TIERS,
  type MembershipTiers,
  isElite,
} from '../../people/identity/membership-tiers.js';
import { visibleFields } from '../../people/identity/page-privacy.js';
import { people } from '../../people/identity/people.projection.js';
import type { Person } from '../../people/identity/person.js';
import { Clock } from '../../platform/kernel/clock.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Actor } from '../../platform/kernel/events.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { memberships } from '../../people/membership/memberships.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { Friends } from './friends.queries.js';
import {
  PlaceInRanking,
  type RankingChoice,
  placeInRanking,
  placeField,
  rowsAfter,
} from './ranking-lists.js';
import { areaName, localAreaOf } from './local-area.js';
import { areaKey, rowIdOf } from './ranking-table.js';
import { type RankingContext, entryView, ownEntryView, ownRankView } from './ranking-views.js';
import {
  type PublishedTable,
  type Receipts,
  type Rows,
  type StoredRow,
  TableStore,
} from './table-store.service.js';
import { ViewerRelations } from '../matches/viewer-relations.service.js';

type RankingRequest = RankingChoice & PageRequest;

/**
 * The requested rows. `city` is undefined for rankings that have no city, and null if the user has
 * none.
 */
type RankingSlice = Readonly<{
  choice: RankingChoice;
  isMember: boolean;
  epoch: number | null;
  afterPlace: number;
  rowLimit: number;
  city: string | null | undefined;
}>;

/** `isLimited`: rows after the limit of the free tier are left out. */
type LimitedPage = Page<RankingEntry> & Readonly<{ isLimited: boolean }>;

type EncodedPage = Readonly<{ items: EncodedJson }> & Omit<LimitedPage, 'items'>;

/** The fields of a row that a ranking shows, which include only the requested discipline. */
type ShownRow = Pick<StoredRow, '_id' | 'playerId' | 'courtsPlayed' | Discipline>;

const projectedFields = (matchDiscipline: Discipline) => ({
  playerId: 1,
  courtsPlayed: 1,
  [matchDiscipline]: 1,
});

type RankedRow = Readonly<{
  row: ShownRow;
  rank: number;
  rankBefore: number | null;
  place: number;
}>;

/** `of` is the number of players in the ranking. */
type OwnPlace = Readonly<{ rank: number | null; rankBefore: number | null; of: number }>;

/** A page as strangers see it, and the entry of each player on it as that player sees it. */
type RankingPage = LimitedPage &
  Readonly<{ ownEntries: ReadonlyMap<string, Readonly<{ index: number; entry: RankingEntry }>> }>;

const pageSeenBy = (userId: string, { items, ownEntries, ...page }: RankingPage): LimitedPage => {
  const own = ownEntries.get(userId);
  return { ...page, items: own ? items.with(own.index, own.entry) : items };
};

const UPCOMING_DAYS = 7;

/**
 * The read models that a page shows in addition to its rows, which do not change while a table is
 * published.
 */
const pageReadModels = [people, memberships, bookings].map(({ name }) => ({ readModel: name }));

const settingFields = { userId: 1, pageAudience: 1, roles: 1 } as const;

/** A place in a local ranking reveals where someone lives. */
const showsCity = (person: Person | undefined): boolean =>
  person !== undefined && person.email !== '' && visibleFields(person, 'stranger').about;

const clubSizeOf = (
  { ranked }: PublishedTable,
  { sport, tab, discipline }: RankingChoice,
): number => ranked[sport][discipline][tab === 'clay' ? 'clay' : 'all'];

@Injectable()
export class RankingQueries {
  constructor(
    private readonly tableStore: TableStore,
    private readonly readModels: ReadModels,
    private readonly responseCache: ResponseCache,
    private readonly friendQueries: Friends,
    private readonly viewerRelations: ViewerRelations,
    private readonly keyedHashes: KeyedHashes,
    private readonly clock: Clock,
    @Inject(MEMBERSHIP_TIERS) private readonly membershipTiers: MembershipTiers,
  ) {}

  /**
   * One page of a ranking. On the free tier, only the first rows are available.
   * @throws DomainError forbidden for clay on the free tier, conflict if the cursor is from a table
   *   that is no longer stored, store_unavailable before the first table
   */
  async rankingPage(currentUser: Actor, rankingRequest: RankingRequest): Promise<LimitedPage> {
    const rankingSlice = await this.rankingSliceOf(currentUser, rankingRequest);
    return pageSeenBy(
      currentUser.id,
      await this.tableStore.readAt(rankingSlice.epoch, (publishedTable, tableRows) =>
        this.readPage(publishedTable, tableRows, rankingSlice, currentUser.id),
      ),
    );
  }

  /**
   * The same page, loaded and encoded once for all users. Only players on the page get their own
   * version. Pages of friends are not shared.
   */
  async sharedPage(
    currentUser: Actor,
    rankingRequest: RankingRequest,
  ): Promise<LimitedPage | EncodedPage> {
    if (rankingRequest.tab === 'friends') return this.rankingPage(currentUser, rankingRequest);
    const rankingSlice = await this.rankingSliceOf(currentUser, rankingRequest);
    const sharedPage = await this.tableStore.readAt(
      rankingSlice.epoch,
      (publishedTable, tableRows) =>
        this.responseCache.getOrMake(
          `ranking ${publishedTable.epoch} ${JSON.stringify(rankingSlice)}`,
          pageReadModels,
          async () => {
            const rankingPage = await this.readPage(
              publishedTable,
              tableRows,
              rankingSlice,
              VISITOR.id,
            );
            const encodedPage = EncodedJson.from(routes.listRankings, [...rankingPage.items]);
            return { ...rankingPage, encoded: encodedPage, byteLength: 2 * encodedPage.byteLength };
          },
        ),
    );
    const isOnPage = sharedPage.ownEntries.has(currentUser.id);
    return isOnPage
      ? pageSeenBy(currentUser.id, sharedPage)
      : {
          items: sharedPage.encoded,
          next: sharedPage.next,
          isLimited: sharedPage.isLimited,
        };
  }

  /**
   * The user's place in a ranking; empty before the first table.
   * @throws DomainError forbidden for clay on the free tier
   */
  async rankOfUser(currentUser: Actor, rankingChoice: RankingChoice): Promise<OwnRank> {
    await this.requireAccess(currentUser, rankingChoice);
    const ownRank = await this.tableStore.find(async (publishedTable, tableRows, receipts) => {
      const { sport } = rankingChoice;
      const ownRowId = rowIdOf({ sport, playerId: currentUser.id });
      const storedRow = await tableRows.findOne({ _id: ownRowId });
      const place = storedRow && placeInRanking(storedRow, rankingChoice);
      const clubSize = clubSizeOf(publishedTable, rankingChoice);
      const [ownPlace, skills] = await Promise.all([
        this.placeAmong(tableRows, currentUser.id, rankingChoice, {
          rank: place?.rank ?? null,
          rankBefore: place?.rankBefore ?? null,
          of: clubSize,
        }),
        // The receipts have the skill on all surfaces.
        storedRow && rankingChoice.tab !== 'clay'
          ? latestSkills(receipts, storedRow, rankingChoice.discipline)
          : [],
      ]);
      const placeDetails = {
        ...ownPlace,
        skills,
        placedRating: place?.placedRating ?? null,
        clubRank: place?.clubRank ?? null,
      };
      return ownRankView(placeDetails, place?.disciplineRow ?? null, {
        ...publishedTable,
        clubSize,
      });
    });
    return ownRank ?? emptyOwnRank;
  }

  private async rankingSliceOf(currentUser: Actor, { cursor, limit, ...choice }: RankingRequest) {
    const isEliteMember = await this.requireAccess(currentUser, choice);
    const cursorPlace = decodeCursor(PlaceInRanking, cursor);
    const afterPlace = cursorPlace?.place ?? 0;
    const homeCityKey = choice.tab === 'local' ? await this.cityKeyOf(currentUser.id) : undefined;
    return {
      choice,
      isMember: isEliteMember,
      epoch: cursorPlace?.epoch ?? null,
      afterPlace,
      rowLimit: rowsAfter(afterPlace, limit, isEliteMember),
      city: homeCityKey,
    };
  }

  private async readPage(
    publishedTable: PublishedTable,
    tableRows: Rows,
    rankingSlice: RankingSlice,
    userId: string,
  ): Promise<RankingPage> {
    const { choice, isMember, afterPlace, rowLimit } = rankingSlice;
    const rankedRows = rowLimit === 0 ? [] : await this.rowsOf(tableRows, rankingSlice, userId);
    const { epoch } = publishedTable;
    const page = cutPage(rankedRows, rowLimit, ({ place }) => ({ epoch, place }));
    const playerIds = page.items.map(({ row }) => row.playerId);
    const [rankingContext, opponents] = await Promise.all([
      this.contextOf(playerIds),
      // Only the friends page is built for one viewer.
      choice.tab === 'friends' ? this.viewerRelations.opponentsAmong(userId, playerIds) : null,
    ]);
    const clubSize = clubSizeOf(publishedTable, choice);
    const entryFor = (rankedRow: RankedRow, fieldsOf: RankingContext['fieldsOf']) => {
      const place = placeInRanking(rankedRow.row, choice);
      return place?.clubRank
        ? entryView(
            { ...place, ...rankedRow },
            { clubRank: place.clubRank, of: clubSize },
            { ...rankingContext, fieldsOf },
          )
        : null;
    };
    const relationOf = (person: Person) => opponents?.get(person.userId) ?? 'stranger';
    const shownRows = page.items.filter(
      ({ row }) =>
        placeInRanking(row, choice)?.clubRank &&
        (choice.tab !== 'local' || showsCity(rankingContext.people.get(row.playerId))),
    );
    const rankingEntries = shownRows.flatMap(
      (rankedRow) =>
        entryFor(rankedRow, (person) => visibleFields(person, relationOf(person))) ?? [],
    );
    const ownEntries = new Map(
      shownRows.flatMap((rankedRow, index) => {
        const { playerId } = rankedRow.row;
        const entry = entryFor(rankedRow, (person) => visibleFields(person, 'self'));
        const picture = rankingContext.people.get(playerId)?.picture ?? null;
        return entry ? [[playerId, { index, entry: ownEntryView(entry, picture) }] as const] : [];
      }),
    );
    const lastPlace = page.items.at(-1)?.place ?? afterPlace;
    const isLastPage = !isMember && rowsAfter(lastPlace, 1, false) === 0;
    return {
      items: rankingEntries,
      next: isLastPage ? null : page.next,
      isLimited: isLastPage && page.next !== null,
      ownEntries,
    };
  }

  private async requireAccess(currentUser: Actor, { tab }: RankingChoice): Promise<boolean> {
    const isEliteMember = await isElite(this.membershipTiers, currentUser);
    if (tab === 'clay' && !isEliteMember)
      throw new DomainError('forbidden', 'The clay ranking is for Elite members.');
    return isEliteMember;
  }

  /** The rows in order of place, plus one row to detect a next page. */
  private async rowsOf(
    tableRows: Rows,
    { choice, afterPlace, rowLimit, city }: RankingSlice,
    userId: string,
  ): Promise<RankedRow[]> {
    if (choice.tab === 'friends') {
      const rankedFriends = await this.rankedFriends(tableRows, userId, choice);
      return rankedFriends.slice(afterPlace, afterPlace + rowLimit + 1);
    }
    if (city === null) return [];
    const fieldName = placeField(choice);
    const storedRows = await tableRows
      .find({
        sport: choice.sport,
        ...(city && { city }),
        [fieldName]: { $gt: afterPlace },
      })
      .sort({ [fieldName]: 1 })
      .limit(rowLimit + 1)
      .project<ShownRow>(projectedFields(choice.discipline))
      .toArray();
    return storedRows.map((shownRow) => {
      const { rank, rankBefore, place } = placeInRanking(shownRow, choice)!;
      return { row: shownRow, rank: rank!, rankBefore, place: place! };
    });
  }

  /** The user's rank, and the number of players in the ranking. */
  private async placeAmong(
    tableRows: Rows,
    userId: string,
    rankingChoice: RankingChoice,
    clubPlace: OwnPlace,
  ): Promise<OwnPlace> {
    if (rankingChoice.tab === 'friends') {
      const rankedFriends = await this.rankedFriends(tableRows, userId, rankingChoice);
      const ownRow = rankedFriends.find(({ row }) => row.playerId === userId);
      return {
        rank: ownRow?.rank ?? null,
        rankBefore: ownRow?.rankBefore ?? null,
        of: rankedFriends.length,
      };
    }
    if (rankingChoice.tab !== 'local') return clubPlace;
    const homeCityKey = await this.cityKeyOf(userId);
    if (homeCityKey === null) return { rank: null, rankBefore: null, of: 0 };
    const { sport } = rankingChoice;
    const fieldName = placeField(rankingChoice);
    const [lastRow] = await tableRows
      .find({ sport, city: homeCityKey, [fieldName]: { $gt: 0 } })
      .sort({ [fieldName]: -1 })
      .limit(1)
      .toArray();
    // After a user changes their city, they appear in the ranking of the new city with the next
    // table.
    const rowInCity = await tableRows.findOne({
      _id: rowIdOf({ sport, playerId: userId }),
      city: homeCityKey,
    });
    return {
      rank: rowInCity && clubPlace.rank,
      rankBefore: rowInCity && clubPlace.rankBefore,
      of: (lastRow && placeInRanking(lastRow, rankingChoice)?.place) || 0,
    };
  }

  /**
   * The ranked friends in order of place. There are so few that they can be sorted here. Friends
   * whose results are private are left out, because a row without a name would still identify them.
   */
  private async rankedFriends(
    tableRows: Rows,
    userId: string,
    { sport, discipline: matchDiscipline }: Pick<RankingChoice, 'sport' | 'discipline'>,
  ): Promise<RankedRow[]> {
    const friendIds = [...(await this.friendQueries.friendsOf(userId))];
    const [friendsWithSetting, opponents] = await Promise.all([
      this.readModels.read(people, (collection) =>
        collection
          .find({ _id: { $in: friendIds }, pageAudience: { $ne: 'everyone' } })
          .project<Pick<Person, 'userId' | 'pageAudience' | 'roles'>>(settingFields)
          .toArray(),
      ),
      this.viewerRelations.opponentsAmong(userId, friendIds),
    ]);
    const privateIds = friendsWithSetting
      .filter(
        (friend) => !visibleFields(friend, opponents.get(friend.userId) ?? 'stranger').results,
      )
      .map((friend) => friend.userId);
    const playerIds = friendIds.filter((id) => id === userId || !privateIds.includes(id));
    const storedRows = await tableRows
      .find({
        _id: { $in: playerIds.map((playerId) => rowIdOf({ sport, playerId })) },
        [`${matchDiscipline}.rank`]: { $gt: 0 },
      })
      .project<ShownRow>(projectedFields(matchDiscipline))
      .toArray();
    storedRows.sort(
      (firstRow, secondRow) =>
        firstRow[matchDiscipline]!.place! - secondRow[matchDiscipline]!.place!,
    );
    const clubRanks = storedRows.map((shownRow) => shownRow[matchDiscipline]!.rank!);
    const clubRanksBefore = storedRows
      .flatMap((shownRow) => shownRow[matchDiscipline]!.rankBefore ?? [])
      .sort((firstRank, secondRank) => firstRank - secondRank);
    const rankBeforeOf = (shownRow: ShownRow) => {
      const { rankBefore } = shownRow[matchDiscipline]!;
      return rankBefore === null ? null : clubRanksBefore.indexOf(rankBefore) + 1;
    };
    return storedRows.map((shownRow, index) => ({
      row: shownRow,
      place: index + 1,
      rank: clubRanks.indexOf(clubRanks[index]!) + 1,
      rankBefore: rankBeforeOf(shownRow),
    }));
  }

  private async cityKeyOf(userId: string): Promise<string | null> {
    const personDocument = await this.readModels.read(people, (collection) =>
      collection.findOne({ _id: userId }),
    );
    const localArea = personDocument && localAreaOf(personDocument.homeCity);
    if (!localArea) return null;
    const key = areaKey(this.keyedHashes, areaName(localArea));
    const meantKey = await this.tableStore.find(async ({ meantAreas }) => meantAreas[key] ?? null);
    return meantKey ?? key;
  }

  private async contextOf(playerIds: readonly string[]): Promise<Omit<RankingContext, 'fieldsOf'>> {
    const [personDocuments, eliteIds, upcomingIds] = await Promise.all([
      this.readModels.read(people, (collection) =>
        collection.find({ _id: { $in: [...playerIds] } }).toArray(),
      ),
      this.membershipTiers.membersAmong(playerIds),
      this.withUpcomingHour(playerIds),
    ]);
    return {
      people: new Map(
        personDocuments.map((personDocument): [string, Person] => [
          personDocument.userId,
          personDocument,
        ]),
      ),
      elite: eliteIds,
      upcoming: upcomingIds,
    };
  }

  /** The users who have a confirmed booking in the next few days. */
  private async withUpcomingHour(playerIds: readonly string[]): Promise<ReadonlySet<string>> {
    const currentTimestamp = this.clock.now();
    const [fromInstant, toInstant] = [
      currentTimestamp,
      currentTimestamp + UPCOMING_DAYS * DAY_MS,
    ].map((timestamp) => new Date(timestamp).toISOString());
    const upcomingBookings = await this.readModels.read(bookings, (collection) =>
      collection
        .find({
          playerId: { $in: [...playerIds] },
          startTime: { $gte: fromInstant!, $lt: toInstant! },
          status: 'confirmed',
        })
        .project<{ playerId: string }>({ playerId: 1 })
        .toArray(),
    );
    return new Set(upcomingBookings.map(({ playerId }) => playerId));
  }
}

/** The skill after each of the latest matches, oldest first. */
const latestSkills = async (
  receipts: Receipts,
  { playerId, sport, receipts: epoch }: StoredRow,
  discipline: Discipline,
): Promise<number[]> => {
  const latestReceipts = await receipts
    .find({ playerId, sport, epoch, discipline })
    .sort({ playedAt: -1, logged: -1 })
    .limit(LATEST_SKILLS)
    .project<{ after: { figure: number } }>({ 'after.figure': 1 })
    .toArray();
  return latestReceipts.map(({ after }) => after.figure).reverse();
};

const emptyOwnRank: OwnRank = {
  rank: null,
  movement: null,
  skills: [],
  of: 0,
  tier: null,
  rating: null,
  matchesToRank: RATED_FROM,
  opponentsToRank: 0,
  streak: 0,
  formula: null,
  inputPosition: null,
  publishedAt: null,
};

import type { Discipline } from '@courtly/contracts/matches';
import type { FlaggedPlayer, Player, RatingReceipt } from '@courtly/contracts/rankings';
import type { Sport } from '@courtly/contracts/sport';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { isHostListed } from '../../booking/courts/court-listing.js';
import { courts } from '../../booking/courts/courts.projection.js';
import { CONFIG, type Config } from '../../config.js';
import { type Page, type PageRequest, decodeCursor, cutPage } from '../../platform/http/paging.js';
import { MEMBERSHIP_TIERS, type MembershipTiers } from '../../people/identity/membership-tiers.js';
import { CONTACT_GUARD, type ContactGuard } from '../../people/blocks/contact-guard.js';
import { type ViewerRelation, hasPage, visibleFields } from '../../people/identity/page-privacy.js';
import { people } from '../../people/identity/people.projection.js';
import type { Person } from '../../people/identity/person.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import type { Actor } from '../../platform/kernel/events.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { Friends } from './friends.queries.js';
import { matchCountOf } from './player-record.js';
import { rankingReview } from './ranking-review.js';
import { rankingReviews } from './ranking-reviews.projection.js';
import type { Receipt } from './ranking-table.js';
import { flaggedView, playerPageView, receiptForOutsider, receiptView } from './ranking-views.js';
import { ratedMatches, silentPlayersOf } from './rated-matches.projection.js';
import { rowIdOf } from './ranking-table.js';
import { type StoredReceipt, type StoredRow, TableStore } from './table-store.service.js';
import { ViewerRelations } from '../matches/viewer-relations.service.js';

const PlaceInReceipts = z.strictObject({ logged: z.string() });
const PlaceInFlags = z.strictObject({ id: z.string() });

/** A page, and the viewer relation that it was built for. Views by admins are recorded. */
export type SeenPage<T> = Readonly<{ page: T; relation: ViewerRelation }>;

const othersIn = ({ partnerId, opponentIds }: Pick<Receipt, 'partnerId' | 'opponentIds'>) => [
  ...(partnerId === null ? [] : [partnerId]),
  ...opponentIds,
];
type ReceiptsRequest = PageRequest &
  Readonly<{ sport: Sport; discipline?: Discipline | undefined }>;

/** The sport with the most rated matches of a player; tennis in a tie. */
const mainSportOf = (playerRows: readonly StoredRow[]): Sport => {
  const matchesIn = (sport: Sport) => {
    const playerRow = playerRows.find((storedRow) => storedRow.sport === sport);
    return playerRow ? matchCountOf(playerRow) : 0;
  };
  return matchesIn('pickleball') > matchesIn('tennis') ? 'pickleball' : 'tennis';
};

@Injectable()
export class PlayerQueries {
  constructor(
    private readonly tableStore: TableStore,
    private readonly readModels: ReadModels,
    private readonly friends: Friends,
    private readonly viewerRelations: ViewerRelations,
    @Inject(CONTACT_GUARD) private readonly contactGuard: ContactGuard,
    private readonly keyedHashes: KeyedHashes,
    @Inject(MEMBERSHIP_TIERS) private readonly membershipTiers: MembershipTiers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError not_found, including for erased users and for pages that the viewer may not
   * see
   */
  async playerPage(
    playerId: string,
    viewer: Actor,
    chosenSport?: Sport,
  ): Promise<SeenPage<Player>> {
    const { person, relation, fields } = await this.visiblePerson(playerId, viewer);
    const [playerTable, followedIds, eliteIds, blockId] = await Promise.all([
      this.tableStore.find(async ({ ranked }, tableRows) => ({
        ranked,
        rows: await tableRows.find({ playerId }).sort({ _id: 1 }).toArray(),
      })),
      this.friends.playersFollowedBy(viewer.id),
      this.membershipTiers.membersAmong([playerId]),
      this.contactGuard.ownBlockOf(viewer.id, playerId),
    ]);
    const sport = chosenSport ?? mainSportOf(fields.results ? (playerTable?.rows ?? []) : []);
    const shownRow = playerTable?.rows.find((storedRow) => storedRow.sport === sport) ?? null;
    const [courtNames, viewerResults] = await Promise.all([
      this.courtNames(
        (shownRow?.courts ?? []).map(({ courtId }) => courtId),
        relation,
      ),
      relation === 'self' || !fields.results
        ? null
        : this.resultsAgainst(viewer.id, playerId, sport),
    ]);
    const page = playerPageView(person, shownRow, {
      fields,
      sport,
      sports: playerTable ?? { ranked: null, rows: [] },
      isElite: eliteIds.has(playerId),
      isFollowed: followedIds.includes(playerId),
      blockId,
      viewer: viewerResults,
      courts: courtNames,
    });
    return { page, relation };
  }

  /**
   * A player's rating receipts, newest first. Others see a match, and the player in it, only after
   * the player's own response, so that silence reveals no one.
   * @throws DomainError not_found
   */
  async receiptsOfPlayer(
    playerId: string,
    viewer: Actor,
    receiptsRequest: ReceiptsRequest,
  ): Promise<SeenPage<Page<RatingReceipt>>> {
    const { relation, fields } = await this.visiblePerson(playerId, viewer);
    if (!fields.history) return { page: { items: [], next: null }, relation };
    const { items, next } = await this.storedReceipts(playerId, receiptsRequest);
    const otherPlayerIds = items.flatMap(othersIn);
    const [peopleById, courtNames, silentIds, relations] = await Promise.all([
      this.peopleById(otherPlayerIds),
      this.courtNames(
        items.map(({ courtId }) => courtId),
        relation,
      ),
      this.silentPlayers(items.map(({ matchId }) => matchId)),
      this.viewerRelations.opponentsAmong(viewer.id, otherPlayerIds),
    ]);
    const fieldsOfOther = (person: Person) =>
      visibleFields(
        person,
        relation === 'admin' ? 'admin' : (relations.get(person.userId) ?? 'stranger'),
      );
    const receiptViews = items.flatMap((storedReceipt): RatingReceipt[] => {
      const hiddenIds = new Set(silentIds.get(storedReceipt.matchId));
      hiddenIds.delete(viewer.id);
      if (hiddenIds.has(playerId)) return [];
      const fullReceipt = receiptView(storedReceipt, peopleById, courtNames, hiddenIds);
      const id = this.keyedHashes.hashOf('receipt', fullReceipt.id).slice(0, 24);
      const otherIds = othersIn(storedReceipt);
      if (relation === 'self' || otherIds.includes(viewer.id)) return [{ ...fullReceipt, id }];
      const otherPeople = new Map(
        otherIds.flatMap((otherId) => {
          const person = peopleById.get(otherId);
          if (!person || person.email === '' || hiddenIds.has(otherId)) return [];
          return [[otherId, { person, fields: fieldsOfOther(person) }]] as const;
        }),
      );
      return [receiptForOutsider(fullReceipt, id, fields, otherPeople)];
    });
    return { page: { items: receiptViews, next }, relation };
  }

  /**
   * The rated matches of a player for admins, with everyone in them, regardless of the
   * player's privacy setting. `people` are those to record as read.
   */
  async flaggedMatches(
    playerId: string,
    receiptsRequest: ReceiptsRequest,
  ): Promise<Readonly<{ page: Page<RatingReceipt>; people: readonly string[] }>> {
    const { items, next } = await this.storedReceipts(playerId, receiptsRequest);
    const otherPlayerIds = items.flatMap(othersIn);
    const [peopleById, courtNames] = await Promise.all([
      this.peopleById(otherPlayerIds),
      this.courtNames(
        items.map(({ courtId }) => courtId),
        'admin',
      ),
    ]);
    const matches = items.map((storedReceipt) =>
      receiptView(storedReceipt, peopleById, courtNames),
    );
    return { page: { items: matches, next }, people: [playerId, ...otherPlayerIds] };
  }

  private async storedReceipts(
    playerId: string,
    { cursor, limit, sport, discipline }: ReceiptsRequest,
  ): Promise<Page<StoredReceipt>> {
    const cursorPlace = decodeCursor(PlaceInReceipts, cursor);
    const storedReceipts = await this.tableStore.read(async (_, tableRows, ratingReceipts) => {
      const storedRow = await tableRows.findOne({ _id: rowIdOf({ sport, playerId }) });
      if (!storedRow) return [];
      const ofPlayer = { playerId, sport, epoch: storedRow.receipts };
      const lastReceipt =
        cursorPlace && (await ratingReceipts.findOne({ ...ofPlayer, logged: cursorPlace.logged }));
      if (cursorPlace && !lastReceipt) return [];
      const earlierFilter = lastReceipt && {
        $or: [
          { playedAt: { $lt: lastReceipt.playedAt } },
          { playedAt: lastReceipt.playedAt, logged: { $lt: lastReceipt.logged } },
        ],
      };
      return ratingReceipts
        .find({ ...ofPlayer, ...(discipline && { discipline }), ...earlierFilter })
        .sort({ playedAt: -1, logged: -1 })
        .limit(limit + 1)
        .toArray();
    });
    // The cursor has no time, because the viewer may not be allowed to see it.
    return cutPage(storedReceipts, limit, ({ logged }) => ({ logged }));
  }

  /**
   * The viewer's row, and the results against a player in the matches to which the player
   * responded.
   */
  private async resultsAgainst(viewerId: string, playerId: string, sport: Sport) {
    const viewerTable = await this.tableStore.find(async (_, tableRows, ratingReceipts) => {
      const row = await tableRows.findOne({ _id: rowIdOf({ sport, playerId: viewerId }) });
      const ofViewer = { playerId: viewerId, sport, epoch: row?.receipts ?? 0 };
      const meetings = row
        ? await ratingReceipts
            .find({ ...ofViewer, opponentIds: playerId })
            .project<Pick<StoredReceipt, 'matchId' | 'result'>>({ matchId: 1, result: 1 })
            .toArray()
        : [];
      return { row, meetings };
    });
    const { row, meetings } = viewerTable ?? { row: null, meetings: [] };
    const silentIds = await this.silentPlayers(meetings.map(({ matchId }) => matchId));
    const results = meetings
      .filter(({ matchId }) => !silentIds.get(matchId)?.includes(playerId))
      .map(({ result }) => result);
    return { row, results };
  }

  /** The players who let their time pass without a response, by match id. */
  private async silentPlayers(
    matchIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const matchDocuments = await this.readModels.read(ratedMatches, (collection) =>
      collection.find(idFilter(matchIds)).toArray(),
    );
    return new Map(matchDocuments.map((document) => [document.matchId, silentPlayersOf(document)]));
  }

  /**
   * Players with a flag that no admin has dismissed, or who are hidden, ordered by sport and id.
   */
  async flaggedPlayers({ cursor, limit }: PageRequest): Promise<Page<FlaggedPlayer>> {
    const cursorPlace = decodeCursor(PlaceInFlags, cursor);
    const hiddenIds = await this.readModels.read(rankingReviews, (collection) =>
      collection.distinct('_id', { isHidden: true }),
    );
    const listedRows = { $or: [{ isFlagged: true }, { playerId: { $in: hiddenIds } }] };
    const storedRows = await this.tableStore.read((_, tableRows) =>
      tableRows
        .find({ ...listedRows, ...(cursorPlace && { _id: { $gt: cursorPlace.id } }) })
        .sort({ _id: 1 })
        .limit(limit + 1)
        .toArray(),
    );
    const { items, next } = cutPage(storedRows, limit, ({ _id }) => ({ id: _id }));
    const playerIds = items.map(({ playerId }) => playerId);
    const otherPlayerIds = items.flatMap(({ flags }) =>
      flags.flatMap(({ otherId }) => otherId ?? []),
    );
    const peopleById = await this.peopleById([...playerIds, ...otherPlayerIds]);
    const reviewDocuments = await this.readModels.read(rankingReviews, (collection) =>
      collection.find(idFilter(playerIds)).toArray(),
    );
    const reviewById = new Map(reviewDocuments.map((review) => [review.playerId, review]));
    return {
      items: items.flatMap((storedRow) => {
        const review = reviewById.get(storedRow.playerId) ?? rankingReview.initial;
        const flaggedPlayer = flaggedView(storedRow, review, peopleById);
        return flaggedPlayer.flags.length > 0 || review.isHidden ? [flaggedPlayer] : [];
      }),
      next,
    };
  }

  /** @throws DomainError not_found */
  private async visiblePerson(playerId: string, viewer: Actor) {
    const person = (await this.peopleById([playerId])).get(playerId);
    if (!person || person.email === '') throw notFound('player');
    const relation = await this.viewerRelations.relationTo(viewer, playerId);
    const fields = visibleFields(person, relation);
    if (!hasPage(fields)) throw notFound('player');
    const isChallengeable = fields.contact && person.suspension === null;
    return { person, relation, fields: { ...fields, contact: isChallengeable } };
  }

  private async peopleById(documentIds: readonly string[]): Promise<ReadonlyMap<string, Person>> {
    const personDocuments = await this.readModels.read(people, (collection) =>
      collection.find(idFilter(documentIds)).toArray(),
    );
    return new Map(personDocuments.map((person) => [person.userId, person]));
  }

  /**
   * The names of the active courts, by id. Strangers and opponents see only those that the policy
   * lists.
   */
  private async courtNames(
    documentIds: readonly string[],
    relation: ViewerRelation,
  ): Promise<ReadonlyMap<string, string>> {
    const courtDocuments = await this.readModels.read(courts, (collection) =>
      collection.find(idFilter(documentIds)).toArray(),
    );
    const { policy } = this.config;
    const seesUnlisted = relation === 'self' || relation === 'admin';
    const hosts = seesUnlisted
      ? new Map<string, Person>()
      : await this.peopleById(courtDocuments.map(({ hostId }) => hostId));
    return new Map(
      courtDocuments
        .filter(
          ({ isActive, hostId }) =>
            isActive && (seesUnlisted || isHostListed(hosts.get(hostId) ?? null, policy)),
        )
        .map(({ courtId, name }) => [courtId, name]),
    );
  }
}

const idFilter = (documentIds: readonly string[]) => ({ _id: { $in: [...new Set(documentIds)] } });

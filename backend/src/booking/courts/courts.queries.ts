import { Inject, Injectable } from '@nestjs/common';
import {
  type Court as CourtResponse,
  type CourtDetail,
  type CourtFilters,
  type ZonedCourt,
  courtRoutes,
} from '@courtly/contracts/courts';
import { CONFIG, type Config } from '../../config.js';
import { EncodedJson } from '../../platform/http/encoded-json.js';
import {
  type CountedPage,
  type Page,
  type PageRequest,
  decodeCursor,
  cutPage,
} from '../../platform/http/paging.js';
import { VISITOR } from '../../platform/http/request.js';
import { ResponseCache } from '../../platform/http/response-cache.js';
import { Clock } from '../../platform/kernel/clock.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import type { Actor } from '../../platform/kernel/events.js';
import {
  MEMBERSHIP_TIERS,
  type MembershipTiers,
  isElite,
} from '../../people/identity/membership-tiers.js';
import { verifiedEmailHashes, verifiedEmailOf } from '../../people/identity/account-email.js';
import { emailVerification } from '../../people/identity/email-verification.js';
import { people } from '../../people/identity/people.projection.js';
import { person } from '../../people/identity/person.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { FallbackReads } from '../../platform/projections/fallback-reads.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import type { Booking } from '../bookings/booking.js';
import { bookings } from '../bookings/bookings.projection.js';
import { court } from './court.js';
import {
  type CourtFilter,
  PlaceInList,
  courtsAfter,
  courtFilter,
  newestFirst,
} from './court-filter.js';
import { isInvited } from './court-invitations.js';
import { courtInvitations } from './court-invitations.projection.js';
import { CourtReviews } from './court-reviews.queries.js';
import { ListedCourts, type ListedHosts } from './listed-courts.service.js';
import { type CourtReader, courtDetail, courtView, ownCourtView } from './court-view.js';
import { type CourtDocument, courts } from './courts.projection.js';
import { CALLER_ROLES, type CallerRoles } from '../../platform/http/caller-roles.js';

const placeOfCourt = ({ listedAt, courtId }: CourtDocument): PlaceInList => ({ listedAt, courtId });

const courtReaderOf = (
  { courtId, hostId }: CourtDocument,
  { id: userId }: Actor,
  confirmedIds: ReadonlySet<string>,
): CourtReader => {
  if (hostId === userId) return 'host';
  return confirmedIds.has(courtId) ? 'guest' : 'anybody';
};

@Injectable()
export class CourtQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly courtReviews: CourtReviews,
    private readonly listedCourts: ListedCourts,
    private readonly fallbackReads: FallbackReads,
    private readonly streams: Streams,
    private readonly keyedHashes: KeyedHashes,
    @Inject(CALLER_ROLES) private readonly callerRoles: CallerRoles,
    private readonly responseCache: ResponseCache,
    private readonly clock: Clock,
    @Inject(MEMBERSHIP_TIERS) private readonly membershipTiers: MembershipTiers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Newest courts first. Only the first page has a `total`. */
  async listCourts(
    courtFilters: CourtFilters,
    currentUser: Actor,
  ): Promise<CountedPage<CourtResponse>> {
    const courtQuery = {
      ...courtFilter(courtFilters, this.config.policy),
      ...(await this.listedCourts.listedHosts()),
    };
    const { items, ...pageInfo } = await this.findPage(courtQuery, courtFilters);
    const confirmedIds = await this.findConfirmedIds(items, currentUser);
    return {
      items: items.map((courtDocument) => this.listView(courtDocument, currentUser, confirmedIds)),
      ...pageInfo,
    };
  }

  /** The list as visitors see it, encoded once. */
  sharedList(courtFilters: CourtFilters) {
    return this.responseCache.getOrMake(
      `courts ${JSON.stringify(courtFilters)}`,
      this.listedCourts.sources,
      async () => {
        const { items, ...pageInfo } = await this.listCourts(courtFilters, VISITOR);
        const encodedItems = EncodedJson.from(courtRoutes.listCourts, [...items]);
        return { items: encodedItems, byteLength: encodedItems.byteLength, ...pageInfo };
      },
    );
  }

  private findPage(
    courtQuery: (CourtFilter & ListedHosts) | Pick<CourtDocument, 'hostId'>,
    { cursor, limit }: PageRequest,
  ) {
    const pageCursor = decodeCursor(PlaceInList, cursor);
    return this.readModels.read(courts, async (collection): Promise<CountedPage<CourtDocument>> => {
      const pageQuery = collection
        .find({ ...courtQuery, ...courtsAfter(pageCursor) })
        .sort(newestFirst);
      const [foundCourts, totalCount] = await Promise.all([
        pageQuery.limit(limit + 1).toArray(),
        pageCursor ? null : collection.countDocuments(courtQuery),
      ]);
      return { ...cutPage(foundCourts, limit, placeOfCourt), total: totalCount };
    });
  }

  /** The cover photo of the newest court. */
  async firstPhoto(): Promise<string | undefined> {
    const listedHosts = await this.listedCourts.listedHosts();
    const newestCourt = await this.readModels.read(courts, (collection) =>
      collection.findOne(
        { isShown: true, ...listedHosts },
        { sort: newestFirst, projection: { photos: 1 } },
      ),
    );
    return newestCourt?.photos[0];
  }

  async shownIds(limit: number, cursor: string | null): Promise<Page<string>> {
    const afterCondition = courtsAfter(decodeCursor(PlaceInList, cursor ?? undefined));
    const listedHosts = await this.listedCourts.listedHosts();
    const foundPlaces = await this.readModels.read(courts, (collection) =>
      collection
        .find({ isShown: true, ...listedHosts, ...afterCondition })
        .sort(newestFirst)
        .limit(limit + 1)
        .project<PlaceInList>({ _id: 0, listedAt: 1, courtId: 1 })
        .toArray(),
    );
    const { items, next } = cutPage(foundPlaces, limit, (place) => place);
    return { items: items.map(({ courtId }) => courtId), next };
  }

  /**
   * A court that is hidden or not listed is found only by its host, by players with a confirmed
   * booking, and by admins.
   */
  async showCourt(courtId: string, currentUser: Actor): Promise<CourtDetail> {
    const courtDocument = await this.readModels.read(courts, (collection) =>
      collection.findOne({ _id: courtId }),
    );
    if (!courtDocument) throw notFound('court');
    const [confirmedIds, awaitsApproval] = await Promise.all([
      this.findConfirmedIds([courtDocument], currentUser),
      this.listedCourts.awaitsApproval(courtDocument.hostId),
    ]);
    const courtReader = courtReaderOf(courtDocument, currentUser, confirmedIds);
    const isListed = courtDocument.isShown && !awaitsApproval;
    const readsAsAdmin = !isListed && (await this.isAdmin(currentUser));
    if (!isListed && courtReader === 'anybody' && !readsAsAdmin) throw notFound('court');
    const [hasElite, hasInvitation, latestReviews] = await Promise.all([
      isElite(this.membershipTiers, currentUser),
      this.isInvited(courtDocument, currentUser),
      this.courtReviews.latestReviews(courtId),
    ]);
    const detail = courtDetail(
      courtDocument,
      this.config.policy,
      courtReader,
      this.clock.instant(),
      { elite: hasElite, invited: hasInvitation, awaitsApproval },
      latestReviews,
    );
    return readsAsAdmin
      ? { ...detail, hiddenBecause: courtDocument.hiddenBecause, awaitsApproval }
      : detail;
  }

  private async isInvited({ courtId, courtAccess }: CourtDocument, currentUser: Actor) {
    if (courtAccess !== 'invite' || currentUser.role === 'visitor') return false;
    const [invitations, foundPerson, verifications] = await Promise.all([
      this.readModels.read(courtInvitations, (collection) => collection.findOne({ _id: courtId })),
      this.fallbackReads.readState(person, people, currentUser.id),
      this.fallbackReads.readStateIfAvailable(emailVerification, currentUser.id),
    ]);
    const verifiedEmail = verifiedEmailOf(foundPerson, verifications);
    return (
      invitations !== null &&
      isInvited(
        invitations,
        currentUser.id,
        verifiedEmailHashes(this.keyedHashes, 'email', verifiedEmail),
      )
    );
  }

  /** Newest courts first, including hidden ones. */
  async courtsOfHost(currentUser: Actor, paging: PageRequest): Promise<CountedPage<ZonedCourt>> {
    const [{ items, ...pageInfo }, awaitsApproval] = await Promise.all([
      this.findPage({ hostId: currentUser.id }, paging),
      this.listedCourts.awaitsApproval(currentUser.id),
    ]);
    return {
      items: items.map((courtDocument) =>
        ownCourtView(courtDocument, this.config.policy, awaitsApproval, this.clock.instant()),
      ),
      ...pageInfo,
    };
  }

  /**
   * Photos of an unlisted court are visible to the same people as the court. The host sees a new
   * photo immediately.
   */
  async photoAudience(
    courtId: string,
    photo: string,
    currentUser: Actor,
  ): Promise<'everyone' | 'person' | null> {
    const courtDocument = await this.readModels.read(courts, (collection) =>
      collection.findOne({ _id: courtId }),
    );
    if (courtDocument?.photos.includes(photo)) {
      if (await this.listedCourts.isListed(courtDocument)) return 'everyone';
      const confirmedIds = await this.findConfirmedIds([courtDocument], currentUser);
      const courtReader = courtReaderOf(courtDocument, currentUser, confirmedIds);
      if (courtReader !== 'anybody') return 'person';
      return (await this.isAdmin(currentUser)) ? 'person' : null;
    }
    if (currentUser.role === 'visitor') return null;
    const existingCourt = await this.streams.load(court, courtId);
    const isOwnPhoto =
      existingCourt?.hostId === currentUser.id && existingCourt.photos.includes(photo);
    return isOwnPhoto ? 'person' : null;
  }

  private async isAdmin({ id, role }: Actor): Promise<boolean> {
    return role !== 'visitor' && (await this.callerRoles.of(id)).includes('admin');
  }

  private listView(
    courtDocument: CourtDocument,
    currentUser: Actor,
    confirmedIds: ReadonlySet<string>,
  ): CourtResponse {
    return courtView(
      courtDocument,
      this.config.policy,
      courtReaderOf(courtDocument, currentUser, confirmedIds),
    );
  }

  /** The courts with a confirmed booking of this user, who may see their exact addresses. */
  private async findConfirmedIds(
    courtDocuments: readonly CourtDocument[],
    { id: playerId, role }: Actor,
  ): Promise<ReadonlySet<string>> {
    if (role === 'visitor' || courtDocuments.length === 0) return new Set();
    const courtIds = courtDocuments.map(({ courtId }) => courtId);
    const confirmedBookings = await this.readModels.read(bookings, (collection) =>
      collection
        .find({ playerId, status: 'confirmed', courtId: { $in: courtIds } })
        .project<Pick<Booking, 'courtId'>>({ courtId: 1 })
        .toArray(),
    );
    return new Set(confirmedBookings.map(({ courtId }) => courtId));
  }
}

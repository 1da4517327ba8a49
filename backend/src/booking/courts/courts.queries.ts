import { Inject, Injectable } from '@nestjs/common';
import {
  type Court as CourtResponse,
  type CourtDetail,
  type CourtFilters,
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
import { notFound } from '../../platform/kernel/domain-error.js';
import type { Actor } from '../../platform/kernel/events.js';
import {
  MEMBERSHIP_TIERS,
  type MembershipTiers,
  isElite,
} from '../../people/identity/membership-tiers.js';
import { people } from '../../people/identity/people.projection.js';
import { person } from '../../people/identity/person.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { FallbackReads } from '../../platform/projections/fallback-reads.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { court } from './court.js';
import { type CourtFilter, PlaceInList, coming, courtFilter, newestFirst } from './court-filter.js';
import { CourtGuests } from './court-guests.service.js';
import { isInvited } from './court-invitations.js';
import { courtInvitations } from './court-invitations.projection.js';
import { CourtReviews } from './court-reviews.queries.js';
import { type Reader, courtDetail, courtView } from './court-view.js';
import { type CourtDocument, courts } from './courts.projection.js';

const placeOf = ({ listedAt, courtId }: CourtDocument): PlaceInList => ({ listedAt, courtId });

const readerOf = (
  { courtId, hostId }: CourtDocument,
  { id }: Actor,
  booked: ReadonlySet<string>,
): Reader => {
  if (hostId === id) return 'host';
  return booked.has(courtId) ? 'guest' : 'anybody';
};

@Injectable()
export class CourtQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly reviews: CourtReviews,
    private readonly lastSeen: FallbackReads,
    private readonly streams: Streams,
    private readonly guests: CourtGuests,
    private readonly hashes: KeyedHashes,
    private readonly responses: ResponseCache,
    @Inject(MEMBERSHIP_TIERS) private readonly tiers: MembershipTiers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Newest first. `total` comes with the first page only. */
  async list(filters: CourtFilters, reader: Actor): Promise<CountedPage<CourtResponse>> {
    const { items, ...rest } = await this.page(courtFilter(filters), filters);
    const booked = await this.booked(items, reader);
    return { items: items.map((court) => this.view(court, reader, booked)), ...rest };
  }

  /** The list that visitors see, encoded once. */
  sharedList(filters: CourtFilters) {
    return this.responses.getOrMake(
      `courts ${JSON.stringify(filters)}`,
      [{ readModel: courts.name }],
      async () => {
        const { items, ...rest } = await this.list(filters, VISITOR);
        const encoded = EncodedJson.from(courtRoutes.listCourts, [...items]);
        return { items: encoded, byteLength: encoded.byteLength, ...rest };
      },
    );
  }

  private page(
    filter: CourtFilter | Pick<CourtDocument, 'hostId'>,
    { cursor, limit }: PageRequest,
  ) {
    const after = decodeCursor(PlaceInList, cursor);
    return this.readModels.read(courts, async (all): Promise<CountedPage<CourtDocument>> => {
      const page = all.find({ ...filter, ...coming(after) }).sort(newestFirst);
      const [found, total] = await Promise.all([
        page.limit(limit + 1).toArray(),
        after ? null : all.countDocuments(filter),
      ]);
      return { ...cutPage(found, limit, placeOf), total };
    });
  }

  /** The cover of the newest court. */
  async firstPhoto(): Promise<string | undefined> {
    const first = await this.readModels.read(courts, (all) =>
      all.findOne({ isShown: true }, { sort: newestFirst, projection: { photos: 1 } }),
    );
    return first?.photos[0];
  }

  async shownIds(limit: number, cursor: string | null): Promise<Page<string>> {
    const after = coming(decodeCursor(PlaceInList, cursor ?? undefined));
    const found = await this.readModels.read(courts, (all) =>
      all
        .find({ isShown: true, ...after })
        .sort(newestFirst)
        .limit(limit + 1)
        .project<PlaceInList>({ _id: 0, listedAt: 1, courtId: 1 })
        .toArray(),
    );
    const { items, next } = cutPage(found, limit, (last) => last);
    return { items: items.map(({ courtId }) => courtId), next };
  }

  /** A hidden court exists only for its host and for players with a confirmed booking. */
  async show(courtId: string, reader: Actor): Promise<CourtDetail> {
    const court = await this.readModels.read(courts, (all) => all.findOne({ _id: courtId }));
    const booked = court ? await this.booked([court], reader) : new Set<string>();
    if (!court || !(court.isShown || court.hostId === reader.id || booked.has(courtId)))
      throw notFound('court');
    const [elite, invited, reviews] = await Promise.all([
      isElite(this.tiers, reader),
      this.isInvited(court, reader),
      this.reviews.latest(courtId),
    ]);
    return courtDetail(
      court,
      this.config.policy,
      readerOf(court, reader, booked),
      { elite, invited },
      reviews,
    );
  }

  private async isInvited(
    { courtId, courtAccess }: CourtDocument,
    reader: Actor,
  ): Promise<boolean> {
    if (courtAccess !== 'invite' || reader.role === 'visitor') return false;
    const [invitations, member] = await Promise.all([
      this.readModels.read(courtInvitations, (all) => all.findOne({ _id: courtId })),
      this.lastSeen.of(person, people, reader.id),
    ]);
    return (
      invitations !== null &&
      isInvited(invitations, reader.id, this.hashes.hashesOfName('email', member?.email ?? ''))
    );
  }

  /** Newest first, including hidden courts. */
  async ofOwner(owner: Actor, paging: PageRequest): Promise<CountedPage<CourtResponse>> {
    const { items, ...rest } = await this.page({ hostId: owner.id }, paging);
    return { items: items.map((court) => this.view(court, owner, new Set())), ...rest };
  }

  /** The host sees a new photo immediately, before the read model has it. */
  async hasPhoto(courtId: string, photo: string, reader: Actor): Promise<boolean> {
    const shown = await this.readModels.read(courts, (all) => all.findOne({ _id: courtId }));
    if (shown?.photos.includes(photo)) return true;
    if (reader.role === 'visitor') return false;
    const own = await this.streams.load(court, courtId);
    return own?.hostId === reader.id && own.photos.includes(photo);
  }

  private view(court: CourtDocument, reader: Actor, booked: ReadonlySet<string>): CourtResponse {
    return courtView(court, this.config.policy, readerOf(court, reader, booked));
  }

  private booked(
    documents: readonly CourtDocument[],
    reader: Actor,
  ): Promise<ReadonlySet<string>> | Set<string> {
    if (reader.role === 'visitor' || documents.length === 0) return new Set();
    return this.guests.confirmed(
      reader.id,
      documents.map(({ courtId }) => courtId),
    );
  }
}

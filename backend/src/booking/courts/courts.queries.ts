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
  type Paging,
  keyIn,
  pageOf,
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

/** Courts as people see them. */
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

  /** One page of the courts that match, newest first; `total`, on the first page, is how many match in all. */
  async list(filters: CourtFilters, reader: Actor): Promise<CountedPage<CourtResponse>> {
    const { items, ...rest } = await this.page(courtFilter(filters), filters);
    const booked = await this.booked(items, reader);
    return { items: items.map((court) => this.view(court, reader, booked)), ...rest };
  }

  /** The same as visitors see it, encoded once for all of them. */
  sharedList(filters: CourtFilters) {
    return this.responses.reuse(
      `courts ${JSON.stringify(filters)}`,
      [{ readModel: courts.name }],
      async () => {
        const { items, ...rest } = await this.list(filters, VISITOR);
        const encoded = EncodedJson.from(courtRoutes.listCourts, [...items]);
        return { items: encoded, byteLength: encoded.byteLength, ...rest };
      },
    );
  }

  private page(filter: CourtFilter | Pick<CourtDocument, 'hostId'>, { cursor, limit }: Paging) {
    const after = keyIn(PlaceInList, cursor);
    return this.readModels.read(courts, async (all): Promise<CountedPage<CourtDocument>> => {
      const page = all.find({ ...filter, ...coming(after) }).sort(newestFirst);
      const [found, total] = await Promise.all([
        page.limit(limit + 1).toArray(),
        after ? null : all.countDocuments(filter),
      ]);
      return { ...pageOf(found, limit, placeOf), total };
    });
  }

  /** The first photo of the court that heads the list of all, where it has one. */
  async firstPhoto(): Promise<string | undefined> {
    const first = await this.readModels.read(courts, (all) =>
      all.findOne({ isShown: true }, { sort: newestFirst, projection: { photos: 1 } }),
    );
    return first?.photos[0];
  }

  /** The ids of at most so many courts that visitors see, newest first, after a place in that list. */
  async shownIds(limit: number, cursor: string | null): Promise<Page<string>> {
    const after = coming(keyIn(PlaceInList, cursor ?? undefined));
    const found = await this.readModels.read(courts, (all) =>
      all
        .find({ isShown: true, ...after })
        .sort(newestFirst)
        .limit(limit + 1)
        .project<PlaceInList>({ _id: 0, listedAt: 1, courtId: 1 })
        .toArray(),
    );
    const { items, next } = pageOf(found, limit, (last) => last);
    return { items: items.map(({ courtId }) => courtId), next };
  }

  /** One court. A hidden one exists only for its owner and for players with a confirmed booking of it. */
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
      isInvited(invitations, reader.id, this.hashes.allOfName('email', member?.email ?? ''))
    );
  }

  /** One page of an owner's courts, hidden ones too, newest first. */
  async ofOwner(owner: Actor, paging: Paging): Promise<CountedPage<CourtResponse>> {
    const { items, ...rest } = await this.page({ hostId: owner.id }, paging);
    return { items: items.map((court) => this.view(court, owner, new Set())), ...rest };
  }

  /** Whether a court has a photo now. Its host sees a new one at once, before the read model holds it. */
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

  /** Which of the courts the reader has a confirmed booking of. */
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

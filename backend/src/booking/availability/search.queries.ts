import { Inject, Injectable } from '@nestjs/common';
import {
  type CourtSearchResult,
  type SearchFilters,
  searchRoutes,
} from '@courtly/contracts/search';
import { z } from 'zod';
import { CONFIG, type Config } from '../../config.js';
import {
  type CourtFilter,
  courtFilter,
  newestFirst,
  PlaceInList,
  courtsAfter,
} from '../courts/court-filter.js';
import { courtView } from '../courts/court-view.js';
import { type CourtDocument, courts } from '../courts/courts.projection.js';
import { favourites } from '../courts/favourites.projection.js';
import { EncodedJson } from '../../platform/http/encoded-json.js';
import { type Page, encodeCursor, decodeCursor, cutPage } from '../../platform/http/paging.js';
import { VISITOR } from '../../platform/http/request.js';
import { ResponseCache } from '../../platform/http/response-cache.js';
import { Clock } from '../../platform/kernel/clock.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Actor } from '../../platform/kernel/events.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { courtDayId } from '../bookings/booking-id.js';
import { courtDays, occupiedHours } from '../bookings/court-days.projection.js';
import { datesToSearch, firstFreeHours } from './free-hours.js';

/** Courts per read if a day is named, and the most that one page examines. */
const COURTS_PER_READ = 100;
const MAX_EXAMINED_COURTS = 500;

type CourtQuery = CourtFilter & Readonly<{ _id?: { $in: string[] } }>;
type CourtSearch = SearchFilters & Readonly<{ matching: CourtQuery }>;
type FoundCourt = Readonly<{ court: CourtDocument; slots: CourtSearchResult['slots'] }>;

const firstStartOf = ({ slots }: FoundCourt): string => slots[0]?.start ?? '9';

/** Sorts with an index: the sort, its cursor, and the condition for the courts after a cursor. */
const courtOrders = {
  newest: {
    sort: newestFirst,
    Place: PlaceInList,
    placeOf: ({ listedAt, courtId }: CourtDocument) => ({ listedAt, courtId }),
    coming: courtsAfter,
  },
  price: {
    sort: { rateCents: 1, _id: 1 } as const,
    Place: z.strictObject({ rateCents: z.number(), courtId: z.string() }),
    placeOf: ({ rateCents, courtId }: CourtDocument) => ({ rateCents, courtId }),
    coming: (afterCourt: { rateCents: number; courtId: string } | undefined) =>
      afterCourt && {
        $or: [
          { rateCents: { $gt: afterCourt.rateCents } },
          { rateCents: { $eq: afterCourt.rateCents }, _id: { $gt: afterCourt.courtId } },
        ],
      },
  },
};

const SoonestPlace = z.strictObject({ start: z.string(), courtId: z.string() });

@Injectable()
export class SearchQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
    private readonly responseCache: ResponseCache,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Only favorites depend on the reader; everything else is public. */
  async search(filters: SearchFilters, currentUser: Actor) {
    const courtSearch: CourtSearch = {
      ...filters,
      matching: await this.queryFor(filters, currentUser),
    };
    const [{ items, next }, total] = await Promise.all([
      filters.sort === 'soonest'
        ? this.searchSoonest(courtSearch)
        : this.searchInOrder(courtSearch),
      this.countMatches(courtSearch),
    ]);
    const resultView = ({ court, slots }: FoundCourt) => ({
      ...courtView(court, this.config.policy, 'anybody'),
      slots,
    });
    const encodedItems = EncodedJson.from(searchRoutes.searchCourts, items.map(resultView));
    return { items: encodedItems, byteLength: encodedItems.byteLength, next, total };
  }

  /** Shared by all readers. Time changes what is bookable, so the cache key includes the minute. */
  sharedSearch(filters: SearchFilters) {
    const cacheSources = [{ readModel: courts.name }, { readModel: courtDays.name }];
    const currentMinute = Math.floor(this.clock.now() / MINUTE_MS);
    return this.responseCache.getOrMake(
      `search ${JSON.stringify(filters)} ${currentMinute}`,
      cacheSources,
      () => this.search(filters, VISITOR),
    );
  }

  private async queryFor(filters: SearchFilters, { id: userId, role }: Actor): Promise<CourtQuery> {
    if (!filters.favourites) return courtFilter(filters);
    if (role === 'visitor')
      throw new DomainError('not_signed_in', 'Please sign in to see your favorites.');
    const userFavourites = await this.readModels.read(favourites, (collection) =>
      collection.findOne({ _id: userId }),
    );
    return { ...courtFilter(filters), _id: { $in: [...(userFavourites?.courtIds ?? [])] } };
  }

  /** On the first page only; null if a day is named, because counting would need all hours. */
  private countMatches({ matching, date, cursor }: CourtSearch): Promise<number> | null {
    if (date || cursor) return null;
    return this.readModels.read(courts, (collection) => collection.countDocuments(matching));
  }

  private async searchInOrder(filters: CourtSearch): Promise<Page<FoundCourt>> {
    const { sort, Place, placeOf, coming } =
      courtOrders[filters.sort === 'price' ? 'price' : 'newest'];
    // Without a day every court matches, so read only what a page needs.
    const readLimit = filters.date ? COURTS_PER_READ : filters.limit + 1;
    const foundCourts: FoundCourt[] = [];
    for (let afterCourt = decodeCursor(Place, filters.cursor), examinedCount = 0; ;) {
      const courtBatch = await this.readModels.read(courts, (collection) =>
        collection
          .find({ ...filters.matching, ...coming(afterCourt as never) })
          .sort({ ...sort })
          .limit(readLimit)
          .toArray(),
      );
      foundCourts.push(...(await this.withFreeHours(courtBatch, filters)));
      examinedCount += courtBatch.length;
      if (foundCourts.length > filters.limit || courtBatch.length < readLimit)
        return cutPage(foundCourts, filters.limit, ({ court }) => placeOf(court));
      afterCourt = placeOf(courtBatch.at(-1)!);
      if (examinedCount >= MAX_EXAMINED_COURTS)
        return { items: foundCourts, next: encodeCursor(afterCourt) };
    }
  }

  /** Examines only the newest courts, because no index knows which court is free soonest. */
  private async searchSoonest(filters: CourtSearch): Promise<Page<FoundCourt>> {
    const newestCourts = await this.readModels.read(courts, (collection) =>
      collection.find(filters.matching).sort(newestFirst).limit(MAX_EXAMINED_COURTS).toArray(),
    );
    const afterCourt = decodeCursor(SoonestPlace, filters.cursor);
    const placeOfCourt = (foundCourt: FoundCourt) => ({
      start: firstStartOf(foundCourt),
      courtId: foundCourt.court.courtId,
    });
    const sortKeyOf = ({ start, courtId }: z.infer<typeof SoonestPlace>) => `${start} ${courtId}`;
    const soonestCourts = (await this.withFreeHours(newestCourts, filters))
      .map((foundCourt) => ({ one: foundCourt, key: sortKeyOf(placeOfCourt(foundCourt)) }))
      .filter(({ key }) => !afterCourt || key > sortKeyOf(afterCourt))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ one }) => one);
    return cutPage(soonestCourts, filters.limit, placeOfCourt);
  }

  /** With a day, only courts that have free hours. */
  private async withFreeHours(
    courtDocuments: readonly CourtDocument[],
    filters: SearchFilters,
  ): Promise<FoundCourt[]> {
    const currentInstant = this.clock.instant();
    const courtDayIds = courtDocuments.flatMap((court) =>
      datesToSearch(court, filters, currentInstant).map((courtDate) =>
        courtDayId(court.courtId, courtDate),
      ),
    );
    const courtDayViews = await this.readModels.read(courtDays, (collection) =>
      collection.find({ _id: { $in: courtDayIds } }).toArray(),
    );
    const occupiedByDayId = new Map(
      courtDayViews.map((courtDayView) => [courtDayView._id, occupiedHours(courtDayView)]),
    );
    const courtsWithHours = courtDocuments.map((court) => {
      const occupiedOn = (courtDate: string) =>
        occupiedByDayId.get(courtDayId(court.courtId, courtDate)) ?? [];
      return {
        court,
        slots: firstFreeHours(court, filters, occupiedOn, this.config.policy, currentInstant),
      };
    });
    return filters.date ? courtsWithHours.filter(({ slots }) => slots.length > 0) : courtsWithHours;
  }
}

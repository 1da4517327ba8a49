import { Inject, Injectable } from '@nestjs/common';
import {
  type CourtSearchResult,
  type SearchDaysQuery,
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
import { courtView, publicLocation } from '../courts/court-view.js';
import { type CourtDocument, courts } from '../courts/courts.projection.js';
import { ListedCourts, type ListedHosts } from '../courts/listed-courts.service.js';
import { favourites } from '../courts/favourites.projection.js';
import { EncodedJson } from '../../platform/http/encoded-json.js';
import { type Page, encodeCursor, decodeCursor, cutPage } from '../../platform/http/paging.js';
import { VISITOR } from '../../platform/http/request.js';
import { ResponseCache } from '../../platform/http/response-cache.js';
import { Clock } from '../../platform/kernel/clock.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Actor } from '../../platform/kernel/events.js';
import { MINUTE_MS, datesFrom, localDate } from '../../platform/kernel/local-time.js';
import type { ReadModelCollection } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import {
  type PriceGroup,
  type PricePolicy,
  leastRate,
  priceGroups,
  shownCents,
} from '../pricing/shown-price.js';
import { courtDayIdsAround } from '../bookings/booking-id.js';
import { courtDays, occupiedHours } from '../bookings/court-days.projection.js';
import { type Point, centerOf, milesBetween } from './distance.js';
import {
  type HourSearch,
  datesOpenForBooking,
  datesToSearch,
  firstFreeHours,
} from './free-hours.js';

/**
 * The number of courts per read if the search names a day. MAX_EXAMINED_COURTS limits those of one
 * page.
 */
const COURTS_PER_READ = 100;
const MAX_EXAMINED_COURTS = 500;

/** A month costs as much as 42 searches by day, so it examines fewer courts. */
const MONTH_COURTS_PER_READ = 20;
const MAX_MONTH_COURTS = 100;
/** The zone in which a day ends last. */
const EARLIEST_ZONE = 'Etc/GMT+12';

type CourtCollection = ReadModelCollection<CourtDocument>;
type CourtQuery = CourtFilter & ListedHosts & Readonly<{ _id?: { $in: string[] } }>;
type CourtSearch = SearchFilters & Readonly<{ courtQuery: CourtQuery }>;
type FoundCourt = Readonly<{ court: CourtDocument; slots: CourtSearchResult['slots'] }>;
type NearCourt = FoundCourt & Readonly<{ milesAway?: number }>;

const firstStartOf = ({ slots }: FoundCourt): string => slots[0]?.start ?? '9';

/** A sort order that an index covers. `read` returns the courts after a place in this order. */
type CourtOrder<Place extends object> = Readonly<{
  Place: z.ZodType<Place>;
  placeOf(court: CourtDocument): Place;
  read(
    collection: CourtCollection,
    courtQuery: CourtQuery,
    place: Place | undefined,
    limit: number,
  ): Promise<CourtDocument[]>;
}>;

const newestOrder: CourtOrder<PlaceInList> = {
  Place: PlaceInList,
  placeOf: ({ listedAt, courtId }) => ({ listedAt, courtId }),
  read: (collection, courtQuery, place, limit) =>
    collection
      .find({ ...courtQuery, ...courtsAfter(place) })
      .sort({ ...newestFirst })
      .limit(limit)
      .toArray(),
};

const PlaceByPrice = z.strictObject({ priceCents: z.number(), courtId: z.string() });
type PlaceByPrice = z.infer<typeof PlaceByPrice>;

/**
 * Finds the courts of a group after a place: those with a higher rate, or with its rate and a later
 * id.
 */
const groupAfter = (group: PriceGroup, { priceCents, courtId }: PlaceByPrice) => {
  const rateCents = leastRate(group, priceCents);
  return group.priceAt(rateCents) === priceCents
    ? {
        $or: [
          { rateCents: { $gt: rateCents } },
          { rateCents: { $eq: rateCents }, _id: { $gt: courtId } },
        ],
      }
    : { $or: [{ rateCents: { $gte: rateCents } }] };
};

/** Sorts by the displayed price: sorts each group by rate, then merges the groups. */
const priceOrder = (pricePolicy: PricePolicy): CourtOrder<PlaceByPrice> => {
  const groups = priceGroups(pricePolicy);
  const placeOf = ({ rateCents, location, courtId }: CourtDocument): PlaceByPrice => ({
    priceCents: shownCents(rateCents, location, pricePolicy),
    courtId,
  });
  return {
    Place: PlaceByPrice,
    placeOf,
    async read(collection, courtQuery, place, limit) {
      const courtsByGroup = await Promise.all(
        groups.map((group) =>
          collection
            .find({ ...courtQuery, ...group.courts, ...(place && groupAfter(group, place)) })
            .sort({ rateCents: 1, _id: 1 })
            .limit(limit)
            .toArray(),
        ),
      );
      return courtsByGroup
        .flat()
        .map((court) => ({ court, ...placeOf(court) }))
        .sort((first, second) =>
          first.priceCents === second.priceCents
            ? Number(first.courtId > second.courtId) - Number(first.courtId < second.courtId)
            : first.priceCents - second.priceCents,
        )
        .slice(0, limit)
        .map(({ court }) => court);
    },
  };
};

const SoonestPlace = z.strictObject({ start: z.string(), courtId: z.string() });
const NearestPlace = z.strictObject({ sortKey: z.string() });

/** The public, rounded position, so that the order of courts does not reveal their addresses. */
const publicPoint = (court: CourtDocument): Point | null => {
  const { latitude, longitude } = publicLocation(court);
  return latitude === null || longitude === null ? null : { latitude, longitude };
};

@Injectable()
export class SearchQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly listedCourts: ListedCourts,
    private readonly clock: Clock,
    private readonly responseCache: ResponseCache,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Only the favorites depend on the user; everything else is public. */
  async search(searchFilters: SearchFilters, currentUser: Actor) {
    const courtSearch: CourtSearch = {
      ...searchFilters,
      courtQuery: await this.queryFor(searchFilters, currentUser),
    };
    const [{ items, next }, totalCount] = await Promise.all([
      this.searchInOrder(courtSearch),
      this.countMatches(courtSearch),
    ]);
    const resultView = ({ court, slots, milesAway }: NearCourt) => ({
      ...courtView(court, this.config.policy, 'anybody'),
      slots,
      ...(milesAway !== undefined && { milesAway: Math.round(milesAway) }),
    });
    const encodedItems = EncodedJson.from(searchRoutes.searchCourts, items.map(resultView));
    return { items: encodedItems, byteLength: encodedItems.byteLength, next, total: totalCount };
  }

  /**
   * Shared by all readers. The cache key includes the minute, because bookable hours change with
   * time.
   */
  sharedSearch(searchFilters: SearchFilters) {
    const cacheSources = [...this.listedCourts.sources, { readModel: courtDays.name }];
    const currentMinute = Math.floor(this.clock.now() / MINUTE_MS);
    return this.responseCache.getOrMake(
      `search ${JSON.stringify(searchFilters)} ${currentMinute}`,
      cacheSources,
      () => this.search(searchFilters, VISITOR),
    );
  }

  /**
   * The days of a range on which a matching court has a free hour. If courts remain after the limit,
   * no day is known to be full, so it returns all days from today.
   */
  async freeDays(
    { firstDay, lastDay, ...searchFilters }: SearchDaysQuery,
    currentUser: Actor,
  ): Promise<string[]> {
    const currentInstant = this.clock.instant();
    const earliestToday = localDate(EARLIEST_ZONE, currentInstant);
    const days = datesFrom(firstDay, lastDay).filter((day) => day >= earliestToday);
    const courtQuery = await this.queryFor(searchFilters, currentUser);
    if (days.length === 0) return [];
    const fullDays = new Set(days);
    let place: PlaceInList | undefined;
    for (let examinedCount = 0; fullDays.size > 0;) {
      const afterPlace = place;
      const courtBatch = await this.readModels.read(courts, (collection) =>
        newestOrder.read(collection, courtQuery, afterPlace, MONTH_COURTS_PER_READ),
      );
      if (courtBatch.length > 0 && examinedCount >= MAX_MONTH_COURTS) return days;
      const remainingDays = [...fullDays];
      const daysOf = new Map(
        courtBatch.map((court) => [
          court,
          datesOpenForBooking(court, remainingDays, this.config.policy, currentInstant),
        ]),
      );
      const hoursOf = await this.readFreeHours(courtBatch, (court) => daysOf.get(court)!);
      for (const [court, openDays] of daysOf)
        for (const day of openDays)
          if (fullDays.has(day) && hoursOf(court, { ...searchFilters, date: day }, 1).length > 0)
            fullDays.delete(day);
      examinedCount += courtBatch.length;
      if (courtBatch.length < MONTH_COURTS_PER_READ) break;
      place = newestOrder.placeOf(courtBatch.at(-1)!);
    }
    return days.filter((day) => !fullDays.has(day));
  }

  /** Shared by all readers, like `sharedSearch`. */
  sharedFreeDays(daysQuery: SearchDaysQuery) {
    const cacheSources = [...this.listedCourts.sources, { readModel: courtDays.name }];
    const currentMinute = Math.floor(this.clock.now() / MINUTE_MS);
    return this.responseCache.getOrMake(
      `search days ${JSON.stringify(daysQuery)} ${currentMinute}`,
      cacheSources,
      async () =>
        EncodedJson.from(searchRoutes.searchDays, await this.freeDays(daysQuery, VISITOR)),
    );
  }

  private async queryFor(
    searchFilters: Omit<SearchFilters, 'date' | 'limit' | 'sort'> &
      Partial<Pick<SearchFilters, 'sort'>>,
    { id: userId, role }: Actor,
  ): Promise<CourtQuery> {
    const courtQuery = {
      ...courtFilter(
        searchFilters.sort === 'nearest' ? { ...searchFilters, search: undefined } : searchFilters,
        this.config.policy,
      ),
      ...(await this.listedCourts.listedHosts()),
    };
    if (!searchFilters.favourites) return courtQuery;
    if (role === 'visitor')
      throw new DomainError('not_signed_in', 'Please sign in to see your favorites.');
    const favouriteList = await this.readModels.read(favourites, (collection) =>
      collection.findOne({ _id: userId }),
    );
    return { ...courtQuery, _id: { $in: [...(favouriteList?.courtIds ?? [])] } };
  }

  /**
   * Counts only for the first page. Null if a day is named, because counting would have to read all
   * hours.
   */
  private countMatches({ courtQuery, date, cursor }: CourtSearch): Promise<number> | null {
    if (date || cursor) return null;
    return this.readModels.read(courts, (collection) => collection.countDocuments(courtQuery));
  }

  private async searchInOrder(courtSearch: CourtSearch): Promise<Page<NearCourt>> {
    if (courtSearch.sort === 'soonest') return this.searchSoonest(courtSearch);
    if (courtSearch.sort === 'price')
      return this.readInOrder(priceOrder(this.config.policy), courtSearch);
    const center = courtSearch.sort === 'nearest' && (await this.findCenter(courtSearch));
    return center
      ? this.searchNearest(center, courtSearch)
      : this.readInOrder(newestOrder, courtSearch);
  }

  /** The center of the newest courts in the searched place, or null without any. */
  private async findCenter({ search }: CourtSearch): Promise<Point | null> {
    if (!search) return null;
    const placeQuery: CourtQuery = {
      ...courtFilter({ search }, this.config.policy),
      ...(await this.listedCourts.listedHosts()),
    };
    const courtsOfPlace = await this.readModels.read(courts, (collection) =>
      newestOrder.read(collection, placeQuery, undefined, COURTS_PER_READ),
    );
    return centerOf(courtsOfPlace.map(publicPoint).filter((point) => point !== null));
  }

  private async readInOrder<Place extends object>(
    { Place, placeOf, read }: CourtOrder<Place>,
    searchFilters: CourtSearch,
  ): Promise<Page<FoundCourt>> {
    // Without a day, every court is a result, so read only what the page needs.
    const readLimit = searchFilters.date ? COURTS_PER_READ : searchFilters.limit + 1;
    const foundCourts: FoundCourt[] = [];
    for (let place = decodeCursor(Place, searchFilters.cursor), examinedCount = 0; ;) {
      const afterPlace = place;
      const courtBatch = await this.readModels.read(courts, (collection) =>
        read(collection, searchFilters.courtQuery, afterPlace, readLimit),
      );
      foundCourts.push(...(await this.withFreeHours(courtBatch, searchFilters)));
      examinedCount += courtBatch.length;
      if (foundCourts.length > searchFilters.limit || courtBatch.length < readLimit)
        return cutPage(foundCourts, searchFilters.limit, ({ court }) => placeOf(court));
      place = placeOf(courtBatch.at(-1)!);
      if (examinedCount >= MAX_EXAMINED_COURTS)
        return { items: foundCourts, next: encodeCursor(place) };
    }
  }

  /** Only the newest courts, because no index sorts by the next free slot or by the distance. */
  private async examineNewest(courtSearch: CourtSearch): Promise<FoundCourt[]> {
    const newestCourts = await this.readModels.read(courts, (collection) =>
      newestOrder.read(collection, courtSearch.courtQuery, undefined, MAX_EXAMINED_COURTS),
    );
    return this.withFreeHours(newestCourts, courtSearch);
  }

  /** Courts without a position come last. */
  private async searchNearest(center: Point, courtSearch: CourtSearch): Promise<Page<NearCourt>> {
    const place = decodeCursor(NearestPlace, courtSearch.cursor);
    const nearestCourts = (await this.examineNewest(courtSearch))
      .map((foundCourt) => {
        const point = publicPoint(foundCourt.court);
        const milesAway = point && milesBetween(center, point);
        return {
          ...foundCourt,
          ...(milesAway !== null && { milesAway }),
          sortKey: `${milesAway?.toFixed(1).padStart(7, '0') ?? 'unknown'} ${foundCourt.court.courtId}`,
        };
      })
      .filter(({ sortKey }) => !place || sortKey > place.sortKey)
      .sort((first, second) => (first.sortKey < second.sortKey ? -1 : 1));
    return cutPage(nearestCourts, courtSearch.limit, ({ sortKey }) => ({ sortKey }));
  }

  private async searchSoonest(searchFilters: CourtSearch): Promise<Page<FoundCourt>> {
    const place = decodeCursor(SoonestPlace, searchFilters.cursor);
    const placeOfCourt = (foundCourt: FoundCourt) => ({
      start: firstStartOf(foundCourt),
      courtId: foundCourt.court.courtId,
    });
    const sortKeyOf = ({ start, courtId }: z.infer<typeof SoonestPlace>) => `${start} ${courtId}`;
    const soonestCourts = (await this.examineNewest(searchFilters))
      .map((foundCourt) => ({ foundCourt, sortKey: sortKeyOf(placeOfCourt(foundCourt)) }))
      .filter(({ sortKey }) => !place || sortKey > sortKeyOf(place))
      .sort((firstResult, secondResult) => (firstResult.sortKey < secondResult.sortKey ? -1 : 1))
      .map(({ foundCourt }) => foundCourt);
    return cutPage(soonestCourts, searchFilters.limit, placeOfCourt);
  }

  /** If a day is named, omits courts without free hours. */
  private async withFreeHours(
    courtDocuments: readonly CourtDocument[],
    searchFilters: SearchFilters,
  ): Promise<FoundCourt[]> {
    const currentInstant = this.clock.instant();
    const hoursOf = await this.readFreeHours(courtDocuments, (court) =>
      datesToSearch(court, searchFilters, currentInstant),
    );
    const courtsWithHours = courtDocuments.map((court) => ({
      court,
      slots: hoursOf(court, searchFilters),
    }));
    return searchFilters.date
      ? courtsWithHours.filter(({ slots }) => slots.length > 0)
      : courtsWithHours;
  }

  /** Reads the court-days of courts once, for searches of the hours of each court on these days. */
  private async readFreeHours(
    courtDocuments: readonly CourtDocument[],
    daysOf: (court: CourtDocument) => readonly string[],
  ) {
    const courtDayIds = courtDocuments.flatMap((court) =>
      daysOf(court).flatMap((localDay) => courtDayIdsAround(court.courtId, localDay)),
    );
    const courtDayViews = await this.readModels.read(courtDays, (collection) =>
      collection.find({ _id: { $in: [...new Set(courtDayIds)] } }).toArray(),
    );
    const occupiedByDayId = new Map(
      courtDayViews.map((courtDayView) => [courtDayView._id, occupiedHours(courtDayView)]),
    );
    const currentInstant = this.clock.instant();
    return (court: CourtDocument, hourSearch: HourSearch, mostSlots?: number) =>
      firstFreeHours(
        court,
        hourSearch,
        (localDay) =>
          courtDayIdsAround(court.courtId, localDay).flatMap(
            (dayId) => occupiedByDayId.get(dayId) ?? [],
          ),
        this.config.policy,
        currentInstant,
        mostSlots,
      );
  }
}

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
  coming,
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
import { courtDays, heldOn } from '../bookings/court-days.projection.js';
import { daysOf, firstFreeHours } from './free-hours.js';

/** Courts per read if a day is named, and the most that one page examines. */
const AT_ONCE = 100;
const MOST_LOOKED_THROUGH = 500;

type Matching = CourtFilter & Readonly<{ _id?: { $in: string[] } }>;
type Wanted = SearchFilters & Readonly<{ matching: Matching }>;
type Found = Readonly<{ court: CourtDocument; slots: CourtSearchResult['slots'] }>;

const startOf = ({ slots }: Found): string => slots[0]?.start ?? '9';

/** Sorts with an index: the sort, its cursor, and the condition for the courts after a cursor. */
const orders = {
  newest: {
    sort: newestFirst,
    Place: PlaceInList,
    placeOf: ({ listedAt, courtId }: CourtDocument) => ({ listedAt, courtId }),
    coming,
  },
  price: {
    sort: { rateCents: 1, _id: 1 } as const,
    Place: z.strictObject({ rateCents: z.number(), courtId: z.string() }),
    placeOf: ({ rateCents, courtId }: CourtDocument) => ({ rateCents, courtId }),
    coming: (after: { rateCents: number; courtId: string } | undefined) =>
      after && {
        $or: [
          { rateCents: { $gt: after.rateCents } },
          { rateCents: { $eq: after.rateCents }, _id: { $gt: after.courtId } },
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
    private readonly responses: ResponseCache,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Only favorites depend on the reader; everything else is public. */
  async search(filters: SearchFilters, reader: Actor) {
    const wanted: Wanted = { ...filters, matching: await this.matching(filters, reader) };
    const [{ items, next }, total] = await Promise.all([
      filters.sort === 'soonest' ? this.soonest(wanted) : this.inOrder(wanted),
      this.total(wanted),
    ]);
    const view = ({ court, slots }: Found) => ({
      ...courtView(court, this.config.policy, 'anybody'),
      slots,
    });
    const encoded = EncodedJson.from(searchRoutes.searchCourts, items.map(view));
    return { items: encoded, byteLength: encoded.byteLength, next, total };
  }

  /** Shared by all readers. Time changes what is bookable, so the cache key includes the minute. */
  sharedSearch(filters: SearchFilters) {
    const sources = [{ readModel: courts.name }, { readModel: courtDays.name }];
    const minute = Math.floor(this.clock.now() / MINUTE_MS);
    return this.responses.getOrMake(`search ${JSON.stringify(filters)} ${minute}`, sources, () =>
      this.search(filters, VISITOR),
    );
  }

  private async matching(filters: SearchFilters, { id, role }: Actor): Promise<Matching> {
    if (!filters.favourites) return courtFilter(filters);
    if (role === 'visitor')
      throw new DomainError('not_signed_in', 'Please sign in to see your favorites.');
    const kept = await this.readModels.read(favourites, (all) => all.findOne({ _id: id }));
    return { ...courtFilter(filters), _id: { $in: [...(kept?.courtIds ?? [])] } };
  }

  /** On the first page only; null if a day is named, because counting would need all hours. */
  private total({ matching, date, cursor }: Wanted): Promise<number> | null {
    if (date || cursor) return null;
    return this.readModels.read(courts, (all) => all.countDocuments(matching));
  }

  private async inOrder(filters: Wanted): Promise<Page<Found>> {
    const { sort, Place, placeOf, coming } = orders[filters.sort === 'price' ? 'price' : 'newest'];
    // Without a day every court matches, so read only what a page needs.
    const atOnce = filters.date ? AT_ONCE : filters.limit + 1;
    const found: Found[] = [];
    for (let after = decodeCursor(Place, filters.cursor), looked = 0; ;) {
      const some = await this.readModels.read(courts, (all) =>
        all
          .find({ ...filters.matching, ...coming(after as never) })
          .sort({ ...sort })
          .limit(atOnce)
          .toArray(),
      );
      found.push(...(await this.withHours(some, filters)));
      looked += some.length;
      if (found.length > filters.limit || some.length < atOnce)
        return cutPage(found, filters.limit, ({ court }) => placeOf(court));
      after = placeOf(some.at(-1)!);
      if (looked >= MOST_LOOKED_THROUGH) return { items: found, next: encodeCursor(after) };
    }
  }

  /** Examines only the newest courts, because no index knows which court is free soonest. */
  private async soonest(filters: Wanted): Promise<Page<Found>> {
    const some = await this.readModels.read(courts, (all) =>
      all.find(filters.matching).sort(newestFirst).limit(MOST_LOOKED_THROUGH).toArray(),
    );
    const after = decodeCursor(SoonestPlace, filters.cursor);
    const placeOf = (one: Found) => ({ start: startOf(one), courtId: one.court.courtId });
    const keyOf = ({ start, courtId }: z.infer<typeof SoonestPlace>) => `${start} ${courtId}`;
    const found = (await this.withHours(some, filters))
      .map((one) => ({ one, key: keyOf(placeOf(one)) }))
      .filter(({ key }) => !after || key > keyOf(after))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ one }) => one);
    return cutPage(found, filters.limit, placeOf);
  }

  /** With a day, only courts that have free hours. */
  private async withHours(
    some: readonly CourtDocument[],
    filters: SearchFilters,
  ): Promise<Found[]> {
    const at = this.clock.instant();
    const ids = some.flatMap((court) =>
      daysOf(court, filters, at).map((date) => courtDayId(court.courtId, date)),
    );
    const days = await this.readModels.read(courtDays, (all) =>
      all.find({ _id: { $in: ids } }).toArray(),
    );
    const byId = new Map(days.map((day) => [day._id, heldOn(day)]));
    const found = some.map((court) => {
      const held = (date: string) => byId.get(courtDayId(court.courtId, date)) ?? [];
      return { court, slots: firstFreeHours(court, filters, held, this.config.policy, at) };
    });
    return filters.date ? found.filter(({ slots }) => slots.length > 0) : found;
  }
}

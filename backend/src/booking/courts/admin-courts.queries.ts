import type { AdminCourt, AdminCourtFilters } from '@courtly/contracts/admin-courts';
import { searchable } from '@courtly/contracts/text';
import { Injectable } from '@nestjs/common';
import { type CountedPage, decodeCursor, cutPage } from '../../platform/http/paging.js';
import { people } from '../../people/identity/people.projection.js';
import { fullNames } from '../../people/identity/person.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { escapeRegExp } from '../../platform/http/escaped.js';
import { PlaceInList, courtsAfter, newestFirst } from './court-filter.js';
import type { Court } from './court.js';
import { courts } from './courts.projection.js';
import { ListedCourts } from './listed-courts.service.js';

const adminFilterOf = ({ search, hidden }: Pick<AdminCourtFilters, 'search' | 'hidden'>) => {
  const textPattern = search && { $regex: escapeRegExp(searchable(search)) };
  return {
    ...(hidden && { hiddenBecause: { $gt: '' } }),
    ...(textPattern && {
      $or: [{ _id: search }, { searchName: textPattern }, { place: textPattern }],
    }),
  };
};

@Injectable()
export class AdminCourtQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly listedCourts: ListedCourts,
  ) {}

  async findCourts({
    cursor,
    limit,
    ...filters
  }: AdminCourtFilters): Promise<CountedPage<AdminCourt>> {
    const pageCursor = decodeCursor(PlaceInList, cursor);
    const adminFilter = adminFilterOf(filters);
    const { foundCourts, total } = await this.readModels.read(courts, async (collection) => {
      const pageQuery = collection
        .find({ $and: [adminFilter, courtsAfter(pageCursor) ?? {}] } as object)
        .sort(newestFirst);
      const [foundCourts, totalCount] = await Promise.all([
        pageQuery.limit(limit + 1).toArray(),
        pageCursor ? null : collection.countDocuments(adminFilter as object),
      ]);
      return { foundCourts, total: totalCount };
    });
    const { items, next } = cutPage(foundCourts, limit, ({ listedAt, courtId }) => ({
      listedAt,
      courtId,
    }));
    return { items: await this.adminViewsOf(items), next, total };
  }

  async adminViewOf(courtState: Court): Promise<AdminCourt> {
    return (await this.adminViewsOf([courtState]))[0]!;
  }

  private async adminViewsOf(courtStates: readonly Court[]): Promise<AdminCourt[]> {
    const hostIds = [...new Set(courtStates.map(({ hostId }) => hostId))];
    const [hostDocuments, unlistedHosts] = await Promise.all([
      this.readModels.read(people, (collection) =>
        collection.find({ _id: { $in: hostIds } }).toArray(),
      ),
      this.listedCourts.awaitingApproval(hostIds),
    ]);
    const hostNames = fullNames(hostDocuments);
    return courtStates.map(
      ({
        courtId: id,
        name,
        location,
        hostId,
        isActive,
        hiddenBecause,
        cityNote,
        listedAt: createdAt,
      }) => ({
        id,
        name,
        location,
        isActive,
        hiddenBecause,
        awaitsApproval: unlistedHosts.has(hostId),
        cityNote,
        createdAt,
        host: { id: hostId, name: hostNames.get(hostId) ?? 'Former member' },
      }),
    );
  }
}

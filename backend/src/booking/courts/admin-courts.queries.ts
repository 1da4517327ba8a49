import type { AdminCourt, AdminCourtFilters } from '@courtly/contracts/admin-courts';
import { Injectable } from '@nestjs/common';
import { type CountedPage, decodeCursor, cutPage } from '../../platform/http/paging.js';
import { people } from '../../people/identity/people.projection.js';
import { fullNames } from '../../people/identity/person.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { PlaceInList, coming, literally, newestFirst } from './court-filter.js';
import type { Court } from './court.js';
import { courts } from './courts.projection.js';

const filterOf = ({ search, hidden }: Pick<AdminCourtFilters, 'search' | 'hidden'>) => {
  const text = search && { $regex: literally(search), $options: 'i' };
  return {
    ...(hidden && { hiddenBecause: { $gt: '' } }),
    ...(text && { $or: [{ _id: search }, { name: text }, { location: text }] }),
  };
};

@Injectable()
export class AdminCourtQueries {
  constructor(private readonly readModels: ReadModels) {}

  async find({ cursor, limit, ...filters }: AdminCourtFilters): Promise<CountedPage<AdminCourt>> {
    const after = decodeCursor(PlaceInList, cursor);
    const filter = filterOf(filters);
    const { found, total } = await this.readModels.read(courts, async (all) => {
      const page = all.find({ $and: [filter, coming(after) ?? {}] } as object).sort(newestFirst);
      const [found, total] = await Promise.all([
        page.limit(limit + 1).toArray(),
        after ? null : all.countDocuments(filter as object),
      ]);
      return { found, total };
    });
    const { items, next } = cutPage(found, limit, ({ listedAt, courtId }) => ({
      listedAt,
      courtId,
    }));
    return { items: await this.views(items), next, total };
  }

  async view(court: Court): Promise<AdminCourt> {
    return (await this.views([court]))[0]!;
  }

  private async views(found: readonly Court[]): Promise<AdminCourt[]> {
    const ids = [...new Set(found.map(({ hostId }) => hostId))];
    const hosts = await this.readModels.read(people, (all) =>
      all.find({ _id: { $in: ids } }).toArray(),
    );
    const names = fullNames(hosts);
    return found.map(
      ({ courtId: id, name, location, hostId, isActive, hiddenBecause, listedAt: createdAt }) => ({
        id,
        name,
        location,
        isActive,
        hiddenBecause,
        createdAt,
        host: { id: hostId, name: names.get(hostId) ?? 'Former member' },
      }),
    );
  }
}

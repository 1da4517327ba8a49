import type { Account, AccountFilters } from '@courtly/contracts/admin-users';
import { searchable } from '@courtly/contracts/text';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type CountedPage, decodeCursor, cutPage } from '../../../platform/http/paging.js';
import { ReadModels } from '../../../platform/projections/read-models.js';
import { accountView } from '../person.js';
import { IdentityQueries } from '../identity.queries.js';
import { people } from '../people.projection.js';

const AccountCursor = z.strictObject({ registeredAt: z.string(), id: z.string() });
type AccountCursor = z.infer<typeof AccountCursor>;

/** The range of all texts with this prefix, in MongoDB's order. */
const prefixRange = (prefix: string) => ({ $gte: prefix, $lt: `${prefix}\u{10ffff}` });

const olderThan = ({ registeredAt, id }: AccountCursor) => ({
  $or: [{ registeredAt: { $lt: registeredAt } }, { registeredAt, _id: { $lt: id } }],
});

@Injectable()
export class AccountQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly identityQueries: IdentityQueries,
  ) {}

  /**
   * One page, newest accounts first. Emails must match exactly (by keyed hash), names by prefix.
   */
  async findPage(filters: AccountFilters): Promise<CountedPage<Account>> {
    const { cursor, limit, role, suspended } = filters;
    const cursorKey = decodeCursor(AccountCursor, cursor);
    const conditions = [
      ...(filters.search ? [await this.searchFilter(filters.search)] : []),
      ...(role ? [{ roles: role }] : []),
      ...(suspended ? [{ 'suspension.since': { $gt: '' } }] : []),
    ];
    const countFilter = conditions.length > 0 ? { $and: conditions } : {};
    return this.readModels.read(people, async (documents) => {
      const sortedPeople = documents
        .find({ $and: [...conditions, cursorKey ? olderThan(cursorKey) : {}] } as object)
        .sort({ registeredAt: -1, _id: -1 });
      const [pagePeople, total] = await Promise.all([
        sortedPeople.limit(limit + 1).toArray(),
        cursorKey ? null : documents.countDocuments(countFilter as object),
      ]);
      const { items, next } = cutPage(pagePeople, limit, ({ registeredAt, userId }) => ({
        registeredAt,
        id: userId,
      }));
      return { items: items.map(accountView), next, total };
    });
  }

  private async searchFilter(searchText: string): Promise<object> {
    if (searchText.includes('@'))
      return { _id: await this.identityQueries.userIdByEmail(searchText) };
    const namePrefix = prefixRange(searchable(searchText));
    return { $or: [{ _id: searchText }, { names: { $elemMatch: namePrefix } }] };
  }
}

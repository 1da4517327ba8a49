import type { Account, AccountFilters } from '@courtly/contracts/admin-users';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type CountedPage, keyIn, pageOf } from '../../../platform/http/paging.js';
import { ReadModels } from '../../../platform/projections/read-models.js';
import { accountView } from './account-view.js';
import { IdentityQueries } from '../identity.queries.js';
import { people } from '../people.projection.js';

const Place = z.strictObject({ registeredAt: z.string(), id: z.string() });
type Place = z.infer<typeof Place>;

/** A text that all that begin with it lie between, as MongoDB compares texts. */
const startsWith = (text: string) => ({ $gte: text, $lt: `${text}\u{10ffff}` });

const earlier = ({ registeredAt, id }: Place) => ({
  $or: [{ registeredAt: { $lt: registeredAt } }, { registeredAt, _id: { $lt: id } }],
});

/** People with an account, for admins. */
@Injectable()
export class AccountQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly identity: IdentityQueries,
  ) {}

  /** One page, who registered last first. An e-mail is found whole, by its keyed hash; names by how they begin. */
  async find(filters: AccountFilters): Promise<CountedPage<Account>> {
    const { cursor, limit, role, suspended } = filters;
    const after = keyIn(Place, cursor);
    const wanted = [
      ...(filters.search ? [await this.sought(filters.search)] : []),
      ...(role ? [{ roles: role }] : []),
      ...(suspended ? [{ 'suspension.since': { $gt: '' } }] : []),
    ];
    const filter = wanted.length > 0 ? { $and: wanted } : {};
    return this.readModels.read(people, async (all) => {
      const page = all
        .find({ $and: [...wanted, after ? earlier(after) : {}] } as object)
        .sort({ registeredAt: -1, _id: -1 });
      const [found, total] = await Promise.all([
        page.limit(limit + 1).toArray(),
        after ? null : all.countDocuments(filter as object),
      ]);
      const { items, next } = pageOf(found, limit, ({ registeredAt, userId }) => ({
        registeredAt,
        id: userId,
      }));
      return { items: items.map(accountView), next, total };
    });
  }

  private async sought(search: string): Promise<object> {
    if (search.includes('@')) return { _id: await this.identity.holderOf(search.toLowerCase()) };
    return { $or: [{ _id: search }, { names: { $elemMatch: startsWith(search.toLowerCase()) } }] };
  }
}

import { toAmount } from '@courtly/contracts/amount';
import type { Confirmation } from '@courtly/contracts/confirmations';
import { Injectable } from '@nestjs/common';
import { fullNames } from '../../people/identity/person.js';
import { people } from '../../people/identity/people.projection.js';
import type { CountedPage, PageRequest } from '../../platform/http/paging.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { keysetPage } from '../admin/keyset-page.js';
import { confirmations } from './confirmations.projection.js';

@Injectable()
export class ConfirmationQueries {
  constructor(private readonly readModels: ReadModels) {}

  /** Waiting requests start with the oldest; decided ones, with the newest. */
  async page(
    status: 'waiting' | 'decided',
    pageRequest: PageRequest,
  ): Promise<CountedPage<Confirmation>> {
    const isWaiting = status === 'waiting';
    const { items, ...paging } = await this.readModels.read(confirmations, (collection) =>
      keysetPage(
        collection,
        isWaiting ? { status } : { status: { $gt: '', $ne: 'waiting' } },
        ['requestedAt', isWaiting ? 1 : -1],
        pageRequest,
      ),
    );
    const userIds = items.flatMap(({ requestedBy, decidedBy, userId }) => [
      requestedBy,
      decidedBy ?? requestedBy,
      userId ?? requestedBy,
    ]);
    const namesById = fullNames(
      await this.readModels.read(people, (collection) =>
        collection.find({ _id: { $in: [...new Set(userIds)] } }).toArray(),
      ),
    );
    const person = (id: string) => ({ id, name: namesById.get(id) ?? 'Former member' });
    const views = items.map(({ confirmationId: id, amountCents, currency, ...document }) => ({
      ...document,
      id,
      amount: toAmount(amountCents, currency),
      member: document.userId === null ? null : person(document.userId),
      requestedBy: person(document.requestedBy),
      decidedBy: document.decidedBy === null ? null : person(document.decidedBy),
    }));
    return { items: views, ...paging };
  }
}

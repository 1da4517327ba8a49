import { toAmount } from '@courtly/contracts/amount';
import type { Confirmation } from '@courtly/contracts/confirmations';
import type { PolicyValues, PublishPolicyBody } from '@courtly/contracts/policies';
import { Injectable } from '@nestjs/common';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { fullNames } from '../../people/identity/person.js';
import { people } from '../../people/identity/people.projection.js';
import {
  CLUB_POLICY,
  type EffectivePolicy,
  policyHistory,
} from '../../people/policies/policy-history.js';
import { draftValues } from '../../people/policies/policy-values.js';
import { changesBetween } from '../../people/policies/policy-view.js';
import type { CountedPage, PageRequest } from '../../platform/http/paging.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { adminBookingView } from '../admin/admin-booking-view.js';
import { keysetPage } from '../admin/keyset-page.js';
import { DisplayNames } from '../admin/names.service.js';
import { confirmation } from './confirmation.js';
import { type ConfirmationDocument, confirmations } from './confirmations.projection.js';

@Injectable()
export class ConfirmationQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
    private readonly displayNames: DisplayNames,
  ) {}

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
    const policyChanges = await this.policyChanges(items);
    const bookingsById = await this.bookingsById(items);
    const views = items.map(({ confirmationId: id, amountCents, currency, ...document }) => ({
      ...document,
      id,
      amount: document.act === 'policy_change' ? null : toAmount(amountCents, currency),
      policy: policyChanges.get(id) ?? null,
      booking: bookingsById.get(document.bookingId ?? '') ?? null,
      member: document.userId === null ? null : person(document.userId),
      requestedBy: person(document.requestedBy),
      decidedBy: document.decidedBy === null ? null : person(document.decidedBy),
    }));
    return { items: views, ...paging };
  }

  private async bookingsById(
    documents: readonly Pick<ConfirmationDocument, 'bookingId'>[],
  ): Promise<ReadonlyMap<string, Confirmation['booking']>> {
    const ids = documents.flatMap(({ bookingId }) => bookingId ?? []);
    if (ids.length === 0) return new Map();
    const documentsOfBookings = await this.readModels.read(bookings, (collection) =>
      collection.find({ _id: { $in: ids } }).toArray(),
    );
    const names = await this.displayNames.lookUp(documentsOfBookings, ({ playerId, hostId }) => [
      playerId,
      hostId,
    ]);
    return new Map(
      documentsOfBookings.map((document) => [
        document.bookingId,
        adminBookingView(document, names),
      ]),
    );
  }

  /** The requested policy changes by confirmation id. There are few, so each one is folded. */
  private async policyChanges(
    documents: readonly Pick<ConfirmationDocument, 'act' | 'confirmationId'>[],
  ): Promise<ReadonlyMap<string, Confirmation['policy']>> {
    const ids = documents.flatMap(({ act, confirmationId }) =>
      act === 'policy_change' ? [confirmationId] : [],
    );
    if (ids.length === 0) return new Map();
    const versions = await this.streams.load(policyHistory, CLUB_POLICY);
    return new Map(
      await Promise.all(
        ids.map(async (id) => {
          const { input = '' } = (await this.streams.load(confirmation, id))?.request ?? {};
          return [id, policyChange(input, versions)] as const;
        }),
      ),
    );
  }
}

/** Null once the request can no longer be read. */
export const policyChange = (
  input: string,
  versions: readonly EffectivePolicy[],
): Confirmation['policy'] => {
  if (input === '') return null;
  const { replaces, values, effectiveAt } = (JSON.parse(input) as { body: PublishPolicyBody }).body;
  const replaced = versions.findLast(({ policyId }) => policyId === replaces);
  const before = replaced?.values ?? {};
  return { replaces, effectiveAt, changes: changesBetween(before, valuesAfter(before, values)) };
};

/** A request from an earlier release can have values that this release does not allow. */
const valuesAfter = (before: PolicyValues, requested: PolicyValues): PolicyValues => {
  try {
    return draftValues(before, requested);
  } catch {
    return { ...before, ...requested };
  }
};

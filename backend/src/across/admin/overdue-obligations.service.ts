import { MOST_COUNTED } from '@courtly/contracts/total-count';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CONFIG, type Config } from '../../config.js';
import { canBePaid } from '../../money/payouts/payout-account.js';
import { payoutAccounts } from '../../money/payouts/payout-accounts.projection.js';
import { lacksPayoutApproval } from '../../money/payouts/payout-approval.js';
import { payoutHolds } from '../../money/payouts/payout-holds.projection.js';
import { type PayoutDocument, payouts } from '../../money/payouts/payouts.projection.js';
import {
  OVERDUE_AFTER_MS,
  type OpenObligation,
  PAYMENT_OVERDUE_AFTER_MS,
} from '../../money/settlement/open-obligation.js';
import { type Obligation, obligations } from '../../money/settlement/obligations.projection.js';
import { people } from '../../people/identity/people.projection.js';
import {
  type MembershipDocument,
  memberships,
} from '../../people/membership/memberships.projection.js';
import {
  type CountedPage,
  type PageRequest,
  cutPage,
  decodeCursor,
} from '../../platform/http/paging.js';
import { Clock } from '../../platform/kernel/clock.js';
import type {
  ReadModel,
  ReadModelCollection,
  StoredDocument,
} from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';

/** A read model of open obligations, and a filter for those that are overdue. */
export type OverdueSource = Readonly<{
  kind: 'membership' | 'payment' | 'payout';
  readModel: ReadModel<OpenObligation<string>>;
  filter: object;
}>;

type Due = Readonly<{ what: string; since: string; dueAt: string }>;
export type OverdueObligation =
  | Readonly<{ kind: 'payment'; document: StoredDocument<Obligation & Due> }>
  | Readonly<{ kind: 'payout'; document: StoredDocument<PayoutDocument & Due> }>
  | Readonly<{ kind: 'membership'; document: StoredDocument<MembershipDocument & Due> }>;

const PageCursor = z.strictObject({ at: z.string(), kind: z.string(), id: z.string() });

const afterCursor = (kind: string, cursor: z.infer<typeof PageCursor> | undefined): object => {
  if (!cursor) return {};
  const isLater = { dueAt: { $gt: cursor.at } };
  if (kind < cursor.kind) return isLater;
  const isEqual =
    kind === cursor.kind ? { dueAt: cursor.at, _id: { $gt: cursor.id } } : { dueAt: cursor.at };
  return { $or: [isLater, isEqual] };
};

const sortKeyOf = ({ kind, document }: OverdueObligation) => ({
  at: document.dueAt,
  kind,
  id: document._id,
});

/** Finds the payments, payouts, and memberships whose next step is overdue. */
@Injectable()
export class OverdueObligations {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async sources(): Promise<OverdueSource[]> {
    const instantBefore = (ms: number) => new Date(this.clock.now() - ms).toISOString();
    const overdueSince = instantBefore(OVERDUE_AFTER_MS);
    const payments = {
      owner: { $in: ['courtly', 'admin'] },
      dueAt: { $lte: instantBefore(PAYMENT_OVERDUE_AFTER_MS) },
    };
    const steps = { owner: { $in: ['courtly', 'admin'] }, dueAt: { $lte: overdueSince } };
    return [
      { kind: 'membership', readModel: memberships, filter: steps },
      { kind: 'payment', readModel: obligations, filter: payments },
      { kind: 'payout', readModel: payouts, filter: await this.overduePayouts(overdueSince) },
    ] as unknown as OverdueSource[];
  }

  /**
   * One page of the steps that Courtly should have taken and Stripe has not refused, oldest first.
   */
  async page({ cursor, limit }: PageRequest): Promise<CountedPage<OverdueObligation>> {
    const lastSeen = decodeCursor(PageCursor, cursor);
    const found = await Promise.all(
      (await this.sources()).map(async ({ kind, readModel, filter }) => {
        const isLate = { ...filter, ...(kind === 'payment' && { owner: 'courtly' }), attempts: 0 };
        const [documents, count] = await this.readModels.read(
          readModel,
          (collection: ReadModelCollection<OpenObligation<string>>) =>
            Promise.all([
              collection
                .find({ $and: [isLate, afterCursor(kind, lastSeen)] })
                .sort({ dueAt: 1, _id: 1 })
                .limit(limit + 1)
                .toArray(),
              lastSeen ? 0 : collection.countDocuments(isLate, { limit: MOST_COUNTED }),
            ]),
        );
        const overdue = documents.map((document) => ({ kind, document }) as OverdueObligation);
        return { overdue, count };
      }),
    );
    const sorted = found
      .flatMap(({ overdue }) => overdue)
      .toSorted((one, other) => {
        const [first, second] = [one, other].map((each) => Object.values(sortKeyOf(each)).join());
        return first! < second! ? -1 : 1;
      });
    const count = found.reduce((total, source) => total + source.count, 0);
    return {
      ...cutPage(sorted, limit, sortKeyOf),
      total: lastSeen ? null : Math.min(count, MOST_COUNTED),
    };
  }

  /**
   * Leaves out the payouts that wait for the host's account or approval, a suspension, or an
   * admin's hold. Nothing delays a reversal.
   */
  private async overduePayouts(overdueSince: string): Promise<object> {
    const isOverdue = { dueAt: { $lte: overdueSince } };
    const hostIds = await this.readModels.read(payouts, (collection) =>
      collection.distinct('hostId', isOverdue),
    );
    const [accounts, hosts, holds] = await Promise.all([
      this.readModels.read(payoutAccounts, (collection) =>
        collection.find({ _id: { $in: hostIds } }).toArray(),
      ),
      this.readModels.read(people, (collection) =>
        collection.find({ _id: { $in: hostIds } }).toArray(),
      ),
      this.readModels.read(payoutHolds, (collection) =>
        collection.find({ hostId: { $in: hostIds }, isHeld: true }).toArray(),
      ),
    ]);
    const { policy } = this.config;
    const hostsOnHold = hosts.filter(
      (host) => host.suspension !== null || lacksPayoutApproval(host, policy),
    );
    const heldIds = [...hostsOnHold, ...holds].map(({ _id }) => _id);
    const payableHosts = accounts
      .filter((account) => canBePaid(account) && !heldIds.includes(account.hostId))
      .map(({ hostId }) => hostId);
    const isPayable = { hostId: { $in: payableHosts }, _id: { $nin: heldIds } };
    return { ...isOverdue, $or: [{ what: 'reverse' }, isPayable] };
  }
}

import type { Erasure } from '@courtly/contracts/erasure';
import { Inject, Injectable } from '@nestjs/common';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { CONFIG, type Config } from '../../config.js';
import { verifiedEmailOf } from '../../people/identity/account-email.js';
import { emailVerification } from '../../people/identity/email-verification.js';
import { type Person, person } from '../../people/identity/person.js';
import { people } from '../../people/identity/people.projection.js';
import { Clock } from '../../platform/kernel/clock.js';
import { Streams } from '../../platform/kernel/streams.js';
import { membership } from '../../people/membership/membership.js';
import { tierAt } from '../../people/membership/membership-tier.js';
import { payoutAccounts as payoutAccountList } from '../../money/payouts/payout-accounts.projection.js';
import { canBePaid, isRejected } from '../../money/payouts/payout-account.js';
import { lacksPayoutApproval } from '../../money/payouts/payout-approval.js';
import { payoutHolds } from '../../money/payouts/payout-holds.projection.js';
import { type Obligation, obligations } from '../../money/settlement/obligations.projection.js';
import { type PayoutDocument, payouts } from '../../money/payouts/payouts.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { incidents as incidentList } from '../incidents/incidents.projection.js';
import { type ErasureState, blockingSteps, erasureBlockers } from './blockers.js';
import { earliestReportableStart, reportPeriodOf } from './report-period.js';

type PayoutGroup = Pick<PayoutDocument, 'dueCents' | 'frozenCents' | 'amountCents'> &
  Readonly<{ _id: Pick<PayoutDocument, 'what' | 'attempts'> }>;

const openStatuses = { status: { $in: ['pending', 'confirmed'] } } as const;
const endedStatuses = { status: { $nin: openStatuses.status.$in } } as const;

const erasedItems = [
  'Your name, email, username, phone, and picture',
  'Your password, two-step sign-in, and linked accounts',
  'Your preferences, favorites, and calendar link',
  'Everything you wrote: notes, messages, reviews, and reasons',
  'Your courts, including their photos and addresses',
];

/** Anyone could have submitted them with an email that the person has not verified. */
const erasedApplications = (isEmailVerified: boolean) =>
  isEmailVerified
    ? 'Applications you submitted with your email'
    : 'Applications you submitted with your email while you were signed in';

const keptItems = [
  'Bookings and amounts without your name, because we must keep our accounts',
  'Match results and review stars, shown as those of a former member',
  'The fact that you accepted a waiver, and when',
  'Emails that we already sent you',
  'What other people wrote, even if it mentions you',
];

const keptPayoutAccount = 'Your payout account at Stripe, which Stripe manages';

@Injectable()
export class ErasureQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async show(userId: string): Promise<Erasure> {
    const account = await this.streams.loadDespiteDamagedKeys(person, userId);
    const accountState = await this.stateOf(userId, account);
    const eliteUntil =
      tierAt(accountState.membership, accountState.at) === 'elite'
        ? accountState.membership?.term?.accessUntil
        : null;
    const [verifications, payoutAccounts] = await Promise.all([
      this.streams.loadDespiteDamagedKeys(emailVerification, userId),
      this.readModels.read(payoutAccountList, (collection) =>
        collection.countDocuments({ _id: userId }),
      ),
    ]);
    return {
      blockers: erasureBlockers(accountState),
      goes: [
        ...erasedItems,
        erasedApplications(verifiedEmailOf(account, verifications) !== null),
        ...(eliteUntil
          ? [`Your Elite membership, paid until ${eliteUntil.slice(0, 10)}, without a refund`]
          : []),
      ],
      stays: [...keptItems, ...(payoutAccounts > 0 ? [keptPayoutAccount] : [])],
    };
  }

  /** Uses read models, which usually lag by a few milliseconds. */
  async accountState(userId: string): Promise<ErasureState> {
    return this.stateOf(userId, await this.streams.loadDespiteDamagedKeys(person, userId));
  }

  private async stateOf(userId: string, account: Person | null): Promise<ErasureState> {
    const countBookings = (bookingFilter: object) =>
      this.readModels.read(bookings, (collection) => collection.countDocuments(bookingFilter));
    const countObligations = (what: readonly Obligation['what'][], bookingFilter = {}) =>
      this.readModels.read(obligations, (collection) =>
        collection.countDocuments({ playerId: userId, what: { $in: what }, ...bookingFilter }),
      );
    const [bookingCount, hosting, payments, refunds, debts, payoutAmounts] = await Promise.all([
      countBookings({ playerId: userId, ...openStatuses }),
      countBookings({ hostId: userId, ...openStatuses }),
      countObligations(blockingSteps.payments, endedStatuses),
      countObligations(blockingSteps.refunds),
      countObligations(blockingSteps.debts),
      this.payoutAmountsOf(userId),
    ]);
    const at = this.clock.instant();
    const countIncidents = (...filters: object[]) =>
      this.readModels.read(incidentList, (collection) =>
        collection.countDocuments({ $and: filters }),
      );
    const [incidents, unanswered] = await Promise.all([
      countIncidents(
        { $or: [{ playerId: userId }, { hostId: userId }] },
        // An overdue ruling does not block an erasure, because it can last forever.
        {
          $or: [
            { status: 'open' },
            { status: 'ruling', dueAt: { $gt: at } },
            { settleAt: { $gt: '' } },
          ],
        },
      ),
      countIncidents(
        { status: 'open' },
        {
          $or: [
            { playerId: userId, owner: 'player' },
            { hostId: userId, owner: 'host' },
          ],
        },
      ),
    ]);
    const existingMembership = await this.streams.loadDespiteDamagedKeys(membership, userId);
    return {
      bookings: bookingCount,
      hosting,
      payments,
      refunds,
      debts,
      incidents,
      unanswered,
      reportPeriod: await this.reportPeriodOf(userId, at),
      ...payoutAmounts,
      payoutWait: payoutAmounts.dueCents > 0 ? await this.payoutWaitOf(userId, account) : null,
      membership: existingMembership,
      isLastAdmin: await this.isLastAdmin(account),
      at,
    };
  }

  private async reportPeriodOf(userId: string, at: string): Promise<ErasureState['reportPeriod']> {
    const { conduct } = this.config.policy;
    const pastBookings = await this.readModels.read(bookings, (collection) =>
      collection
        .find({
          $or: [{ playerId: userId }, { hostId: userId }],
          startTime: { $gte: earliestReportableStart(conduct, at) },
          ...endedStatuses,
        })
        .toArray(),
    );
    const bookingIds = pastBookings.map(({ bookingId }) => bookingId);
    const reports = await this.readModels.read(incidentList, (collection) =>
      collection.find({ bookingId: { $in: bookingIds } }).toArray(),
    );
    return reportPeriodOf(userId, pastBookings, reports, conduct, at);
  }

  /** Checks the conditions in the same order as payouts do. */
  private async payoutWaitOf(
    hostId: string,
    host: Person | null,
  ): Promise<ErasureState['payoutWait']> {
    const [holds, payoutAccount] = await Promise.all([
      this.readModels.read(payoutHolds, (collection) =>
        collection.find({ hostId, isHeld: true }).toArray(),
      ),
      this.readModels.read(payoutAccountList, (collection) => collection.findOne({ _id: hostId })),
    ]);
    const heldIds = holds.map(({ _id }) => _id);
    if (host?.suspension || heldIds.includes(hostId)) return 'held';
    const heldPayouts = await this.readModels.read(payouts, (collection) =>
      collection.countDocuments({ _id: { $in: heldIds }, dueCents: { $gt: 0 } }),
    );
    if (heldPayouts > 0) return 'held';
    if (lacksPayoutApproval(host, this.config.policy)) return 'approval';
    if (canBePaid(payoutAccount)) return null;
    return payoutAccount && isRejected(payoutAccount) ? 'rejected' : 'account';
  }

  private async payoutAmountsOf(hostId: string) {
    const groups = await this.readModels.read(payouts, (collection) =>
      collection
        .aggregate<PayoutGroup>([
          { $match: { hostId } },
          {
            $group: {
              _id: { what: '$what', attempts: '$attempts' },
              dueCents: { $sum: '$dueCents' },
              frozenCents: { $sum: '$frozenCents' },
              amountCents: { $sum: '$amountCents' },
            },
          },
        ])
        .toArray(),
    );
    const sum = (centsOf: (group: PayoutGroup) => number) =>
      groups.reduce((totalCents, group) => totalCents + centsOf(group), 0);
    return {
      dueCents: sum(({ dueCents }) => dueCents),
      frozenCents: sum(({ frozenCents }) => frozenCents),
      takeBackCents: sum(({ _id: { what, attempts }, amountCents }) =>
        what === 'reverse' && attempts === 0 ? amountCents : 0,
      ),
    };
  }

  private async isLastAdmin(account: Person | null): Promise<boolean> {
    if (!account?.roles.includes('admin')) return false;
    const adminCount = await this.readModels.read(people, (collection) =>
      collection.countDocuments({ roles: 'admin' }, { limit: 2 }),
    );
    return adminCount < 2;
  }
}

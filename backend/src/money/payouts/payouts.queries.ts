import type { BalanceReport } from '@courtly/contracts/admin-money';
import type { BookingPayout, PayoutAccount } from '@courtly/contracts/payouts';
import { toMoney } from '@courtly/contracts/wire';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { CONFIG, type Config } from '../../config.js';
import { people } from '../../people/identity/people.projection.js';
import {
  type CountedPage,
  type PageRequest,
  decodeCursor,
  cutPage,
} from '../../platform/http/paging.js';
import { Clock } from '../../platform/kernel/clock.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { type ConnectedAccount, isRejected, payoutAccountState } from './payout-account.js';
import { needsOf } from './payout-needs.js';
import type { PayoutSituation } from './next-payout.js';
import { lacksPayoutApproval } from './payout-approval.js';
import { PlatformBalances } from './platform-balance.service.js';
import { payoutHolds } from './payout-holds.projection.js';
import { payoutAccounts } from './payout-accounts.projection.js';
import { payoutView } from './payout-view.js';
import { payouts } from './payouts.projection.js';

const MAX_HOLDS = 1_000;
const MAX_BANK_PAYOUTS = 10;

const PayoutCursor = z.strictObject({ startTime: z.string(), id: z.string() });

const latestFirst = { startTime: -1, _id: -1 } as const;

type AccountView = Omit<
  PayoutAccount,
  'needsApproval' | 'payoutDelayMinutes' | 'isNeeded' | 'waiting' | 'refused'
>;

const bankPayoutView = ({
  amountCents,
  failureCode,
  endedAt,
}: ConnectedAccount['bankPayouts'][number]): AccountView['bankPayouts'][number] => ({
  amount: toMoney(amountCents),
  failureCode,
  endedAt,
});

export const accountView = (connectedAccount: ConnectedAccount | null): AccountView => {
  const state = payoutAccountState(connectedAccount);
  if (!connectedAccount)
    return {
      state,
      needs: [],
      deadline: null,
      isRejected: false,
      isPastDue: false,
      returned: null,
      bankPayouts: [],
    };
  const { isSubmitted, currentlyDue, pastDue, deadline, returned, bankPayouts } = connectedAccount;
  return {
    state,
    needs: isSubmitted ? needsOf([...currentlyDue, ...pastDue]) : [],
    deadline,
    isRejected: isRejected(connectedAccount),
    isPastDue: pastDue.length > 0,
    returned: returned && bankPayoutView(returned),
    bankPayouts: bankPayouts.slice(-MAX_BANK_PAYOUTS).map(bankPayoutView).toReversed(),
  };
};

type WaitingSums = Readonly<
  Record<'bookings' | 'cents' | 'refusedBookings' | 'refusedCents', number>
>;

const nothingWaits: WaitingSums = { bookings: 0, cents: 0, refusedBookings: 0, refusedCents: 0 };

const ifRefused = (summand: string | number) => ({
  $sum: { $cond: [{ $eq: ['$payout.refusal.step', 'transfer'] }, summand, 0] },
});

@Injectable()
export class PayoutQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly platformBalances: PlatformBalances,
  ) {}

  async platformBalance(): Promise<BalanceReport> {
    const balance = await this.platformBalances.read().catch(() => null);
    const { hostsCents, dueCents } = balance ?? (await this.platformBalances.hostsMoney());
    return {
      belongsToHosts: toMoney(hostsCents),
      dueToHosts: toMoney(dueCents),
      stripe: balance && {
        available: toMoney(balance.availableCents),
        pending: toMoney(balance.pendingCents),
        uncovered: toMoney(balance.uncoveredCents),
        hasManualPayouts: balance.hasManualPayouts,
        minimumBalance: toMoney(balance.minimumCents),
        isSafe: balance.isSafe,
      },
    };
  }

  async payoutAccount(hostId: string): Promise<PayoutAccount> {
    const currentInstant = this.clock.instant();
    const [connectedAccount, needsApproval, [waitingSums]] = await Promise.all([
      this.accountOfHost(hostId),
      this.lacksApproval(hostId),
      this.readModels.read(payouts, (collection) =>
        collection
          .aggregate<WaitingSums>([
            {
              $match: {
                hostId,
                dueCents: { $gt: 0 },
                // A refused payout was already due, but its next attempt is later.
                $or: [{ dueAt: { $lte: currentInstant } }, { 'payout.refusal.step': 'transfer' }],
              },
            },
            {
              $group: {
                _id: null,
                bookings: { $sum: 1 },
                cents: { $sum: '$dueCents' },
                refusedBookings: ifRefused(1),
                refusedCents: ifRefused('$dueCents'),
              },
            },
          ])
          .toArray(),
      ),
    ]);
    const { bookings, cents, refusedBookings, refusedCents } = waitingSums ?? nothingWaits;
    return {
      ...accountView(connectedAccount),
      needsApproval,
      payoutDelayMinutes: this.config.policy.payoutDelayMinutes,
      isNeeded: this.config.policy.paymentRequired,
      waiting: { bookings, amount: toMoney(cents) },
      refused: { bookings: refusedBookings, amount: toMoney(refusedCents) },
    };
  }

  async listPayouts(
    hostId: string,
    { bookingIds, ...pageRequest }: PageRequest & { bookingIds?: string[] | undefined },
  ): Promise<CountedPage<BookingPayout>> {
    const lastSeen = decodeCursor(PayoutCursor, pageRequest.cursor);
    const hostFilter = { hostId, ...(bookingIds && { _id: { $in: bookingIds } }) };
    const pageFilter = lastSeen && {
      $or: [
        { startTime: { $lt: lastSeen.startTime } },
        { startTime: lastSeen.startTime, _id: { $lt: lastSeen.id } },
      ],
    };
    const [payoutDocuments, totalCount, situationOf] = await Promise.all([
      this.readModels.read(payouts, (collection) =>
        collection
          .find({ ...hostFilter, ...pageFilter })
          .sort(latestFirst)
          .limit(pageRequest.limit + 1)
          .toArray(),
      ),
      lastSeen
        ? null
        : this.readModels.read(payouts, (collection) => collection.countDocuments(hostFilter)),
      this.situationOf(hostId),
    ]);
    const { items, next } = cutPage(payoutDocuments, pageRequest.limit, ({ startTime, _id }) => ({
      startTime,
      id: _id,
    }));
    return {
      items: items.map((payoutDocument) =>
        payoutView(payoutDocument, situationOf(payoutDocument.bookingId)),
      ),
      next,
      total: totalCount,
    };
  }

  /** @throws DomainError not_found if the booking does not exist or belongs to another host */
  async payoutOfBooking(bookingId: string, hostId: string): Promise<BookingPayout | null> {
    const [booking, payoutDocument, situationOf] = await Promise.all([
      this.readModels.read(bookings, (collection) => collection.findOne({ _id: bookingId })),
      this.readModels.read(payouts, (collection) => collection.findOne({ _id: bookingId })),
      this.situationOf(hostId),
    ]);
    if (booking?.hostId !== hostId) throw notFound('booking');
    return payoutDocument && payoutView(payoutDocument, situationOf(bookingId));
  }

  /** What the payouts of a host depend on, by booking id. */
  private async situationOf(hostId: string): Promise<(bookingId: string) => PayoutSituation> {
    const [connectedAccount, lacksApproval, holds] = await Promise.all([
      this.accountOfHost(hostId),
      this.lacksApproval(hostId),
      this.readModels.read(payoutHolds, (collection) =>
        collection.find({ hostId, isHeld: true }).limit(MAX_HOLDS).toArray(),
      ),
    ]);
    const at = this.clock.instant();
    const heldIds = new Set(holds.map(({ _id }) => _id));
    return (bookingId) => ({
      connectedAccount,
      isHeld: heldIds.has(hostId) || heldIds.has(bookingId),
      lacksApproval,
      debts: [],
      at,
    });
  }

  private async lacksApproval(hostId: string): Promise<boolean> {
    if (!this.config.policy.hostApproval.payouts) return false;
    const host = await this.readModels.read(people, (collection) =>
      collection.findOne({ _id: hostId }),
    );
    return lacksPayoutApproval(host, this.config.policy);
  }

  private accountOfHost(hostId: string) {
    return this.readModels.read(payoutAccounts, (collection) =>
      collection.findOne({ _id: hostId }),
    );
  }
}

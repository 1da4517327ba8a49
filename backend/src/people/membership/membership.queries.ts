import type { AdminMembership } from '@courtly/contracts/admin-memberships';
import type { ElitePlans, Membership as MembershipView } from '@courtly/contracts/membership';
import type { MembershipReceipt } from '@courtly/contracts/receipts';
import { toMoney } from '@courtly/contracts/wire';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Streams } from '../../platform/kernel/streams.js';
import { fullName, person } from '../identity/person.js';
import { ALL_FOUNDERS, founders, lowestFreeNumber } from './founders.js';
import { adminMembershipView } from './admin-membership-view.js';
import { Admissions } from './admissions.service.js';
import { MembershipCalls } from './membership-calls.service.js';
import { memberReceipts, receiptsOf } from './member-receipts.js';
import { membership } from './membership.js';
import { currentConsent } from './renewal-consent.js';
import { membershipView } from './membership-view.js';

@Injectable()
export class MembershipQueries {
  constructor(
    private readonly streams: Streams,
    private readonly membershipCalls: MembershipCalls,
    private readonly admissions: Admissions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** `userId` is null for visitors. */
  async elitePlans(userId: string | null): Promise<ElitePlans> {
    const { foundingCents, foundingSeats, monthlyCents, monthlyNeedsApplication } =
      this.config.policy.elite;
    const heldSeats = await this.streams.cachedOrStale(founders, ALL_FOUNDERS);
    const nextSeatNumber = lowestFreeNumber(heldSeats, foundingSeats);
    return {
      founding: {
        price: toMoney(foundingCents),
        seats: foundingSeats,
        seatsLeft: Math.max(0, foundingSeats - heldSeats.length),
        nextNumber: nextSeatNumber,
        isOpen: this.membershipCalls.isEnabled && nextSeatNumber !== null,
      },
      monthly: {
        price: toMoney(monthlyCents),
        needsApplication: monthlyNeedsApplication,
        isOpen: this.membershipCalls.isEnabled && (await this.maySubscribe(userId)),
        renewalConsent: currentConsent,
      },
    };
  }

  /** For visitors, the monthly plan is open only if no application is needed. */
  private async maySubscribe(userId: string | null): Promise<boolean> {
    return userId === null
      ? !this.config.policy.elite.monthlyNeedsApplication
      : this.admissions.maySubscribe(userId);
  }

  /** `at` is UTC. */
  async adminMembershipOf(userId: string, at: string): Promise<AdminMembership> {
    return adminMembershipView(
      await this.streams.cachedOrStale(membership, userId),
      this.config.policy.elite,
      at,
    );
  }

  /** `at` is UTC. */
  async membershipOf(userId: string, at: string): Promise<MembershipView> {
    return membershipView(
      await this.streams.cachedOrStale(membership, userId),
      this.config.policy.elite,
      at,
    );
  }

  async receiptsOf(userId: string): Promise<MembershipReceipt[]> {
    const [payments, member] = await Promise.all([
      this.streams.cachedOrStale(memberReceipts, userId),
      this.streams.cachedOrStale(person, userId),
    ]);
    return receiptsOf(payments, {
      seller: this.config.RECEIPT_SELLER,
      member: member ? fullName(member) : '',
    });
  }
}

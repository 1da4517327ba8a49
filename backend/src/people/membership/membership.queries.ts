import type { ElitePlans, Membership as View } from '@courtly/contracts/membership';
import { toMoney } from '@courtly/contracts/wire';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ALL_FOUNDERS, founders, nextNumber } from './founders.js';
import { Admissions } from './admissions.service.js';
import { MembershipCalls } from './membership-calls.service.js';
import { membership } from './membership.js';
import { currentConsent } from './renewal-consent.js';
import { membershipView } from './standing.js';

/** What Elite costs, and who is a member. */
@Injectable()
export class MembershipQueries {
  constructor(
    private readonly streams: Streams,
    private readonly calls: MembershipCalls,
    private readonly admissions: Admissions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** `reader` is a user id, null for a visitor. */
  async plans(reader: string | null): Promise<ElitePlans> {
    const {
      foundingCents,
      foundingSeats: seats,
      monthlyCents,
      monthlyNeedsApplication,
    } = this.config.policy.elite;
    const held = await this.streams.cachedOrStale(founders, ALL_FOUNDERS);
    const next = nextNumber(held, seats);
    return {
      founding: {
        price: toMoney(foundingCents),
        seats,
        seatsLeft: Math.max(0, seats - held.length),
        nextNumber: next,
        isOpen: this.calls.isOn && next !== null,
      },
      monthly: {
        price: toMoney(monthlyCents),
        needsApplication: monthlyNeedsApplication,
        isOpen: this.calls.isOn && (await this.mayBegin(reader)),
        renewalConsent: currentConsent,
      },
    };
  }

  /** Visitors are told that they may where everybody may. */
  private async mayBegin(reader: string | null): Promise<boolean> {
    return reader === null
      ? !this.config.policy.elite.monthlyNeedsApplication
      : this.admissions.maySubscribe(reader);
  }

  /** The membership of a person at an instant (UTC). */
  async of(userId: string, at: string): Promise<View> {
    return membershipView(
      await this.streams.cachedOrStale(membership, userId),
      this.config.policy.elite,
      at,
    );
  }
}

import { Injectable } from '@nestjs/common';
import { Streams } from '../../platform/kernel/streams.js';
import type { Customers } from './customers.js';
import { MembershipCalls } from './membership-calls.service.js';
import { membership } from './membership.js';

@Injectable()
export class StripeCustomers implements Customers {
  constructor(
    private readonly streams: Streams,
    private readonly membershipCalls: MembershipCalls,
  ) {}

  async removeCustomer(userId: string): Promise<void> {
    const existing = await this.streams.load(membership, userId);
    if (existing?.customerId && this.membershipCalls.isEnabled)
      await this.membershipCalls.deleteCustomer(existing.customerId);
  }
}
